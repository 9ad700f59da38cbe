"""My data: taken away as a file, and taken out for good."""

import pytest
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.views.organiser.conftest import text
from tournaments.clubs.writes import clubs
from tournaments.discipline.writes import penalties
from tournaments.entries.writes import entries, payments
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.frame.policies import Actor
from tournaments.models import Club, ClubMembership, Entry, Person, User

pytestmark = pytest.mark.django_db
PASSWORD = "tre scope e un re"


@pytest.fixture
def rosa() -> User:
    return make.user("rosa@example.org", name="Rosa Teppa", password=PASSWORD)


def lately_proved(account: User):
    """A browser whose owner has just shown the password."""
    client = make.client_of(account)
    assert client.post(reverse("account_reauthenticate"), {"password": PASSWORD}).status_code == 303
    return client


def test_the_file_holds_what_is_kept_and_nobody_elses(rosa) -> None:
    event = make.knockout(entries=3, fee_cents=1000)
    by = Actor(user=rosa, label="Rosa Teppa")
    pair = NewEntry((PersonName("Teppa", "Rosa"), PersonName("Grosso", "Ida")))
    own = entries.sign_up(actor=by, tournament_id=event.pk, new=pair, contact="rosa@example.org")
    entries.accept_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=own.pk)
    where = {"actor": make.boss_of(event), "tournament_id": event.pk, "entry_id": own.pk}
    payments.set_fee(**where, cents=500, reason="socio")
    entries.tick_entry(**where, field="fee_paid", value=True)
    payments.give_receipt(**where)
    make.played_out(make.drawn(make.closed(make.fresh(event))))
    clubs.found_club(actor=by, name="Traves")

    answer = make.client_of(rosa).get(reverse("my_data_file"))

    assert "attachment" in answer["Content-Disposition"]
    data = answer.json()
    assert data["account"]["email"] == "rosa@example.org"
    assert data["person"]["family_name"] == "Teppa"
    (entry,) = data["entries"]
    assert (entry["label"], entry["contact"]) == ("Teppa – Grosso", "rosa@example.org")
    assert entry["tables"]
    (receipt,) = entry["receipts"]
    assert (receipt["number"], receipt["cents"], receipt["event"]) == (1, 500, event.name)
    assert receipt["payers"] == ["Rosa Teppa", "Ida Grosso"]
    assert data["roles"] == [{"club": "Traves", "role": "admin"}]
    assert {"entries_taken", "club_founded"} <= {row["what"] for row in data["done"]}
    assert "Vana1A" not in answer.content.decode()


def test_the_file_of_a_partner_holds_neither_the_others_address_nor_the_others_fee(rosa) -> None:
    event = make.knockout(entries=0, fee_cents=1000)
    where = {"tournament_id": event.pk}
    found = [
        entries.sign_up(
            actor=Actor(user=account, label=name), new=NewEntry((PersonName(name, ""),)), contact=to, **where
        )
        for account, name, to in ((None, "Grosso", "bruno@example.org"), (rosa, "Teppa", "rosa@example.org"))
    ]
    boss = make.boss_of(event)
    for entry in found:
        entries.accept_entry(actor=boss, entry_id=entry.pk, **where)
    payments.set_fee(actor=boss, entry_id=found[0].pk, cents=500, reason="minorenne", **where)
    entries.pair_singles(actor=boss, first_id=found[0].pk, second_id=found[1].pk, **where)

    text = make.client_of(rosa).get(reverse("my_data_file")).content.decode()

    assert "Grosso" in text
    assert "bruno@example.org" not in text and "minorenne" not in text


def test_the_file_goes_with_who_paid_not_with_the_entry(rosa) -> None:
    event = make.knockout(entries=0, fee_cents=1000)
    where = {"actor": make.boss_of(event), "tournament_id": event.pk}
    ida = PersonName("Grosso", "Ida")
    entry = entries.sign_up(
        actor=Actor(user=rosa, label="Rosa Teppa"),
        tournament_id=event.pk,
        contact="rosa@example.org",
        new=NewEntry((PersonName("Teppa", "Rosa"), ida)),
    )
    entries.accept_entry(**where, entry_id=entry.pk)
    entries.tick_entry(**where, entry_id=entry.pk, field="fee_paid", value=True)
    payments.give_receipt(**where, entry_id=entry.pk)
    anna = make.user("anna@example.org", name="Anna Rossi")
    person = Person.objects.create(family_name="Rossi", given_name="Anna", user=anna)
    Entry.objects.filter(pk=entry.pk).update(contact="anna@example.org", entered_by=anna, label="Rossi – Grosso")
    entry.members.filter(position=1).update(person=person)

    hers = make.client_of(rosa).get(reverse("my_data_file")).json()
    others = make.client_of(anna).get(reverse("my_data_file"))

    assert (hers["entries"], [each["number"] for each in hers["receipts"]]) == ([], [1])
    assert [each["receipts"] for each in others.json()["entries"]] == [[]]
    assert "Teppa" not in others.content.decode()


def test_the_file_tells_of_browsers_and_of_penalties(rosa) -> None:
    event = make.knockout(entries=3)
    entry = entries.sign_up(
        actor=Actor(user=rosa, label="Rosa Teppa"),
        tournament_id=event.pk,
        contact="rosa@example.org",
        new=NewEntry((PersonName("Teppa", "Rosa"), PersonName("Grosso", "Ida"))),
    )
    where = {"actor": make.boss_of(event), "tournament_id": event.pk, "entry_id": entry.pk}
    entries.accept_entry(**where)
    make.drawn(make.closed(make.fresh(event)))
    penalties.give_penalty(**where, kind="warning", reason="Parlava delle carte")

    client = make.client_of()
    client.post(reverse("login"), {"login": rosa.email, "password": PASSWORD}, HTTP_USER_AGENT="Firefox/140")
    data = client.get(reverse("my_data_file")).json()

    assert [(each["kind"], each["reason"]) for each in data["entries"][0]["penalties"]] == [
        ("warning", "Parlava delle carte")
    ]
    assert [(each["browser"], each["address"]) for each in data["browsers"]] == [("Firefox", "127.0.0.1")]
    assert data["passkeys"] == []


def test_penalties_of_who_was_in_the_entry_before_are_not_in_the_file(rosa) -> None:
    event = make.knockout(entries=3)
    boss = make.boss_of(event)
    where = {"actor": boss, "tournament_id": event.pk}
    entry = entries.enter_at_desk(**where, new=NewEntry((PersonName("Rossi", "Anna"), PersonName("Grosso", "Ida"))))
    Person.objects.filter(pk=entry.members.get(position=1).person_id).update(club=Club.objects.create(name="X"))
    make.drawn(make.closed(make.fresh(event)))
    penalties.give_penalty(**where, entry_id=entry.pk, kind="warning", reason="Anna Rossi parlava")
    ClubMembership.objects.create(club=Club.objects.get(name="X"), user=make.user(), role="admin")
    entries.rename_entry(
        **where, entry_id=entry.pk, new=NewEntry((PersonName("Teppa", "Rosa"), PersonName("Grosso", "Ida")))
    )
    Person.objects.filter(pk=entry.members.get(position=1).person_id).update(user=rosa)
    penalties.give_penalty(**where, entry_id=entry.pk, kind="warning", reason="Anche lei")

    (told,) = make.client_of(rosa).get(reverse("my_data_file")).json()["entries"]

    assert [each["reason"] for each in told["penalties"]] == ["Anche lei"]


def test_only_an_account_has_data() -> None:
    for name in ("my_data", "my_data_file", "account_close"):
        answer = make.client_of().get(reverse(name))
        assert (answer.status_code, reverse("login") in answer["Location"]) == (302, True)


def test_closing_asks_who_it_is_and_for_a_word(rosa) -> None:
    where = reverse("account_close")
    asked = make.client_of(rosa).post(where, {"word": "anonimo"})
    assert (asked.status_code, "/miei/accesso/ancora/" in asked["Location"]) == (303, True)
    client = lately_proved(rosa)
    assert "copie di sicurezza già fatte tengono il nome" in text(client.get(where))
    wrong = client.post(where, {"word": "boh"})
    assert (wrong.status_code, 'value="boh"' in wrong.content.decode()) == (422, True)
    assert User.objects.get(pk=rosa.pk).is_active

    answer = client.post(where, {"word": "anonimo"})

    assert (answer.status_code, answer["Location"]) == (303, reverse("home"))
    assert "_auth_user_id" not in client.session
    assert not User.objects.get(pk=rosa.pk).is_active
    assert not Person.objects.filter(family_name="Teppa").exists()


def test_an_organiser_of_an_open_event_is_told_what_comes_first(rosa) -> None:
    event = make.knockout(make.organiser(rosa), entries=0)
    answer = lately_proved(rosa).post(reverse("account_close"), {"word": "anonimo"})
    assert (answer.status_code, event.name in text(answer)) == (422, True)
