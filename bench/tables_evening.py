"""Elimination tables from the first entry to the final places, through the services: seconds of each step, growth.

``python -m bench.tables_evening [sizes]``. With DATABASE_URL the data are in that PostgreSQL.
"""

import math
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise
from time import perf_counter
from typing import Any

from bench.events import organiser, set_up
from bench.figures import p50, p95
from bench.record import record

SIZES = (1_024, 16_384)
GAME, PRESET = "scala40", "torneo_003"
# Two deals end a table of four and the final, for any players: the last two, or all but the first, are out.
POINTS = (0, 10, 56, 60)
FINAL_POINTS = (0, 56, 58, 60)


def enter_players(actor: Any, size: int) -> Any:
    """Create an event of ``size`` players with closed entries."""
    from tournaments.entries.writes import entries
    from tournaments.entries.writes.entries import NewEntry, PersonName
    from tournaments.events.writes import tournaments

    event = tournaments.create_tournament(
        actor=actor,
        name=f"Tavoli {size}",
        game=GAME,
        preset=PRESET,
        starts_at=datetime(2026, 11, 20, 20, 30, tzinfo=UTC),
        format={"kind": "tables"},
    )
    tournaments.open_entries(actor=actor, tournament_id=event.pk)
    rows = [NewEntry((PersonName(f"Giocatore {size} {n}"),), club=f"Club {n % 40}") for n in range(size)]
    entries.import_entries(actor=actor, tournament_id=event.pk, rows=rows)
    return tournaments.close_entries(actor=actor, tournament_id=event.pk)


def draw_tables(actor: Any, event: Any) -> None:
    from tournaments.draw.writes import draws

    where = {"actor": actor, "tournament_id": event.pk}
    draw = draws.prepare_draw(seed="5e" * 32, **where)
    draws.draw_round(draw_id=draw.pk, hall="7", **where)
    draws.announce_draw(draw_id=draw.pk, **where)


def content(points: Sequence[int]) -> Any:
    """Return a match of two equal deals."""
    sheet = {
        "depth": "points",
        "tiebreak": 0,
        "closer": 0,
        "in_hand": False,
        "points": list(points),
        "left": {},
    }
    return {"games": [{"deals": [sheet, sheet], "time_called": False}], "forfeit": None}


def play_out(actor: Any, event: Any) -> list[float]:
    """Play every table of every round; return the milliseconds of each result."""
    from tournaments.events.writes import rounds
    from tournaments.models import Table
    from tournaments.tables.writes import scoresheets

    times = []
    for number in event.rounds.order_by("number").values_list("number", flat=True):
        rounds.announce_round(actor=actor, tournament_id=event.pk, number=number)
        waiting = Table.objects.filter(tournament=event, round__number=number, status="called")
        for key, version, through in list(waiting.values_list("pk", "version", "through")):
            written = content(POINTS if through > 1 else FINAL_POINTS)
            begun = perf_counter()
            scoresheets.enter_score(actor=actor, tournament_id=event.pk, table_id=key, content=written, seen=version)
            times.append((perf_counter() - begun) * 1000)
    return times


def measure(actor: Any, size: int) -> tuple[float, list[float]]:
    """Return the seconds from the empty event to its final places, and the ms of each result; print the steps."""
    from tournaments.events.writes import closing

    marks = [perf_counter()]
    event = enter_players(actor, size)
    marks.append(perf_counter())
    draw_tables(actor, event)
    marks.append(perf_counter())
    times = play_out(actor, event)
    marks.append(perf_counter())
    closing.finish_tournament(actor=actor, tournament_id=event.pk)
    marks.append(perf_counter())
    entry, draw, play, finish = (after - before for before, after in pairwise(marks))
    print(
        f"{size:6} players: entries {entry:.2f} s, draw and tables {draw:.2f} s, {len(times)} results {play:.2f} s,"
        f" final places {finish:.2f} s; in all {marks[-1] - marks[0]:.2f} s;"
        f" result p50 {p50(times):.2f} ms, p95 {p95(times):.2f} ms",
        flush=True,
    )
    return marks[-1] - marks[0], times


def main(sizes: tuple[int, ...] = SIZES) -> dict[str, float]:
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory(prefix="settebello-bench-") as folder:
        set_up(folder)
        actor = organiser()
        # One-time work of a process does not count for an evening.
        measure(actor, 16)
        for size in sizes:
            figures[f"tables_{size}_total_s"], times = measure(actor, size)
            figures |= {f"tables_{size}_p50": p50(times), f"tables_{size}_p95": p95(times)}
        for small, large in pairwise(sizes):
            grown = figures[f"tables_{large}_total_s"] / figures[f"tables_{small}_total_s"]
            figures[f"tables_growth_{small}_{large}"] = math.log(grown) / math.log(large / small)
            print(f"growth exponent of the total, {small} to {large}: {figures[f'tables_growth_{small}_{large}']:.3f}")
    return figures


if __name__ == "__main__":
    record("tables_evening", main(tuple(int(word) for word in sys.argv[1:]) or SIZES))
