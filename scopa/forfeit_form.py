"""The forfeit as values of a form: who was at fault, when, and what had already been won."""

from typing import Any, Final, TypeAlias

from gamekit.typed import Form, field_text, whole
from scopa import forfeit
from scopa.errors import RefusalError
from scopa.rules import Rules
from scopa.scoring import CATEGORIES

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
    cause = _choice(form, "cause", rules.faults, "cause_not_allowed")
    snapshot: dict[str, Json] | None = None
    if moment == "in_deal" and len(offenders) == 1:
        holders = {
            category: _choice(form, f"f_{category}", tuple(HOLDERS), "holder_unknown") for category in CATEGORIES
        }
        snapshot = {category: HOLDERS[holder] for category, holder in holders.items()}
        if rules.longest_napola:
            # Who has the napola, and of a line that has it how many points (R-SCO-70).
            holder = HOLDERS[_choice(form, "f_napola", NAPOLA_HOLDERS, "napola_holder_unknown")]
            snapshot["napola"] = holder
            snapshot["napola_points"] = whole(form, "f_napola_points", RefusalError) if holder in (0, 1) else 0
        snapshot["sweeps"] = [whole(form, f"f_sweeps_{line}", RefusalError) for line in "ab"]
    found = {
        "cause": cause,
        "offenders": offenders,
        "moment": moment,
        "snapshot": snapshot,
        "tiebreak": whole(form, "tiebreak", RefusalError, missing=0),
    }
    forfeit.check_alone(rules, forfeit.from_json(found))
    return found


def _choice(form: Form, field: str, allowed: tuple[str, ...], code: str) -> str:
    text = field_text(form, field)
    if not text:
        raise RefusalError("choice_missing", field=field)
    if text not in allowed:
        raise RefusalError(code, field=field, typed=text[:40], allowed=", ".join(allowed))
    return text
