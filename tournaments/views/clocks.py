"""The clock of a round on pages that are made for one reader: the server says how much is left."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tournaments.models import Round, Tournament
from tournaments.selectors.clocks import clock_of_round, ends_at
from tournaments.views.kinds import is_tables


@dataclass(frozen=True, slots=True)
class ClockFace:
    """What ``components/_clock.html`` takes; ``state`` is waiting, running or over."""

    title: str
    state: str
    text: str
    remaining_ms: int
    server_now_ms: int
    at_zero: str
    over: str
    ends_at_ms: int | None = None


def clock_face(event: Tournament, round_: Round | None, title: str, now: datetime) -> ClockFace | None:
    """The clock of a round that has a limit of time; None for one that has none."""
    if round_ is None or not round_.clock_minutes:
        return None
    due = ends_at(clock_of_round(round_))
    left = int((due - now).total_seconds() * 1000) if due else round_.clock_minutes * 60_000
    over = round_.time_called_at is not None or left <= 0
    minutes, seconds = divmod(max(0, left) // 1000, 60)
    return ClockFace(
        title=title,
        state="over" if over else "running" if due else "waiting",
        text=f"{minutes:02}:{seconds:02}",
        remaining_ms=max(0, left),
        server_now_ms=int(now.timestamp() * 1000),
        at_zero=at_zero(event),
        over=time_over(event),
    )


def at_zero(event: Tournament) -> str:
    """What happens when the clock runs out, while it runs."""
    if is_tables(event):
        return _("At zero no new deal begins; the best go on, who is level plays a tie-break.")
    return _("At zero no new deal begins; who is ahead wins, level lines play a tie-break.")


def time_over(event: Tournament) -> str:
    """The same once it has run out."""
    if is_tables(event):
        return _("Time: no new deal begins. The best go on, who is level plays a tie-break.")
    return _("Time: no new deal begins. Who is ahead wins, level lines play a tie-break.")
