"""Steps that start at the same moment, each in a thread of its own."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

from tournaments.errors import RefusedError
from tournaments.frame.policies import Actor
from tournaments.frame.reads import statements
from tournaments.frame.reads.statements import Answers, Asked
from tournaments.models import Scoresheet, Table, Tournament
from tournaments.tables.writes import scoresheets

PATIENCE = 60


def read_and_ask(tournament_id: int, *questions: Asked) -> tuple[Tournament, Answers]:
    """What the lock of an event gives, without the lock."""
    return Tournament.objects.get(pk=tournament_id), statements.together(*questions)


def together(*steps: Callable[[], Any]) -> list[Any]:
    """Start every step at the same moment, each in its own thread; return each result or refusal."""
    barrier = threading.Barrier(len(steps))
    results: list[Any] = [None] * len(steps)

    def run(index: int, step: Callable[[], Any]) -> None:
        try:
            barrier.wait(PATIENCE)
            results[index] = step()
        except RefusedError as refusal:
            results[index] = refusal
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=each) for each in enumerate(steps)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return results


def entering(table: Table, content: Any, actor: Actor, key: str = "") -> Callable[[], Scoresheet]:
    """Enter ``content`` on the version of the table that was read before."""
    seen = table.version

    def step() -> Scoresheet:
        return scoresheets.enter_score(
            actor=actor,
            tournament_id=table.tournament_id,
            table_id=table.pk,
            content=content,
            seen=seen,
            key=key or None,
        )

    return step
