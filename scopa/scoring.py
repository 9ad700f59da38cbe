"""The points of a finished deal, its sheet or a forfeit: cards, coins, settebello, primiera, napola and sweeps."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from scopa.cards import BIT, DENARI, SETTEBELLO, Cards
from scopa.napola import napolas
from scopa.primiera import COUNTED, Best, Ranks, best_cards, contenders, most_sevens, prime, ranks_of
from scopa.rules import Rules
from scopa.state import Line

CATEGORIES: Final = ("cards", "coins", "settebello", "primiera")
"""The four points of the pack (punti di mazzo), in the order in which they are counted."""

# R-SCO-19, R-SCO-20; the thresholds of 002.
CARDS_THRESHOLD: Final = 21
COINS_THRESHOLD: Final = 6

PLAYERS: Final = 4
"""Piles of a deal in which each player scores their own."""

Winners: TypeAlias = tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Award:
    """Points given: the category, the points by line, and the compared values by line."""

    code: str
    points: tuple[int, ...]
    values: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """The points of one deal by line, with the awards that add up to them."""

    points: tuple[int, ...]
    awards: tuple[Award, ...] = ()


@lru_cache(maxsize=1 << 12)
def leaders(values: tuple[int, ...], tie: str, threshold: int = 0) -> Winners:
    """Return the lines with the highest count, if it reaches the threshold; level lines only if ``tie`` is "each"."""
    most = max(values)
    if most < threshold:
        return ()
    ahead = tuple(line for line, value in enumerate(values) if value == most)
    return ahead if len(ahead) == 1 or tie == "each" else ()


def cards_winners(rules: Rules, counts: tuple[int, ...]) -> Winners:
    """Return the winners of the cards (R-SCO-19)."""
    return leaders(counts, rules.cards_tie, CARDS_THRESHOLD if rules.cards_rule == "threshold" else 0)


def coins_winners(rules: Rules, counts: tuple[int, ...]) -> Winners:
    """Return the winners of the coins (R-SCO-20)."""
    return leaders(counts, rules.coins_tie, COINS_THRESHOLD if rules.coins_rule == "threshold" else 0)


def primiera_winners(rules: Rules, best: tuple[Best, ...], sums: tuple[int, ...]) -> Winners:
    """Return the winners of the primiera, by the best cards of each line and their sums (R-SCO-22, R-SCO-23)."""
    able = contenders(rules, best)
    if len(able) == len(sums):
        return leaders(sums, rules.primiera_tie)
    if not able:
        return ()
    return tuple([able[place] for place in leaders(tuple(sums[line] for line in able), rules.primiera_tie)])


def primes(rules: Rules, best: tuple[Best, ...]) -> tuple[int, ...]:
    """Return the sum of the best cards of each line."""
    return tuple([prime(each, rules.primiera_values) for each in best])


def ranks_winners(rules: Rules, ranks: Sequence[Ranks]) -> Winners:
    """Return the winners of the primiera by the most sevens, then sixes and so on (R-SCO-58, R-SCO-23)."""
    ahead, _ = most_sevens(ranks)
    return ahead if len(ahead) == 1 or rules.primiera_tie == "each" else ()


def settebello_winners(taken: Sequence[Cards]) -> Winners:
    """Return the line that has the settebello (R-SCO-24)."""
    return tuple([line for line, own in enumerate(taken) if own & BIT[SETTEBELLO]])


def winners(rules: Rules, category: str, taken: Sequence[Cards]) -> Winners:
    """Return the winners of one of the four categories with these cards."""
    if category == "cards":
        return cards_winners(rules, tuple(own.bit_count() for own in taken))
    if category == "coins":
        return coins_winners(rules, tuple((own & DENARI).bit_count() for own in taken))
    if category == "settebello":
        return settebello_winners(taken)
    if rules.counts_ranks:
        return ranks_winners(rules, tuple(map(ranks_of, taken)))
    best = tuple(best_cards(own) for own in taken)
    return primiera_winners(rules, best, primes(rules, best))


def category_points(rules: Rules, category: str) -> int:
    """Return what a category is worth."""
    return rules.settebello if category == "settebello" else 1


def award(rules: Rules, category: str, won_by: Winners, values: tuple[int, ...] | None, lines: int = 2) -> Award:
    """Return the award of one category to the lines that won it."""
    return _award(category, won_by, category_points(rules, category), lines, values)


def ranks_award(rules: Rules, ranks: Sequence[Ranks]) -> Award:
    """Return the award of the primiera by counts of ranks, with the rank that decided it."""
    last = most_sevens(ranks)[1]
    code = f"primiera_{tuple(COUNTED)[last]}"
    return award(rules, code, ranks_winners(rules, ranks), tuple([own[last] for own in ranks]), len(ranks))


def best_award(rules: Rules, best: tuple[Best, ...]) -> Award:
    """Return the award of the primiera by best cards, with their sums."""
    sums = primes(rules, best)
    return award(rules, "primiera", primiera_winners(rules, best, sums), sums, len(best))


@lru_cache(maxsize=1 << 12)
def _award(code: str, won_by: Winners, worth: int, lines: int, values: tuple[int, ...] | None) -> Award:
    """Return the award of a category with so many points for each winner."""
    return Award(code, tuple(worth if line in won_by else 0 for line in range(lines)), values)


def sweeps_award(rules: Rules, sweeps: Sequence[int]) -> Award:
    """Return the award of the sweeps (R-SCO-25)."""
    return Award("sweeps", tuple([rules.sweep_points * made for made in sweeps]), tuple(sweeps))


def napola_award(rules: Rules, points: Sequence[int] | None) -> tuple[Award, ...]:
    """Return the award of the napola by pile, or none where it is not played (R-SCO-70)."""
    return (Award("napola", tuple(points)),) if rules.longest_napola and points is not None else ()


def total(awards: Sequence[Award]) -> Score:
    """Return the score that is the sum of some awards."""
    points = tuple(map(sum, zip(*[each.points for each in awards], strict=True)))
    return Score(points, tuple(awards))


def by_line(found: Score) -> Score:
    """Return the score of four players as that of two lines: partners add points; values stay those of players."""
    awards = tuple([Award(each.code, _of_lines(each.points), each.values) for each in found.awards])
    return Score(_of_lines(found.points), awards)


def _of_lines(points: tuple[int, ...]) -> tuple[int, int]:
    """Add the points of partners, who sit opposite: seats 0 and 2 are one line, 1 and 3 the other."""
    return sum(points[::2]), sum(points[1::2])


def score_deal(rules: Rules, taken: Sequence[Cards], sweeps: Sequence[int]) -> Score:
    """Return the score of a deal by line, from the piles of lines, or of four players with own piles (R-SCO-57)."""
    found = score_taken(rules, taken, sweeps)
    return by_line(found) if rules.scores_players and len(taken) == PLAYERS else found


def score_taken(rules: Rules, taken: Sequence[Cards], sweeps: Sequence[int]) -> Score:
    """Return the score of the piles of a deal, from their cards and their sweeps (R-SCO-18)."""
    lines = len(taken)
    cards = tuple([own.bit_count() for own in taken])
    coins = tuple([(own & DENARI).bit_count() for own in taken])
    if rules.counts_ranks:
        primiera = ranks_award(rules, tuple(map(ranks_of, taken)))
    else:
        primiera = best_award(rules, tuple([best_cards(own) for own in taken]))
    return total(
        (
            award(rules, "cards", cards_winners(rules, cards), cards, lines),
            award(rules, "coins", coins_winners(rules, coins), coins, lines),
            award(rules, "settebello", settebello_winners(taken), None, lines),
            primiera,
            *napola_award(rules, napolas(rules, taken)),
            sweeps_award(rules, sweeps),
        )
    )
