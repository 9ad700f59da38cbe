"""A club keeps settings of its events under names, and makes new events from them."""

import pytest
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of
from tests.tournaments.views.counted import questions
from tests.tournaments.views.organiser.conftest import text
from tournaments.errors import RefusedError
from tournaments.events.writes import presets
from tournaments.frame.policies import Actor
from tournaments.models import AuditEntry, Club, ClubMembership, ClubPreset, Tournament

pytestmark = pytest.mark.django_db

START = {"day": "2026-12-04", "hour": "20:30"}


@pytest.fixture
def admin():
    return make.user("ada@example.org", name="Ada")


@pytest.fixture
def club(admin):
    club = Club.objects.create(name="Circolo di Traves")
    ClubMembership.objects.create(club=club, user=admin)
    return club


@pytest.fixture
def event(admin, club):
    return make.event(make.organiser(admin), name="Serata 7", club=club, venue="Salone", fee_cents=1000, capacity=64)


@pytest.fixture
def client(admin):
    client = make.client_of(admin)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def kept(admin, club, event, name="Coppie"):
    return presets.save_preset(actor=make.organiser(admin), club_id=club.pk, source=event, name=name)


def test_settings_are_kept_with_a_name_that_says_what_they_are_and_make_the_next_event(client, club, event):
    page = client.get(reverse("organise_copy", args=[event.slug])).content.decode()
    assert 'value="Pairs, to 21 points, 60 minutes"' in page
    saved = client.post(reverse("organise_preset", args=[event.slug]), {"name": "Pairs, an hour"})
    assert (saved.status_code, saved.url) == (303, reverse("club_events", args=[club.pk]))
    assert "“Pairs, an hour” is a preset of Circolo di Traves." in text(client.get(saved.url))

    preset = ClubPreset.objects.get()
    wizard = client.get(reverse("event_create")).content.decode()
    assert f"?modello={preset.pk}" in wizard
    asked = client.get(reverse("event_create"), {"modello": preset.pk}).content.decode()
    assert 'value="Serata 8"' in asked
    made = client.post(reverse("event_create"), {"modello": preset.pk, "name": "Finale", **START})
    finale = Tournament.objects.get(name="Finale")
    assert (made.status_code, made.url) == (303, reverse("organise", args=[finale.slug]))
    assert (finale.club, finale.venue, finale.fee_cents, finale.capacity) == (club, "Salone", 1000, 64)
    assert (finale.rules, finale.format, finale.vp_scale) == (event.rules, event.format, event.vp_scale)
    refused = client.post(reverse("event_create"), {"modello": preset.pk, "name": "", **START})
    assert (refused.status_code, Tournament.objects.count()) == (422, 2)


def test_a_preset_is_renamed_and_deleted_and_both_are_on_record(client, admin, club, event):
    preset, other = kept(admin, club, event), kept(admin, club, event, "Singoli")
    address = reverse("club_preset", args=[club.pk, preset.pk])
    assert client.post(address, {"name": "Coppie, 21"}).status_code == 303
    taken = client.post(address, {"name": "SINGOLI"})
    assert (taken.status_code, "Name: the club has a preset called SINGOLI already." in text(taken)) == (422, True)
    assert client.post(address, {"step": "delete"}).status_code == 303
    assert list(ClubPreset.objects.all()) == [other]
    verbs = AuditEntry.objects.filter(tournament=None).order_by("pk").values_list("verb", "target")
    assert list(verbs) == [
        ("preset_saved", "Coppie"),
        ("preset_saved", "Singoli"),
        ("preset_renamed", "Coppie, 21"),
        ("preset_deleted", "Coppie, 21"),
    ]


def test_a_preset_serves_only_those_who_run_its_club(admin, club, event):
    preset = kept(admin, club, event, "Venerdì")
    stranger = make.user()
    page = make.client_of(stranger).get(reverse("event_create"), {"modello": preset.pk})
    assert (page.status_code, preset.name in page.content.decode()) == (200, False)
    # Without the preset the wizard asks for everything.
    asked = {"modello": preset.pk, "name": "Mia", **START}
    assert make.client_of(stranger).post(reverse("event_create"), asked).status_code == 422
    with pytest.raises(RefusedError, match="club_of_others"):
        presets.create_from_preset(actor=make.organiser(stranger), preset=preset, name="Mia", starts_at=make.EVENING)
    with pytest.raises(RefusedError, match="club_unknown") as refused:
        kept(stranger, club, event, "Altro")
    assert refused.value.params == {"value": club.pk}
    for strange in ("x", "0", "99999999999999999999"):
        assert make.client_of(admin).get(reverse("event_create"), {"modello": strange}).status_code == 200


def test_a_club_keeps_at_most_thirty(admin, club, event):
    for number in range(presets.MOST_PRESETS):
        kept(admin, club, event, f"Numero {number}")
    with pytest.raises(RefusedError, match="too_many_presets"):
        kept(admin, club, event, "Uno di più")
    assert ClubPreset.objects.count() == presets.MOST_PRESETS


def test_the_page_of_presets_and_events_asks_the_same_however_many_there_are(client, admin, club, event):
    kept(admin, club, event)
    address = reverse("club_events", args=[club.pk])
    one = questions(client, address)
    for number in range(2):
        kept(admin, club, event, f"Numero {number}")
        make.event(make.organiser(admin), club=club)
    assert questions(client, address) == one


def test_programs_keep_rename_delete_and_use_presets(admin, club, event):
    api = Asker(key_of(admin))
    made = api.post(f"events/{event.slug}/presets/", {"name": "Coppie", "club": club.pk})
    preset = made.json()
    assert (made.status_code, preset["game"], preset["club"], preset["fee_cents"]) == (201, "scopa", club.pk, 1000)
    assert api.put(f"clubs/{club.pk}/presets/{preset['id']}/", {"name": "Coppie, 21"}).json()["name"] == "Coppie, 21"
    assert [row["name"] for row in api.get("presets/").json()["results"]] == ["Coppie, 21"]
    new = {"preset": preset["id"], "name": "Finale", "starts_at": "2026-12-04T20:30:00+01:00"}
    answer = api.post("presets/", new)
    assert (answer.status_code, answer.json()["club"]["id"], answer.json()["venue"]) == (201, club.pk, "Salone")
    of_club = Asker(key_of(club))
    assert of_club.post("presets/", {**new, "name": "Coppa"}).json()["slug"] == "coppa"
    refused = Asker(key_of(make.user())).post("presets/", new)
    assert refused.json()["errors"][0]["code"] == "preset_missing"
    assert api.delete(f"clubs/{club.pk}/presets/{preset['id']}/").status_code == 204
    assert api.get("presets/").json()["results"] == []


def test_an_event_made_from_a_preset_does_not_change_with_it(admin, club, event):
    preset = kept(admin, club, event)
    actor = make.organiser(admin)
    made = presets.create_from_preset(actor=actor, preset=preset, name="Finale", starts_at=make.EVENING)
    presets.delete_preset(actor=Actor(user=admin), club_id=club.pk, preset_id=preset.pk)
    assert make.fresh(made).rules == event.rules
