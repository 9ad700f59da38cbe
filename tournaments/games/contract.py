"""What a game offers to the platform: rules, sheets and states are JSON, plays are notation, results are frozen values.

The platform stores and sends what a game gives it and never looks inside; a game never sees Django.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

Json: TypeAlias = Any
"""A value that ``json.dumps`` takes and ``json.loads`` gives back unchanged."""

Line: TypeAlias = int
"""A side at the table, counted from 0; shown to people as A, B, C ..."""

Seat: TypeAlias = int
"""A chair at the table, counted from 0 in playing order."""

Dice: TypeAlias = Callable[[int], int]
"""A whole number from 0 to one less than the given one, each equally likely."""

Robot: TypeAlias = Callable[[Json, Json, Sequence[str], Dice], str]
"""From the rules, a seat's view and its legal actions, at least one, to the action that a robot chooses there."""


RULES_VERSION: Final = "version"
"""The key under which a ruleset carries the version of its parameters."""


LIVE_CAUSES: Final = ("move_timeout", "match_clock", "abandon")
"""How a line lets a live table down: it thinks too long about one play, or about all of them, or it leaves."""


class RefusedError(Exception):
    """A refusal by the rules: a stable ``code`` with a phrase, the ``field`` it is about, the phrase's values.

    ``also`` is what else is wrong with the same form.
    """

    also: Sequence["RefusedError"] = ()

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
    """What was compared, by line, or by player in the order of the seats."""


@dataclass(frozen=True, slots=True)
class DealScore:
    """What one deal gave to each line; ``tiebreak`` is 0 for a regular deal, else the number of the tie-break deal.

    A line that took no part has 0 points. ``left`` are the lines that left the match in this deal, each with its cause
    (a phrase ``cause.<name>``).
    """

    points: tuple[int, ...]
    tiebreak: int = 0
    awards: tuple[Award, ...] = ()
    facts: Mapping[str, Json] = field(default_factory=dict)
    left: Mapping[Line, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What the game cannot know by itself about the match.

    ``must_decide``: a knockout needs a winner, so a level match goes to tie-break deals.
    ``time_called``: the hall clock has run out and the deal in progress was finished; nobody is at fault.
    ``lines``: the chairs of the table; ``absent``: those of them that stay empty from the start.
    ``through``: how many lines go on from here; 1 where one wins: a match of two, a final.
    """

    must_decide: bool = False
    time_called: bool = False
    lines: int = 2
    through: int = 1
    absent: frozenset[Line] = frozenset()


@dataclass(frozen=True, slots=True)
class Tie:
    """Lines that are level where places are decided, and what decides it.

    ``number`` is that of the tie-break that comes next (1, 2, 3), ``lines`` play it for the ``places`` of the table,
    from the first to the last; ``kind`` is ``deal`` or what else the game knows, each with a phrase ``tie.<kind>``.
    """

    number: int
    lines: tuple[Line, ...]
    places: tuple[int, int]
    kind: str = "deal"


@dataclass(frozen=True, slots=True)
class Cell:
    """One line in one deal: its points (None: it took no part) and its total after it (None where totals stand still).

    ``marks`` are codes with a phrase ``mark.<code>``: it closed, it went out, it left.
    """

    points: int | None
    total: int | None
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LineState:
    """How a line stands: its total, a code with a phrase ``state.<code>``, and the regular deals it took part in.

    The codes are ``playing``, ``through``, ``out``, ``level``, ``left`` and ``absent``.
    """

    total: int
    state: str
    deals: int


@dataclass(frozen=True, slots=True)
class Course:
    """A match deal by deal: a row of cells for each deal, tie-breaks included, and how every line stands after them."""

    rows: tuple[tuple[Cell, ...], ...]
    lines: tuple[LineState, ...]


@dataclass(frozen=True, slots=True)
class MatchState:
    """Everything that the rules say of a match after ``deals``.

    ``totals`` are the points of each line in the regular deals, 0 where none was played: tie-break deals decide the
    winner only. ``ranking`` has groups of equal lines, best first; lines that left or never came are last. ``tie`` has
    to be broken before the match can end; ``broken`` are the ties that the tie-break deals were played for, by their
    place in ``deals``. ``is_over``: nothing more is to be played, never while a tie is open.
    """

    deals: tuple[DealScore, ...]
    circumstances: Circumstances
    totals: tuple[int, ...]
    ranking: tuple[tuple[Line, ...], ...]
    is_over: bool
    tie: Tie | None
    broken: Mapping[int, Tie]
    course: Course

    @property
    def winner(self) -> Line | None:
        """The line that is first alone when the match is over."""
        return self.ranking[0][0] if self.is_over and len(self.ranking[0]) == 1 else None

    @property
    def tiebreak_due(self) -> int:
        """The number of the tie-break that comes next; 0 when none does."""
        return self.tie.number if self.tie else 0

    @property
    def time_called(self) -> bool:
        """Whether it ends by the clock after its last deal."""
        return self.circumstances.time_called

    @property
    def tiebreaks(self) -> tuple[DealScore, ...]:
        """The tie-break deals."""
        return tuple(deal for deal in self.deals if deal.tiebreak)

    @property
    def lines(self) -> tuple[LineState, ...]:
        """How every line stands."""
        return self.course.lines

    @property
    def left(self) -> Mapping[Line, str]:
        """The lines that left the match, each with its cause."""
        return {line: cause for deal in self.deals for line, cause in deal.left.items()}


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
class TimeRule:
    """What time does to a match by its rules, told in codes with a phrase ``time.<code>``, in the order to say them.

    ``at_zero``: what will happen when the time of the hall or of the table runs out; ``over``: what holds once it has.
    ``counts_last_deal``: the deal that is played then may still count; where it does not, none is written any more.
    ``costs_the_match``: each line also has a clock of its own, and who lets it run out loses; ``own_clock`` says so.
    """

    at_zero: tuple[str, ...]
    over: tuple[str, ...]
    counts_last_deal: bool
    costs_the_match: bool
    own_clock: tuple[str, ...] = ()


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
    low_wins: bool
    """Fewer points are better: they are penalties."""
    uses_vp: bool
    """The published VP and MP tables apply to its matches."""
    takes_totals: bool
    """A match can be written by its totals alone: in one sheet of a ``TotalledGame``, else in sheets of ``points``."""
    presets: Mapping[str, Json]
    """Whole rulesets by name; a tournament copies one and may override it."""
    rules_schema: Json
    """The parameters of a ruleset as JSON Schema: domain, default and English words of each."""
    phrases: Mapping[str, str]
    """English sentence of every refusal, award, cause, preset; ``%(name)s`` are its places; ``locale/`` translates."""

    def check_rules(self, rules: Json) -> None:
        """Raise RefusedError naming the field when the ruleset is incomplete or impossible."""
        ...

    def upgrade_rules(self, rules: Json) -> Json:
        """Rules of an older version of this game as rules of this version that mean what they meant then.

        Rules without a version are those of the first release. What is no older ruleset comes back as it is, for
        ``check_rules`` to refuse; nothing is raised.
        """
        ...

    def lines(self, rules: Json) -> tuple[int, int]:
        """Fewest and most lines at a table."""
        ...

    def line_sizes(self, rules: Json) -> Sequence[int]:
        """How many people may make a line, the usual number first: 1 for single players, 2 for pairs."""
        ...

    def match_length(self, rules: Json) -> MatchLength: ...

    def time_rule(self, rules: Json, circumstances: Circumstances) -> TimeRule:
        """What happens when time runs out, whether or not these rules set a limit: a hall may set one of its own."""
        ...

    def read_sheet(self, rules: Json, form: Mapping[str, str]) -> Json:
        """The sheet that a form (the game's own ``_sheet.html``) posted; raises RefusedError with the form's field.

        Of a table the form also says ``lines``, how many there are, and ``size``, how many people make a line.
        """
        ...

    def write_sheet(self, sheet: Json) -> Mapping[str, str]:
        """The form values that show a sheet again: ``read_sheet(rules, write_sheet(sheet)) == sheet``."""
        ...

    def next_form(self, sheet: Json) -> Mapping[str, str]:
        """The form values with which the deal after this one begins: how somebody likes to write."""
        ...

    def sheet_fields(self, rules: Json, lines: int, tiebreak: int) -> Sequence[Mapping[str, Json]]:
        """The fields that ``read_sheet`` takes for a deal of a table of ``lines``, for a program that fills them in.

        Each has ``name``, ``label`` (a phrase), ``kind`` (``whole``, ``choice``, ``flag``: "on" or nothing, ``text``),
        ``needed``, and ``depths``: the values of ``depth`` with which it is asked, none for all of them; where they are
        known ``least``, ``most`` (of a text its length) and ``choices``. ``tiebreak`` as in ``DealScore``.
        """
        ...

    def score_sheet(self, rules: Json, sheet: Json) -> DealScore:
        """The score of one deal from its sheet; raises RefusedError when the sheet contradicts itself."""
        ...

    def match(self, rules: Json, deals: Sequence[DealScore], circumstances: Circumstances) -> MatchState:
        """Everything about the match after these deals, in one answer.

        Raises RefusedError when the deals cannot follow each other: one after the end, a tie-break that is not due.
        """
        ...

    def forfeit_causes(self, rules: Json) -> Sequence[str]:
        """The causes for which this ruleset lets a line lose by fault, each with a phrase ``cause.<name>``."""
        ...

    def read_forfeit(self, rules: Json, form: Mapping[str, str]) -> Json:
        """The forfeit that a form (the game's own ``_forfeit.html``) posted: cause, offenders, snapshot."""
        ...

    def forfeit_fields(self, rules: Json) -> Sequence[Mapping[str, Json]]:
        """The fields that ``read_forfeit`` takes, as ``sheet_fields`` describes them; none where no cause is known."""
        ...

    def clock_forfeit(self, rules: Json, line: Line, tiebreak: int) -> Json:
        """The forfeit of a line whose own clock has run out, with nothing awarded yet of the deal that is open.

        ``tiebreak`` is the number of that deal where it is a tie-break, else 0. Asked only where the clock costs the
        match (``TimeRule.costs_the_match``).
        """
        ...

    def settle_forfeit(self, rules: Json, deals: Sequence[DealScore], forfeit: Json) -> ForfeitScore:
        """The points of a match that ended by fault during the deal after ``deals``."""
        ...

    def settle_ruling(
        self, rules: Json, deals: Sequence[DealScore], losers: Sequence[Line], tiebreak: int
    ) -> ForfeitScore:
        """The points of a match of two that ``losers`` lose by a ruling, whatever causes the rules know.

        Nothing is awarded yet of the deal after ``deals``, which is open; ``tiebreak`` as in ``clock_forfeit``.
        """
        ...


@runtime_checkable
class TotalledGame(ScoredGame, Protocol):
    """A game that has a sheet of its own for a match of which only the totals are known."""

    def read_totals(self, rules: Json, form: Mapping[str, str], circumstances: Circumstances) -> Sequence[Json]:
        """The sheets that stand for the match: ``points_a`` ... of a form, and what ``total_fields`` describes.

        Of a chair that is empty there is nothing. ``match`` refuses what no match ends with, and what lacks a
        field of ``total_fields``, by the name of that field.
        """
        ...

    def total_fields(self, rules: Json, lines: int) -> Sequence[Mapping[str, Json]]:
        """The fields beside the points, as ``sheet_fields`` describes them, ``whole`` all; none is always needed."""
        ...


@runtime_checkable
class PicturedGame(ScoredGame, Protocol):
    """A game whose cards the platform can show, each player in a pack of their choice."""

    decks: Mapping[str, str]
    """By the word of a deck the static file with its pictures; the first is shown to somebody who has chosen none.

    A phrase ``deck.<word>`` names it. The file has a view ``card-<card>`` for every card of ``PlayableGame.pack``,
    ``card-<card>-plain`` for the same without its index, and ``card-back``.
    """

    deck_sample: Sequence[str]
    """A few cards by which a deck is recognised."""

    def card_name(self, deck: str, card: str, translate: Callable[[str, str], str]) -> str:
        """The card, or ``back``, as players of the deck call it; ``translate`` has a context and a word."""
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
        """What a seat (None: a spectator) may see, built from scratch; ``hand`` has the cards of that seat alone."""
        ...

    def score(self, state: Json) -> DealScore:
        """The score of a finished deal."""
        ...

    def sheet(self, state: Json, tiebreak: int = 0, seated: Sequence[Seat | None] | None = None) -> Json:
        """The sheet of a finished deal, as careful players would have written it on paper.

        ``seated`` has the seat of each line of the table, None for a line that took no part in this deal; without it
        everybody played, each line in the seat of its number.
        """
        ...

    def stops_at_time(self, rules: Json, state: Json, called_after: int) -> bool:
        """Whether the call of time ends a deal in this state before its end, so that it counts for nothing.

        Time was called when ``called_after`` of its actions had been taken; asked then, and after each action since,
        of a regular deal alone. ``TimeRule.counts_last_deal`` says whether the answer may be no.
        """
        ...

    def live_forfeit(
        self, rules: Json, deals: Sequence[DealScore], state: Json | None, line: Line, cause: str, tiebreak: int
    ) -> Json:
        """The forfeit of a line that lets a live table down in the deal after ``deals``.

        ``state`` is that deal's, None before it is dealt; ``tiebreak`` as in ``clock_forfeit``. ``cause`` is one of
        ``LIVE_CAUSES``, and only those are asked that ``forfeit_causes`` names.
        """
        ...


@runtime_checkable
class RobotGame(PlayableGame, Protocol):
    """A game that knows robots which play better than at random."""

    robots: Sequence[Robot]
    """From level two upwards, the weakest first; level one, any legal action, is every game's."""


@dataclass(frozen=True, slots=True)
class PracticeTable:
    """A table to try a game at: its ruleset, and the line of every seat in playing order."""

    rules: Json
    seats: tuple[Line, ...]


@runtime_checkable
class PractisedGame(PlayableGame, Protocol):
    """A game that anybody may try against robots; it has an online table to be seen at."""

    practice: Mapping[str, Sequence[str]]
    """What somebody may choose for such a table, each with its options, the usual one first.

    Phrases ``practice.<choice>`` and ``practice.<choice>.<option>`` name them, ``practice.<choice>.help`` explains.
    """

    def practice_table(self, chosen: Mapping[str, str]) -> PracticeTable:
        """The table of one option of each choice; raises RefusedError where they do not go together."""
        ...


@runtime_checkable
class WrittenGame(PlayableGame, Protocol):
    """A game whose deals can be written down, and whose actions people can type."""

    def write_deal(self, state: Json) -> str:
        """A deal and what was played of it as a text; it holds every card, so it is for finished deals and tests."""
        ...

    def read_deal(self, written: str) -> Json:
        """The state that such a text sets up; ``read_deal(write_deal(state)) == state``."""
        ...

    def write_position(self, view: Json) -> str:
        """What a seat sees, as a text: made from its view."""
        ...

    def typed_action(self, typed: str) -> str:
        """The notation of an action as somebody typed it; raises RefusedError for what is none."""
        ...


@runtime_checkable
class TabledGame(PlayableGame, PicturedGame, Protocol):
    """A game that people play at a live table in the browser (docs/design.md, section 10).

    Its templates ``<key>/table/_cloth.html``, ``_hand.html``, ``_seat.html`` and ``_beside.html`` show what ``view``
    says, and its static files ``<key>/cards.js`` and ``<key>/table.js`` draw it again and take the gestures. ``view``
    has the legal actions of its seat under ``actions``, and the newest plays under ``recent`` (``seat``, ``play``).
    Under ``ending``, where it has one, is what the rules did after the last play: a ``sentence`` of ``table_words``
    that is there with ``you_``, ``us_`` and ``nobody_`` in front too, its ``cards``, and the ``seats`` it is about.
    """

    def action_words(self, action: str) -> tuple[str, str, Mapping[str, Sequence[str]]]:
        """The sentences of an action in ``table_words``, and the cards in it by their place in those sentences.

        The first is for the button that does it, the second for who has done it (``who``, and with ``you_`` in front).
        """
        ...

    def table_words(self, deck: str, translate: Callable[[str, str], str]) -> Mapping[str, Json]:
        """What page and scripts say to players of the deck: ``sentences``, and of all ``cards`` two forms of the name.

        The first stands alone, the second in a sentence. ``translate`` has a context and a word.
        """
        ...
