"""Results: entered, confirmed by the other line, disputed, undone; versions are appended, never rewritten."""

import json
from collections.abc import Iterable, Mapping, Sequence, Sized
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Protocol

from django.utils import timezone

from tournaments.competition.match import contents, outcomes
from tournaments.competition.match.contents import Spot
from tournaments.competition.match.outcomes import Outcome, is_of_several
from tournaments.deadlines import writes as deadlines
from tournaments.errors import MissingError, RefusedError, StaleVersionError
from tournaments.events.reads.online import open_matches
from tournaments.frame.policies import Actor
from tournaments.frame.reads.formats import format_now, regulation_of
from tournaments.frame.reads.statements import Answers, Asked, Part, Statement, together
from tournaments.frame.writes.transaction import append_rows, record, writing, writing_at
from tournaments.games import registry
from tournaments.games.contract import Json
from tournaments.live_log.writes import settling
from tournaments.models import Entry, Ruling, Scoresheet, Table, TableLine, Tournament
from tournaments.outbox import messages
from tournaments.tables.reads.elimination import AUTOMATIC
from tournaments.tables.reads.line_ups import members_of
from tournaments.tables.writes import leaving, live_opening, progress, ties
from tournaments.tables.writes.progress import Board, require_running

Status = Table.Status
SheetStatus = Scoresheet.Status
SHEETS = Statement(
    [Part("sheet", Scoresheet)],
    "SELECT * FROM tournaments_scoresheet sheet WHERE sheet.table_id = %s ORDER BY sheet.version",
)
OPEN_FOR_RESULTS = (Status.CALLED, Status.PLAYING, Status.TO_CONFIRM, Status.DISPUTED)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A locked table with everything needed to write at it.

    ``fed`` are the tables that it feeds, ``latest`` is the sheet in force (not an undone one), ``versions`` are all
    that were ever written, the oldest first.
    """

    board: Board
    fed: Sequence[Board]
    latest: Scoresheet | None
    versions: Sequence[Scoresheet]
    repeated: Scoresheet | None

    @property
    def table(self) -> Table:
        return self.board.table


def load(tournament: Tournament, table_id: int, key: str | None = None) -> Loaded:
    """Return the table, its lines, its latest sheet and the one that carries ``key``, in two queries sent together."""
    return _load(tournament, table_id, key, together(*_questions(table_id)))


def _questions(table_id: int) -> Sequence[Asked]:
    return (progress.NEIGHBOURS, (table_id, table_id)), (SHEETS, (table_id,))


def _load(tournament: Tournament, table_id: int, key: str | None, answers: Answers) -> Loaded:
    neighbours, written = answers
    found = {board.table.pk: board for board in progress.boards([line for line, *_others in neighbours])}
    board = found.pop(table_id, None)
    if board is None or board.table.tournament_id != tournament.pk:
        raise MissingError
    sheets: list[Scoresheet] = [sheet for (sheet,) in written]
    in_force = [sheet for sheet in sheets if sheet.status != SheetStatus.UNDONE]
    return Loaded(
        board=board,
        fed=list(found.values()),
        latest=in_force[-1] if in_force else None,
        versions=sheets,
        repeated=next((sheet for sheet in sheets if key and sheet.idempotency_key == key), None),
    )


@dataclass(frozen=True, slots=True)
class Written:
    """What was written at a table, under its lock.

    ``outcome`` is that of ``sheet``; None where the sheet was written before, by the same key.
    """

    at: Loaded
    sheet: Scoresheet
    outcome: Outcome | None


class Change(Protocol):
    """What somebody writes on a sheet: a value that gives its new content from the table as it is under the lock."""

    def content(self, at: Loaded) -> Json:
        """Return the content of the sheet with this change. Raises RefusedError where it does not fit."""


@dataclass(frozen=True, slots=True)
class TypedDeal:
    """A deal as it was typed: its place in the match, the values of the game's form, whether time was called in it.

    ``base`` is the version of the sheet that it was typed on; 0 before the first. So is that of every other change.
    ``line_ups`` are who of a team sat where in the games before, by the number of the game from 0 (R-SQU-18).
    """

    spot: Spot
    values: Mapping[str, str]
    time_called: bool
    base: int
    line_ups: Mapping[int, Mapping[str, str]] = field(default_factory=dict, kw_only=True)

    def content(self, at: Loaded) -> Json:
        event, content = at.table.tournament, content_in(at.versions, self.base)
        for number, named in self.line_ups.items():
            spot = last_sheet(event, content, number)
            if spot is None:
                raise RefusedError("deal_missing", deal=1)
            played = content["games"][number]
            typed = {**registry.game(event.game).write_sheet(played["deals"][spot.deal]), **named}
            try:
                sheet = read_deal(event, typed)
            except RefusedError as refusal:
                refusal.in_game(number)
                raise
            content = contents.with_deal(content, spot, sheet, time_called=played["time_called"])
        sheet = read_deal(event, self.values)
        return contents.with_deal(content, self.spot, sheet, time_called=self.time_called)


@dataclass(frozen=True, slots=True)
class TypedTotal:
    """A game of which only the total is known, in the ``sheets`` that stand for it."""

    game: int
    sheets: Sequence[Json]
    time_called: bool
    base: int

    def content(self, at: Loaded) -> Json:
        return contents.with_total(
            content_in(at.versions, self.base), self.game, list(self.sheets), time_called=self.time_called
        )


@dataclass(frozen=True, slots=True)
class TimeOver:
    """The clock ended a game after its last deal, or before its first one where it ``may_be_empty``."""

    game: int
    may_be_empty: bool
    base: int

    def content(self, at: Loaded) -> Json:
        return contents.with_time_called(content_in(at.versions, self.base), self.game, may_be_empty=self.may_be_empty)


@dataclass(frozen=True, slots=True)
class SameAs:
    """What another version says."""

    base: int

    def content(self, at: Loaded) -> Json:
        return content_in(at.versions, self.base)


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole content, whatever was written before."""

    written: Json

    def content(self, at: Loaded) -> Json:
        return self.written


def last_sheet(event: Tournament, content: Json, number: int) -> Spot | None:
    """Return where a match of teams has the last sheet of boards of a game: people of every board can be named there.

    None where no teams play, or in a game without such a sheet (R-SQU-16).
    """
    game, games = registry.game(event.game), content["games"]
    if registry.game_of_teams(event.game) is None or not 0 <= number < len(games):
        return None
    deals = games[number]["deals"]
    boards = [at for at, deal in enumerate(deals) if not game.score_sheet(event.rules, deal).tiebreak]
    return Spot(number, boards[-1]) if boards else None


def read_deal(event: Tournament, values: Mapping[str, str]) -> Json:
    """Return the sheet that the game of the event reads from a form; it is told how many people make a line."""
    return registry.game(event.game).read_sheet(event.rules, {**values, "size": str(event.entry_size)})


def content_in(versions: Sequence[Scoresheet], version: int) -> Json:
    """Return the content of one of a table's versions, so that a form sent twice builds the same content twice."""
    if not version:
        return contents.empty()
    found = next((one for one in versions if one.version == version), None)
    if found is None:
        raise RefusedError("deal_missing", deal=1)
    contents.require_shape(found.content)
    return found.content


def enter_score(
    *,
    actor: Actor,
    tournament_id: int,
    table_id: int,
    content: Json,
    seen: int,
    key: str | None = None,
    reason: str = "",
) -> Scoresheet:
    """Append a version with this whole content, in the shape of ``Scoresheet``; all else as ``enter`` does."""
    written = enter(
        actor=actor,
        tournament_id=tournament_id,
        table_id=table_id,
        change=Whole(content),
        seen=seen,
        key=key,
        reason=reason,
    )
    return written.sheet


def enter(
    *,
    actor: Actor,
    tournament_id: int,
    table_id: int,
    change: Change,
    seen: int,
    key: str | None = None,
    reason: str = "",
) -> Written:
    """Append a version of the table's sheet with this change.

    ``seen`` is the table's version that the person saw; a retry with the same ``key`` gets the same answer. An
    official's finished sheet is confirmed at once; a line's waits for the other line, and when the two lines send
    different results the referee is called.
    """
    with writing_at(tournament_id, *_questions(table_id)) as (tournament, answers):
        at = _load(tournament, table_id, key, answers)
        at.table.tournament = tournament
        table, is_stale = at.table, at.table.version != seen
        try:
            content = _with_own_line_up(at, actor, with_marks(at, change.content(at)))
        except StaleVersionError:
            raise
        except RefusedError as refusal:
            # Who has read another version is told so, whatever is wrong with what they sent.
            if is_stale and at.repeated is None:
                raise StaleVersionError(current=table.version) from refusal
            raise
        if at.repeated is not None:
            if at.repeated.content != content:
                raise RefusedError("key_reused", field="key")
            return Written(at, at.repeated, None)

        require_running(tournament)
        if table.status == Status.BYE:
            raise RefusedError("table_is_bye", table=table.public_number)
        _require_nobody_gone(at)
        if table.status == Status.DONE:
            if is_stale:
                raise StaleVersionError("result_meanwhile", current=table.version)
            raise RefusedError("result_confirmed", table=table.public_number)
        if table.status not in OPEN_FOR_RESULTS or not at.board.is_ready:
            raise RefusedError("table_not_called", table=table.public_number)
        if is_stale:
            raise StaleVersionError(current=table.version)
        _require_seated(actor, at)

        written = write_score(tournament, at, actor=actor, content=content, key=key, reason=reason)
        if (
            at.latest is not None
            and actor.is_official
            and contents.deals_of(content) == contents.deals_of(at.latest.content)
        ):
            settling.take_over(written.sheet, actor.user.pk if actor.user else None)
        return written


def write_score(
    tournament: Tournament, at: Loaded, *, actor: Actor, content: Json, key: str | None = None, reason: str = ""
) -> Written:
    """Append a version to the sheet of a locked open table, and apply all its effects."""
    regulation, latest = regulation_of(tournament), at.latest
    outcome = outcomes.judge(regulation, at.board.chairs, content)
    require_members(at.table.tournament.game, regulation.rules, at.board.lines, content)
    if not outcome.over:
        status = SheetStatus.RUNNING
    elif actor.is_official:
        status = SheetStatus.CONFIRMED
    elif is_for_officials(latest, at.board.lines):
        status = SheetStatus.DISPUTED
    elif latest is None or latest.status != SheetStatus.SUBMITTED or latest.entered_by_line == actor.line:
        status = SheetStatus.SUBMITTED
    else:
        # Two lines agree on every deal, or on the result where one of them has written its total only.
        both = (contents.readable_content(latest.content), content)
        has_totals = any(game.get("total_only") for one in both for game in one["games"])
        first, second = (_without_line_ups(tournament, one, (0, 1)) for one in both)
        agrees = first == second or (has_totals and latest.outcome == outcome_json(outcome))
        status = SheetStatus.CONFIRMED if agrees else SheetStatus.DISPUTED
    if latest is not None and latest.status in (SheetStatus.SUBMITTED, SheetStatus.DISPUTED):
        retire(latest)
    sheet = append(at, actor, content, outcome, status, key, reason)
    before = kept_outcome(at.board, latest) if latest else None
    leaving.rule(tournament, at.board, actor, before, sheet.outcome, reason)
    ties.keep_ties(at.table, before, outcome, sheet)
    deadlines.begin_waiting(at.table, at.board.lines)
    write_state(tournament, at.board, outcome, status, at.fed)
    if status == SheetStatus.SUBMITTED:
        messages.result_to_confirm(at.table, at.board.lines, sheet)
    record(
        by=actor,
        verb=f"score_{status}",
        target=f"T{at.table.number}",
        tournament=tournament,
        before=summary(latest),
        after={**summary(sheet, sheet.outcome), "seats": seats_of(at.board)},
        reason=reason,
    )
    return Written(at, sheet, outcome)


def is_ruled(sheet: Scoresheet) -> bool:
    """Return whether a sheet was made by a penalty, and nobody wrote it."""
    forfeit = contents.readable_content(sheet.content)["forfeit"]
    return bool(forfeit) and "ruled" in forfeit


def kept_outcome(board: Board, sheet: Scoresheet) -> Json:
    """Return the outcome stored in a sheet of this table."""
    return contents.readable_outcome(sheet.outcome, len(board.lines))


def with_marks(at: Loaded, content: Json) -> Json:
    """Return ``content`` with the lines ruled out at the table before; a written deal cannot change them."""
    marks = contents.readable_content(at.latest.content).get("ruled") if at.latest is not None else None
    return {**content, "ruled": marks} if marks else content


def require_not_ruled(at: Loaded) -> None:
    """Refuse to undo or correct the effect of a penalty on a match: the penalty has to be cancelled."""
    sheet = at.latest
    if sheet is None:
        return
    marks = contents.readable_content(sheet.content).get("ruled")
    before = _before(sheet) if marks else None
    is_mark = before is not None and contents.readable_content(before.content).get("ruled") != marks
    if is_ruled(sheet) or is_mark:
        raise RefusedError("ruled_here", table=at.table.public_number)


def require_members(key: str, rules: Json, lines: Iterable[TableLine], content: Json) -> None:
    """Refuse a sheet that names a number which the team at that line does not have (R-SQU-16)."""
    game = registry.game_of_teams(key)
    if game is None:
        return
    by_line = {line.index: line.entry for line in lines if line.entry is not None}
    members = members_of(entry.pk for entry in by_line.values())
    for at, played in enumerate(content["games"]):
        for sheet in played["deals"]:
            for index, named in enumerate(game.line_ups(rules, sheet)):
                entry = by_line.get(index)
                known = members.get(entry.pk, {}) if entry is not None else {}
                for chair, number in named.items():
                    if number not in known:
                        refusal = RefusedError("member_unknown", field=chair, number=number, name=str(entry or "–"))
                        raise refusal.in_game(at)


def _with_own_line_up(at: Loaded, actor: Actor, content: Json) -> Json:
    """Return ``content`` as a team may write it: who sits for the other one is said by that team (R-SQU-18)."""
    if actor.line is None or actor.is_official:
        return content
    game = registry.game_of_teams(at.table.tournament.game)
    if game is None:
        return content
    contents.require_shape(content)
    base = at.latest if at.repeated is None else _before(at.repeated)
    before = contents.readable_content(base.content)["games"] if base is not None else []
    games = []
    for number, played in enumerate(content["games"]):
        known = before[number]["deals"] if number < len(before) else []
        deals = [
            game.with_line_up_of(at.table.tournament.rules, sheet, known[at_] if at_ < len(known) else None, actor.line)
            for at_, sheet in enumerate(played["deals"])
        ]
        games.append({**played, "deals": deals})
    return {**content, "games": games}


def _without_line_ups(event: Tournament, content: Json, lines: Sequence[int]) -> Json:
    """Return a content without who of these teams sat where; any other one than that of teams as it is."""
    game = registry.game_of_teams(event.game)
    if game is None:
        return content
    games = []
    for played in content["games"]:
        deals = [game.without_line_ups(event.rules, sheet, lines) for sheet in played["deals"]]
        games.append({**played, "deals": [each for each in deals if each is not None]})
    return {**content, "games": games}


def forget_line_ups(*, tournament: Tournament, table_id: int, lines: Sequence[int], actor: Actor, reason: str) -> None:
    """Write the result of a table again without who of these teams sat where: other teams have sat there (R-SQU-19).

    ``outcome["forgets"]`` is the version with the names: it never comes back, so that version cannot be undone.
    """
    at = load(tournament, table_id)
    if at.latest is None:
        return
    content = _without_line_ups(tournament, at.latest.content, lines)
    if content == at.latest.content:
        return
    outcome = outcomes.judge(regulation_of(tournament), at.board.chairs, content)
    before, named = summary(at.latest), at.latest.version
    retire(at.latest)
    sheet = append(at, actor, content, outcome, SheetStatus.CONFIRMED, None, reason)
    sheet.outcome["forgets"] = named
    sheet.save(update_fields=["outcome"])
    record(
        by=actor,
        verb="score_corrected",
        target=f"T{at.table.number}",
        tournament=tournament,
        reason=reason,
        before=before,
        after={**summary(sheet), "seats": seats_of(at.board), "touched": []},
    )


def withdrawn_lines(lines: Iterable[TableLine], content: Json) -> list[TableLine]:
    """Return the lines whose entry has withdrawn from the event, without those that the match goes on without.

    ``content`` is None where nothing is written yet.
    """
    gone = [line for line in lines if line.entry is not None and line.entry.status == Entry.Status.WITHDRAWN]
    if not gone:
        return []
    marks = outcomes.marks_of(content)
    return [line for line in gone if line.index not in marks]


def _require_nobody_gone(at: Loaded) -> None:
    itself = at.table.ending in AUTOMATIC
    for line in withdrawn_lines(at.board.lines, at.latest.content if at.latest is not None else None):
        if itself or not line.is_absent:
            raise RefusedError("line_withdrawn", name=str(line.entry))


def is_for_officials(latest: Scoresheet | None, lines: Sized) -> bool:
    """Return whether only an official may finish it: of several players two could otherwise agree against a third."""
    return latest is not None and latest.status == SheetStatus.DISPUTED and is_of_several(lines)


def append(
    at: Loaded, actor: Actor, content: Json, outcome: Outcome, status: str, key: str | None, reason: str
) -> Scoresheet:
    """Write the next version of the table's sheet."""
    sheet = Scoresheet(
        table=at.table,
        version=len(at.versions) + 1,
        status=status,
        content=content,
        outcome=outcome_json(outcome),
        entered_by=actor.user,
        entered_by_line=actor.line,
        reason=reason,
        idempotency_key=key or None,
    )
    append_rows([sheet], told_in=at.table.tournament_id)
    return sheet


def outcome_json(outcome: Outcome) -> Json:
    """Return an outcome as a sheet stores it."""
    return {
        "over": outcome.over,
        "points": list(outcome.points),
        "games_won": list(outcome.games_won),
        "places": list(outcome.places),
        "vp": list(outcome.vp),
        "mp": list(outcome.mp),
        "ending": outcome.ending,
        "note": dict(outcome.note),
        **({"ties": ties.ties_json(outcome.ties)} if outcome.ties else {}),
    }


def summary(sheet: Scoresheet | None, outcome: Json = None) -> Json:
    """Return a sheet as its audit rows compare it; ``sheet`` is the hash of its content.

    ``outcome`` is that of the sheet where it has just been judged; else what is stored, if that can be read.
    """
    if sheet is None:
        return None
    outcome = outcome or contents.readable_outcome(sheet.outcome)
    kept = ("points", "places", "vp", "mp", "ending", "note")
    told = {name: outcome[name] for name in kept}
    tied = {"ties": outcome["ties"]} if outcome.get("ties") else {}
    written = sha256(json.dumps(sheet.content, sort_keys=True).encode()).hexdigest()
    return {"version": sheet.version, "status": sheet.status, **told, **tied, "sheet": written}


def seats_of(board: Board) -> list[int | None]:
    """Return the numbers of the entries at a table, line by line: a result belongs to those who sat there."""
    return [line.entry.number if line.entry is not None else None for line in board.lines]


TABLE_STATUS = {
    SheetStatus.RUNNING: Status.PLAYING,
    SheetStatus.SUBMITTED: Status.TO_CONFIRM,
    SheetStatus.DISPUTED: Status.DISPUTED,
}


def write_state(
    tournament: Tournament, board: Board, outcome: Outcome, status: str, fed: Sequence[Board] | None = None
) -> None:
    """Set the table to the state that a sheet of ``status`` leaves it in."""
    if status == SheetStatus.CONFIRMED:
        progress.settle(tournament, board, outcome, fed)
        return
    table = board.table
    table.status = TABLE_STATUS[SheetStatus(status)]
    table.referee_called = table.referee_called or status == SheetStatus.DISPUTED
    table.tiebreak_due, table.deals_played = outcome.tiebreak_due, outcome.deals_played
    table.note = dict(outcome.note)
    table.version += 1
    for line in board.lines:
        line.points, line.games_won = outcome.points[line.index], outcome.games_won[line.index]
        line.deals = outcome.deals[line.index]
    if outcome.over:
        deadlines.stop_lines(table, board.lines, timezone.now())
    progress.save([board])


def confirm_score(*, actor: Actor, tournament_id: int, table_id: int, seen: int, key: str | None = None) -> Scoresheet:
    """Confirm the submitted sheet, as the other line or an official: it becomes the result."""
    with writing_at(tournament_id, *_questions(table_id)) as (tournament, answers):
        at = _load(tournament, table_id, key, answers)
        if at.repeated is not None:
            # The key of a sheet that still waits confirms nothing.
            if at.repeated.status in (SheetStatus.RUNNING, SheetStatus.SUBMITTED, SheetStatus.DISPUTED):
                raise RefusedError("key_reused", field="key")
            return at.repeated
        require_running(tournament)
        submitted = _submit(at, seen)
        _require_seated(actor, at)
        _require_other_line(actor, submitted)
        if is_for_officials(submitted, at.board.lines) and not actor.is_official:
            raise RefusedError("disputed_at_table", table=at.table.public_number)
        outcome = outcomes.judge(regulation_of(tournament), at.board.chairs, submitted.content)
        retire(submitted)
        sheet = append(at, actor, submitted.content, outcome, SheetStatus.CONFIRMED, key, "")
        progress.settle(tournament, at.board, outcome, at.fed)
        record(
            by=actor,
            verb="score_confirmed",
            target=f"T{at.table.number}",
            tournament=tournament,
            before=summary(submitted),
            after={**summary(sheet), "seats": seats_of(at.board)},
        )
        return sheet


def dispute_score(*, actor: Actor, tournament_id: int, table_id: int, seen: int, reason: str = "") -> Table:
    """Dispute the sheet as the other line: it stays on record and the referee is called."""
    with writing(tournament_id) as tournament:
        require_running(tournament)
        at = load(tournament, table_id)
        submitted = _submit(at, seen)
        _require_seated(actor, at)
        _require_other_line(actor, submitted)
        submitted.status = SheetStatus.DISPUTED
        submitted.save(update_fields=["status"])
        at.table.status, at.table.referee_called = Status.DISPUTED, True
        at.table.version += 1
        at.table.save(update_fields=["status", "referee_called", "version"])
        record(
            by=actor,
            verb="score_disputed",
            target=f"T{at.table.number}",
            tournament=tournament,
            before=summary(submitted),
            reason=reason,
        )
        return at.table


def _require_seated(actor: Actor, at: Loaded) -> None:
    """Refuse a line with an empty chair, whose slip may still be in use, and any line during an online match."""
    if actor.line is not None and at.table.status == Status.PLAYING and open_matches([at.table]):
        raise RefusedError("match_open_already", table=at.table.public_number)
    marks = outcomes.marks_of(at.latest.content) if at.latest is not None else {}
    if actor.line is not None and (actor.line in at.board.chairs.absent or actor.line in marks):
        raise RefusedError("line_withdrawn", name=str(at.board.lines[actor.line].entry))


def _require_other_line(actor: Actor, submitted: Scoresheet) -> None:
    if not actor.is_official and submitted.entered_by_line == actor.line:
        raise RefusedError("own_score")


def _submit(at: Loaded, seen: int) -> Scoresheet:
    if at.table.version != seen:
        raise StaleVersionError(current=at.table.version)
    if at.latest is None or at.latest.status not in (SheetStatus.SUBMITTED, SheetStatus.DISPUTED):
        raise RefusedError("nothing_to_confirm", table=at.table.public_number)
    return at.latest


def retire(sheet: Scoresheet) -> None:
    """Mark a version as replaced by the next."""
    sheet.status = SheetStatus.SUPERSEDED
    sheet.save(update_fields=["status"])


def call_referee(*, actor: Actor, tournament_id: int, table_id: int, wanted: bool = True) -> Table:
    """Call the referee to a table, or note that they have come; when the match is over, officials only."""
    with writing(tournament_id) as tournament:
        require_running(tournament)
        at = load(tournament, table_id)
        if at.table.is_over and not actor.is_official:
            raise RefusedError("result_confirmed", table=at.table.public_number)
        before, at.table.referee_called = at.table.referee_called, wanted
        at.table.save(update_fields=["referee_called"])
        record(
            by=actor,
            verb="referee_called" if wanted else "referee_seen",
            target=f"T{at.table.number}",
            tournament=tournament,
            before={"called": before},
            after={"called": wanted},
        )
        return at.table


def undo_result(*, actor: Actor, tournament_id: int, table_id: int, seen: int, reason: str = "") -> Table:
    """Undo the last step at a table, while no table it feeds has been called.

    A confirmed result goes back to the sheet before it; an unfinished sheet loses its last version. The result of a
    line that has withdrawn since stays, for nobody could enter another: it has to be corrected. So does one that was
    written again because other teams had sat there: the sheets before it name people of the wrong team (R-SQU-19).
    """
    with writing(tournament_id) as tournament:
        require_running(tournament)
        at = load(tournament, table_id)
        if at.table.version != seen:
            raise StaleVersionError(current=at.table.version)
        if at.latest is None:
            raise RefusedError("nothing_to_undo", table=at.table.public_number)
        if "forgets" in at.latest.outcome:
            raise RefusedError("line_ups_forgotten", table=at.table.public_number)
        require_not_ruled(at)
        was_over = at.table.status == Status.DONE
        if was_over:
            _require_nobody_gone(at)
            require_nothing_called(tournament, at.board)
        undone = at.latest
        undone.status = SheetStatus.UNDONE
        undone.save(update_fields=["status"])
        _restore(tournament, at.board, undone, actor, reason)
        if was_over and not at.table.is_over:
            progress.follow(tournament, [at.board])
            live_opening.open_anew(tournament, [at.table], actor)
        record(
            by=actor,
            verb="score_undone",
            target=f"T{at.table.number}",
            tournament=tournament,
            before=summary(undone),
            reason=reason,
        )
        return at.table


def require_nothing_called(tournament: Tournament, board: Board) -> None:
    """Refuse a simple undo of a result once a table that it feeds has been called.

    A table that ended by itself was not announced, so the tables behind it are checked instead. What was made from the
    standings is fed by all tables before it: the next stage, and each round that is paired (R-STG-24).
    """
    round_, called = board.table.round, Table.objects.filter(tournament=tournament, called_at__isnull=False)
    if tournament.stage > round_.stage:
        _refuse_called(list(called.filter(round__stage__gt=round_.stage).order_by("number")[:1]))
    elif format_now(tournament).planned_rounds:
        _refuse_called(list(called.filter(round__number__gt=round_.number).order_by("number")[:1]))
    frontier = [board.table.pk]
    while frontier:
        fed = progress.behind(tournament, frontier)
        _refuse_called(
            [
                one.table
                for one in fed
                if one.table.status != Status.PLANNED
                and (one.table.ending not in AUTOMATIC or any(progress.is_ruled_out(line) for line in one.lines))
            ]
        )
        frontier = [one.table.pk for one in fed if one.table.is_over]


def _refuse_called(tables: Sequence[Table]) -> None:
    if tables:
        raise RefusedError("next_table_called", table=tables[0].public_number)


def _restore(tournament: Tournament, board: Board, undone: Scoresheet, actor: Actor, reason: str) -> None:
    """Restore the table to the version before ``undone``, or to called when there is none.

    The result that a correction had replaced is a result again; a submitted one has to be confirmed again. A version
    that the rules cannot read leaves nothing written, and the next undo removes it too.
    """
    before, was = _before(undone), kept_outcome(board, undone)
    outcome = None
    if before is not None:
        with suppress(RefusedError):
            outcome = outcomes.judge(regulation_of(tournament), board.chairs, before.content)
    if before is None or outcome is None:
        leaving.take_back(tournament, board, actor, was, None, reason)
        ties.keep_ties(board.table, was, None, None)
        progress.reopen(board, Status.CALLED if before is None else Status.PLAYING)
        _set_status(before, SheetStatus.RUNNING)
        return
    status = SheetStatus.SUBMITTED if outcome.over else SheetStatus.RUNNING
    stood = kept_outcome(board, before)
    if was.get("corrects") == before.version:
        status = SheetStatus.CONFIRMED
        corrected = Ruling.objects.filter(table=board.table, kind=Ruling.Kind.CORRECTION, cancelled_at__isnull=True)
        Ruling.objects.filter(pk__in=corrected.order_by("-pk").values("pk")[:1]).update(
            status=Ruling.Status.CANCELLED, cancelled_at=timezone.now(), cancelled_by=actor.user, cancel_reason=reason
        )
        leaving.rule(tournament, board, actor, was, stood, reason)
    else:
        leaving.take_back(tournament, board, actor, was, stood, reason)
    ties.keep_ties(board.table, was, outcome, before)
    progress.reopen(board, Status.PLAYING)
    write_state(tournament, board, outcome, status)
    _set_status(before, status)


def _set_status(sheet: Scoresheet | None, status: str) -> None:
    if sheet is not None:
        sheet.status = status
        sheet.save(update_fields=["status"])


def _before(undone: Scoresheet) -> Scoresheet | None:
    """Return the version that ``undone`` was based on: the newest one before it that was not undone itself."""
    earlier = Scoresheet.objects.filter(table_id=undone.table_id, version__lt=undone.version)
    return earlier.exclude(status=SheetStatus.UNDONE).order_by("-version").first()
