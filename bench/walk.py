"""The path of what is done most often through the code: how much a change of it touches.

``python -m bench.walk``. The same deal of a one-deal match by the referee's page, by the page with the sheet that it
leads to, and by the API, whose answer says what that sheet says; the page with the sheet of a table; an entry typed at
the desk; a play at an online table by the API. Each is done warm, in this process.
It counts the functions and files of this project that run, how often one file calls into another, the calls to the
game, and the statements of the database. The comparison is exact: nothing here is a time. Python counts each
comprehension, generator expression and lambda as a function of its own; *named* are the others.

``python -m bench.walk --detail page`` says the functions of one of these walks, file by file, and who called each.
"""

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Any
from uuid import uuid4

from bench.events import EMAIL, PASSWORD, form_of_result, knockout, organiser, set_up
from bench.record import record
from script.places import packages

PROJECT = Path(__file__).parents[1]
OURS = tuple(packages())
WALKS = ("page", "shown", "api", "sheet", "entry", "play")
VALUES = {"depth": "points", "points_a": 3, "points_b": 1}


@dataclass
class Walk:
    """The code that ran between the request and its answer."""

    files: set[str] = field(default_factory=set)
    functions: set[tuple[str, str]] = field(default_factory=set)
    calls: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    changes: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    statements: int = 0

    def figures(self) -> dict[str, int]:
        return {
            "files": len(self.files),
            "functions": len(self.functions),
            "named": sum(not name.endswith(">") for _file, name in self.functions),
            "changes": self.changes,
            "asked": sum(self.asked.values()),
            "statements": self.statements,
        }

    def detail(self) -> Iterator[str]:
        """Yield each file with how often it is entered, and its functions with the file that called them."""
        for file in sorted(self.files):
            called = {(name, by): times for (there, name, by), times in self.calls.items() if there == file}
            entered = sum(times for (_name, by), times in called.items() if by != file)
            yield f"{file}, entered {entered} times"
            for (name, by), times in sorted(called.items()):
                yield f"    {name}  {times} by {'itself' if by == file else by or 'a library'}"


def file_of(frame: FrameType | None) -> str:
    """Return the file of this project that a frame is in, or nothing."""
    name = frame.f_code.co_filename.removeprefix(f"{PROJECT}/") if frame is not None else ""
    return name if name.startswith(OURS) else ""


@contextmanager
def record_walk() -> Iterator[Walk]:
    """Record all functions that run inside."""
    from django.db import connection

    from tournaments.games import registry
    from tournaments.games.contract import ScoredGame

    walk = Walk()
    questions = {name for name in vars(ScoredGame) if not name.startswith("_")}
    door = type(registry.game("scopa"))

    def note(frame: FrameType, event: str, _argument: object) -> None:
        here = file_of(frame)
        if event != "call" or not here:
            return
        by = file_of(frame.f_back)
        walk.files.add(here)
        walk.functions.add((here, frame.f_code.co_qualname))
        walk.calls[here, frame.f_code.co_qualname, by] += 1
        walk.changes += by != here
        owner, _dot, name = frame.f_code.co_qualname.rpartition(".")
        if owner == door.__qualname__ and name in questions:
            walk.asked[name] += 1

    def count(execute: Callable[..., Any], *arguments: Any) -> Any:
        walk.statements += 1
        return execute(*arguments)

    sys.setprofile(note)
    try:
        with connection.execute_wrapper(count):
            yield walk
    finally:
        sys.setprofile(None)


def by_page(browser: Any, event: Any, table: int, seen: int, *, is_shown: bool = False) -> Walk:
    typed = form_of_result(seen, uuid4().hex, upper=True)
    with record_walk() as walk:
        answer = browser.post(f"/e/{event.slug}/tavoli/{table}/", typed, follow=is_shown)
    return of(walk, answer, 200 if is_shown else 303)


def by_api(browser: Any, key: str, event: Any, table: int, seen: int) -> Walk:
    headers = {"Authorization": f"Bearer {key}", "Idempotency-Key": uuid4().hex}
    body = json.dumps({"values": VALUES, "seen": seen})
    with record_walk() as walk:
        address = f"/api/v1/events/{event.slug}/tables/{table}/deal/"
        answer = browser.post(address, body, content_type="application/json", headers=headers)
    return of(walk, answer, 200)


def sheet(browser: Any, event: Any, table: int) -> Walk:
    with record_walk() as walk:
        answer = browser.get(f"/e/{event.slug}/tavoli/{table}/")
    return of(walk, answer, 200)


def entry(browser: Any, event: Any, number: int) -> Walk:
    from django.urls import reverse

    typed = {
        "family1": f"Vana {number}",
        "given1": "Gino",
        "family2": f"Cargnino {number}",
        "given2": "Ugo",
        "club": "",
    }
    address = reverse("organise_entries", args=[event.slug])
    with record_walk() as walk:
        answer = browser.post(address, typed)
    return of(walk, answer, 303)


def play(browser: Any, match: Any, keys: Mapping[int, str]) -> Walk:
    """Play the first card that the seat may, whose turn it is."""
    from tournaments.online.reads import live_matches

    state = live_matches.live(live_matches.match(match.pk)).state
    headers = {"Authorization": f"Bearer {keys[state.turn or 0]}"}
    address = f"/api/v1/matches/{match.pk}/"
    seen = browser.get(address, headers=headers).json()["view"]
    body = json.dumps(
        {
            "client_id": uuid4().hex,
            "kind": "play",
            "text": seen["cards"]["actions"][0],
            "expected": seen["sequence"],
        }
    )
    with record_walk() as walk:
        answer = browser.post(f"{address}commands/", body, content_type="application/json", headers=headers)
    return of(walk, answer, 200)


def of(walk: Walk, answer: Any, status: int) -> Walk:
    if answer.status_code != status:
        raise RuntimeError(f"answered {answer.status_code}: {answer.content[:300]!r}")
    return walk


def open_event(actor: Any) -> Any:
    """Return an event that takes entries."""
    from tournaments.events.writes import tournaments

    event = tournaments.create_tournament(
        actor=actor,
        name="Bench desk",
        game="scopa",
        preset="online_002",
        starts_at=datetime(2026, 11, 20, 20, 30, tzinfo=UTC),
    )
    tournaments.open_entries(actor=actor, tournament_id=event.pk)
    return event


def deal_match(actor: Any) -> tuple[Any, dict[int, str]]:
    """Return a match of two whose first deal has its cards, and the key of each seat's program."""
    from bench.tables_live import tables
    from tournaments.accounts.writes.tokens import make_token
    from tournaments.models import EntryMember, Match, User
    from tournaments.online.writes.commands import MatchCommand, submit

    tables(1)
    match = Match.objects.get()
    keys = {}
    for seat, line in enumerate(match.seats):
        member = EntryMember.objects.get(entry=match.chairs["entries"][line])
        account = User.objects.get(person=member.person_id)
        keys[seat] = make_token(by=actor, owner=account, name="bench", scopes=["play"]).key
        known = Match.objects.get(pk=match.pk).sequence
        submit(match_id=match.pk, command=MatchCommand(uuid4().hex, "ready", known, seat, f"{seat + 1:032x}"))
    return match, keys


def main() -> None:
    parser = argparse.ArgumentParser(description="Count what one step passes in the code.")
    parser.add_argument("--detail", metavar="WALK", choices=WALKS, help="say the functions of one walk")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="settebello-bench-") as folder:
        set_up(folder)
        actor = organiser()
        from django.test import Client

        from bench.evening import called_tables
        from tournaments.accounts.writes.tokens import make_token
        from tournaments.config.on_demand import load_pages
        from tournaments.events.writes import rounds

        event, _made = knockout(actor, 16)
        rounds.announce_round(actor=actor, tournament_id=event.pk, number=1)
        key = make_token(by=actor, owner=actor.user, name="bench", scopes=["organise"]).key
        # As a process that has started.
        load_pages()
        browser, program = Client(), Client()
        browser.login(email=EMAIL, password=PASSWORD)
        tables, entries, (match, keys) = called_tables(event, 1), open_event(actor), deal_match(actor)
        # The first run of each fills the caches.
        walks = {
            "page": [by_page(browser, event, *table) for table in tables[:3]][-1],
            "shown": [by_page(browser, event, *table, is_shown=True) for table in tables[3:4]][-1],
            "api": [by_api(program, key, event, *table) for table in tables[4:6]][-1],
            "sheet": [sheet(browser, event, table) for table, _seen in tables[6:8]][-1],
            "entry": [entry(browser, entries, number) for number in range(3)][-1],
            # The pulse, due twice a second, is no part of a play.
            "play": min((play(program, match, keys) for _play in range(4)), key=lambda walk: walk.statements),
        }
        record("walk", {name: walk.figures() for name, walk in walks.items()})
        for name, walk in walks.items():
            print(f"{name:<5}", "  ".join(f"{value} {what}" for what, value in walk.figures().items()))
            print("      asked of the game:", dict(walk.asked))
        if asked.detail:
            print(*walks[asked.detail].detail(), sep="\n")


if __name__ == "__main__":
    main()
