"""Places that fell free: who may take them and why, the decision with its reason, and taking it back."""

from copy import deepcopy
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.conftest import PENALTY, known
from tests.tournaments.views.counted import questions
from tests.tournaments.views.referee.sheets import url
from tournaments.entries.writes import participation
from tournaments.frame.policies import Role
from tournaments.models import Ruling, Table, TableLine, Tournament

pytestmark = pytest.mark.django_db


def page(client: Client, event: Tournament) -> str:
    return client.get(reverse("places", args=[event.slug])).content.decode()


def english(client: Client) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def leave(event: Tournament, line: TableLine) -> None:
    participation.withdraw_entry(
        actor=make.boss_of(event), tournament_id=event.pk, entry_id=line.entry_id, reason="Malata"
    )


@pytest.fixture(scope="module")
def left(stays: None) -> Tournament:
    with known(PENALTY):
        event = make.tables(PENALTY, entries=8)
        make.end_round(event)
        leave(event, first(event).lines.get(place=1))
        return make.fresh(event)


@pytest.fixture
def event(left: Tournament, penalty: str) -> Tournament:
    """Two tables of four are over, their final waits, and the winner of the first has gone home."""
    return deepcopy(left)


def first(event: Tournament) -> Table:
    return Table.objects.get(tournament=event, number=1)


def final(event: Tournament) -> Table:
    return Table.objects.get(tournament=event, round__number=2)


@pytest.fixture
def referee(event: Tournament) -> Client:
    return make.client_of(make.with_role(event, Role.REFEREE))


def third(event: Tournament) -> TableLine:
    return first(event).lines.select_related("entry").order_by("place", "-points")[2]


def free(event: Tournament) -> TableLine:
    return final(event).lines.get(is_absent=True)


def fill(client: Client, event: Tournament, **changes: Any) -> Any:
    candidate = third(event).entry_id
    data = {
        "line": free(event).pk,
        "entry": candidate,
        "reason": "Ripescato",
        "seen": make.fresh(event).version,
        **changes,
    }
    return client.post(reverse("places", args=[event.slug]), data)


def test_a_free_place_names_who_left_and_who_may_take_it_and_why(event, referee):
    html = page(english(referee), event)

    assert f"{first(event).lines.get(place=1).entry} has withdrawn." in html
    assert f"{third(event).entry}: place 3 at the same table, " in html
    assert f'name="line" value="{free(event).pk}"' in html


def test_what_giving_a_place_touches_is_shown_before_it_is_given(event, referee):
    candidate = third(event).entry

    asked = fill(english(referee), event, seen="")

    html = asked.content.decode()
    assert (asked.status_code, "data-confirm" in html) == (200, True)
    assert f"{candidate.label} takes this place?" in html
    assert "final: there sit" in html
    assert not Ruling.objects.filter(kind="replacement").exists()


def test_the_place_is_given_with_a_reason(event, referee):
    line, candidate = free(event), third(event).entry

    answer = fill(referee, event)

    line.refresh_from_db()
    assert (answer.status_code, answer["Location"]) == (303, reverse("places", args=[event.slug]))
    assert (line.entry, line.is_absent) == (candidate, False)
    assert Ruling.objects.get(kind="replacement").reason == "Ripescato"
    assert reverse("place_empty", args=[event.slug, Ruling.objects.get(kind="replacement").pk]) in page(referee, event)


@pytest.mark.parametrize(
    ("changes", "field"),
    [({"reason": " "}, "reason"), ({"entry": "0"}, "entry"), ({"entry": ""}, "entry"), ({"entry": "x"}, "entry")],
)
def test_what_cannot_be_is_refused_at_its_field_and_nothing_is_given(event, referee, changes, field):
    line = free(event)

    answer = fill(referee, event, **changes)

    assert answer.status_code == 422
    assert f'href="#id_{line.pk}_{field}' in answer.content.decode()
    assert not Ruling.objects.filter(kind="replacement").exists()


def test_a_place_that_is_not_free_any_more_is_said_so(event, referee):
    data = {"line": free(event).pk, "entry": third(event).entry_id}
    client = english(referee)
    fill(client, event)

    answer = client.post(reverse("places", args=[event.slug]), {**data, "reason": "Ripescato"}, follow=True)

    assert "This place is not free any more." in answer.content.decode()
    assert Ruling.objects.filter(kind="replacement").count() == 1


def test_the_decision_is_taken_back_with_a_reason_and_stays_on_record(event, referee):
    line = free(event)
    fill(referee, event)
    ruling = Ruling.objects.get(kind="replacement")
    address = reverse("place_empty", args=[event.slug, ruling.pk])

    question = referee.get(address).content.decode()
    without = referee.post(address, {"reason": ""})
    answer = referee.post(address, {"reason": "È tornata"})

    ruling.refresh_from_db()
    line.refresh_from_db()
    assert str(ruling.entry) in question
    assert (without.status_code, answer.status_code) == (422, 303)
    assert (ruling.cancel_reason, line.is_absent) == ("È tornata", True)
    assert referee.get(address).status_code == 404


def test_a_place_cannot_be_taken_back_once_its_table_was_called(event, referee):
    fill(referee, event)
    ruling = Ruling.objects.get(kind="replacement")
    make.called(event, round=2)

    assert referee.get(reverse("place_empty", args=[event.slug, ruling.pk])).status_code == 404
    assert "place-given" not in page(referee, event)


def test_without_free_places_the_page_says_so(penalty):
    event = make.tables(penalty, entries=8)

    assert 'class="empty"' in page(make.client_of(make.boss_of(event)), event)


def test_the_desk_and_the_next_table_lead_there(event, referee):
    address = reverse("places", args=[event.slug])

    assert f'href="{address}"' in referee.get(reverse("referee_desk", args=[event.slug])).content.decode()
    assert f'href="{address}"' in page_of(referee, final(event))
    assert f'href="{address}"' not in page_of(referee, first(event))


def page_of(client: Client, table: Table) -> str:
    return client.get(url("table_sheet", table)).content.decode()


def test_who_may_open_the_page(event):
    people = {
        "organiser": make.client_of(make.boss_of(event)),
        "referee": make.client_of(make.with_role(event, Role.REFEREE)),
        "scorer": make.client_of(make.with_role(event, Role.SCORER)),
        "stranger": make.client_of(make.user()),
        "anonymous": make.client_of(),
    }

    found = [client.get(reverse("places", args=[event.slug])).status_code for client in people.values()]

    assert found == [200, 200, 403, 404, 302]


def test_the_page_asks_as_much_for_three_free_places_as_for_one(penalty):
    counted = []
    for leaving in (1, 3):
        event = make.tables(penalty, entries=16)
        make.end_round(event)
        for table in make.tables_of(event)[:leaving]:
            leave(event, table.lines.get(place=1))
        client = make.client_of(make.boss_of(event))
        assert page(client, event).count('name="line"') == leaving
        counted.append(questions(client, reverse("places", args=[event.slug])))

    assert counted[0] == counted[1]
