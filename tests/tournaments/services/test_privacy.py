"""Made anonymous: no name is left anywhere, no result changes, and the chain of the log holds."""

import json
import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.services.kept_rows import check_chain, everything
from tournaments.accounts.writes import invitations, privacy
from tournaments.accounts.writes.neutral_names import NAMES_REMOVED
from tournaments.accounts.writes.tokens import make_token
from tournaments.backups.verifying.chain import chain_violations, log_violations
from tournaments.backups.verifying.installation import verify
from tournaments.clubs.writes import clubs
from tournaments.entries.writes import entries, payments
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.errors import MissingError, RefusedError
from tournaments.events.writes import rounds
from tournaments.frame.policies import Actor, Role
from tournaments.frame.writes.chain import WORDS
from tournaments.models import (
    ApiAnswer,
    ApiToken,
    AuditEntry,
    CircuitOwner,
    Club,
    ClubMembership,
    Draw,
    Entry,
    EventPass,
    Invitation,
    Membership,
    OutboxMessage,
    Person,
    Receipt,
    Tournament,
    User,
    Webhook,
    WebhookDelivery,
)
from tournaments.people.writes import merging, people
from tournaments.seasons import writes as circuits
from tournaments.upkeep.writes import outbox

pytestmark = pytest.mark.django_db

MAIL = "rosa.teppa@example.org"


@pytest.fixture
def rosa() -> User:
    return make.user(MAIL, name="Rosa Teppa")


def evening(rosa: User) -> Tournament:
    """A finished evening in which Rosa played, having signed up herself."""
    event = make.knockout(entries=6, fee_cents=1000)
    boss = make.boss_of(event)
    pair = NewEntry((PersonName("Teppa", "Rosa"), PersonName("Grosso", "Ida")), club="Traves")
    by_rosa = Actor(user=rosa, label=str(rosa))
    own = entries.sign_up(actor=by_rosa, tournament_id=event.pk, new=pair, contact=rosa.email)
    entries.accept_entry(actor=boss, tournament_id=event.pk, entry_id=own.pk)
    entries.rename_entry(
        actor=boss,
        tournament_id=event.pk,
        entry_id=own.pk,
        new=NewEntry((PersonName("Teppa", "Rosetta"), PersonName("Grosso", "Ida"))),
    )
    entries.tick_entry(actor=boss, tournament_id=event.pk, entry_id=own.pk, field="fee_paid", value=True)
    payments.give_receipt(actor=boss, tournament_id=event.pk, entry_id=own.pk)
    entries.rename_entry(actor=boss, tournament_id=event.pk, entry_id=own.pk, new=pair)
    event = make.drawn(make.closed(make.fresh(event)))
    for number in (1, 2, 3):
        make.play_round(event, number)
    return make.closing.finish_tournament(actor=boss, tournament_id=event.pk)


def test_no_name_and_no_address_is_left_anywhere(rosa) -> None:
    event = evening(rosa)
    make.with_role(event, Role.REFEREE, account=rosa)
    make.with_role(make.event(), Role.SCORER, account=rosa, tables=[1])
    assert "rosa teppa" in everything()

    privacy.close_account(account_id=rosa.pk)

    left = everything()
    for word in ("teppa", "rosa ", "rosetta", MAIL):
        assert word not in left, left[max(0, left.find(word) - 200) : left.find(word) + 80]
    assert "grosso" in left


def test_results_and_draws_stay_and_the_chain_holds(rosa) -> None:
    event = evening(rosa)
    own = Entry.objects.get(entered_by=rosa, tournament=event)
    others = Entry.objects.filter(tournament=event).exclude(pk=own.pk)
    places = dict(Entry.objects.filter(tournament=event).values_list("pk", "final_place"))
    labels = dict(others.values_list("pk", "label"))
    positions = Draw.objects.get(tournament=event).document["positions"]

    privacy.close_account(account_id=rosa.pk)

    own.refresh_from_db()
    person = own.members.get(position=1).person
    assert own.label == f"{person.family_name} – Grosso"
    assert str(person) == f"Giocatore anonimo {person.pk}"
    assert dict(Entry.objects.filter(tournament=event).values_list("pk", "final_place")) == places
    assert dict(others.values_list("pk", "label")) == labels
    document = Draw.objects.get(tournament=event).document
    assert document["positions"] == positions
    assert own.label in [each["name"] for each in document["entrants"]]
    check_chain(event)
    check_chain(None)
    assert list(log_violations(make.fresh(event))) == []


def test_the_row_that_attests_says_which_rows_and_no_name(rosa) -> None:
    event = evening(rosa)
    privacy.close_account(account_id=rosa.pk)
    row = AuditEntry.objects.get(tournament=event, verb=NAMES_REMOVED)
    cleared = AuditEntry.objects.filter(tournament=event, seq__in=map(int, row.after["digests"]))
    assert cleared.count() == len(row.after["digests"]) > 3
    assert row.seq > max(map(int, row.after["digests"]))
    assert "Teppa" not in f"{row.target} {row.actor_label} {row.after}"


def test_a_forged_row_is_not_excused_by_it(rosa) -> None:
    event = evening(rosa)
    privacy.close_account(account_id=rosa.pk)
    AuditEntry.objects.filter(tournament=event, verb="entry_accepted").update(reason="forged")
    with pytest.raises(AssertionError):
        check_chain(event)


def test_two_who_leave_one_after_the_other(rosa) -> None:
    event = evening(rosa)
    boss = make.boss_of(event)
    privacy.close_account(account_id=rosa.pk)
    privacy.close_account(account_id=boss.user.pk)
    check_chain(event)
    assert boss.label.casefold() not in everything()


def test_nobody_logs_in_any_more_by_any_way(rosa) -> None:
    rosa.set_password("tre scope e un re")
    rosa.save()
    client = make.client_of(rosa)
    ApiToken.objects.create(user=rosa, prefix="abc", secret_hash="x", scopes=[])
    event = evening(rosa)
    own = Entry.objects.get(entered_by=rosa)
    EventPass.objects.create(
        tournament=event, entry=own, secret_hash="s", pin_hash="p", expires_at=event.starts_at, login="x"
    )
    Membership.objects.create(tournament=event, user=rosa, role=Role.REFEREE)

    privacy.close_account(account_id=rosa.pk)

    rosa.refresh_from_db()
    assert (rosa.is_active, rosa.has_usable_password()) == (False, False)
    assert re.fullmatch(rf"closed-{rosa.pk}-[0-9a-f]{{16}}@account\.invalid", rosa.email)
    assert not (ApiToken.objects.exists() or EventPass.objects.exists() or rosa.memberships.exists())
    assert client.get("/miei/").status_code == 302
    with pytest.raises(MissingError):
        privacy.close_account(account_id=rosa.pk)


def test_nobody_takes_the_address_beforehand_that_a_closed_account_has(rosa) -> None:
    make.user(f"closed-{rosa.pk}@account.invalid")
    privacy.close_account(account_id=rosa.pk)
    rosa.refresh_from_db()
    assert not rosa.is_active


def test_nothing_more_is_sent_to_the_address(rosa) -> None:
    event = make.event()
    made = invitations.invite(actor=make.boss_of(event), to=event, email=MAIL, role=Role.REFEREE)
    privacy.close_account(account_id=rosa.pk)
    assert not OutboxMessage.objects.filter(done_at__isnull=True).exists()
    assert not Invitation.objects.filter(pk=made.invitation.pk).exists()
    check_chain(event)


def test_an_evening_under_way_keeps_its_organiser(rosa) -> None:
    event = make.knockout(make.organiser(rosa), entries=4)
    with pytest.raises(RefusedError) as refused:
        privacy.close_account(account_id=rosa.pk)
    assert (refused.value.code, refused.value.params["name"]) == ("last_role", event.name)
    make.with_role(event, Role.ORGANISER)
    privacy.close_account(account_id=rosa.pk)
    assert not User.objects.get(pk=rosa.pk).is_active


def test_the_site_keeps_who_runs_it(rosa) -> None:
    User.objects.filter(pk=rosa.pk).update(is_superuser=True)
    with pytest.raises(RefusedError) as refused:
        privacy.close_account(account_id=rosa.pk)
    assert refused.value.code == "last_superuser"


def test_what_other_programs_keep_of_the_account_goes_with_it(rosa) -> None:
    rosa.set_password("tre scope e un re")
    rosa.save()
    client = make.client_of(rosa)
    EmailAddress.objects.create(user=rosa, email=MAIL, primary=True, verified=True)
    Authenticator.objects.create(user=rosa, type=Authenticator.Type.WEBAUTHN, data={"name": "Telefono di Rosa Teppa"})
    UserSession.objects.create(user=rosa, session_key=client.session.session_key, ip="192.0.2.1", user_agent="x")

    privacy.close_account(account_id=rosa.pk)

    for model in (EmailAddress, Authenticator, UserSession, Session):
        assert not model.objects.exists(), model
    assert "rosa teppa" not in everything()


def test_answers_kept_for_programs_and_what_webhooks_are_to_tell_lose_the_name(rosa) -> None:
    event = evening(rosa)
    token = make_token(by=Actor(user=rosa), owner=rosa, name="mio", scopes=["read"]).token
    answered = {"results": [{"name": "Rosa Teppa", "n": 1}, {"name": "Ida Grosso"}]}
    for number, owner in enumerate((f"token:{token.pk}", f"user:{rosa.pk}", "token:999999")):
        ApiAnswer.objects.create(owner=owner, key=str(number), fingerprint="f", status=200, body=json.dumps(answered))
    row = AuditEntry.objects.filter(tournament=event).latest("pk")
    hook = Webhook.objects.create(tournament=event, url="https://example.org/", since=row.at)
    WebhookDelivery.objects.create(webhook=hook, audit_entry=row, payload={"about": "Rosa Teppa"})

    privacy.close_account(account_id=rosa.pk)

    (left,) = ApiAnswer.objects.all()
    neutral = str(Person.objects.get(anonymised_at__isnull=False))
    assert json.loads(left.body) == {"results": [{"name": neutral, "n": 1}, {"name": "Ida Grosso"}]}
    assert WebhookDelivery.objects.get().payload == {"about": neutral}


@pytest.mark.django_db(transaction=True)
def test_the_whole_installation_still_verifies(rosa) -> None:
    event = evening(rosa)
    club = clubs.found_club(actor=Actor(user=rosa, label=str(rosa)), name="Ceres")
    invitations.invite(actor=Actor(user=rosa, label=str(rosa)), to=club, email=MAIL, role="admin")
    assert verify().violations == []
    played = AuditEntry.objects.filter(tournament=event).count()

    privacy.close_account(account_id=rosa.pk)

    assert verify().violations == []
    assert AuditEntry.objects.filter(tournament=event).count() > played


def test_a_namesake_elsewhere_keeps_the_name(rosa) -> None:
    evening(rosa)
    other = make.event()
    entries.import_entries(
        actor=make.boss_of(other),
        tournament_id=other.pk,
        rows=[NewEntry((PersonName("Teppa", "Rosa"), PersonName("Vana", "Ada")))],
    )
    privacy.close_account(account_id=rosa.pk)
    assert Entry.objects.get(tournament=other).label == "Teppa – Vana"
    assert Person.objects.filter(family_name="Teppa").exists()


def words_of(event: Tournament | None) -> list[tuple[object, ...]]:
    return list(AuditEntry.objects.filter(tournament=event).order_by("seq").values_list(*WORDS))


def texts_of(event: Tournament) -> tuple[object, ...]:
    """What an event says of anybody, and how often anything was written to it."""
    event = make.fresh(event)
    labels = list(Entry.objects.filter(tournament=event).order_by("pk").values_list("label", "contact"))
    return labels, list(Draw.objects.filter(tournament=event).values_list("document", "swaps")), event.version


@pytest.mark.parametrize("name", ["Teppa – Grosso", "Rosa Teppa", "confirmed", "T1"])
def test_a_stranger_of_somebodys_name_changes_nothing_of_theirs(rosa, name: str) -> None:
    event = evening(rosa)
    stranger = make.user("stranger@example.org", name=name)
    ApiAnswer.objects.create(owner=f"user:{rosa.pk}", key="1", fingerprint="f", status=200, body=json.dumps([name]))
    said, texts, of_none = words_of(event), texts_of(event), words_of(None)

    privacy.close_account(account_id=stranger.pk)

    assert (words_of(event), texts_of(event)) == (said, texts)
    assert words_of(None)[: len(of_none)] == of_none
    assert json.loads(ApiAnswer.objects.get().body) == [name]
    assert list(log_violations(make.fresh(event))) == []


def test_who_works_in_an_event_takes_out_only_their_own_rows(rosa) -> None:
    event = evening(rosa)
    boss = make.boss_of(event)
    namesake = make.with_role(event, Role.REFEREE, account=make.user("namesake@example.org", name="Teppa – Grosso"))
    once = make.with_role(event, Role.SCORER, account=make.user("once@example.org", name="Ida Grosso"), tables=[1])
    held = Membership.objects.get(tournament=event, user=once)
    make.tournaments.revoke_role(actor=boss, tournament_id=event.pk, membership_id=held.pk)
    said, (labels, documents, _version) = words_of(event), texts_of(event)

    privacy.close_account(account_id=namesake.pk)
    privacy.close_account(account_id=once.pk)

    changed = [before[1] for before, after in zip(said, words_of(event), strict=False) if before != after]
    assert changed == ["Teppa – Grosso", "Ida Grosso", "Ida Grosso"]
    assert texts_of(event)[:2] == (labels, documents)
    check_chain(event)
    assert list(log_violations(make.fresh(event))) == []


def test_of_two_namesakes_who_both_played_the_other_stays(rosa) -> None:
    event = evening(rosa)
    other = make.user("other@example.org", name="Rosa Teppa")
    theirs = evening(other)
    said, texts = words_of(theirs), texts_of(theirs)

    privacy.close_account(account_id=rosa.pk)

    assert (words_of(theirs), texts_of(theirs)) == (said, texts)
    assert "Teppa" not in str((words_of(event), texts_of(event)))
    privacy.close_account(account_id=other.pk)
    assert "teppa" not in everything()
    check_chain(theirs)
    check_chain(None)


def test_a_label_that_two_entries_of_an_event_have_goes_from_the_one(rosa) -> None:
    event = make.knockout(entries=4)
    boss = make.boss_of(event)
    by_rosa = Actor(user=rosa, label=str(rosa))
    pair = NewEntry((PersonName("Teppa", "Rosa"), PersonName("Grosso", "Ida")))
    own = entries.sign_up(actor=by_rosa, tournament_id=event.pk, new=pair)
    entries.accept_entry(actor=boss, tournament_id=event.pk, entry_id=own.pk)
    twins = NewEntry((PersonName("Teppa", "Anna"), PersonName("Grosso", "Lea")))
    twin = entries.enter_at_desk(actor=boss, tournament_id=event.pk, new=twins)
    event = make.drawn(make.closed(make.fresh(event)))
    taken = AuditEntry.objects.filter(tournament=event, verb="entries_taken").latest("pk")

    privacy.close_account(account_id=rosa.pk)

    names = {each["key"]: each["name"] for each in Draw.objects.get(tournament=event).document["entrants"]}
    own.refresh_from_db()
    assert (names[own.pk], names[twin.pk]) == (own.label, "Teppa – Grosso")
    assert own.label != "Teppa – Grosso"
    assert AuditEntry.objects.get(pk=taken.pk).after == taken.after
    assert list(log_violations(make.fresh(event))) == []


def test_who_enters_under_a_word_of_the_program_takes_it_out_of_no_row(rosa) -> None:
    event = make.knockout(entries=4)
    rosa = make.user("word@example.org", name="confirmed")
    one = NewEntry((PersonName("confirmed"),))
    own = entries.sign_up(actor=Actor(user=rosa, label=str(rosa)), tournament_id=event.pk, new=one)
    before = AuditEntry.objects.filter(tournament=event, verb="entries_taken", actor=make.boss_of(event).user)
    said = list(before.values_list("after", flat=True))

    privacy.close_account(account_id=rosa.pk)

    assert list(before.values_list("after", flat=True)) == said != []
    row = AuditEntry.objects.filter(tournament=event, verb="entries_taken").first()
    assert row is not None
    assert (row.target, row.actor_label) == (Entry.objects.get(pk=own.pk).label, str(User.objects.get(pk=rosa.pk)))


@pytest.mark.parametrize("verified", [False, True])
def test_only_a_confirmed_address_clears_what_others_keep_of_it(verified: bool) -> None:
    event = make.knockout(entries=2)
    boss = make.boss_of(event)
    (entry,) = make.with_entries(event, 1, first=9)
    Entry.objects.filter(pk=entry.pk).update(contact=MAIL)
    made = invitations.invite(actor=boss, to=event, email=MAIL, role=Role.REFEREE)
    account = make.user(MAIL, name="Zed Zed")
    EmailAddress.objects.create(user=account, email=MAIL, primary=True, verified=verified)
    said = words_of(event)

    privacy.close_account(account_id=account.pk)

    left = (
        Entry.objects.get(pk=entry.pk).contact,
        Invitation.objects.filter(pk=made.invitation.pk, email=MAIL).exists(),
        OutboxMessage.objects.filter(payload__to=MAIL).exists(),
        words_of(event) == said,
    )
    assert left == (("", False, False, False) if verified else (MAIL, True, True, True))


def test_an_account_takes_its_name_out_of_roles_that_others_took_away(rosa) -> None:
    boss = make.organiser()
    club = clubs.found_club(actor=boss, name="Ceres")
    held = ClubMembership.objects.create(club=club, user=rosa)
    clubs.remove_admin(actor=boss, club_id=club.pk, membership_id=held.pk)
    circuit = circuits.create_circuit(actor=boss, name="Valli")
    owned = CircuitOwner.objects.create(circuit=circuit, user=rosa)
    circuits.remove_owner(actor=boss, circuit_id=circuit.pk, owner_id=owned.pk)
    privacy.close_account(account_id=rosa.pk)
    assert "rosa teppa" not in everything()
    check_chain(None)


def test_an_entry_that_comes_while_the_events_are_taken_is_not_missed(rosa, monkeypatch: pytest.MonkeyPatch) -> None:
    evening(rosa)
    known = iter([set(), {1}])
    monkeypatch.setattr(privacy, "events_of", lambda leaver: next(known))
    with pytest.raises(RefusedError) as refused:
        privacy.close_account(account_id=rosa.pk)
    assert refused.value.code == "known_meanwhile"


def test_every_event_is_held_once_and_in_order(rosa, monkeypatch: pytest.MonkeyPatch) -> None:
    worked = make.event()
    played = evening(rosa)
    last = make.event()
    for event in (last, worked):
        make.with_role(event, Role.REFEREE, account=rosa)
    held: list[int] = []
    lock = privacy.lock_tournament
    monkeypatch.setattr(privacy, "lock_tournament", lambda pk: (held.append(pk), lock(pk))[1])
    privacy.close_account(account_id=rosa.pk)
    assert held == [worked.pk, played.pk, last.pk]


@pytest.fixture
def admin() -> Actor:
    return make.organiser()


def entered_for_a_club(admin: Actor) -> tuple[Club, Tournament, Person]:
    """A club that ``admin`` runs, an event, and somebody of the club who is in it and whose name was corrected."""
    club = clubs.found_club(actor=admin, name="Traves")
    event = make.knockout(entries=3)
    rows = [NewEntry((PersonName("Teppa", "Rosa"), PersonName("Grosso", "Ida")), club="Traves")]
    (entry,) = entries.import_entries(actor=make.boss_of(event), tournament_id=event.pk, rows=rows)
    person = entry.members.get(position=1).person
    people.change_person(
        actor=admin, club_id=club.pk, person_id=person.pk, name=PersonName("Teppa", "Rosina"), club_name="Traves"
    )
    return club, event, person


def test_a_club_does_it_for_who_has_no_account(admin) -> None:
    club, event, person = entered_for_a_club(admin)
    twin = people.add_person(actor=admin, club_id=club.pk, name=PersonName("Tepa", "Rosa"))
    merging.merge_people(actor=admin, club_id=club.pk, kept_id=person.pk, merged_id=twin.pk)
    drawn = make.drawn(make.closed(make.fresh(event)))
    rounds.announce_round(actor=make.boss_of(event), tournament_id=drawn.pk, number=1)

    privacy.anonymise_person(actor=admin, club_id=club.pk, person_id=person.pk)

    left = everything()
    for word in ("teppa", "tepa", "rosina"):
        assert word not in left, left[max(0, left.find(word) - 200) : left.find(word) + 80]
    assert Person.objects.filter(anonymised_at__isnull=False, club=None).count() == 2
    check_chain(event)
    check_chain(None)
    with pytest.raises(RefusedError) as refused:
        privacy.anonymise_person(actor=admin, club_id=club.pk, person_id=person.pk)
    assert refused.value.code == "person_missing"


def test_a_receipt_forgets_who_paid_also_for_an_entry_of_others_by_now(admin) -> None:
    club, event, person = entered_for_a_club(admin)
    boss = make.boss_of(event)
    entry = Entry.objects.get(members__person=person)
    where = {"actor": boss, "tournament_id": event.pk, "entry_id": entry.pk}
    type(event).objects.filter(pk=event.pk).update(fee_cents=1000)
    entries.tick_entry(**where, field="fee_paid", value=True)
    payments.give_receipt(**where)
    # Another person takes the place: this one is known to the club.
    entries.rename_entry(**where, new=NewEntry((PersonName("Vana", "Ada"), PersonName("Grosso", "Ida"))))
    assert not entry.members.filter(person=person).exists()

    privacy.anonymise_person(actor=admin, club_id=club.pk, person_id=person.pk)

    given = Receipt.objects.get()
    assert [payer["name"] for payer in given.payers] == [f"Giocatore anonimo {person.pk}", "Ida Grosso"]


def test_who_took_names_out_of_the_log_leaves_none_there_either(admin) -> None:
    club, event, person = entered_for_a_club(admin)
    privacy.anonymise_person(actor=admin, club_id=club.pk, person_id=person.pk)
    removed = AuditEntry.objects.filter(verb=NAMES_REMOVED, actor=admin.user)
    attested = dict(removed.values_list("pk", "after"))
    assert {row.tournament for row in removed} == {event, None}

    privacy.close_account(account_id=admin.user.pk)

    rows_now = AuditEntry.objects.filter(pk__in=attested)
    assert {row.actor_label for row in rows_now} == {f"Account chiuso {admin.user.pk}"}
    assert dict(rows_now.values_list("pk", "after")) == attested
    for of in (event, None):
        check_chain(of)
        assert not list(chain_violations(of.pk if of else None))


def test_no_address_is_left_of_two_who_found_each_other(admin) -> None:
    club = clubs.found_club(actor=admin, name="Traves")
    event = make.knockout(entries=0, review_sign_ups=False)
    ida, rosa = (
        entries.sign_up(
            actor=Actor(label=name),
            tournament_id=event.pk,
            contact=f"{name.casefold()}@example.org",
            new=NewEntry((PersonName(name, "Ida"),), club="Traves"),
        )
        for name in ("Grosso", "Teppa")
    )
    pair = entries.pair_singles(actor=make.boss_of(event), tournament_id=event.pk, first_id=ida.pk, second_id=rosa.pk)
    paired = AuditEntry.objects.get(verb="singles_paired")
    assert [set(single) for single in paired.before["singles"]] == [{"label", "fee_paid", "checked_in"}] * 2
    told = {row.payload["to"]: row.payload["entry"] for row in OutboxMessage.objects.all()}
    assert told == {"grosso@example.org": pair.pk, "teppa@example.org": pair.pk}
    older = {"singles": [{**single, "contact": "teppa@example.org"} for single in paired.before["singles"]]}
    AuditEntry.objects.filter(pk=paired.pk).update(before=older)
    outbox.drain(timezone.now())

    privacy.anonymise_person(actor=admin, club_id=club.pk, person_id=Person.objects.get(family_name="Teppa").pk)

    assert "@example.org" not in everything().replace(admin.user.email, "").replace(make.boss_of(event).user.email, "")
    check_chain(event)


def test_a_club_does_it_for_nobody_with_an_account(admin, rosa) -> None:
    club = clubs.found_club(actor=admin, name="Traves")
    person = people.add_person(actor=admin, club_id=club.pk, name=PersonName("Teppa", "Rosa"))
    Person.objects.filter(pk=person.pk).update(user=rosa)
    with pytest.raises(RefusedError) as refused:
        privacy.anonymise_person(actor=admin, club_id=club.pk, person_id=person.pk)
    assert refused.value.code == "person_has_account"


def test_the_neutral_name_is_nobodys_to_be_entered_by(rosa) -> None:
    evening(rosa)
    privacy.close_account(account_id=rosa.pk)
    old = Person.objects.get(anonymised_at__isnull=False)
    event = make.event()
    rows = [NewEntry((PersonName(old.family_name, old.given_name), PersonName("Vana", "Ada")))]
    (entry,) = entries.import_entries(actor=make.boss_of(event), tournament_id=event.pk, rows=rows)
    assert not entry.members.filter(person=old).exists()
