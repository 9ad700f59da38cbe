"""What has come due in matches takes effect, once: asked again under the match's lock, gone in the same commit."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Final

from django.utils import timezone

from tournaments.competition.live import deciding
from tournaments.competition.live.deciding import Live, Moment
from tournaments.competition.live.log import Event
from tournaments.models import Match, MatchDeadline
from tournaments.services.play.log import decide, locked
from tournaments.services.play.reporting import report
from tournaments.services.writing import writing

Kind = MatchDeadline.Kind
MOST_AT_ONCE: Final = 200


def due(now: datetime) -> list[int]:
    """What has come due in matches at ``now``, the oldest first."""
    pending = MatchDeadline.objects.filter(due_at__lte=now).order_by("due_at")
    return list(pending.values_list("pk", flat=True)[:MOST_AT_ONCE])


def fire(*, deadline_id: int, now: datetime | None = None) -> bool:
    """Give something due its effect; False when it has had it, is not due any more, or is gone.

    Without ``now`` it is the moment at which the lock is held. A report takes the lock of the event first.
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
    if found.kind == Kind.REPORT and found.match.table is not None:
        with writing(found.match.table.tournament_id) as tournament, _held(found, now) as match:
            report(tournament, match)
        return
    with _held(found, now) as match:
        decide(match, DECISIONS[Kind(found.kind)], now=now)


@contextmanager
def _held(found: MatchDeadline, now: datetime | None) -> Iterator[Match]:
    """The locked match of something due, which is struck off."""
    with locked(found.match_id) as match:
        pending = MatchDeadline.objects.filter(pk=found.pk, due_at__lte=now or timezone.now())
        if not pending.delete()[0]:
            raise _NotDueError
        yield match


DECISIONS: Final[Mapping[Kind, Callable[[Live, Moment], list[Event]]]] = {
    Kind.TURN: deciding.time_out,
    Kind.DEAL: deciding.deal_now,
}
