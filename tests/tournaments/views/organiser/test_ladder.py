"""The ladder for late arrivals: chosen in the wizard, changed in the settings, refused at its field."""

import pytest
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.views.organiser.conftest import Desk, text
from tests.tournaments.views.organiser.filled import AS_SHOWN, SETTINGS
from tournaments.models import AuditEntry, Tournament

pytestmark = pytest.mark.django_db

OWN = {"ladder": "own", "late1_after": "5", "late1_kind": "vp", "late1_value": "2"}
KEPT = {"ladder": [{"after": 5, "kind": "vp", "value": 2}]}


def test_the_wizard_offers_the_usual_ladders_in_words(client):
    page = text(client.get(reverse("event_create")))

    assert "Late by more than 10 minutes: no-show, the match is lost" in page
    assert "late by more than 5 minutes: penalty of 2 MP" in page
    assert "Nothing by itself: the referee sees to it" in page


def test_a_game_without_vp_offers_no_penalty_in_vp(client):
    page = client.get(reverse("event_create"), {"gioco": "scala40"})
    kinds = [key for key, _label in page.context["form"].fields["late1_kind"].choices]

    assert kinds == ["", "warning", "points", "no_show"]
    assert "penalty of 10 points" in text(page)


def test_a_game_with_and_without_vp_says_what_the_ladder_takes_in_each(client):
    page = client.get(reverse("event_create"), {"gioco": "punti"})
    kinds = [key for key, _label in page.context["form"].fields["late1_kind"].choices]

    assert kinds == ["", "warning", "points", "no_show"]
    assert "penalty of 10 points" in text(page)
    assert "(in an event with VP: late by more than 5 minutes: penalty of 2 MP)" in text(page)


def test_a_usual_ladder_and_one_of_its_own_are_saved(client):
    client.post(reverse("event_create"), {**AS_SHOWN, "ladder": "grace20"})
    assert [step["after"] for step in Tournament.objects.get().discipline["ladder"]] == [20]

    client.post(reverse("event_create"), {**AS_SHOWN, "name": "Altro", **OWN})
    assert Tournament.objects.get(name="Altro").discipline == KEPT


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"ladder": "own"}, "late1_after"),
        ({**OWN, "late1_value": ""}, "late1_value"),
        ({**OWN, "late1_after": ""}, "late1_after"),
        ({**OWN, "late1_kind": ""}, "late1_kind"),
        ({**OWN, "late1_after": "999"}, "late1_after"),
        ({**OWN, "late3_after": "3", "late3_kind": "warning"}, "late3_after"),
        (
            {**OWN, "late1_kind": "no_show", "late1_value": "", "late2_after": "9", "late2_kind": "warning"},
            "late2_kind",
        ),
        ({**OWN, "late2_after": "9", "late2_kind": "warning", "late2_value": "4"}, "late2_value"),
        ({"ladder": "never"}, "ladder"),
    ],
)
def test_an_impossible_ladder_is_refused_at_its_field(client, typed, field):
    refused = client.post(reverse("event_create"), {**AS_SHOWN, **typed})

    assert (refused.status_code, list(refused.context["form"].errors)) == (422, [field])
    assert 'id="part-ladder" open' in refused.content.decode()
    assert not Tournament.objects.exists()


def test_the_ladder_is_changed_while_the_event_runs_and_comes_back_as_it_was():
    desk = Desk(make.called(entries=2))
    desk.follow("organise_settings", **SETTINGS, **OWN)

    form = desk.get("organise_settings").context["form"]
    assert desk.fresh().discipline == KEPT
    assert (form["ladder"].value(), form["late1_after"].value(), form["late1_kind"].value()) == ("own", 5, "vp")
    assert "Late by more than 5 minutes: penalty of 2 VP." in text(desk.get("event_rules"))
    assert "Ladder for late arrivals changed" in text(desk.get("organise_audit"))


def test_settings_that_leave_the_ladder_alone_write_nothing_about_it():
    desk = Desk(make.called(entries=2, discipline=KEPT))
    desk.follow("organise_settings", **SETTINGS)
    desk.follow("organise_settings", **SETTINGS, **OWN)

    assert desk.fresh().discipline == KEPT
    assert not AuditEntry.objects.filter(verb="discipline_changed").exists()


def test_a_refused_ladder_saves_nothing_of_the_settings():
    desk = Desk(make.event(name="Coppa"))
    refused = desk.post("organise_settings", **SETTINGS, **{**OWN, "late1_value": ""})

    assert refused.status_code == 422
    assert "Step 1: say how much the penalty takes." in text(refused)
    assert desk.fresh().name == "Coppa"


def test_a_finished_event_keeps_its_ladder():
    desk = Desk(make.finished(entries=2))
    desk.follow("organise_settings", **SETTINGS, **OWN)

    assert desk.fresh().discipline != KEPT
