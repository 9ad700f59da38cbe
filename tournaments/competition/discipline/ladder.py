"""The ladder of lateness: what is proposed to the referee, and after how many minutes (R-PEN-01 to R-PEN-04)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from types import MappingProxyType

from tournaments.competition.discipline.penalties import MP, NO_SHOW, POINTS, VP, WARNING, check_penalty
from tournaments.games.contract import Json, RefusedError

STEP_KINDS = (WARNING, POINTS, VP, MP, NO_SHOW)
STEP_FIELDS = ("after", "kind", "value")
MOST_MINUTES = 240
MOST_STEPS = 8
MINUTE_MS = 60_000


@dataclass(frozen=True, slots=True)
class Step:
    """From ``after_minutes`` on, ``kind`` is proposed; ``value`` is 0 except for points, VP and MP."""

    after_minutes: int
    kind: str
    value: int = 0


@dataclass(frozen=True, slots=True)
class Ladder:
    """Steps ordered by minutes; a no-show is the last one. Without steps nothing is proposed."""

    steps: tuple[Step, ...] = ()

    def __post_init__(self) -> None:
        if len(self.steps) > MOST_STEPS:
            raise RefusedError("too_many_steps", field="ladder", given=len(self.steps), most=MOST_STEPS)
        for number, step in enumerate(self.steps):
            _check_step(number, step)
        for number, (before, step) in enumerate(pairwise(self.steps), start=1):
            _check_order(number, before, step)


def _check_step(number: int, step: Step) -> None:
    path = f"ladder.{number}."
    after = step.after_minutes
    if type(after) is not int or not 0 <= after <= MOST_MINUTES:
        raise RefusedError("step_minutes", field=f"{path}after", step=number + 1, given=str(after)[:40])
    if step.kind not in STEP_KINDS:
        raise RefusedError("step_kind", field=f"{path}kind", step=number + 1, given=str(step.kind)[:40])
    check_penalty(step.kind, step.value, field=path)


def _check_order(number: int, before: Step, step: Step) -> None:
    path = f"ladder.{number}."
    if before.kind == NO_SHOW:
        raise RefusedError("step_after_no_show", field=f"{path}kind", step=number + 1)
    if step.after_minutes <= before.after_minutes:
        raise RefusedError(
            "steps_not_rising",
            field=f"{path}after",
            step=number + 1,
            given=step.after_minutes,
            before=before.after_minutes,
        )


def _grace(minutes: int) -> Ladder:
    return Ladder((Step(minutes, NO_SHOW),))


DEFAULT = "grace10"

# R-PEN-02. The middle step of "steps" takes MP where the game has them, else points.
PRESETS: Mapping[str, Ladder] = MappingProxyType(
    {
        "grace10": _grace(10),
        "grace20": _grace(20),
        "grace30": _grace(30),
        "steps": Ladder((Step(0, WARNING), Step(5, MP, 2), Step(10, NO_SHOW))),
        "steps_points": Ladder((Step(0, WARNING), Step(5, POINTS, 10), Step(10, NO_SHOW))),
        "none": Ladder(),
    }
)


def presets(*, uses_vp: bool) -> Mapping[str, Ladder]:
    """Return the named ladders for a game; without VP and MP the middle penalty is one of points."""
    steps = PRESETS["steps" if uses_vp else "steps_points"]
    return {
        name: steps if name == "steps" else PRESETS[name] for name in (DEFAULT, "steps", "grace20", "grace30", "none")
    }


def check_ladder(ladder: Ladder, *, uses_vp: bool) -> None:
    """Refuse steps with VP or MP where the game has none, naming the field."""
    for number, step in enumerate(ladder.steps):
        check_penalty(step.kind, step.value, uses_vp=uses_vp, field=f"ladder.{number}.")


def step_at(ladder: Ladder, late_ms: int) -> int | None:
    """Return the number of the last step reached after ``late_ms`` of lateness, from 0; None before the first."""
    reached = [number for number, step in enumerate(ladder.steps) if late_ms >= step.after_minutes * MINUTE_MS]
    return reached[-1] if reached else None


def name_of(ladder: Ladder, *, uses_vp: bool) -> str:
    """Return the name of the preset that equals the ladder; empty for a custom one."""
    return next((name for name, preset in presets(uses_vp=uses_vp).items() if preset == ladder), "")


def ladder_to_json(ladder: Ladder) -> Json:
    """Return the ladder as JSON for an event; ``ladder_from_json`` reads it back."""
    return {"ladder": [dict(zip(STEP_FIELDS, asdict(step).values(), strict=True)) for step in ladder.steps]}


def ladder_from_json(data: Json) -> Ladder:
    """Read a stored ladder; empty means the default. Raises RefusedError naming the field."""
    if type(data) is not dict:
        raise RefusedError("not_an_object", field="discipline")
    for name in data:
        if name != "ladder":
            raise RefusedError("unknown_field", field=str(name), name=str(name))
    if not data:
        return PRESETS[DEFAULT]
    if type(data["ladder"]) is not list:
        raise RefusedError("bad_value", field="ladder", name="ladder")
    return Ladder(tuple(_step(step, f"ladder.{number}") for number, step in enumerate(data["ladder"])))


def _step(data: Json, path: str) -> Step:
    if type(data) is not dict:
        raise RefusedError("not_an_object", field=path)
    for name in data:
        if name not in STEP_FIELDS:
            raise RefusedError("unknown_field", field=f"{path}.{name}", name=str(name))
    for name in ("after", "kind"):
        if name not in data:
            raise RefusedError("missing_field", field=f"{path}.{name}", name=name)
    return Step(data["after"], data["kind"], data.get("value", 0))
