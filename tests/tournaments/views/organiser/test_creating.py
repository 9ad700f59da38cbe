"""The wizard: a preset, a name and a date are enough."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.views.organiser.conftest import text
from tests.tournaments.views.organiser.filled import AS_SHOWN, LEAST
from tournaments.models import Club, ClubMembership, Membership, Tournament

pytestmark = pytest.mark.django_db


def create(client, **more):
    return client.post(reverse("event_create"), {**AS_SHOWN, **more})


def test_preset_name_and_date_make_an_event_that_is_organised_by_who_made_it(client):
    answer = client.post(reverse("event_create"), LEAST)
    event = Tournament.objects.get()
    assert (answer.status_code, answer.url) == (303, reverse("organise", args=["coppa-delle-valli"]))
    assert (event.name, event.status, event.entry_size, event.rules["target"]) == ("Coppa delle Valli", "draft", 2, 21)
    assert timezone.localtime(event.starts_at).strftime("%d.%m.%Y %H:%M") == "20.11.2026 20:30"
    assert event.memberships.get().role == Membership.Role.ORGANISER


def test_the_defaults_that_the_page_shows_are_saved(client):
    create(client)
    event = Tournament.objects.get()
    assert event.round_minutes == 60
    assert event.vp_scale["key"] == "21pt"
    assert event.format["third_place"] is True
    assert event.format["separate_by_group"] is True
    assert {"abandon", "match_clock", "no_show", "disqualification"} <= set(event.rules["forfeit_causes"])


def test_every_preset_of_every_game_is_offered_with_its_length(client):
    page = text(client.get(reverse("event_create")))
    assert "Valliadi 2022, Traves · to 21 points · 60 minutes" in page
    assert "Classic Italian rules · to 11 points · no time limit" in page


def test_everything_can_be_set(client):
    create(
        client,
        venue="Circolo di Traves",
        entry_size="1",
        capacity="64",
        fee="7,50",
        public_sign_up="",
        review_sign_ups="",
        byes="lot",
        redraw="redraw",
        separate_by_group="",
        third_place="",
        best_of_final="3",
        best_of_earlier="5",
        target="11",
        minutes="45",
        forfeits="",
    )
    event = Tournament.objects.get()
    assert (event.venue, event.entry_size, event.capacity, event.fee_cents) == ("Circolo di Traves", 1, 64, 750)
    assert (event.public_sign_up, event.review_sign_ups) == (False, False)
    assert (event.format["byes"], event.format["redraw"], event.format["third_place"]) == ("lot", True, False)
    assert (event.format["best_of"]["final"], event.format["best_of"]["round_of_16"]) == (3, 5)
    assert "semifinal" not in event.format["best_of"]
    assert (event.rules["target"], event.rules["time_limit_min"], event.round_minutes) == (11, 45, 45)
    assert (event.rules["forfeit_causes"], event.vp_scale["key"]) == ([], "11pt")


@pytest.mark.parametrize("chance", ["none", "repechage", "double"])
def test_a_second_chance_can_be_given(client, chance):
    create(client, second_chance=chance, second_chance_rounds="2", best_of_second="3")
    event = Tournament.objects.get()
    assert (event.format["second_chance"], event.format["second_chance_rounds"]) == (chance, 2)
    assert event.format["best_of"]["second"] == 3


def test_double_elimination_can_have_a_second_final(client):
    create(client, second_chance="double", second_final="on")
    assert Tournament.objects.get().format["second_final"] is True
    create(client, name="Altro torneo", second_chance="none", second_final="on")
    assert Tournament.objects.latest("pk").format["second_final"] is False


def test_every_round_has_a_length_and_some_have_their_own(client):
    create(client, best_of_every="5", best_of_semifinal="5", best_of_third="1")
    assert Tournament.objects.get().format["best_of"] == {"every": 5, "third": 1}
    html = client.get(reverse("event_rules", args=[Tournament.objects.get().slug])).content.decode()
    assert "Every round: best of 5 games." in html
    assert "Third place: a single game." in html
    alike = ("final", "third", "semifinal", "quarterfinal", "earlier", "second")
    create(client, name="Altro", **{f"best_of_{name}": "3" for name in alike})
    assert Tournament.objects.latest("pk").format["best_of"] == {"every": 3}


def test_a_round_can_be_of_two_legs(client):
    page = client.get(reverse("event_create"), headers={"accept-language": "it"})
    assert "Andata e ritorno, conta la somma" in text(page)
    create(client, best_of_semifinal="2")
    assert Tournament.objects.get().format["best_of"] == {"semifinal": 2}
    refused = create(client, name="Altro", second_chance="double", second_final="on", best_of_final="2")
    assert refused.status_code == 422


def test_a_fixed_number_of_deals_takes_the_place_of_the_target(client):
    create(client, deals="4")
    event = Tournament.objects.get()
    assert (event.rules["match_mode"], event.rules["deals"], event.rules["target"]) == ("fixed_deals", 4, None)
    assert event.vp_scale["key"] == "21pt"


def test_a_length_that_no_vp_table_knows_is_asked_about_and_never_guessed(client):
    refused = create(client, target="15")
    assert refused.status_code == 422
    assert "VP scale: No published VP scale belongs to this length of match: choose one." in text(refused)
    assert 'id="part-length" open' in refused.content.decode()
    assert 'value="15"' in refused.content.decode()
    assert not Tournament.objects.exists()
    create(client, target="15", scale="11pt")
    assert Tournament.objects.get().vp_scale["key"] == "11pt"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": ""}, "Name of the event: This field is required."),
        ({"name": "x" * 121}, "has 121 characters; at most 120 fit."),
        ({"name": "a\x00b"}, "holds a character that cannot be written."),
        ({"day": ""}, "Date: This field is required."),
        ({"day": "32.11.2026"}, "Date: Enter a valid date."),
        ({"day": "0001-01-01"}, "Date: Year: 1. Events are between 2000 and 2100."),
        ({"day": "9999-12-31"}, "Date: Year: 9999. Events are between 2000 and 2100."),
        ({"hour": "25:00"}, "Time: Enter a valid time."),
        ({"preset": ""}, "Rules: This field is required."),
        ({"preset": "scopa:nessuno"}, "Rules: Select a valid choice."),
        ({"preset": "briscola:x"}, "Rules: Select a valid choice."),
        ({"capacity": "1"}, "Most entries: Ensure this value is greater than or equal to 2."),
        ({"capacity": "molti"}, "Most entries: Enter a whole number."),
        ({"fee": "-1"}, "Entry fee in euros: Ensure this value is greater than or equal to 0."),
        ({"fee": "1,234"}, "Entry fee in euros: Ensure that there are no more than 2 decimal places."),
        ({"fee": "NaN"}, "Entry fee in euros: Enter a number."),
        ({"target": "0"}, "Points to reach: Ensure this value is greater than or equal to 1."),
        ({"target": "11", "deals": "3"}, "Choose points or deals, not both; points written here: 11."),
        ({"minutes": "601"}, "Minutes for a round: Ensure this value is less than or equal to 600."),
        ({"best_of_final": "4"}, "Final: Select a valid choice."),
        ({"scale": "99pt"}, "VP scale: Select a valid choice."),
        ({"second_chance": "triple"}, "Second chance: Select a valid choice."),
        ({"second_chance": "double", "redraw": "redraw"}, "A second chance needs a fixed bracket"),
        ({"second_chance": "repechage", "placement": "on"}, "A second chance needs a fixed bracket"),
        ({"placement": "on", "redraw": "redraw"}, "Games for every place need a fixed bracket"),
    ],
)
def test_what_cannot_be_is_refused_by_its_field_and_nothing_is_made(client, wrong, sentence):
    refused = create(client, venue="Salone polivalente", **wrong)
    assert refused.status_code == 422
    assert sentence in text(refused)
    assert "Salone polivalente" in refused.content.decode()
    assert not Tournament.objects.exists()


def test_the_fee_is_asked_beside_the_name_and_the_day(client):
    page = client.get(reverse("event_create")).content.decode()
    assert page.index('name="name"') < page.index('name="fee"') < page.index('id="part-')


def test_a_part_of_the_page_with_an_error_is_open(client):
    page = create(client, capacity="1").content.decode()
    assert 'id="part-entries" open' in page
    assert 'id="part-knockout" open' not in page


def test_an_event_called_like_the_wizard_keeps_an_address_of_its_own(client):
    create(client, name="Nuovo")
    assert Tournament.objects.get().slug == "nuovo-2026"


def test_an_anonymous_visitor_is_asked_to_log_in():
    answer = make.client_of().get(reverse("event_create"))
    assert (answer.status_code, answer.url.split("?")[0]) == (302, reverse("login"))


ONLINE = {"mode": "online", "pace": "usual", "grace_minutes": "5", "opens": "word", "robots": "on"}


def test_an_event_is_in_the_hall_and_online_on_one_word(client):
    create(client)
    create(client, name="In rete", **ONLINE)
    hall, online = Tournament.objects.order_by("pk")
    assert (hall.mode, hall.online) == ("hall", {})
    assert (online.mode, online.online) == (
        "online",
        {"move_seconds": 30, "bank_minutes": 15, "grace_minutes": 5, "opens": "word", "robots": True},
    )


@pytest.mark.parametrize(
    ("given", "clocks"),
    [
        ({"pace": "calm", "move_seconds": "7"}, (60, 30)),
        ({"pace": "none"}, (None, None)),
        ({"pace": "own", "move_seconds": "20"}, (20, None)),
        ({"pace": "own", "bank_minutes": "12"}, (None, 12)),
    ],
)
def test_the_clocks_are_a_usual_pair_or_ones_own(client, given, clocks):
    create(client, **{**ONLINE, **given})
    online = Tournament.objects.get().online
    assert (online["move_seconds"], online["bank_minutes"]) == clocks


def test_an_online_event_with_a_fee_is_refused_with_the_sentence_why_at_the_fee(client):
    refused = create(client, **ONLINE, fee="5")
    assert refused.status_code == 422
    assert not Tournament.objects.exists()
    assert "Entry fee: an online event has none. Playing for money at a distance needs a concession" in text(refused)
    assert 'id="part-entries" open' not in refused.content.decode()


def test_a_game_on_paper_only_is_not_asked_where_it_is_played(client, penalty):
    page = client.get(reverse("event_create"), {"gioco": penalty})
    assert "Where it is played" not in text(page)
    assert "Where it is played" in text(client.get(reverse("event_create")))


def test_an_event_is_copied_by_one_form_that_is_filled_in_already(client):
    create(client, name="Serata 7", venue="Salone", fee="7,50")
    source = Tournament.objects.get()
    url = reverse("organise_copy", args=[source.slug])
    page = client.get(url).content.decode()
    assert 'value="Serata 8"' in page
    answer = client.post(url, {"name": "Serata 8", "day": "2026-11-27", "hour": "20:30"})
    made = Tournament.objects.get(name="Serata 8")
    assert (answer.status_code, answer.url) == (303, reverse("organise", args=[made.slug]))
    assert (made.venue, made.fee_cents, made.status) == ("Salone", 750, "draft")
    assert "“Serata 8” is in preparation, with the settings of “Serata 7”." in text(client.get(answer.url))
    refused = client.post(url, {"name": "", "day": "2026-11-27"})
    assert (refused.status_code, Tournament.objects.count()) == (422, 2)


def test_one_card_is_chosen_already_and_so_is_the_only_club(client):
    page = client.get(reverse("event_create"))
    shown = page.content.decode()
    assert "A tournament evening: to 21 points, in an hour Valliadi 2022, Traves · to 21 points" in text(page)
    assert re.findall(r'name="preset" value="([^"]+)"[^>]* checked', shown) == ["scopa:valliadi_2022"]
    assert "Create the club" in text(page)
    account = make.user("ada@example.org")
    ada = make.client_of(account)
    club = Club.objects.create(name="Circolo di Traves")
    ClubMembership.objects.create(club=club, user=account)
    assert f'<option value="{club.pk}" selected>' in ada.get(reverse("event_create")).content.decode()
    ClubMembership.objects.create(club=Club.objects.create(name="Circolo di Viù"), user=account)
    assert f'<option value="{club.pk}">' in ada.get(reverse("event_create")).content.decode()
