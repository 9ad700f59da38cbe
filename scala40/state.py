"""A deal and a position in it: the deal never changes, each move gives a new position."""

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from scala40.cards import Card, Hand
from scala40.melds import Meld
from scala40.moves import Move
from scala40.rules import Rules

Seat: TypeAlias = int
"""A chair, counted from 0 in playing order, which is clockwise."""

NOTHING_TAKEN: Final = -1


@dataclass(frozen=True, slots=True)
class Deal:
    """What the whole deal is played with."""

    rules: Rules
    seats: int
    dealer: Seat
    pack: tuple[Card, ...]


class Position(NamedTuple):
    """Where the cards are and what the seat in turn has done so far."""

    seat: Seat
    """Whose turn it is; of a finished deal, whose it was."""
    turns: int
    """How many turns are complete."""
    has_drawn: bool
    hands: tuple[Hand, ...]
    stock: tuple[Card, ...]
    drawn: int
    """How many cards of ``stock`` have been drawn: the next one is ``stock[drawn]``."""
    discards: tuple[Card, ...]
    """The last one lies on top."""
    melds: tuple[Meld, ...]
    opened: tuple[bool, ...]
    was_open: bool
    """Whether the seat in turn had opened before this turn."""
    taken: Card
    """The discard that was taken in this turn and is not used yet: it may not be discarded. ``NOTHING_TAKEN``: none."""
    is_bound: bool
    """Whether ``taken`` has to be used in this turn (R-S40-15, R-S40-16)."""
    owed: int
    """Jokers that were swapped in this turn and have to be used in it (R-S40-19)."""
    laid: int
    """Points laid in this turn by a seat that has not opened yet."""
    remakes: int
    """How often the stock was made anew."""
    is_over: bool

    @property
    def hand(self) -> Hand:
        """The cards of the seat in turn."""
        return self.hands[self.seat]


class State(NamedTuple):
    """A position of a deal, with its log and its legal moves."""

    deal: Deal
    position: Position
    log: tuple[Move, ...]
    legal: tuple[Move, ...]
    """What the seat whose turn it is may do, found once for those who ask and for the check; empty at the end."""

    @property
    def is_over(self) -> bool:
        return self.position.is_over

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; None when the deal is over."""
        return None if self.position.is_over else self.position.seat

    @property
    def hands(self) -> tuple[Hand, ...]:
        return self.position.hands

    @property
    def opened(self) -> tuple[bool, ...]:
        return self.position.opened

    @property
    def closer(self) -> Seat | None:
        """The seat that has closed; None while the deal goes on, and when it was void (R-S40-26)."""
        return self.position.seat if self.is_over and not self.position.hand else None

    @property
    def in_hand(self) -> bool:
        """Whether the closer had not opened before the turn in which the deal was closed (R-S40-13)."""
        return self.closer is not None and not self.position.was_open
