"""The scoresheet as values of a form, both ways: every refusal names the field of the form and the typed value."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from gamekit.typed import Form, field_text, is_whole, whole, whole_numbers
from scopa import rank_checks, scoring, sheet, sheet_checks, sheet_score
from scopa.cards import RANKS, SUITS
from scopa.errors import Faults, RefusalError, brief
from scopa.primiera import COUNTED
from scopa.rules import Rules
from scopa.sheet import AWARDED, DEPTHS, DUEL, LETTERS, LINES, OF_PLAYERS, Owner, Table, Winners, owner_of, table_of

Json: TypeAlias = Any

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


def read(rules: Rules, form: Form) -> dict[str, Json]:
    """Return the sheet in the form; raises RefusalError with every field that is missing or unreadable."""
    depth, size = field_text(form, "depth"), field_text(form, "size")
    if depth not in DEPTHS:
        raise RefusalError("depth_unknown", field="depth", typed=brief(depth))
    # A depth fits the people in a line: pairs with own piles are counted by player.
    if size == "2" and depth in ("awards", "counts") and rules.scores_players:
        raise RefusalError("depth_of_players", field="depth")
    if size == "1" and depth in OF_PLAYERS:
        raise RefusalError("depth_of_lines", field="depth")
    lines = whole(form, "lines", RefusalError, missing=len(LINES))
    if not len(LINES) <= lines <= len(LETTERS):
        raise RefusalError("lines_of_sheet", field="lines", given=lines, lines=f"{len(LINES)}–{len(LETTERS)}")
    table, kind = table_of(depth, lines), depth.removeprefix("player_")
    found: dict[str, Json] = {"depth": depth}
    if table == DUEL:
        found |= _read_duel(rules, form, kind)
    elif depth in OF_PLAYERS:
        found |= _read_piles(rules, form, kind, table, list(table))
    else:
        left = {pile: field_text(form, f"left_{pile}")[:40] for pile in table if field_text(form, f"left_{pile}")}
        # Lines with a typed value took part. A default of 0 does not count for a line that left, nor where only the
        # leaving was written.
        written = {pile: {field_text(form, f"{name}_{pile}") for name in NUMBERS[kind]} - {""} for pile in table}
        if left and not any(values - {"0"} for values in written.values()):
            written = {}
        playing = [pile for pile, values in written.items() if values and not (pile in left and values == {"0"})]
        found |= _read_piles(rules, form, kind, table, playing)
        found["left"] = {str(table.index(pile)): cause for pile, cause in left.items()}
    found["tiebreak"] = whole(form, "tiebreak", RefusalError, missing=0)
    letters, captured = LINES if depth in OF_PLAYERS else LETTERS[: len(table)], field_text(form, "last_capture")
    if captured not in ("", *letters):
        raise RefusalError("last_capture_unknown", field="last_capture", typed=captured[:40])
    found["last_capture"] = letters.index(captured) if captured else None
    return found


def _numbers(form: Form, name: str, piles: Sequence[str] = DUEL) -> list[int]:
    return whole_numbers(form, [f"{name}_{pile}" for pile in piles], RefusalError)


def _owner(form: Form, field: str) -> Owner:
    text = field_text(form, field)
    if not text:
        raise RefusalError("choice_missing", field=field)
    if text not in OWNER_OF_WORD:
        raise RefusalError("owner_unknown", field=field, typed=text[:40])
    return OWNER_OF_WORD[text]


def _check_some(rules: Rules, points: Sequence[int], piles: Sequence[str]) -> None:
    """Refuse a form with no points at all. Not a rule of the sheet, so older stored sheets still count."""
    if piles and not any(points) and rules.all_taken and rules.settebello:
        raise RefusalError("points_none", field=f"points_{piles[0]}")


def _numbers_besides(rules: Rules) -> tuple[str, ...]:
    """Return the numbers that some rules ask of every pile: the points for the napola (R-SCO-70)."""
    return ("napola",) if rules.longest_napola else ()


def _read_duel(rules: Rules, form: Form, kind: str) -> dict[str, Json]:
    """Read the fields of two lines; the primiera of counts by its winner or by counts: both may be given if they agree.

    A wrong sum is reported first.
    """
    if kind == "points":
        points = _numbers(form, "points")
        _check_some(rules, points, DUEL)
        return {"points": points}
    readers: dict[str, Callable[[Form, str], Json]]
    if kind == "awards":
        readers = dict.fromkeys(AWARDED, _owner) | dict.fromkeys((*_numbers_besides(rules), "sweeps"), _numbers)
    else:
        readers = {"cards": _numbers, "coins": _numbers, "settebello": _owner, "sweeps": _numbers}
        readers |= dict.fromkeys(_numbers_besides(rules), _numbers)
    faults, sums = Faults(), Faults()
    found: dict[str, Json] = {}
    for name, read_one in readers.items():
        with faults:
            found[name] = read_one(form, name)
    if kind == "awards":
        faults.refuse()
        return found
    with faults:
        counted = _counts_by_line(rules, form)
        if not counted:
            found |= {"best": None, "primiera": _owner(form, "primiera")}
        elif field_text(form, "primiera") and owner_of(_primiera_winner(rules, counted, DUEL, (0, 1))) != _owner(
            form, "primiera"
        ):
            raise RefusalError(_contradicts(rules), field="primiera")
        found |= counted
    for name, most in sheet_checks.WHOLES.items():
        with sums:
            if name in found:
                sheet_checks.check_sum(rules, name, found[name], most)
    sums.found += faults.found
    if faults.found:
        sums.refuse()
    return found


def _counts_by_line(rules: Rules, form: Form) -> dict[str, Json]:
    """Read the best card of each suit, or the number of each rank from the sevens down; empty where none is typed."""
    if rules.counts_ranks:
        is_typed = [any(field_text(form, f"{word}_{line}") for line in LINES) for word in COUNTED]
        last = max((number for number, each in enumerate(is_typed, 1) if each), default=0)
        pairs = [_numbers(form, word) for word in tuple(COUNTED)[:last]]
        return {"ranks": [list(own) for own in zip(*pairs, strict=True)]} if pairs else {}
    best: list[list[str | None]] = [[], []]
    for own, line in zip(best, LINES, strict=True):
        for suit in SUITS:
            field = f"best_{line}_{suit}"
            rank = field_text(form, field).upper()
            if len(rank) > 1 or (rank and rank not in RANKS):
                raise RefusalError("rank_unknown", field=field, typed=field_text(form, field)[:40])
            own.append(rank + suit if rank else None)
    return {"best": best} if any(map(any, best)) else {}


def _contradicts(rules: Rules) -> str:
    return "primiera_contradicts_ranks" if rules.counts_ranks else "primiera_contradicts"


def _primiera_winner(rules: Rules, counted: Mapping[str, Json], table: Table, playing: Sequence[int]) -> Winners:
    """Return the winner of the primiera by the counts, among those that took part."""
    if not rules.counts_ranks:
        return sheet_score.primiera_winners(rules, sheet.best_from_json(counted["best"], table, playing))
    ranks = sheet.ranks_from_json(counted["ranks"], table, playing)
    rank_checks.check_decided(ranks, tuple(table[pile] for pile in playing), table)
    return scoring.ranks_winners(rules, ranks)


def _read_piles(rules: Rules, form: Form, kind: str, table: Table, playing: Sequence[str]) -> dict[str, Json]:
    """Return the fields of more than two piles; level ones are ticked. A wrong sum is reported first."""
    faults, sums = Faults(), Faults()
    numbers: dict[str, list[int]] = {}
    for name in (*NUMBERS[kind], *(() if kind == "points" else _numbers_besides(rules))):
        with faults:
            numbers[name] = _numbers(form, name, playing)
    found: dict[str, Json] = {name: _spread_values(values, table, playing) for name, values in numbers.items()}
    with faults:
        if kind == "points":
            _check_some(rules, numbers.get("points", [1]), playing)
        else:
            found |= _read_won(rules, form, kind, table, playing)
    for name, most in sheet_checks.WHOLES.items():
        with sums:
            if name in numbers and playing:
                sheet_checks.check_sum(rules, name, numbers[name], most, tuple(playing))
    sums.found += faults.found
    if faults.found:
        sums.refuse()
    return found


def _read_won(rules: Rules, form: Form, kind: str, table: Table, playing: Sequence[str]) -> dict[str, Json]:
    """Return the winners of each category; the primiera by its winner or by counts: both may be given if they agree."""
    won: dict[str, Json] = {
        name: [place for place, pile in enumerate(table) if field_text(form, f"who_{name}_{pile}")]
        for name in (LEVEL if kind == "awards" else LEVEL[-1:])
    }
    won["settebello"] = []
    if playing:
        owner = field_text(form, "who_settebello")
        if not owner:
            raise RefusalError("choice_missing", field="who_settebello")
        if owner not in (*table, "none"):
            raise RefusalError("players_unknown", field="who_settebello", typed=owner[:40])
        won["settebello"] = [] if owner == "none" else [table.index(owner)]
    if kind == "awards":
        return won
    counted = _counts_by_pile(rules, form, playing)
    if counted is None:
        return won | {"best": None}
    shown, said = {name: _spread_values(rows, table, playing) for name, rows in counted.items()}, won.pop("primiera")
    places = [table.index(pile) for pile in playing]
    if said and said != [places[place] for place in _primiera_winner(rules, shown, table, places)]:
        raise RefusalError(_contradicts(rules), field="who_primiera")
    return won | shown


def _counts_by_pile(rules: Rules, form: Form, playing: Sequence[str]) -> dict[str, list[Json]] | None:
    """Read the counts of each player from the sevens down, or the best card of each suit; None where none is typed.

    Counts are ``21``, or ``2 1``, of all players down to the same rank; best cards are ``76-A``, ``-`` for no card.
    """
    name = "ranks" if rules.counts_ranks else "best"
    texts = {f"{name}_{pile}": field_text(form, f"{name}_{pile}") for pile in playing}
    rows: list[Json] = []
    if not rules.counts_ranks:
        for field, text in texts.items():
            cards = text.upper().replace(" ", "") or NO_RANKS
            if len(cards) != len(SUITS) or any(rank not in (*RANKS, "-") for rank in cards):
                raise RefusalError("ranks_unknown", field=field, typed=text[:40])
            rows.append([None if rank == "-" else rank + suit for suit, rank in zip(SUITS, cards, strict=True)])
        return {"best": rows} if any(map(any, rows)) else None
    if not any(texts.values()):
        return None
    for field, text in texts.items():
        counts = text.split() if " " in text else list(text)
        if not 0 < len(counts) <= len(COUNTED) or not all(is_whole(count) for count in counts):
            raise RefusalError("counts_unknown", field=field, typed=text[:40])
        rows.append([int(count) for count in counts])
        if len(rows[-1]) != len(rows[0]):
            raise RefusalError("ranks_shape", field=field)
    return {"ranks": rows}


def _spread_values(values: Sequence[Json], table: Table, playing: Sequence[str]) -> list[Json]:
    """Return the values of the piles that took part, at their places; None for the others."""
    by_pile = dict(zip(playing, values, strict=True))
    return [by_pile.get(pile) for pile in table]


def write(data: Json) -> dict[str, str]:
    """Return the form values that show a sheet again: ``read(rules, write(sheet)) == sheet``."""
    depth, last_capture = data["depth"], data.get("last_capture")
    found = {
        "depth": depth,
        "tiebreak": str(data.get("tiebreak", 0)),
        "last_capture": "" if last_capture is None else LETTERS[last_capture],
    }
    kind = depth.removeprefix("player_")
    table = table_of(depth, len(data[NUMBERS[kind][-1]]))
    found |= {
        f"{name}_{pile}": str(value)
        for name in (*NUMBERS[kind], *(("napola",) if "napola" in data else ()))
        for pile, value in zip(table, data[name], strict=True)
        if value is not None
    }
    best, ranks = (tuple(zip(table, data.get(name) or (), strict=False)) for name in ("best", "ranks"))
    if table == DUEL:
        for category in AWARDED:
            # ``cards`` and ``coins`` are owners in one depth, counts in another.
            if category in data and not isinstance(data[category], list):
                found[category] = WORD_OF_OWNER[data[category]]
        for line, own in best:
            found |= {f"best_{line}_{suit}": name[0] if name else "" for suit, name in zip(SUITS, own, strict=True)}
        for line, own in ranks:
            found |= {f"{word}_{line}": str(count) for word, count in zip(COUNTED, own, strict=False)}
        return found
    if depth not in OF_PLAYERS:
        found["lines"] = str(len(table))
    for category in LEVEL if kind == "awards" else ("primiera",):
        found |= {f"who_{category}_{table[place]}": "on" for place in data.get(category, ())}
    settebello = data.get("settebello")
    if settebello is not None:
        found["who_settebello"] = table[settebello[0]] if settebello else "none"
    found |= {f"best_{pile}": "".join(name[0] if name else "-" for name in own) for pile, own in best if own}
    found |= {f"ranks_{pile}": " ".join(map(str, own)) for pile, own in ranks if own}
    found |= {f"left_{table[int(line)]}": cause for line, cause in data.get("left", {}).items()}
    return found
