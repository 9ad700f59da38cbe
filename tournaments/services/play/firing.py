"""What has come due in matches takes effect, once: asked again under the match's lock, gone in the same commit."""

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import Final

from django.utils import timezone

from tournaments.competition.live import deciding
from tournaments.competition.live.deciding import Live, Moment
from tournaments.competition.live.log import Event
from tournaments.games.contract import Dice
from tournaments.models import Match, MatchDeadline, Tournament
from tournaments.selectors.clocks import has_time_been_called
from tournaments.services.live_log.log import LOOK, SHOWN, decide, locked
from tournaments.services.play.no_shows import decide_absent
from tournaments.services.play.reporting import report
from tournaments.services.timing import downtime
from tournaments.services.transactions import pulses
from tournaments.services.transactions.transaction import writing

Kind = MatchDeadline.Kind
MOST_AT_ONCE: Final = 200
# With what robots choose.
DICE: Dice = secrets.randbelow


def due(now: datetime) -> list[int]:
    """What has come due in matches at ``now``, the oldest first; while no table can be served, sheets only."""
    pending = MatchDeadline.objects.filter(due_at__lte=now).order_by("due_at")
    if not downtime.are_tables_served(now):
        pending = pending.filter(kind=Kind.REPORT)
    return list(pending.values_list("pk", flat=True)[:MOST_AT_ONCE])


def fire(*, deadline_id: int, now: datetime | None = None) -> bool:
    """Give something due its effect; False when it has had it, is not due any more, or is gone.

    Without ``now`` it is the moment at which the lock is held. What is the event's takes the lock of the event first.
    """
    found = MatchDeadline.objects.filter(pk=deadline_id).select_related("match__table").first()
    if found is None:
        return False
    try:
        _fire(found, now)
    except _NotDueError:
        return False
    return True


class _NotDueError(Exception):
    """Another sweeper was first: nothing is written, and no version moves."""


def _fire(found: MatchDeadline, now: datetime | None) -> None:
    if found.kind in OF_EVENTS and found.match.table is not None:
        with writing(found.match.table.tournament_id) as tournament, _held(found, now) as match:
            OF_EVENTS[Kind(found.kind)](tournament, match)
        return
    with _held(found, now) as match:
        if found.kind == Kind.TIME:
            decide(match, partial(deciding.keep_time, is_called=_is_time_over(match)), now=now)
            return
        if match.chairs.get(SHOWN) and not pulses.is_fresh(SHOWN, now or timezone.now(), LOOK):
            return
        decide(match, DECISIONS[Kind(found.kind)], now=now)


def _is_time_over(match: Match) -> bool:
    """Whether the clock that a table goes by has called time."""
    return match.table is not None and has_time_been_called(match.table)


@contextmanager
def _held(found: MatchDeadline, now: datetime | None) -> Iterator[Match]:
    """The locked match of something due, which is struck off."""
    with locked(found.match_id) as match:
        pending = MatchDeadline.objects.filter(pk=found.pk, due_at__lte=now or timezone.now())
        if not pending.delete()[0]:
            raise _NotDueError
        yield match


def _robot_play(live: Live, moment: Moment) -> list[Event]:
    return deciding.robot_play(live, moment, DICE)


OF_EVENTS: Final[Mapping[Kind, Callable[[Tournament, Match], None]]] = {
    Kind.REPORT: report,
    Kind.NO_SHOW: decide_absent,
}
DECISIONS: Final[Mapping[Kind, Callable[[Live, Moment], list[Event]]]] = {
    Kind.TURN: deciding.time_out,
    Kind.DEAL: deciding.deal_now,
    Kind.ROBOT: _robot_play,
}
