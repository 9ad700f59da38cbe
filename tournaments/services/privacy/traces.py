"""Other traces of a name: entries, letters, draw documents, decisions, imported lists, answers to programs."""

import json
import re
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import Model, Q, QuerySet

from tournaments.games.contract import Json
from tournaments.models import (
    ApiAnswer,
    ApiToken,
    AuditEntry,
    Draw,
    Entry,
    EventPass,
    Invitation,
    Job,
    MatchEvent,
    OutboxMessage,
    Receipt,
    Ruling,
    Scoresheet,
    User,
    WebhookDelivery,
)
from tournaments.selectors import live_matches
from tournaments.services.clubs.invitations_made import still_open
from tournaments.services.entries.entries import PersonName, label_of
from tournaments.services.privacy.words import Names
from tournaments.services.transactions.transaction import write_back

# Documents and free texts of an event that may contain a name, and how each is found by its event.
TEXTS: Final[Sequence[tuple[type[Model], str, tuple[str, ...]]]] = (
    (Draw, "tournament", ("document", "swaps")),
    (Ruling, "tournament", ("reason", "cancel_reason", "details")),
    (Scoresheet, "table__tournament", ("reason",)),
    (Job, "tournament", ("payload", "summary", "error")),
    (WebhookDelivery, "audit_entry__tournament", ("payload",)),
)


def former_labels(event: int, label: str, until: int | None = None) -> set[str]:
    """Return a label of an entry, and every one that the entry had before; ``until`` is the row that took it away."""
    renamed = AuditEntry.objects.filter(tournament=event, verb="entry_renamed").order_by("-pk")
    labels = {label}
    for before, after in renamed.filter(**({"pk__lt": until} if until else {})).values_list("before", "after"):
        if isinstance(after, dict) and isinstance(before, dict) and after.get("label") in labels:
            labels.add(str(before.get("label", "")))
    return labels


def relabelled(entries: Iterable[Entry], neutral: PersonName, people: frozenset[int]) -> dict[str, str]:
    """Rename the entries of ``people`` to the name ``neutral``; return ``{old label: new label}``.

    Partners keep their names. The entries lose their contact and their event passes.
    """
    instead: dict[str, str] = {}
    for entry in entries:
        members = entry.members.select_related("person").order_by("position")
        named = [
            neutral if member.person_id in people else PersonName(member.person.family_name, member.person.given_name)
            for member in members
        ]
        old = former_labels(entry.tournament_id, entry.label)
        entry.label, entry.contact = label_of(named), ""
        entry.save(update_fields=["label", "contact"])
        instead |= dict.fromkeys(old, entry.label)
    EventPass.objects.filter(entry__in=[entry.pk for entry in entries]).delete()
    return instead


def left_behind(rows: Iterable[AuditEntry], people: Iterable[str], neutral: PersonName) -> dict[str, str]:
    """Return the labels of entries from which people were replaced by these ``rows``: ``{old label: new label}``.

    ``people`` are their family names.
    """
    instead: dict[str, str] = {}
    for row in rows:
        was: Json = row.before
        for label in former_labels(row.tournament_id or 0, str(was.get("label", "")), row.pk):
            new = label
            for family_name in people:
                new = re.sub(rf"(?<!\w){re.escape(family_name)}(?!\w)", neutral.family_name, new)
            instead[label] = new
    return instead


def clear_event(event: int, names: Names) -> None:
    """Remove the names from the documents and texts of an event."""
    for model, path, fields in TEXTS:
        changed = []
        for row in model._default_manager.filter(**{path: event}):
            cleared = {field: names.out_of(getattr(row, field)) for field in fields}
            if any(getattr(row, field) != said for field, said in cleared.items()):
                for field, said in cleared.items():
                    setattr(row, field, said)
                changed.append(row)
        write_back(changed, fields)
    _clear_notes(event, names)


def _clear_notes(event: int, names: Names) -> None:
    """Remove the names from the notes of a referee's orders in online matches; nothing else of a log ever changes."""
    noted = MatchEvent.objects.filter(match__table__tournament=event, data__has_key="note").exclude(data__note="")
    changed = []
    for row in noted.select_related("match"):
        cleared = names.out_of_text(row.data["note"])
        if cleared != row.data["note"]:
            row.data = {**row.data, "note": cleared}
            changed.append(row)
    write_back(changed, ["data"])
    for match in {row.match for row in changed}:
        transaction.on_commit(partial(live_matches.forget, match))


def clear_receipts(receipts: QuerySet[Receipt], names: Names) -> None:
    """Remove the names of those who paid from these receipts."""
    rows = list(receipts)
    for row in rows:
        row.payers = names.out_of(row.payers)
    write_back(rows, ["payers"])


def clear_answers(names: Names, account: User | None) -> None:
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
