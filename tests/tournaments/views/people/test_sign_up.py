"""Public sign-up, and what a person finds under my events."""

import pytest
from django import forms
from django.conf import settings
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.views.counted import questions
from tournaments.accounts.forms.accounts import RegisterForm
from tournaments.accounts.forms.rights import RoleForm
from tournaments.clubs.operations.of_keepers import ADDRESS
from tournaments.entries.forms.desk import EntryForm
from tournaments.entries.forms.sign_ups import SignUpForm
from tournaments.entries.writes import entries
from tournaments.frame.forms.declared import form_of
from tournaments.models import Entry, Membership, OutboxMessage
from tournaments.outbox import messages
from tournaments.people.operations import ADD
from tournaments.upkeep.writes import outbox

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_tries_yet():
    cache.clear()


PAIR = {
    "family_name": "Vana",
    "given_name": "Rosa",
    "partner_family_name": "Perino",
    "partner_given_name": "Ugo",
    "club": "Traves",
    "contact": "rosa@example.org",
}


def send(tournament, client=None, **changes):
    client = client or make.client_of()
    data = {name: value for name, value in {**PAIR, **changes}.items() if value is not None}
    return client.post(reverse("sign_up", args=[tournament.slug]), data)


def test_a_pair_signs_up_and_is_told_that_the_organiser_looks_at_it():
    tournament, client = make.knockout(entries=0), make.client_of()

    answer = send(tournament, client)
    page = client.get(answer["Location"]).content.decode()

    entry = Entry.objects.get(tournament=tournament)
    assert answer.status_code == 303
    assert (entry.label, entry.status, entry.club.name, entry.contact) == (
        "Vana – Perino",
        "pending",
        "Traves",
        "rosa@example.org",
    )
    assert "Rosa Vana – Ugo Perino" in page
    assert OutboxMessage.objects.get().kind == "sign_up_received"


def test_a_pair_goes_straight_in_where_nobody_reviews():
    tournament = make.knockout(entries=0, review_sign_ups=False)

    send(tournament)

    assert Entry.objects.get(tournament=tournament).status == "confirmed"


def test_who_leaves_the_partner_empty_looks_for_one():
    tournament = make.knockout(entries=0, review_sign_ups=False)

    send(tournament, partner_family_name="", partner_given_name="")

    assert Entry.objects.get(tournament=tournament).status == "single"


def test_the_receipt_of_somebody_alone_says_so_also_while_the_organiser_looks_at_it(mailoutbox):
    tournament, client = make.knockout(entries=0), make.client_of()
    send(tournament, client, partner_family_name="", partner_given_name="")

    page = client.get(reverse("signed_up", args=[tournament.slug])).content.decode()
    outbox.drain(timezone.now())

    assert Entry.objects.get(tournament=tournament).status == "pending"
    assert "Ti sei iscritto senza compagno." in page
    assert "un giocatore solo, senza compagno" in mailoutbox[0].body


def test_a_singles_event_asks_for_one_player():
    tournament = make.knockout(entries=0, entry_size=1, review_sign_ups=False)

    page = make.client_of().get(reverse("sign_up", args=[tournament.slug])).content.decode()
    send(tournament)

    assert "partner_family_name" not in page
    assert Entry.objects.get(tournament=tournament).label == "Rosa Vana"


def test_a_full_event_says_waiting_list_before_and_puts_the_entry_on_it():
    tournament = make.knockout(entries=2, capacity=2, review_sign_ups=False)

    page = make.client_of().get(reverse("sign_up", args=[tournament.slug])).content.decode()
    send(tournament)

    assert "panel--alarm" in page
    assert Entry.objects.get(tournament=tournament, label="Vana – Perino").status == "waiting"


@pytest.mark.parametrize("closing", ["closed", "no_public_sign_up"])
def test_a_closed_sign_up_shows_no_form_and_takes_nothing(closing):
    tournament = make.knockout(entries=2, public_sign_up=closing == "closed")
    if closing == "closed":
        make.closed(tournament)

    page = make.client_of().get(reverse("sign_up", args=[tournament.slug])).content.decode()
    answer = send(tournament)

    assert 'name="family_name"' not in page
    assert answer.status_code == 422
    assert Entry.objects.filter(tournament=tournament).count() == 2


def test_an_event_in_preparation_is_hidden():
    tournament = make.event()

    assert make.client_of().get(reverse("sign_up", args=[tournament.slug])).status_code == 404


@pytest.mark.parametrize(
    "changes",
    [
        {"family_name": ""},
        {"family_name": "=CMD()"},
        {"family_name": "x" * 200},
        {"partner_family_name": "", "partner_given_name": "Ugo"},
        {"partner_family_name": "Vana", "partner_given_name": "Rosa"},
        {"contact": "non un indirizzo"},
    ],
)
def test_what_cannot_be_taken_is_refused_and_stays_on_the_form(changes):
    tournament = make.knockout(entries=0)

    answer = send(tournament, **changes)

    assert answer.status_code == 422
    assert 'value="Traves"' in answer.content.decode()
    assert not Entry.objects.filter(tournament=tournament).exists()


def test_the_receipt_is_for_the_browser_that_sent_the_entry():
    tournament = make.knockout(entries=0)
    send(tournament)

    answer = make.client_of().get(reverse("signed_up", args=[tournament.slug]))

    assert answer["Location"] == reverse("sign_up", args=[tournament.slug])


def test_my_events_needs_a_log_in():
    assert make.client_of().get(reverse("my_events"))["Location"].startswith(reverse("login"))


def test_my_events_of_somebody_new_says_what_to_do():
    page = make.client_of(make.user()).get(reverse("my_events")).content.decode()

    assert 'class="empty"' in page


def test_my_events_shows_where_i_sit_against_who_and_the_score():
    account = make.user("rosa@example.org", name="Rosa Vana")
    tournament = make.knockout(entries=3, review_sign_ups=False)
    send(tournament, make.client_of(account))
    tournament = make.called(make.drawn(make.closed(tournament)))
    own = Entry.objects.get(label="Vana – Perino").lines.get(table__round__number=1)
    other = own.table.lines.exclude(pk=own.pk).get()

    page = make.client_of(account).get(reverse("my_events")).content.decode()

    assert f"Tavolo {own.table.hall_number}" in page or f"Table {own.table.hall_number}" in page
    assert str(other.entry) in page
    assert reverse("table_sheet", args=[tournament.slug, own.table.number]) in page


def test_my_events_lists_my_roles_with_the_way_to_the_work():
    tournament = make.knockout(entries=2)
    referee = make.with_role(tournament, Membership.Role.REFEREE)

    page = make.client_of(referee).get(reverse("my_events")).content.decode()

    assert reverse("referee_desk", args=[tournament.slug]) in page


def test_my_events_asks_as_much_for_three_events_as_for_one():
    counted = []
    for size in (1, 3):
        account = make.user(name="Rosa Vana")
        for _event in range(size):
            tournament = make.knockout(entries=3, review_sign_ups=False)
            send(tournament, make.client_of(account))
            make.called(make.drawn(make.closed(tournament)))
            make.with_role(tournament, "referee", account=account)
        counted.append(questions(make.client_of(account), reverse("my_events")))

    # A server reads the session from its database too.
    assert counted[0] == counted[1] <= (12 if settings.EMBEDDED else 13)


@pytest.mark.parametrize("status", ["confirmed", "waiting", "rejected", "single", "pending"])
def test_every_decision_is_told_in_a_letter_with_a_subject_and_the_address_of_the_event(status, mailoutbox):
    tournament = make.knockout(entries=0)
    send(tournament)
    entry = Entry.objects.get(tournament=tournament)
    entry.status = status
    messages.entry_decided(entry, tournament)

    assert outbox.drain(timezone.now()) == 2

    letter = mailoutbox[-1]
    assert tournament.name in letter.subject
    assert "Vana – Perino" in letter.body
    assert reverse("event", args=[tournament.slug]) in letter.body


def test_an_accepted_entry_is_told(mailoutbox):
    tournament = make.knockout(entries=0)
    send(tournament)
    entry = Entry.objects.get(tournament=tournament)
    entries.accept_entry(actor=make.boss_of(tournament), tournament_id=tournament.pk, entry_id=entry.pk)

    outbox.drain(timezone.now())

    assert [letter.to for letter in mailoutbox] == [["rosa@example.org"]] * 2


def test_browsers_fill_in_who_signs_up_and_nobody_elses_name():

    def told(form: forms.Form) -> dict[str, str | None]:
        return {name: field.widget.attrs.get("autocomplete") for name, field in form.fields.items()}

    signing_up = told(SignUpForm(make.knockout(entries=0)))
    registering = told(RegisterForm())

    assert (signing_up["family_name"], signing_up["given_name"]) == ("family-name", "given-name")
    assert (signing_up["contact"], signing_up["partner_family_name"]) == ("email", "off")
    assert registering == {"name": "name", "email": "email", "password": "new-password"}
    others = [form_of(ADDRESS)(), RoleForm(), form_of(ADD.takes)(), EntryForm(2)]
    assert {told(form).get(name, "off") for form in others for name in ("email", "family_name", "family1")} == {"off"}
