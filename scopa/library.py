"""The entry point of the library: a deal and a match, played by name."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from gamekit.guards import card_names, of_kind, require_chairs, seat_of, spread_points
from gamekit.order import Position, Setting
from scopa import codec, match, text
from scopa.cards import NAMES, card, names
from scopa.errors import IllegalPlayError, RefusalError, brief
from scopa.match import Record
from scopa.phrases import PHRASES, label
from scopa.plays import Play, write_play
from scopa.rules import Rules
from scopa.scoring import Score, score_deal
from scopa.state import Line, Seat, State
from scopa.turn import begin, play, read_play
from scopa.view import view

Json: TypeAlias = Any

RefusalError.phrases = PHRASES
RefusalError.label = staticmethod(label)

PACK: Final[tuple[str, ...]] = NAMES
"""The names of the 40 cards: shuffle them as you like."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal (smazzata) at one moment. A play returns a new one; this one does not change."""

    state: State

    @classmethod
    def start(cls, rules: Rules, pack: Sequence[str], *, dealer: Seat = 0, seats: int = 2) -> "Deal":
        """Deal ``pack``, 40 names of cards with the top first, to 2, 3 or 4 ``seats``.

        Raises RefusalError: ``redeal`` where the rules want the same dealer to shuffle and deal again.
        """
        return cls(
            begin(
                of_kind(rules, Rules, RefusalError),
                tuple(card(name) for name in card_names(pack, RefusalError)),
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
        """The legal plays of the seat in turn: ``7d`` lays a card, ``7dx3c+4b`` takes others with it."""
        return tuple(map(write_play, self.state.legal))

    @property
    def table(self) -> tuple[str, ...]:
        """The cards on the table."""
        return tuple(names(self.state.table))

    def hand(self, seat: Seat) -> tuple[str, ...]:
        """Return the cards that a seat holds."""
        return tuple(names(self.state.hand(seat_of(seat, self.state.deal.seats, RefusalError))))

    def play(self, written: str) -> "Deal":
        """Return the deal after a play of the seat in turn; ``7dx`` captures where only one capture is possible.

        Raises MalformedPlayError, AmbiguousPlayError and IllegalPlayError, which are RefusalErrors.
        """
        seat = self.state.turn
        if seat is None:
            raise IllegalPlayError("deal_over")
        chosen: Play = read_play(self.state, written)
        return Deal(play(self.state, seat, chosen))

    @property
    def score(self) -> Score | None:
        """The points of each line with their reasons; None while the deal goes on."""
        state = self.state
        return score_deal(state.deal.rules, state.taken, state.sweeps) if state.is_over else None

    @property
    def last_capture(self) -> Line | None:
        """The line that captured last; taking the cards left at the end does not count."""
        return self.state.last_capture_line

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
    """A match (partita) after some deals. A deal returns a new one; this one does not change.

    With ``must_decide`` somebody has to win, so that level lines play up to three tie-break deals; ``lines`` sit at the
    table and ``through`` of them advance.
    """

    rules: Rules
    lines: int = 2
    must_decide: bool = False
    through: int = 1
    records: tuple[Record, ...] = ()

    def __post_init__(self) -> None:
        of_kind(self.rules, Rules, RefusalError)
        fewest, most = (3, 4) if self.rules.is_for_several else (2, 2)
        require_chairs(self.lines, self.through, fewest, most, RefusalError)

    def add(self, deal: Deal) -> "Match":
        """Return the match after a deal that is over."""
        if not isinstance(deal, Deal) or deal.score is None:
            plays = len(deal.state.log) if isinstance(deal, Deal) else 0
            raise RefusalError("deal_not_over", plays=plays)
        points = spread_points(deal.score.points, self._playing, self.lines, RefusalError)
        # A deal numbers only the lines that play.
        return self.write(points, None if deal.last_capture is None else self._playing[deal.last_capture])

    def write(self, points: Sequence[int | None], last_capture: Line | None = None) -> "Match":
        """Return the match after a deal of which only the points are known; None for a line that did not play.

        Raises RefusalError where no such deal can follow.
        """
        if last_capture is not None and (type(last_capture) is not int or last_capture not in range(self.lines)):
            raise RefusalError("last_capture_unknown", field="last_capture", typed=brief(last_capture))
        written = tuple(points) if isinstance(points, list | tuple) else ()
        if not written or not all(each is None or (type(each) is int and 0 <= each <= MOST_POINTS) for each in written):
            raise RefusalError("points_missing", field="points_a", player="A")
        record = Record(written, self.tiebreak, last_capture)
        records = (*self.records, record)
        match.check(self.rules, records, self._setting)
        return replace(self, records=records)

    @property
    def _playing(self) -> tuple[Line, ...]:
        """The lines that play the next deal: the level ones of a tie-break, or all."""
        tie = self._position.tie
        return tie.lines if tie else tuple(range(self.lines))

    @property
    def is_over(self) -> bool:
        return self._position.is_ended and self._position.tie is None

    @property
    def tiebreak(self) -> int:
        """The number of the next tie-break deal (spareggio); 0 for none."""
        return self._position.tie.number if self._position.tie else 0

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each line, without tie-break deals."""
        return match.totals(self.rules, self.records, self.lines)

    @property
    def ranking(self) -> tuple[tuple[Line, ...], ...]:
        """The lines from first to last; level ones stand together."""
        return tuple(group.lines for group in self._position.groups)

    @property
    def _setting(self) -> Setting:
        return Setting(must_decide=self.must_decide, lines=self.lines, through=self.through)

    @property
    def _position(self) -> Position:
        return match.position(self.rules, self.records, self._setting)


MOST_POINTS: Final = 80
"""More than any deal gives: the points of the pack with a settebello of three, ten of a napola, 20 sweeps of three."""
