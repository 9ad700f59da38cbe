"""The reason of a ruling stays with the officials; what everybody may read is a field of its own (R-PEN-16)."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.tournaments import factories as make
from tests.tournaments.services import rulings
from tournaments.competition.discipline import LOSS, NO_SHOW, POINTS, WARNING
from tournaments.entries.writes import participation
from tournaments.models import Ruling, Scoresheet, Table
from tournaments.tables.writes import corrections

pytestmark = pytest.mark.django_db

WHY, FOR_ALL = "Malore in sala", "Assente dal terzo turno"
PAGES = ("", "tabellone/", "turni/", "classifica/", "iscritti/", "schermo/", "regolamento/", "sorteggio/", "evento.ics")


def _read(table: Table) -> str:
    """All that a stranger reads of the event and the table: pages, screen, and programs."""
    slug, number = table.tournament.slug, table.number
    client = Client(HTTP_ACCEPT_LANGUAGE="it")
    pages = [f"/e/{slug}/{page}" for page in PAGES] + [f"/e/{slug}/partite/{number}/"]
    api = [f"/api/v1/events/{slug}/{part}" for part in ("", "tables/", f"tables/{number}/", "entries/", "standings/")]
    answers = [client.get(address) for address in pages + api]
    assert {each.status_code for each in answers} == {200}
    read = [each.getvalue() if each.streaming else each.content for each in answers]
    return json.dumps([each.decode(errors="replace") for each in read], ensure_ascii=False)


def _penalty(kind: str) -> Any:
    def give(table: Table, **more: str) -> None:
        rulings.given(table.tournament, kind, rulings.seated(table)[0].entry, table_id=table.pk, reason=WHY, **more)

    return give


def _deduction(table: Table, **more: str) -> None:
    entry = rulings.seated(table)[0].entry
    rulings.given(table.tournament, POINTS, entry, value=1, table_id=table.pk, reason=WHY, **more)


def _withdrawal(table: Table, **more: str) -> None:
    entry = rulings.seated(table)[0].entry
    where = {"actor": make.boss_of(table.tournament), "tournament_id": table.tournament_id}
    participation.withdraw(entry_id=entry.pk if entry else 0, reason=WHY, **where, **more)


GIVEN = {
    "warning": _penalty(WARNING),
    "points": _deduction,
    "loss": _penalty(LOSS),
    "no_show": _penalty(NO_SHOW),
    "withdrawal": _withdrawal,
}


@pytest.mark.parametrize("kind", GIVEN)
def test_a_reason_stays_with_the_officials(kind: str) -> None:
    table = rulings.waiting()
    GIVEN[kind](table)
    assert Ruling.objects.filter(tournament=table.tournament, reason=WHY).exists()
    assert WHY not in _read(table)


@pytest.mark.parametrize("kind", GIVEN)
def test_what_is_written_for_everybody_is_read_by_everybody(kind: str) -> None:
    table = rulings.waiting()
    GIVEN[kind](table, public_reason=FOR_ALL)
    read = _read(table)
    assert FOR_ALL in read
    assert WHY not in read


def test_the_reason_of_a_correction_is_not_public() -> None:
    event = make.called(entries=4)
    table = make.tables_of(event)[0]
    make.play(table)
    table.refresh_from_db()
    sheet = Scoresheet.objects.filter(table=table, status=Scoresheet.Status.CONFIRMED).get()
    corrections.correct_score(
        actor=make.boss_of(event),
        tournament_id=event.pk,
        table_id=table.pk,
        content=sheet.content,
        seen=table.version,
        reason=WHY,
    )
    assert WHY not in _read(table)


def test_a_row_from_before_stays_with_the_officials() -> None:
    table = rulings.waiting()
    Ruling.objects.create(
        tournament=table.tournament, table=table, entry=rulings.seated(table)[0].entry, kind="withdrawal", reason=WHY
    )
    assert WHY not in _read(table)
