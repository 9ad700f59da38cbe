"""Corrections of a confirmed result: the effects are shown first, then it is saved with a reason."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.db.models import F, Q

from tournaments.competition.match import outcomes
from tournaments.competition.match.outcomes import Outcome
from tournaments.competition.stages.correction import Difference, difference, pairings_changed
from tournaments.competition.stages.elimination_reach import Permitted, reach
from tournaments.competition.stages.facts import Score
from tournaments.deadlines import writes as deadlines
from tournaments.errors import RefusedError, StaleVersionError
from tournaments.frame.policies import SYSTEM, Actor
from tournaments.frame.reads.formats import regulation_of
from tournaments.frame.writes.transaction import look_ahead, record, writing
from tournaments.games.contract import Json
from tournaments.live_log.writes.settling import end_matches
from tournaments.models import Entry, Membership, Ruling, Scoresheet, Table, TableLine, Tournament
from tournaments.standings.reads.folds import fold_of
from tournaments.standings.reads.pairings import paired_rounds
from tournaments.tables.reads import elimination
from tournaments.tables.writes import leaving, live_opening, progress, scoresheets, ties
from tournaments.tables.writes.progress import Board, places_routed

Status = Table.Status
# Only who may direct sees a preview (``Right.DIRECT``); its step is rolled back, so nobody is named for it.
_DIRECTING: Final = replace(SYSTEM, role=Membership.Role.REFEREE)


@dataclass(frozen=True, slots=True)
class Reached:
    """The tables and entries that a correction takes hold of: the pure reach, with what it names read."""

    permitted: Permitted
    outcome: Outcome
    tables: Sequence[Board]
    replayed: Sequence[Board]
    entries: Sequence[Entry]

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the numbers of the tables that the caller must accept to save."""
        return tuple([board.table.number for board in self.tables])


@dataclass(frozen=True, slots=True)
class Consequences(Reached):
    """What saving a correction would do: the tables that it takes hold of, and everything that differs then."""

    difference: Difference

    @property
    def code(self) -> str:
        return self.difference.code(is_announced=self.permitted is Permitted.NEEDS_REASON)


def require_correctable(*, tournament: Tournament, table_id: int, content: Json) -> None:
    """Refuse a table whose result cannot be corrected into ``content``."""
    at = scoresheets.load(tournament, table_id)
    scoresheets.require_not_ruled(at)
    _reach(tournament, at.board, scoresheets.with_marks(at, content))


def preview_correction(*, tournament: Tournament, table_id: int, content: Json) -> Consequences:
    """Return what saving ``content`` as the result of a finished table would change; nothing is saved.

    The correction itself is made and rolled back: the preview says what the pages show before and after it (R-STG-29).
    """
    at = scoresheets.load(tournament, table_id)
    scoresheets.require_not_ruled(at)
    content = scoresheets.with_marks(at, content)
    found = _reach(tournament, at.board, content)

    def correct() -> None:
        # Read again: what is written there must not change what is shown of before.
        here = scoresheets.load(tournament, table_id)
        _apply(tournament, here, _reach(tournament, here.board, content), _DIRECTING, content, "")

    before, after = look_ahead(tournament_id=tournament.pk, step=correct, read=lambda: fold_of(tournament, at.table))
    return Consequences(
        found.permitted, found.outcome, found.tables, found.replayed, found.entries, difference(before, after)
    )


def _reach(tournament: Tournament, board: Board, content: Json) -> Reached:
    if board.table.status == Status.BYE:
        raise RefusedError("table_is_bye", table=board.table.public_number)
    if board.table.ending == "walkover":
        gone = [line.entry for line in board.lines if progress.is_missing_out(line)]
        raise RefusedError("line_withdrawn", name=str(gone[0]) if gone else "")
    if board.table.status != Status.DONE:
        raise RefusedError("not_finished", table=board.table.public_number)
    outcome = outcomes.judge(regulation_of(tournament), board.chairs, content)
    if not outcome.over:
        raise RefusedError("correction_unfinished", table=board.table.public_number)
    fed = progress.tables_fed_by([board.table.pk])
    routed = places_routed(board.table.pk, [line for one in fed for line in one.lines])
    progress.require_places(board, routed, dict(enumerate(outcome.places)))
    if progress.keeps_chairs(tournament):
        # Losers come back from any table: the facts of the whole event.
        facts = elimination.facts_of(tournament)
    else:
        # The table and all behind it: as many queries as rounds are left.
        known, frontier = {board.table.pk: board}, list(fed)
        while frontier:
            known.update({one.table.pk: one for one in frontier})
            behind = progress.tables_fed_by([one.table.pk for one in frontier])
            frontier = [one for one in behind if one.table.pk not in known]
        facts = elimination.facts_at(known.values())
    scores = [Score(place, outcome.points[at], deals=outcome.deals[at]) for at, place in enumerate(outcome.places)]
    found = reach(facts, board.table.pk, tuple(scores), _is_announced)
    tables = _read_boards(found.tables)
    return Reached(
        permitted=found.permitted,
        outcome=outcome,
        tables=tables,
        replayed=[one for one in tables if one.table.pk in found.replayed],
        entries=list(Entry.objects.filter(pk__in=found.entrants).order_by("number")),
    )


def _read_boards(tables: Sequence[int]) -> list[Board]:
    """Return these tables as they are now, by number."""
    lines = TableLine.objects.filter(table__in=tables).select_related("table__round", "entry")
    return sorted(progress.boards(lines), key=lambda one: one.table.number)


def _is_announced(tables: Sequence[int]) -> bool:
    """Return whether one of these tables was called or played.

    A table that ended by itself before its call does not count.
    """
    planned = Q(called_at=None) & (Q(status=Status.PLANNED) | Q(ending__in=elimination.AUTOMATIC))
    return Table.objects.filter(pk__in=tables).exclude(planned).exists()


def correct_score(
    *,
    actor: Actor,
    tournament_id: int,
    table_id: int,
    content: Json,
    seen: int,
    reason: str,
    accepted: Sequence[int] = (),
) -> Scoresheet:
    """Replace the confirmed result of a table.

    ``accepted`` are the numbers of the tables that the person was shown and agreed to affect: if the event has moved on
    since, and more would be affected, the correction is refused and shown again. Tables already played with the wrong
    people are reset; their sheets stay on record as undone.
    """
    if not reason.strip():
        raise RefusedError("reason_missing", field="reason")
    with writing(tournament_id) as tournament:
        if tournament.status != Tournament.Status.RUNNING:
            raise RefusedError("not_running", status=tournament.status)
        at = scoresheets.load(tournament, table_id)
        if at.table.version != seen:
            raise StaleVersionError(current=at.table.version)
        scoresheets.require_not_ruled(at)
        content = scoresheets.with_marks(at, content)
        found = _reach(tournament, at.board, content)
        if found.permitted is Permitted.NEEDS_REASON and not set(found.numbers) <= set(accepted):
            raise RefusedError("consequences_changed", tables=", ".join(map(str, found.numbers)))
        return _apply(tournament, at, found, actor, content, reason)


def _apply(
    tournament: Tournament,
    at: scoresheets.Loaded,
    found: Reached,
    actor: Actor,
    content: Json,
    reason: str,
) -> Scoresheet:
    scoresheets.require_members(tournament.game, regulation_of(tournament).rules, at.board.lines, content)
    paired = paired_rounds(tournament, at.table.round.number)
    replaced = at.latest
    if replaced is not None:
        scoresheets.retire(replaced)
    leaving.cancel_rulings(at.table, actor, reason)
    sheet = scoresheets.append(at, actor, content, found.outcome, Scoresheet.Status.CONFIRMED, None, reason)
    if replaced is not None:
        sheet.outcome["corrects"] = replaced.version
        sheet.save(update_fields=["outcome"])
    tables = [one.table.pk for one in found.tables]
    if tables:
        _take_back(found, actor, reason)
    # Read again: what was forgotten there must not be written back.
    progress.settle(tournament, at.board, found.outcome, also=_read_boards(tables))
    # The call of a table whose people are no longer known is undone; it is called again when they are.
    unknown = TableLine.objects.filter(table__in=[one.table for one in found.tables], entry=None, is_nobody=False)
    uncalled = list(Table.objects.filter(pk__in=unknown.values("table_id"), status=Status.CALLED))
    deadlines.forget_table_times(uncalled)
    Table.objects.filter(pk__in=[table.pk for table in uncalled]).update(status=Status.PLANNED, called_at=None)
    leaving.rule(tournament, at.board, actor, None, sheet.outcome, reason)
    if tables:
        changed = Table.objects.filter(pk__in=tables).select_related("round")
        live_opening.open_anew(tournament, list(changed), actor)
    before = scoresheets.kept_outcome(at.board, replaced) if replaced is not None else None
    ties.keep_ties(at.table, before, found.outcome, sheet)
    Ruling.objects.create(
        tournament=tournament, table=at.table, kind=Ruling.Kind.CORRECTION, reason=reason, made_by=actor.user
    )
    # The organiser is told of the rounds that were paired on the old result (R-STG-29).
    stale = [each.round for each in pairings_changed(paired, paired_rounds(tournament, at.table.round.number))]
    record(
        by=actor,
        verb="score_corrected",
        target=f"T{at.table.number}",
        tournament=tournament,
        reason=reason,
        before=scoresheets.summary(replaced),
        after={
            **scoresheets.summary(sheet),
            "seats": scoresheets.seats_of(at.board),
            "touched": list(found.numbers),
            **({"paired": stale} if stale else {}),
        },
    )
    return sheet


def _take_back(found: Reached, actor: Actor, reason: str) -> None:
    """Reset the tables that have the wrong people.

    Their sheets stay on record as undone, also where the match was not finished: the next sheet of such a table belongs
    to other people, and so do its codes, which are printed before a table is called. An online match there ends.
    """
    touched = [one.table for one in found.tables]
    end_matches(touched)
    Table.objects.filter(pk__in=[table.pk for table in touched]).update(code_generation=F("code_generation") + 1)
    Scoresheet.objects.filter(table__in=touched).exclude(status=Scoresheet.Status.UNDONE).update(
        status=Scoresheet.Status.UNDONE
    )
    ties.cancel_ties(touched)
    for one in found.tables:
        leaving.cancel_all(one.table, actor, reason)
        one.table.referee_called = False
        for line in one.lines:
            line.is_absent = line.entry is not None and progress.is_gone(line.entry)
        progress.reopen(one, Status.CALLED if one.table.called_at else Status.PLANNED)
    deadlines.forget_table_times(touched)
    deadlines.forget_absence(touched)
