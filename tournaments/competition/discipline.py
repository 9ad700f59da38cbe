"""The ladder for who comes late, and penalties with what they take from a total.

Penalties: which may be given, and what they deduct from an entry's total (R-PEN-05 to R-PEN-09).

The ladder of lateness: what is proposed to the referee, and after how many minutes (R-PEN-01 to R-PEN-04).
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from types import MappingProxyType

from tournaments.games.contract import Json, RefusedError

WARNING, POINTS, VP, MP = "warning", "points", "vp", "mp"
LOSS, NO_SHOW, DISQUALIFICATION = "loss", "no_show", "disqualification"
KINDS = (WARNING, POINTS, VP, MP, LOSS, NO_SHOW, DISQUALIFICATION)

OF_STANDINGS = (POINTS, VP, MP)
"""Those with a value, which is taken from the total of the event and never from a match (R-PEN-06)."""

OF_MATCH = (LOSS, NO_SHOW)
"""Those that decide one match, so that they need its table."""

MOST = 1_000


@dataclass(frozen=True, slots=True)
class Deduction:
    """The deductions from an entry's total, none below 0; ``points`` are added where fewer are better."""

    points: int = 0
    vp: int = 0
    mp: int = 0


NOTHING = Deduction()


def check_penalty(kind: Json, value: Json = None, *, uses_vp: bool = True, field: str = "") -> None:
    """Refuse an unknown penalty, one without its value, or one with an impossible value (R-PEN-05).

    ``field`` is the path of the penalty in the data; the field's name is appended to it.
    """
    if kind not in KINDS:
        raise RefusedError("unknown_penalty", field=f"{field}kind", given=str(kind)[:40])
    if kind in (VP, MP) and not uses_vp:
        raise RefusedError("penalty_needs_vp", field=f"{field}kind", given=str(kind).upper())
    if kind not in OF_STANDINGS:
        if value not in (None, 0):
            raise RefusedError("penalty_without_value", field=f"{field}value", given=str(value)[:40])
    elif type(value) is not int or not 1 <= value <= MOST:
        given = "-" if value is None else str(value)[:40]
        raise RefusedError("penalty_value", field=f"{field}value", given=given, most=MOST)


def deductions(penalties: Iterable[tuple[int, str, int | None]]) -> Mapping[int, Deduction]:
    """Return the sums of (entry, kind, value) by entry, for entries that have a penalty with a value (R-PEN-06)."""
    sums: dict[int, dict[str, int]] = {}
    for entry, kind, value in penalties:
        if kind in OF_STANDINGS:
            taken = sums.setdefault(entry, {})
            taken[kind] = taken.get(kind, 0) + (value or 0)
    return {entry: Deduction(**taken) for entry, taken in sums.items()}


def points_after(points: int, deduction: Deduction, *, low_wins: bool) -> int:
    """Return the points after the entry's penalties: fewer, or more where fewer are better (R-PEN-07)."""
    return points + deduction.points if low_wins else points - deduction.points


def cause_of(kinds: Iterable[str]) -> str:
    """Return the cause of a match lost by these penalties: the gravest; no-show only if there is no other.

    A line that did not come is treated alike, whatever penalties the other line has (R-PEN-10).
    """
    given = set(kinds)
    return next(kind for kind in (DISQUALIFICATION, LOSS, NO_SHOW) if kind in given)


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
            path, after = f"ladder.{number}.", step.after_minutes
            if type(after) is not int or not 0 <= after <= MOST_MINUTES:
                raise RefusedError("step_minutes", field=f"{path}after", step=number + 1, given=str(after)[:40])
            if step.kind not in STEP_KINDS:
                raise RefusedError("step_kind", field=f"{path}kind", step=number + 1, given=str(step.kind)[:40])
            check_penalty(step.kind, step.value, field=path)
        for number, (before, step) in enumerate(pairwise(self.steps), start=1):
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
    steps: list[Step] = []
    for number, step in enumerate(data["ladder"]):
        path = f"ladder.{number}"
        if type(step) is not dict:
            raise RefusedError("not_an_object", field=path)
        for name in step:
            if name not in STEP_FIELDS:
                raise RefusedError("unknown_field", field=f"{path}.{name}", name=str(name))
        for name in ("after", "kind"):
            if name not in step:
                raise RefusedError("missing_field", field=f"{path}.{name}", name=name)
        steps.append(Step(step["after"], step["kind"], step.get("value", 0)))
    return Ladder(tuple(steps))
