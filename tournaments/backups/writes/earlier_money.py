"""Payments in an archive of an earlier release, completed as the migrations do it here."""

from collections import Counter
from datetime import datetime, timedelta
from typing import Final

from django.db.models import F, QuerySet

from tournaments.backups.writes.tables import Tables
from tournaments.entries.writes.payments import payers_of
from tournaments.models import AuditEntry, Entry, Payment, Receipt

# A payment and its audit row are written together.
TOGETHER: Final = timedelta(seconds=5)

Ticks = dict[tuple[int, str], list[tuple[datetime, int | None]]]


def complete(entries: QuerySet[Entry], tables: Tables) -> None:
    """Complete the payments of entries that come from an earlier release, as the migrations do."""
    if not tables.have(Payment):
        rows_for_paid(entries)
    elif not tables.have_column(Payment, "is_imported"):
        # Payments made from ticks get their moment and the account that took them. Other rows have no account either: a
        # program took them, or the account is gone. Their audit row has the same moment.
        unknown = Payment.objects.filter(
            entry__in=entries, taken_by=None, cents__gt=0, cents=F("entry__tournament__fee_cents")
        )
        ticks, rows = _ticks(entries), []
        for row in unknown.select_related("entry"):
            about = (row.taken_at - TOGETHER, row.taken_at + TOGETHER)
            if not AuditEntry.objects.filter(tournament=row.entry.tournament_id, at__range=about).exists():
                _give_hand(row, ticks)
                rows.append(row)
        Payment.objects.bulk_update(rows, ["taken_at", "taken_by", "is_imported"], batch_size=100)
    if not tables.have_column(Receipt, "payers"):
        # Each receipt says who paid and what for, as far as it is still known.
        found = Receipt.objects.filter(entry__in=entries).select_related("tournament")
        receipts = list(found.prefetch_related("entry__members__person"))
        for receipt in receipts:
            receipt.payers = payers_of([member.person for member in receipt.entry.members.all()])
            receipt.event_name, receipt.event_starts_at = receipt.tournament.name, receipt.tournament.starts_at
        Receipt.objects.bulk_update(receipts, ["payers", "event_name", "event_starts_at"], batch_size=100)


def rows_for_paid(entries: QuerySet[Entry]) -> None:
    """Give each paid entry one payment of the fee: for archives from before payments had rows of their own."""
    paid = entries.filter(fee_paid=True, tournament__fee_cents__gt=0).select_related("tournament").order_by("pk")
    rows = [Payment(entry=entry, cents=entry.tournament.fee_cents) for entry in paid]
    ticks = _ticks(paid)
    for row in rows:
        _give_hand(row, ticks)
    Payment.objects.bulk_create(rows, batch_size=500)


def _ticks(entries: QuerySet[Entry]) -> Ticks:
    """Return when entries were ticked as paid, and by which account: two entries may share the label in the log."""
    events = entries.order_by().values("tournament")
    have = Counter(Entry.objects.filter(tournament__in=events).values_list("tournament", "label"))
    ticked = AuditEntry.objects.filter(tournament__in=events, verb="entry_ticked", after__fee_paid=True)
    found: Ticks = {}
    for event, name, at, hand in ticked.order_by("pk").values_list("tournament", "target", "at", "actor"):
        if event is not None and have[event, name] == 1:
            found.setdefault((event, name), []).append((at, hand))
    return found


def _give_hand(row: Payment, ticks: Ticks) -> None:
    """Take the last tick before a payment; where the log has none, the payment has the entry's own moment."""
    known = ticks.get((row.entry.tournament_id, row.entry.label), [])
    before = [tick for tick in known if tick[0] <= row.taken_at]
    row.taken_at, row.taken_by_id = before[-1] if before else (row.entry.created_at, None)
    row.is_imported = row.taken_by_id is None
