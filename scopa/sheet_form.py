"""The scoresheet as values of a form, both ways: every refusal names the field of the form and the typed value."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, TypeAlias

from scopa import rank_checks, scoring, sheet, sheet_checks, sheet_score
from scopa.cards import RANKS, SUITS
from scopa.errors import Faults, RefusalError, brief
from scopa.primiera import COUNTED
from scopa.rules import Rules
from scopa.sheet import AWARDED, DEPTHS, DUEL, LETTERS, LINES, OF_PLAYERS, Owner, Table, Winners, owner_of, table_of

Json: TypeAlias = Any
Form: TypeAlias = Mapping[str, str]

OWNER_OF_WORD: Final[Mapping[str, Owner]] = {"a": 0, "b": 1, "none": None, "each": "each"}
WORD_OF_OWNER: Final[Mapping[Owner, str]] = {owner: word for word, owner in OWNER_OF_WORD.items()}

LEVEL: Final = ("cards", "coins", "primiera")
"""What several may have taken, each of them ticked."""
NUMBERS: Final[Mapping[str, tuple[str, ...]]] = {
    "points": ("points",),
    "awards": ("sweeps",),
    "counts": ("cards", "coins", "sweeps"),
}
"""The numbers that a depth asks of every pile."""

NO_RANKS: Final = "----"
_WHOLE: Final = re.compile(r"-?[0-9]{1,6}")


def read(rules: Rules, form: Form) -> dict[str, Json]:
    """Return the sheet in the form; raises RefusalError with every field that is missing or unreadable."""
    depth = typed(form, "depth")
    if depth not in DEPTHS:
        raise RefusalError("depth_unknown", field="depth", typed=brief(depth))
    _check_size(rules, depth, typed(form, "size"))
    table = table_of(depth, _lines(form))
    found = {"depth": depth} | _read(rules, form, depth, table)
    lines = len(LINES) if depth in OF_PLAYERS else len(table)
    return found | {
        "tiebreak": whole(form, "tiebreak", missing=0),
        "last_capture": _read_last_capture(form, LETTERS[:lines]),
    }


def _lines(form: Form) -> int:
    """Return the number of lines of the form, two by default."""
    said = whole(form, "lines", missing=len(LINES))
    if not len(LINES) <= said <= len(LETTERS):
        raise RefusalError("lines_of_sheet", field="lines", given=said, lines=f"{len(LINES)}–{len(LETTERS)}")
    return said


def _read(rules: Rules, form: Form, depth: str, table: Table) -> dict[str, Json]:
    if table == DUEL:
        return READ[depth](rules, form)
    kind = depth.removeprefix("player_")
    if depth in OF_PLAYERS:
        return _read_piles(rules, form, kind, table, list(table))
    left = {pile: typed(form, f"left_{pile}")[:40] for pile in table if typed(form, f"left_{pile}")}
    found = _read_piles(rules, form, kind, table, _playing(form, kind, table, left))
    return found | {"left": {str(table.index(pile)): cause for pile, cause in left.items()}}


def _playing(form: Form, kind: str, table: Table, left: Collection[str]) -> list[str]:
    """Return the lines of a table of several that took part: those with a typed value.

    A default of 0 does not count for a line that left, nor where only the leaving was written.
    """
    written = {pile: {typed(form, f"{name}_{pile}") for name in NUMBERS[kind]} - {""} for pile in table}
    is_void = bool(left) and not any(found - {"0"} for found in written.values())
    return [pile for pile, found in written.items() if found and not is_void and not (pile in left and found == {"0"})]


def _check_size(rules: Rules, depth: str, size: str) -> None:
    """Refuse a depth that does not fit the people in a line: pairs with own piles are counted by player."""
    if size == "2" and rules.scores_players and depth in ("awards", "counts"):
        raise RefusalError("depth_of_players", field="depth")
    if size == "1" and depth in OF_PLAYERS:
        raise RefusalError("depth_of_lines", field="depth")


def typed(form: Form, field: str) -> str:
    """Return the text of ``field`` without outer blanks; empty when the form has no such field."""
    return form.get(field, "").strip()


def whole(form: Form, field: str, missing: int | None = None) -> int:
    """Return the whole number in ``field``; raises RefusalError without one."""
    text = typed(form, field)
    if not text and missing is not None:
        return missing
    if not text:
        raise RefusalError("number_missing", field=field)
    if not _WHOLE.fullmatch(text):
        raise RefusalError("whole_number", field=field, typed=text[:40])
    return int(text)


def _pair(form: Form, name: str) -> list[int]:
    return _numbers(form, name, DUEL)


def _numbers(form: Form, name: str, piles: Sequence[str]) -> list[int]:
    faults, found = Faults(), []
    for pile in piles:
        with faults.noting():
            found.append(whole(form, f"{name}_{pile}"))
    faults.refuse()
    return found


def _owner(form: Form, field: str) -> Owner:
    text = typed(form, field)
    if not text:
        raise RefusalError("choice_missing", field=field)
    if text not in OWNER_OF_WORD:
        raise RefusalError("owner_unknown", field=field, typed=text[:40])
    return OWNER_OF_WORD[text]


def _read_last_capture(form: Form, lines: str) -> int | None:
    text = typed(form, "last_capture")
    if text not in ("", *lines):
        raise RefusalError("last_capture_unknown", field="last_capture", typed=text[:40])
    return lines.index(text) if text else None


def _read_points(rules: Rules, form: Form) -> dict[str, Json]:
    points = _pair(form, "points")
    _check_some(rules, points, DUEL)
    return {"points": points}


def _check_some(rules: Rules, points: Sequence[int], piles: Sequence[str]) -> None:
    """Refuse a form with no points at all. Not a rule of the sheet, so older stored sheets still count."""
    if piles and not any(points) and rules.all_taken and rules.settebello:
        raise RefusalError("points_none", field=f"points_{piles[0]}")


def _read_awards(rules: Rules, form: Form) -> dict[str, Json]:
    faults = Faults()
    found: dict[str, Json] = {}
    for category in AWARDED:
        with faults.noting():
            found[category] = _owner(form, category)
    for name in _numbers_besides(rules):
        with faults.noting():
            found[name] = _pair(form, name)
    with faults.noting():
        found["sweeps"] = _pair(form, "sweeps")
    faults.refuse()
    return found


def _numbers_besides(rules: Rules) -> tuple[str, ...]:
    """Return the numbers that some rules ask of every pile: the points for the napola (R-SCO-70)."""
    return ("napola",) if rules.longest_napola else ()


def _read_counts(rules: Rules, form: Form) -> dict[str, Json]:
    """Read the counts, and the primiera by its winner or by counts; both may be given if they agree."""
    faults, sums = Faults(), Faults()
    found: dict[str, Json] = {}
    for name, read_one in READ_COUNTS.items():
        with faults.noting():
            found[name] = read_one(form, name)
    for name in _numbers_besides(rules):
        with faults.noting():
            found[name] = _pair(form, name)
    with faults.noting():
        found |= _read_primiera(rules, form)
    for name, most in sheet_checks.WHOLES.items():
        with sums.noting():
            if name in found:
                sheet_checks.check_sum(rules, name, found[name], most)
    sums.found += faults.found
    if faults.found:
        sums.refuse()
    return found


def _read_primiera(rules: Rules, form: Form) -> dict[str, Json]:
    counted = _read_ranks(form) if rules.counts_ranks else _read_best(form)
    if counted is None:
        return {"best": None, "primiera": _owner(form, "primiera")}
    if typed(form, "primiera") and owner_of(_won(rules, counted, DUEL, (0, 1))) != _owner(form, "primiera"):
        raise RefusalError(_contradicts(rules), field="primiera")
    return counted


def _contradicts(rules: Rules) -> str:
    return "primiera_contradicts_ranks" if rules.counts_ranks else "primiera_contradicts"


def _won(rules: Rules, counted: Mapping[str, Json], table: Table, playing: Sequence[int]) -> Winners:
    """Return the winner of the primiera by the counts, among those that took part."""
    if not rules.counts_ranks:
        return sheet_score.primiera_winners(rules, sheet.best_from_json(counted["best"], table, playing))
    ranks = sheet.ranks_from_json(counted["ranks"], table, playing)
    rank_checks.check_decided(ranks, tuple(table[pile] for pile in playing), table)
    return scoring.ranks_winners(rules, ranks)


def _read_best(form: Form) -> dict[str, Json] | None:
    best = [[_read_rank(form, f"best_{line}_{suit}", suit) for suit in SUITS] for line in LINES]
    return {"best": best} if any(any(each) for each in best) else None


def _read_ranks(form: Form) -> dict[str, Json] | None:
    """Read the counts from the sevens down, as far as they are typed."""
    last = max((place for place, word in enumerate(COUNTED, 1) if any(_typed_pair(form, word))), default=0)
    pairs = [_pair(form, word) for word in tuple(COUNTED)[:last]]
    return {"ranks": [list(own) for own in zip(*pairs, strict=True)]} if pairs else None


def _typed_pair(form: Form, word: str) -> list[str]:
    return [typed(form, f"{word}_{line}") for line in LINES]


READ_COUNTS: Final[Mapping[str, Callable[[Form, str], Json]]] = {
    "cards": _pair,
    "coins": _pair,
    "settebello": _owner,
    "sweeps": _pair,
}


def _read_rank(form: Form, field: str, suit: str) -> str | None:
    rank = typed(form, field).upper()
    if len(rank) > 1 or (rank and rank not in RANKS):
        raise RefusalError("rank_unknown", field=field, typed=typed(form, field)[:40])
    return rank + suit if rank else None


def _read_piles(rules: Rules, form: Form, kind: str, table: Table, playing: Sequence[str]) -> dict[str, Json]:
    """Return the fields of more than two piles; level ones are ticked. A wrong sum is reported first."""
    faults, sums = Faults(), Faults()
    numbers: dict[str, list[int]] = {}
    for name in (*NUMBERS[kind], *(() if kind == "points" else _numbers_besides(rules))):
        with faults.noting():
            numbers[name] = _numbers(form, name, playing)
    found: dict[str, Json] = {name: _spread(values, table, playing) for name, values in numbers.items()}
    with faults.noting():
        if kind == "points":
            _check_some(rules, numbers.get("points", [1]), playing)
        else:
            found |= _read_won(rules, form, kind, table, playing)
    for name, most in sheet_checks.WHOLES.items():
        with sums.noting():
            if name in numbers and playing:
                sheet_checks.check_sum(rules, name, numbers[name], most, tuple(playing))
    sums.found += faults.found
    if faults.found:
        sums.refuse()
    return found


def _read_won(rules: Rules, form: Form, kind: str, table: Table, playing: Sequence[str]) -> dict[str, Json]:
    """Return the winners of each category; the primiera by its winner or by counts: both may be given if they agree."""
    ticked = LEVEL if kind == "awards" else LEVEL[-1:]
    won: dict[str, Json] = {name: _ticked(form, name, table) for name in ticked}
    won["settebello"] = _player(form, "who_settebello", table) if playing else []
    if kind == "awards":
        return won
    counted = _read_ranks_of_piles(form, playing) if rules.counts_ranks else _read_best_of_piles(form, playing)
    if counted is None:
        return won | {"best": None}
    shown, said = {name: _spread(rows, table, playing) for name, rows in counted.items()}, won.pop("primiera")
    places = [table.index(pile) for pile in playing]
    if said and said != [places[place] for place in _won(rules, shown, table, places)]:
        raise RefusalError(_contradicts(rules), field="who_primiera")
    return won | shown


def _read_ranks_of_piles(form: Form, playing: Sequence[str]) -> dict[str, list[Json]] | None:
    """Return the counts of each player from the sevens down: ``21``, or ``2 1``; all players down to the same rank."""
    texts = {pile: typed(form, f"ranks_{pile}") for pile in playing}
    if not any(texts.values()):
        return None
    ranks: list[Json] = []
    for pile, text in texts.items():
        field, counts = f"ranks_{pile}", text.split() if " " in text else list(text)
        if not 0 < len(counts) <= len(COUNTED) or not all(_WHOLE.fullmatch(count) for count in counts):
            raise RefusalError("counts_unknown", field=field, typed=text[:40])
        ranks.append([int(count) for count in counts])
        if len(ranks[-1]) != len(ranks[0]):
            raise RefusalError("ranks_shape", field=field)
    return {"ranks": ranks}


def _read_best_of_piles(form: Form, playing: Sequence[str]) -> dict[str, list[Json]] | None:
    best: list[Json] = [_read_four_ranks(form, f"best_{pile}") for pile in playing]
    return {"best": best} if any(any(own) for own in best) else None


def _spread(values: Sequence[Json], table: Table, playing: Sequence[str]) -> list[Json]:
    """Return the values of the piles that took part, at their places; None for the others."""
    by_pile = dict(zip(playing, values, strict=True))
    return [by_pile.get(pile) for pile in table]


def _ticked(form: Form, category: str, table: Table) -> list[int]:
    return [place for place, pile in enumerate(table) if typed(form, f"who_{category}_{pile}")]


def _player(form: Form, field: str, table: Table) -> list[int]:
    text = typed(form, field)
    if not text:
        raise RefusalError("choice_missing", field=field)
    if text not in (*table, "none"):
        raise RefusalError("players_unknown", field=field, typed=text[:40])
    return [] if text == "none" else [table.index(text)]


def _read_four_ranks(form: Form, field: str) -> list[str | None]:
    """Read four ranks in the order of the suits, ``-`` for a missing suit: ``76-A``; empty without cards."""
    ranks = typed(form, field).upper().replace(" ", "") or NO_RANKS
    if len(ranks) != len(SUITS) or any(rank not in (*RANKS, "-") for rank in ranks):
        raise RefusalError("ranks_unknown", field=field, typed=typed(form, field)[:40])
    return [None if rank == "-" else rank + suit for suit, rank in zip(SUITS, ranks, strict=True)]


READ: Final[Mapping[str, Callable[[Rules, Form], dict[str, Json]]]] = {
    "points": _read_points,
    "awards": _read_awards,
    "counts": _read_counts,
}


def write(data: Json) -> dict[str, str]:
    """Return the form values that show a sheet again: ``read(rules, write(sheet)) == sheet``."""
    last_capture = data.get("last_capture")
    shared = {
        "depth": data["depth"],
        "tiebreak": str(data.get("tiebreak", 0)),
        "last_capture": "" if last_capture is None else LETTERS[last_capture],
    }
    kind = data["depth"].removeprefix("player_")
    table = table_of(data["depth"], len(data[NUMBERS[kind][-1]]))
    shared |= {
        f"{name}_{pile}": str(value)
        for name in (*NUMBERS[kind], *(("napola",) if "napola" in data else ()))
        for pile, value in zip(table, data[name], strict=True)
        if value is not None
    }
    if table != DUEL:
        return shared | _written_piles(data, table)
    return {
        **shared,
        **{category: WORD_OF_OWNER[data[category]] for category in AWARDED if _is_owner(data, category)},
        **_written_best(data.get("best")),
        **_written_ranks(data.get("ranks") or ()),
    }


def _written_piles(data: Mapping[str, Json], table: Table) -> dict[str, str]:
    ticks = LEVEL if data["depth"].endswith("awards") else ("primiera",)
    settebello = data.get("settebello")
    best, ranks = (zip(table, data.get(name) or (), strict=False) for name in ("best", "ranks"))
    return {
        **({} if data["depth"] in OF_PLAYERS else {"lines": str(len(table))}),
        **{f"who_{name}_{table[place]}": "on" for name in ticks for place in data.get(name, ())},
        **({"who_settebello": table[settebello[0]] if settebello else "none"} if settebello is not None else {}),
        **{f"best_{pile}": "".join(name[0] if name else "-" for name in own) for pile, own in best if own},
        **{f"ranks_{pile}": " ".join(map(str, own)) for pile, own in ranks if own},
        **{f"left_{table[int(line)]}": cause for line, cause in data.get("left", {}).items()},
    }


def _is_owner(data: Mapping[str, Json], category: str) -> bool:
    """Return whether a category has an owner: ``cards`` and ``coins`` are owners in one depth, counts in another."""
    return category in data and not isinstance(data[category], list)


def _written_ranks(ranks: Sequence[list[int]]) -> dict[str, str]:
    return {
        f"{word}_{line}": str(count)
        for line, own in zip(LINES, ranks, strict=False)
        for word, count in zip(COUNTED, own, strict=False)
    }


def _written_best(best: list[list[str | None]] | None) -> dict[str, str]:
    if best is None:
        return {}
    cards = (
        (line, suit, name) for line, own in zip(LINES, best, strict=True) for suit, name in zip(SUITS, own, strict=True)
    )
    return {f"best_{line}_{suit}": name[0] if name else "" for line, suit, name in cards}
