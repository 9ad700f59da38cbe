"""Ten years of evenings: what pages, checks and copies cost when many events are over, beside one event.

``python -m bench.years [events]``. Every event is made through the services (``bench.years_events``); the built data
are kept under the folder for temporary files and used again by the next run. Every address that the URLconf has for
reading is asked as organiser, player, stranger and operator, with one event and with all, each time with empty caches;
what costs more than ``MOST`` times as much is printed. Then a check of everything and the one after it, a copy, the
first and the next of a series of copies, and the bytes of each kind of row.
"""

import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from time import process_time
from typing import Any, Final

from bench.record import ROOT, record
from bench.years_events import OPERATOR, PLAYER

EVENTS: Final = 1_000
MOST: Final = 1.5
ASKED: Final = 3
# Less than this is noise: one row more, a page of a list more, a thread that ran meanwhile.
QUERIES, BYTES, MILLISECONDS = 2, 4_096, 8.0
NOBODYS: Final = 987_654_321
# A page of a list for programs has as many rows as they ask for: here one.
ONE_ROW: Final = "?limit=1"
# Files hold all that their reader asked for: own data, the table of a season, the evenings of a year.
FILES: Final = frozenset(
    {"miei/dati/file/", "api/v1/me/data/", "circuiti/<slug:slug>/classifica.csv", "calendario.ics"}
)


@dataclass(frozen=True, slots=True)
class Cost:
    """What one page costs: its status, statements of the database, bytes, and milliseconds of the processor."""

    status: int
    queries: int
    bytes: int
    ms: float

    def times(self, one: "Cost") -> dict[str, float]:
        """Return how often more it costs than ``one``, of each kind that is more than noise."""
        kinds = (("queries", QUERIES), ("bytes", BYTES), ("ms", MILLISECONDS))
        pairs = {kind: (getattr(self, kind), getattr(one, kind), noise) for kind, noise in kinds}
        return {kind: every / alone for kind, (every, alone, noise) in pairs.items() if alone and every - alone > noise}


def main(events: int = EVENTS) -> None:
    with tempfile.TemporaryDirectory(prefix="settebello-bench-") as folder:
        homes = {many: _copy_data(_build(many), Path(folder) / str(many)) for many in (1, events)}
        pages = {many: _in_child("pages", home) for many, home in homes.items()}
        slow = dict(_above(pages[1], pages[events]))
        checks = {many: _check(home) for many, home in homes.items()}
        copies = {many: _copy(home) for many, home in homes.items()}
        nights = {many: _nights(home) for many, home in homes.items()}
        sizes = _sizes(homes[events], homes[1], events)
    mine = {many: Cost(*found["organiser miei/"]) for many, found in pages.items()}
    for name, (kind, times) in sorted(slow.items(), key=lambda each: -each[1][1]):
        print(f"{times:6.1f} times the {kind}: {name}  {pages[1][name]} {pages[events][name]}")
    print(f"{len(pages[events])} addresses, {len(slow)} above {MOST} times one event; /miei/ {mine}")
    for many in homes:
        print(f"{many} events: check {checks[many]}, copy {copies[many]}, nights {nights[many]}")
    print(f"{sizes['kb']:.1f} KB an event: {sizes['of']}")
    record(
        "years",
        {
            "events": events,
            "addresses": len(pages[events]),
            "above": len(slow),
            "mine": {str((many == 1 and "one") or "all"): _figures(cost) for many, cost in mine.items()},
            "check": {_name(many): found for many, found in checks.items()},
            "copy": {_name(many): found for many, found in copies.items()},
            "nights": {_name(many): found for many, found in nights.items()},
            "kb": sizes["kb"],
            "of": sizes["of"],
        },
    )


def _name(many: int) -> str:
    return "one" if many == 1 else "all"


def _figures(cost: Cost) -> dict[str, float]:
    return {"queries": cost.queries, "kb": cost.bytes / 1000, "ms": cost.ms}


def _build(events: int) -> Path:
    """Return the data of an installation with so many events, built now or by an earlier run."""
    program = sha256((ROOT / "bench" / "years_events.py").read_bytes()).hexdigest()[:12]
    kept = Path(tempfile.gettempdir()) / f"settebello-years-{os.getuid()}-{program}-{events}"
    if not kept.exists():
        building = kept.with_suffix(".part")
        shutil.rmtree(building, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "bench.years_events", str(building), str(events)], cwd=ROOT, check=True)
        building.rename(kept)
    return kept


def _copy_data(kept: Path, home: Path) -> Path:
    shutil.copytree(kept, home)
    _manage(home, "migrate", "--verbosity=0")
    return home


def _manage(home: Path, *words: str) -> float:
    """Run a command of the installation in ``home``; return the seconds of the processor that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "SETTEBELLO_DATA": str(home), "LOG_LEVEL": "CRITICAL"}
    command = [sys.executable, "manage.py", *words]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _in_child(what: str, home: Path) -> dict[str, Any]:
    """Measure in a process of its own, whose data are those in ``home``."""
    told = subprocess.run(
        [sys.executable, "-m", "bench.years", what, str(home)], cwd=ROOT, check=True, stdout=subprocess.PIPE
    )
    found: dict[str, Any] = json.loads(told.stdout)
    return found


def _above(one: Mapping[str, Any], every: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, float]]]:
    """Yield the addresses that cost more with all events, with the worst of their costs."""
    for name in one.keys() & every.keys():
        if name.split()[-1] in FILES:
            continue
        times = Cost(*every[name]).times(Cost(*one[name]))
        worst = max(times, key=lambda kind: times[kind], default="")
        if worst and times[worst] > MOST:
            yield name, (worst, times[worst])


def pages(home: str) -> dict[str, tuple[int, int, int, float]]:
    """Ask every address as everybody; return its costs by who and pattern."""
    from bench.events import EMAIL, set_up

    set_up(home)
    from django.test import Client

    from tests.tournaments.doors.addresses import routes
    from tournaments.models import User

    things, found = _things(), {}
    for who, email in (("organiser", EMAIL), ("player", PLAYER), ("stranger", None), ("operator", OPERATOR)):
        client = Client(headers={"accept-language": "it"})
        if email:
            client.force_login(User.objects.get(email=email))
        for route in routes():
            if "GET" in route.methods and "live" not in route.name:
                address = route.address([things.get(name, NOBODYS) for name in route.parameters()])
                is_list = route.is_api and b'"next":' in client.get(address).content
                cost = _cost(client, address + ONE_ROW if is_list else address)
                found[f"{who} {route.pattern}"] = (cost.status, cost.queries, cost.bytes, cost.ms)
    return found


def _cost(client: Any, address: str) -> Cost:
    from django.core.cache import caches
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    times: list[float] = []
    status, size, queries = 0, 0, 0
    for _turn in range(ASKED):
        for cache in caches.all(initialized_only=True):
            cache.clear()
        with CaptureQueriesContext(connection) as captured:
            begun = process_time()
            answer = client.get(address)
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content
            times.append((process_time() - begun) * 1000)
        status, size, queries = answer.status_code, len(body), len(captured)
        if status >= 400 or min(times) < MILLISECONDS / 2:
            break
    return Cost(status, queries, size, round(min(times), 2))


def _things() -> dict[str, Any]:
    """Return what the parameters of addresses mean: things of the evening that was last."""
    from tournaments.models import Draw, Entry, EntryMember, Table, Tournament
    from tournaments.tables.writes.codes import code_of

    event = Tournament.objects.select_related("circuit").latest("starts_at")
    entry = Entry.objects.filter(tournament=event).earliest("number")
    one, other = EntryMember.objects.filter(entry=entry).order_by("position").values_list("person_id", flat=True)
    table = Table.objects.select_related("tournament").get(tournament=event, number=1)
    return {
        "slug": event.slug,
        "event": event.pk,
        "circuit": event.circuit.slug if event.circuit else "",
        "club": event.club_id,
        "table": table.number,
        "round": 1,
        "version": 1,
        "what": "entries",
        "form": "csv",
        "game": event.game,
        "problem": "not_found",
        "name": "verify_draw",
        "entry": entry.pk,
        "draw": Draw.objects.filter(tournament=event).latest("pk").pk,
        "player": one,
        "person": one,
        "kept": one,
        "merged": other,
        "code": code_of(table, 0),
        "letter_key": "none",
        "reset_account": "zzzzz",
        "reset_key": "none",
        "pass_secret": "none",
        "invitation_secret": "none",
        "club_token": NOBODYS,
    }


def _check(home: Path) -> dict[str, float]:
    """Return the seconds of a check of everything, and of one after it."""
    return {"first": _manage(home, "verify"), "again": _manage(home, "verify")}


def _copy(home: Path) -> dict[str, float]:
    """Return the seconds of a copy of everything, and its megabytes."""
    path = home / "copy.zip"
    return {"seconds": _manage(home, "backup", str(path)), "mb": path.stat().st_size / 1e6}


def _nights(home: Path) -> dict[str, dict[str, float]]:
    """Return the seconds and megabytes of the first of a series of copies, and of the next, after one event changed."""
    folder, found, before = home / "nights", {}, 0
    folder.mkdir()
    for night in ("first", "next"):
        seconds = _manage(home, "backup", str(folder), "--keep=30")
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        found[night] = {"seconds": seconds, "mb": (size - before) / 1e6}
        before = size
        with closing(sqlite3.connect(home / "settebello.sqlite3")) as data, data:
            data.execute("UPDATE tournaments_tournament SET name = 'Another' WHERE id = 1")
    return found


def _sizes(home: Path, one: Path, events: int) -> dict[str, Any]:
    """Return the KB that an event more takes in the file, and of these those of each table and its indexes."""
    every, alone = _bytes(home), _bytes(one)
    share = {name: (size - alone.get(name, 0)) / (events - 1) / 1000 for name, size in every.items()}
    large = {name.removeprefix("tournaments_"): kb for name, kb in share.items() if kb >= 1}
    return {"kb": sum(share.values()), "of": dict(sorted(large.items(), key=lambda each: -each[1]))}


def _bytes(home: Path) -> dict[str, int]:
    """Return the bytes of every table with its indexes."""
    with closing(sqlite3.connect(home / "settebello.sqlite3")) as data:
        rows = data.execute(
            "SELECT tbl_name, sum(pgsize) FROM dbstat JOIN sqlite_master USING (name) GROUP BY tbl_name"
        )
        return dict(rows.fetchall())


if __name__ == "__main__":
    if sys.argv[1:2] == ["pages"]:
        print(json.dumps(pages(sys.argv[2])))
    else:
        main(*(int(word) for word in sys.argv[1:]))
