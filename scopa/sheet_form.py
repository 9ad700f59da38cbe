"""The scoresheet as the values of a form, both ways: every refusal names the field of the form and what was typed."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from scopa import sheet, sheet_checks, sheet_score
from scopa.cards import RANKS, SUITS
from scopa.errors import Faults, RefusalError
from scopa.rules import Rules
from scopa.sheet import AWARDED, DEPTHS, LINES, Owner

Json: TypeAlias = Any
Form: TypeAlias = Mapping[str, str]

OWNER_OF_WORD: Final[Mapping[str, Owner]] = {"a": 0, "b": 1, "none": None, "each": "each"}
WORD_OF_OWNER: Final[Mapping[Owner, str]] = {owner: word for word, owner in OWNER_OF_WORD.items()}

_WHOLE: Final = re.compile(r"-?[0-9]{1,6}")


def read(rules: Rules, form: Form) -> dict[str, Json]:
    """The sheet that the form says; raises RefusalError with every field that is missing or cannot be read."""
    depth = typed(form, "depth")
    if depth not in DEPTHS:
        raise RefusalError("depth_unknown", field="depth", typed=depth)
    read_depth = {"points": _read_points, "awards": _read_awards, "counts": _read_counts}[depth]
    found = {"depth": depth} | read_depth(rules, form)
    return found | {"tiebreak": whole(form, "tiebreak", missing=0), "last_capture": _read_last_capture(form)}


def typed(form: Form, field: str) -> str:
    """What was typed into ``field``, without the blanks around it; nothing when the form has no such field."""
    return form.get(field, "").strip()


def whole(form: Form, field: str, missing: int | None = None) -> int:
    """The whole number typed into ``field``; raises RefusalError when there is none."""
    text = typed(form, field)
    if not text and missing is not None:
        return missing
    if not text:
        raise RefusalError("number_missing", field=field)
    if not _WHOLE.fullmatch(text):
        raise RefusalError("whole_number", field=field, typed=text[:40])
    return int(text)


def _pair(form: Form, name: str) -> list[int]:
    faults, found = Faults(), []
    for line in LINES:
        with faults.noting():
            found.append(whole(form, f"{name}_{line}"))
    faults.refuse()
    return found


def _owner(form: Form, field: str) -> Owner:
    text = typed(form, field)
    if not text:
        raise RefusalError("choice_missing", field=field)
    if text not in OWNER_OF_WORD:
        raise RefusalError("owner_unknown", field=field, typed=text[:40])
    return OWNER_OF_WORD[text]


def _read_last_capture(form: Form) -> int | None:
    text = typed(form, "last_capture")
    if text not in ("", "a", "b"):
        raise RefusalError("last_capture_unknown", field="last_capture", typed=text[:40])
    return LINES.index(text) if text else None


def _read_points(rules: Rules, form: Form) -> dict[str, Json]:
    return {"points": _pair(form, "points")}


def _read_awards(rules: Rules, form: Form) -> dict[str, Json]:
    faults = Faults()
    found: dict[str, Json] = {}
    for category in AWARDED:
        with faults.noting():
            found[category] = _owner(form, category)
    with faults.noting():
        found["sweeps"] = _pair(form, "sweeps")
    faults.refuse()
    return found


def _read_counts(rules: Rules, form: Form) -> dict[str, Json]:
    """Counts, and the primiera by its winner or by the best cards; both may be given when they agree.

    A sum that is wrong is said before an answer that is missing.
    """
    faults, sums = Faults(), Faults()
    found: dict[str, Json] = {}
    for name, read_one in READ_COUNTS.items():
        with faults.noting():
            found[name] = read_one(form, name)
    with faults.noting():
        found |= _read_primiera(rules, form, found.get("best"))
    for name, most in sheet_checks.WHOLES.items():
        with sums.noting():
            if name in found:
                sheet_checks.check_sum(rules, name, found[name], most)
    sums.found += faults.found
    if faults.found:
        sums.refuse()
    return found


def _read_primiera(rules: Rules, form: Form, best: list[list[str | None]] | None) -> dict[str, Json]:
    if best is None:
        return {"primiera": _owner(form, "primiera")}
    if typed(form, "primiera"):
        _check_agreement(rules, best, _owner(form, "primiera"))
    return {}


def _check_agreement(rules: Rules, best: list[list[str | None]], said: Owner) -> None:
    if sheet_score.primiera_owner(rules, sheet.best_from_json(best)) != said:
        raise RefusalError("primiera_contradicts", field="primiera")


def _read_best(form: Form, _name: str) -> list[list[str | None]] | None:
    best = [[_read_rank(form, f"best_{line}_{suit}", suit) for suit in SUITS] for line in LINES]
    return best if any(any(each) for each in best) else None


READ_COUNTS: Final[Mapping[str, Callable[[Form, str], Json]]] = {
    "cards": _pair,
    "coins": _pair,
    "settebello": _owner,
    "best": _read_best,
    "sweeps": _pair,
}


def _read_rank(form: Form, field: str, suit: str) -> str | None:
    rank = typed(form, field).upper()
    if len(rank) > 1 or (rank and rank not in RANKS):
        raise RefusalError("rank_unknown", field=field, typed=typed(form, field)[:40])
    return rank + suit if rank else None


def write(data: Json) -> dict[str, str]:
    """The form values that show a sheet again: ``read(rules, write(sheet)) == sheet``."""
    last_capture = data.get("last_capture")
    return {
        "depth": data["depth"],
        "tiebreak": str(data.get("tiebreak", 0)),
        "last_capture": "" if last_capture is None else LINES[last_capture],
        **_written_pairs(data),
        **{category: WORD_OF_OWNER[data[category]] for category in AWARDED if _is_owner(data, category)},
        **_written_best(data.get("best")),
    }


def _is_owner(data: Mapping[str, Json], category: str) -> bool:
    """``cards`` and ``coins`` are owners in one depth and counts in another."""
    return category in data and not isinstance(data[category], list)


def _written_pairs(data: Mapping[str, Json]) -> dict[str, str]:
    pairs = [name for name in ("points", "cards", "coins", "sweeps") if isinstance(data.get(name), list)]
    return {f"{name}_{line}": str(value) for name in pairs for line, value in zip(LINES, data[name], strict=True)}


def _written_best(best: list[list[str | None]] | None) -> dict[str, str]:
    if best is None:
        return {}
    cards = (
        (line, suit, name) for line, own in zip(LINES, best, strict=True) for suit, name in zip(SUITS, own, strict=True)
    )
    return {f"best_{line}_{suit}": name[0] if name else "" for line, suit, name in cards}
