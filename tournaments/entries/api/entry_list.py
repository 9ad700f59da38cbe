"""Who takes part, as anybody may read it."""

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.entries.api.entry_shapes import (
    ENTRY_EXAMPLE,
    EntryShape,
    entry_shape,
)
from tournaments.entries.api.filters import EntryFilters
from tournaments.events.reads import public_lists
from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.pagination import a_page
from tournaments.frame.api.schema import documented, listed
from tournaments.frame.policies import Door, Right


class EntryList(Endpoint):
    """Who takes part."""

    door = Door(reads=Right.SEE)
    is_list = True
    filters = EntryFilters
    group = "events"

    @documented(
        "entries_list",
        "Who takes part, has withdrawn or waits, by number.",
        answers=listed(EntryShape),
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
