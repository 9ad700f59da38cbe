"""How often a page asks the database."""

from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments import factories as make
from tournaments.models import Tournament
from tournaments.standings.reads.standings import all_standings

# With the tables that are playing online, and the session, which SQLite is asked for past Django's cursor.
DESK = 10 + (connection.vendor == "postgresql")


def questions(client: Client, address: str) -> int:
    """How often a page asks the database, once the session is warm."""
    client.get(address)
    return queries(client, address)


def queries(client: Client, address: str) -> int:
    """How often a page asks the database, as it is."""
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def fresh_queries(address: str) -> int:
    """How often a public page asks the database when nobody has kept it."""
    caches["pages"].clear()
    return queries(make.client_of(), address)


def fresh(name: str, event: Tournament, *args: int) -> int:
    """How often a page of an event asks the database when nobody has kept it."""
    all_standings(event)  # The lots of a draw are read once.
    return fresh_queries(reverse(name, args=(event.slug, *args)))
