"""A deal and a position in it: the deal never changes, each play gives a new position."""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from scopa.cards import Card, Cards
from scopa.plays import Play
from scopa.rules import Rules

Seat: TypeAlias = int
"""A chair, counted from 0 in playing order, which is anticlockwise."""

Line: TypeAlias = int
"""A side: a pair at four seats, a player at two or three."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards as dealt, and all that follows from them before the first play."""

    rules: Rules
    seats: int
    dealer: Seat
    pack: tuple[Card, ...]
    table: Cards
    dealt: tuple[Cards, ...]
    """By seat: the 18, 12, 10 or 9 cards that it receives in the whole deal."""
    cycles: tuple[Cards, ...]
    """By cycle: the cards that all the seats hold when it begins."""
    turns: tuple[Seat, ...]
    """By play: whose it is."""
    lines: tuple[Line, ...]
    """By seat: the side it plays for."""
    piles: tuple[int, ...]
    """By seat: the pile that its captures go to, its side's or its own (R-SCO-57)."""
    sweeps_until: int
    """The first play from which emptying the table is no sweep any more."""
    plain_capture: bool
    """Whether captures follow the rules that all the sources share, which is the fast way."""


class State(NamedTuple):
    """A position. A tuple instead of a dataclass: it is made up to 40 times a deal, five times as fast."""

    deal: Deal
    held: Cards
    """The cards in all the hands; with ``Deal.dealt`` it gives each hand."""
    table: Cards
    taken: tuple[Cards, ...]
    """By pile: the cards in it."""
    sweeps: tuple[int, ...]
    last_capturer: Seat | None
    log: tuple[Play, ...]
    legal: tuple[Play, ...]
    """What the seat whose turn it is may play, found once for those who ask and for the check."""

    @property
    def is_over(self) -> bool:
        return len(self.log) == len(self.deal.turns)

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; None when the deal is over."""
        return None if self.is_over else self.deal.turns[len(self.log)]

    @property
    def cycle(self) -> int:
        """The number of the cycle in play, from 0; the last one when the deal is over."""
        return min(len(self.log), len(self.deal.turns) - 1) // (self.deal.rules.cards_each * self.deal.seats)

    @property
    def last_capture_line(self) -> Line | None:
        """The line of the last real capture; taking the cards left at the end is none (R-SCO-16)."""
        return None if self.last_capturer is None else self.deal.lines[self.last_capturer]

    def hand(self, seat: Seat) -> Cards:
        """Return the cards that ``seat`` holds now."""
        return self.held & self.deal.dealt[seat]
