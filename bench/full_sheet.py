"""A result with every deal written down, by the service alone; and the check of such an event's records.

``python -m bench.full_sheet``. Matches of the preset that the set-up offers first, played to their end card by card,
each entered at once as its own durable transaction. The floor is the four statements of ``bench.floor_site`` on the
same database, in turns. All times are of the processor: by the clock they would tell what else the machine does. The
deals of the matches are drawn from eighty, so what is remembered of a deal is forgotten before each measurement.
"""

import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

from bench.events import organiser, set_up
from bench.figures import p50, p95
from bench.record import record

PAIRS = 128
PRESET = "valliadi_2022"


def processor_ms(work: Callable[[], object]) -> float:
    """Return the milliseconds of the processor that this thread takes for it."""
    begun = time.thread_time()
    work()
    return (time.thread_time() - begun) * 1000


def bare_result() -> None:
    """Lock, write, advance, append: the minimum of a result, on tables of its own."""
    from django.db import connection, transaction

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE bare_event SET version = version + 1 WHERE id = 1")
        cursor.execute("UPDATE bare_line SET points = 3 WHERE id = 7")
        cursor.execute("UPDATE bare_line SET entry = 7 WHERE id = 8")
        cursor.execute("INSERT INTO bare_log (said) VALUES ('result')")


def measure() -> dict[str, float]:
    from django.db import connection

    from tournaments.backups.verifying.events import violations_of
    from tournaments.entries.writes import entries
    from tournaments.entries.writes.entries import NewEntry, PersonName
    from tournaments.events.writes import rounds
    from tournaments.games import memo, registry
    from tournaments.management.demo_deals import DemoPlayer
    from tournaments.management.demo_steps import create, draw
    from tournaments.models import Table
    from tournaments.tables.writes.scoresheets import enter_score

    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bare_event (id INTEGER PRIMARY KEY, version INTEGER)")
        cursor.execute("CREATE TABLE bare_line (id INTEGER PRIMARY KEY, points INTEGER, entry INTEGER)")
        cursor.execute("CREATE TABLE bare_log (said TEXT)")
        cursor.execute("INSERT INTO bare_event VALUES (1, 1)")
        cursor.executemany("INSERT INTO bare_line VALUES (%s, 0, 0)", [(n,) for n in range(1000)])
    actor = organiser()
    event = create(actor, "Bench", PRESET, datetime(2026, 11, 20, 20, 30, tzinfo=UTC), game="scopa", capacity=PAIRS)
    rows = [NewEntry((PersonName(f"Uno {n}"), PersonName(f"Due {n}"))) for n in range(PAIRS)]
    entries.import_entries(actor=actor, tournament_id=event.pk, rows=rows)
    draw(actor, event, "bench")
    player = DemoPlayer(registry.playable("scopa"), event.rules, 1)
    times, floor, deals = [], [], 0
    for table in rounds.announce_round(actor=actor, tournament_id=event.pk, number=1):
        match = player.match()
        deals += len(match)
        sheet = {
            "actor": actor,
            "tournament_id": event.pk,
            "table_id": table.pk,
            "content": {"games": [{"deals": match, "time_called": False}], "forfeit": None},
            "seen": Table.objects.only("version").get(pk=table.pk).version,
        }
        memo.score.cache_clear()
        times.append(processor_ms(partial(enter_score, **sheet)))
        floor.append(processor_ms(bare_result))
    event.refresh_from_db()
    # It judges every deal, as that of another process does.
    memo.score.cache_clear()
    check = processor_ms(lambda: list(violations_of(event)))
    # What is loaded once is loaded with the first results.
    times, floor = times[4:], floor[4:]
    return {
        "deals": deals / (PAIRS // 2),
        "result_ms": p50(times),
        "result_p95_ms": p95(times),
        "bare_ms": p50(floor),
        "verify_ms_a_match": check / (PAIRS // 2),
    }


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="settebello-bench-") as folder:
        set_up(folder)
        found = measure()
        print(", ".join(f"{name} {value:.2f}" for name, value in found.items()))
        record("full_sheet", found)
