"""Other traces of a name: entries, letters, draw documents, decisions, imported lists, answers to programs."""

import json
from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from django.db.models import F, Model, Q, QuerySet

from tournaments.accounts.writes.neutral_names import TracedNames
from tournaments.clubs.writes.clubs import still_open
from tournaments.entries.writes.entries import PersonName, label_of
from tournaments.frame.reads.teams import is_of_teams
from tournaments.frame.writes.transaction import write_back
from tournaments.models import (
    ApiAnswer,
    ApiToken,
    AuditEntry,
    Draw,
    Entry,
    EventPass,
    Invitation,
    Job,
    Match,
    MatchEvent,
    OutboxMessage,
    Receipt,
    Ruling,
    Scoresheet,
    User,
    WebhookDelivery,
)
from tournaments.people.reads.renames import Rename, of_entry, renames
from tournaments.tables.writes.pairs import BETWEEN

CHUNK: Final = 500
# Documents and free texts of an event that may contain a name, and how each is found by its event.
TEXTS: Final[Sequence[tuple[type[Model], str, tuple[str, ...]]]] = (
    (Draw, "tournament", ("document", "swaps")),
    (Ruling, "tournament", ("reason", "public_reason", "cancel_reason", "details")),
    (Scoresheet, "table__tournament", ("reason",)),
    (Job, "tournament", ("payload", "summary", "error")),
    (WebhookDelivery, "audit_entry__tournament", ("payload",)),
)


def relabel(entries: Iterable[Entry], neutral: PersonName, people: frozenset[int]) -> dict[str, str]:
    """Rename the entries of ``people`` to the name ``neutral``; return ``{old label: new label}``.

    Partners keep their names. The entries lose their contact and their event passes.
    """
    instead: dict[str, str] = {}
    entries = list(entries)
    known = renames(entry.tournament_id for entry in entries)
    for entry in entries:
        members = entry.members.select_related("person").order_by("position")
        named = [
            neutral if member.person_id in people else PersonName(member.person.family_name, member.person.given_name)
            for member in members
        ]
        places = [place for place, member in enumerate(members) if member.person_id in people]
        last = Former(entry.label, len(members), places, entry.number)
        entry.contact, entry.phone = "", ""
        if is_of_teams(entry.tournament):
            # A team is called by a name of its own.
            entry.save(update_fields=["contact", "phone"])
            continue
        entry.label = label_of(named)
        entry.save(update_fields=["label", "contact", "phone"])
        instead |= _formerly(known.get(entry.tournament_id, ()), last, neutral, None) | {last.label: entry.label}
    EventPass.objects.filter(entry__in=[entry.pk for entry in entries]).delete()
    return instead


def left_behind(rows: Iterable[AuditEntry], people: Collection[int], neutral: PersonName) -> dict[str, str]:
    """Return the labels of entries in which ``people`` were replaced by these ``rows``: ``{old label: new label}``."""
    gone = list(rows)
    known = renames(row.tournament_id for row in gone if row.tournament_id)
    instead: dict[str, str] = {}
    for row in gone:
        of_event = known[row.tournament_id or 0]
        told = next(each for each in of_event if each.pk == row.pk)
        places = [place for place, person in enumerate(told.replaced) if person in people]
        before = Former(told.before, len(told.replaced), places, told.number)
        instead |= _formerly(of_event, before, neutral, told.pk)
    return instead


class Former(NamedTuple):
    """A label that an entry of ``size`` players had, and the places in it of those who leave."""

    label: str
    size: int
    places: Sequence[int]
    number: int | None

    def anonymous_label(self, neutral: PersonName) -> str:
        parts = self.label.split(BETWEEN)
        if self.size == 1 or len(parts) != self.size:
            return label_of([neutral])
        return label_of([neutral if place in self.places else PersonName(part) for place, part in enumerate(parts)])


def _formerly(rows: Sequence[Rename], last: Former, neutral: PersonName, until: int | None) -> dict[str, str]:
    """Return a label and those that the entry had before, back to when others came to the places: ``{old: new}``."""
    instead, now = {last.label: last.anonymous_label(neutral)}, last
    for row in of_entry(rows, last.label, last.number, until):
        if row.singles:
            for place in now.places:
                if place < len(row.singles):
                    instead |= _formerly(rows, Former(row.singles[place], 1, [0], None), neutral, row.pk)
            break
        others = {place for place, person in enumerate(row.replaced) if person is not None}
        now = now._replace(label=row.before, places=[place for place in now.places if place not in others])
        if not now.places:
            break
        instead[now.label] = now.anonymous_label(neutral)
    return instead


def clear_event(event: int, names: TracedNames) -> None:
    """Remove the names from the documents and texts of an event.

    Of the logs of its online matches only the notes of a referee's orders ever change.
    """
    for model, path, fields in TEXTS:
        changed = []
        rows = model._default_manager.filter(**{path: event}).only("pk", *fields)
        for row in rows.iterator(chunk_size=CHUNK):
            cleared = {field: names.out_of(getattr(row, field)) for field in fields}
            if any(getattr(row, field) != said for field, said in cleared.items()):
                for field, said in cleared.items():
                    setattr(row, field, said)
                changed.append(row)
        write_back(changed, fields)
    # Kept lists with such a name in cells apart are emptied: there it cannot be told from names of others.
    for job in Job.objects.filter(tournament=event, payload__has_key="text"):
        if names.may_be_apart_in(job.payload["text"]):
            job.payload = {}
            job.save(update_fields=["payload"])
    noted = MatchEvent.objects.filter(match__table__tournament=event, data__has_key="note").exclude(data__note="")
    orders = []
    for order in noted:
        note = names.out_of_text(order.data["note"])
        if note != order.data["note"]:
            order.data = {**order.data, "note": note}
            orders.append(order)
    write_back(orders, ["data"])
    # Every process that keeps the match in memory reads it anew.
    Match.objects.filter(pk__in={order.match_id for order in orders}).update(words=F("words") + 1)


def clear_receipts(receipts: QuerySet[Receipt], names: TracedNames) -> None:
    """Remove the names of those who paid from these receipts."""
    rows = list(receipts)
    for row in rows:
        row.payers = names.out_of(row.payers)
    write_back(rows, ["payers"])


def clear_answers(names: TracedNames, account: User | None) -> None:
    """Delete the stored answers of the account's programs and pages, and put the neutral name into those of others."""
    if account is not None:
        mine = [f"token:{pk}" for pk in ApiToken.objects.filter(user=account).values_list("pk", flat=True)]
        ApiAnswer.objects.filter(owner__in=[f"user:{account.pk}", *mine]).delete()
    changed = []
    for row in ApiAnswer.objects.exclude(body=None).iterator(chunk_size=500):
        said = json.loads(row.body or "null")
        cleared = names.out_of(said)
        if cleared != said:
            row.body = json.dumps(cleared)
            changed.append(row)
    write_back(changed, ["body"])


def clear_letters(addresses: Iterable[str], entries: Iterable[Entry], offers: Iterable[int] = ()) -> None:
    """Stop letters to these addresses, entries and invitations, and forget where sent ones went."""
    theirs = Q(payload__entry__in=[entry.pk for entry in entries]) | Q(payload__invitation__in=list(offers))
    for address in addresses:
        theirs |= Q(payload__to__iexact=address)
    _unaddress(theirs)


def clear_account_letters(addresses: Iterable[str]) -> None:
    """Do the same for letters about the account itself, also at addresses that it never confirmed."""
    theirs = Q(pk=None)
    for address in addresses:
        theirs |= Q(payload__to__iexact=address)
    _unaddress(theirs & Q(kind__startswith="account_"))


def _unaddress(theirs: Q) -> None:
    letters = OutboxMessage.objects.filter(theirs, channel=OutboxMessage.Channel.MAIL)
    letters.filter(done_at__isnull=True).delete()
    sent = list(letters)
    for letter in sent:
        letter.payload, letter.last_error = {**letter.payload, "to": ""}, ""
    write_back(sent, ["payload", "last_error"])


def clear_invitations(offers: Iterable[int]) -> None:
    """End these invitations, and forget their addresses."""
    theirs = Q(pk__in=list(offers))
    still_open().filter(theirs).delete()
    Invitation.objects.filter(theirs).update(email="")
