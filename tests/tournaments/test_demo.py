"""The demonstration shows what it promises, made through the services, once."""

import pytest
from django.core.management import CommandError, call_command

from tournaments.models import Entry, Scoresheet, Table, TableLine, Tournament, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def demo(tmp_path: object, settings: object) -> None:
    settings.DATA_DIR = tmp_path  # type: ignore[attr-defined]
    call_command("seed_demo", verbosity=0)


def test_the_three_events_of_the_demonstration(demo: None) -> None:
    statuses = dict(Tournament.objects.values_list("slug", "status"))
    assert statuses == {"coppa-dautunno": "finished", "coppa-delle-valli": "running", "torneo-di-natale": "open"}

    finished = Entry.objects.filter(tournament__slug="coppa-dautunno")
    assert sorted(finished.values_list("final_place", flat=True)) == list(range(1, 17))

    valleys = Table.objects.filter(tournament__slug="coppa-delle-valli")
    assert Entry.objects.filter(tournament__slug="coppa-delle-valli").count() == 61
    first = valleys.filter(round__number=1)
    assert first.filter(status="bye").count() == 3
    assert set(first.values_list("ending", flat=True)) == {"", "bye", "time", "tiebreak", "last_capture", "forfeit"}
    causes = {table.note["cause"] for table in first.filter(ending="forfeit")}
    assert causes == {"move_timeout", "abandon"}
    second = set(valleys.filter(round__number=2).values_list("status", flat=True))
    assert second == {"done", "playing", "to_confirm", "disputed", "called"}
    assert valleys.filter(tiebreak_due=1, status="playing").exists()

    waiting = Entry.objects.filter(tournament__slug="torneo-di-natale", status="pending")
    assert waiting.count() == 2

    _every_deal_is_written(Scoresheet.objects.filter(table__tournament__slug="coppa-dautunno", status="confirmed"))
    with pytest.raises(CommandError):
        call_command("seed_demo", verbosity=0)
    call_command("seed_demo", first_start=True, verbosity=0)
    assert (Tournament.objects.count(), User.objects.count()) == (3, 3)


def _every_deal_is_written(sheets: object) -> None:
    for sheet in sheets:  # type: ignore[attr-defined]
        assert {deal["depth"] for game in sheet.content["games"] for deal in game["deals"]} == {"counts"}


def test_vp_of_the_last_capture_are_level(demo: None) -> None:
    lines = TableLine.objects.filter(table__ending="last_capture").order_by("index")
    assert [(line.vp, line.mp) for line in lines] == [(10, 0), (10, 0)]
    assert sorted(line.place or 0 for line in lines) == [1, 2]
