"""What a stage is decided by: who plays, the tables that were announced, and the results that were settled."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from tournaments.competition.types import Entrant

NO_GROUP: Final = 0
"""The group of a table in a stage that has no groups; groups count from 1."""


class Meeting(NamedTuple):
    """A table of a round, by the keys of those who sit there, line A first; a single key rests.

    ``size`` of them are a line: two where partners have entered singly.
    """

    round: int
    keys: tuple[int, ...]
    group: int = NO_GROUP
    size: int = 1

    @property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """The keys of each line."""
        return tuple([self.keys[at : at + self.size] for at in range(0, len(self.keys), self.size)])

    @property
    def is_rest(self) -> bool:
        """Whether nobody is met: the only one here rests this round."""
        return len(self.keys) == 1


class Score(NamedTuple):
    """What one line has from a settled table; ``mp`` is signed, ``place`` is that at the table.

    Both lines of a drawn match have place 1. ``place`` is None where a line lost by a fault that gives no place.
    """

    place: int | None
    points: int = 0
    vp: int = 0
    mp: int = 0
    deals: int = 0


class Result(NamedTuple):
    """A settled table, with a score for each of its lines. A rest, a bye and a walkover are not ``is_played``."""

    meeting: Meeting
    scores: tuple[Score, ...]
    is_played: bool = True


class Decided(NamedTuple):
    """How entries that were level after a round were parted by hand: the criterion, and their keys, best first."""

    by: str
    keys: tuple[int, ...]
    round: int


class Apart(NamedTuple):
    """Some who should not meet, by their keys, up to a round (R-HND-11); 0 up to the last."""

    keys: tuple[int, ...]
    until: int = 0

    def holds_in(self, round_: int) -> bool:
        return not self.until or round_ <= self.until


Rounds: TypeAlias = Mapping[int, int]
"""A round for each key."""

NEVER: Rounds = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that decides a stage.

    entrants  in the order of the draw, those who came late last
    meetings  the tables that were announced, in their order; they stand whatever is corrected later
    results   the settled ones among them, in the same order
    came      the first round of each key that came late
    left      the last round of each key that left the event
    decided   ties that were decided by hand, the newest first; each counts as long as its round is the last (R-TIE-12)
    apart     those who should not meet in the round that comes
    """

    entrants: tuple[Entrant, ...]
    meetings: tuple[Meeting, ...] = ()
    results: tuple[Result, ...] = ()
    came: Rounds = field(default_factory=lambda: NEVER)
    left: Rounds = field(default_factory=lambda: NEVER)
    decided: tuple[Decided, ...] = ()
    apart: tuple[Apart, ...] = ()

    @property
    def last_round(self) -> int:
        """The last round that was announced; 0 before the first."""
        return self.meetings[-1].round if self.meetings else 0

    @property
    def decided_now(self) -> tuple[Decided, ...]:
        """Return the ties that were decided by hand after the last round."""
        return tuple([each for each in self.decided if each.round == self.last_round])

    def playing(self, round_: int) -> tuple[int, ...]:
        """Return the keys of those who are in the event in this round, in the order of the draw."""
        return tuple(
            each.key
            for each in self.entrants
            if self.came.get(each.key, 1) <= round_ <= self.left.get(each.key, round_)
        )


class Reason(NamedTuple):
    """Why a place or a pairing is as it is: a code of ``competition.phrases``, and its parameters."""

    code: str
    params: Mapping[str, int | str] = MappingProxyType({})
