"""The lots of an event: the order of its first draw, which decides where nothing else does."""

from tournaments.competition.draw.lots import lots
from tournaments.models import Draw, Tournament


def lots_of(tournament: Tournament) -> dict[int, int]:
    """The lot of each entry in the announced draw of round 1 (1 came first); who came after it has none."""
    draw = Draw.objects.filter(tournament=tournament, round_number=1, status=Draw.Status.ANNOUNCED).first()
    if draw is None or not draw.document:
        return {}
    keys = [entrant["key"] for entrant in draw.document["entrants"]]
    return {key: lot for lot, key in enumerate(lots(draw.reference, draw.seed, keys), start=1)}
