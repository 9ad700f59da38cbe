"""The forfeit as values of a form: who was at fault, when, and what had already been won."""

from typing import Any, Final, TypeAlias

from scopa import forfeit
from scopa.errors import RefusalError
from scopa.rules import Rules
from scopa.scoring import CATEGORIES
from scopa.sheet_form import Form, typed, whole

Json: TypeAlias = Any

OFFENDERS: Final = {"a": [0], "b": [1], "both": [0, 1]}
HOLDERS: Final = {
    "a": 0,
    "b": 1,
    "open": "open",
    "void": "void",
    "each": "each",
    "a_shared": "a_shared",
    "b_shared": "b_shared",
}
NAPOLA_HOLDERS: Final = ("a", "b", "open", "void")


def read(rules: Rules, form: Form) -> dict[str, Json]:
    """Return the forfeit in the form; raises RefusalError with the field that is missing or impossible."""
    moment = _choice(form, "moment", forfeit.MOMENTS, "moment_unknown")
    offenders = OFFENDERS[_choice(form, "offender", tuple(OFFENDERS), "offender_unknown")]
    has_snapshot = moment == "in_deal" and len(offenders) == 1
    found = {
        "cause": _choice(form, "cause", rules.faults, "cause_not_allowed"),
        "offenders": offenders,
        "moment": moment,
        "snapshot": _snapshot(rules, form) if has_snapshot else None,
        "tiebreak": whole(form, "tiebreak", missing=0),
    }
    forfeit.check_alone(rules, forfeit.from_json(found))
    return found


def _choice(form: Form, field: str, allowed: tuple[str, ...], code: str) -> str:
    text = typed(form, field)
    if not text:
        raise RefusalError("choice_missing", field=field)
    if text not in allowed:
        raise RefusalError(code, field=field, typed=text[:40], allowed=", ".join(allowed))
    return text


def _snapshot(rules: Rules, form: Form) -> dict[str, Json]:
    holders: dict[str, Json] = {category: _holder(form, f"f_{category}") for category in CATEGORIES}
    found = holders | _napola(form) if rules.longest_napola else holders
    return found | {"sweeps": [whole(form, f"f_sweeps_{line}") for line in "ab"]}


def _napola(form: Form) -> dict[str, Json]:
    """Read who has the napola, and of a line that has it how many points (R-SCO-70)."""
    holder = HOLDERS[_choice(form, "f_napola", NAPOLA_HOLDERS, "napola_holder_unknown")]
    return {"napola": holder, "napola_points": whole(form, "f_napola_points") if holder in (0, 1) else 0}


def _holder(form: Form, field: str) -> Json:
    return HOLDERS[_choice(form, field, tuple(HOLDERS), "holder_unknown")]
