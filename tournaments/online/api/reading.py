"""Matches as programs read them: the list of an event, one as its viewer sees it, its log."""

from hashlib import sha256

import django_filters
from django.http import HttpResponseNotModified
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django_filters import FilterSet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.errors import MissingError, RefusedError
from tournaments.frame.api.bodies import Body
from tournaments.frame.api.endpoint import Answer, Endpoint
from tournaments.frame.api.examples import example_answered
from tournaments.frame.api.filtering import MOST
from tournaments.frame.api.kept import VARY, has
from tournaments.frame.api.pagination import a_page
from tournaments.frame.api.schema import describe, page_of_shape
from tournaments.frame.policies import Door, Right
from tournaments.frame.serving.build import build
from tournaments.models import Match
from tournaments.online.api.commands import GROUP, OfMatch
from tournaments.online.api.shapes import (
    EVENTS,
    LOBBY_MATCH,
    MATCH,
    REPLAY,
    LiveEventsShape,
    LiveMatchShape,
    LobbyMatchShape,
    ReplayShape,
    lobby_shape,
    match_shape,
)
from tournaments.online.reads import live_matches
from tournaments.tables.reads import seats


class MatchFilters(FilterSet):
    """Online matches by round, table and status."""

    round = django_filters.NumberFilter("table__round__number", min_value=1, max_value=MOST, help_text="The round")
    table = django_filters.NumberFilter("table__number", min_value=1, max_value=MOST, help_text="The table")
    status = django_filters.ChoiceFilter(choices=[(key, key) for key in Match.Status.values], help_text="Their status")

    class Meta:
        model = Match
        fields: list[str] = []


MOST_EVENTS, USUAL_EVENTS = 500, 100
LOBBY = page_of_shape(LobbyMatchShape)


class LobbyEndpoint(Endpoint):
    """The matches of an event."""

    door = Door(reads=Right.SEE)
    is_list = True
    filters = MatchFilters
    group = GROUP

    @describe(
        "matches_list",
        "The online matches of an event, the newest first: at which table, who plays which seat, how far they are. "
        "“you” is your own seat.",
        answers=LOBBY,
        examples=[a_page(LOBBY_MATCH)],
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)

        def shapes(rows: list[Match]) -> list[dict[str, object]]:
            names, own = live_matches.names_of(rows), seats.seats_in(self.visitor, rows)
            return [lobby_shape(row, names, own) for row in rows]

        return self.paginate(live_matches.of_event(event), order="-pk", batch=shapes)


class LiveMatch(OfMatch):
    """One match."""

    door = Door(reads=Right.SEE)

    @describe(
        "match_read",
        "A match as you may see it: with a seat your hand and what you may play, without one what is in sight. The "
        "ETag goes by the number of the newest event: send it back as If-None-Match, and 304 says that nothing has "
        "happened; until then the clock that runs goes on by itself.",
        answers=LiveMatchShape,
        not_modified=True,
        examples=[example_answered(MATCH, "In your seat")],
    )
    def get(self, request: Request, match_id: int) -> Answer:
        row, place = self.match(match_id)
        named = sha256(f"{build()}|{row.pk}|{row.opened_at}|{place.viewer}".encode()).hexdigest()
        etag = f'W/"{row.sequence}-{named[:12]}"'
        response: Answer = (
            HttpResponseNotModified()
            if has(request, etag)
            else Response(match_shape(row, place.viewer, timezone.now()))
        )
        response["ETag"] = etag
        response["Cache-Control"] = "private, no-cache"
        patch_vary_headers(response, VARY)
        return response


class EventsQuery(Body):
    """Which events the caller has, and how many more they take at once."""

    since = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, default=0, help_text="The number of the last event that was read"
    )
    limit = serializers.IntegerField(
        min_value=1, max_value=MOST_EVENTS, default=USUAL_EVENTS, help_text="Events of an answer"
    )


class LiveEvents(OfMatch):
    """The log of a match, as the reader sees it."""

    door = Door(reads=Right.SEE)
    parameters = EventsQuery

    @describe(
        "match_events",
        "What has happened after the event “since”: every number in its order, none left out. Seeds that seats add "
        "are told when the deal is over, by its replay; why the referee gave an order is told to those at the table.",
        answers=LiveEventsShape,
        examples=[example_answered(EVENTS, "Two events")],
    )
    def get(self, request: Request, match_id: int) -> Response:
        row, place = self.match(match_id)
        since, limit = self.query["since"], self.query["limit"]
        events = live_matches.events_for(row, since, limit, place.viewer)
        return Response({"sequence": row.sequence, "events": events, "more": since + limit < row.sequence})


class Replay(OfMatch):
    """A deal that is over."""

    door = Door(reads=Right.SEE)

    @describe(
        "match_replay",
        "A deal that is over after so many of its plays, with every hand, and what it was shuffled from; a deal that "
        "is being played is not there yet.",
        answers=ReplayShape,
        examples=[example_answered(REPLAY, "After its first play")],
    )
    def get(self, request: Request, match_id: int, deal: int, plays: int) -> Response:
        self.match(match_id)
        try:
            return Response(live_matches.replay(match_id, deal, plays))
        except RefusedError as refusal:
            raise MissingError from refusal
