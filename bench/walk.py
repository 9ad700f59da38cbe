"""The path of one deal through the code, by the referee's page and by the API: how much a change of it touches.

``python -m bench.walk``. Both enter the same deal of a one-deal match, warm, in this process. It counts the functions
and files of this project that run, how often one file calls into another, the calls to the game, and the statements of
the database. The comparison is exact: nothing here is a time.
"""

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any
from uuid import uuid4

from bench.events import EMAIL, PASSWORD, form_of_result, knockout, organiser, set_up
from bench.record import record
from script.places import packages

PROJECT = Path(__file__).parents[1]
OURS = tuple(packages())
VALUES = {"depth": "points", "points_a": 3, "points_b": 1}


@dataclass
class Walk:
    """The code that ran between the request and its answer."""

    files: set[str] = field(default_factory=set)
    functions: set[tuple[str, str]] = field(default_factory=set)
    changes: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    statements: int = 0

    def figures(self) -> dict[str, int]:
        return {
            "files": len(self.files),
            "functions": len(self.functions),
            "changes": self.changes,
            "asked": sum(self.asked.values()),
            "statements": self.statements,
        }


def file_of(frame: FrameType | None) -> str:
    """Return the file of this project that a frame is in, or nothing."""
    name = frame.f_code.co_filename.removeprefix(f"{PROJECT}/") if frame is not None else ""
    return name if name.startswith(OURS) else ""


@contextmanager
def walked() -> Iterator[Walk]:
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
        walk.files.add(here)
        walk.functions.add((here, frame.f_code.co_qualname))
        walk.changes += file_of(frame.f_back) != here
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


def by_page(browser: Any, event: Any, table: int, seen: int) -> Walk:
    with walked() as walk:
        answer = browser.post(f"/e/{event.slug}/tavoli/{table}/", form_of_result(seen, uuid4().hex, upper=True))
    if answer.status_code != 303:
        raise RuntimeError(f"the page answered {answer.status_code}")
    return walk


def by_api(browser: Any, key: str, event: Any, table: int, seen: int) -> Walk:
    headers = {"Authorization": f"Bearer {key}", "Idempotency-Key": uuid4().hex}
    body = json.dumps({"values": VALUES, "seen": seen})
    with walked() as walk:
        address = f"/api/v1/events/{event.slug}/tables/{table}/deal/"
        answer = browser.post(address, body, content_type="application/json", headers=headers)
    if answer.status_code != 200:
        raise RuntimeError(f"the API answered {answer.status_code}: {answer.content[:300]!r}")
    return walk


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="settebello-bench-") as folder:
        set_up(folder)
        actor = organiser()
        from django.test import Client

        from bench.evening import called
        from tournaments.services.accounts.tokens import make_token
        from tournaments.services.events import rounds

        event, _made = knockout(actor, 16)
        rounds.announce_round(actor=actor, tournament_id=event.pk, number=1)
        key = make_token(by=actor, owner=actor.user, name="bench", scopes=["organise"]).key
        browser, program = Client(), Client()
        browser.login(email=EMAIL, password=PASSWORD)
        tables = called(event, 1)
        # The first run of each fills the caches.
        page = [by_page(browser, event, *table) for table in tables[:3]][-1]
        api = [by_api(program, key, event, *table) for table in tables[3:6]][-1]
        found = {"page": page.figures(), "api": api.figures()}
        record("walk", found)
        for name, figures in found.items():
            print(f"{name:<5}", "  ".join(f"{value} {what}" for what, value in figures.items()))
        print("asked by the page:", dict(page.asked))
        print("asked by the API:", dict(api.asked))


if __name__ == "__main__":
    main()
