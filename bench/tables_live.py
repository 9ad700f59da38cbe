"""Online tables: robots over real websockets against a server in its own process, beside a bare consumer.

``python -m bench.tables_live [--game G] [--seconds S] [--most N] [tables]``. The server has one core and the robots the
other, for ours and the floor alike. First at the pace of people; then with more and more tables, until one play in a
hundred is acknowledged late; then as fast as possible (closed loop). A play is durable when it is acknowledged. Of a
game whose events have tables of several, everybody at a table is told; the bare consumer always has two at a table.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from bench.events import organiser, set_up
from bench.figures import p50, p99
from bench.record import record
from bench.servers import ROOT, Server, serve

TABLES = 100
SECONDS = 40.0
# On average 2.7 seconds a play, as fast people play.
PACE = (1.4, 4.0)
NO_PACE = (0.0, 0.0)
IN_A_LOOP = 40
STEP, MOST = 50, 600
LATE_MS = 250.0
SERVER_CPU, CLIENT_CPU = 0, 1
SITE = "tournaments.config.asgi:application"
# By game: the ruleset and what makes a match last; of any other the first ruleset.
RULES: Mapping[str, Mapping[str, Any]] = {
    "scopa": {"preset": "online_002", "rules": {"match_mode": "target", "target": 21}},
    "scala40": {"preset": "torneo_003", "rules": {"out_at": 999}},
}
Seats = Sequence[Sequence[Mapping[str, str]]]


@dataclass(frozen=True)
class Played:
    """The times of a run of robots, in milliseconds from the sending of a play."""

    acknowledged: Sequence[float]
    told: Sequence[float]
    seconds: float
    most_bytes: int

    @property
    def rate(self) -> float:
        return len(self.acknowledged) / self.seconds

    def figures(self) -> dict[str, float]:
        return {
            "ack_p50": p50(self.acknowledged),
            "ack_p99": p99(self.acknowledged),
            "told_p50": p50(self.told),
            "told_p99": p99(self.told),
            "rate": self.rate,
            "bytes": self.most_bytes,
        }


@contextmanager
def robots(port: int) -> Iterator["subprocess.Popen[str]"]:
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.table_robots", str(port), str(CLIENT_CPU)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def play_tables(server: Server, seats: Seats, thinking: tuple[float, float], seconds: float) -> Played:
    """Let robots play at these tables; RuntimeError where a play was refused, or a socket broke."""
    with robots(server.port) as process:
        assert process.stdin is not None and process.stdout is not None
        asked = {"seats": seats, "thinking": thinking, "seconds": seconds, "pid": server.pid}
        process.stdin.write(json.dumps(asked) + "\n")
        process.stdin.flush()
        found = json.loads(process.stdout.readline())
    if found["broken"] or found["refused"] or not found["acknowledged"] or not found["told"]:
        counted = {name: found[name] for name in ("broken", "refused", "waiting")}
        raise RuntimeError(f"{len(found['acknowledged'])} plays acknowledged, {counted}")
    return Played(found["acknowledged"], found["told"], found["seconds"], found["most_bytes"])


def tables(count: int, game: str = "scopa") -> Seats:
    """Return this many long matches of an event, and the session of each of their players."""
    from importlib import import_module

    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from tournaments.models import EntryMember, Person, User
    from tournaments.tables.writes import live_opening

    store = import_module(settings.SESSION_ENGINE).SessionStore
    found = []
    for table in _call_tables(count, game):
        match = live_opening.open_table(actor=organiser(), tournament_id=table.tournament_id, table_id=table.pk)
        seats = []
        for line in match.seats:
            member = EntryMember.objects.get(entry=match.chairs["entries"][line])
            account = User.objects.create_user(f"robot{member.pk}@example.org", None, name="Robot")
            Person.objects.filter(pk=member.person_id).update(user=account)
            session = store()
            session[SESSION_KEY] = str(account.pk)
            session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
            session[HASH_SESSION_KEY] = account.get_session_auth_hash()
            session.create()
            cookie = f"{settings.SESSION_COOKIE_NAME}={session.session_key}"
            seats.append({"path": f"/tavolo/{match.pk}/filo/", "cookie": cookie})
        found.append(seats)
    return found


def _call_tables(count: int, game: str) -> Any:
    from datetime import UTC, datetime

    from tournaments.draw.writes import draws
    from tournaments.entries.writes import entries
    from tournaments.entries.writes.entries import NewEntry, PersonName
    from tournaments.events.writes import rounds, tournaments
    from tournaments.games import registry
    from tournaments.models import Table

    actor = organiser()
    event = tournaments.create_tournament(
        actor=actor,
        name=f"Tables {count}",
        game=game,
        entry_size=1,
        starts_at=datetime(2026, 11, 20, 20, 30, tzinfo=UTC),
        **RULES.get(game) or {"preset": next(iter(registry.game(game).presets))},
    )
    where = {"actor": actor, "tournament_id": event.pk}
    tournaments.open_entries(**where)
    # A bracket without byes, or the first round has fewer tables; enough for as many tables of four.
    full = 1 << ((2 if event.format["kind"] == "knockout" else 4) * count - 1).bit_length()
    rows = [NewEntry((PersonName(f"Robot {count} {number}"),)) for number in range(full)]
    entries.import_entries(rows=rows, **where)
    tournaments.close_entries(**where)
    draw = draws.prepare_draw(seed="5e" * 32, **where)
    draws.draw_round(draw_id=draw.pk, hall="7", **where)
    draws.announce_draw(draw_id=draw.pk, **where)
    rounds.announce_round(number=1, **where)
    return list(Table.objects.filter(tournament=event, status="called").select_related("tournament")[:count])


def bare_seats(count: int) -> Seats:
    return [[{"path": f"/{number}/{seat}/", "cookie": ""} for seat in (0, 1)] for number in range(count)]


@contextmanager
def floor() -> Iterator[Server]:
    with (
        tempfile.TemporaryDirectory(prefix="settebello-floor-") as folder,
        serve("bench.floor_tables:application", {"FLOOR_DATA": folder}, cpu=SERVER_CPU) as bare,
    ):
        yield bare


def compare(
    site: Server, seats: Seats, thinking: tuple[float, float], seconds: float
) -> tuple[dict[str, float], dict[str, float]]:
    """Measure ours and, right after it, the floor, with the same number of tables."""
    cpu = site.cpu_seconds()
    ours = play_tables(site, seats, thinking, seconds)
    share = (site.cpu_seconds() - cpu) / seconds
    with floor() as bare:
        least = play_tables(bare, bare_seats(len(seats)), thinking, seconds)
    mine = {**ours.figures(), "share": share, "memory": site.pss_mb()}
    return mine, {f"bare_{name}": value for name, value in least.figures().items()}


def most_tables(site: Server, seats: Seats, seconds: float) -> tuple[int, float]:
    """Return with how many tables 99 of 100 plays are acknowledged in time, and the time of the hundredth."""
    held, late = 0, 0.0
    for count in range(STEP, len(seats) + 1, STEP):
        found = p99(play_tables(site, seats[:count], PACE, seconds).acknowledged)
        print(f"  {count} tables: acknowledged p99 {found:.0f} ms", flush=True)
        if found > LATE_MS:
            break
        held, late = count, found
    return held, late


def main() -> dict[str, Any]:
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="scopa")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--most", type=int, default=MOST)
    parser.add_argument("tables", type=int, nargs="?", default=TABLES)
    asked = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory(prefix="settebello-bench-") as folder:
        environment = set_up(folder)
        seats = tables(max(asked.tables, asked.most, IN_A_LOOP), asked.game)
        with serve(SITE, environment, cpu=SERVER_CPU) as site:
            paced, bare = compare(site, seats[: asked.tables], PACE, asked.seconds)
            print(
                f"{asked.tables} tables of {asked.game}, {paced['rate']:.0f} plays/s (ratios to a bare consumer):"
                f" acknowledged p50 {paced['ack_p50']:.1f} ms ({paced['ack_p50'] / bare['bare_ack_p50']:.1f}),"
                f" p99 {paced['ack_p99']:.1f} ms ({paced['ack_p99'] / bare['bare_ack_p99']:.1f});"
                f" told the other seat p50 {paced['told_p50']:.1f}, p99 {paced['told_p99']:.1f} ms"
                f" ({paced['told_p99'] / bare['bare_told_p99']:.1f}); {paced['share'] * 100:.0f} % of the core,"
                f" {paced['share'] / paced['rate'] * 1000:.1f} ms of it a play,"
                f" {paced['memory']:.0f} MB, {paced['bytes']} bytes at most",
                flush=True,
            )
            loop, bare_loop = compare(site, seats[-IN_A_LOOP:], NO_PACE, asked.seconds / 2)
            print(
                f"{IN_A_LOOP} tables in a closed loop: {loop['rate']:.0f} plays/s, bare {bare_loop['bare_rate']:.0f},"
                f" ratio {loop['rate'] / bare_loop['bare_rate']:.2f}",
                flush=True,
            )
        with serve(SITE, environment, cpu=SERVER_CPU) as site:
            held, late = most_tables(site, seats[: asked.most], asked.seconds / 2)
            print(f"most tables on one core with p99 up to {LATE_MS:.0f} ms: {held} ({late:.0f} ms)")
    return {
        "paced": {**paced, **bare},
        "loop": {**loop, **bare_loop},
        "most_tables": held,
        "most_tables_p99": late,
    }


if __name__ == "__main__":
    record("live_tables", main())
