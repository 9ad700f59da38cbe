"""Closed deals reach the event as the sheet of the table, by the services that write every other sheet."""

from django.db import transaction
from django.utils.translation import gettext

from tournaments.competition.live import deciding
from tournaments.competition.live.course import content
from tournaments.competition.live.log import Fault, State
from tournaments.errors import RefusedError, StaleVersionError
from tournaments.games import registry
from tournaments.models import Match, Ruling, Scoresheet, Table, TableLine, Tournament
from tournaments.policies import SYSTEM, Actor, Role
from tournaments.selectors import live_matches
from tournaments.services import penalties, scoresheets
from tournaments.services.outcomes import DUEL
from tournaments.services.play.log import decide
from tournaments.services.scoresheets import Loaded
from tournaments.services.writing import record

# The rules of the event speak here with a referee's word: nobody has to confirm what the server has dealt.
SERVER = Actor(role=Role.REFEREE, label=SYSTEM.label)


def report(tournament: Tournament, match: Match) -> None:
    """Write the sheet of a match's table, in a locked event and a locked match; what is refused calls the referee.

    The match ends and writes nothing where its table is over by somebody else's word, or has other people now.
    """
    live, at = live_matches.live(match), scoresheets.load(tournament, match.table_id or 0)
    if at.table.is_over or [line.entry_id for line in at.board.lines] != match.chairs["entries"]:
        decide(match, deciding.settle)
        return
    try:
        with transaction.atomic():
            _write(tournament, at, match, live.state)
    except RefusedError:
        _call_referee(tournament, at.table)
    # A fault that no rule decides, or a tie that needs lots: the cards alone do not end the match of the table.
    if live.state.is_over or live.state.fault is not None:
        _call_referee(tournament, at.table)


def _write(tournament: Tournament, at: Loaded, match: Match, state: State) -> None:
    forfeit = state.fault.forfeit if state.fault is not None else None
    if state.closed or forfeit is not None:
        _require_own(at, match)
        written = content(state)
        if at.latest is None or at.latest.content != scoresheets.with_marks(at, written):
            scoresheets.enter_score(
                actor=SERVER, tournament_id=tournament.pk, table_id=at.table.pk, content=written, seen=at.table.version,
                key=f"{_key(match)}:{len(state.closed) if forfeit is None else 'forfeit'}",
            )  # fmt: skip
    if state.fault is not None and forfeit is None and len(at.board.lines) == DUEL:
        _rule(tournament, at.table, match, state.fault)


def _require_own(at: Loaded, match: Match) -> None:
    """Refuse to write over the word of an official, who has corrected the sheet of the match or taken it back."""
    own = Scoresheet.objects.filter(table=at.table, idempotency_key__startswith=f"{_key(match)}:")
    last = own.order_by("-version").first()
    if (at.latest.content if at.latest else None) != (scoresheets.with_marks(at, last.content) if last else None):
        raise StaleVersionError(current=at.table.version)


def _key(match: Match) -> str:
    return f"match:{match.pk}"


def _rule(tournament: Tournament, table: Table, match: Match, fault: Fault) -> None:
    """The loss of the match by a ruling: the rules of the game know no such fault."""
    entry = TableLine.objects.get(table=table, index=fault.line).entry_id
    phrases = registry.game(tournament.game).phrases
    penalties.give_penalty(
        actor=SERVER, tournament_id=tournament.pk, kind=Ruling.Kind.LOSS, entry_id=entry or 0, table_id=table.pk,
        reason=gettext(phrases.get(f"cause.{fault.cause}", fault.cause)), key=_key(match),
    )  # fmt: skip


def _call_referee(tournament: Tournament, table: Table) -> None:
    """Call the referee to a table that is not over, once."""
    table = Table.objects.get(pk=table.pk)
    if not table.is_over and not table.referee_called:
        table.referee_called = True
        table.save(update_fields=["referee_called"])
        record(by=SYSTEM, verb="referee_called", target=f"T{table.number}", tournament=tournament)
