"""Anonymisation: an account is closed, a person loses their name; results and the log's chain stay."""

import secrets
from collections.abc import Mapping

from django.contrib.auth.hashers import make_password
from django.db.models import Q
from django.utils import timezone

from tournaments.accounts.writes import neutral_names, sessions, traces
from tournaments.accounts.writes.neutral_names import TracedNames, neutral_account, neutral_name
from tournaments.accounts.writes.trace_owners import (
    Leaver,
    entries_of,
    events_of,
    leaving,
    replacement_rows,
    rows_of,
    unlike_anybody,
    unlike_others,
    words_in,
    words_of_account,
    words_of_players,
)
from tournaments.clubs.writes import clubs
from tournaments.clubs.writes.clubs import locked_club
from tournaments.entries.reads.treasury import receipts_of
from tournaments.entries.writes.entries import PersonName
from tournaments.errors import MissingError, RefusedError
from tournaments.folding import folded_name
from tournaments.frame.policies import Actor
from tournaments.frame.writes.transaction import alone, lock_tournament, record
from tournaments.games.contract import Json
from tournaments.models import (
    ApiToken,
    AuditEntry,
    CircuitOwner,
    ClubMembership,
    Entry,
    Follower,
    Membership,
    Person,
    Tournament,
    User,
)
from tournaments.outbox import fanout
from tournaments.people.reads.duplicates import with_duplicates
from tournaments.people.writes.people import person_of

UNDER_WAY = (Tournament.Status.OPEN, Tournament.Status.CLOSED, Tournament.Status.RUNNING)


def close_account(*, account_id: int) -> None:
    """Close one's own account for good and remove its names everywhere: this cannot be undone."""
    with alone():
        # For a superuser all superusers are locked, in one order, so that the last two cannot both go.
        runs_all = User.objects.filter(pk=account_id, is_superuser=True).exists()
        among = Q(pk=account_id) | Q(is_superuser=True) if runs_all else Q(pk=account_id)
        held = {one.pk: one for one in User.objects.select_for_update(no_key=True).filter(among).order_by("pk")}
        account = held.get(account_id)
        if account is None or not account.is_active:
            raise MissingError
        person = Person.objects.filter(user=account).first()
        leaver = leaving(account, with_duplicates(person))
        events = _lock_events(leaver)
        # Neither an evening nor the site is left without an administrator. This is asked only now: before, the other
        # organisers of an event could be leaving at the same moment.
        if account.is_superuser and not User.objects.filter(is_superuser=True, is_active=True).exclude(pk=account.pk):
            raise RefusedError("last_superuser")
        bosses = Membership.objects.filter(role=Membership.Role.ORGANISER)
        mine = bosses.filter(user=account, tournament__status__in=UNDER_WAY)
        alone_in = mine.exclude(tournament__in=bosses.exclude(user=account).values("tournament"))
        left = alone_in.select_related("tournament").first()
        if left is not None:
            raise RefusedError("last_role", name=left.tournament.name)
        neutral = neutral_name(person.pk) if person else None
        name = _full(neutral) if neutral else neutral_account(account.pk)
        by = Actor(user=account, label=name)
        _forget(leaver, neutral, events, by=by)
        traces.clear_letters(leaver.addresses, (), leaver.offered)
        traces.clear_account_letters(leaver.letters_to)
        traces.clear_invitations(leaver.offered)
        _close_account(account, by)
        record(by=by, verb="account_closed", target=name, tournament=None)


def anonymise_person(*, actor: Actor, club_id: int, person_id: int) -> Person:
    """Remove the names of a person of the club who has no account and asked for it: this cannot be undone."""
    with alone():
        people = with_duplicates(Person.objects.filter(club=club_id, pk=person_id).first())
        leaver = Leaver(None, frozenset(person.pk for person in people))
        # Events before the club, as in all writes.
        events = _lock_events(leaver)
        person = person_of(locked_club(club_id), person_id)
        if person.user_id is not None:
            raise RefusedError("person_has_account", name=str(person))
        neutral = neutral_name(person.pk)
        _forget(leaver, neutral, events, by=actor)
        record(by=actor, verb="person_anonymised", target=_full(neutral), tournament=None, after={"person": person.pk})
        return Person.objects.get(pk=person.pk)


def _lock_events(leaver: Leaver) -> list[Tournament]:
    """Lock every event that knows them, then themselves, in the order of all writes, which prevents deadlocks."""
    events = events_of(leaver)
    held = [lock_tournament(pk) for pk in sorted(events)]
    list(Person.objects.select_for_update().filter(pk__in=leaver.people).order_by("pk"))
    if not events_of(leaver) <= events:
        # Somebody entered or invited them meanwhile; to lock that event in order, start again.
        raise RefusedError("known_meanwhile")
    for event in held:
        fanout.announce(event.pk, event.version)
    return held


def _forget(leaver: Leaver, neutral: PersonName | None, events: list[Tournament], *, by: Actor) -> None:
    """Remove the names of these people and of the account from every event that knows them, and from the rest."""
    entries = list(entries_of(leaver))
    played = [entry for entry in entries if leaver.people & {member.person_id for member in entry.members.all()}]
    target = _full(neutral) if neutral else by.label
    people = Person.objects.filter(pk__in=leaver.people)
    # Present and former names, in both orders; the former ones are in the log.
    names: dict[str, str] = {}
    for person in people:
        changes = AuditEntry.objects.filter(tournament=None, verb="person_changed", before__person=person.pk)
        said = [before for before in changes.values_list("before", flat=True) if isinstance(before, dict)]
        former = [f"{before['given_name']} {before['family_name']}".strip() for before in said]
        names |= dict.fromkeys((str(person), f"{person.family_name} {person.given_name}".strip(), *former), target)
    own = TracedNames(dict.fromkeys(leaver.names(), target), leaver.people, neutral)
    traces.clear_letters((), entries)
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).update(contact="", phone="", fee_reason="")
    traces.clear_receipts(receipts_of(leaver.people), own)
    Follower.objects.filter(entry__in=[entry.pk for entry in entries]).delete()
    entered = {entry.tournament_id for entry in entries}
    replaced = list(replacement_rows(leaver))
    everywhere = dict(names)
    for event in events:
        here = [entry for entry in played if entry.tournament_id == event.pk]
        instead = dict.fromkeys(leaver.addresses, target) if event.pk in entered else {}
        labels: dict[int, str] = {}
        gone = [row for row in replaced if row.tournament_id == event.pk]
        if (here or gone) and neutral is not None:
            left = traces.left_behind(gone, leaver.people, neutral)
            relabelled = left | traces.relabel(here, neutral, leaver.people)
            labels = {entry.pk: entry.label for entry in here}
            instead |= unlike_others(leaver, event.pk, here, names | relabelled)
            everywhere |= relabelled
        _clear_event(event, leaver, TracedNames(instead, leaver.people, neutral, labels), own, by=by, target=target)
    about = TracedNames(names, leaver.people, neutral)

    def words(row: AuditEntry) -> Mapping[str, Json]:
        said = words_of_players(row, about) if leaver.is_in(row) else words_in(row)
        return words_of_account(leaver, row, said, own)

    neutral_names.clear(rows_of(leaver, None), words, by=by, target=target, tournament=None)
    answered = unlike_anybody(leaver, played, everywhere) | dict.fromkeys(leaver.addresses, target)
    traces.clear_answers(TracedNames(answered, leaver.people, neutral), leaver.account)
    if neutral is not None:
        Person.objects.filter(pk__in=leaver.people).update(
            family_name=neutral.family_name,
            given_name=neutral.given_name,
            folded=folded_name(neutral.family_name, neutral.given_name),
            club=None,
            user=None,
            anonymised_at=timezone.now(),
        )


def _clear_event(
    event: Tournament, leaver: Leaver, names: TracedNames, own: TracedNames, *, by: Actor, target: str
) -> None:
    """Remove the names from an event: from all its texts where they are entered, elsewhere only from their rows."""
    rows = rows_of(leaver, event.pk)
    if names:
        traces.clear_event(event.pk, names)
        rows = AuditEntry.objects.filter(tournament=event)

    def words(row: AuditEntry) -> Mapping[str, Json]:
        return words_of_account(leaver, row, words_of_players(row, names), own)

    neutral_names.clear(rows, words, by=by, target=target, tournament=event)


def _close_account(account: User, by: Actor) -> None:
    """Disable every log-in of the account, and remove what identifies its owner."""
    for membership in Membership.objects.filter(user=account).select_related("tournament"):
        clubs.withdraw(account, tournament=membership.tournament)
        record(
            by=by,
            verb="role_revoked",
            target=by.label,
            tournament=membership.tournament,
            before={"role": membership.role, "tables": membership.tables, "account": account.pk},
        )
    for admin in ClubMembership.objects.filter(user=account).select_related("club"):
        clubs.withdraw_all(account, admin.club)
    for owner in CircuitOwner.objects.filter(user=account).select_related("circuit"):
        clubs.withdraw(account, circuit=owner.circuit)
    for held in (Membership, ClubMembership, CircuitOwner, ApiToken):
        held._default_manager.filter(user=account).delete()
    sessions.forget_others(account=account, session="")
    # Addresses, passkeys, log-ins: everything that other applications keep of an account.
    for relation in User._meta.related_objects:
        model = relation.related_model
        if not isinstance(model, str) and model._meta.app_label != User._meta.app_label:
            model._base_manager.filter(**{relation.field.name: account}).delete()
    account.groups.clear()
    account.user_permissions.clear()
    # Nobody can have registered it beforehand: it cannot be known.
    account.email = f"closed-{account.pk}-{secrets.token_hex(8)}@account.invalid"
    account.name = by.label
    account.password = make_password(None)
    account.is_active = account.is_staff = account.is_superuser = False
    account.last_login = None
    account.save()


def _full(neutral: PersonName) -> str:
    return f"{neutral.given_name} {neutral.family_name}"
