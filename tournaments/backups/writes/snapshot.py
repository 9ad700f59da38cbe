"""One moment of the database: its snapshot, its checksum, and the sequences of its keys."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, Final

from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.models import AutoField

from tournaments.backups.writes.parts import BEATS, MODELS, AnyModel, label
from tournaments.backups.writes.rows import lines
from tournaments.frame.writes.stalled import THINKING


@contextmanager
def snapshot() -> Iterator[None]:
    """Read everything as of one moment, on this thread's connection; it blocks nobody and cannot write.

    On SQLite in WAL mode a reader keeps the state of its first read. The transaction must not take the write lock, as
    all others do at their beginning. On PostgreSQL it is REPEATABLE READ.
    """
    connection: Any = connections[DEFAULT_DB_ALIAS]
    if connection.in_atomic_block:
        raise RuntimeError("a snapshot begins its own transaction")
    connection.ensure_connection()
    if connection.vendor != "sqlite":
        with transaction.atomic():
            _run(connection, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            # Writing the file between two reads may take longer than the timeout of a page.
            _run(connection, "SET LOCAL idle_in_transaction_session_timeout = '5min'")
            _run(connection, f"SET LOCAL application_name = '{THINKING}'")
            _run(connection, "SELECT count(*) FROM django_migrations")
            yield
        return
    usual = connection.transaction_mode
    connection.transaction_mode = "DEFERRED"
    try:
        with transaction.atomic():
            _run(connection, "PRAGMA query_only=ON")
            # A deferred transaction sees the state at its first read.
            _run(connection, "SELECT count(*) FROM django_migrations")
            yield
    finally:
        connection.transaction_mode = usual
        _run(connection, "PRAGMA query_only=OFF")


def _run(connection: Any, statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


MODULUS: Final = 1 << 256


class PartSum:
    """The sum of the digests of a model's rows, modulo 2**256, and their number: needs no order and no memory."""

    __slots__ = ("count", "total")

    def __init__(self) -> None:
        self.count, self.total = 0, 0

    def add(self, line: bytes) -> None:
        self.total = (self.total + int.from_bytes(sha256(line).digest(), "big")) % MODULUS
        self.count += 1

    def join(self, other: "PartSum") -> None:
        """Add the rows of another part."""
        self.total = (self.total + other.total) % MODULUS
        self.count += other.count

    @classmethod
    def of(cls, text: str) -> "PartSum":
        """Return the sum that ``str`` wrote."""
        found = cls()
        count, _colon, total = text.partition(":")
        found.count, found.total = int(count), int(total, 16)
        return found

    def __str__(self) -> str:
        return f"{self.count}:{self.total:064x}"


def checksum(sums: dict[AnyModel, PartSum]) -> str:
    """Return the checksum of an installation from the sums of its models; pulses are no data and do not count."""
    told = sorted(f"{label(model)}={found}" for model, found in sums.items() if model not in BEATS)
    return sha256("\n".join(told).encode()).hexdigest()


def of_installation() -> str:
    """Return the checksum of the current rows; called inside a snapshot."""
    sums = {model: PartSum() for model in MODELS}
    for model, found in sums.items():
        for line in lines(model):
            found.add(line)
    return checksum(sums)


# Models whose keys the database gives out; the keys of the others follow from their subject.
NUMBERED: Final = tuple(model for model in MODELS if isinstance(model._meta.pk, AutoField))


def highest_keys() -> dict[str, int]:
    """Return the highest key that each model's table has given out."""
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        return {label(model): _last(cursor, model._meta.db_table) for model in NUMBERED}


def _last(cursor: Any, table: str) -> int:
    if cursor.db.vendor == "sqlite":
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
    else:
        cursor.execute(
            "SELECT last_value FROM pg_sequences WHERE schemaname = current_schema()"
            " AND format('%%I.%%I', schemaname, sequencename) = pg_get_serial_sequence(%s, 'id')",
            [table],
        )
    row = cursor.fetchone()
    return int(row[0] or 0) if row else 0


def go_on_after(last: Mapping[str, int]) -> None:
    """Set the sequences above the existing rows and above the keys in ``last``."""
    connection = connections[DEFAULT_DB_ALIAS]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(MODELS)):
            cursor.execute(statement)
        for model in NUMBERED:
            table, wanted = model._meta.db_table, last.get(label(model), 0)
            if wanted <= _last(cursor, table):
                continue
            if connection.vendor != "sqlite":
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [table, wanted])
                continue
            cursor.execute("UPDATE sqlite_sequence SET seq = %s WHERE name = %s", [wanted, table])
            if cursor.rowcount == 0:
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, wanted])
