"""Who takes part, as anybody may read it."""

import django_filters
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.entries.api.entry_shapes import ENTRY_EXAMPLE, EntryShape, entry_shape
from tournaments.events.reads import public_lists
from tournaments.events.reads.public_lists import SHOWN
from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.filtering import MOST, NameFilters
from tournaments.frame.api.pagination import a_page
from tournaments.frame.api.schema import describe, page_of_shape
from tournaments.frame.policies import Door, Right
from tournaments.models import Entry


class EntryFilters(NameFilters):
    """Entries by status, club and a part of the name."""

    status = django_filters.ChoiceFilter(choices=[(key.value, key.value) for key in SHOWN], help_text="Their status")
    club = django_filters.NumberFilter("club_id", min_value=1, max_value=MOST, help_text="Their club")
    search = django_filters.CharFilter("label", method="filter_by_name", max_length=100, help_text="A part of the name")

    class Meta:
        model = Entry
        fields: list[str] = []


class EntryList(Endpoint):
    """Who takes part."""

    door = Door(reads=Right.SEE)
    is_list = True
    filters = EntryFilters
    group = "events"

    @describe(
        "entries_list",
        "Who takes part, has withdrawn or waits, by number.",
        answers=page_of_shape(EntryShape),
        examples=[a_page(ENTRY_EXAMPLE)],
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)
        rows = public_lists.shown_entries(event)
        return self.paginate(
            rows,
            order="number",
            batch=lambda found: [entry_shape(row) for row in public_lists.entry_rows(event, found)],
        )
