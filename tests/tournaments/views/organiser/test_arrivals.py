"""The desk at the door: one field finds and adds, one tap is here or here and paid, and the last step is taken back."""

import re
from copy import deepcopy

import pytest
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.views.counted import questions
from tests.tournaments.views.organiser.conftest import Desk, text
from tournaments.entries.reads.fees import sums
from tournaments.entries.writes import entries
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.models import AuditEntry, Club, Entry, OutboxMessage, Payment, Person, Tournament

pytestmark = pytest.mark.django_db
FEE = 2000


def unpaid(event: Tournament) -> tuple[int, int]:
    money = sums(event)
    return money.owing, money.open


@pytest.fixture(scope="module")
def opened(stays):
    return make.knockout(entries=0, fee_cents=FEE)


@pytest.fixture
def door(opened):
    """The desk of an open event of pairs with a fee."""
    return Desk(deepcopy(opened))


def expect(door, *people, **more):
    """A pair that has entered before; the first word of each is the family name."""
    named = tuple(PersonName(*name.split(" ", 1)) for name in people)
    new = NewEntry(people=named, **more)
    return entries.enter_at_desk(actor=make.boss_of(door.event), tournament_id=door.event.pk, new=new)


def typed(door, who, step="paid"):
    return door.part("organise_arrivals", who=who, step=step)


def only(door):
    return Entry.objects.get(tournament=door.event)


def state(entry):
    entry = Entry.objects.get(pk=entry.pk)
    return entry.checked_in, entry.fee_paid


def test_who_is_not_there_is_added_here_and_paid(door):
    answer = typed(door, "bertino aldo, re anita")

    entry = only(door)
    assert (entry.label, state(entry)) == ("Bertino – Re", (True, True))
    assert [str(each.person) for each in entry.members.all()] == ["Aldo Bertino", "Anita Re"]
    assert f'id="arrival-{entry.pk}"' in answer.content.decode()
    assert "Added: Bertino – Re: here, paid 20" in text(answer)
    assert "1 here of 1 pair" in text(answer)


@pytest.mark.parametrize(
    ("typed_names", "label", "people"),
    [
        ("ROSSI MARIO - DE LUCA ANNA", "Rossi – De Luca", ["Mario Rossi", "Anna De Luca"]),
        ("McDonald Ian; d'agostino", "McDonald – D'Agostino", ["Ian McDonald", "D'Agostino"]),
        ("zùccaro gino – nicolò", "Zùccaro – Nicolò", ["Gino Zùccaro", "Nicolò"]),
    ],
)
def test_names_are_read_with_the_family_name_first(door, typed_names, label, people):
    typed(door, typed_names)

    entry = only(door)
    assert entry.label == label
    assert [str(each.person) for each in entry.members.all()] == people


def test_without_a_partner_somebody_looks_for_one(door):
    typed(door, "massa renato", "here")
    assert (only(door).status, state(only(door))) == (Entry.Status.SINGLE, (True, False))


def test_one_match_is_marked_by_any_part_of_a_name(door):
    pair = expect(door, "Zùccaro Gino", "Massa Renato")
    expect(door, "Airola Gianni", "Bertolotto Piero")

    assert "Zùccaro – Massa: here" in text(typed(door, "ren zucc", "here"))
    assert state(pair) == (True, False)
    assert "Zùccaro – Massa: paid 20" in text(typed(door, "ren zucc"))
    assert state(pair) == (True, True)
    assert typed(door, "ren zucc").status_code == 422
    assert Entry.objects.count() == 2


def test_several_matches_are_to_be_chosen_from(door):
    pairs = [expect(door, "Berta Sergio", "Togliatti Ornella"), expect(door, "Airola Gianni", "Bertolotto Piero")]

    answer = typed(door, "ber")

    assert answer.status_code == 422
    assert "2 entries match: choose." in text(answer)
    assert [state(pair) for pair in pairs] == [(False, False)] * 2


def test_with_an_ambiguous_name_the_rows_come_before_what_would_be_added(door):
    for names in (("Massa Bruno", "Neri Caio"), ("Massa Elio", "Villa Pia")):
        expect(door, *names)

    answer = typed(door, "massa").content.decode()

    assert "2 entries match: choose." in answer
    assert re.search(r'<details class="arrivals-add__other"[^>]*>\s*<summary>It is somebody else: add', answer)
    assert "arrivals-add__other" not in typed(door, "bianco ada").content.decode()


@pytest.mark.parametrize("wrong", ["bertimo alda", "betino alda", "berrtino alda", "betrino alda"])
def test_a_wrong_letter_is_forgiven_and_nobody_is_added_twice(door, wrong):
    expect(door, "Bertino Alda", "Poma Luigi")

    answer = typed(door, wrong)

    assert answer.status_code == 422
    assert "Bertino – Poma is entered already" in text(answer)
    assert Entry.objects.count() == 1
    assert typed(door, wrong, "add_paid").status_code == 200
    assert Entry.objects.count() == 2


def test_a_namesake_is_shown_before_adding(door):
    expect(door, "Bertino Alda", "Poma Luigi")
    page = door.client.get(door.url("organise_arrivals"), {"q": "bertino aldo, re anita"}, headers={"X-Part": "1"})
    assert "There is already: Bertino Alda – Poma Luigi" in text(page)
    assert 'id="arrivals-list"' not in page.content.decode()


def test_somebody_the_club_knows_brings_the_own_club(door):
    home, own = Club.objects.create(name="Home"), Club.objects.create(name="Traves")
    Tournament.objects.filter(pk=door.event.pk).update(club=home)
    aldo = Person.objects.create(family_name="Bertino", given_name="Aldo", club=own)
    before = make.knockout(entries=0)
    Tournament.objects.filter(pk=before.pk).update(club=home)
    earlier = Desk(before)
    expect(earlier, "Bertino Aldo", "Poma Luigi")
    assert aldo.memberships.count() == 1

    shown = door.client.get(door.url("organise_arrivals"), {"q": "aldo bertino, re anita"}, headers={"X-Part": "1"})
    assert "Bertino Aldo – Re Anita" in text(shown)
    assert "Aldo has come 1 time, Traves. Anita is new." in text(shown)
    assert "Bertino Aldo" in text(door.get("organise_arrivals", q="berti"))

    typed(door, "aldo bertino, re anita")
    entry = only(door)
    assert (entry.label, entry.club) == ("Bertino – Re", own)
    assert entry.members.first().person == aldo


def test_people_of_other_clubs_are_not_told(door):
    Person.objects.create(family_name="Bertino", given_name="Aldo", club=Club.objects.create(name="Other"))
    Tournament.objects.filter(pk=door.event.pk).update(club=Club.objects.create(name="Home"))
    assert "Bertino Aldo" not in text(door.get("organise_arrivals", q="berti"))


@pytest.mark.parametrize(("step", "after"), [("here", (True, False)), ("paid", (True, True)), ("pay", (False, True))])
def test_a_tap_is_taken_back_at_once_and_nothing_else_with_it(door, step, after):
    pair = expect(door, "Berta Sergio", "Togliatti Ornella")

    answer = door.part("organise_arrivals", entry=pair.pk, step=step)
    assert state(pair) == after
    back = [
        value for value in ("-checked_in", "-fee_paid") if f'name="back" value="{value}"' in answer.content.decode()
    ]
    assert len(back) == sum(after)

    answer = door.part("organise_arrivals", entry=pair.pk, step="undo", back=back)
    assert state(pair) == (False, False)
    assert "Taken back: Berta – Togliatti" in text(answer)


def test_what_somebody_else_marked_stays_when_a_tap_is_taken_back(door):
    pair = expect(door, "Berta Sergio", "Togliatti Ornella")
    entries.tick_entry(
        actor=make.boss_of(door.event), tournament_id=door.event.pk, entry_id=pair.pk, field="fee_paid", value=True
    )
    answer = door.part("organise_arrivals", entry=pair.pk, step="paid")
    assert 'value="-fee_paid"' not in answer.content.decode()
    door.part("organise_arrivals", entry=pair.pk, step="undo", back=["-checked_in"])
    assert state(pair) == (False, True)


def test_who_was_added_by_mistake_is_taken_back_and_may_come_again(door):
    typed(door, "bertino aldo, re anita")
    entry = only(door)

    door.part("organise_arrivals", entry=entry.pk, step="undo", back=["added"])

    entry.refresh_from_db()
    assert (entry.status, state(entry)) == (Entry.Status.WITHDRAWN, (False, False))
    assert "0 here of 0 pairs" in text(door.get("organise_arrivals"))
    assert typed(door, "bertino aldo, re anita").status_code == 200


def test_a_player_who_has_found_a_partner_since_is_not_taken_back(door):
    answer = typed(door, "bertino aldo")
    back = re.findall(r'name="back" value="([^"]+)"', answer.content.decode())
    first, second = only(door), expect(door, "Re Anita")
    door.part("organise_arrivals", step="pair", single=[first.pk, second.pk])

    refused = door.part("organise_arrivals", entry=first.pk, step="undo", back=back)

    assert refused.status_code == 422 and "is a pair by now" in text(refused)
    first.refresh_from_db()
    assert first.status == Entry.Status.CONFIRMED


def test_a_wrong_mark_is_mended_later_too(door):
    pair = expect(door, "Berta Sergio", "Togliatti Ornella")
    door.part("organise_arrivals", entry=pair.pk, step="paid")
    assert "Give back 20" in text(door.get("organise_arrivals"))
    door.part("organise_arrivals", entry=pair.pk, step="refund")
    door.part("organise_arrivals", entry=pair.pk, step="gone")
    assert state(pair) == (False, False)


def test_nobody_pays_for_a_place_on_the_waiting_list(door):
    Tournament.objects.filter(pk=door.event.pk).update(capacity=1)
    expect(door, "Berta Sergio", "Togliatti Ornella")
    typed(door, "bertino aldo, re anita")
    waiting = Entry.objects.get(status=Entry.Status.WAITING)
    assert state(waiting) == (True, False)
    assert door.part("organise_arrivals", entry=waiting.pk, step="pay").status_code == 422


def test_the_list_is_in_the_order_of_the_alphabet_and_filtered_by_what_is_open(door):
    expect(door, "Zùccaro Gino", "Aimo Rocco")
    here = expect(door, "Èrba Ivo", "Massa Renato")
    expect(door, "Airola Gianni", "Bertolotto Piero")
    door.part("organise_arrivals", entry=here.pk, step="here")

    page = text(door.get("organise_arrivals"))
    assert page.index("Airola Gianni") < page.index("Èrba Ivo") < page.index("Zùccaro Gino")
    assert "All 3 Missing 2 To pay 1" in page
    assert "1 here of 3 pairs" in page
    assert "Cash 0" in page and "still due from who is here 20" in page
    assert "Èrba Ivo" not in text(door.get("organise_arrivals", solo="mancano"))
    assert "Airola Gianni" not in text(door.get("organise_arrivals", solo="pagare"))


def test_without_script_every_step_is_a_form(door):
    pair = expect(door, "Berta Sergio", "Togliatti Ornella")
    found = door.post("organise_arrivals", who="berta", step="find")
    assert (found.status_code, found.url) == (303, reverse("organise_arrivals", args=[door.event.slug]) + "?q=berta")
    assert "Berta – Togliatti: here, paid 20" in door.follow("organise_arrivals", who="berta")
    assert state(pair) == (True, True)
    refused = door.post("organise_arrivals", who="")
    assert refused.status_code == 422


@pytest.mark.parametrize("who", ["=1+1, re anita", "a, b, c", "bertino ‮aldo"])
def test_what_is_no_name_is_refused_with_its_reason(door, who):
    answer = typed(door, who)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    "data",
    [{"entry": "x", "step": "paid"}, {"entry": "987654", "step": "undo"}, {"entry": "1", "step": "call"}],
)
def test_what_no_button_sends_is_refused(door, data):
    assert door.part("organise_arrivals", **data).status_code == 422


def test_after_the_closing_nobody_is_added_and_marks_go_on(door):
    pair = expect(door, "Berta Sergio", "Togliatti Ornella")
    Tournament.objects.filter(pk=door.event.pk).update(status=Tournament.Status.CLOSED)
    assert typed(door, "bertino aldo, re anita").status_code == 422
    assert typed(door, "berta").status_code == 200
    assert state(pair) == (True, True)


def test_an_event_without_a_fee_speaks_of_no_money():
    door = Desk(make.knockout(entries=2))
    typed(door, "bertino aldo, re anita")
    assert state(Entry.objects.get(label="Bertino – Re")) == (True, False)
    assert "€" not in text(door.get("organise_arrivals"))


def test_the_page_takes_as_many_queries_however_many_are_expected():
    few, many = Desk(make.knockout(entries=1)), Desk(make.knockout(entries=3))
    one, three = (questions(desk.client, desk.url("organise_arrivals")) for desk in (few, many))
    assert one == three


def singles(door, *names):
    """Players who look for a partner."""
    return [expect(door, name) for name in names]


def test_two_who_look_for_a_partner_become_a_pair(door):
    massa, _other, zuccaro = singles(door, "Massa Renato", "Nicolò Anna", "Zùccaro Gino")
    assert "Looking for a partner 3" in text(door.get("organise_arrivals"))

    answer = door.part("organise_arrivals", step="pair", single=[massa.pk, zuccaro.pk])

    assert "A pair: Massa – Zùccaro" in text(answer)
    assert Entry.objects.get(status=Entry.Status.CONFIRMED).label == "Massa – Zùccaro"


@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_pair_is_made_of_two(door, count):
    made = singles(door, "Massa Renato", "Nicolò Anna", "Zùccaro Gino")
    answer = door.part("organise_arrivals", step="pair", single=[each.pk for each in made[:count]])
    assert (answer.status_code, "Choose two different players." in text(answer)) == (422, True)
    assert not Entry.objects.filter(status=Entry.Status.CONFIRMED).exists()


@pytest.mark.parametrize(("here", "pairs", "left"), [((), 2, 1), ((0, 3), 1, 3), ((0, 1, 2, 3), 2, 1)])
def test_the_lot_makes_pairs_of_those_who_are_here(door, here, pairs, left):
    made = singles(door, "Alfa Ugo", "Beta Ugo", "Delta Ugo", "Kappa Ugo", "Zeta Ugo")
    for index in here:
        door.part("organise_arrivals", entry=made[index].pk, step="here")

    answer = door.part("organise_arrivals", step="lots")

    assert answer.status_code == 200
    assert Entry.objects.filter(status=Entry.Status.CONFIRMED).count() == pairs
    looking = Entry.objects.filter(status=Entry.Status.SINGLE)
    assert looking.count() == left
    assert here == () or not looking.filter(checked_in=True).exists() or len(here) % 2


def test_nobody_draws_a_pair_of_one(door):
    singles(door, "Alfa Ugo")
    assert door.part("organise_arrivals", step="lots").status_code == 422


def test_before_the_draw_who_is_missing_is_named_and_left_out_with_one_tap(door):
    Tournament.objects.filter(pk=door.event.pk).update(capacity=2)
    here, missing = expect(door, "Alfa Ugo", "Beta Ugo"), expect(door, "Delta Ugo", "Kappa Ugo")
    waiting = expect(door, "Zeta Ugo", "Omega Ugo")
    door.part("organise_arrivals", entry=here.pk, step="here")

    assert "1 is not here yet: decide" in text(door.get("organise"))
    page = text(door.get("organise_arrivals", solo="mancano"))
    assert "Leave out, Zeta – Omega comes in – Delta – Kappa" in page
    assert "Leave out" not in text(door.get("organise_arrivals"))

    answer = door.part("organise_arrivals", entry=missing.pk, step="out", solo="mancano")
    assert "Delta – Kappa is left out, Zeta – Omega comes in." in text(answer)
    assert "Alfa Ugo" not in text(answer)
    assert Entry.objects.get(pk=waiting.pk).status == Entry.Status.CONFIRMED

    answer = door.part("organise_arrivals", entry=missing.pk, step="undo", back="out")
    assert "Delta – Kappa: Waiting list." in text(answer)


def test_without_a_waiting_list_who_is_left_out_comes_back_by_one_tap(door):
    missing = expect(door, "Delta Ugo", "Kappa Ugo")
    Entry.objects.filter(pk=missing.pk).update(seed=1)
    assert "Delta – Kappa is left out." in text(door.part("organise_arrivals", entry=missing.pk, step="out"))
    door.part("organise_arrivals", entry=missing.pk, step="undo", back="out")
    back = Entry.objects.get(pk=missing.pk)
    assert (back.status, back.seed) == (Entry.Status.CONFIRMED, 1)
    assert door.part("organise_arrivals", entry=missing.pk, step="undo", back="out").status_code == 422


def test_after_the_draw_nobody_is_left_out_here():
    door = Desk(make.drawn(entries=4))
    entry = Entry.objects.filter(tournament=door.event).first()
    assert "Leave out" not in text(door.get("organise_arrivals", solo="mancano"))
    assert door.part("organise_arrivals", entry=entry.pk, step="out").status_code == 422


def test_the_drawer_says_who_took_what_and_agrees_with_the_rows(door):
    first, second, third = (expect(door, f"{name} Ugo", f"{name}ni Ugo") for name in ("Alfa", "Beta", "Delta"))
    other = make.client_of(make.with_role(door.event, "organiser", account=make.user("lia@example.org", name="Lia")))
    door.part("organise_arrivals", entry=first.pk, step="paid")
    other.post(door.url("organise_arrivals"), {"entry": second.pk, "step": "paid"})
    other.post(door.url("organise_arrivals"), {"entry": third.pk, "step": "paid"})
    door.part("organise_arrivals", entry=third.pk, step="refund")
    Entry.objects.filter(pk=third.pk).update(fee_paid=True)
    Payment.objects.create(entry=third, cents=FEE)

    cash = text(door.get("organise_arrivals")).partition("Count the drawer")[0]
    found = cash.rpartition("Cash")[2].replace("\xa0", " ")
    assert found.split("Taken by:")[0].strip() == "3 fees 60 €"
    assert "Taken by: Lia 40 €" in found
    assert "otherwise 20 €" in found
    assert "Still due from who is here 0 €" in found


@pytest.mark.parametrize(
    ("counted", "said"),
    [("70", "The drawer is right: 70"), ("65,50", "4.50 € are missing"), ("80", "10 € are too many")],
)
def test_the_drawer_is_counted_against_the_sum(door, counted, said):
    pair = expect(door, "Alfa Ugo", "Beta Ugo")
    door.part("organise_arrivals", entry=pair.pk, step="paid")
    page = text(door.get("organise_arrivals", counted=counted, change="50")).replace("\xa0", " ")
    assert said in page


def test_the_closing_warns_while_a_fee_is_open(door):
    pair = expect(door, "Alfa Ugo", "Beta Ugo")
    assert "1 entry has not paid: 20" in text(door.get("organise_closing"))
    door.part("organise_arrivals", entry=pair.pk, step="pay")
    assert "not paid" not in text(door.get("organise_closing"))


@pytest.mark.parametrize("number", ["9" * 5_000, str(2**63), "٣", "-1", "x"])
def test_what_is_no_number_of_an_entry_is_refused_in_words(door, number):
    expect(door, "Zùccaro Gino")
    first, second = (
        door.client.post(reverse("organise_arrivals", args=[door.event.slug]), sent)
        for sent in (
            {"entry": number, "step": "paid"},
            {"step": "pair", "single": [number, number]},
        )
    )
    assert {first.status_code, second.status_code} <= {303, 404, 409, 422}
    assert state(only(door)) == (False, False)


@pytest.mark.parametrize(
    ("paying", "cash", "is_paid"),
    [((0,), "20 €", True), ((1,), "20 €", True), ((0, 1), "40 €", True), ((), "0 €", False)],
)
def test_the_fees_of_two_singles_stay_in_the_drawer_of_their_pair(door, paying, cash, is_paid):
    made = [expect(door, name) for name in ("Alfa Ugo", "Beta Ugo")]
    for number in paying:
        door.part("organise_arrivals", entry=made[number].pk, step="paid")
    door.part("organise_arrivals", step="pair", single=[each.pk for each in made])
    assert only(door).fee_paid is is_paid
    page = text(door.get("organise_arrivals")).replace("\xa0", " ")
    assert f"Cash {cash} ·" in page
    door.part("organise_arrivals", entry=only(door).pk, step="refund" if is_paid else "paid")
    page = text(door.get("organise_arrivals")).replace("\xa0", " ")
    assert ("Cash 0 € ·" if is_paid else "Cash 20 € ·") in page


def overpaid(door: Desk) -> Entry:
    """A pair of two singles who each paid the fee of a pair."""
    made = [expect(door, name) for name in ("Alfa Ugo", "Beta Ugo")]
    for entry in made:
        door.part("organise_arrivals", entry=entry.pk, step="paid")
    answer = door.part("organise_arrivals", step="pair", single=[each.pk for each in made])
    assert "A pair: Alfa – Beta. 20 € to give back." in plain(answer)
    return only(door)


def plain(answer) -> str:
    return text(answer).replace("\xa0", " ")


def test_what_a_pair_of_two_who_paid_has_too_much_is_said_on_every_page_with_its_button(door):
    pair = overpaid(door)
    page = cash(door)
    assert "to give back 20 €" in page and "To give back 1" in page and "Give back 20 € too much" in page
    assert "Alfa" in plain(door.get("organise_arrivals", solo="ridare"))
    entry = plain(door.client.get(door.url("organise_entry", pair.pk)))
    assert "To pay 20 €, paid 40 €, to give back 20 €." in entry and "Give back 20 € too much" in entry
    assert "20 € to give back" in plain(door.get("organise_entries"))
    assert "20 € to give back" in plain(door.get("organise"))
    closing = plain(door.get("organise_closing"))
    assert "1 entry has paid too much: 20 € to give back." in closing and "Give back 20 € too much" in closing

    answer = door.client.post(door.url("organise_entry", pair.pk), {"change": "excess", "from": "closing"})

    assert answer["Location"] == door.url("organise_closing")
    assert (sums(door.fresh()).held, "to give back" in cash(door)) == (FEE, False)
    assert "too much" not in plain(door.get("organise_closing"))
    again = door.client.post(door.url("organise_entry", pair.pk), {"change": "excess"})
    assert again.status_code == 422


def test_a_sum_that_is_even_hides_no_two_errors(door):
    overpaid(door)
    other = expect(door, "Gamma Ugo", "Delta Ugo")
    door.part("organise_arrivals", entry=other.pk, step="here")

    money, closing = sums(door.fresh()), plain(door.get("organise_closing"))

    assert (money.held, money.due) == (2 * FEE, 2 * FEE)
    assert "1 entry has not paid: 20 €. 1 entry has paid too much: 20 € to give back." in closing
    assert "Gamma – Delta owes 20 €" in closing and "Alfa – Beta Give back 20 € too much" in closing
    assert "still due from who is here 20 € · to give back 20 €" in cash(door)


def test_money_taken_stays_as_it_was_when_the_fee_is_raised(door):
    pair = expect(door, "Alfa Ugo", "Beta Ugo")
    door.part("organise_arrivals", entry=pair.pk, step="paid")
    type(door.event).objects.filter(pk=door.event.pk).update(fee_cents=FEE + 500)
    page = text(door.get("organise_arrivals")).replace("\xa0", " ")
    assert "Cash 20 € ·" in page
    answer = door.part("organise_arrivals", entry=pair.pk, step="refund")
    assert "20 € given back" in text(answer).replace("\xa0", " ")
    assert 'value="+fee_paid"' not in answer.content.decode()


def fee(door: Desk, entry: Entry, **fields: str):
    return door.client.post(door.url("organise_entry", entry.pk), {"change": "fee", **fields})


def cash(door: Desk) -> str:
    return text(door.get("organise_arrivals")).replace("\xa0", " ")


def test_who_pays_nothing_is_no_fee_in_the_drawer(door):
    pays, free = expect(door, "Alfa Ugo", "Beta Ugo"), expect(door, "Gamma Ugo", "Delta Ugo")
    fee(door, free, pays="nothing", reason="aiuta")
    for entry in (pays, free):
        door.part("organise_arrivals", entry=entry.pk, step="paid")
    assert "1 fee 20 €" in cash(door)


def test_who_has_left_is_given_the_money_back_on_the_page_of_the_entry(door):
    pair = expect(door, "Alfa Ugo", "Beta Ugo")
    url = door.url("organise_entry", pair.pk)
    door.part("organise_arrivals", entry=pair.pk, step="paid")
    assert "Give back" not in text(door.client.get(url))
    entries.withdraw_before_draw(actor=make.boss_of(door.event), tournament_id=door.event.pk, entry_id=pair.pk)
    assert "Give back 20 €" in text(door.client.get(url)).replace("\xa0", " ")

    door.client.post(url, {"change": "refund"})

    assert sums(door.event).held == 0
    assert "Give back" not in text(door.client.get(url))


def test_nobody_is_promised_to_come_in_where_there_is_no_room(door):
    for name in ("Alfa", "Beta", "Gamma"):
        expect(door, f"{name} Ugo", f"{name}ni Ugo")
    Tournament.objects.filter(pk=door.event.pk).update(capacity=3)
    expect(door, "Tardi Ugo", "Poi Ugo")
    assert "Tardi – Poi comes in" in text(door.get("organise_arrivals", solo="mancano"))
    Tournament.objects.filter(pk=door.event.pk).update(capacity=2)
    assert "Tardi – Poi comes in" not in text(door.get("organise_arrivals", solo="mancano"))


def test_a_fee_of_each_person_is_taken_by_the_people(door):
    type(door.event).objects.filter(pk=door.event.pk).update(fee_kind="person", fee_cents=750)
    pair, single = expect(door, "Alfa Ugo", "Beta Ugo"), expect(door, "Gamma Ugo")
    assert "Here and paid 15 €" in cash(door) and "Here and paid 7.50 €" in cash(door)
    for entry in (pair, single):
        door.part("organise_arrivals", entry=entry.pk, step="paid")
    assert "Cash 22.50 €" in cash(door)
    other = expect(door, "Delta Ugo")
    door.part("organise_arrivals", step="pair", single=[single.pk, other.pk])
    assert unpaid(door.fresh()) == (1, 750)
    door.part("organise_arrivals", entry=single.pk, step="paid")
    assert (unpaid(door.fresh()), "Cash 30 €" in cash(door)) == ((0, 0), True)


def test_an_entry_pays_half_nothing_or_what_is_typed_with_a_reason(door):
    first, second, third = (expect(door, f"{name} Ugo", f"{name} Pia") for name in ("Alfa", "Beta", "Gamma"))
    assert fee(door, first, pays="half").status_code == 422
    assert fee(door, first, pays="other", reason="bar").status_code == 422
    fee(door, first, pays="half", reason="under 18")
    fee(door, second, pays="nothing", reason="helps")
    fee(door, third, pays="other", amount="12,35", reason="members")
    page = cash(door)
    assert "pays 10 € (under 18)" in page and "pays nothing (helps)" in page and "Here and paid 12.35 €" in page
    assert unpaid(door.fresh()) == (2, 2235)
    for entry in (first, second, third):
        door.part("organise_arrivals", entry=entry.pk, step="paid")
    assert (unpaid(door.fresh()), "Cash 22.35 €" in cash(door)) == ((0, 0), True)
    row = AuditEntry.objects.filter(verb="entry_fee_set").order_by("-pk")[0]
    assert (row.before, row.after, row.reason) == ({"due_cents": 2000}, {"due_cents": 1235}, "members")
    fee(door, first, pays="usual")
    assert (Entry.objects.get(pk=first.pk).fee_reason, unpaid(door.fresh())) == ("", (1, 1000))


def test_what_a_reduced_entry_paid_too_much_is_given_back_once(door):
    pair = expect(door, "Alfa Ugo", "Beta Ugo")
    door.part("organise_arrivals", entry=pair.pk, step="paid")
    fee(door, pair, pays="other", amount="5.05", reason="late")
    assert "Give back 14.95 € too much" in cash(door)
    assert "14.95 € given back" in text(door.part("organise_arrivals", entry=pair.pk, step="excess")).replace(
        "\xa0", " "
    )
    assert door.part("organise_arrivals", entry=pair.pk, step="excess").status_code == 422
    assert "Cash 5.05 €" in cash(door)


@pytest.mark.parametrize(("kind", "reduced", "owed"), [("person", 1500, 1500), ("entry", 750, 750)])
def test_two_singles_bring_their_reductions_into_the_pair(door, kind, reduced, owed):
    type(door.event).objects.filter(pk=door.event.pk).update(fee_kind=kind, fee_cents=1000)
    made = [expect(door, name) for name in ("Alfa Ugo", "Beta Ugo")]
    fee(door, made[1], pays="half", reason="under 18")
    door.part("organise_arrivals", step="pair", single=[each.pk for each in made])
    assert (only(door).fee_cents, only(door).fee_reason, unpaid(door.fresh())) == (reduced, "under 18", (1, owed))


def many(page, what):
    """The numbers that a form of many entries sends, as they stand on the page."""
    form = page.content.decode().partition(f'value="{what}"')[0].rpartition("<form")[2]
    return form.partition('name="entries" value="')[2].partition('"')[0].strip()


def test_all_who_are_shown_are_here_in_one_step_and_one_undo(door):
    vana, teppa = expect(door, "Vana Gino", "Teppa Rita"), expect(door, "Teppa Ugo", "Vana Pia")
    perotti = expect(door, "Perotti Ada", "Zola Max")
    door.part("organise_arrivals", entry=vana.pk, step="here")
    keys = many(door.get("organise_arrivals", q="teppa"), "all_here")
    # One who is shown is here already: one is left, and no button stands there for one.
    assert keys.split() == [str(teppa.pk)]
    keys = many(door.get("organise_arrivals", solo="mancano"), "all_here")
    answer = door.part("organise_arrivals", entries=keys, step="all_here")
    assert "2 entries are here now." in text(answer)
    assert "3 here of 3 pairs" in text(answer)
    assert {state(each) for each in (vana, teppa, perotti)} == {(True, False)}
    assert AuditEntry.objects.filter(tournament=door.event, verb="entry_ticked").count() == 3
    # The same again, as after an answer that was lost, changes nothing.
    assert "all here already" in text(door.part("organise_arrivals", entries=keys, step="all_here"))
    assert AuditEntry.objects.filter(tournament=door.event, verb="entry_ticked").count() == 3
    back = many(answer, "not_here")
    assert "Taken back: 2 entries" in text(door.part("organise_arrivals", entries=back, step="not_here"))
    assert [state(each)[0] for each in (vana, teppa, perotti)] == [True, False, False]


def test_all_who_are_missing_are_left_out_after_their_names_were_shown(door):
    vana, teppa = expect(door, "Vana Gino", "Teppa Rita"), expect(door, "Macario Ugo", "Solero Pia")
    late, here = expect(door, "Perotti Ada", "Zola Max"), expect(door, "Grosso Ada", "Fiore Max")
    for field, value in (("status", Entry.Status.WAITING), ("checked_in", True)):
        Entry.objects.filter(pk=here.pk).update(**{field: value})
    Tournament.objects.filter(pk=door.event.pk).update(capacity=3)
    page = door.get("organise_arrivals", solo="mancano")
    assert "3 entries will not be drawn: Macario – Solero, Perotti – Zola, Vana – Teppa." in text(page)
    door.part("organise_arrivals", entry=late.pk, step="here")
    keys = many(page, "all_out")
    answer = door.part("organise_arrivals", entries=keys, step="all_out", solo="mancano")
    # Who came meanwhile stays, and the waiting list comes in.
    assert "2 entries are left out. From the waiting list: Grosso – Fiore." in text(answer)
    status = dict(Entry.objects.filter(tournament=door.event).values_list("pk", "status"))
    assert status == {
        vana.pk: "withdrawn",
        teppa.pk: "withdrawn",
        late.pk: "confirmed",
        here.pk: "confirmed",
    }
    back = many(answer, "all_back")
    answer = text(door.part("organise_arrivals", entries=back, step="all_back"))
    assert "1 entry is in again. The event is full: 1 entry is on the waiting list now." in answer
    answer = text(door.part("organise_arrivals", entries=back, step="all_back"))
    assert "Nobody of them is out any more: nobody was taken back." in answer
    again = dict(Entry.objects.filter(tournament=door.event).values_list("pk", "status"))
    assert (again[vana.pk], again[teppa.pk]) == ("confirmed", "waiting")


def test_who_waits_at_home_is_not_left_out_with_all_who_are_missing_but_comes_in(door):
    missing = [expect(door, f"{name} Ugo", f"{name}ini Pia") for name in ("Alfa", "Beta", "Delta")]
    Tournament.objects.filter(pk=door.event.pk).update(capacity=3)
    waiting = [expect(door, f"{name} Ugo", f"{name}ini Pia") for name in ("Eta", "Iota", "Kappa", "Lambda", "Omega")]
    page = door.get("organise_arrivals", solo="mancano")
    assert "3 entries will not be drawn: Alfa – Alfaini, Beta – Betaini, Delta – Deltaini." in text(page)
    # The page that was open before they waited sends them too: they stay all the same.
    sent = " ".join(str(each.pk) for each in (*missing, *waiting))
    answer = door.part("organise_arrivals", entries=sent, step="all_out", solo="mancano")
    assert "3 entries are left out. From the waiting list: Eta – Etaini, Iota – Iotaini" in text(answer)
    states = list(Entry.objects.filter(tournament=door.event).order_by("number").values_list("status", flat=True))
    assert states == ["withdrawn"] * 3 + ["confirmed"] * 3 + ["waiting"] * 2


def test_who_is_brought_back_has_the_seed_again_while_it_is_free_and_no_letter(door):
    made = [expect(door, f"{name} Ugo", f"{name}ini Pia", seed=n) for n, name in enumerate(("Alfa", "Beta", "Eta"), 1)]
    Entry.objects.filter(tournament=door.event).update(contact="chi@example.org")
    keys = " ".join(str(each.pk) for each in made)
    door.part("organise_arrivals", entries=keys, step="all_out")
    expect(door, "Iota Ugo", "Kappa Pia", seed=2)
    letters = OutboxMessage.objects.count()
    answer = door.part("organise_arrivals", entries=keys, step="all_back")
    assert "3 entries are in again." in text(answer)
    assert [Entry.objects.get(pk=each.pk).seed for each in made] == [1, None, 3]
    assert OutboxMessage.objects.count() == letters
    # Who loses the seed and is then left out has none to have again.
    entries.seed_entry(actor=make.boss_of(door.event), tournament_id=door.event.pk, entry_id=made[0].pk, seed=None)
    door.part("organise_arrivals", entries=keys, step="all_out")
    door.part("organise_arrivals", entries=keys, step="all_back")
    assert [Entry.objects.get(pk=each.pk).seed for each in made] == [None, None, 3]


@pytest.mark.parametrize(
    ("keys", "step", "says"),
    [
        ("1 2 x", "all_here", "There is no such entry in this event."),
        ("", "all_out", "There is no such entry in this event."),
        ("1", "everything", "There is nothing to tick by that name."),
        ("1 " * 5001, "all_here", "5001 are too many for one step; at most 5000"),
        ("1" * 60_000, "all_here", "at most 5000"),
    ],
)
def test_many_that_are_not_entries_are_refused(door, keys, step, says):
    answer = door.part("organise_arrivals", entries=keys, step=step)
    assert 400 <= answer.status_code < 500
    assert says in text(answer)


def test_after_the_draw_nobody_is_left_out_together():
    door = Desk(make.called(make.drawn(entries=4)))
    assert "Leave out all" not in text(door.get("organise_arrivals", solo="mancano"))
    keys = " ".join(str(each.pk) for each in Entry.objects.filter(tournament=door.event))
    assert door.part("organise_arrivals", entries=keys, step="all_out").status_code == 422


@pytest.mark.parametrize("made", [make.knockout, make.closed, lambda: make.called(make.drawn(entries=4))])
def test_the_desk_and_the_page_of_what_now_lead_to_each_other(made):
    door = Desk(made())
    assert f'href="{door.url("organise")}"' in door.get("organise_arrivals").content.decode()
    assert f'href="{door.url("organise_arrivals")}"' in door.get("organise").content.decode()
