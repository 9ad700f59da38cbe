"""The treasurer's list, on paper and as a spreadsheet: each entry's money and receipts; and a person's receipts."""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from tournaments.entries.reads.desk import entries_of
from tournaments.entries.reads.fees import OWING, account
from tournaments.models import Entry, Payment, Receipt, Tournament


class Hand(NamedTuple):
    """One payment, negative for a refund; ``who`` is empty where no account took it."""

    cents: int
    who: str
    is_imported: bool
    at: datetime


class TreasuryLine(NamedTuple):
    """The money of one entry."""

    entry: Entry
    people: str
    due: int
    paid: int
    given_back: int
    open: int
    excess: int
    hands: Sequence[Hand]


class Back(NamedTuple):
    """What a later note of refund gave back of a receipt, in cents."""

    note: Receipt
    cents: int


class GivenReceipt(NamedTuple):
    """A receipt or a note of refund; of a receipt, what was given back of it later."""

    receipt: Receipt
    back: Sequence[Back]


def receipts_of(people: Collection[int]) -> QuerySet[Receipt]:
    """Return the receipts that one of these people paid, also for an entry that somebody else plays in by now."""
    theirs = Q(pk=None)
    for index in range(Receipt.MOST_PAYERS):
        theirs |= Q(**{f"payers__{index}__person__in": list(people)})
    return Receipt.objects.filter(theirs).order_by("pk")


def receipts(tournament: Tournament, number: int | None = None) -> list[GivenReceipt]:
    """Return the receipts, or the one with a number; in two queries.

    A note of refund gives back of the newest receipts of its entry before it. Those of the same people come first: a
    pair has the receipts that its players got before they met.
    """
    rows = Receipt.objects.filter(tournament=tournament).order_by("number")
    back: dict[int, list[Back]] = {}
    left: dict[int, list[Receipt]] = {}
    rests: dict[int, int] = {}
    for row in rows:
        kept = left.setdefault(row.entry_id, [])
        if row.cents > 0:
            rests[row.pk] = row.cents
            kept.insert(0, row)
            continue
        rest = -row.cents
        for receipt in sorted(kept, key=lambda receipt: _people(receipt) != _people(row)):
            part = min(rest, rests[receipt.pk])
            if part:
                back.setdefault(receipt.pk, []).append(Back(row, part))
                rests[receipt.pk] -= part
                rest -= part
    found = rows.select_related("entry", "made_by")
    return [
        GivenReceipt(each, back.get(each.pk, [])) for each in (found if number is None else found.filter(number=number))
    ]


def _people(receipt: Receipt) -> list[int | None]:
    return [payer.get("person") for payer in receipt.payers]


class Ledger(NamedTuple):
    """The money of an event. ``cash`` is the drawer's content: paid less given back; ``by_hand`` is by who took it."""

    lines: Sequence[TreasuryLine]
    due: int
    paid: int
    given_back: int
    open: int
    excess: int
    by_hand: Sequence[tuple[str, bool, int]]

    @property
    def cash(self) -> int:
        return self.paid - self.given_back


def ledger(tournament: Tournament) -> Ledger:
    """Return all entered entries, and all others that have paid, by number; in three queries."""
    payments = Payment.objects.select_related("taken_by").order_by("pk")
    moved = Exists(Payment.objects.filter(entry=OuterRef("pk")))
    rows = entries_of(tournament).filter(Q(status__in=OWING) | moved)
    lines: list[TreasuryLine] = []
    by_hand = Counter[tuple[str, bool]]()
    for entry in rows.prefetch_related(Prefetch("payments", payments)):
        hands = [
            Hand(row.cents, str(row.taken_by or ""), row.is_imported, row.taken_at) for row in entry.payments.all()
        ]
        for hand in hands:
            by_hand[hand.who, hand.is_imported] += hand.cents
        paid = sum(hand.cents for hand in hands if hand.cents > 0)
        given_back = -sum(hand.cents for hand in hands if hand.cents < 0)
        money = account(tournament, entry, paid - given_back)
        people = ", ".join(str(member.person) for member in entry.members.all())
        lines.append(TreasuryLine(entry, people, money.due, paid, given_back, money.open, money.excess, hands))
    return Ledger(
        lines,
        due=sum(line.due for line in lines),
        paid=sum(line.paid for line in lines),
        given_back=sum(line.given_back for line in lines),
        open=sum(line.open for line in lines),
        excess=sum(line.excess for line in lines),
        by_hand=[(*hand, cents) for hand, cents in by_hand.items() if cents],
    )
