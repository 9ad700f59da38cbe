"""The lots of an event: the order of its first draw, the last criterion where all others are level."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tournaments.competition.draw.lots import lots
from tournaments.models import Draw, Tournament

NONE: Mapping[int, int] = {}


def lots_of(tournament: Tournament) -> Mapping[int, int]:
    """Return the lot of each entry in the announced draw of round 1 (1 came first); later entries have none."""
    announced = Draw.objects.filter(tournament=tournament, round_number=1, status=Draw.Status.ANNOUNCED)
    return lots_at(tournament.pk, announced.values_list("announced_at", flat=True).first())


def lots_at(tournament_id: int, announced_at: Any) -> Mapping[int, int]:
    """Return the same if that announcement is known; an announced draw never changes, so the result is cached."""
    return NONE if announced_at is None else _drawn(tournament_id, announced_at)


@lru_cache(maxsize=8)
def _drawn(tournament_id: int, announced_at: Any) -> Mapping[int, int]:
    draw = Draw.objects.get(tournament=tournament_id, round_number=1, status=Draw.Status.ANNOUNCED)
    document = draw.document or {"entrants": ()}
    keys = [entrant["key"] for entrant in document["entrants"]]
    return {key: lot for lot, key in enumerate(lots(draw.reference, draw.seed, keys, draw.hall, draw.format), start=1)}
