"""The text of a message is written when it is sent, in the recipient's language; none if it is out of date."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import override

from tournaments.accounts.writes import accounts
from tournaments.accounts.writes.invitations import secret_of, thing
from tournaments.clubs.writes.clubs import still_open
from tournaments.events.reads.online import is_online
from tournaments.frame.reads.teams import people_of_entry
from tournaments.models import Entry, OutboxMessage, Table
from tournaments.outbox.messages import INVITATION


@dataclass(frozen=True, slots=True)
class Letter:
    """A subject on one line, and the text below it."""

    subject: str
    body: str


def letter(message: OutboxMessage) -> Letter | None:
    """Return the text of a message; None when its subject is gone or over, and nobody need know.

    A mail server that comes back after hours must not call anybody to a match played long ago.
    """
    if message.kind == INVITATION:
        offered = still_open().select_related("tournament", "club", "circuit", "made_by")
        invitation = offered.filter(pk=message.payload["invitation"]).first()
        if invitation is None:
            # It was accepted, revoked or deleted.
            return None
        link = reverse("invitation", args=[secret_of(message.payload["nonce"])])
        told = {
            "invitation": invitation,
            "thing": thing(invitation),
            "by": invitation.made_by,
            "link": f"{settings.SITE_URL}{link}",
        }
        return _write_letter(message.kind, message.payload["language"], told)
    if message.kind.startswith(accounts.OF_ACCOUNTS):
        text = accounts.letter_text(message)
        return None if text is None else _split(text)
    payload = message.payload
    entry = Entry.objects.select_related("tournament").filter(pk=payload["entry"]).first()
    if entry is None:
        return None
    context: dict[str, Any] = {
        "entry": entry,
        "tournament": entry.tournament,
        "site": settings.SITE_URL,
        "is_alone": entry.members.count() < people_of_entry(entry.tournament)[0],
    }
    if "table" in payload:
        table = (
            Table.objects.select_related("round").prefetch_related("lines__entry").filter(pk=payload["table"]).first()
        )
        if table is None or table.is_over:
            return None
        others = [line.entry.label for line in table.lines.all() if line.entry is not None and line.entry != entry]
        context |= {
            "table": table,
            "place": table.public_number,
            "others": ", ".join(others),
            "is_online": is_online(entry.tournament, table.round),
        }
    language = payload.get("language")
    if not language:
        # The one that the entry was made in.
        first = OutboxMessage.objects.filter(dedupe_key__startswith=f"sign_up_received:{entry.pk}:").first()
        language = (first.payload.get("language") if first else None) or settings.LANGUAGE_CODE
    return _write_letter(message.kind, language, context)


def _write_letter(kind: str, language: str, context: dict[str, Any]) -> Letter:
    """Return the text of a kind, in a language: the subject on the first line."""
    with override(language):
        text = render_to_string(f"mail/{kind}.txt", context)
    return _split(text)


def _split(text: str) -> Letter:
    """Split the subject, the first line, from the text."""
    subject, _blank, body = text.strip().partition("\n")
    return Letter(subject.strip(), body.strip() + "\n")
