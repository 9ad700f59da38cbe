"""The sheet of a table for every reader, built as writes see it: the deals, where the next goes, what may be done."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from django.db.models import prefetch_related_objects

from tournaments.competition.match import contents, outcomes
from tournaments.competition.match.contents import Spot
from tournaments.competition.match.outcomes import Chairs, Outcome
from tournaments.errors import ForbiddenError, MissingError, RefusedError
from tournaments.events.reads.rounds import rounds_in
from tournaments.frame.policies import Actor, Right, may
from tournaments.frame.reads.formats import chairs_of, regulation_of
from tournaments.games import registry
from tournaments.games.contract import DealScore, Json, MatchState, Tie, TimeRule
from tournaments.models import Ruling, Scoresheet, Table, TableLine, Tournament
from tournaments.tables.reads import records
from tournaments.tables.reads.game_course import NamedGame, line_name
from tournaments.tables.writes import scoresheets
from tournaments.tables.writes.progress import Board
from tournaments.tables.writes.scoresheets import Loaded, Written
from tournaments.timing.reads import clock_of_table, has_time_been_called

Status = Table.Status
SheetStatus = Scoresheet.Status
OPEN = (Status.CALLED, Status.PLAYING, Status.TO_CONFIRM, Status.DISPUTED)


@dataclass(frozen=True, slots=True)
class SheetDeal:
    """A written deal: its position, its score, and the sheet as the game keeps it."""

    spot: Spot
    score: DealScore
    sheet: Json

    @property
    def number(self) -> int:
        return self.spot.deal + 1


@dataclass(frozen=True, slots=True)
class SheetGame:
    """A game (partita) of the match with its deals, and its state by the rules.

    ``total_only`` when nobody wrote its deals one by one.
    """

    index: int
    deals: Sequence[SheetDeal]
    total_only: bool
    told: NamedGame

    @property
    def number(self) -> int:
        return self.index + 1

    @property
    def state(self) -> MatchState:
        return self.told.state


@dataclass(frozen=True, slots=True)
class May:
    """What an actor may do at a table now."""

    enter: bool = False
    confirm: bool = False
    dispute: bool = False
    call: bool = False
    total: bool = False
    undo: bool = False
    correct: bool = False
    forfeit: bool = False
    punish: bool = False
    rule: bool = False


@dataclass(frozen=True)
class Sheet:
    """Everything shown of one table's match, read in a constant number of queries.

    ``latest`` is the version in force, ``replaced`` the one before it that says something else (two lines disagree);
    ``versions`` are all that were ever written. What only a page shows is read on demand.
    """

    table: Table
    event: Tournament
    lines: Sequence[TableLine]
    latest: Scoresheet | None
    replaced: Scoresheet | None
    content: Json
    games: Sequence[SheetGame]
    outcome: Outcome | None
    versions: Sequence[Scoresheet]

    @cached_property
    def rounds(self) -> int:
        """Return the number of rounds in the event, by which they are named."""
        return rounds_in(self.event)

    @cached_property
    def rulings(self) -> Sequence[Ruling]:
        """Return the rulings at the table, newest first."""
        return records.rulings(self.table)

    @cached_property
    def chairs(self) -> Chairs:
        """Return the table's chairs: its lines, the number that advance, and who is absent."""
        return chairs_of(self.table, self.lines)

    @property
    def base(self) -> int:
        """Return the number of the version in force, 0 before the first: the version that a form is based on."""
        return self.latest.version if self.latest else 0

    @property
    def is_unreadable(self) -> bool:
        """Whether a sheet is stored that the rules refuse: it can only be undone or corrected."""
        return self.latest is not None and self.outcome is None

    @property
    def is_over(self) -> bool:
        return self.outcome is not None and self.outcome.over

    @property
    def next_spot(self) -> Spot:
        """Return where the next deal goes: after the last one, or into a new game."""
        if not self.games or self.games[-1].state.is_over:
            return Spot(len(self.games), 0)
        return Spot(len(self.games) - 1, len(self.games[-1].deals))

    @property
    def is_total_only(self) -> bool:
        """Whether the current game, or the last one, was written without its deals."""
        return bool(self.games) and self.games[-1].total_only

    @property
    def total_game(self) -> int:
        """Return the game that a total belongs to: the current one, or the last one again."""
        return len(self.games) - 1 if self.is_over and self.is_total_only else self.next_spot.game

    @property
    def written_game(self) -> int:
        """Return the game that an official's total belongs to: also one that phones have written deal by deal."""
        return len(self.games) - 1 if self.is_over else self.total_game

    def deal_at(self, spot: Spot) -> SheetDeal | None:
        """Return the deal at ``spot``."""
        deals = self.games[spot.game].deals if spot.game < len(self.games) else ()
        return deals[spot.deal] if spot.deal < len(deals) else None

    def tiebreak_at(self, spot: Spot) -> int:
        """Return the number of the tie-break deal at ``spot``, 0 for a regular deal."""
        written = self.deal_at(spot)
        if written is not None:
            return written.score.tiebreak
        tie = self.games[spot.game].state.tie if spot.game < len(self.games) else None
        return tie.number if tie is not None else 0

    @property
    def has_limit(self) -> bool:
        """Whether the table's time can run out: its clock was started, or will be."""
        clock = clock_of_table(self.table, self.event.round_minutes)
        return clock.started is not None or clock.length > 0

    @property
    def is_time_over(self) -> bool:
        """Whether time has been called for this table."""
        return has_time_been_called(self.table)

    @cached_property
    def time_rule(self) -> TimeRule:
        """Return the rules of the event about time at this table."""
        setting = outcomes.circumstances_of(self.chairs, self.next_spot.game, time_called=True)
        return registry.game(self.event.game).time_rule(self.event.rules, setting)

    @cached_property
    def is_of_several(self) -> bool:
        """Whether more than two lines play here."""
        return outcomes.is_of_several(self.lines)

    @property
    def has_free_place(self) -> bool:
        """Whether there is a free place that an entry that was beaten may take, before the table is called."""
        waits = self.table.status == Status.PLANNED or (self.table.is_over and self.table.called_at is None)
        empty = [line for line in self.lines if line.source_id and (line.is_nobody or line.is_absent)]
        return self.is_of_several and waits and bool(empty)

    @cached_property
    def names(self) -> Sequence[str]:
        return [line_name(line) for line in self.lines]

    @property
    def tie(self) -> Tie | None:
        """Return the open tie."""
        return self.games[-1].state.tie if self.games else None

    @property
    def now(self) -> NamedGame:
        """Return the current game, or the first one."""
        return self.games[-1].told if self.games else self.before(Spot(0, 0))

    def before(self, spot: Spot) -> NamedGame:
        """Return the state of the game before the deal at ``spot``: who plays in it, and for what (R-PEN-12)."""
        game = self.games[spot.game] if spot.game < len(self.games) else None
        deals = [deal.score for deal in game.deals[: spot.deal]] if game else []
        time_called = (
            game is not None
            and game.state.time_called
            and (self.tiebreak_at(spot) > 0 or any(deal.tiebreak for deal in deals))
        )
        setting = outcomes.circumstances_of(self.chairs, spot.game, time_called=time_called)
        ruled = [line for line, mark in outcomes.marks_of(self.content).items() if mark["deals"] <= spot.deal]
        state = registry.game(self.event.game).match(self.event.rules, deals, setting)
        return NamedGame(self.event.game, tuple(self.names), state).without(ruled)


def sheet_of(table: Table) -> Sheet:
    """Return the sheet of a table loaded by ``access.table``; one query, and one each for rounds and rulings."""
    return _sheet(table, list(table.lines.all()), records.versions(table))


def sheets_of(event: Tournament, boards: Sequence[Board]) -> list[Sheet]:
    """Return the sheets of many tables of an event, in one query; only what a page shows of each costs more."""
    written = records.versions_of([board.table.pk for board in boards])
    for board in boards:
        board.table.tournament = event
    return [_sheet(board.table, board.lines, written.get(board.table.pk, [])) for board in boards]


def sheet_at(table: Table, at: Loaded) -> Sheet:
    """Return the sheet of a table as it was read under its lock; the clock is that of ``table``, read before it."""
    at.table.round = table.round
    return _sheet(at.table, at.board.lines, at.versions)


def sheet_after(written: Written, actor: Actor) -> Sheet:
    """Return the sheet after ``actor`` wrote on that of ``sheet_at``; one query where others wrote before."""
    at, versions = written.at, [*written.at.versions, written.sheet]
    for version in versions:
        if actor.user is not None and version.entered_by_id == actor.user.pk:
            version.entered_by = actor.user
    prefetch_related_objects(versions, "entered_by")
    return _sheet(at.table, at.board.lines, versions, written.outcome)


def _sheet(
    table: Table, lines: Sequence[TableLine], versions: Sequence[Scoresheet], judged: Outcome | None = None
) -> Sheet:
    in_force = [version for version in versions if version.status != SheetStatus.UNDONE]
    latest = in_force[-1] if in_force else None
    event = table.tournament
    content, found, outcome = contents.empty(), list[SheetGame](), None
    if latest is not None:
        # Where the rules refuse what is stored, the page shows as much as of a match without a sheet.
        with suppress(RefusedError):
            told = judged or outcomes.judge(regulation_of(event), chairs_of(table, lines), latest.content)
            # All of it or nothing.
            found, content, outcome = _all_told(event, latest.content, lines, told.games), latest.content, told
    replaced = None
    if len(in_force) > 1 and in_force[-1].status == SheetStatus.DISPUTED:
        # The other line's sheet, if the latest one contradicts it.
        before = in_force[-2]
        is_over = contents.readable_outcome(before.outcome)["over"]
        replaced = before if is_over and before.content != in_force[-1].content else None
    return Sheet(
        table=table,
        event=event,
        lines=lines,
        latest=latest,
        replaced=replaced,
        content=content,
        games=found,
        outcome=outcome,
        versions=versions,
    )


def readable_games(sheet: Sheet, version: Scoresheet) -> list[SheetGame]:
    """Return the games of a version of the sheet; none where the rules refuse what is stored."""
    try:
        return games(sheet.event, sheet.chairs, version.content, sheet.lines)
    except RefusedError:
        return []


def games(event: Tournament, chairs: Chairs, content: Json, lines: Sequence[TableLine]) -> list[SheetGame]:
    """Return the games of a content with the score of every deal."""
    return _all_told(event, content, lines, outcomes.games_of(regulation_of(event), chairs, content))


def _all_told(
    event: Tournament, content: Json, lines: Sequence[TableLine], judged: Sequence[MatchState]
) -> list[SheetGame]:
    names = tuple(line_name(line) for line in lines)
    return [
        SheetGame(
            index=index,
            deals=[
                SheetDeal(Spot(index, at), score, sheet)
                for at, (score, sheet) in enumerate(zip(state.deals, written["deals"], strict=True))
            ],
            total_only=bool(written.get("total_only")),
            told=NamedGame(event.game, names, state),
        )
        for index, (written, state) in enumerate(zip(content["games"], judged, strict=True))
    ]


def what_may(actor: Actor, sheet: Sheet) -> May:
    """Return what ``actor`` may do at this table now."""
    table, event = sheet.table, sheet.event
    if event.status != Tournament.Status.RUNNING:
        return May()
    directs = may(actor, Right.DIRECT, event, table)
    # An entry that has withdrawn since closes the table to results; a chair empty from the start does not.
    is_left = any(not line.is_absent for line in scoresheets.withdrawn_lines(sheet.lines, sheet.content))
    is_open = table.status in OPEN and not is_left and actor.line not in sheet.chairs.absent
    waiting = sheet.latest is not None and is_open and table.status in (Status.TO_CONFIRM, Status.DISPUTED)
    other = sheet.latest is not None and sheet.latest.entered_by_line != actor.line
    for_officials = scoresheets.is_for_officials(sheet.latest, sheet.lines)
    reads = not sheet.is_unreadable
    enters = is_open and reads and may(actor, Right.ENTER_SCORE, event, table)
    # A line may retype its own total until the other line has answered; then only officials may.
    takes_totals = registry.game(event.game).takes_totals and not sheet.content.get("ruled")
    retypes = sheet.is_total_only and (actor.is_official or (table.status == Status.TO_CONFIRM and not other))
    return May(
        enter=enters,
        total=enters and (not sheet.is_over or retypes) and takes_totals,
        confirm=waiting and reads and (actor.is_official or (other and not for_officials)),
        dispute=is_open and table.status == Status.TO_CONFIRM and not actor.is_official and other,
        call=is_open and not actor.is_official,
        # What is not confirmed an official may undo; a confirmed result needs the right to direct.
        undo=actor.is_official
        and sheet.latest is not None
        and (directs if table.status == Status.DONE else table.status in OPEN),
        correct=directs and table.status == Status.DONE and sheet.latest is not None,
        forfeit=directs and is_open and reads and not sheet.is_over,
        punish=directs,
        rule=directs,
    )


def may_overrule(actor: Actor, sheet: Sheet, allowed: May) -> bool:
    """Return whether an official may replace what the phones wrote by a total, until it is confirmed."""
    waits = sheet.is_over and sheet.table.status in (Status.TO_CONFIRM, Status.DISPUTED)
    takes_totals = registry.game(sheet.event.game).takes_totals and not sheet.content.get("ruled")
    return actor.is_official and allowed.enter and waits and takes_totals and not sheet.content.get("forfeit")


def require_undo(actor: Actor, sheet: Sheet) -> None:
    """Refuse an undo to lines, and of a confirmed result to scorers; the service refuses when nothing is written."""
    if not actor.is_official:
        raise MissingError
    is_confirmed = sheet.latest is not None and sheet.table.status == Status.DONE
    if is_confirmed and not may(actor, Right.DIRECT, sheet.event, sheet.table):
        raise ForbiddenError


def causes(event: Tournament) -> Sequence[str]:
    """Return the faults for which this event's rules let a line lose."""
    return registry.game(event.game).forfeit_causes(event.rules)


def with_content(sheet: Sheet, content: Json) -> Sheet:
    """Return the same sheet with another content: the effect of a correction."""
    outcome = outcomes.judge(regulation_of(sheet.event), sheet.chairs, content)
    found = _all_told(sheet.event, content, sheet.lines, outcome.games)
    return replace(sheet, content=content, games=found, outcome=outcome)
