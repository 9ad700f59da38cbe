"""Dealing: cards for seats and table, what undoes a deal, the next dealer; whose turn, whose pile, the last sweep."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeVar

from scopa.cards import BIT, KINGS, PACK_SIZE, VALUE, Card, Cards, members
from scopa.errors import RefusalError, brief
from scopa.rules import SEVERAL, Rules
from scopa.state import Deal, Line, Seat

T = TypeVar("T")

FOUR: Final = 4
_WHOLE_PACK: Final = frozenset(range(PACK_SIZE))
# At a table of several, level lines play a deal between themselves (R-SCO-62).
SEATS: Final = {"singles": (2, 3), "pairs": (4,), "both": (2, 3, 4), SEVERAL: (2, 3, 4)}


def seats_allowed(rules: Rules) -> tuple[int, ...]:
    """Return the numbers of seats that the rules can be played with (R-SCO-03)."""
    return SEATS[rules.sides]


def next_dealer(dealer: Seat, seats: int) -> Seat:
    """Return the next dealer: the player on the right, also in tie-break deals and further matches (R-SCO-17)."""
    return (dealer + 1) % seats


def deal(rules: Rules, pack: Sequence[Card], dealer: Seat, seats: int) -> Deal:
    """Return the cards dealt one by one from the dealer's right, with those on the table (R-SCO-05, R-SCO-72).

    ``pack`` holds all 40, top first. Raises RefusalError ``redeal`` when the same dealer must shuffle and deal again
    for its kings or its low sum on the table (R-SCO-12, R-SCO-73).
    """
    if type(seats) is not int or seats not in seats_allowed(rules):
        raise RefusalError("seats_not_allowed", field="seats", seats=brief(seats))
    if type(dealer) is not int or dealer not in range(seats):
        raise RefusalError("dealer_not_seated", field="dealer", dealer=brief(dealer))
    if len(pack) != PACK_SIZE or frozenset(pack) != _WHOLE_PACK:
        raise RefusalError("pack_incomplete", field="pack", cards=len(set(pack)))
    first, bits = rules.cards_each * seats, tuple([BIT[card] for card in pack])
    gives, table = cards_for_seats(rules, bits, seats), sum(on_table(rules, bits, seats))
    if table and _is_dealt_again(rules, table):
        raise RefusalError("redeal", kings=(table & KINGS).bit_count(), worth=_worth(table))
    return Deal(
        rules=rules,
        seats=seats,
        dealer=dealer,
        pack=tuple(pack),
        table=table,
        dealt=tuple([sum(of_seat(gives, dealer, seats, seat)) for seat in range(seats)]),
        cycles=tuple([sum(gives[start : start + first]) for start in range(0, rules.plays_in_deal, first)]),
        turns=turns(dealer, seats, rules.plays_in_deal),
        lines=lines(seats, pairs=rules.has_partners),
        piles=piles(rules, seats),
        sweeps_until=sweeps_until(rules, seats),
        plain_capture=rules.plain_capture,
    )


def on_table(rules: Rules, pack: tuple[T, ...], seats: int) -> tuple[T, ...]:
    """Return the cards of a pack that lie on the table when play begins."""
    first = rules.cards_each * seats
    return pack[first : first + rules.first_table_cards]


def cards_for_seats(rules: Rules, pack: tuple[T, ...], seats: int) -> tuple[T, ...]:
    """Return the cards of a pack that the seats receive, in the order of dealing."""
    first = rules.cards_each * seats
    return pack[:first] + pack[first + rules.first_table_cards :]


def of_seat(gives: tuple[T, ...], dealer: Seat, seats: int, seat: Seat) -> tuple[T, ...]:
    """Return the cards that one seat receives; the dealer's right is the first."""
    return gives[(seat - dealer - 1) % seats :: seats]


def _is_dealt_again(rules: Rules, table: Cards) -> bool:
    """Return whether the first table cards undo a deal: many kings (R-SCO-12), or a low sum (R-SCO-73)."""
    threshold, low = rules.redeal_kings_threshold, rules.redeal_low_sum
    if threshold is not None and (table & KINGS).bit_count() >= threshold:
        return True
    return low is not None and _worth(table) <= low


def _worth(table: Cards) -> int:
    return sum([VALUE[card] for card in members(table)])


@lru_cache
def turns(dealer: Seat, seats: int, plays: int) -> tuple[Seat, ...]:
    """Return the seat of each play: the dealer's right begins, the others follow anticlockwise (R-SCO-06)."""
    return tuple((dealer + 1 + play) % seats for play in range(plays))


@lru_cache
def lines(seats: int, *, pairs: bool = True) -> tuple[Line, ...]:
    """Return the line of each seat: with pairs, partners sit opposite at four seats (R-SCO-03)."""
    return tuple(seat % 2 if seats == FOUR and pairs else seat for seat in range(seats))


def piles(rules: Rules, seats: int) -> tuple[int, ...]:
    """Return the pile of each seat's captures: the line's, or each player's own (R-SCO-57)."""
    return tuple(range(seats)) if rules.scores_players else lines(seats, pairs=rules.has_partners)


def sweeps_until(rules: Rules, seats: int) -> int:
    """Return the first play from which emptying the table is no sweep (R-SCO-14)."""
    if rules.sweep_exclusion == "none":
        return rules.plays_in_deal
    return rules.plays_in_deal - (1 if rules.sweep_exclusion == "last_play" else rules.cards_each * seats)
