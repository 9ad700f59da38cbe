"""Two legs by the pages: the totals of a whole knockout, and what spectators, slips and the rules say of it."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.services.sheets import state
from tests.tournaments.views.referee.sheets import correct, total, url, with_code
from tournaments.backups.verifying.events import violations_of
from tournaments.games import registry
from tournaments.models import Table, Tournament

pytestmark = pytest.mark.django_db

TWO_LEGS = {"best_of": {"semifinal": 2, "final": 2}}


def shown(name: str, *args: Any, client: Client | None = None, language: str = "it") -> str:
    page = (client or Client()).get(reverse(name, args=args), headers={"accept-language": language}).content.decode()
    return re.sub(r"\s+", " ", page)


def test_a_knockout_of_two_legs_is_played_to_its_end_by_the_pages() -> None:
    event = make.called(entries=4, format=TWO_LEGS)
    boss = make.client_of(make.boss_of(event))
    first, second = make.tables_of(event)

    total(boss, first, 21, 14)
    assert state(first) == ("playing", [21, 14])
    total(boss, first, 17, 21)
    assert state(first) == ("done", [38, 35])
    third = {"game": 2, "seen": first.version, "base": 2, "points_a": 21, "points_b": 0}
    assert boss.post(url("table_total", first), third).status_code == 422
    assert state(first) == ("done", [38, 35])
    total(boss, second, 21, 14)
    total(boss, second, 14, 21)
    assert state(second) == ("playing", [35, 35])
    page = boss.get(url("table_sheet", second)).content.decode()
    assert page.count("sheet-record__game") == 2
    total(boss, second, 3, 21)
    assert state(second) == ("done", [35, 35])
    assert second.note["games"] == [[21, 14], [14, 21], [3, 21]]

    make.called(event, round=2)
    final = make.tables_of(event, 2)[0]
    total(boss, final, 21, 14)
    total(boss, final, 21, 14)
    assert [line.place for line in final.lines.order_by("index")] == [1, 2]
    boss.post(reverse("organise_closing", args=[event.slug]), {"seen": make.fresh(event).version})
    event = make.fresh(event)
    assert (event.status, list(violations_of(event))) == ("finished", [])
    bracket = shown("event_bracket", event.slug)
    assert "21–14, 14–21, 3–21" in bracket
    assert "al meglio di" not in bracket
    match = shown("match", event.slug, second.number)
    assert "Andata e ritorno, conta la somma" in match
    assert match.count('match-lines__points" role="cell" data-label="Punti">35<') == 2


@pytest.fixture
def event() -> Tournament:
    return make.called(entries=4, format=TWO_LEGS)


def test_the_rules_and_the_slips_say_two_legs(event: Tournament) -> None:
    boss = make.client_of(make.boss_of(event))
    rules = shown("event_rules", event.slug, client=boss)
    assert "Semifinali: andata e ritorno, conta la somma dei punti; se è pari decide la bella." in rules
    slips = shown("organise_print", event.slug, client=boss)
    assert "andata e ritorno, conta la somma" in slips.lower()
    assert "al meglio" not in rules + slips
    assert "two legs, the sum decides" in shown("event_rules", event.slug, language="en")


def test_the_grid_offers_the_total_of_the_last_leg_and_not_the_sum(event: Tournament) -> None:
    """Until it is confirmed an official may write another one in its place."""
    table = make.tables_of(event)[0]
    ours = with_code(table, 0)
    total(ours, table, 21, 14)
    total(ours, table, 21, 10)
    assert state(table) == ("to_confirm", [42, 24])
    page = shown("results_grid", event.slug, client=make.client_of(make.boss_of(event)))
    values = re.findall(r'name="points_[ab]"[^>]*value="(\d*)"', page)
    assert values[:2] == ["21", "10"]


def test_a_correction_on_the_page_adds_the_third_game_where_the_sum_becomes_level(event: Tournament) -> None:
    table = make.tables_of(event)[0]
    boss = make.client_of(make.boss_of(event))
    total(boss, table, 21, 14)
    total(boss, table, 21, 14)
    won, lost = (make.won_game(registry.game("scopa"), event.rules, line) for line in (0, 1))
    level = {"games": [won, lost], "forfeit": None}

    open_ = correct(boss, table, level, step="total", points_a="9", points_b="21").content.decode()
    draft = re.findall(r'name="draft" value="([^"]+)"', open_)[-1]
    data = {
        "draft": draft,
        "step": "save",
        "reason": "Seconda scambiata",
        "seen": Table.objects.get(pk=table.pk).version,
    }

    assert boss.post(url("table_correct", table), data).status_code == 303
    assert state(table) == ("done", [28, 28])
    assert table.note["games"] == [[21, 7], [7, 21], [9, 21]]
