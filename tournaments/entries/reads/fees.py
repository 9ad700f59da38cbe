"""The money of entries, in cents: what each has to pay, has paid, still owes or gets back."""

from typing import NamedTuple

from django.db.models import Aggregate, Count, Model, OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce

from tournaments.models import Entry, EntryMember, Payment, Tournament

# Entries that may still be asked for money; those that wait, were refused or have left owe nothing.
OWING = (Entry.Status.CONFIRMED, Entry.Status.SINGLE)


class Account(NamedTuple):
    """The money of an entry: ``due`` always equals what is held and still open, less what was paid too much."""

    due: int
    held: int
    open: int
    excess: int


class Sums(NamedTuple):
    """The money of all entries of an event; ``owing`` counts those that have something open."""

    due: int
    held: int
    open: int
    excess: int
    owing: int


class Uneven(NamedTuple):
    """An entry that still owes money, or that has to be given some back."""

    entry: Entry
    money: Account


def usual_fee(tournament: Tournament, *, people: int) -> int:
    """Return the fee of an entry with so many people, without a reduction."""
    return tournament.fee_cents * (people if tournament.fee_kind == Tournament.FeeKind.PERSON else 1)


def due(tournament: Tournament, entry: Entry) -> int:
    """Return the whole amount that an entry, with its members loaded, has to pay."""
    if entry.fee_cents is not None:
        return entry.fee_cents
    return usual_fee(tournament, people=len(entry.members.all()))


def account(tournament: Tournament, entry: Entry, held: int) -> Account:
    """Return the money of an entry for which ``held`` was taken and not given back."""
    return _account(due(tournament, entry), held, status=entry.status, is_paid=entry.fee_paid)


def _account(whole: int, held: int, *, status: str, is_paid: bool) -> Account:
    """Compute the account of an entry: one that has paid owes nothing more when the event's fee is raised."""
    if is_paid or status not in OWING:
        whole = min(whole, held)
    return Account(whole, held, max(0, whole - held), max(0, held - whole))


def held_cents(entry: Entry) -> int:
    """Return the cents taken for an entry, less those given back."""
    return int(entry.payments.aggregate(cents=Sum("cents", default=0))["cents"])


def sums(tournament: Tournament) -> Sums:
    """Return the sums of all entries, in one query: the database counts entries with the same account together."""
    groups = (
        Entry.objects.filter(tournament=tournament)
        .annotate(people=_by_entry(EntryMember, Count("pk")), taken=_by_entry(Payment, Sum("cents")))
        .order_by()
        .values_list("status", "fee_paid", "fee_cents", "people", "taken")
        .annotate(count=Count("pk"))
    )
    totals = [0] * len(Sums._fields)
    for status, is_paid, fee_cents, people, taken, count in groups:
        whole = usual_fee(tournament, people=people) if fee_cents is None else fee_cents
        money = _account(whole, taken, status=status, is_paid=is_paid)
        for at, value in enumerate((*money, bool(money.open))):
            totals[at] += value * count
    return Sums(*totals)


def uneven(tournament: Tournament) -> list[Uneven]:
    """Return the entries whose money is not even, by number: in a sum what one owes hides what another gets back."""
    rows = Entry.objects.filter(tournament=tournament).order_by("number").prefetch_related("members")
    found = [
        Uneven(entry, account(tournament, entry, entry.taken))
        for entry in rows.annotate(taken=_by_entry(Payment, Sum("cents")))
    ]
    return [each for each in found if each.money.open or each.money.excess]


def _by_entry(model: type[Model], value: Aggregate) -> Coalesce:
    """Return a sum over the rows of an entry, 0 without rows."""
    rows = model._default_manager.filter(entry=OuterRef("pk")).order_by().values("entry")
    return Coalesce(Subquery(rows.annotate(value=value).values("value")), 0)
