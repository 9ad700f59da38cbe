"""Deadlines of matches are applied once: checked again under the match's lock, deleted in the same commit."""

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import Final

from django.db.models import Q
from django.utils import timezone

from tournaments.competition.live import deciding
from tournaments.competition.live.deciding import Live, Moment
from tournaments.competition.live.log import Event
from tournaments.frame.writes import pulses
from tournaments.frame.writes.transaction import writing
from tournaments.games.contract import Dice
from tournaments.live_log.writes.log import LOOK, SHOWN, decide, lock_match
from tournaments.models import Match, MatchDeadline, Tournament
from tournaments.online.writes import presence
from tournaments.online.writes.no_shows import decide_absent
from tournaments.online.writes.reporting import report
from tournaments.timing.reads import has_time_been_called
from tournaments.timing.writes import downtime

Kind = MatchDeadline.Kind
MOST_AT_ONCE: Final = 200
# The random source of the robots.
DICE: Dice = secrets.randbelow


def due(now: datetime) -> list[int]:
    """Return the match deadlines due at ``now``, oldest first; only sheets of a table that cannot be served."""
    pending = MatchDeadline.objects.filter(due_at__lte=now).order_by("due_at")
    if not downtime.are_tables_served(now):
        pending = pending.filter(kind=Kind.REPORT)
    elif presence.is_shared() and (unserved := presence.unserved_matches()):
        pending = pending.filter(Q(kind=Kind.REPORT) | ~Q(match__in=unserved))
    return list(pending.values_list("pk", flat=True)[:MOST_AT_ONCE])


def fire(*, deadline_id: int, now: datetime | None = None) -> bool:
    """Apply a due deadline; False when it was applied already, is not due any more, or is gone.

    Without ``now`` it is the moment at which the lock is taken. A deadline that concerns the event locks the event
    first.
    """
    found = MatchDeadline.objects.filter(pk=deadline_id).select_related("match__table").first()
    if found is None:
        return False
    kind = Kind(found.kind)
    try:
        if kind in OF_EVENTS and found.match.table is not None:
            with writing(found.match.table.tournament_id) as tournament, _lock_due_match(found, now) as match:
                OF_EVENTS[kind](tournament, match)
            return True
        with _lock_due_match(found, now) as match:
            if kind == Kind.TIME:
                is_called = match.table is not None and has_time_been_called(match.table)
                decide(match, partial(deciding.keep_time, is_called=is_called), now=now)
            elif not match.chairs.get(SHOWN) or pulses.is_fresh(SHOWN, now or timezone.now(), LOOK):
                robots = partial(deciding.robot_play, dice=DICE)
                decide(match, robots if kind == Kind.ROBOT else DECISIONS[kind], now=now)
    except _NotDueError:
        return False
    return True


class _NotDueError(Exception):
    """Another sweeper was first: nothing is written, and no version moves."""


@contextmanager
def _lock_due_match(found: MatchDeadline, now: datetime | None) -> Iterator[Match]:
    """Lock the match of a due deadline, and delete the deadline."""
    with lock_match(found.match_id) as match:
        pending = MatchDeadline.objects.filter(pk=found.pk, due_at__lte=now or timezone.now())
        if not pending.delete()[0]:
            raise _NotDueError
        yield match


OF_EVENTS: Final[Mapping[Kind, Callable[[Tournament, Match], None]]] = {
    Kind.REPORT: report,
    Kind.NO_SHOW: decide_absent,
}
DECISIONS: Final[Mapping[Kind, Callable[[Live, Moment], list[Event]]]] = {
    Kind.TURN: deciding.time_out,
    Kind.DEAL: deciding.deal_now,
}
