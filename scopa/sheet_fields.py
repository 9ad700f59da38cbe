"""The forms of a deal and of a forfeit, described for a program that fills them in: each field with its bounds."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

from scopa import forfeit
from scopa.cards import RANKS, SUITS
from scopa.forfeit_form import HOLDERS, OFFENDERS
from scopa.phrases import label
from scopa.player_checks import MOST_SWEEPS
from scopa.primiera import COUNTED, COUNTED_SIZES
from scopa.rules import Rules
from scopa.scoring import CATEGORIES
from scopa.sheet import AWARDED, DEPTHS, LINES, OF_PLAYERS, PLAYERS
from scopa.sheet_checks import CARDS, COINS, most_points, most_sweeps

Json: TypeAlias = Any
Field: TypeAlias = dict[str, Json]

WINNERS: Final = ("cards", "coins", "primiera")
"""What may be level, so that nobody, or each line, may have it."""


def of_deal(rules: Rules, tiebreak: int) -> Sequence[Field]:
    """The fields of one deal; ``tiebreak`` is its number where it breaks a tie."""
    by_line, by_player = [], []
    if not (rules.scores_players and rules.sides == "pairs"):
        by_line = _of_lines(rules)
    if rules.scores_players:
        by_player = _of_players(rules)
    depths = [each for each in DEPTHS if each == "points" or (by_player if each in OF_PLAYERS else by_line)]
    return [
        _choice("depth", depths),
        _whole("tiebreak", rules.ko_tiebreak_deals, needed=bool(tiebreak)),
        *_pair("points", most_points(rules), "points"),
        *by_line,
        *by_player,
        _choice("last_capture", tuple(LINES), needed=False),
    ]


def _of_lines(rules: Rules) -> list[Field]:
    return [
        *_pair("cards", CARDS, "counts"),
        *_pair("coins", COINS, "counts"),
        *(_choice(category, _owners(rules, category), "awards") for category in AWARDED),
        _choice("settebello", _owners(rules, "settebello"), "counts"),
        _choice("primiera", _owners(rules, "primiera"), "counts", needed=False),
        *_counted_by_line(rules),
        *_pair("sweeps", most_sweeps(rules), "awards", "counts"),
    ]


def _of_players(rules: Rules) -> list[Field]:
    """The fields of four players; ``who_cards_a1`` is ticked for each player who has the point of the cards."""
    settebello = (*PLAYERS, *(() if rules.all_taken else ("none",)))
    return [
        *_four("cards", CARDS, "player_counts"),
        *_four("coins", COINS, "player_counts"),
        *(_flag(f"who_{name}_{player}", "player_awards") for name in ("cards", "coins") for player in PLAYERS),
        _choice("who_settebello", settebello, *OF_PLAYERS),
        *(_flag(f"who_primiera_{player}", *OF_PLAYERS) for player in PLAYERS),
        *(_counted_by_player(rules, player) for player in PLAYERS),
        *_four("sweeps", MOST_SWEEPS[rules.sweep_exclusion], *OF_PLAYERS),
    ]


def _counted_by_line(rules: Rules) -> list[Field]:
    """What may be counted for the primiera: the best card of each suit, or how many of each rank."""
    if not rules.counts_ranks:
        return [
            _choice(f"best_{line}_{suit}", tuple(RANKS), "counts", needed=False) for line in LINES for suit in SUITS
        ]
    sizes = zip(COUNTED, COUNTED_SIZES, strict=True)
    return [field for word, size in sizes for field in _pair(word, size, "counts", needed=False)]


def _counted_by_player(rules: Rules, player: str) -> Field:
    name, most = (f"ranks_{player}", 24) if rules.counts_ranks else (f"best_{player}", 8)
    return _field(name, "text", ["player_counts"], needed=False) | {"most": most}


def _four(name: str, most: int, *depths: str) -> Iterator[Field]:
    return (_whole(f"{name}_{player}", most, *depths) for player in PLAYERS)


def _flag(name: str, *depths: str) -> Field:
    return _field(name, "flag", depths, needed=False)


def of_forfeit(rules: Rules) -> Sequence[Field]:
    """The fields of a match that ends by a fault; what had been won belongs to a deal in progress."""
    if not rules.forfeit_causes:
        return []
    return [
        _choice("cause", rules.forfeit_causes),
        _choice("offender", tuple(OFFENDERS)),
        _choice("moment", forfeit.MOMENTS),
        _whole("tiebreak", rules.ko_tiebreak_deals, needed=False),
        *(_choice(f"f_{category}", tuple(HOLDERS), needed=False) for category in CATEGORIES),
        *(_whole(f"f_sweeps_{line}", most_sweeps(rules), needed=False) for line in LINES),
    ]


def _owners(rules: Rules, category: str) -> tuple[str, ...]:
    ties = {"cards": rules.cards_tie, "coins": rules.coins_tie, "primiera": rules.primiera_tie}
    nobody = ("none",) if category in WINNERS or not rules.all_taken else ()
    return (*LINES, *nobody, *(("each",) if ties.get(category) == "each" else ()))


def _pair(name: str, most: int, *depths: str, needed: bool = True) -> Iterator[Field]:
    return (_whole(f"{name}_{line}", most, *depths, needed=needed) for line in LINES)


def _whole(name: str, most: int, *depths: str, needed: bool = True) -> Field:
    return _field(name, "whole", depths, needed=needed) | {"least": 0, "most": most}


def _choice(name: str, choices: Sequence[str], *depths: str, needed: bool = True) -> Field:
    return _field(name, "choice", depths, needed=needed) | {"choices": list(choices)}


def _field(name: str, kind: str, depths: Sequence[str], *, needed: bool) -> Field:
    return {"name": name, "kind": kind, "label": label(name), "needed": needed, "depths": list(depths)}
