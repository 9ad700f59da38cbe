"""Closed deals reach the event as the sheet of the table, by the services that write every other sheet."""

from django.db import transaction

from tournaments.competition.live.course import content
from tournaments.competition.live.deciding import Live
from tournaments.competition.live.log import Fault
from tournaments.errors import RefusedError
from tournaments.models import Match, Ruling, Table, TableLine, Tournament
from tournaments.policies import SYSTEM, Actor, Role
from tournaments.selectors import live_matches
from tournaments.services import penalties, scoresheets
from tournaments.services.writing import record

# The rules of the event speak here with a referee's word: nobody has to confirm what the server has dealt.
SERVER = Actor(role=Role.REFEREE, label=SYSTEM.label)


def report(tournament: Tournament, match: Match) -> None:
    """Write the sheet of a match's table, in a locked event and a locked match; what is refused calls the referee."""
    live, table = live_matches.live(match), Table.objects.get(matches=match)
    try:
        with transaction.atomic():
            _write(tournament, table, match, live)
    except RefusedError:
        _call_referee(tournament, table)
    if live.state.fault is not None and not live.setup.is_duel:
        _call_referee(tournament, table)


def _write(tournament: Tournament, table: Table, match: Match, live: Live) -> None:
    state = live.state
    if state.closed or (state.fault is not None and state.fault.forfeit is not None):
        at = scoresheets.load(tournament, table.pk)
        written = content(state)
        if at.latest is None or at.latest.content != scoresheets.with_marks(at, written):
            scoresheets.enter_score(
                actor=SERVER, tournament_id=tournament.pk, table_id=table.pk, content=written, seen=at.table.version
            )
    if state.fault is not None and state.fault.forfeit is None and live.setup.is_duel:
        _rule(tournament, table, match, state.fault)


def _rule(tournament: Tournament, table: Table, match: Match, fault: Fault) -> None:
    """The loss of the match by a ruling: the rules of the game know no such fault."""
    entry = TableLine.objects.get(table=table, index=fault.line).entry_id
    penalties.give_penalty(
        actor=SERVER, tournament_id=tournament.pk, kind=Ruling.Kind.LOSS, entry_id=entry or 0, table_id=table.pk,
        reason=fault.cause, key=f"match:{match.pk}",
    )  # fmt: skip


def _call_referee(tournament: Tournament, table: Table) -> None:
    table = Table.objects.get(pk=table.pk)
    if not table.referee_called:
        table.referee_called = True
        table.save(update_fields=["referee_called"])
        record(by=SYSTEM, verb="referee_called", target=f"T{table.number}", tournament=tournament)
