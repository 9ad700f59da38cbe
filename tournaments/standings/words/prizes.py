"""The prizes of an event: by place if given, with the winners once places are final."""

from collections.abc import Iterable, Sequence
from typing import Any

from tournaments.entries.reads.entries import winners
from tournaments.guessing.prizes import Prize, prizes_of
from tournaments.models import Tournament


def prize_rows(event: Tournament, placed: Iterable[tuple[int, str]] | None = None) -> list[dict[str, Any]]:
    """Return the prizes with their winners: by the places in ``placed``, else by the final places of the event."""
    found = prizes_of(event.prizes)
    if placed is None:
        wanted = {place for prize in found for place in prize.places}
        placed = winners(event, wanted) if wanted and event.status == Tournament.Status.FINISHED else []
    by_place = list(placed)
    return [{"place": _places(prize.places), "what": prize.what, "winners": _names(prize, by_place)} for prize in found]


def _names(prize: Prize, placed: Sequence[tuple[int, str]]) -> list[str]:
    return [name for place, name in placed if place in prize.places]


def _places(places: Sequence[int]) -> str:
    """Return ``1``, ``3, 5``, ``5–8``."""
    is_row = len(places) > 1 and list(places) == list(range(places[0], places[-1] + 1))
    return f"{places[0]}–{places[-1]}" if is_row else ", ".join(map(str, places))
