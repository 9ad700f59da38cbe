"""Matches end where an official has settled their table, or set it back for other people."""

from collections.abc import Iterable

from tournaments.competition.live import deciding
from tournaments.models import Match, Table
from tournaments.services.play.log import decide, locked


def end_matches(tables: Iterable[Table]) -> None:
    """End the open matches of these tables of a locked event; what they have not reported yet is not written."""
    found = Match.objects.filter(table__in=[table.pk for table in tables]).exclude(status=Match.Status.OVER)
    for key in found.order_by("pk").values_list("pk", flat=True):
        with locked(key) as match:
            decide(match, deciding.settle)
