"""Online events: what their game must offer, and what the law forbids."""

from collections.abc import Mapping

from tournaments.competition.formats.registry import format_of
from tournaments.competition.live.options import online_from_json, online_to_json
from tournaments.errors import RefusedError
from tournaments.events.reads import online
from tournaments.frame.reads.entry_places import has_rotating
from tournaments.games import registry
from tournaments.games.contract import Json, PlayableGame
from tournaments.models import Table, Tournament
from tournaments.online.reads import live_matches

Mode = Tournament.Mode
NOT_BEGUN_OR_OVER = (Table.Status.PLANNED, Table.Status.DONE, Table.Status.BYE)


def set_online(tournament: Tournament, changes: Mapping[str, Json]) -> None:
    """Change the settings of the online matches by ``changes``; an event in the hall has none.

    Refused with the field where the event cannot be played online as it is.
    """
    if tournament.mode == Mode.HALL:
        tournament.online = {}
        return
    tournament.online = online_to_json(online_from_json({**tournament.online, **changes}))
    require_possible(tournament)


def require_possible(tournament: Tournament) -> None:
    """Refuse an online event that its game, its seats or the law do not allow.

    Playing for money at a distance needs a concession in Italy, so there is neither a fee nor a prize in money
    (R-ONL-01, R-ONL-02).
    """
    if tournament.mode == Mode.HALL:
        return
    game = registry.game(tournament.game)
    if not isinstance(game, PlayableGame):
        raise RefusedError("game_not_online", field="mode")
    if has_rotating(tournament):
        raise RefusedError("partners_in_hall", field="mode")
    # The numbers of lines that a played table of the event may have.
    least, most = format_of(tournament.format).needs_lines
    seats = {lines * tournament.entry_size for lines in range(max(2, least), most + 1)}
    impossible = seats - set(game.seats(tournament.rules))
    if impossible:
        raise RefusedError("seats_not_online", field="mode", seats=min(impossible))
    if tournament.fee_cents:
        raise RefusedError("fee_not_online", field="fee_cents")
    if tournament.prize_kind == Tournament.PrizeKind.CASH:
        raise RefusedError("cash_not_online", field="prize_kind")


def require_no_money(tournament: Tournament) -> None:
    """Refuse a fee or a prize in money once a match of the event was opened online, even if it moves (R-ONL-02)."""
    is_cash = tournament.prize_kind == Tournament.PrizeKind.CASH
    if (tournament.fee_cents or is_cash) and live_matches.of_event(tournament).exists():
        raise RefusedError("played_online", field="fee_cents" if tournament.fee_cents else "prize_kind")


def require_none_in_hall(tournament: Tournament) -> None:
    """Refuse to move a round online while one of its tables is played in the hall: its players would be absent."""
    called = Table.objects.filter(tournament=tournament, matches=None).exclude(status__in=NOT_BEGUN_OR_OVER)
    for table in called.select_related("round").order_by("round__number", "number"):
        if online.is_online(tournament, table.round):
            raise RefusedError("table_in_hall", table=table.public_number)
