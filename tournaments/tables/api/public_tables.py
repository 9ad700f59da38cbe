"""Tables as programs read them: the list, one with its match explained, and the bracket."""

import django_filters
from django.http import HttpResponse
from django_filters import FilterSet
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.events.reads import public_lists
from tournaments.frame.api.bodies import Shape
from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.filtering import MOST
from tournaments.frame.api.kept import KeptEndpoint
from tournaments.frame.api.pagination import a_page
from tournaments.frame.api.schema import describe, page_of_shape
from tournaments.frame.policies import Door, Right
from tournaments.games.contract import Json
from tournaments.models import Table, Tournament
from tournaments.tables.api.table_shapes import (
    MATCH_EXAMPLE,
    TABLE_EXAMPLE,
    MatchShape,
    TableShape,
    match_shape,
    table_shape,
)
from tournaments.tables.reads import cards
from tournaments.tables.reads.cards import all_cards, by_round


class TableFilters(FilterSet):
    """Tables by round, status, section and the number in the hall."""

    round = django_filters.NumberFilter("round__number", min_value=1, max_value=MOST, help_text="The round")
    status = django_filters.ChoiceFilter(choices=[(key, key) for key in Table.Status.values], help_text="Their status")
    section = django_filters.ChoiceFilter(
        choices=[(key, key) for key in Table.Section.values], help_text="The part of the bracket"
    )
    hall_number = django_filters.NumberFilter(min_value=1, max_value=MOST, help_text="The number in the hall")

    class Meta:
        model = Table
        fields: list[str] = []


GROUP = "tables"
TABLES = page_of_shape(TableShape)


class TableList(Endpoint):
    """The tables of an event."""

    door = Door(reads=Right.SEE)
    is_list = True
    filters = TableFilters
    group = GROUP

    @describe(
        "tables_list",
        "The tables of the plan, by number; those where somebody rests have the status bye.",
        answers=TABLES,
        examples=[a_page(TABLE_EXAMPLE)],
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)
        return self.paginate(
            public_lists.event_tables(event),
            order="number",
            batch=lambda found: [table_shape(card) for card in public_lists.table_cards(event, found)],
        )


class TableEndpoint(Endpoint):
    """One table with its match."""

    door = Door(reads=Right.SEE)
    group = GROUP

    @describe(
        "table_read",
        "A table with its match: every deal with the reason of each point, ties, rulings, versions of the sheet.",
        answers=MatchShape,
        examples=[OpenApiExample("A match", MATCH_EXAMPLE, response_only=True)],
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        event, _actor = self.event(slug)
        return Response(match_shape(event, cards.match(event, number)))


class BracketRound(Shape):
    """A round of the main bracket, its tables in order."""

    number = serializers.IntegerField()
    tables = TableShape(many=True)


class BracketShape(Shape):
    """The bracket, and the tables beside it: third place and placement."""

    rounds = BracketRound(many=True)
    beside = TableShape(many=True)


class BracketEndpoint(KeptEndpoint):
    """The bracket of an event."""

    door = Door(reads=Right.SEE)
    group = GROUP

    @describe(
        "bracket_read",
        "The bracket: its rounds with their tables in order; a line that is not known yet says what it waits for.",
        answers=BracketShape,
        not_modified=True,
        examples=[
            OpenApiExample(
                "A bracket", {"rounds": [{"number": 1, "tables": [TABLE_EXAMPLE]}], "beside": []}, response_only=True
            )
        ],
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        event, _actor = self.event(slug)
        return self.conditional_response(event, "bracket", lambda: _bracket(event))


def _bracket(event: Tournament) -> Json:
    found = all_cards(event)
    rounds = by_round(card for card in found if card.section == Table.Section.MAIN)
    return {
        "rounds": [{"number": number, "tables": [table_shape(card) for card in rounds[number]]} for number in rounds],
        "beside": [table_shape(card) for card in found if card.section != Table.Section.MAIN],
    }
