"""Decides about players who are not ready after the grace (R-ONL-05)."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from tournaments.competition.live import deciding
from tournaments.competition.live.options import online_from_json
from tournaments.discipline.writes import penalties
from tournaments.errors import RefusedError
from tournaments.games import registry
from tournaments.games.commands import levels
from tournaments.games.contract import Seat
from tournaments.live_log.writes.log import decide
from tournaments.live_log.writes.settling import call_referee
from tournaments.models import Match, Ruling, Table, Tournament
from tournaments.online.reads import live_matches
from tournaments.online.writes.reporting import SERVER
from tournaments.tables.writes import live_opening

# A table that the referee has paused is checked again after this time.
STOPPED = timedelta(minutes=1)


def decide_absent(tournament: Tournament, match: Match) -> None:
    """Seat robots for players who are not ready, or let their lines lose; a refusal calls the referee.

    In a locked event and a locked match; nothing where the cards have been dealt. Where lines lose, the others of a
    table of several begin a new match, ready. Their seeds are not reused, since the commitment of the new shuffle comes
    after them.
    """
    state = live_matches.live(match).state
    if state.is_over or state.dealt:
        return
    if state.is_paused:
        live_opening.wait_for_players(match, timezone.now() + STOPPED)
        return
    missing = [seat for seat in state.deal.seats if seat not in state.deal.seeds]
    is_for_robots = online_from_json(tournament.online).robots and len(missing) < len(state.deal.seats)
    try:
        with transaction.atomic():
            if is_for_robots:
                seat_robots(match, missing)
                return
            decide(match, deciding.settle)
            for line in sorted({match.seats[seat] for seat in missing}):
                penalties.give_penalty(
                    actor=SERVER,
                    tournament_id=tournament.pk,
                    kind=Ruling.Kind.NO_SHOW,
                    table_id=match.table_id,
                    entry_id=match.chairs["entries"][line],
                    reason=gettext("Not at the online table in time."),
                    key=f"match:{match.pk}:{line}",
                )
            table = Table.objects.get(matches=match)
            if table.status == Table.Status.CALLED:
                again = live_opening.open_for_players(tournament, table, SERVER)
                for seat in range(len(again.seats)):
                    decide(again, partial(deciding.ready, seat=seat, seed=""))
    except RefusedError:
        call_referee(tournament, Table.objects.get(matches=match))


def seat_robots(match: Match, seats: Sequence[Seat]) -> None:
    """Let the game's best robots play these seats of a locked match whose first deal waits for them."""
    best = levels(registry.playable(match.game))[-1]
    match.chairs = {**match.chairs, "robots": {str(seat): best for seat in seats}}
    match.save(update_fields=["chairs"])
    for seat in seats:
        decide(match, partial(deciding.ready, seat=seat, seed=""))
