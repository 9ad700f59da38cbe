"""Every page of an event opens, in any format and at any time of its evening."""

from collections.abc import Iterator

import pytest
from django.test import Client

from tests.searching import short_of
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


def failures(client: Client, event: Tournament) -> list[tuple[str, int]]:
    found = [(address, client.get(address).status_code) for address in addresses(event)]
    return [(address, status) for address, status in found if status not in (200, 302)]


@pytest.mark.parametrize("name", short_of(FORMATS, "rotating partners", "groups and a knockout"))
def test_every_page_opens_at_any_time(name: str) -> None:
    options, rounds = FORMATS[name]
    event = make.drawn(make.closed(entries=9, preset="online_002", format=options))
    client = make.client_of(make.boss_of(event))
    for moment in evening(event, rounds):
        assert (moment, failures(client, event)) == (moment, [])
