"""One round of an event."""

from tournaments.errors import MissingError
from tournaments.models import Round, Tournament


def round_in(event: Tournament, number: int) -> Round:
    """The round of that number; MissingError where the event has none."""
    found = Round.objects.filter(tournament=event, number=number).first()
    if found is None:
        raise MissingError
    return found
