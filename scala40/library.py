"""The entry point of the library: a deal and a table, played by name."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from gamekit.guards import card_names, of_kind, require_chairs, seat_of, spread_points
from scala40 import codec, match_checks, places, text
from scala40.cards import NAMES, PACK_NAMES, card, names
from scala40.closing import deal_points
from scala40.errors import IllegalMoveError, RefusalError, brief
from scala40.match import Line, Record, Setting, totals
from scala40.moves import read_move, write_move
from scala40.phrases import PHRASES, label
from scala40.places import Position
from scala40.rules import Rules
from scala40.state import Seat, State
from scala40.turn import begin, play
from scala40.view import view

Json: TypeAlias = Any

RefusalError.phrases = PHRASES
RefusalError.label = staticmethod(label)

PACK: Final[tuple[str, ...]] = PACK_NAMES
"""The names of the 108 cards: shuffle them as you like."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal (smazzata) at one moment. A move returns a new one; this one does not change."""

    state: State

    @classmethod
    def start(cls, rules: Rules, pack: Sequence[str], *, dealer: Seat = 0, seats: int = 2) -> "Deal":
        """Deal ``pack``, 108 names of cards with the top first, to 2 to 6 ``seats``; raises RefusalError."""
        return cls(
            begin(
                of_kind(rules, Rules, RefusalError),
                [card(name) for name in card_names(pack, RefusalError)],
                dealer,
                seats,
            )
        )

    @classmethod
    def read(cls, written: str) -> "Deal":
        """Return the deal of a text written by ``text``; cards that it leaves out are filled in from the pack."""
        return cls(codec.from_json(text.read(written)))

    @property
    def turn(self) -> Seat | None:
        """The seat whose turn it is; None when the deal is over."""
        return self.state.turn

    @property
    def is_over(self) -> bool:
        return self.state.is_over

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal moves of the seat in turn: ``draw``, ``take``, ``lay 8c*=9cTc``, ``off 4h>m2``, ``drop Ks``."""
        return tuple(map(write_move, self.state.legal))

    @property
    def table(self) -> tuple[tuple[str, ...], ...]:
        """The combinations on the table, the first is ``m1``."""
        return tuple(tuple(NAMES[each] for each in meld.cards) for meld in self.state.position.melds)

    def hand(self, seat: Seat) -> tuple[str, ...]:
        """Return the cards that a seat holds."""
        return tuple(names(self.state.hands[seat_of(seat, self.state.deal.seats, RefusalError)]))

    def play(self, written: str) -> "Deal":
        """Return the deal after a move of the seat in turn.

        Raises MalformedMoveError and IllegalMoveError, which are RefusalErrors.
        """
        seat = self.state.turn
        if seat is None:
            raise IllegalMoveError("deal_over")
        return Deal(play(self.state, seat, read_move(written)))

    @property
    def closer(self) -> Seat | None:
        """The seat that has closed; None while the deal goes on, and where it is void."""
        return self.state.closer

    @property
    def points(self) -> tuple[int, ...] | None:
        """The points of each seat for the cards left; None while the deal goes on."""
        return deal_points(self.state) if self.is_over else None

    def text(self) -> str:
        """Return the whole deal as text. It holds the stock: show it to no player."""
        return text.write(codec.to_json(self.state))

    def position(self, seat: Seat | None = None) -> str:
        """Return the position that a seat sees, or a spectator for None, as text."""
        return text.position(
            view(self.state, None if seat is None else seat_of(seat, self.state.deal.seats, RefusalError))
        )


@dataclass(frozen=True, slots=True)
class Match:
    """A table after some deals. A deal returns a new one; this one does not change.

    ``lines`` players sit there and ``through`` of them advance. Players who reach the limit are out, and the others
    play on.
    """

    rules: Rules
    lines: int = 4
    through: int = 2
    records: tuple[Record, ...] = ()

    def __post_init__(self) -> None:
        of_kind(self.rules, Rules, RefusalError)
        require_chairs(self.lines, self.through, match_checks.FEWEST, match_checks.MOST, RefusalError)

    def add(self, deal: Deal) -> "Match":
        """Return the table after a deal that is over.

        Its seats are the lines that play it, in their order: the level ones of a tie-break, or all who are still in.
        """
        if not isinstance(deal, Deal) or deal.points is None:
            raise RefusalError("deal_not_over", moves=len(deal.state.log) if isinstance(deal, Deal) else 0)
        standing = self._position
        if standing.ties:
            seated = standing.ties[0].lines
        else:
            seated = tuple(line for line, each in enumerate(standing.standings) if each.is_in)
        points = spread_points(deal.points, seated, self.lines, RefusalError)
        closer = None if deal.closer is None else seated[deal.closer]
        return self._with(Record(tuple(points), self.tiebreak, closer, deal.state.in_hand))

    def draw_cards(self, order: Sequence[Line]) -> "Match":
        """Return the table after level lines drew cards, where a tie goes by the card: the highest first.

        Raises RefusalError where no cards are to be drawn, or ``order`` is not that of the level lines.
        """
        known = isinstance(order, list | tuple) and all(type(each) is int and 0 <= each < self.lines for each in order)
        if not known or not order or len(set(order)) != len(order):
            raise RefusalError("order_missing", field="order")
        return self._with(Record((None,) * self.lines, self.tiebreak, order=tuple(order), depth="order"))

    def write(self, points: Sequence[int | None], closer: Line | None) -> "Match":
        """Return the table after a deal of which only the points are known, None for lines that are out.

        Raises RefusalError where no such deal can follow.
        """
        known = isinstance(points, list | tuple) and all(
            each is None or (type(each) is int and 0 <= each <= MOST_POINTS) for each in points
        )
        if not known:
            raise RefusalError("points_missing", field="points_a", line="A")
        if closer is not None and (type(closer) is not int or closer not in range(self.lines)):
            raise RefusalError("line_unknown", typed=brief(closer))
        return self._with(Record(tuple(points), self.tiebreak, closer))

    def _with(self, record: Record) -> "Match":
        records = (*self.records, record)
        match_checks.check(self.rules, records, self._setting)
        return replace(self, records=records)

    @property
    def is_over(self) -> bool:
        return self._position.is_over

    @property
    def tiebreak(self) -> int:
        """The number of the next tie-break; 0 for none."""
        return self._position.ties[0].number if self._position.ties else 0

    @property
    def totals(self) -> tuple[int, ...]:
        """The total of each line."""
        return totals(self.records) or (0,) * self.lines

    @property
    def ranking(self) -> tuple[tuple[Line, ...], ...]:
        """The lines from first to last; level ones stand together."""
        return tuple(group.lines for group in self._position.groups)

    @property
    def _setting(self) -> Setting:
        return Setting(lines=self.lines, through=self.through)

    @property
    def _position(self) -> Position:
        return places.position(self.rules, self.records, self._setting)


MOST_POINTS: Final = 999
"""More than any hand costs."""
