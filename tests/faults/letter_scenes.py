"""What the clerk does with mail: people sign up for an event, and each is to get a letter."""

from typing import Any

from tests.tournaments import factories as make
from tournaments.entries.writes import entries
from tournaments.frame.policies import Actor
from tournaments.models import OutboxMessage, Tournament


def open_event() -> str:
    """An event that takes entries."""
    return make.knockout(entries=0, name="Iscrizioni aperte").slug


def sign_up(slug: str, first: int, n: int) -> None:
    event = Tournament.objects.get(slug=slug)
    for number in range(first, first + n):
        entries.sign_up(
            actor=Actor(label="-"),
            tournament_id=event.pk,
            new=make.names(number),
            contact=f"guest{number}@example.org",
        )


def waiting() -> int:
    return OutboxMessage.objects.filter(done_at__isnull=True).count()


def letters() -> list[dict[str, Any]]:
    """Every letter that is on record."""
    rows = OutboxMessage.objects.order_by("pk")
    return [{"to": row.payload["to"], "done": row.done_at is not None, "attempts": row.attempts} for row in rows]
