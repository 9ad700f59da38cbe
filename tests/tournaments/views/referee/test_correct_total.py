"""A result that was written as a total is corrected as a total: its page opens on it."""

import re
from copy import deepcopy
from typing import Any

import pytest
from django.test import Client

from tests.tournaments import factories as make
from tests.tournaments.services.sheets import state
from tests.tournaments.views.referee.sheets import GAME, PRESET, total, url
from tournaments.models import Table

pytestmark = pytest.mark.django_db

FIELD = re.compile(r'<input type="(?:number|text|checkbox)"[^>]*>')


def attribute(tag: str, name: str) -> str:
    found = re.search(rf'\b{name}="([^"]*)"', tag)
    return found[1] if found else ""


def fields(page: str) -> dict[str, str]:
    """The fields of the totals on the page, as a browser would send them."""
    main = page[page.index('<form class="sheet"') :].split("</form>")[0]
    tags = [tag for tag in FIELD.findall(main) if attribute(tag, "name").startswith("g")]
    sent = [tag for tag in tags if attribute(tag, "type") != "checkbox" or " checked" in tag]
    return {attribute(tag, "name"): attribute(tag, "value") or ("on" if "checkbox" in tag else "") for tag in sent}


def hidden(page: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(draft|seen)" value="([^"]*)"', page))


def opened(client: Client, table: Table) -> str:
    return client.get(url("table_correct", table)).content.decode()


def step(client: Client, table: Table, page: str, name: str, **changed: Any) -> Any:
    return client.post(url("table_correct", table), {**hidden(page), **fields(page), "step": name, **changed})


def saved(client: Client, table: Table, preview: str) -> None:
    accepted = re.findall(r'name="accepted" value="([^"]*)"', preview)
    answer = client.post(
        url("table_correct", table), {**hidden(preview), "step": "save", "reason": "Riletto.", "accepted": accepted}
    )
    assert answer.status_code == 303


@pytest.fixture(scope="module")
def called(stays: None) -> Table:
    return make.tables_of(make.called(entries=4))[0]


@pytest.fixture
def table(called: Table) -> Table:
    return deepcopy(called)


@pytest.fixture
def referee(table: Table) -> Client:
    return make.client_of(make.with_role(table.tournament, "referee"))


def test_the_correction_opens_on_the_total_as_it_was_written(table, referee):
    total(referee, table, 21, 11)

    page = opened(referee, table)

    assert fields(page) == {"g0-points_a": "21", "g0-points_b": "11"}
    first = next(tag for tag in FIELD.findall(page) if attribute(tag, "name") == "g0-points_a")
    assert "autofocus" in first
    # It is said once: there is no second place for a total.
    assert "Si conosce solo il totale" not in page


def test_a_changed_total_is_previewed_and_saved_at_once(table, referee):
    total(referee, table, 21, 11)

    preview = step(referee, table, opened(referee, table), "preview", **{"g0-points_b": "12"})

    assert preview.status_code == 200
    saved(referee, table, preview.content.decode())
    assert state(table) == ("done", [21, 12])


def test_a_total_that_nobody_changed_is_the_same_sheet(table, referee):
    total(referee, table, 21, 11)
    page = opened(referee, table)

    again = step(referee, table, page, "back").content.decode()

    assert fields(again) == fields(page)


@pytest.mark.parametrize(
    "typed",
    [{"g0-points_a": ""}, {"g0-points_a": "x"}, {"g0-points_a": "-1"}, {"g0-points_a": "9999"}, {"g0-points_a": "3"}],
)
def test_a_wrong_total_is_refused_with_what_was_typed(table, referee, typed):
    total(referee, table, 21, 11)

    answer = step(referee, table, opened(referee, table), "preview", **typed)

    page = answer.content.decode()
    assert answer.status_code == 422
    assert fields(page) == {"g0-points_a": typed["g0-points_a"], "g0-points_b": "11"}
    assert "error" in page
    assert state(table) == ("done", [21, 11])


def test_a_result_by_deals_is_corrected_deal_by_deal(table, referee):
    make.play(table)

    page = opened(referee, table)

    assert fields(page) == {}
    assert 'name="points_a"' in page


def test_each_leg_that_was_written_as_a_total_has_its_own_fields():
    event = make.called(entries=4, format={"best_of": {"semifinal": 2, "final": 2}})
    table, referee = make.tables_of(event)[0], make.client_of(make.with_role(event, "referee"))
    total(referee, table, 21, 14)
    total(referee, table, 17, 21)
    page = opened(referee, table)
    assert fields(page) == {"g0-points_a": "21", "g0-points_b": "14", "g1-points_a": "17", "g1-points_b": "21"}

    preview = step(referee, table, page, "preview", **{"g0-points_b": "15"})

    saved(referee, table, preview.content.decode())
    assert state(table) == ("done", [38, 36])
    table.refresh_from_db()
    assert table.note["games"] == [[21, 15], [17, 21]]


def test_what_stands_beside_the_totals_is_there_again():
    event = make.called(make.tables(GAME, preset=PRESET))
    table = next(each for each in make.tables_of(event) if each.lines.count() == 5)
    referee = make.client_of(make.with_role(event, "referee"))
    exits = {"exits_b": "4", "exits_c": "9", "exits_d": "9", "exits_e": "9"}
    points = {f"points_{letter}": each for letter, each in zip("abcde", (41, 118, 102, 110, 173), strict=True)}
    page = referee.get(url("table_total", table)).content.decode()
    main = page[page.index('<form class="sheet"') :]
    typed = dict(re.findall(r'name="(game|seen|base|key)" value="([^"]*)"', main))
    assert referee.post(url("table_total", table), {**typed, **points, **exits}).status_code == 303

    found = fields(opened(referee, table))

    assert found["g0-points_e"] == "173"
    assert {name: found[f"g0-{name}"] for name in exits} == exits
