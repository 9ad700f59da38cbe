"""Every page of an event opens, in any format and at any time of its evening."""

from collections.abc import Iterator

import pytest
from django.test import Client

from tests.searching import short_of
from tests.tournaments import factories as make
from tests.tournaments.services.rounds import play
from tournaments.models import Tournament
from tournaments.services.draw import pairings
from tournaments.services.events import closing

pytestmark = pytest.mark.django_db

DANISH = {"kind": "danish", "rounds": 2, "rematches": "not_in_a_row"}
CARRIED = {**DANISH, "from": {"carries": True}}
KNOCKOUT = {"kind": "knockout", "third_place": True, "from": {"first": 2}}
FORMATS = {
    "groups": ({"kind": "groups", "size": 4}, 3),
    "Danish": (DANISH, 2),
    "Swiss": ({"kind": "swiss", "rounds": 2}, 2),
    "Mitchell": ({"kind": "mitchell", "rounds": 2, "rankings": "two_lines"}, 2),
    "king of the table": ({"kind": "king", "rounds": 2}, 2),
    "rotating partners": ({"kind": "partners", "rounds": 2}, 2),
    "groups and a knockout": ({"kind": "stages", "stages": [{"kind": "groups"}, KNOCKOUT]}, 6),
    "groups and a Danish": (
        {"kind": "stages", "stages": [{"kind": "groups"}, {**DANISH, "from": {"carries": True}}]},
        5,
    ),
}
PUBLIC = (
    "", "tabellone/", "tabellone/?stampa=a4", "turni/", "turni/?round=1", "classifica/", "iscritti/", "regolamento/",
    "sorteggio/", "partite/1/", "dove/", "schermo/", "evento.ics", "segni/",
)  # fmt: skip
OF_ORGANISER = (
    "", "banco/", "iscritti/", "numeri/", "turni/", "turni/abbinamento/", "sorteggio/", "stampa/", "stampa/1/",
    "documenti/", "registro/", "chiusura/", "regole/", "dati/", "locandina/",
)  # fmt: skip
OF_PROGRAMS = ("", "state/", "rounds/", "tables/", "tables/1/", "standings/", "bracket/", "audit/")


def evening(event: Tournament, rounds: int) -> Iterator[str]:
    """Play an event to its end, and say at which moment it is."""
    yield "drawn"
    for number in range(1, rounds + 1):
        if not event.rounds.filter(number=number).exists():
            pairings.pair_round(actor=make.boss_of(event), tournament_id=event.pk)
            yield f"round {number} paired"
        play(event, number)
        if number in (1, rounds - 2, rounds):
            yield f"round {number} played"
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    yield "closed"


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
