"""Events as programs read them: the list, the entries of one, rounds and standings."""

from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.bodies import Body
from tournaments.api.core.filters import EntryFilters, EventFilters
from tournaments.api.endpoint import Endpoint
from tournaments.api.schema import documented, listed, many_of
from tournaments.api.shapes.entries import (
    ENTRY_EXAMPLE,
    STANDING_EXAMPLE,
    EntryShape,
    StandingsShape,
    club_shapes,
    entry_shape,
    standing_shape,
)
from tournaments.api.shapes.events import EVENT_EXAMPLE, EventShape, event_shape
from tournaments.api.shapes.rounds import ROUND_EXAMPLE, RoundShape, round_shape
from tournaments.policies import Door, Right
from tournaments.selectors import public_lists
from tournaments.selectors.club_standings import club_standings
from tournaments.selectors.rounds import event_rounds
from tournaments.selectors.standings import standings

GROUP = "events"
EVENTS, ENTRIES, ROUNDS = listed(EventShape), listed(EntryShape), many_of(RoundShape)


def a_page(row: object) -> OpenApiExample:
    """A page with that row, as an example."""
    return OpenApiExample("A page", {"next": None, "previous": None, "results": [row]}, response_only=True)


class EventList(Endpoint):
    """The events of the installation."""

    door = Door(reads=Right.BROWSE)
    is_list = True
    filters = EventFilters
    group = GROUP

    @documented(
        "events_list",
        "Events, the last that was made first; those in preparation are left out.",
        answers=EVENTS,
        examples=[a_page(EVENT_EXAMPLE)],
    )
    def get(self, request: Request) -> Response:
        return self.listed(public_lists.public_events(), event_shape, "-pk")


class EntryList(Endpoint):
    """Who takes part."""

    door = Door(reads=Right.SEE)
    is_list = True
    filters = EntryFilters
    group = GROUP

    @documented(
        "entries_list",
        "Who takes part, has withdrawn or waits, by number.",
        answers=ENTRIES,
        examples=[a_page(ENTRY_EXAMPLE)],
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)
        rows = public_lists.shown_entries(event)
        return self.listed(
            rows,
            order="number",
            batch=lambda found: [entry_shape(row) for row in public_lists.entry_rows(event, found)],
        )


class RoundList(Endpoint):
    """The rounds with their clocks."""

    door = Door(reads=Right.SEE)
    group = GROUP

    @documented(
        "rounds_list",
        "The rounds there are, each with its clock in the server's time.",
        answers=ROUNDS,
        examples=[OpenApiExample("Rounds", {"results": [ROUND_EXAMPLE]}, response_only=True)],
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)
        return Response({"results": [round_shape(event, each) for each in event_rounds(event)]})


class PageQuery(Body):
    """Which page of what is ranked as a whole."""

    page = serializers.IntegerField(min_value=1, max_value=10_000, default=1, help_text="200 rows a page")


class Standings(Endpoint):
    """The standings of an event."""

    door = Door(reads=Right.SEE)
    parameters = PageQuery
    group = GROUP

    @documented(
        "standings_read",
        "The standings: final places once the event is finished; else who is in and who is out, in rounds all places.",
        answers=StandingsShape,
        examples=[
            OpenApiExample(
                "The standings",
                {"total": 1, "still_in": 0, "page": 1, "pages": 1, "results": [STANDING_EXAMPLE], "clubs": None},
                response_only=True,
            )
        ],
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)
        found = standings(event, self.asked["page"])
        return Response(
            {
                "total": found.total,
                "still_in": found.still_in,
                "page": found.page,
                "pages": found.pages,
                "results": [standing_shape(row) for row in found.rows],
                "clubs": club_shapes(club_standings(event)),
            }
        )
