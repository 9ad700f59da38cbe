"""The way to the results of each round, for officials."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.urls import reverse

from tournaments.frame.round_names import round_name
from tournaments.models import Tournament


class Counted(NamedTuple):
    """A round: how many of its tables have finished, of how many."""

    number: int
    played: int
    total: int


def number_in(text: str) -> int | None:
    """Return the number of a round in an address, or None."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None


def results_address(event: Tournament, number: int) -> str:
    """Return the address of the results of one round, also of one that is over."""
    return f"{reverse('results_grid', args=[event.slug])}?turno={number}"


def round_links(
    event: Tournament, counted: Iterable[Counted], rounds: int, current: int | None = None
) -> list[dict[str, Any]]:
    """Return a link to the results of each round; the one with the number ``current`` is the page that is shown."""
    return [
        {
            "label": round_name(each.number, rounds),
            "count": f"{each.played}/{each.total}",
            "url": results_address(event, each.number),
            "current": each.number == current,
        }
        for each in counted
    ]
