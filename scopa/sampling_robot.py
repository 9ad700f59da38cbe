"""The robot of level three: it counts the cards, and searches in hands that the others may hold (R-SCO-75)."""

from collections.abc import Callable, Mapping, Sequence
from math import erf, sqrt
from typing import Any, Final, TypeAlias

from scopa.capture import house_plays, may_sweep, plain_plays
from scopa.cards import ALL_CARDS, BIT, CARD_OF_NAME, DENARI, NO_CARDS, SETTEBELLO, SUIT_CARDS, Cards, members
from scopa.dealing import lines as lines_of
from scopa.dealing import piles as piles_of
from scopa.dealing import sweeps_until
from scopa.napola import RUN
from scopa.plays import Play, parse_play
from scopa.primiera import worth
from scopa.rules import Rules
from scopa.scoring import score_taken

Json: TypeAlias = Any
Dice: TypeAlias = Callable[[int], int]

# The work of one decision, counted and not timed: positions altogether, and sets of hidden hands.
POSITIONS: Final = 3_000
LEAST_HANDS: Final = 3
MOST_HANDS: Final = 60
# How many orders of cards alone a search of one set of hands may have: it ends before the play that makes it more.
ORDERS: Final = 12

# How far the difference of two piles goes with each card that is still to be taken: a capture brings several.
SPREAD_OF_CARDS: Final = 1.5
SPREAD_OF_COINS: Final = 1.1
# By value from the ace: what a coin is worth to the napola, which a pile has in about a quarter of the deals.
OF_NAPOLA: Final = (0.4, 0.4, 0.4, 0.15, 0.12, 0.09, 0.07, 0.05, 0.04, 0.03)
# The best value that a search can still find, of either side.
_ANY: Final = 1_000.0

_SUITS: Final = tuple(
    tuple(sorted(((BIT[card], worth(card)) for card in members(suit)), key=lambda each: -each[1]))
    for suit in SUIT_CARDS
)
"""By suit, its cards, the best for the primiera first, each with its points."""


def _chances(most: int, spread: float) -> tuple[tuple[float, ...], ...]:
    """Return what a point is worth by what is left to take and by the lead, from ``-most`` to ``most``."""
    return tuple(
        tuple(erf(lead / (spread * sqrt(2 * left))) if left else float((lead > 0) - (lead < 0)) for lead in leads)
        for left, leads in ((left, range(-most, most + 1)) for left in range(most + 1))
    )


_OF_CARDS: Final = _chances(40, SPREAD_OF_CARDS)
_OF_COINS: Final = _chances(10, SPREAD_OF_COINS)


def choose(rules: Rules, view: Mapping[str, Json], actions: Sequence[str], dice: Dice) -> str:
    """Choose one of the ``actions`` of the seat that has this view.

    ``view["memory"]`` is what the seat has seen taken, by pile. ``dice`` deal the hands that it does not see, and
    choose among equal actions.
    """
    if len(actions) == 1:
        return actions[0]
    position = Position(rules, view)
    plays = [(card, captured or NO_CARDS) for card, captured in map(parse_play, actions)]
    worths = [0.0] * len(plays)
    for number in range(MOST_HANDS):
        if number >= LEAST_HANDS and position.seen >= POSITIONS:
            break
        hands = position.hands(dice)
        for at, each in enumerate(plays):
            worths[at] += position.after(each, hands)
        if position.is_open:
            # All the hands are known.
            break
    best = [action for action, each in zip(actions, worths, strict=True) if each == max(worths)]
    return best[dice(len(best))]


class Position:
    """A position as a seat knows it, and the search from it."""

    def __init__(self, rules: Rules, view: Mapping[str, Json]) -> None:
        self.rules, self.seats, self.seat = rules, view["seats"], view["seat"]
        self.lines = lines_of(self.seats, pairs=rules.has_partners)
        self.own_line = self.lines[self.seat]
        self.others = len(set(self.lines)) - 1
        self.table = _cards(view["table_cards"])
        # The piles of partners together, also where each scores their own.
        self.taken = [NO_CARDS] * (self.others + 1)
        self.sweeps = 0.0
        line_of_pile = dict(zip(piles_of(rules, self.seats), self.lines, strict=True))
        for pile, cards in enumerate(view["memory"]):
            self.taken[line_of_pile[pile]] |= _cards(cards)
            self.sweeps += self._sweeps_of(line_of_pile[pile], view["sweeps"][pile])
        self.last: int | None = view["last_capture"]
        self.held: Sequence[int] = view["held"]
        self.open = {int(seat): _cards(hand) for seat, hand in view["open_hands"].items()} | {
            self.seat: _cards(view["hand"])
        }
        known = self.table
        for cards in (*self.taken, *self.open.values()):
            known |= cards
        self.unknown = members(ALL_CARDS & ~known)
        self.is_open = all(seat in self.open for seat, held in enumerate(self.held) if held)
        self.played: int = rules.plays_in_deal - view["stock"] - sum(self.held)
        self.sweeps_until = sweeps_until(rules, self.seats)
        self.until = self._horizon()
        self.seen = 0
        """The positions that the search has met."""
        self._plays: dict[tuple[Cards, Cards], Sequence[Play]] = {}
        self._best: dict[Cards, tuple[int, ...]] = {}
        self._primes: dict[tuple[Cards, Cards], float] = {}

    def _horizon(self) -> int:
        """Return the play before which a search ends: the next cards, or as many orders of the hands as it may try."""
        held, seat, orders, until = list(self.held), self.seat, 1, self.played
        while held[seat] and (until == self.played or orders * held[seat] <= ORDERS):
            orders *= held[seat] if until > self.played else 1
            held[seat] -= 1
            until += 1
            seat = (seat + 1) % self.seats
        return until

    def hands(self, dice: Dice) -> list[Cards]:
        """Return hands of all seats that may be those that they hold, each equally likely."""
        left, hands = list(self.unknown), []
        for seat, held in enumerate(self.held):
            cards = self.open.get(seat)
            if cards is None:
                cards = NO_CARDS
                for _each in range(held):
                    at = dice(len(left))
                    left[at], left[-1] = left[-1], left[at]
                    cards |= BIT[left.pop()]
            hands.append(cards)
        return hands

    def after(self, play: Play, hands: Sequence[Cards]) -> float:
        """Return what the deal is worth to the seat's line when it makes this play, in points ahead of the others."""
        return self._make(play, self.played, self.seat, list(hands), self.table, self.sweeps, self.last, -_ANY, _ANY)

    def _make(
        self,
        play: Play,
        number: int,
        seat: int,
        hands: list[Cards],
        table: Cards,
        sweeps: float,
        last: int | None,
        least: float,
        most: float,
    ) -> float:
        """Make a play, search on from there, and take it back."""
        card, captured = play
        bit, line, taken = BIT[card], self.lines[seat], self.taken
        before, own = hands[seat], taken[line]
        hands[seat] = before & ~bit
        if captured:
            table &= ~captured
            taken[line] = own | captured | bit
            last = line
            if not table and number < self.sweeps_until and may_sweep(self.rules, card, captured):
                sweeps += self._sweeps_of(line, 1)
        else:
            table |= bit
        value = self._search(number + 1, (seat + 1) % self.seats, hands, table, sweeps, last, least, most)
        hands[seat], taken[line] = before, own
        return value

    def _search(
        self,
        number: int,
        seat: int,
        hands: list[Cards],
        table: Cards,
        sweeps: float,
        last: int | None,
        least: float,
        most: float,
    ) -> float:
        """Return the value of a position in which everybody sees all the hands; the others play against the seat.

        Values up to ``least`` and from ``most`` on need not be exact.
        """
        self.seen += 1
        if number == self.until:
            return self._end(table, last, sweeps) if number == self.rules.plays_in_deal else self._value(sweeps)
        is_own = self.lines[seat] == self.own_line
        best = -_ANY if is_own else _ANY
        for play in self._legal(hands[seat], table):
            value = self._make(play, number, seat, hands, table, sweeps, last, least, most)
            if is_own:
                best = max(best, value)
                least = max(least, value)
            else:
                best = min(best, value)
                most = min(most, value)
            if least >= most:
                break
        return best

    def _legal(self, hand: Cards, table: Cards) -> Sequence[Play]:
        """Return the plays of a hand, those that take most first."""
        found = self._plays.get((hand, table))
        if found is None:
            cards = members(hand)
            plays = plain_plays(cards, table) if self.rules.plain_capture else house_plays(self.rules, cards, table)
            found = self._plays[hand, table] = sorted(plays, key=lambda play: -play[1].bit_count())
        return found

    def _end(self, table: Cards, last: int | None, sweeps: float) -> float:
        """Return by how many points the line is ahead at the end of the deal."""
        taken = list(self.taken)
        if last is not None and self.rules.all_taken:
            taken[last] |= table
        points = score_taken(self.rules, taken, [0] * len(taken)).points
        own = points[self.own_line]
        return own - (sum(points) - own) / self.others + self.rules.sweep_points * sweeps

    def _value(self, sweeps: float) -> float:
        """Return by how many points the line may expect to be ahead, when the rest is as likely to go to anybody."""
        own, value = self.taken[self.own_line], 0.0
        for line, other in enumerate(self.taken):
            if line != self.own_line:
                value += self._ahead(own, other)
        return value / self.others + self.rules.sweep_points * sweeps

    def _ahead(self, own: Cards, other: Cards) -> float:
        coins, other_coins = (own & DENARI).bit_count(), (other & DENARI).bit_count()
        cards, other_cards = own.bit_count(), other.bit_count()
        value = _OF_CARDS[40 - cards - other_cards][40 + cards - other_cards]
        value += _OF_COINS[10 - coins - other_coins][10 + coins - other_coins]
        value += self.rules.settebello * ((own >> SETTEBELLO & 1) - (other >> SETTEBELLO & 1))
        for coin, each in zip(RUN[: self.rules.longest_napola], OF_NAPOLA, strict=False):
            value += each * (bool(own & coin) - bool(other & coin))
        prime = self._primes.get((own, other))
        if prime is None:
            prime = self._primes[own, other] = self._prime(own, other)
        return value + prime

    def _prime(self, own: Cards, other: Cards) -> float:
        """Return what the primiera is worth: of each suit the best card that is left may go to either."""
        lead = spread = 0.0
        suits = zip(self._bests(own), self._bests(other), self._bests(ALL_CARDS & ~(own | other)), strict=True)
        for mine, theirs, left in suits:
            most, least = max(mine, left) - theirs, mine - max(theirs, left)
            lead += (most + least) / 2
            spread += (most - least) ** 2 / 4
        return erf(lead / sqrt(2 * spread)) if spread else float((lead > 0) - (lead < 0))

    def _bests(self, cards: Cards) -> tuple[int, ...]:
        """Return the points of the best card of each suit, 0 for a suit that is missing."""
        found = self._best.get(cards)
        if found is None:
            found = self._best[cards] = tuple(
                next((points for bit, points in suit if cards & bit), 0) for suit in _SUITS
            )
        return found

    def _sweeps_of(self, line: int, made: int) -> float:
        return made if line == self.own_line else -made / self.others


def _cards(names: Sequence[str]) -> Cards:
    found = NO_CARDS
    for name in names:
        found |= BIT[CARD_OF_NAME[name]]
    return found
