"""The forms of a deal and of a forfeit, described for programs: each field with its bounds."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

from scopa import forfeit
from scopa.cards import RANKS, SUITS
from scopa.forfeit_form import HOLDERS, NAPOLA_HOLDERS, OFFENDERS
from scopa.phrases import label
from scopa.primiera import COUNTED, COUNTED_SIZES
from scopa.rules import LEAVING, Rules
from scopa.scoring import CATEGORIES
from scopa.sheet import AWARDED, DEPTHS, DUEL, LETTERS, LINES, OF_PLAYERS, PLAYERS, Table, table_of
from scopa.sheet_checks import CARDS, COINS, most_points, most_sweeps

Json: TypeAlias = Any
Field: TypeAlias = dict[str, Json]

WINNERS: Final = ("cards", "coins", "primiera")
"""What may be level, so that nobody, or each line, may have it."""


def of_deal(rules: Rules, lines: int, tiebreak: int) -> Sequence[Field]:
    """Return the fields of one deal of a table of ``lines``; ``tiebreak`` is its number where it breaks a tie."""
    if lines > len(LINES):
        # Lines that take no part have no values, so none is required.
        table = table_of("counts", lines)
        fields = [
            _choice("depth", ("points", "awards", "counts")),
            _whole("tiebreak", rules.ko_tiebreak_deals + 1, needed=bool(tiebreak)),
            _whole("lines", len(LETTERS), needed=False) | {"least": len(LINES)},
            *_numbers("points", table, most_points(rules, lines), "points", needed=False),
            *_of_piles(rules, table, ("awards", "counts"), needed=False),
            *(_choice(f"left_{line}", LEAVING, needed=False) for line in table),
            _choice("last_capture", table, needed=False),
        ]
        return [{**each, "label": label(each["name"], of_several=True)} for each in fields]
    by_line, by_player = [], []
    if not (rules.scores_players and rules.sides == "pairs"):
        by_line = _of_lines(rules)
    if rules.scores_players:
        by_player = _of_piles(rules, PLAYERS, OF_PLAYERS)
    depths = [each for each in DEPTHS if each == "points" or (by_player if each in OF_PLAYERS else by_line)]
    return [
        _choice("depth", depths),
        _whole("tiebreak", rules.ko_tiebreak_deals, needed=bool(tiebreak)),
        *_numbers("points", DUEL, most_points(rules), "points"),
        *by_line,
        *by_player,
        _choice("last_capture", DUEL, needed=False),
    ]


def _of_lines(rules: Rules) -> list[Field]:
    """Return the fields of two lines; the primiera by its winner, or counted by rank or by the best card of a suit."""
    if rules.counts_ranks:
        sizes = zip(COUNTED, COUNTED_SIZES, strict=True)
        counted = [field for word, size in sizes for field in _numbers(word, DUEL, size, "counts", needed=False)]
    else:
        names = [f"best_{line}_{suit}" for line in LINES for suit in SUITS]
        counted = [_choice(name, tuple(RANKS), "counts", needed=False) for name in names]
    return [
        *_numbers("cards", DUEL, CARDS, "counts"),
        *_numbers("coins", DUEL, COINS, "counts"),
        *(_choice(category, _owners(rules, category), "awards") for category in AWARDED),
        _choice("settebello", _owners(rules, "settebello"), "counts"),
        _choice("primiera", _owners(rules, "primiera"), "counts", needed=False),
        *counted,
        *_napola(rules, DUEL, "awards", "counts"),
        *_numbers("sweeps", DUEL, most_sweeps(rules), "awards", "counts"),
    ]


def _napola(rules: Rules, table: Table, *depths: str, needed: bool = True) -> Iterator[Field]:
    """Yield the points for the napola of each pile, where it is played (R-SCO-70)."""
    if rules.longest_napola:
        yield from _numbers("napola", table, rules.longest_napola, *depths, needed=needed)


def _of_piles(rules: Rules, table: Table, depths: Sequence[str], *, needed: bool = True) -> list[Field]:
    """Return the fields of more than two piles; ``who_cards_a1`` is ticked for each that has the point of the cards."""
    awards, counts = depths
    settebello = (*table, *(() if rules.all_taken else ("none",)))
    counted, most = ("ranks", 24) if rules.counts_ranks else ("best", 8)
    return [
        *_numbers("cards", table, CARDS, counts, needed=needed),
        *_numbers("coins", table, COINS, counts, needed=needed),
        *(_flag(f"who_{name}_{pile}", awards) for name in ("cards", "coins") for pile in table),
        _choice("who_settebello", settebello, *depths, needed=needed),
        *(_flag(f"who_primiera_{pile}", *depths) for pile in table),
        *(_field(f"{counted}_{pile}", "text", [counts], needed=False) | {"most": most} for pile in table),
        *_napola(rules, table, *depths, needed=needed),
        *_numbers("sweeps", table, most_sweeps(rules, len(table)), *depths, needed=needed),
    ]


def _flag(name: str, *depths: str) -> Field:
    return _field(name, "flag", depths, needed=False)


def of_forfeit(rules: Rules) -> Sequence[Field]:
    """Return the fields of a match that ends by a fault; points already won belong to a deal in progress."""
    if not rules.faults:
        return []
    napola = []
    if rules.longest_napola:
        napola.append(_choice("f_napola", NAPOLA_HOLDERS, needed=False))
        napola.append(_whole("f_napola_points", rules.longest_napola, needed=False))
    return [
        _choice("cause", rules.faults),
        _choice("offender", tuple(OFFENDERS)),
        _choice("moment", forfeit.MOMENTS),
        _whole("tiebreak", rules.ko_tiebreak_deals, needed=False),
        *(_choice(f"f_{category}", tuple(HOLDERS), needed=False) for category in CATEGORIES),
        *napola,
        *(_whole(f"f_sweeps_{line}", most_sweeps(rules), needed=False) for line in LINES),
    ]


def _owners(rules: Rules, category: str) -> tuple[str, ...]:
    ties = {"cards": rules.cards_tie, "coins": rules.coins_tie, "primiera": rules.primiera_tie}
    nobody = ("none",) if category in WINNERS or not rules.all_taken else ()
    return (*LINES, *nobody, *(("each",) if ties.get(category) == "each" else ()))


def _numbers(name: str, table: Table, most: int, *depths: str, needed: bool = True) -> Iterator[Field]:
    return (_whole(f"{name}_{pile}", most, *depths, needed=needed) for pile in table)


def _whole(name: str, most: int, *depths: str, needed: bool = True) -> Field:
    return _field(name, "whole", depths, needed=needed) | {"least": 0, "most": most}


def _choice(name: str, choices: Sequence[str], *depths: str, needed: bool = True) -> Field:
    return _field(name, "choice", depths, needed=needed) | {"choices": list(choices)}


def _field(name: str, kind: str, depths: Sequence[str], *, needed: bool) -> Field:
    return {"name": name, "kind": kind, "label": label(name), "needed": needed, "depths": list(depths)}
