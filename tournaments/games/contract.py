"""The contract between games and platform: rules, sheets and states are JSON, plays are notation.

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


FAULT_WAYS: Final = ("referee", "robot", "void")
"""How a table of several goes on when a line is at fault: the referee decides, a robot plays the line's cards to the
end of the deal in hand, or that deal is void. After a robot or a void deal the line is out."""


class RefusedError(Exception):
    """A refusal by the rules: a stable ``code`` with a phrase, the ``field`` it is about, the phrase's values.

    ``also`` are further refusals of the same form. ``game`` is the game of the match that it is about, counted from 0;
    None where no match is judged.
    """

    also: Sequence["RefusedError"] = ()
    game: int | None = None

    def __init__(self, code: str, *, field: str = "", **params: Json) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.params = params

    def in_game(self, number: int) -> "RefusedError":
        """Return this refusal as one about a game of the match, counted from 0."""
        for each in (self, *self.also):
            each.game = number
        return self


@dataclass(frozen=True, slots=True)
class Award:
    """A reason for points in a deal, shown on the page: ``primiera``, points (1, 0), values (78, 71)."""

    code: str
    points: tuple[int, ...]
    values: tuple[int, ...] | None = None
    """What was compared, by line, or by player in the order of the seats."""
    name: str = ""
    """The reason in words that the ruleset of an event has, and no phrase: what is played at a board."""


@dataclass(frozen=True, slots=True)
class DealScore:
    """The points that one deal gave to each line.

    ``tiebreak`` is 0 for a regular deal, else the number of the tie-break deal. A line that took no part has 0 points.
    ``left`` are the lines that left the match in this deal, each with its cause (a phrase ``cause.<name>``).
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
    """Lines that are level where places are decided, and what decides between them.

    ``number`` is that of the next tie-break (1, 2, 3). ``lines`` play it for the ``places`` of the table, from the
    first to the last. ``kind`` is ``deal``, or another way that the game knows, each with a phrase ``tie.<kind>``.
    """

    number: int
    lines: tuple[Line, ...]
    places: tuple[int, int]
    kind: str = "deal"


@dataclass(frozen=True, slots=True)
class TotalChoice:
    """An answer to a question beside the totals: the line that it names, or a phrase; and the fields that it sets."""

    said: Mapping[str, str]
    line: Line | None = None
    code: str = ""


@dataclass(frozen=True, slots=True)
class TotalQuestion:
    """What a game asks beside the totals: the codes of the question and its reason, the answers, the fields so far."""

    code: str
    why: str
    choices: Sequence[TotalChoice]
    kept: Mapping[str, str]


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
    """The state of a line: its total, a code with a phrase ``state.<code>``, and the regular deals it took part in.

    The codes are ``playing``, ``through``, ``out``, ``level``, ``left`` and ``absent``.
    """

    total: int
    state: str
    deals: int


@dataclass(frozen=True, slots=True)
class Course:
    """A match deal by deal: a row of cells for each deal, tie-breaks included, and the final state of every line."""

    rows: tuple[tuple[Cell, ...], ...]
    lines: tuple[LineState, ...]


@dataclass(frozen=True, slots=True)
class MatchState:
    """Everything that the rules say about a match after ``deals``.

    ``totals`` are the points of each line in the regular deals, 0 if there were none: tie-break deals only decide the
    winner. ``ranking`` has groups of equal lines, best first; lines that left or never came are last. ``tie`` must be
    broken before the match can end. ``broken`` has the tie of each tie-break deal, by the index of the deal in
    ``deals``. ``is_over``: nothing more is played, never true while a tie is open.
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
        """The number of the next tie-break; 0 if none is due."""
        return self.tie.number if self.tie else 0

    @property
    def time_called(self) -> bool:
        """Whether the match ends by the clock after its last deal."""
        return self.circumstances.time_called

    @property
    def tiebreaks(self) -> tuple[DealScore, ...]:
        """The tie-break deals."""
        return tuple(deal for deal in self.deals if deal.tiebreak)

    @property
    def lines(self) -> tuple[LineState, ...]:
        """The state of every line."""
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
    """The length of a match by its rules: a target of points, or a number of deals; and its time limit, if any.

    ``is_out``: a line that reaches the target is out, and the others play on. A line ends a match with ``least`` to
    ``most`` points: the bounds of what people type, the game may know closer ones.
    """

    target: int | None = None
    deals: int | None = None
    minutes: int | None = None
    is_out: bool = False
    least: int = 0
    most: int = 999


@dataclass(frozen=True, slots=True)
class TimeRule:
    """What time does to a match by its rules, as codes with a phrase ``time.<code>``, in the order to say them.

    ``at_zero``: what will happen when the time of the hall or of the table runs out. ``over``: what applies afterwards.
    ``counts_last_deal``: whether the deal in progress may still count; if not, it is not written. ``costs_the_match``:
    each line also has its own clock, and loses when that runs out; ``own_clock`` says so.
    """

    at_zero: tuple[str, ...]
    over: tuple[str, ...]
    counts_last_deal: bool
    costs_the_match: bool
    own_clock: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Transition:
    """The outcome of an action at a live table: the next state, the notation of the play, and the events."""

    state: Json
    action: str
    events: tuple[Mapping[str, Json], ...] = ()


@runtime_checkable
class ScoredGame(Protocol):
    """A game with all that a tournament on paper needs."""

    key: str
    takes_totals: bool
    """A match can be written by its totals alone: in one sheet of a ``TotalledGame``, else in sheets of ``points``."""
    presets: Mapping[str, Json]
    """Whole rulesets by name; a tournament copies one and may override it."""
    rules_schema: Json
    """The parameters of a ruleset as JSON Schema: domain, default and English words of each."""
    retired_rules: Mapping[str, Json]
    """The parameters that only earlier versions had, with the one value that each could have (``seals``)."""
    phrases: Mapping[str, str]
    """English sentence of every refusal, award, cause, preset; ``%(name)s`` are its places; ``locale/`` translates."""

    def check_rules(self, rules: Json) -> None:
        """Raise RefusedError, with the field, if the ruleset is incomplete or impossible."""
        ...

    def upgrade_rules(self, rules: Json) -> Json:
        """Return rules of an older version as rules of this version with the same meaning.

        Rules without a version are those of the first release. Anything else is returned unchanged, for ``check_rules``
        to refuse; nothing is raised.
        """
        ...

    def lines(self, rules: Json) -> tuple[int, int]:
        """Return the fewest and the most lines at a table."""
        ...

    def line_sizes(self, rules: Json) -> Sequence[int]:
        """Return how many people may form a line, the usual number first: 1 for single players, 2 for pairs."""
        ...

    def low_wins(self, rules: Json) -> bool:
        """Return whether fewer points are better: they are penalties."""
        ...

    def uses_vp(self, rules: Json) -> bool:
        """Return whether matches of two lines earn VP and MP, by a published table or by one of the game's own."""
        ...

    def match_length(self, rules: Json) -> MatchLength: ...

    def time_rule(self, rules: Json, circumstances: Circumstances) -> TimeRule:
        """Return what happens when time runs out, also without a limit in these rules: a hall may set one."""
        ...

    def read_sheet(self, rules: Json, form: Mapping[str, str]) -> Json:
        """Parse the posted form of the game's own ``_sheet.html``; raises RefusedError with the field.

        For a table of several the form also has ``lines``, their number, and ``size``, the people in a line.
        """
        ...

    def write_sheet(self, sheet: Json) -> Mapping[str, str]:
        """Return the form values of a sheet: ``read_sheet(rules, write_sheet(sheet)) == sheet``."""
        ...

    def next_form(self, sheet: Json) -> Mapping[str, str]:
        """Return the form values with which the next deal begins, in the same way of writing."""
        ...

    def sheet_fields(self, rules: Json, lines: int, tiebreak: int) -> Sequence[Mapping[str, Json]]:
        """Return the fields that ``read_sheet`` takes for a deal of a table of ``lines``, for programs.

        Each has ``name``, ``label`` (a phrase), ``kind`` (``whole``, ``choice``, ``flag``: "on" or nothing, ``text``)
        and ``needed``. ``depths`` are the values of ``depth`` with which it is asked; empty for all of them. ``least``,
        ``most`` (of a text its length) and ``choices`` are there where they are known. ``tiebreak`` as in
        ``DealScore``.
        """
        ...

    def score_sheet(self, rules: Json, sheet: Json) -> DealScore:
        """Return the score of one deal; raises RefusedError if the sheet contradicts itself."""
        ...

    def match(self, rules: Json, deals: Sequence[DealScore], circumstances: Circumstances) -> MatchState:
        """Return the state of the match after these deals.

        Raises RefusedError if the deals cannot follow each other: one after the end, or a tie-break that is not due.
        """
        ...

    def forfeit_causes(self, rules: Json) -> Sequence[str]:
        """Return the causes for which a line can lose by fault, each with a phrase ``cause.<name>``."""
        ...

    def read_forfeit(self, rules: Json, form: Mapping[str, str]) -> Json:
        """Parse the posted form of the game's own ``_forfeit.html``: cause, offenders, snapshot."""
        ...

    def forfeit_fields(self, rules: Json) -> Sequence[Mapping[str, Json]]:
        """Return the fields that ``read_forfeit`` takes, as in ``sheet_fields``; empty without causes."""
        ...

    def clock_forfeit(self, rules: Json, line: Line, tiebreak: int) -> Json:
        """Return the forfeit of a line whose own clock ran out; nothing of the open deal is awarded yet.

        ``tiebreak`` is the number of that deal if it is a tie-break, else 0. Called only if the clock costs the match
        (``TimeRule.costs_the_match``).
        """
        ...

    def settle_forfeit(self, rules: Json, deals: Sequence[DealScore], forfeit: Json) -> ForfeitScore:
        """Return the points of a match that ended by a fault during the deal after ``deals``."""
        ...

    def settle_ruling(
        self, rules: Json, deals: Sequence[DealScore], losers: Sequence[Line], tiebreak: int
    ) -> ForfeitScore:
        """Return the points of a match of two that ``losers`` lose by a ruling, in any ruleset.

        Nothing of the open deal after ``deals`` is awarded yet; ``tiebreak`` as in ``clock_forfeit``.
        """
        ...


@runtime_checkable
class TotalledGame(ScoredGame, Protocol):
    """A game with its own sheet for a match of which only the totals are known."""

    def read_totals(self, rules: Json, form: Mapping[str, str], circumstances: Circumstances) -> Sequence[Json]:
        """Return the sheets of a whole match, from ``points_a`` ... and the fields of ``total_fields``.

        An empty chair has no values. ``match`` refuses totals with which no match ends, and a missing field of
        ``total_fields``, by the name of that field.
        """
        ...

    def total_fields(self, rules: Json, lines: int) -> Sequence[Mapping[str, Json]]:
        """Return the fields beside the points, as in ``sheet_fields``; all ``whole``, all optional."""
        ...


@runtime_checkable
class AskingGame(TotalledGame, Protocol):
    """A game that asks for the fields of ``total_fields`` by names and not by numbers."""

    def total_question(
        self, rules: Json, form: Mapping[str, str], circumstances: Circumstances
    ) -> TotalQuestion | None:
        """Return the next question, from the fields of ``read_totals`` so far; None where nothing is left to ask."""
        ...


@runtime_checkable
class NamedGame(ScoredGame, Protocol):
    """A game that plays several card games by one kind of sheet: each ruleset says which one it is."""

    def title(self, rules: Json) -> str:
        """Return what is played by these rules: a code of ``phrases`` that begins with ``game.``, or own words."""
        ...

    def picture(self, rules: Json) -> str:
        """Return the static file with the picture of that game."""
        ...


@dataclass(frozen=True, slots=True)
class PlayedBoard:
    """One board of a match of teams: its number and what is played there, and the numbers in the team of who sits.

    ``points`` are those that were written for each team, None while it is played and where it was lost by forfeit, by
    the teams that ``lost`` names; ``gives`` is what it adds to the match, None while it is played.
    """

    number: int
    name: str
    people: tuple[tuple[int, ...], tuple[int, ...]]
    points: tuple[int, int] | None
    gives: tuple[int, int] | None
    lost: tuple[Line, ...] = ()


@runtime_checkable
class TeamGame(ScoredGame, Protocol):
    """A game of teams: an entry has a name of its own, and may have more people than sit in a match.

    A match to which a team does not come is settled by ``settle_ruling``, and counts as one that was played.
    """

    def members(self, rules: Json) -> tuple[int, int]:
        """Return the fewest and the most people of a team; ``line_sizes`` says how many of them sit in a match."""
        ...

    def board_names(self, rules: Json) -> Sequence[str]:
        """Return what is played at each board of a match."""
        ...

    def line_ups(self, rules: Json, sheet: Json) -> Sequence[Mapping[str, int]]:
        """Return for each team the fields of a sheet that name who sits, each with a number from 1 in the team."""
        ...

    def without_line_ups(self, rules: Json, sheet: Json, lines: Sequence[Line]) -> Json | None:
        """Return a sheet without who of these teams sits where; None where nothing else is written in it."""
        ...

    def with_line_up_of(self, rules: Json, sheet: Json, before: Json | None, own: Line) -> Json:
        """Return a sheet as the team at the line ``own`` may write it: the other one's people are those of ``before``.

        ``before`` is the sheet that is changed, None for a new one. Refused where others are named for the other team.
        """
        ...

    def boards(self, rules: Json, deals: Sequence[DealScore], losers: Sequence[Line] = ()) -> Sequence[PlayedBoard]:
        """Return the boards of a match of which something was written, in the order of their numbers.

        Of a match that ``losers`` lose by a fault those too that are lost with it: what all give adds up to its points.
        """
        ...


@runtime_checkable
class ScaledGame(ScoredGame, Protocol):
    """A game whose VP come from a table of its own, or one that its ruleset writes, and not from the match's length."""

    vp_tables: Mapping[str, Json]
    """The published tables by the name that a phrase ``vp.<name>`` says; each as ``vp_table`` returns it."""

    def vp_table(self, rules: Json) -> Json:
        """Return the table of rules that use VP: its ``key``, and ``rows`` from a level match upwards.

        A row has ``winner_vp`` and ``loser_vp``, and the differences ``from_mp`` and ``to_mp``, None in the last one.
        """
        ...


@runtime_checkable
class PicturedGame(ScoredGame, Protocol):
    """A game whose cards the platform can show; each player chooses a pack."""

    decks: Mapping[str, str]
    """By the word of a deck the static file with its pictures; the first is shown to somebody who has chosen none.

    A phrase ``deck.<word>`` names it. The file has a view ``card-<card>`` for every card of ``PlayableGame.pack``,
    ``card-<card>-plain`` for the same without its index, and ``card-back``.
    """

    deck_sample: Sequence[str]
    """A few cards by which a deck is recognised."""

    def card_name(self, deck: str, card: str, translate: Callable[[str, str], str]) -> str:
        """Return the name of a card, or of ``back``, in this deck; ``translate`` takes a context and a word."""
        ...


@runtime_checkable
class PlayableGame(ScoredGame, Protocol):
    """A game that can be played at a live table."""

    def seats(self, rules: Json) -> Sequence[int]:
        """Return the numbers of seats with which these rules can be played."""
        ...

    def pack(self, rules: Json) -> Sequence[str]:
        """Return the cards in notation, in a fixed order; the service shuffles them."""
        ...

    def start(self, rules: Json, pack: Sequence[str], dealer: Seat, seats: int) -> Json:
        """Return the first state of a deal; raises RefusedError ``redeal`` if the same dealer must deal again."""
        ...

    def turn(self, state: Json) -> Seat | None:
        """Return the seat in turn; None when the deal is over."""
        ...

    def legal_actions(self, state: Json, seat: Seat) -> Sequence[str]: ...

    def apply(self, state: Json, seat: Seat, action: str) -> Transition:
        """Return the next state; raises RefusedError for a malformed, illegal or ambiguous action."""
        ...

    def view(self, state: Json, seat: Seat | None) -> Json:
        """Return what a seat (None: a spectator) may see; ``hand`` has the cards of that seat only."""
        ...

    def score(self, state: Json) -> DealScore:
        """Return the score of a finished deal."""
        ...

    def sheet(self, state: Json, tiebreak: int = 0, seated: Sequence[Seat | None] | None = None) -> Json:
        """Return the sheet of a finished deal, as careful players would have written it on paper.

        ``seated`` has the seat of each line of the table, None for a line that took no part in this deal. Without it
        everybody played, each line in the seat of its number.
        """
        ...

    def stops_at_time(self, rules: Json, state: Json, called_after: int) -> bool:
        """Return whether the call of time ends a deal in this state, so that it does not count.

        Time was called after ``called_after`` of its actions. Called at that moment and after each later action, for
        regular deals only. ``TimeRule.counts_last_deal`` says whether the answer may be no.
        """
        ...

    def live_forfeit(
        self, rules: Json, deals: Sequence[DealScore], state: Json | None, line: Line, cause: str, tiebreak: int
    ) -> Json:
        """Return the forfeit of a line at fault at a live table in the deal after ``deals``.

        ``state`` is that deal's, None before it is dealt; ``tiebreak`` as in ``clock_forfeit``. ``cause`` is one of
        ``LIVE_CAUSES`` that ``forfeit_causes`` also names.
        """
        ...


@runtime_checkable
class ProvenGame(PlayableGame, Protocol):
    """A game whose deals ``docs/verify_shuffle.py`` follows from the deck to the hands."""

    def initial_deal(self, state: Json) -> Mapping[str, Json]:
        """Return how a deal began: ``hands``, all that each seat is given in it, in that order, and ``table``."""
        ...


@runtime_checkable
class RobotGame(PlayableGame, Protocol):
    """A game with robots that play better than at random."""

    robots: Sequence[Robot]
    """From level two upwards, the weakest first; level one, any legal action, is every game's."""


@runtime_checkable
class RememberingGame(RobotGame, Protocol):
    """A game whose robots remember what their seat has seen and the table does not show any more."""

    def memory(self, state: Json, seat: Seat) -> Json:
        """Return what a seat that forgets nothing knows beside its view; robots get it as ``view["memory"]``."""
        ...


@dataclass(frozen=True, slots=True)
class PracticeTable:
    """A table for practice: its ruleset, and the line of every seat in playing order."""

    rules: Json
    seats: tuple[Line, ...]


@runtime_checkable
class PractisedGame(PlayableGame, Protocol):
    """A game that anybody may practise against robots; it has an online table to be shown at."""

    practice: Mapping[str, Sequence[str]]
    """What somebody may choose for such a table, each with its options, the usual one first.

    Phrases ``practice.<choice>`` and ``practice.<choice>.<option>`` name them, ``practice.<choice>.help`` explains.
    """

    def practice_table(self, chosen: Mapping[str, str]) -> PracticeTable:
        """Return the table for one option of each choice; raises RefusedError if they do not fit."""
        ...


@runtime_checkable
class FaultyGame(PlayableGame, Protocol):
    """A game whose rules say how a table of several goes on when a line is at fault; elsewhere the referee decides."""

    def fault_way(self, rules: Json) -> str:
        """Return one of ``FAULT_WAYS``."""
        ...


@runtime_checkable
class WrittenGame(PlayableGame, Protocol):
    """A game whose deals can be written as text, and whose actions can be typed."""

    def write_deal(self, state: Json) -> str:
        """Return a deal and its plays as text. It has every card: for finished deals and tests only."""
        ...

    def read_deal(self, written: str) -> Json:
        """Return the state that such a text describes; ``read_deal(write_deal(state)) == state``."""
        ...

    def write_position(self, view: Json) -> str:
        """Return the view of a seat as text."""
        ...

    def typed_action(self, typed: str) -> str:
        """Return a typed action in notation; raises RefusedError if it is malformed."""
        ...


@runtime_checkable
class TabledGame(PlayableGame, PicturedGame, Protocol):
    """A game that people play at a live table in the browser (docs/design.md, section 10).

    Its templates ``<key>/table/_cloth.html``, ``_hand.html``, ``_seat.html`` and ``_beside.html`` show ``view``. Its
    static files ``<key>/cards.js`` and ``<key>/table.js`` redraw it and handle the gestures. ``view`` has the legal
    actions of its seat under ``actions``, and the newest plays under ``recent`` (``seat``, ``play``). Its optional
    ``ending`` is what the rules did after the last play: a ``sentence`` of ``table_words`` that also exists with
    ``you_``, ``us_`` and ``nobody_`` in front, its ``cards``, and the ``seats`` it is about.
    """

    is_clockwise: bool
    """Whether the next to play sits to the left."""

    def action_words(self, action: str) -> tuple[str, str, Mapping[str, Sequence[str]]]:
        """Return the names of an action's sentences in ``table_words``, and by their placeholders its cards.

        What else it names, such as a place on the table, has a name among the cards of ``table_words``.
        The first sentence is for the button, the second tells what was done (``who``, and with ``you_`` in front).
        """
        ...

    def table_words(self, deck: str, translate: Callable[[str, str], str]) -> Mapping[str, Json]:
        """Return the game's texts of page and scripts for a deck: ``sentences``, and the names of ``cards`` in them.

        What every table says is in ``online/pages/texts.py``. Of the sentences ``examples`` says what may be typed.
        What else there is, its own script reads. ``translate`` takes a context and a word.
        """
        ...
