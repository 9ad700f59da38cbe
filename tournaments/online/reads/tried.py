"""Practice tables, for the page that opens them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Match


@dataclass(frozen=True, slots=True)
class Tried:
    """A table where a browser can continue."""

    number: int
    opened_at: datetime


def open_tables(keys: Sequence[int]) -> list[Tried]:
    """Return those of these tables whose match is not over, newest first."""
    found = Match.objects.filter(pk__in=keys, table=None).exclude(status=Match.Status.OVER).order_by("-pk")
    return [Tried(row.pk, row.opened_at) for row in found]
