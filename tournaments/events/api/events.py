"""Events as programs read them: the list, rounds and standings."""

import django_filters
from drf_spectacular.utils import OpenApiExample
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.entries.api.entry_shapes import (
    STANDING_EXAMPLE,
    ClubRowShape,
    PlayerRowShape,
    StandingsShape,
    standing_shape,
)
from tournaments.events.api.event_shapes import EVENT_EXAMPLE, EventShape, event_shape
from tournaments.events.api.rounds import ROUND_EXAMPLE, RoundShape, round_shape
from tournaments.events.reads import public_lists
from tournaments.events.reads.rounds import event_rounds
from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.filtering import MOST, NameFilters
from tournaments.frame.api.pagination import PageQuery, a_page
from tournaments.frame.api.schema import describe, many_of, page_of_shape
from tournaments.frame.policies import Door, Right
from tournaments.models import Tournament
from tournaments.standings.reads.club_standings import club_standings
from tournaments.standings.reads.player_standings import player_standings
from tournaments.standings.reads.standings import standings

PUBLIC = [(key, key) for key in Tournament.Status.values if key != Tournament.Status.DRAFT]


class EventFilters(NameFilters):
    """Events by status, club, circuit, day and a part of the name."""

    status = django_filters.ChoiceFilter(choices=PUBLIC, help_text="How far the event has come")
    club = django_filters.NumberFilter("club_id", min_value=1, max_value=MOST, help_text="The club that holds it")
    circuit = django_filters.CharFilter("circuit__slug", max_length=80, help_text="The circuit it belongs to")
    starts_from = django_filters.DateFilter("starts_at__date", "gte", help_text="This day or later")
    starts_to = django_filters.DateFilter("starts_at__date", "lte", help_text="This day or earlier")
    search = django_filters.CharFilter("name", method="filter_by_name", max_length=100, help_text="A part of the name")

    class Meta:
        model = Tournament
        fields: list[str] = []


GROUP = "events"
EVENTS, ROUNDS = page_of_shape(EventShape), many_of(RoundShape)


class EventList(Endpoint):
    """The events of the installation."""

    door = Door(reads=Right.BROWSE)
    is_list = True
    filters = EventFilters
    group = GROUP

    @describe(
        "events_list",
        "Events, the last that was made first; those in preparation are left out.",
        answers=EVENTS,
        examples=[a_page(EVENT_EXAMPLE)],
    )
    def get(self, request: Request) -> Response:
        return self.paginate(public_lists.public_events(), event_shape, "-pk")


class RoundList(Endpoint):
    """The rounds with their clocks."""

    door = Door(reads=Right.SEE)
    group = GROUP

    @describe(
        "rounds_list",
        "The rounds there are, each with its clock in the server's time.",
        answers=ROUNDS,
        examples=[OpenApiExample("Rounds", {"results": [ROUND_EXAMPLE]}, response_only=True)],
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)
        return Response({"results": [round_shape(event, each) for each in event_rounds(event)]})


class StandingsEndpoint(Endpoint):
    """The standings of an event."""

    door = Door(reads=Right.SEE)
    parameters = PageQuery
    group = GROUP

    @describe(
        "standings_read",
        "The standings: final places once the event is finished; else who is in and who is out, in rounds all places.",
        answers=StandingsShape,
        examples=[
            OpenApiExample(
                "The standings",
                {
                    "total": 1,
                    "still_in": 0,
                    "page": 1,
                    "pages": 1,
                    "results": [STANDING_EXAMPLE],
                    "clubs": None,
                    "players": None,
                },
                response_only=True,
            )
        ],
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)
        found, clubs = standings(event, self.query["page"]), club_standings(event)
        players = player_standings(event)
        return Response(
            {
                "total": found.total,
                "still_in": found.still_in,
                "page": found.page,
                "pages": found.pages,
                "results": [standing_shape(row) for row in found.rows],
                "clubs": clubs and [ClubRowShape.of(row) for row in clubs.rows],
                "players": None if players is None else [PlayerRowShape.of(row) for row in players],
            }
        )
