"""Courtesy time (tempo di cortesia): after a gap in service no player loses time, and each gets some more."""

from datetime import timedelta
from functools import partial

from django.db.models import F

from tournaments.competition.live import deciding
from tournaments.competition.live.clocks import COURTESY
from tournaments.live_log.writes.log import Kind, decide, locked
from tournaments.models import Match, MatchDeadline


def give_back(gap_ms: int) -> None:
    """Move the clocks of open matches by the gap, and a little more for players who have to find their place."""
    kinds = (Kind.TURN, Kind.DEAL, Kind.NO_SHOW)
    counting = Match.objects.filter(status=Match.Status.OPEN, deadlines__kind__in=kinds).distinct()
    for key in counting.order_by("pk").values_list("pk", flat=True):
        with locked(key) as match:
            waiting = MatchDeadline.objects.filter(match=match, kind__in=(Kind.DEAL, Kind.NO_SHOW))
            waiting.update(due_at=F("due_at") + timedelta(milliseconds=gap_ms))
            decide(match, partial(deciding.give_time, ms=gap_ms + COURTESY))
