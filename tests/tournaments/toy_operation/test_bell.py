"""One declaration gives an operation its page and its end point, with the same bounds, right and words."""

from collections.abc import Iterator

import pytest
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.toy_operation.toy import BELL, RUNG
from tournaments.frame.pages.steps import operations_of
from tournaments.frame.policies import door_of
from tournaments.models import Table

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.tournaments.toy_operation.urls")]


@pytest.fixture(autouse=True)
def silence() -> Iterator[None]:
    RUNG.clear()
    yield
    RUNG.clear()


@pytest.fixture
def table() -> Table:
    return make.tables_of(make.called(entries=4))[0]


def api(table: Table) -> str:
    return f"/api/v1/events/{table.tournament.slug}/tables/{table.number}/bell/"


def page(table: Table) -> str:
    return reverse("table_bell", args=[table.tournament.slug, table.number])


def test_both_doors_do_it(table: Table) -> None:
    client = make.client_of(make.boss_of(table.tournament))
    told = client.post(api(table), {"times": 2}, content_type="application/json")
    shown = client.post(page(table), {"times": "3", "word": "tris"}, follow=True)
    assert (told.status_code, told.json()["number"]) == (200, table.number)
    assert "Rung: 3" in shown.content.decode()
    assert [(table.pk, 2, ""), (table.pk, 3, "tris")] == RUNG


@pytest.mark.parametrize("sent", [{"times": 4}, {"times": 0}, {}, {"times": 1, "word": "x" * 11}])
def test_both_doors_hold_its_bounds(table: Table, sent: dict[str, object]) -> None:
    client = make.client_of(make.boss_of(table.tournament))
    told = client.post(api(table), sent, content_type="application/json")
    shown = client.post(page(table), sent)
    field = "word" if "word" in sent else "times"
    assert (told.status_code, [each["field"] for each in told.json()["errors"]]) == (422, [field])
    assert shown.status_code == 422
    assert f"{field.title()}:" in shown.content.decode()
    assert RUNG == []


def test_both_doors_ask_for_its_right(table: Table) -> None:
    client = make.client_of(make.with_role(table.tournament, "scorer", tables=[99]))
    assert client.post(api(table), {"times": 1}, content_type="application/json").status_code == 403
    assert client.post(page(table), {"times": "1"}).status_code == 403
    assert RUNG == []


def test_its_page_says_what_it_is_made_of() -> None:
    from tests.tournaments.toy_operation import urls

    view = urls.urlpatterns[0].callback
    assert operations_of(view) == (BELL,)
    door = door_of(view)
    assert door is not None and door.writes is BELL.right
