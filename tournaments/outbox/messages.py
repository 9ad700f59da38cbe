"""Mail to write: a row with the fact it tells; ``services.outbox`` sends it after the commit."""

from django.utils import timezone
from django.utils.translation import get_language

from tournaments.models import Entry, OutboxMessage, Tournament


def sign_up_received(entry: Entry, tournament: Tournament) -> None:
    """Tell who signed up that the entry has arrived."""
    _write("sign_up_received", entry, tournament)


def entry_decided(entry: Entry, tournament: Tournament) -> None:
    """Tell who signed up what became of the entry."""
    _write(f"entry_{entry.status}", entry, tournament)


def _write(kind: str, entry: Entry, tournament: Tournament) -> None:
    if not entry.contact:
        return
    OutboxMessage.objects.get_or_create(
        dedupe_key=f"{kind}:{entry.pk}:{tournament.version}",
        defaults={
            "kind": kind,
            "payload": {"to": entry.contact, "entry": entry.pk, "language": get_language() or "it"},
            "run_at": timezone.now(),
        },
    )
