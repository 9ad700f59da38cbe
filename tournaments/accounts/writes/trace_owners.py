"""The owner of a trace: proven by a key or by a confirmed address, never by a name, which anybody may choose."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Concat

from tournaments.accounts.writes.neutral_names import TracedNames
from tournaments.entries.reads.treasury import receipts_of
from tournaments.frame.writes.chain import WORDS
from tournaments.games.contract import Json
from tournaments.models import AuditEntry, Entry, EntryMember, Invitation, Membership, Person, User
from tournaments.people.reads.renames import RENAMED, REPLACED

# Rows whose target is the account that acted, where no key of an account says so.
OF_ITSELF: Final = frozenset(
    {
        "account_made",
        "email_asked",
        "email_changed",
        "email_confirmed",
        "invitation_accepted",
        "passkey_added",
        "passkey_removed",
        "passkey_renamed",
        "password_changed",
        "password_reset",
        "role_granted",
        "role_revoked",
        "session_ended",
        "sessions_ended",
    }
)
OFFERS: Final = ("invitation_accepted", "invitation_revoked", "invitation_sent")
# Players of an entry.
MOST_REPLACED: Final = 2
# Rows whose target is the label of an entry.
OF_ENTRIES: Final = ("entries_", "entry_", "penalty_")


@dataclass(frozen=True, slots=True)
class Leaver:
    """The account, or the person without one, that leaves; ``people`` are they and everybody merged into them.

    ``addresses`` are confirmed; ``letters_to`` has the unconfirmed addresses of the account, too. ``offers`` are the
    invitations that it accepted or that one of its addresses got, and where each went.
    """

    account: User | None
    people: frozenset[int]
    addresses: frozenset[str] = frozenset()
    letters_to: frozenset[str] = frozenset()
    offers: Mapping[int, str] | None = None

    @property
    def offered(self) -> list[int]:
        return list(self.offers or {})

    def names(self) -> set[str]:
        """Return the names of the account in its own rows."""
        if self.account is None:
            return set()
        return {str(self.account), self.account.name, *self.letters_to, *(self.offers or {}).values()}

    def did(self, row: AuditEntry) -> bool:
        """Return whether the account wrote the row."""
        return self.account is not None and row.actor_id == self.account.pk

    def is_told_of(self, row: AuditEntry) -> bool:
        """Return whether the row is about the account."""
        if self.account is None:
            return False
        keys = _under("account", row)
        if keys:
            return self.account.pk in keys
        if row.verb in OFFERS and _under("invitation", row) & set(self.offered):
            return True
        return row.verb in OF_ITSELF and self.did(row)

    def is_in(self, row: AuditEntry) -> bool:
        """Return whether the row is about one of the people."""
        return bool(_under("person", row) & self.people)


def leaving(account: User, people: Iterable[Person]) -> Leaver:
    """Return the account with everything that is proven to be its own."""
    addresses = confirmed_addresses(account)
    theirs = Q(accepted_by=account) | Q(email__in=addresses)
    offers = dict(Invitation.objects.filter(theirs).exclude(email="").values_list("pk", "email"))
    # An address that was only asked for may be another account's by now.
    asked = {email.lower() for email in EmailAddress.objects.filter(user=account).values_list("email", flat=True)}
    others = User.objects.filter(email__in=asked).exclude(pk=account.pk)
    unconfirmed = {account.email, *asked} - set(others.values_list("email", flat=True))
    return Leaver(account, frozenset(person.pk for person in people), addresses, addresses | unconfirmed, offers)


def confirmed_addresses(account: User) -> frozenset[str]:
    """Return the account's confirmed addresses; without address rows its own one counts as confirmed."""
    known = dict(EmailAddress.objects.filter(user=account).values_list("email", "verified"))
    return frozenset(email.lower() for email, verified in (known or {account.email: True}).items() if verified)


def entries_of(leaver: Leaver) -> QuerySet[Entry]:
    """Return the entries of these people, and those with an address of the account as contact."""
    theirs = Q(members__person__in=leaver.people)
    for address in leaver.addresses:
        theirs |= Q(contact__iexact=address)
    return Entry.objects.filter(theirs).distinct().prefetch_related("members").order_by("pk")


def replacement_rows(leaver: Leaver) -> QuerySet[AuditEntry]:
    """Return the rows by which one of these people left an entry that somebody else plays in by now."""
    theirs = Q(pk=None)
    for index in range(MOST_REPLACED):
        theirs |= Q(**{f"before__{REPLACED}__{index}__in": list(leaver.people)})
    rows = AuditEntry.objects.filter(theirs, verb=RENAMED, tournament__isnull=False)
    # The keys in a log that was imported are those of another installation.
    imports = AuditEntry.objects.filter(tournament=OuterRef("tournament"), verb="event_imported", pk__gt=OuterRef("pk"))
    return rows.exclude(Exists(imports)).order_by("pk")


def events_of(leaver: Leaver) -> set[int]:
    """Return the events that know them: entered, worked in, invited to, or with a row of theirs in the log."""
    events: set[int | None] = set(entries_of(leaver).values_list("tournament_id", flat=True))
    events |= set(receipts_of(leaver.people).values_list("tournament_id", flat=True))
    events |= set(replacement_rows(leaver).values_list("tournament_id", flat=True))
    account = leaver.account
    if account is not None:
        rows = AuditEntry.objects.filter(_of_account(account), tournament__isnull=False)
        events |= set(rows.values_list("tournament_id", flat=True).distinct())
        events |= set(Membership.objects.filter(user=account).values_list("tournament_id", flat=True))
        events |= set(Invitation.objects.filter(pk__in=leaver.offered).values_list("tournament_id", flat=True))
    return {event for event in events if event is not None}


def rows_of(leaver: Leaver, event: int | None) -> QuerySet[AuditEntry]:
    """Return the rows of an event's log, or without event, that the account wrote or that have a key of theirs."""
    about = Q(pk=None)
    for person in leaver.people if event is None else ():
        about |= Q(before__person=person) | Q(after__person=person)
    if leaver.account is not None:
        about |= _of_account(leaver.account)
    for offer in leaver.offered:
        about |= Q(verb__in=OFFERS) & (Q(before__invitation=offer) | Q(after__invitation=offer))
    return AuditEntry.objects.filter(about, tournament=event)


def words_in(row: AuditEntry) -> dict[str, Json]:
    """Return the words of a row as they are."""
    return {name: getattr(row, name) for name in WORDS}


def words_of_account(
    leaver: Leaver, row: AuditEntry, words: Mapping[str, Json], own: TracedNames
) -> Mapping[str, Json]:
    """Return the words of a row without the names of the account, where they are its own.

    In rows about others a name like its own may be theirs: only the actor and the reason are cleared there.
    """
    fields: tuple[str, ...] = ()
    if leaver.is_told_of(row):
        # What was done to the account, by any actor; other actors keep the same name.
        fields = WORDS if leaver.did(row) else ("target", "before", "after", "reason")
    elif leaver.did(row):
        fields = ("actor_label", "reason")
    sure = {"actor_label", "target"}
    return {
        name: (own.out_of_text(str(said), is_sure=True) if name in sure else own.out_of(said))
        if name in fields
        else said
        for name, said in words.items()
    }


def words_of_players(row: AuditEntry, names: TracedNames) -> Mapping[str, Json]:
    """Return the words of a row without the names of the people and their entries."""
    words = {name: names.out_of(said) for name, said in words_in(row).items()}
    before = words["before"]
    if row.verb == "singles_paired" and isinstance(before, dict) and isinstance(before.get("singles"), list):
        # Older rows have the addresses of the singles that a pair was made of.
        singles = [
            {key: said for key, said in single.items() if key != "contact"} if isinstance(single, dict) else single
            for single in before["singles"]
        ]
        words["before"] = {**before, "singles": singles}
    return {**words, "target": names.out_of_text(row.target, is_sure=row.verb.startswith(OF_ENTRIES))}


def unlike_others(leaver: Leaver, event: int, played: Iterable[Entry], instead: Mapping[str, str]) -> dict[str, str]:
    """Return those names that are not, and are not part of, the name of somebody else in the event."""
    mine = [entry.pk for entry in played]
    others = set(Entry.objects.filter(tournament=event).exclude(pk__in=mine).values_list("label", flat=True))
    people = EntryMember.objects.filter(entry__tournament=event).exclude(person__in=leaver.people)
    for given, family in people.values_list("person__given_name", "person__family_name"):
        others |= {f"{given} {family}".strip(), f"{family} {given}".strip()}
    accounts = User.objects.filter(
        Q(memberships__tournament=event)
        | Q(pk__in=AuditEntry.objects.filter(tournament=event, actor__isnull=False).values("actor"))
    )
    if leaver.account is not None:
        accounts = accounts.exclude(pk=leaver.account.pk)
    others |= set(accounts.values_list("name", flat=True))
    folded = {other.casefold() for other in others}
    found = {}
    for old, new in instead.items():
        name = old.casefold()
        if name not in folded and not (" " in name and any(name in other for other in folded)):
            found[old] = new
    return found


def unlike_anybody(leaver: Leaver, played: Iterable[Entry], instead: Mapping[str, str]) -> dict[str, str]:
    """Return those names that nobody else of the installation has."""
    mine = [entry.pk for entry in played]
    entries = Entry.objects.exclude(pk__in=mine)
    people = Person.objects.exclude(pk__in=leaver.people).annotate(
        full=Concat("given_name", Value(" "), "family_name"), turned=Concat("family_name", Value(" "), "given_name")
    )
    accounts = User.objects.exclude(pk__in=[leaver.account.pk] if leaver.account else [])
    return {
        old: new
        for old, new in instead.items()
        if not (
            entries.filter(label__icontains=old).exists()
            or people.filter(Q(full__icontains=old) | Q(turned__icontains=old)).exists()
            or accounts.filter(name__icontains=old).exists()
        )
    }


def _of_account(account: User) -> Q:
    return Q(actor=account) | Q(before__account=account.pk) | Q(after__account=account.pk)


def _under(name: str, row: AuditEntry) -> set[int]:
    """Return the keys that a row has under ``name``, before and after."""
    said = [words.get(name) for words in (row.before, row.after) if isinstance(words, dict)]
    return {key for key in said if isinstance(key, int)}
