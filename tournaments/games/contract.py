"""What a game offers to the platform: rules, sheets and states are JSON, plays are notation, results are frozen values.

The platform stores and sends what a game gives it and never looks inside; a game never sees Django.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, runtime_checkable

Json: TypeAlias = Any
"""A value that ``json.dumps`` takes and ``json.loads`` gives back unchanged."""

Line: TypeAlias = int
"""A side at the table, counted from 0; shown to people as A, B, C ..."""

Seat: TypeAlias = int
"""A chair at the table, counted from 0 in playing order."""


class RefusedError(Exception):
    """A refusal by the rules: a stable ``code`` with a phrase, the ``field`` it is about, the phrase's values."""

    def __init__(self, code: str, *, field: str = "", **params: Json) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.params = params


@dataclass(frozen=True, slots=True)
class Award:
    """One reason for points in a deal, for the page that explains it: ``primiera``, points (1, 0), values (78, 71)."""

    code: str
    points: tuple[int, ...]
    values: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class DealScore:
    """What one deal gave to each line; ``tiebreak`` is 0 for a regular deal, else the number of the tie-break deal."""

    points: tuple[int, ...]
    tiebreak: int = 0
    awards: tuple[Award, ...] = ()
    facts: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What the game cannot know by itself about the match.

    ``must_decide``: a knockout needs a winner, so a level match goes to tie-break deals.
    ``time_called``: the hall clock has run out and the deal in progress was finished; nobody is at fault.
    """

    must_decide: bool = False
    time_called: bool = False


@dataclass(frozen=True, slots=True)
class ForfeitScore:
    """A match ended by a fault: the points after the assignment, their difference (floored), the lines that lose."""

    points: tuple[int, ...]
    difference: int
    losers: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class MatchLength:
    """How long a match is by its rules: a target of points, or a number of deals; and its limit of time, if any."""

    target: int | None = None
    deals: int | None = None
    minutes: int | None = None


@dataclass(frozen=True, slots=True)
class Transition:
    """The outcome of one action at a live table: the next state, the notation that was played, and what happened."""

    state: Json
    action: str
    events: tuple[Mapping[str, Json], ...] = ()


@runtime_checkable
class ScoredGame(Protocol):
    """Enough to run a tournament from paper scoresheets."""

    key: str
    presets: Mapping[str, Json]
    """Whole rulesets by name; a tournament copies one and may override it."""
    phrases: Mapping[str, str]
    """English sentence of every refusal, award, cause, preset; ``%(name)s`` are its places; ``locale/`` translates."""

    def check_rules(self, rules: Json) -> None:
        """Raise RefusedError naming the field when the ruleset is incomplete or impossible."""
        ...

    def lines(self, rules: Json) -> tuple[int, int]:
        """Fewest and most lines at a table."""
        ...

    def match_length(self, rules: Json) -> MatchLength: ...

    def read_sheet(self, rules: Json, form: Mapping[str, str]) -> Json:
        """The sheet that a form (the game's own ``_sheet.html``) posted; raises RefusedError with the form's field."""
        ...

    def write_sheet(self, sheet: Json) -> Mapping[str, str]:
        """The form values that show a sheet again: ``read_sheet(rules, write_sheet(sheet)) == sheet``."""
        ...

    def score_sheet(self, rules: Json, sheet: Json) -> DealScore:
        """The score of one deal from its sheet; raises RefusedError when the sheet contradicts itself."""
        ...

    def check_match(self, rules: Json, deals: Sequence[DealScore], circumstances: Circumstances) -> None:
        """Raise RefusedError when the deals cannot follow each other: one after the end, a tie-break not due."""
        ...

    def match_over(self, rules: Json, deals: Sequence[DealScore], circumstances: Circumstances) -> bool: ...

    def totals(self, rules: Json, deals: Sequence[DealScore]) -> tuple[int, ...]:
        """Points of each line in the regular deals (tie-break deals decide the winner only)."""
        ...

    def ranking(
        self, rules: Json, deals: Sequence[DealScore], circumstances: Circumstances
    ) -> Sequence[Sequence[Line]]:
        """Groups of equal lines, best first."""
        ...

    def tiebreak_deal_due(self, rules: Json, deals: Sequence[DealScore], circumstances: Circumstances) -> int:
        """Number of the tie-break deal to play next, 0 when none is due."""
        ...

    def forfeit_causes(self, rules: Json) -> Sequence[str]:
        """The causes for which this ruleset lets a line lose by fault, each with a phrase ``cause.<name>``."""
        ...

    def read_forfeit(self, rules: Json, form: Mapping[str, str]) -> Json:
        """The forfeit that a form (the game's own ``_forfeit.html``) posted: cause, offenders, snapshot."""
        ...

    def settle_forfeit(self, rules: Json, deals: Sequence[DealScore], forfeit: Json) -> ForfeitScore:
        """The points of a match that ended by fault during the deal after ``deals``."""
        ...


@runtime_checkable
class PlayableGame(ScoredGame, Protocol):
    """What a live table needs on top of paper."""

    def seats(self, rules: Json) -> Sequence[int]:
        """Numbers of seats that these rules can be played with."""
        ...

    def pack(self, rules: Json) -> Sequence[str]:
        """The cards in notation, in a fixed order; shuffling is the service's job."""
        ...

    def start(self, rules: Json, pack: Sequence[str], dealer: Seat, seats: int) -> Json:
        """The first state of a deal; raises RefusedError ``redeal`` when the same dealer must deal again."""
        ...

    def turn(self, state: Json) -> Seat | None:
        """Whose turn it is; None when the deal is over."""
        ...

    def legal_actions(self, state: Json, seat: Seat) -> Sequence[str]: ...

    def apply(self, state: Json, seat: Seat, action: str) -> Transition:
        """The next state; raises RefusedError with a code for malformed, illegal and ambiguous actions."""
        ...

    def view(self, state: Json, seat: Seat | None) -> Json:
        """What a seat (None: a spectator) may see, built from scratch."""
        ...

    def score(self, state: Json) -> DealScore:
        """The score of a finished deal."""
        ...

    def sheet(self, state: Json, tiebreak: int = 0) -> Json:
        """The sheet of a finished deal, as careful players would have written it on paper."""
        ...
