"""The log of an online match for its officials: its events, and who gave each order."""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.competition.live import viewing
from tournaments.games.contract import Json
from tournaments.models import Match, MatchEvent, User
from tournaments.online.reads import live_matches


class Logged(NamedTuple):
    """A row of a match's log: what is shown of it, and the account that ordered it."""

    event: Json
    by: str


def rows(match: Match) -> Sequence[Logged]:
    """Return the whole log in its order."""
    orders = MatchEvent.objects.filter(match=match, data__by__isnull=False)
    ordered = dict(orders.values_list("sequence", "data__by"))
    names = {user.pk: str(user) for user in User.objects.filter(pk__in=set(ordered.values()))}
    events = live_matches.events_of(match)
    return [
        Logged(viewing.seen(event, viewing.REFEREE), names.get(ordered.get(event.sequence, 0), "")) for event in events
    ]
