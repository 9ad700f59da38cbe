"""Write the closed deals of a match as its table's sheet, when its report is due (``firing`` calls it)."""

from dataclasses import replace

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext

from tournaments.competition.live import deciding
from tournaments.competition.live.course import content
from tournaments.competition.live.log import Fault, Loss, State
from tournaments.discipline.writes import penalties
from tournaments.errors import RefusedError, StaleVersionError
from tournaments.frame.policies import SYSTEM, Actor, Role
from tournaments.games import registry
from tournaments.live_log.writes.log import decide
from tournaments.live_log.writes.settling import call_referee
from tournaments.models import Match, Ruling, Scoresheet, Table, TableLine, Tournament, User
from tournaments.online.reads import live_matches
from tournaments.tables.writes import rulings, scoresheets

# The rules of the event act here with the referee's authority: a deal by the server needs no confirmation.
SERVER = Actor(role=Role.REFEREE, label=SYSTEM.label)


def report(tournament: Tournament, match: Match) -> None:
    """Write the sheet of a match's table, in a locked event and a locked match; a refusal calls the referee.

    If an official has decided the table, or other people sit there now, the match ends and nothing is written.
    """
    state, at = live_matches.live(match).state, scoresheets.load(tournament, match.table_id or 0)
    if at.table.is_over or [line.entry_id for line in at.board.lines] != match.chairs["entries"]:
        decide(match, deciding.settle)
        return
    try:
        with transaction.atomic():
            # A line that lost is ruled out after the deals before.
            for line, loss in sorted(state.lost.items(), key=lambda each: each[1].deals):
                entry = at.board.lines[line].entry_id
                if all(ruling.entry_id != entry for ruling in rulings.in_force(at.table.pk)):
                    until = replace(state, deals=state.closed[: loss.deals], fault=None, call=None)
                    _write_deals(tournament, match, until)
                    _rule(tournament, at.table, match, line, loss)
            if not state.lost or at.board.is_of_several:
                # Where the deals do not show every line that is out, the call of time would rank one as still in.
                is_one_hidden = any(loss.deals and loss.deals >= len(state.closed) for loss in state.lost.values())
                _write_deals(tournament, match, replace(state, call=None) if is_one_hidden else state)
            if state.fault is not None and state.forfeit is None and not at.board.is_of_several:
                _rule(tournament, at.table, match, state.fault.line, state.fault)
    except RefusedError:
        call_referee(tournament, at.table)
    # A fault that no rule decides, or a tie that needs lots: the cards alone do not end the match of the table.
    if state.is_over or state.fault is not None:
        call_referee(tournament, at.table)


def _write_deals(tournament: Tournament, match: Match, state: State) -> None:
    at, written = scoresheets.load(tournament, match.table_id or 0), content(live_matches.setup_of(match), state)
    if at.table.is_over or not (written["games"] or state.forfeit is not None):
        return
    # An official's sheet is not overwritten: an undone one, or a correction that the match cannot follow.
    own = Q(idempotency_key__startswith=f"{_key(match)}:") | Q(version=state.adopted)
    last = Scoresheet.objects.filter(own, table=at.table).order_by("-version").first()
    if (at.latest.content if at.latest else None) != (scoresheets.with_marks(at, last.content) if last else None):
        raise StaleVersionError(current=at.table.version)
    if at.latest is None or at.latest.content != scoresheets.with_marks(at, written):
        scoresheets.enter_score(
            actor=SERVER,
            tournament_id=tournament.pk,
            table_id=at.table.pk,
            content=written,
            seen=at.table.version,
            key=f"{_key(match)}:{match.sequence}:{len(state.closed)}:{int(state.call is not None)}",
        )


def _key(match: Match) -> str:
    return f"match:{match.pk}"


def _rule(tournament: Tournament, table: Table, match: Match, line: int, why: Fault | Loss) -> None:
    """Let a line lose by a ruling: by the referee's order, or because the rules of the game have no such fault."""
    entry = TableLine.objects.get(table=table, index=line).entry_id
    phrases = registry.game(tournament.game).phrases
    note, by = (why.note, why.by) if isinstance(why, Loss) else ("", None)
    penalties.give_penalty(
        actor=replace(SERVER, user=User.objects.filter(pk=by).first()) if by else SERVER,
        tournament_id=tournament.pk,
        kind=Ruling.Kind.LOSS,
        entry_id=entry or 0,
        table_id=table.pk,
        reason=note or gettext(phrases.get(f"cause.{why.cause}", why.cause)),
        key=f"{_key(match)}:{line}:{match.sequence}",
    )
