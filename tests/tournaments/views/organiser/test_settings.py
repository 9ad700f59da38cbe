"""Settings, rules, roles, log and closing."""

import pytest
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.views.counted import questions
from tests.tournaments.views.organiser.conftest import Desk, text
from tests.tournaments.views.organiser.filled import SETTINGS, shown
from tournaments.entries.writes import entries
from tournaments.models import AuditEntry, Invitation, Membership

pytestmark = pytest.mark.django_db


def test_the_settings_are_changed_at_any_time():
    desk = Desk(make.called(entries=2))
    assert "The settings are saved." in desk.follow("organise_settings", **SETTINGS)
    event = desk.fresh()
    assert (event.name, event.venue, event.capacity, event.fee_cents) == ("Coppa nuova", "Germagnano", 32, 1250)
    assert (event.round_minutes, event.description, event.prizes) == (50, "Si gioca", "Salami")
    assert timezone.localtime(event.starts_at).strftime("%d.%m.%Y %H:%M") == "08.12.2026 21:00"
    assert (event.public_sign_up, event.review_sign_ups) == (True, False)


@pytest.mark.parametrize(("language", "written"), [("it", "7,50"), ("en", "7.50")])
def test_the_fee_stands_in_its_field_as_the_reader_writes_money(language, written):
    desk = Desk(make.event(fee_cents=750))
    desk.client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    assert desk.get("organise_settings").context["form"]["fee"].value() == written
    desk.follow("organise_settings", **{**SETTINGS, "fee": written})
    assert desk.fresh().fee_cents == 750


def test_an_event_in_the_hall_may_have_prizes_in_money_and_its_organiser_reads_a_note():
    desk = Desk(make.event(name="Coppa"))
    note = "Prizes in money: Italian law treats them otherwise than prizes in goods."
    assert note not in text(desk.get("organise_settings")) + text(desk.get("organise"))
    desk.follow("organise_settings", **SETTINGS, prize_kind="cash")
    assert desk.fresh().prize_kind == "cash"
    assert note in text(desk.get("organise_settings"))
    assert note in text(desk.get("organise"))
    desk.follow("organise_settings", **SETTINGS)
    assert desk.fresh().prize_kind == "cash"


def test_a_prize_in_money_online_is_refused_at_its_field():
    desk = Desk(make.event(name="Coppa"))
    asked = {**SETTINGS, "fee": "", "mode": "online", "prize_kind": "cash"}
    refused = desk.post("organise_settings", **asked)
    assert refused.status_code == 422
    assert "The prizes are: An event that is played online has no prizes in money" in text(refused)


def test_the_settings_come_back_as_they_were():
    desk = Desk(make.event(name="Coppa", venue="Viù", fee_cents=750))
    body = desk.get("organise_settings").content.decode()
    for value in ('value="Coppa"', 'value="Viù"', 'value="7.50"', 'value="2026-11-20"', 'value="21:30"'):
        assert value in body


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": ""}, "Name of the event: This field is required."),
        ({"day": "0001-01-01"}, "Date: Year: 1."),
        ({"round_minutes": "0"}, "Minutes for a round: Ensure this value is greater than or equal to 1."),
        ({"prizes": "x" * 4001}, "Prizes: Ensure this value has at most 4000 characters"),
    ],
)
def test_impossible_settings_are_refused_with_what_was_typed(wrong, sentence):
    desk = Desk(make.event(name="Coppa"))
    refused = desk.post("organise_settings", **{**SETTINGS, **wrong})
    assert (refused.status_code, sentence in text(refused)) == (422, True)
    assert "Germagnano" in refused.content.decode()
    assert desk.fresh().name == "Coppa"


def test_rules_that_are_saved_untouched_are_the_same():
    desk = Desk(make.event(preset="online_002"))
    before = desk.event.rules, desk.event.vp_scale, desk.event.format
    desk.follow("organise_rules", **shown(desk, "organise_rules"))
    event = desk.fresh()
    assert (event.rules, event.vp_scale, event.format) == before


def test_a_parameter_is_changed_in_this_event_only():
    desk = Desk(make.event())
    data = {**shown(desk, "organise_rules"), "rule_target": "11", "rule_cards_tie": "each", "scale": "11pt"}
    desk.follow("organise_rules", **data)
    event = desk.fresh()
    assert (event.rules["target"], event.rules["cards_tie"], event.vp_scale["key"]) == (11, "each", "11pt")
    assert make.event().rules["target"] == 21


def test_a_parameter_may_be_nothing_where_the_game_says_so_and_what_is_not_sent_stays():
    desk = Desk(make.event(preset="online_002"))
    data = shown(desk, "organise_rules")
    kept = {name: value for name, value in data.items() if name != "rule_carte_viste"}
    desk.follow("organise_rules", **{**kept, "rule_redeal_kings_threshold": "None"})
    rules = desk.fresh().rules
    assert (rules["redeal_kings_threshold"], rules["carte_viste"]) == (None, desk.event.rules["carte_viste"])


def test_the_knockout_is_changed_until_the_draw():
    desk = Desk(make.knockout(entries=2))
    desk.follow("organise_rules", **{**shown(desk, "organise_rules"), "best_of_final": "3", "byes": "lot"})
    event = desk.fresh()
    assert (event.format["best_of"], event.format["byes"]) == ({"final": 3}, "lot")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"rule_target": "tanti"}, "Target of points: Enter a whole number."),
        ({"rule_target": "9999"}, "Target of points"),
        ({"rule_cards_tie": "forse"}, "Level in cards: Select a valid choice."),
        ({"rule_time_expiry": "clock_fault"}, "the clock can cost the match only where it is a cause of forfeit."),
        ({"rule_target": "15", "scale": ""}, "No published VP scale belongs to this length of match: choose one."),
        ({"rule_forfeit_causes": ["sbadiglio"]}, "What loses a match by fault: Select a valid choice."),
    ],
)
def test_an_impossible_ruleset_is_refused_by_its_field(wrong, sentence):
    desk = Desk(make.event())
    refused = desk.post("organise_rules", **{**shown(desk, "organise_rules"), **wrong})
    assert (refused.status_code, sentence in text(refused)) == (422, True)
    assert desk.fresh().rules["target"] == 21


def test_after_the_draw_the_rules_are_fixed():
    desk = Desk(make.drawn(entries=2))
    page = desk.get("organise_rules").content.decode()
    assert "the rules of this event are fixed" in page
    assert "Save the rules" not in page
    refused = desk.post("organise_rules", **shown(desk, "organise_rules"))
    assert (refused.status_code, desk.fresh().rules["target"]) == (422, 21)


def test_a_role_is_offered_alike_whether_or_not_the_address_has_an_account():
    desk = Desk(make.event())
    make.user("gino@example.org", name="Gino Airola")
    said = [
        desk.follow("organise_roles", email=email, role="scorer", tables="1-3, 7")
        for email in ("Gino@Example.ORG", "nessuno@example.org")
    ]
    assert "gino@example.org is invited." in said[0]
    assert "nessuno@example.org is invited." in said[1]
    assert "Gino Airola" not in said[0]
    offers = Invitation.objects.order_by("pk").values_list("role", "tables")
    assert list(offers) == [("scorer", [1, 2, 3, 7])] * 2
    assert not Membership.objects.filter(role="scorer").exists()


def test_an_offer_is_listed_until_it_is_revoked():
    desk = Desk(make.event())
    desk.follow("organise_roles", email="gino@example.org", role="referee")
    offer = Invitation.objects.get()
    desk.follow("organise_invitation_revoke", offer.pk)
    page = text(desk.get("organise_roles"))
    assert "gino@example.org" not in page
    again = desk.post("organise_invitation_revoke", offer.pk)
    assert (again.status_code, "This invitation is not open any more." in text(again)) == (422, True)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"email": "gino", "role": "referee"}, "Enter a valid email address."),
        ({"email": "gino@example.org", "role": "king"}, "Select a valid choice."),
        ({"email": "gino@example.org", "role": "scorer", "tables": ""}, "A scorer needs tables: say which."),
        ({"email": "gino@example.org", "role": "scorer", "tables": "3-1"}, "“3-1” is no table: write 1-8, 12."),
        ({"email": "gino@example.org", "role": "scorer", "tables": "uno"}, "“uno” is no table"),
        ({"email": "gino@example.org", "role": "scorer", "tables": "1-9999"}, "At most 200 tables."),
    ],
)
def test_a_role_that_cannot_be_offered_is_refused_in_a_sentence(typed, sentence):
    desk = Desk(make.event(make.organiser(make.user("org@example.org"))))
    make.user("gino@example.org")
    refused = desk.post("organise_roles", **typed)
    assert (refused.status_code, sentence in text(refused)) == (422, True)
    assert [each.role for each in Membership.objects.all()] == ["organiser"]


def test_a_role_is_taken_away_but_never_the_last_organisers():
    desk = Desk(make.event())
    make.with_role(desk.event, "referee")
    referee = Membership.objects.get(role="referee")
    desk.follow("organise_role_revoke", referee.pk)
    last = Membership.objects.get()
    refused = desk.post("organise_role_revoke", last.pk)
    assert (refused.status_code, "An event needs an organiser" in text(refused)) == (422, True)
    elsewhere = Membership.objects.create(tournament=make.event(), user=make.user(), role="referee")
    assert desk.post("organise_role_revoke", elsewhere.pk).status_code == 422
    assert Membership.objects.filter(pk=elsewhere.pk).exists()


def test_the_log_says_who_did_what_when_why_and_what_it_changed():
    desk = Desk(make.knockout(entries=2))
    entry = desk.event.entries.all()[0]
    desk.sure("organise_entry", entry.pk, change="withdraw", reason="febbre alta")
    page = text(desk.get("organise_audit"))
    assert f"Withdrawn: {entry.label}" in page
    assert "state Entered Withdrawn" in page
    assert "febbre alta" in page
    last = AuditEntry.objects.filter(tournament=desk.event).latest("seq")
    assert f"row {last.seq} · {last.hash[:10]}" in page
    assert str(make.boss_of(desk.event).label) in page


def test_the_log_names_tables_as_the_hall_does():
    desk = Desk(make.called(entries=3))
    make.play(make.tables_of(desk.event)[0])
    page = text(desk.get("organise_audit"))
    assert "Result confirmed: table 1 (semifinals)" in page
    assert "Tables called: Semifinals" in page


def test_the_log_is_filtered_by_subject_and_by_word():
    desk = Desk(make.called(entries=2))
    draw = text(desk.get("organise_audit", cosa="draw"))
    assert ("Draw announced:" in draw, "Tables called:" in draw) == (True, False)
    assert "Nothing found" in text(desk.get("organise_audit", q="introvabile"))
    assert desk.get("organise_audit", cosa="x", page="x").status_code == 200


def test_the_log_is_filtered_by_verb_person_table_and_day():
    desk = Desk(make.called(entries=4))
    table = make.tables_of(desk.event)[0]
    make.play(table)
    hall = str(table.hall_number)
    shown = text(desk.get("organise_audit", tavolo=hall))
    assert (f"Result confirmed: table {hall} (semifinals)" in shown, "Draw announced:" in shown) == (True, False)
    assert "Tables called:" not in text(desk.get("organise_audit", cosa="score_confirmed"))
    assert "Nothing found" in text(desk.get("organise_audit", chi="nessuno"))
    assert "Nothing found" in text(desk.get("organise_audit", giorno="2001-01-01"))
    for asked in ({"giorno": "x"}, {"giorno": "2026-02-31"}, {"tavolo": "9" * 6}, {"tavolo": "x"}):
        assert desk.get("organise_audit", **asked).status_code == 200


def test_the_log_is_fetched_as_a_table_as_it_is_filtered():
    desk = Desk(make.called(entries=2))
    answer = desk.get("organise_audit_file", cosa="draw")
    lines = answer.content.decode("utf-8-sig").splitlines()
    assert lines[0].startswith("Row;When;Who;What;")
    assert len(lines) == 1 + AuditEntry.objects.filter(tournament=desk.event, verb__startswith="draw").count()
    assert "{" not in answer.content.decode()


def test_the_log_comes_in_pages_with_the_same_queries():
    desk, short = Desk(make.knockout(entries=0)), Desk(make.event())
    for number in range(40):
        entries.enter_at_desk(actor=make.boss_of(desk.event), tournament_id=desk.event.pk, new=make.names(number))
    assert AuditEntry.objects.filter(tournament=desk.event).count() > 40
    page = desk.get("organise_audit")
    assert "Page 1 of 2" in text(page)
    assert questions(desk.client, desk.url("organise_audit")) == questions(short.client, short.url("organise_audit"))


def test_every_verb_of_the_log_has_words():
    desk = Desk(make.finished(entries=3))
    page = text(desk.get("organise_audit")) + text(desk.get("organise_audit", page="2"))
    for verb in set(AuditEntry.objects.filter(tournament=desk.event).values_list("verb", flat=True)):
        assert verb not in page


def test_the_final_places_are_seen_before_the_event_is_closed():
    desk = Desk(make.played_out(entries=4))
    assert "These will be the final standings" in text(desk.get("organise_closing"))
    assert desk.fresh().status == "running"
    desk.follow("organise_closing")
    assert desk.fresh().status == "finished"
    assert desk.event.entries.get(final_place=1).label in text(desk.get("organise_closing"))


def test_an_event_with_an_open_table_is_not_closed_and_the_table_is_named():
    desk = Desk(make.called(entries=4))
    assert "Semifinals: table 1 is still open." in text(desk.get("organise_closing"))
    refused = desk.post("organise_closing")
    assert (refused.status_code, desk.fresh().status) == (422, "running")


def test_a_closing_is_taken_back_with_a_reason():
    desk = Desk(make.finished(entries=2))
    assert desk.post("organise_reopen", reason="").status_code == 422
    desk.follow("organise_reopen", reason="referto sbagliato")
    assert desk.fresh().status == "running"
    again = desk.post("organise_reopen", reason="ancora")
    assert (again.status_code, "The event is not finished." in text(again)) == (422, True)


@pytest.mark.parametrize("name", ["organise_roles", "organise_closing"])
def test_a_list_takes_the_same_queries_at_one_row_and_at_three(name):
    one, three = Desk(make.played_out(entries=2)), Desk(make.played_out(entries=4))
    for _each in range(2):
        make.with_role(three.event, "referee")
    first, second = (questions(desk.client, desk.url(name)) for desk in (one, three))
    assert first == second


def test_an_event_goes_online_in_its_settings_and_they_come_back_as_they_were():
    desk = Desk(make.event(name="Coppa"))
    asked = {"mode": "both", "pace": "own", "move_seconds": "20", "grace_minutes": "7", "opens": "word"}
    desk.follow("organise_settings", **{**SETTINGS, "fee": "", **asked})
    event = desk.fresh()
    assert (event.mode, event.online) == (
        "both",
        {"move_seconds": 20, "bank_minutes": None, "grace_minutes": 7, "opens": "word", "robots": False},
    )
    form = desk.get("organise_settings").context["form"]
    assert {name: form[name].value() for name in asked} == {**asked, "move_seconds": 20, "grace_minutes": 7}
    assert "In the hall and online" in text(desk.get("organise_audit"))


def test_a_fee_on_an_online_event_is_refused_at_the_fee_with_the_sentence_why():
    desk = Desk(make.event(name="Coppa", mode="online"))
    refused = desk.post("organise_settings", **{**SETTINGS, "mode": "online"})
    assert refused.status_code == 422
    assert "Playing for money at a distance needs a concession" in str(refused.context["form"]["fee"].errors)
    assert desk.fresh().fee_cents == 0
