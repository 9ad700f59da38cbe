"""The treasurer's list: every cent of the drawer, entry by entry, on paper and for a spreadsheet."""

from io import BytesIO

import openpyxl
import pytest
from django.utils.translation import override

from tests.needs import needs
from tests.tournaments import factories as make
from tests.tournaments.views.counted import questions
from tests.tournaments.views.organiser.conftest import Desk, text
from tests.tournaments.views.organiser.printed import pdf_of, sheets_of
from tournaments.entries.reads.desk import entry_counts
from tournaments.entries.reads.treasury import ledger
from tournaments.entries.writes import entries, payments
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.jobs.reads.spreadsheets import TABLES, to_csv
from tournaments.models import Entry, Receipt, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("press")]


@pytest.fixture
def desk():
    return Desk(make.knockout(entries=4, fee_cents=1050))


def tick(desk: Desk, number: int, value: bool) -> Entry:
    entry = Entry.objects.get(tournament=desk.event, number=number)
    whose = {"actor": make.boss_of(desk.event), "tournament_id": desk.event.pk, "entry_id": entry.pk}
    return entries.tick_entry(**whose, field="fee_paid", value=value)


def test_the_list_agrees_with_the_drawer_to_the_cent(desk):
    boss = make.boss_of(desk.event)
    tick(desk, 1, True)
    left = tick(desk, 2, True)
    tick(desk, 3, True)
    tick(desk, 3, False)
    fourth = Entry.objects.get(tournament=desk.event, number=4)
    where = {"actor": boss, "tournament_id": desk.event.pk}
    payments.set_fee(**where, entry_id=fourth.pk, cents=333, reason="=under 18")
    entries.withdraw_before_draw(**where, entry_id=left.pk)
    found = ledger(desk.event)
    assert (found.due, found.paid, found.given_back, found.open) == (1050 + 1050 + 1050 + 333, 3150, 1050, 1383)
    assert found.cash == entry_counts(desk.event).cash_cents == sum(cents for *_hand, cents in found.by_hand) == 2100
    page = text(desk.get("print_money")).replace("\xa0", " ")
    assert "Total 34.83 € 31.50 € 10.50 € 13.83 € 0 €" in page
    assert f"In the drawer: 21 € {boss.user}: 21 €" in page
    csv = desk.client.get(desk.url("organise_table", "money", "csv")).content.decode("utf-8-sig").splitlines()
    assert ";3.33;'=under 18;0.00;0.00;3.33;" in csv[4]
    assert [row.split(";")[1] for row in csv[5:]] == ["Total", "In the drawer"]
    assert "21.00" in csv[6]


def test_what_was_paid_too_much_has_a_column_in_every_form_of_the_list(desk):
    entry = tick(desk, 1, True)
    reduced = {"entry_id": entry.pk, "cents": 345, "reason": "under 18"}
    payments.set_fee(actor=make.boss_of(desk.event), tournament_id=desk.event.pk, **reduced)
    page = text(desk.get("print_money")).replace("\xa0", " ")
    assert "Given back Open To give back" in page and "Total 34.95 € 10.50 € 0 € 31.50 € 7.05 €" in page
    sheet = desk.client.get(desk.url("organise_table", "money", "xlsx")).content
    rows = list(openpyxl.load_workbook(BytesIO(sheet)).worksheets[0].iter_rows(min_row=2))
    amounts = [[cell.value for cell in row if cell.number_format == "0.00"] for row in (rows[0], rows[-2], rows[-1])]
    assert amounts == [[3.45, 10.5, 0, 0, 7.05], [34.95, 10.5, 0, 31.5, 7.05], [10.5]]
    with override("it"):
        assert b";3,45;under 18;10,50;0,00;0,00;7,05;" in to_csv(TABLES["money"].rows(desk.event))


def test_the_list_takes_the_same_queries_for_one_entry_and_for_three(desk):
    asked = []
    for number in (1, 2, 3):
        tick(desk, number, True)
        asked.append(questions(desk.client, desk.url("print_money")))
    assert asked[0] == asked[2]


def test_the_desk_and_the_closing_lead_to_the_list(desk):
    for page in ("organise_arrivals", "organise_closing"):
        assert f'href="{desk.url("print_money")}"' in desk.get(page).content.decode()


def receipt(desk: Desk, entry: Entry):
    return desk.post("organise_receipt", entry=entry.pk)


def test_receipts_are_numbered_without_a_gap_and_given_once(desk):
    first, second = (Entry.objects.get(tournament=desk.event, number=number) for number in (1, 2))
    assert receipt(desk, first)["Location"] == desk.url("organise_arrivals")
    tick(desk, 2, True)
    tick(desk, 1, True)
    shown = [receipt(desk, entry)["Location"] for entry in (second, first, second, first)]
    assert shown == [f"{desk.url('print_receipts')}?numero={number}" for number in (1, 2, 1, 2)]
    page = text(desk.client.get(shown[0])).replace("\xa0", " ")
    assert "Receipt no. 1" in page and "10.50 €" in page and "Not a fiscal receipt" in page
    assert all(str(member.person) in page for member in second.members.all())
    assert "Receipt no. 2" not in page and desk.get("print_receipts", numero=3).status_code == 404
    payments.set_fee(
        actor=make.boss_of(desk.event), tournament_id=desk.event.pk, entry_id=first.pk, cents=1500, reason="late"
    )
    tick(desk, 1, True)
    assert receipt(desk, first)["Location"].endswith("numero=3")
    assert list(Receipt.objects.values_list("number", "cents")) == [(1, 1050), (2, 1050), (3, 450)]


def test_what_is_given_back_is_printed_once_on_the_newest_receipts_before_it(desk):
    entry = tick(desk, 1, True)
    receipt(desk, entry)
    where = {"actor": make.boss_of(desk.event), "tournament_id": desk.event.pk, "entry_id": entry.pk}
    payments.set_fee(**where, cents=1550, reason="with dinner")
    tick(desk, 1, False)
    tick(desk, 1, True)
    receipt(desk, entry)
    payments.set_fee(**where, cents=1000, reason="no dinner")
    payments.give_back_excess(**where)
    rows = list(Receipt.objects.values_list("number", "cents"))
    printed = {
        number: text(desk.get("print_receipts", numero=number)).replace("\xa0", " ").partition("Given back later")[2]
        for number, cents in rows
        if cents > 0
    }
    assert rows == [(1, 1050), (2, -1050), (3, 1550), (4, -550)]
    assert "10.50 € · Note of refund no. 2" in printed[1] and "no. 4" not in printed[1]
    assert "5.50 € · Note of refund no. 4" in printed[3] and "no. 2" not in printed[3]


def test_a_receipt_says_what_it_said_and_what_was_given_back_has_a_note(desk):
    entry = tick(desk, 1, True)
    old = [str(member.person) for member in entry.members.all()]
    receipt(desk, entry)
    where = {"actor": make.boss_of(desk.event), "tournament_id": desk.event.pk}
    new = NewEntry(people=(PersonName("Nuova", "Ada"), PersonName("Nuovo", "Ugo")))
    entries.rename_entry(**where, entry_id=entry.pk, new=new)
    name = desk.event.name
    Tournament.objects.filter(pk=desk.event.pk).update(name="Another event")
    payments.set_fee(**where, entry_id=entry.pk, cents=1000, reason="under 18")
    payments.give_back_excess(**where, entry_id=entry.pk)
    tick(desk, 1, False)
    assert list(Receipt.objects.values_list("number", "cents")) == [(1, 1050), (2, -50), (3, -1000)]
    first, note = (text(desk.get("print_receipts", numero=number)).replace("\xa0", " ") for number in (1, 2))
    assert "Receipt no. 1" in first and all(each in first for each in old) and "Nuova" not in first
    assert f"Entry fee, {name}," in first
    assert "Given back later 0.50 € · Note of refund no. 2" in first and "10 € · Note of refund no. 3" in first
    assert "Note of refund no. 2" in note and "Given back to Ada Nuova and Ugo Nuovo" in note
    assert "Given back later" not in note
    tick(desk, 1, True)
    assert receipt(desk, entry)["Location"].endswith("numero=4")
    assert Receipt.objects.latest("pk").cents == 1000


def test_money_that_was_brought_says_so_at_the_desk_and_in_the_list(desk):
    entry = tick(desk, 1, True)
    entry.payments.update(taken_by=None, is_imported=True)
    for page in ("organise_arrivals", "print_money"):
        assert "imported" in text(desk.get(page))
    sheet = desk.client.get(desk.url("organise_table", "money", "csv")).content.decode()
    assert sheet.splitlines()[1].endswith(" imported")


def test_the_receipts_of_two_singles_stay_with_their_pair():
    desk = Desk(make.knockout(entries=0, fee_cents=1000))
    where = {"actor": make.boss_of(desk.event), "tournament_id": desk.event.pk}
    new = [NewEntry(people=(PersonName(name),)) for name in ("Alfa", "Beta")]
    singles = [entries.enter_at_desk(**where, new=each, ticks=["fee_paid"]) for each in new]
    for entry in singles:
        receipt(desk, entry)
    pair = entries.pair_singles(**where, first_id=singles[0].pk, second_id=singles[1].pk)
    assert list(Receipt.objects.values_list("number", "entry")) == [(1, pair.pk), (2, pair.pk)]


@pytest.mark.full
@needs("pdftotext", "pango")
def test_a_receipt_is_a_sheet_of_a6(desk):
    tick(desk, 1, True)
    receipt(desk, Entry.objects.get(tournament=desk.event, number=1))
    assert sheets_of(pdf_of(desk, "receipts", turno=1)) == (1, ("297.638", "419.528"))
