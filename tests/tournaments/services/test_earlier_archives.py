"""Archives and backups from before a migration: what their rows and files lack is completed, what is odd is refused."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.tournaments import factories as make
from tests.tournaments.services import importing_archives as archives
from tests.tournaments.services.installations import emptied, run
from tournaments.backups.writes import archive, earlier_money, parts, restoring, rows, tables
from tournaments.entries.writes.entries import tick_entry
from tournaments.errors import RefusedError
from tournaments.frame.policies import Actor
from tournaments.models import AuditEntry, Entry, Payment, Receipt, Tie, Tournament

EVENING = datetime(2026, 3, 6, 20, 30, tzinfo=UTC)
LATER_THAT_EVENING = datetime(2026, 3, 6, 20, 45, tzinfo=UTC)
LATER = "0099_contacts_and_ties"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _data(settings: Any, tmp_path: Any) -> None:
    settings.DATA_DIR = tmp_path


@pytest.fixture
def later(monkeypatch: Any) -> Any:
    """Play that a later migration made the column of contacts and the table of ties; files that are made lack both."""
    ours = archive.migrations_here()
    had = {name: names - {"contact"} for name, names in tables.columns_at(ours[-1]).items() if name != parts.label(Tie)}
    columns = rows.columns

    def then() -> None:
        monkeypatch.undo()
        monkeypatch.setattr(tables, "migrations_here", lambda: [*ours, LATER])
        monkeypatch.setattr(tables, "columns_at", lambda _migration: had)

    kept = [model for model in parts.MODELS if model is not Tie]
    monkeypatch.setattr(parts, "MODELS", tuple(kept))
    monkeypatch.setattr(rows, "columns", lambda model: [each for each in columns(model) if each.name != "contact"])
    return then


def test_a_backup_from_before_a_migration_is_restored_with_what_came_later(later: Any, tmp_path: Any, settings: Any):
    event = make.finished(entries=3)
    Entry.objects.update(contact="gone@example.org")
    made = run("backup", tmp_path / "old.zip")
    emptied()
    later()
    settings.DATA_DIR = tmp_path

    assert run("restore", tmp_path / "old.zip") == made
    call_command("verify")
    assert set(Entry.objects.values_list("contact", flat=True)) == {""}
    assert make.fresh(event).status == "finished"


def test_an_event_from_before_a_migration_is_brought(later: Any, tmp_path: Any, monkeypatch: Any, settings: Any):
    from tournaments.jobs.writes import event_archive

    chosen = event_archive.sections
    monkeypatch.setattr(
        event_archive, "sections", lambda event: {model: q for model, q in chosen(event).items() if model is not Tie}
    )
    data = archives.archive_of(make.finished(entries=3))
    later()
    settings.DATA_DIR = tmp_path

    assert archives.brought(archives.bring(data)).status == Tournament.Status.FINISHED


@pytest.mark.parametrize("line", [b"{", b"[]", b'{"fields": 7}', b'{"fields": {}}', b"7"])
def test_what_is_no_row_is_left_for_who_reads_it(line: bytes):
    assert tables.Tables({"tournaments.entry": frozenset()}).fill_defaults(Entry, line) == line


def test_a_row_of_these_tables_is_left_as_it_is():
    make.finished(entries=3)
    line = next(rows.lines(Entry))
    assert tables.Tables().fill_defaults(Entry, line) is line
    assert tables.Tables(tables.columns_at(archive.migrations_here()[-1])).fill_defaults(Entry, line) is line
    assert json.loads(line)["fields"].keys() < tables.columns_at(archive.migrations_here()[-1])["tournaments.entry"] | {
        "x"
    }


def test_tables_of_before_the_first_release_and_with_gaps_are_refused():
    ours = archive.migrations_here()
    told = {"scope": "event", "made_at": "", "checksum": "", "parts": {}}
    for theirs, code in (
        (ours[:2], "backup_older_tables"),
        ([], "backup_older_tables"),
        (ours[1:], "backup_older_tables"),
        ([*ours, "9999"], "backup_newer_tables"),
    ):
        with pytest.raises(RefusedError, match=code):
            tables.tables_of(archive.Manifest(migrations=theirs, **told))
    assert restoring.tables_of is tables.tables_of


def back_to(migration: str) -> None:
    MigrationExecutor(connection).migrate([("tournaments", migration)])


def forth() -> None:
    newest = MigrationExecutor(connection)
    newest.migrate(newest.loader.graph.leaf_nodes("tournaments"))


def by_migrations() -> None:
    back_to("0013_time_at_tables")
    forth()


# What a migration did once does not change: a full run asks it.
TO_PAYMENTS = [
    pytest.param(by_migrations, marks=pytest.mark.full),
    lambda: earlier_money.rows_for_paid(Entry.objects.all()),
]


@pytest.mark.parametrize("completed", TO_PAYMENTS)
def test_a_fee_paid_before_payments_had_rows_gets_one(completed: Any):
    for fee in (2000, 0):
        event = make.knockout(entries=3, fee_cents=fee)
        Entry.objects.filter(tournament=event, number__lte=2).update(fee_paid=True)
    completed()
    assert list(Payment.objects.values_list("entry__number", "cents")) == [(1, 2000), (2, 2000)]


@pytest.mark.parametrize("completed", TO_PAYMENTS)
def test_a_fee_of_before_has_the_moment_and_the_account_of_its_tick(completed: Any):
    event = make.knockout(entries=2, fee_cents=2000)
    boss = make.boss_of(event)
    ticked, other = event.entries.order_by("number")
    tick_entry(actor=boss, tournament_id=event.pk, entry_id=ticked.pk, field="fee_paid", value=True)
    Payment.objects.all().delete()
    Entry.objects.filter(tournament=event).update(fee_paid=True, created_at=EVENING)
    AuditEntry.objects.filter(tournament=event).update(at=LATER_THAT_EVENING)
    completed()
    assert list(Payment.objects.values_list("entry", "taken_at", "taken_by", "is_imported")) == [
        (ticked.pk, LATER_THAT_EVENING, boss.user.pk, False),
        (other.pk, EVENING, None, True),
    ]


@pytest.mark.full
def test_receipts_of_before_say_whose_and_what_for_they_are():
    event = make.knockout(entries=1, fee_cents=2000)
    entry = event.entries.get()
    back_to("0020_club_logos")
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tournaments_receipt (tournament_id, entry_id, number, cents, made_at)"
            " VALUES (%s, %s, 1, 2000, %s)",
            [event.pk, entry.pk, EVENING],
        )
    forth()
    receipt = Receipt.objects.get()
    people = [member.person for member in entry.members.all()]
    assert receipt.payers == [{"person": person.pk, "name": str(person)} for person in people]
    assert (receipt.event_name, receipt.event_starts_at) == (event.name, event.starts_at)


def hands_of(event: Tournament) -> list[Any]:
    return list(Payment.objects.filter(entry__tournament=event).values_list("cents", "taken_at", "taken_by"))


def completed_again() -> None:
    """What came with the tables of today is made once more."""
    back_to("0022_sealed_lists")
    forth()


@pytest.mark.full
def test_money_that_the_log_has_a_row_of_keeps_its_moment_and_its_hand():
    """A program that took it, or a note of excess that it gave back, has no account; a name may have changed since."""
    event = make.knockout(entries=2, fee_cents=1000)
    boss, program = make.boss_of(event), Actor(label="program")
    first, second = event.entries.order_by("number")
    tick_entry(actor=boss, tournament_id=event.pk, entry_id=first.pk, field="fee_paid", value=True)
    tick_entry(actor=program, tournament_id=event.pk, entry_id=second.pk, field="fee_paid", value=True)
    Payment.objects.create(entry=first, cents=-500, taken_at=EVENING)
    Entry.objects.filter(pk=second.pk).update(label="Renamed")
    AuditEntry.objects.filter(target=str(second)).update(at=LATER_THAT_EVENING)
    second.payments.update(taken_at=LATER_THAT_EVENING)
    before = hands_of(event)
    completed_again()
    assert hands_of(event) == before
    assert not Payment.objects.filter(is_imported=True).exists()


@pytest.mark.full
def test_the_tables_of_before_notes_of_refund_are_come_back_to_without_the_notes():
    event = make.knockout(entries=1, fee_cents=2000)
    for number, cents in ((1, 2000), (2, -2000)):
        Receipt.objects.create(tournament=event, entry=event.entries.get(), number=number, cents=cents)
    try:
        back_to("0022_sealed_lists")
    finally:
        forth()
    assert list(Receipt.objects.values_list("number", "cents")) == [(1, 2000)]


@pytest.mark.parametrize("completed", TO_PAYMENTS)
def test_a_tick_of_a_name_that_two_entries_have_is_nobodys(completed: Any):
    event = make.knockout(entries=2, fee_cents=2000)
    Entry.objects.filter(tournament=event).update(label="Same", created_at=EVENING)
    ticked = event.entries.order_by("number")[1]
    tick_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=ticked.pk, field="fee_paid", value=True)
    Payment.objects.all().delete()
    Entry.objects.filter(tournament=event).update(fee_paid=True)
    AuditEntry.objects.filter(tournament=event).update(at=LATER_THAT_EVENING)
    completed()
    assert hands_of(event) == [(2000, EVENING, None)] * 2


def money_of_before(event: Tournament) -> None:
    """A row that was made of a tick, one that a program took, and a receipt without words, as 0022 has them."""
    first, second = event.entries.order_by("number")
    Entry.objects.filter(tournament=event).update(created_at=EVENING, fee_paid=True)
    Payment.objects.create(entry=first, cents=2000, taken_at=LATER_THAT_EVENING)
    tick_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=second.pk, field="checked_in", value=True)
    ticked = AuditEntry.objects.filter(tournament=event, verb="entry_ticked").get()
    Payment.objects.create(entry=second, cents=2000, taken_at=ticked.at)
    Receipt.objects.create(tournament=event, entry=first, number=1, cents=2000)


@pytest.fixture
def at_0022(monkeypatch: Any) -> Any:
    """Files that are made meanwhile are of the tables of 0022; what comes back lets them be read."""
    ours, columns = archive.migrations_here(), rows.columns
    theirs = ours[: ours.index("0022_sealed_lists") + 1]
    had = tables.columns_at(theirs[-1])
    monkeypatch.setattr(archive, "migrations_here", lambda: theirs)

    def kept(model: Any) -> list[Any]:
        names = had.get(parts.label(model))
        return [each for each in columns(model) if names is None or each.name in names]

    monkeypatch.setattr(rows, "columns", kept)
    return monkeypatch.undo


@pytest.mark.parametrize("whole", [True, False], ids=["backup", "archive"])
def test_money_of_the_tables_of_0022_is_completed(at_0022: Any, whole: bool, tmp_path: Any, settings: Any):
    event = make.knockout(entries=2, fee_cents=2000)
    money_of_before(event)
    starts, taken_at = event.starts_at, hands_of(event)[1][1]
    if whole:
        run("backup", tmp_path / "old.zip")
        emptied()
    else:
        data = archives.archive_of(event)
    at_0022()
    settings.DATA_DIR = tmp_path
    if whole:
        run("restore", tmp_path / "old.zip")
    else:
        event = archives.brought(archives.bring(data))

    receipt = Receipt.objects.filter(tournament=event).get()
    people = [member.person for member in receipt.entry.members.all()]
    assert receipt.payers == [{"person": person.pk, "name": str(person)} for person in people]
    assert (receipt.event_name, receipt.event_starts_at) == (event.name, starts)
    assert hands_of(event) == [(2000, EVENING, None), (2000, taken_at, None)]
    known = Payment.objects.filter(entry__tournament=event).values_list("is_imported", flat=True)
    assert list(known) == [True, not whole]
