"""What one result asks of the database: the same in a large event as in a small one, and no more than it needs."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bench.events import form_of_result
from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of
from tournaments.models import Table, Tournament

# With the transaction's own statements: begin, commit, and over the API two savepoints.
pytestmark = pytest.mark.django_db(transaction=True)
# PostgreSQL keeps the session, too, takes what tells nothing with the next question, and two of the questions at once.
PAGE = {"sqlite": 13, "postgresql": 11}
API = {"sqlite": 23, "postgresql": 20}

Enter = Callable[[Table], int]


def by_page(event: Tournament) -> Enter:
    client = make.client_of(make.boss_of(event))
    return lambda table: (
        client.post(
            reverse("table_sheet", args=[event.slug, table.number]),
            form_of_result(table.version, f"key-{table.number}", upper=True),
        ).status_code
    )


def by_api(event: Tournament) -> Enter:
    asker = Asker(key_of(make.boss_of(event).user))
    values = {"depth": "points", "points_a": 3, "points_b": 1}
    return lambda table: (
        asker.post(
            f"events/{event.slug}/tables/{table.number}/deal/", {"values": values, "seen": table.version}
        ).status_code
    )


@pytest.mark.parametrize(("way", "most"), [(by_page, PAGE), (by_api, API)], ids=["page", "api"])
def test_a_result_asks_no_more_than_it_needs_however_large_the_event_is(
    way: Callable[[Tournament], Enter], most: dict[str, int]
) -> None:
    asked = []
    for entries in (16, 64):
        event = make.called(entries=entries, preset="online_002", rules=make.ONE_DEAL)
        enter, (first, second, *_others) = way(event), make.tables_of(event)
        enter(first)
        with CaptureQueriesContext(connection) as found:
            assert enter(second) in (200, 303)
        asked.append(len(found))
        second.refresh_from_db()
        assert second.is_over
    assert asked[0] == asked[1] <= most[connection.vendor], [query["sql"][:90] for query in found]
