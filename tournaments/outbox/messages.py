"""Messages to write: a row in the transaction of the fact that it tells; ``upkeep.writes.outbox`` sends it.

People without an address cost nothing; all others together cost two statements.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from secrets import token_hex

from django.utils import timezone
from django.utils.translation import get_language

from tournaments.games.contract import Json
from tournaments.models import (
    Entry,
    EntryMember,
    Follower,
    Invitation,
    OutboxMessage,
    Scoresheet,
    Table,
    TableLine,
    Tournament,
)
from tournaments.outbox import workers

PROMOTED = "entry_promoted"
INVITATION = "invitation"


@dataclass(frozen=True, slots=True)
class Note:
    """One message to one entry; ``once`` identifies it, so that it is written only once."""

    kind: str
    entry: Entry
    once: str
    more: dict[str, Json] = field(default_factory=dict)

    @property
    def key(self) -> str:
        return f"{self.kind}:{self.entry.pk}:{self.once}"


def sign_up_received(entry: Entry, tournament: Tournament) -> None:
    """Confirm a sign-up to its address, in the language of the page that was used."""
    _write([Note("sign_up_received", entry, str(tournament.version), {"language": get_language() or "it"})])


def entry_decided(entry: Entry, tournament: Tournament) -> None:
    """Tell an entry's address the decision about the sign-up."""
    _write([Note(f"entry_{entry.status}", entry, str(tournament.version))])


def entries_promoted(entries: Iterable[Entry], tournament: Tournament) -> None:
    """Tell entries of the waiting list that they now take part."""
    _write([Note(PROMOTED, entry, str(tournament.version)) for entry in entries])


def tables_called(called: Iterable[tuple[Table, Sequence[TableLine]]]) -> None:
    """Tell those who sit at a table, and the browsers that follow them, that it is called; once for each table."""
    called = list(called)
    _write(
        [Note("table_called", entry, str(table.pk), {"table": table.pk}) for table, entry in _entries_with_mail(called)]
    )
    tables = {entry.pk: table.pk for table, entry in _present(called)}
    followers = Follower.objects.filter(entry__in=tables)
    _put_messages(
        {
            f"push:{pk}:{tables[entry]}": OutboxMessage(
                channel=OutboxMessage.Channel.PUSH, kind="push", payload={"follower": pk, "table": tables[entry]}
            )
            for pk, entry in followers.values_list("pk", "entry")
        }
    )


def result_to_confirm(table: Table, lines: Sequence[TableLine], sheet: Scoresheet) -> None:
    """Ask the lines that did not send this version of the sheet to confirm it."""
    others = [line for line in lines if line.index != sheet.entered_by_line]
    _write(
        [
            Note("result_to_confirm", entry, f"{table.pk}:{sheet.version}", {"table": table.pk})
            for _table, entry in _entries_with_mail([(table, others)])
        ]
    )


def invite(invitation: Invitation, nonce: str) -> None:
    """Tell somebody that a role is offered; the secret of the link is made from the nonce."""
    row = OutboxMessage.objects.create(
        kind=INVITATION,
        payload={
            "to": invitation.email,
            "invitation": invitation.pk,
            "nonce": nonce,
            "language": get_language() or "it",
        },
        dedupe_key=f"{INVITATION}:{invitation.pk}",
        run_at=timezone.now(),
    )
    workers.send_message(row.pk)


def to_account(kind: str, to: str, secret: str = "", until: datetime | None = None, key: str = "") -> None:
    """Write to the owner of an account, in the language of the page; ``secret`` is deleted once it is sent.

    Of several with one ``key`` only the first is sent.
    """
    payload: dict[str, Json] = {"to": to, "language": get_language() or "it"}
    if secret:
        payload["secret"] = secret
    if until is not None:
        payload["until"] = until.isoformat()
    row, is_new = OutboxMessage.objects.get_or_create(
        dedupe_key=f"{kind}:{key or token_hex(16)}",
        defaults={"kind": kind, "payload": payload, "run_at": timezone.now()},
    )
    if is_new:
        workers.send_message(row.pk)


def _entries_with_mail(tables: Iterable[tuple[Table, Sequence[TableLine]]]) -> list[tuple[Table, Entry]]:
    """Return the entries at the tables that are present and have a mail address."""
    return [(table, entry) for table, entry in _present(tables) if entry.contact]


def _present(tables: Iterable[tuple[Table, Sequence[TableLine]]]) -> list[tuple[Table, Entry]]:
    """Return the entries at the tables that are present; for the pair of a round those of its two members."""
    found = [
        (table, line.entry)
        for table, lines in tables
        for line in lines
        if line.entry is not None and not line.is_absent
    ]
    pairs = {entry.pk: table for table, entry in found if entry.status == Entry.Status.PAIR}
    if not pairs:
        return found
    members = EntryMember.objects.filter(entry__in=pairs, of__isnull=False).select_related("of")
    singly = [(table, entry) for table, entry in found if entry.pk not in pairs]
    return [*singly, *[(pairs[each.entry_id], each.of) for each in members if each.of is not None]]


def _write(notes: Iterable[Note]) -> None:
    """Write the messages that do not exist yet, and have them sent after the commit."""
    wanted = {note.key: note for note in notes if note.entry.contact}
    _put_messages(
        {
            key: OutboxMessage(kind=note.kind, payload={"to": note.entry.contact, "entry": note.entry.pk, **note.more})
            for key, note in wanted.items()
        }
    )


def _put_messages(messages: Mapping[str, OutboxMessage]) -> None:
    """Write rows, by their key, that do not exist yet."""
    if not messages:
        return
    known = set(OutboxMessage.objects.filter(dedupe_key__in=messages).values_list("dedupe_key", flat=True))
    now = timezone.now()
    rows = [message for key, message in messages.items() if key not in known]
    for key, message in messages.items():
        message.dedupe_key, message.run_at = key, now
    for row in OutboxMessage.objects.bulk_create(rows):
        tell = workers.send_alert if row.channel == OutboxMessage.Channel.PUSH else workers.send_message
        tell(row.pk)


def hand_on(gone: Entry, kept: Entry) -> None:
    """Move the letters of an entry that is about to be deleted to the entry that has its people.

    When somebody is made anonymous, their letters are found by the entry: without it their address would stay.
    """
    letters = list(OutboxMessage.objects.filter(channel=OutboxMessage.Channel.MAIL, payload__entry=gone.pk))
    for letter in letters:
        letter.payload = {**letter.payload, "entry": kept.pk}
    OutboxMessage.objects.bulk_update(letters, ["payload"])
