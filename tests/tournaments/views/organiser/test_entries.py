"""The desk: one entry a line, one tap a tick."""

import re

import pytest
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.views.counted import questions
from tests.tournaments.views.organiser.conftest import Desk, text
from tournaments.draw.writes import draws
from tournaments.entries.writes import entries, participation
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.events.writes import tournaments
from tournaments.models import Entry, Table, Tournament
from tournaments.seasons import writes as circuits

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk():
    return Desk(make.knockout(entries=0, fee_cents=1000, capacity=3))


def test_a_pair_is_typed_and_the_form_comes_back_empty(desk):
    page = desk.follow("organise_entries", family1="Vana", given1="Gino", family2="Cargnino", given2="", club="Traves")
    entry = Entry.objects.get()
    assert (entry.label, entry.club.name, entry.status, entry.source) == (
        "Vana – Cargnino",
        "Traves",
        "confirmed",
        "desk",
    )
    assert "Vana – Cargnino is entered." in page


def test_a_script_gets_the_desk_back_with_the_row_and_the_cursor_in_the_first_field(desk):
    answer = desk.part("organise_entries", family1="Vana", family2="Cargnino", club="")
    body = answer.content.decode()
    assert answer.status_code == 200
    assert body.startswith('<div class="messages" id="messages"')
    assert "<html" not in body and '<div class="stack" id="desk">' in body
    assert 'name="family1" value=""' in body
    assert body.index('name="family1"') < body.index(" autofocus") < body.index('name="given1"')
    assert "Vana – Cargnino is entered." in text(answer)


def test_a_player_alone_looks_for_a_partner(desk):
    assert "Vana looks for a partner." in desk.follow("organise_entries", family1="Vana")
    assert Entry.objects.get().status == "single"


def test_past_the_capacity_an_entry_waits(desk):
    make.with_entries(desk.event, 3)
    page = desk.follow("organise_entries", family1="Tardi", family2="Vati")
    assert "Tardi – Vati is on the waiting list: the event is full." in page


def test_in_an_event_of_singles_there_is_no_partner():
    desk = Desk(make.knockout(entries=0, entry_size=1))
    assert "partner" not in text(desk.get("organise_entries"))
    desk.post("organise_entries", family1="Vana", family2="Cargnino")
    assert Entry.objects.get().label == "Vana"


def test_who_asked_first_for_a_place_stands_first_and_who_has_one_stands_last(desk):
    make.with_entries(desk.event, 3)
    for name in ("Tardi", "Poi"):
        desk.follow("organise_entries", family1=name, family2=f"{name}ni")
    Entry.objects.filter(tournament=desk.event, number__in=(2, 3)).update(status="pending")
    labels = dict(desk.event.entries.values_list("number", "label"))
    page = text(desk.get("organise_entries"))
    places = [page.index(labels[number]) for number in (2, 3, 1, 4, 5)]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"family1": ""}, "Family name: This field is required."),
        ({"family1": "Vana", "given2": "Pia"}, "Family name of the partner: The family name is missing."),
        ({"family1": "=cmd()"}, "“=cmd()” begins with “=”: a name cannot begin with =, +, - or @."),
        ({"family1": "Vana", "club": "@traves"}, "“@traves” begins with “@”"),
        ({"family1": "Va\x00na"}, "“Va\ufffdna” holds a character that cannot be written."),
        ({"family1": "Va\u202ena"}, "holds a character that cannot be written."),
        ({"family1": "x" * 61}, "has 61 characters; at most 60 fit."),
        ({"family1": "Vana", "family2": "VANA"}, "VANA is in this event already."),
    ],
)
def test_a_wrong_entry_is_refused_with_everything_typed_kept(desk, typed, sentence):
    refused = desk.post("organise_entries", **{"club": "Germagnano", **typed})
    assert refused.status_code == 422
    assert sentence in text(refused)
    if typed.get("club") is None:
        assert 'value="Germagnano"' in refused.content.decode()
    assert not Entry.objects.exists()


def test_somebody_who_is_in_the_event_is_not_taken_twice(desk):
    desk.post("organise_entries", family1="Vana", given1="Gino", family2="Cargnino")
    refused = desk.post("organise_entries", family1="Teppa", family2="vana", given2="gino")
    assert (refused.status_code, Entry.objects.count()) == (422, 1)
    assert "gino vana is in this event already." in text(refused)


def test_after_the_closing_nothing_is_typed(desk):
    make.with_entries(desk.event, 2)
    make.closed(desk.event)
    assert 'id="desk-form"' not in desk.get("organise_entries").content.decode()
    refused = desk.post("organise_entries", family1="Vana", family2="Cargnino")
    assert (refused.status_code, Entry.objects.count()) == (422, 2)


def test_one_tap_ticks_who_is_here_and_who_has_paid(desk):
    entry = make.with_entries(desk.event, 1)[0]
    answer = desk.part("organise_tick", entry.pk, field="fee_paid", value="1")
    body = answer.content.decode()
    assert Entry.objects.get().fee_paid is True
    assert f'<tr role="row" id="entry-{entry.pk}"' in body
    assert '<div id="desk-totals">' in body
    assert "10 € of 10 € paid" in text(answer)
    assert desk.post("organise_tick", entry.pk, field="checked_in", value="1").status_code == 303
    desk.post("organise_tick", entry.pk, field="fee_paid", value="0")
    entry.refresh_from_db()
    assert (entry.checked_in, entry.fee_paid) == (True, False)


def test_a_tap_that_is_refused_brings_the_desk_and_says_why(desk):
    entry = make.with_entries(desk.event, 1)[0]
    answer = desk.part("organise_tick", entry.pk, field="status", value="1")
    body = answer.content.decode()
    assert answer.status_code == 422
    assert body.index('role="alert"') < body.index('id="desk"')


def test_a_second_tap_by_somebody_else_changes_nothing_back(desk):
    entry = make.with_entries(desk.event, 1)[0]
    desk.post("organise_tick", entry.pk, field="checked_in", value="1")
    desk.post("organise_tick", entry.pk, field="checked_in", value="1")
    assert Entry.objects.get().checked_in is True


def test_an_unknown_tick_is_refused(desk):
    entry = make.with_entries(desk.event, 1)[0]
    refused = desk.post("organise_tick", entry.pk, field="status", value="1")
    assert (refused.status_code, Entry.objects.get().status) == (422, "confirmed")


def test_a_sign_up_is_accepted_or_refused(desk):
    first, second = (
        entries.sign_up(actor=make.Actor(user=make.user()), tournament_id=desk.event.pk, new=make.names(number))
        for number in (1, 2)
    )
    assert "To review" in text(desk.get("organise_entries"))
    assert f"{first.label}: Entered." in desk.follow("organise_decide", first.pk, decision="accept")
    assert f"{second.label}: Refused." in desk.follow("organise_decide", second.pk, decision="reject")
    refused = desk.post("organise_decide", second.pk, decision="reject")
    assert refused.status_code == 422
    assert f"{second.label} is not waiting for a decision." in text(refused)


def test_one_player_who_looks_for_a_partner_is_named_and_nobody_is_asked_for_two(desk):
    desk.post("organise_entries", family1="Vana")
    panel = desk.get("organise_entries").content.decode().partition('id="coppie"')[2].partition("</section>")[0]
    assert ("Vana" in panel, "<select" in panel, "<form" in panel) == (True, False, False)


def test_two_singles_become_a_pair(desk):
    for name in ("Vana", "Teppa"):
        desk.post("organise_entries", family1=name)
    first, second = Entry.objects.order_by("number")
    desk.follow("organise_pair", first=first.pk, second=second.pk)
    assert [entry.label for entry in Entry.objects.all()] == ["Vana – Teppa"]


def test_a_player_is_not_paired_with_themselves_nor_with_a_pair(desk):
    for name in ("Vana", "Teppa"):
        desk.post("organise_entries", family1=name)
    first = Entry.objects.order_by("number")[0]
    twice = desk.post("organise_pair", first=first.pk, second=first.pk)
    assert (twice.status_code, "Choose two different players." in text(twice)) == (422, True)
    pair = make.with_entries(desk.event, 1)[0]
    assert desk.post("organise_pair", first=first.pk, second=pair.pk).status_code == 422
    assert desk.post("organise_pair", first="x", second="").status_code == 422
    assert Entry.objects.filter(status="single").count() == 2


def test_the_list_is_searched_by_name_club_and_number_and_narrowed_by_state(desk):
    make.with_entries(desk.event, 3, clubs=True)
    desk.post("organise_entries", family1="Solitario")
    labels = list(Entry.objects.filter(status="confirmed").values_list("label", flat=True))
    club = Entry.objects.filter(status="confirmed")[0].club.name
    found = text(desk.get("organise_entries", q=club.upper()))
    assert (labels[0] in found, labels[1] in found) == (True, False)
    only = text(desk.get("organise_entries", q=labels[0].split(" ")[0]))
    assert (labels[0] in only, labels[1] in only) == (True, False)
    singles = text(desk.get("organise_entries", stato="single"))
    assert ("Solitario" in singles, labels[0] in singles) == (True, False)
    assert "Nobody found" in text(desk.get("organise_entries", q="nessunissimo"))


@pytest.mark.parametrize("query", [{"page": "x"}, {"page": "-1"}, {"page": "9" * 30}, {"stato": "x"}, {"q": "%_'\"\\"}])
def test_a_strange_address_shows_the_list_all_the_same(desk, query):
    assert desk.get("organise_entries", **query).status_code == 200


def test_names_and_club_are_corrected(desk):
    entry = make.with_entries(desk.event, 1)[0]
    desk.follow("organise_entry", entry.pk, change="rename", family1="Vana", given1="Gino", family2="Rù", club="Ceres")
    entry.refresh_from_db()
    assert (entry.label, entry.club.name) == ("Vana – Rù", "Ceres")
    refused = desk.post("organise_entry", entry.pk, change="rename", family1="=1", family2="Rù", club="Ceres")
    assert (refused.status_code, "begins with “=”" in text(refused)) == (422, True)
    short = desk.post("organise_entry", entry.pk, change="rename", family1="Vana", family2="", club="")
    assert short.status_code == 422


def test_a_seed_is_given_once_and_taken_away(desk):
    first, second = make.with_entries(desk.event, 2)
    desk.follow("organise_entry", first.pk, change="seed", seed="1")
    refused = desk.post("organise_entry", second.pk, change="seed", seed="1")
    assert (refused.status_code, "Seed 1 is taken." in text(refused)) == (422, True)
    assert desk.post("organise_entry", second.pk, change="seed", seed="0").status_code == 422
    desk.follow("organise_entry", first.pk, change="seed", seed="")
    first.refresh_from_db()
    assert first.seed is None


def test_a_withdrawal_needs_a_reason_and_lets_the_first_who_waits_in(desk):
    first = make.with_entries(desk.event, 4)[0]
    assert "What everybody may read" not in text(desk.get("organise_entry", first.pk))
    missing = desk.post("organise_entry", first.pk, change="withdraw", reason="")
    assert (missing.status_code, "Reason: This field is required." in text(missing)) == (422, True)
    asked, _page = desk.sure("organise_entry", first.pk, change="withdraw", reason="febbre")
    waiting = Entry.objects.order_by("number")[3]
    assert f"{waiting.label} comes in from the waiting list." in asked
    assert list(Entry.objects.order_by("number").values_list("status", flat=True)) == [
        "withdrawn",
        "confirmed",
        "confirmed",
        "confirmed",
    ]
    _asked, back = desk.sure("organise_entry", first.pk, change="reinstate", reason="sta meglio")
    assert "takes part again." in back
    assert Entry.objects.get(pk=first.pk).status == "waiting"


def test_after_the_draw_a_withdrawal_is_a_walkover_and_can_be_cancelled():
    desk = Desk(make.called(entries=4))
    entry = desk.event.entries.order_by("number")[0]
    assert "What everybody may read" in text(desk.get("organise_entry", entry.pk))
    table = entry.lines.get(table__round__number=1).table
    other = table.lines.exclude(entry=entry).get().entry
    asked, _page = desk.sure("organise_entry", entry.pk, change="withdraw", reason="è andato a casa")
    assert f"Table {table.hall_number}, semifinals: it is not played, {other.label} goes on." in asked
    assert f"Table 1, final: there sit {other.label}." in asked
    table.refresh_from_db()
    assert (table.ending, table.status) == ("walkover", "done")
    assert "What everybody may read" not in text(desk.get("organise_entry", entry.pk))
    asked, _page = desk.sure("organise_entry", entry.pk, change="reinstate", reason="è tornato")
    assert f"Table {table.hall_number}, semifinals: it is played after all, by" in asked
    table.refresh_from_db()
    assert (table.ending, table.status) == ("", "called")
    again = desk.post("organise_entry", entry.pk, change="reinstate", reason="ancora")
    assert (again.status_code, "has not withdrawn." in text(again)) == (422, True)


def test_after_the_draw_a_late_entry_takes_the_place_of_a_bye():
    desk = Desk(make.called(entries=3))
    shown = text(desk.post("organise_entries", family1="Tardi", family2="Vati"))
    bye = Table.objects.get(tournament=desk.event, status="bye")
    rests = bye.lines.get(place=1).entry
    assert "Late entry: Tardi – Vati?" in shown
    assert f"Table 2, semifinals: it is played after all, by {rests.label} and Tardi – Vati." in shown
    assert not Entry.objects.filter(label="Tardi – Vati").exists()
    page = desk.follow("organise_entries", family1="Tardi", family2="Vati", table=bye.number)
    assert "Tardi – Vati is entered." in page
    assert Entry.objects.get(label="Tardi – Vati").is_late is True
    full = desk.post("organise_entries", family1="Troppo", family2="Tardi")
    assert full.status_code == 422
    assert "No place is left: no bye of the first round" in text(full)
    assert 'value="Troppo"' in full.content.decode()


def test_to_accept_somebody_after_the_seal_is_asked_first():
    desk = Desk(make.closed(make.knockout(entries=3)))
    Tournament.objects.filter(pk=desk.event.pk).update(status="open", review_sign_ups=True)
    where = {"actor": make.boss_of(desk.event), "tournament_id": desk.event.pk}
    people = (PersonName("Tardi", "Ada"), PersonName("Vati", "Eva"))
    (pending,) = entries.import_entries(rows=[NewEntry(people=people)], **where)
    Entry.objects.filter(pk=pending.pk).update(status="pending")
    tournaments.close_entries(**where)
    draws.prepare_draw(actor=make.boss_of(desk.event), tournament_id=desk.event.pk)

    asked = desk.post("organise_decide", pending.pk, decision="accept")
    assert "Accept Tardi – Vati?" in text(asked)
    assert "The draw is sealed with the list as it is: it has to be discarded, and sealed again." in text(asked)
    assert Entry.objects.get(pk=pending.pk).status == "pending"

    seen = str(desk.fresh().version)
    desk.follow("organise_decide", pending.pk, decision="accept", seen=seen)
    assert Entry.objects.get(pk=pending.pk).status == "confirmed"


def test_a_question_whose_event_has_changed_since_is_asked_again():
    desk = Desk(make.closed(make.knockout(entries=4)))
    first, second = desk.event.entries.order_by("number")[:2]
    draws.prepare_draw(actor=make.boss_of(desk.event), tournament_id=desk.event.pk)
    seen = str(desk.fresh().version)
    make.entries.seed_entry(actor=make.boss_of(desk.event), tournament_id=desk.event.pk, entry_id=second.pk, seed=1)

    asked = desk.post("organise_entry", first.pk, change="withdraw", reason="x", seen=seen)

    assert (asked.status_code, "No table and nobody else is touched." in text(asked)) == (200, True)
    assert Entry.objects.get(pk=first.pk).status == "confirmed"


def test_a_late_pair_owes_the_fee_and_is_shown_to_owe():
    desk = Desk(make.called(entries=3, fee_cents=2000))
    bye = Table.objects.get(tournament=desk.event, status="bye")
    asked = text(desk.post("organise_entries", family1="Tardi", family2="Vati")).replace("\xa0", " ")

    page = desk.follow("organise_entries", family1="Tardi", family2="Vati", table=bye.number).replace("\xa0", " ")

    late = Entry.objects.get(tournament=desk.event, is_late=True)
    assert "To pay at the desk: 20 €." in asked and "Tardi – Vati is entered. To pay at the desk: 20 €." in page
    door = text(desk.get("organise_arrivals", solo="pagare")).replace("\xa0", " ")
    assert "Tardi" in door and "Pays 20 €" in door and "still due from who is here 20 €" in door
    assert (late.checked_in, late.fee_paid) == (True, False)


def test_names_typed_without_capitals_get_them_wherever_they_are_typed():
    desk = Desk(make.knockout(entries=0))
    desk.post("organise_entries", family1="neri", given1="UGO", family2="de luca", given2="d'artagnan")
    entry = Entry.objects.get(tournament=desk.event)
    assert entry.label == "Neri – De Luca"
    assert [str(each.person) for each in entry.members.all()] == ["Ugo Neri", "D'Artagnan De Luca"]

    desk.post(
        "organise_entry", entry.pk, change="rename", family1="VILLA", given1="Ida", family2="McDonald", given2="ian"
    )
    entry.refresh_from_db()
    assert entry.label == "Villa – McDonald"
    assert [str(each.person) for each in entry.members.all()] == ["Ida Villa", "Ian McDonald"]


def test_the_desk_shows_what_a_late_pair_changes_before_it_takes_it():
    desk = Desk(make.called(entries=3, fee_cents=2000))
    bye = Table.objects.get(tournament=desk.event, status="bye")

    asked = desk.part("organise_arrivals", who="tardi ada, vati eva", step="paid")
    shown = text(asked).replace("\xa0", " ")
    assert "Late entry: Tardi – Vati?" in shown and "Table 2, semifinals: it is played after all" in shown
    assert "To pay at the desk: 20 €." in shown
    assert not Entry.objects.filter(tournament=desk.event, is_late=True).exists()
    form = dict(
        re.findall(r'name="(who|table)" value="([^"]*)"', asked.content.decode().partition("arrivals-add__form")[2])
    )
    assert form == {"who": "tardi ada, vati eva", "table": str(bye.number)}

    taken = desk.part("organise_arrivals", **form, step="add_paid")

    late = Entry.objects.get(tournament=desk.event, is_late=True)
    assert (late.label, late.checked_in, late.fee_paid) == ("Tardi – Vati", True, True)
    assert "Added: Tardi – Vati: here, paid 20" in text(taken).replace("\xa0", " ")
    full = desk.part("organise_arrivals", who="troppo ada, tardi eva", step="paid")
    assert (full.status_code, "No place is left" in text(full)) == (422, True)


def test_a_late_player_alone_is_refused():
    desk = Desk(make.called(entries=3))
    refused = desk.post("organise_entries", family1="Tardi")
    assert refused.status_code == 422
    assert "People of an entry in this event: 2; written here: 1." in text(refused)


def test_a_change_that_does_not_exist_changes_nothing(desk):
    entry = make.with_entries(desk.event, 1)[0]
    assert desk.post("organise_entry", entry.pk, change="delete").status_code == 422
    assert Entry.objects.count() == 1


def test_the_money_of_withdrawn_entries_stays_in_the_box():
    desk = Desk(make.drawn(make.knockout(entries=4, fee_cents=1000)))
    entry = desk.event.entries.order_by("number")[0]
    desk.post("organise_tick", entry.pk, field="fee_paid", value="1")
    participation.withdraw_entry(
        actor=make.boss_of(desk.event), tournament_id=desk.event.pk, entry_id=entry.pk, reason="x"
    )
    assert "10 € of 40 € paid" in text(desk.get("organise_entries"))


def test_the_list_takes_the_same_queries_at_one_row_and_at_three():
    one, three = Desk(make.knockout(entries=0)), Desk(make.knockout(entries=0))
    make.with_entries(one.event, 1, clubs=True)
    make.with_entries(three.event, 3, clubs=True, first=10)
    first, second = (questions(desk.client, desk.url("organise_entries")) for desk in (one, three))
    assert first == second


def test_what_a_withdrawal_changes_is_shown_again_where_the_event_has_changed_since():
    desk = Desk(make.called(entries=4))
    entry, other = desk.event.entries.order_by("number")[:2]
    said = {"change": "withdraw", "reason": "è andato a casa"}
    seen = str(desk.event.version)
    participation.withdraw_entry(
        actor=make.boss_of(desk.event), tournament_id=desk.event.pk, entry_id=other.pk, reason="anche lui"
    )
    asked = desk.post("organise_entry", entry.pk, **said, seen=seen)
    assert (asked.status_code, "data-confirm" in asked.content.decode()) == (200, True)
    assert Entry.objects.get(pk=entry.pk).status == "confirmed"


def test_the_page_says_of_which_evenings_the_entries_are() -> None:
    """R-SEA-09."""
    boss = make.organiser()
    circuit = circuits.create_circuit(actor=boss, name="Batterie")
    desk = Desk(make.event(boss))
    assert "qualificati" not in desk.get("organise_entries").content.decode()
    assert "Nobody is entered: finished evenings of the circuit: 0" in text(desk.post("organise_qualified", first="2"))
    evening = make.finished(make.drawn(make.closed(make.knockout(boss, entries=4))))
    for event in (evening, desk.event):
        circuits.add_event(actor=boss, circuit_id=circuit.pk, tournament_id=event.pk)
    page = desk.get("organise_entries").content.decode()
    assert 'id="qualificati"' in page
    assert "1 evening is finished." in page
    assert desk.post("organise_qualified", first="65").status_code == 422
    assert "2 entries have qualified." in desk.follow("organise_qualified", first="2")
    assert list(desk.event.entries.order_by("number").values_list("seed", flat=True)) == [1, 2]
    desk.follow("organise_step", step="open")
    public = make.client_of().get(reverse("event", args=[desk.event.slug]), headers={"accept-language": "en"})
    assert "the first 2 of each evening of Batterie" in text(public)
    assert "first of each evening" in desk.get("organise_audit").content.decode()


STATES = {
    "closed": ("Entries are closed. As long as there is no draw you can open them again.", "organise"),
    "running": ("The event is running: who comes late is added one by one.", "organise_entries"),
    "finished": ("The event is over: nobody can be added any more.", ""),
}


@pytest.mark.parametrize("page", ["organise_import", "organise_arrivals", "organise_entries"])
@pytest.mark.parametrize("state", STATES)
def test_where_nobody_can_be_added_the_page_says_what_is_still_possible(desk, state, page):
    Tournament.objects.filter(pk=desk.event.pk).update(status=state)
    answer = desk.get(page)
    _sentence, way = STATES[state]

    # Who comes late is added at the desk and in the list: only a whole list is too much then.
    is_said = state != "running" or page == "organise_import"
    assert [each for each, (words, _way) in STATES.items() if words in text(answer)] == ([state] if is_said else [])
    if is_said and way:
        assert f'href="{reverse(way, args=[desk.event.slug])}"' in answer.content.decode()
    is_offered = f'href="{reverse("organise_import", args=[desk.event.slug])}"' in answer.content.decode()
    assert not is_offered


def test_a_seed_beside_a_name_is_called_one(desk):
    (entry,) = make.with_entries(desk.event, 1)
    Entry.objects.filter(pk=entry.pk).update(seed=3)

    assert "seed 3" in text(desk.get("organise_entries"))
    assert "testa di serie 3" in text(make.client_of().get(reverse("event_entries", args=[desk.event.slug])))
