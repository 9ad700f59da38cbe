"""The public page of a match of several: deal by deal, who went through, ties, and VP only where there are any."""

import re
from copy import deepcopy

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.conftest import PENALTY, known
from tournaments.entries.writes import participation
from tournaments.models import Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def called(stays: None) -> Table:
    with known(PENALTY):
        event = make.called(make.tables(PENALTY, entries=19))
        return next(table for table in make.tables_of(event) if table.lines.count() == 5)


@pytest.fixture
def table(called: Table, penalty: str) -> Table:
    """A called table of five of which two go on."""
    return deepcopy(called)


def page(table: Table, language: str = "en") -> str:
    client = Client(headers={"accept-language": language})
    return client.get(reverse("match", args=[table.tournament.slug, table.number])).content.decode()


def names(table: Table) -> list[str]:
    return [str(line.entry) for line in table.lines.order_by("index")]


def result(html: str) -> list[tuple[str, str]]:
    """The places and the letters, from the top."""
    body = html.split('match-lines"')[1].split("</table>")[0]
    return re.findall(r'<td class="is-number"[^>]*>([^<]*)</td>\s*<th[^>]*>\s*<b[^>]*>(\w)', body)


def test_a_finished_table_stands_in_the_order_of_its_places_with_those_who_went_through(table):
    make.enter(table, make.sheet(make.deal(30, 101, 60, 100, 20), make.deal(10, 0, 50, 1, 5)))

    html = page(table)

    assert result(html) == [("1", "E"), ("2", "A"), ("3", "D"), ("4", "C"), ("5", "B")]
    assert html.count("goes through") == 2
    assert ">VP<" not in html
    assert html.count('<tr class="course__row') == 2


def test_it_is_italian_for_an_italian(table):
    make.enter(table, make.sheet(make.deal(30, 101, 60, 100, 20), make.deal(10, 0, 50, 1, 5)))

    html = page(table, "it")

    assert "passa il turno" in html
    assert "Posto" in html


def test_a_tie_that_is_open_is_named_with_what_is_at_stake(table):
    make.enter(table, make.sheet(make.deal(0, 101, 101, 105, 110)))

    ties = page(table).split('id="ties"')[1].split("</section>")[0]

    assert f"{names(table)[1]} and {names(table)[2]} level: 1st tie-break deal" in ties
    assert "At stake: the last place that goes through." in ties
    assert "still open" in ties


def test_a_tie_that_was_broken_says_by_what_and_in_which_version(table):
    make.enter(table, make.sheet(make.deal(0, 101, 101, 105, 110)))
    make.enter(table, make.sheet(make.deal(0, 101, 101, 105, 110), make.deal(0, 7, 3, 0, 0, tiebreak=1)))

    html = page(table)
    ties = html.split('id="ties"')[1].split("</section>")[0]

    assert "version 2 of the sheet" in ties
    assert f"{names(table)[1]} 7, {names(table)[2]} 3" in ties
    assert result(html)[1] == ("2", "C")
    assert "course__row--tiebreak" in html


def test_a_chair_that_stays_empty_has_no_place(penalty):
    event = make.tables(penalty, entries=8)
    table = make.tables_of(event)[0]
    gone = table.lines.get(index=2)
    participation.withdraw_entry(
        actor=make.boss_of(event), tournament_id=event.pk, entry_id=gone.entry_id, reason="Malato"
    )
    make.called(event)
    make.enter(table, make.ended(Table.objects.get(pk=table.pk)))

    assert result(page(table))[-1] == ("–", "C")


def test_a_duel_keeps_its_vp_and_has_no_grid():
    event = make.called(entries=4)
    table = make.play(make.tables_of(event)[0])

    html = page(table)

    assert ">VP<" in html
    assert "course__row" not in html


def questions(event: Tournament, table: Table) -> int:
    """How often the page asks the database when nobody has kept it; an event of the organisers is kept for nobody."""
    client = make.client_of(make.boss_of(event))
    address = reverse("match", args=[event.slug, table.number])
    client.get(address)
    Tournament.objects.filter(pk=event.pk).update(version=Tournament.objects.get(pk=event.pk).version + 1)
    with CaptureQueriesContext(connection) as asked:
        client.get(address)
    return len(asked)


def test_a_match_asks_as_much_for_three_deals_and_a_tie_as_for_one_deal(table):
    counted = []
    one = make.deal(0, 101, 101, 105, 110)
    for deals in ([make.deal(1, 2, 3, 4, 5)], [make.deal(0, 0, 0, 0, 0)] * 2 + [one]):
        make.enter(table, make.sheet(*deals))
        counted.append(questions(table.tournament, table))

    assert counted[0] == counted[1]
