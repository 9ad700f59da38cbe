"""A knockout through the referee's own end point, every result durable: total, growth, p50 and p95, queries a result.

``python -m bench.evening [sizes]``
"""

import math
import sys
import tempfile
from time import perf_counter
from uuid import uuid4

from bench.events import EMAIL, PASSWORD, form_of_result, knockout, organiser, set_up
from bench.servers import Browser, Server, p50, p95, serve

SIZES = (16, 1_024, 16_384)
FLOOR_RESULTS = 400


def complete(event: object, actor: object, server: Server) -> tuple[float, list[float]]:
    """Play every round over HTTP; seconds in all, and the milliseconds of each result."""
    from tournaments.models import Round, Table
    from tournaments.services import rounds

    referee = Browser(server.port)
    referee.log_in(EMAIL, PASSWORD)
    times: list[float] = []
    begun = perf_counter()
    for number in Round.objects.filter(tournament=event).values_list("number", flat=True):
        rounds.announce_round(actor=actor, tournament_id=event.pk, number=number)
        called = Table.objects.filter(round__tournament=event, round__number=number, status="called")
        for table, version in called.values_list("number", "version"):
            form = form_of_result(version, uuid4().hex, upper=True)
            status, body, _headers, taken = referee.ask("POST", f"/e/{event.slug}/tavoli/{table}/", form)
            if status not in (302, 303):
                raise RuntimeError(f"table {table}: {status} {body[:400]!r}")
            times.append(taken)
    seconds = perf_counter() - begun
    if Table.objects.filter(tournament=event).exclude(status__in=("done", "bye")).exists():
        raise RuntimeError("the knockout was not played out")
    return seconds, times


def floor(folder: str) -> list[float]:
    """The bare end point: four statements, no session, no page."""
    with serve("bench.floor_site:application", {"FLOOR_DATA": folder}) as server:
        browser = Browser(server.port)
        return [browser.ask("POST", "/result", {"number": n})[3] for n in range(FLOOR_RESULTS)][50:]


def queries_a_result(event: object, actor: object) -> int:
    """Statements of one result through the whole stack, counted in this process."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from tournaments.models import Table
    from tournaments.services import rounds

    rounds.announce_round(actor=actor, tournament_id=event.pk, number=1)
    first, second = Table.objects.filter(tournament=event, status="called")[:2]
    client = Client()
    client.force_login(actor.user)
    counted = 0
    for table in (first, second):
        with CaptureQueriesContext(
            connection,
        ) as captured:
            form = form_of_result(table.version, uuid4().hex, upper=True)
            answer = client.post(f"/e/{event.slug}/tavoli/{table.number}/", form)
        if answer.status_code not in (302, 303):
            raise RuntimeError(f"{answer.status_code}")
        said = [query["sql"] for query in captured.captured_queries]
        counted = sum(not sql.startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "PRAGMA")) for sql in said)
    return counted


def main(sizes: tuple[int, ...] = SIZES) -> dict[str, float]:
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory(prefix="settebello-bench-") as folder:
        environment = set_up(folder)
        actor = organiser()
        totals: dict[int, float] = {}
        for size in sizes:
            event, made = knockout(actor, size)
            floor_before = floor(folder)
            with serve("tournaments.config.asgi:application", environment) as server:
                seconds, times = complete(event, actor, server)
                memory = server.pss_mb()
            totals[size] = seconds
            bare = p50(floor_before)
            print(
                f"{size:6} entries: entries {made['entries']:.2f} s, draw {made['draw']:.2f} s, tables {made['tables']:.2f} s;"
                f" complete {seconds:.1f} s; result p50 {p50(times):.2f} ms, p95 {p95(times):.2f} ms;"
                f" bare p50 {bare:.2f} ms, p95 {p95(floor_before):.2f} ms; ratio {p50(times) / bare:.2f};"
                f" server {memory:.0f} MB"
            )
            figures |= {
                f"{size}_total_s": seconds,
                f"{size}_p50": p50(times),
                f"{size}_p95": p95(times),
                f"{size}_bare": bare,
            }
        for small, large in zip(sizes, sizes[1:], strict=False):
            exponent = math.log(totals[large] / totals[small]) / math.log(large / small)
            print(f"growth exponent {small} to {large}: {exponent:.3f}")
        for size in (16, 64):
            event, _made = knockout(actor, size)
            print(f"queries a result at {size}: {queries_a_result(event, actor)}")
    return figures


if __name__ == "__main__":
    main(tuple(int(word) for word in sys.argv[1:]) or SIZES)
