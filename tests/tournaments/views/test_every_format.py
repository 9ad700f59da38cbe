"""Every page of an event opens, in any format and at any time of its evening."""

from collections.abc import Iterator

import pytest
from django.test import Client

from tests.searching import FULL, short_of
from tests.tournaments import factories as make
from tests.tournaments.views.formats import FORMATS, evening
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

PUBLIC = (
    "",
    "tabellone/",
    "tabellone/?stampa=a4",
    "turni/",
    "turni/?round=1",
    "classifica/",
    "iscritti/",
    "regolamento/",
    "sorteggio/",
    "partite/1/",
    "dove/",
    "schermo/",
    "evento.ics",
    "segni/",
)
OF_ORGANISER = (
    "",
    "banco/",
    "iscritti/",
    "numeri/",
    "turni/",
    "turni/abbinamento/",
    "sorteggio/",
    "stampa/",
    "stampa/1/",
    "documenti/",
    "registro/",
    "chiusura/",
    "regole/",
    "dati/",
    "locandina/",
)
OF_PROGRAMS = ("", "state/", "rounds/", "tables/", "tables/1/", "standings/", "bracket/", "audit/")


def addresses(event: Tournament) -> Iterator[str]:
    yield from (f"/e/{event.slug}/{page}" for page in PUBLIC)
    yield from (f"/e/{event.slug}/dove/{key}/" for key in event.entries.values_list("pk", flat=True)[:2])
    yield from (f"/organizza/{event.slug}/{page}" for page in OF_ORGANISER)
    yield from (f"/api/v1/events/{event.slug}/{page}" for page in OF_PROGRAMS)


def failures(client: Client, event: Tournament, number: int) -> list[tuple[str, int]]:
    """The pages that fail; a short run opens every other page at one moment, and the others at the next."""
    pages = list(addresses(event))
    asked = pages if FULL else pages[number % 2 :: 2]
    found = [(address, client.get(address).status_code) for address in asked]
    return [(address, status) for address, status in found if status not in (200, 302)]


@pytest.mark.parametrize("name", short_of(FORMATS, "groups and a knockout"))
def test_every_page_opens_at_any_time(name: str) -> None:
    options, rounds = FORMATS[name]
    event = make.drawn(make.closed(entries=9, preset="online_002", format=options))
    client = make.client_of(make.boss_of(event))
    for number, moment in enumerate(evening(event, rounds)):
        assert (moment, failures(client, event, number)) == (moment, [])
