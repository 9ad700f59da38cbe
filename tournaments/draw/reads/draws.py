"""The public record of an event's draws: every attempt, and why one was discarded."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import AuditEntry, Draw, Entry, Tournament

THROWN_AWAY = ("draw_discarded", "draw_withdrawn")


@dataclass(frozen=True, slots=True)
class DrawRecord:
    """All draws of an event by round and attempt; why some were discarded, by reference; names of entries by key."""

    draws: Sequence[Draw]
    reasons: Mapping[str, str]
    names: Mapping[int, str]


def draw_record(event: Tournament) -> DrawRecord:
    """Return the whole record of an event's draws, in three queries."""
    draws = list(Draw.objects.filter(tournament=event).order_by("round_number", "attempt"))
    references = [draw.reference for draw in draws]
    audit = AuditEntry.objects.filter(tournament=event, verb__in=THROWN_AWAY, target__in=references).order_by("pk")
    return DrawRecord(
        draws=draws,
        reasons=dict(audit.values_list("target", "reason")),
        names=dict(Entry.objects.filter(tournament=event).values_list("pk", "label")),
    )


def draw_named(event: Tournament, draw_id: int) -> Draw | None:
    """Return one draw of the event."""
    return Draw.objects.filter(tournament=event, pk=draw_id).first()
