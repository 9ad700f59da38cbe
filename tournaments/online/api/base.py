"""What endpoints of an online match share: the match, and the caller's place at it."""

from django.utils import timezone
from rest_framework.exceptions import NotAuthenticated

from tournaments.competition.live.viewing import Viewer
from tournaments.errors import ForbiddenError, MissingError
from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.policies import Actor
from tournaments.games.contract import Json, Seat
from tournaments.models import Match, Table
from tournaments.online.api.shapes import match_shape
from tournaments.online.reads import live_matches
from tournaments.tables.reads import seats
from tournaments.tables.reads.seats import Place

GROUP = "matches"


class OfMatch(Endpoint):
    """An endpoint of one match."""

    group = GROUP

    def match(self, match_id: int) -> tuple[Match, Place]:
        """The match and the caller's place at it; a match that they may not see looks like none."""
        row = live_matches.with_table(match_id)
        place = seats.place(self.visitor, row)
        if not place.may_see:
            raise MissingError
        self.game = row.game
        return row, place

    def seat(self, row: Match, place: Place) -> Seat:
        """The caller's seat; without one they are refused as at any table where they have no part."""
        if place.seat is None:
            self.table_of(row)
            # The code of a line with several seats names no seat.
            raise ForbiddenError
        return place.seat

    def table_of(self, row: Match) -> tuple[Table, Actor]:
        """The table of the match and the caller as an actor there; refused if they lack the right."""
        if row.table is not None:
            return self.table(row.table.tournament.slug, row.table.number)
        if not self.caller.is_known:
            raise NotAuthenticated
        raise ForbiddenError

    def told(self, match_id: int, viewer: Viewer) -> Json:
        """The match as it is now, for that viewer."""
        return match_shape(live_matches.match(match_id), viewer, timezone.now())
