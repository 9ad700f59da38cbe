"""The program with the event's lock taken out: what the lock is for is proved by what goes wrong without it.

Served instead of ``tournaments.config.asgi``. Where SQLite would still let in one writer at a time, its turn and its
immediate transactions are taken away too.
"""

from contextlib import nullcontext

from tournaments.config.asgi import application

__all__ = ["application"]

from django.conf import settings
from django.db import connections

from tournaments.frame.reads.statements import Answers, Asked, together
from tournaments.frame.writes import transaction
from tournaments.models import Tournament


def _plain_read(tournament_id: int, *questions: Asked) -> tuple[Tournament, Answers]:
    return Tournament.objects.get(pk=tournament_id), together(*questions)


transaction.lock_and_ask = _plain_read
transaction.TURN = nullcontext()  # type: ignore[assignment]
if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    connections.settings["default"]["OPTIONS"]["transaction_mode"] = "DEFERRED"
