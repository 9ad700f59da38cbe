"""Tables for practice, for the page that opens them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Match


@dataclass(frozen=True, slots=True)
class Tried:
    """A table that a browser can go on at."""

    number: int
    opened_at: datetime


def open_tables(keys: Sequence[int]) -> list[Tried]:
    """Those of these tables at which the match is not over, the newest first."""
    found = Match.objects.filter(pk__in=keys, table=None).exclude(status=Match.Status.OVER).order_by("-pk")
    return [Tried(row.pk, row.opened_at) for row in found]
