"""Money by every way that it goes: what is owed, taken and given back always adds up, to the cent."""

import random

import pytest

from tests.searching import in_short, seeds
from tests.tournaments import factories as make
from tournaments.entries.reads.desk import entry_counts
from tournaments.entries.reads.fees import sums
from tournaments.entries.reads.treasury import ledger, receipts
from tournaments.entries.writes import entries, payments
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.errors import RefusedError
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db

FEE, RAISED = 1000, 1500


class Till:
    """An event for pairs with a fee, and the steps at its desk."""

    def __init__(self, kind: str = "person", **more: object) -> None:
        self.event = make.knockout(entries=0, fee_cents=FEE, fee_kind=kind, **more)
        self.where = {"actor": make.boss_of(self.event), "tournament_id": self.event.pk}

    def enter(self, *names: str) -> Entry:
        return entries.enter_at_desk(**self.where, new=NewEntry(people=tuple(map(PersonName, names))))

    def pay(self, entry: Entry, *, value: bool = True) -> Entry:
        return entries.tick_entry(**self.where, entry_id=entry.pk, field="fee_paid", value=value)

    def ask(self, cents: int) -> None:
        Tournament.objects.filter(pk=self.event.pk).update(fee_cents=cents)
        self.event.refresh_from_db()

    def reduce(self, entry: Entry, cents: int | None) -> Entry:
        return payments.set_fee(**self.where, entry_id=entry.pk, cents=cents, reason="socio")

    def pair(self, first: Entry, second: Entry) -> Entry:
        return entries.pair_singles(**self.where, first_id=first.pk, second_id=second.pk)

    def money(self) -> tuple[int, ...]:
        return tuple(sums(self.event))[:4]


def any_step(till: Till, lots: random.Random, number: int) -> None:
    """Something that a desk does, or tries to do."""
    found = list(Entry.objects.filter(tournament=till.event))
    entry = lots.choice(found) if found else None
    step = lots.randrange(8)
    if step < 2 or entry is None:
        till.enter(*[f"N{number}{letter}" for letter in "ab"[: lots.randint(1, 2)]])
    elif step == 2:
        till.pay(entry, value=lots.random() < 0.8)
    elif step == 3:
        till.reduce(entry, lots.choice((None, 0, 333, FEE * 2, 2501)))
    elif step == 4:
        payments.give_back_excess(**till.where, entry_id=entry.pk)
    elif step == 5:
        entries.withdraw_before_draw(**till.where, entry_id=entry.pk)
    elif step == 6:
        till.ask(lots.choice((0, 501, FEE, RAISED)))
    else:
        singles = [each for each in found if each.status == Entry.Status.SINGLE]
        till.pair(*lots.sample(singles, 2)) if len(singles) > 1 else till.pay(entry)


@pytest.mark.parametrize("kind", ["person", "entry"])
@pytest.mark.parametrize("seed", seeds(2))
def test_what_was_taken_is_what_was_asked_less_what_is_open_and_what_is_too_much(kind, seed):
    till, lots = Till(kind, capacity=9), random.Random(f"{kind} {seed}")
    for number in range(in_short(40, 60)):
        try:
            any_step(till, lots, number)
        except RefusedError:
            continue
        book, all_of_it = ledger(till.event), sums(till.event)
        for each in (book, *book.lines):
            assert each.paid - each.given_back == each.due - each.open + each.excess
        assert all_of_it == (book.due, book.cash, book.open, book.excess, sum(bool(line.open) for line in book.lines))
        counts = entry_counts(till.event)
        assert (counts.due_cents, counts.cash_cents) == (book.due, book.cash)


@pytest.mark.parametrize("status", ["waiting", "withdrawn", "pending", "rejected"])
def test_nobody_pays_who_is_asked_for_nothing(status):
    till = Till()
    entry = till.enter("Alfa", "Beta")
    Entry.objects.filter(pk=entry.pk).update(status=status)
    with pytest.raises(RefusedError) as refused:
        till.pay(entry)
    assert (refused.value.code, till.money()) == ("arrival_done", (0, 0, 0, 0))
    assert not Entry.objects.get(pk=entry.pk).fee_paid


def test_a_single_counts_for_the_fees_that_are_open():
    till = Till()
    till.enter("Alfa")
    assert till.money() == (FEE, 0, FEE, 0)


@pytest.mark.parametrize(
    ("kind", "reduced", "due"),
    [
        pytest.param("person", (None, 400), FEE + 400, id="each pays the own part"),
        pytest.param("person", (0, 400), 400, id="one of them pays nothing"),
        pytest.param("entry", (None, 400), (FEE + 400) // 2, id="each brings half"),
        pytest.param("entry", (401, 400), 400, id="half a cent is nobody's"),
        pytest.param("entry", (None, None), FEE, id="the fee of the event"),
    ],
)
def test_two_singles_bring_what_each_had_to_pay(kind, reduced, due):
    till = Till(kind)
    singles = [till.enter(name) for name in ("Alfa", "Beta")]
    for entry, cents in zip(singles, reduced, strict=True):
        if cents is not None:
            till.reduce(entry, cents)
    pair = till.pair(*singles)
    assert (till.money(), pair.fee_cents is None) == ((due, 0, due, 0), reduced == (None, None))


@pytest.mark.parametrize(("kind", "excess", "half"), [("person", 0, RAISED), ("entry", FEE, (FEE + RAISED) // 2 - FEE)])
def test_two_who_paid_owe_nothing_as_a_pair_after_the_fee_is_raised(kind, excess, half):
    till = Till(kind)
    first, second, third, fourth = (till.enter(name) for name in ("Alfa", "Beta", "Gamma", "Delta"))
    for entry in (first, second, third):
        till.pay(entry)
    till.ask(RAISED)
    pair = till.pair(first, second)
    assert pair.fee_paid
    assert [ledger(till.event).lines[0].open, ledger(till.event).lines[0].excess] == [0, excess]
    assert not till.pair(third, fourth).fee_paid
    assert ledger(till.event).lines[1].open == half


def test_what_was_given_back_to_a_single_stays_on_its_receipt_when_it_is_of_a_pair():
    till = Till()
    first, second = (till.enter(name) for name in ("Anna", "Bea"))
    for entry in (first, second):
        till.pay(entry)
        payments.give_receipt(**till.where, entry_id=entry.pk)
    till.pay(first, value=False)
    till.pair(first, second)
    given = [
        (each.receipt.number, [(back.note.number, back.cents) for back in each.back]) for each in receipts(till.event)
    ]
    assert given == [(1, [(3, FEE)]), (2, []), (3, [])]
