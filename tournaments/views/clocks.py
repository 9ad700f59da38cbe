"""Clocks as pages show them: what is left, what happens at zero by the event's own rules, who has more time and why."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.competition.match.outcomes import Chairs, circumstances_of
from tournaments.competition.pairing.table_options import tables_from_json
from tournaments.competition.timing.clock import MINUTE, Clock
from tournaments.games import registry
from tournaments.games.contract import Circumstances, TimeRule
from tournaments.models import Table, Tournament
from tournaments.selectors.clocks import has_own_time, moment_of, ms_of
from tournaments.selectors.extra_time import Extra
from tournaments.views.kinds import is_tables
from tournaments.views.public.words import phrase

SOON = 5 * MINUTE
MOST_MINUTES = 100


@dataclass(frozen=True, slots=True)
class ClockFace:
    """What ``components/_clock.html`` takes; ``state`` is waiting, running, soon, paused or over.

    ``text`` is the time that is left, or on a page that is kept for all its readers until when it runs; ``until`` says
    that beside it. ``note`` is what sets this clock apart from the others. ``version`` and ``live_url`` are there where
    the clock keeps itself new, because nothing around it does.
    """

    title: str
    state: str
    text: str
    at_zero: str
    over: str
    until: str = ""
    note: str = ""
    ends_at_ms: int | None = None
    version: int | None = None
    live_url: str = ""


@dataclass(frozen=True, slots=True)
class TimeWords:
    """What an event's rules say of time: before zero, after it, and of a line's own clock."""

    rule: TimeRule
    at_zero: str
    over: str
    own_clock: str


def words_of(event: Tournament, circumstances: Circumstances) -> TimeWords:
    """The sentences of the event's game, joined in the reader's language."""
    return words_of_rule(event, registry.game(event.game).time_rule(event.rules, circumstances))


def words_of_rule(event: Tournament, rule: TimeRule) -> TimeWords:
    """The same of a rule that has been looked up."""
    return TimeWords(rule, *(_said(event, codes) for codes in (rule.at_zero, rule.over, rule.own_clock)))


def _said(event: Tournament, codes: Iterable[str]) -> str:
    return " ".join(phrase(event.game, f"time.{code}") for code in codes)


def words_of_round(event: Tournament, number: int, rounds: int) -> TimeWords:
    """The same for the tables of a round: in a final, and in a match of two, one goes on."""
    through = tables_from_json(event.format).through if is_tables(event) and number < rounds else 1
    chairs = Chairs(lines=through + 1, through=through)
    return words_of(event, circumstances_of(chairs, time_called=True))


def kept_face(clock: Clock, title: str, words: TimeWords) -> ClockFace | None:
    """The clock on a page that is made once for all: it says when it ends, and the browser counts down to that."""
    if clock.started is None and _is_nothing(clock, words):
        return None
    state = "over" if clock.called is not None else "running" if clock.due is not None else _standing(clock)
    text = until_text(clock) if state == "running" else digits(clock.left(clock.paused or 0))
    return ClockFace(
        title=title, state=state, text=text, at_zero=words.at_zero, over=_over(clock, words), ends_at_ms=clock.due
    )


def _is_nothing(clock: Clock, words: TimeWords) -> bool:
    """No limit; or one that every line has on a clock of its own, so that the hall waits for none."""
    return not clock.length or words.rule.costs_the_match


def _standing(clock: Clock) -> str:
    return "waiting" if clock.started is None else "paused"


def clock_face(
    event: Tournament, clock: Clock, title: str, words: TimeWords, *, now: datetime, note: str = ""
) -> ClockFace | None:
    """The clock on a page that is made for one reader; None where there is no limit of time."""
    at = ms_of(now)
    state: str = clock.state(at)
    if clock.started is None and _is_nothing(clock, words):
        return None
    left = clock.left(at)
    is_soon = state == "running" and left <= SOON
    return ClockFace(
        title=title,
        state="soon" if is_soon else state,
        text=digits(left),
        at_zero=words.at_zero,
        over=_over(clock, words),
        until=until_text(clock) if state == "running" else "",
        note=note,
        ends_at_ms=clock.due if state == "running" else None,
        version=event.version,
        live_url=reverse("event_live", args=[event.slug]),
    )


def digits(left: int) -> str:
    """Milliseconds as people read them on a clock: minutes and seconds, from a hundred minutes on with hours."""
    minutes, seconds = divmod(-(-max(0, left) // 1000), 60)
    return f"{minutes:02}:{seconds:02}" if minutes < MOST_MINUTES else f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


def until_text(clock: Clock) -> str:
    """Until when it runs; empty while it does not."""
    return "" if clock.due is None else _("until %(time)s") % {"time": hour(clock.due)}


def hour(ms: int) -> str:
    """A moment as the clock on the wall shows it."""
    return f"{timezone.localtime(moment_of(ms)):%H:%M}"


def called_text(clock: Clock) -> str:
    """When time was called; empty while it was not."""
    return "" if clock.called is None else _("Time called at %(time)s.") % {"time": hour(clock.called)}


def _over(clock: Clock, words: TimeWords) -> str:
    called = called_text(clock) or _("Time is over.")
    return f"{called} {words.over}"


def extra_text(extra: Extra) -> str:
    """“5 minutes more: a chair broke”."""
    if not extra.minutes:
        return ""
    size = {"n": abs(extra.minutes)}
    more = ngettext("%(n)s minute more", "%(n)s minutes more", size["n"])
    less = ngettext("%(n)s minute less", "%(n)s minutes less", size["n"])
    said = (more if extra.minutes > 0 else less) % size
    return _("%(what)s: %(why)s") % {"what": said, "why": "; ".join(extra.reasons)} if extra.reasons else said


def own_time_text(table: Table, clock: Clock, extra: Extra | None, *, beside_clock: bool = False) -> str:
    """What sets a table's time apart from its round's, and why; empty where nothing does.

    Where no clock stands beside it, it says until when the table plays too.
    """
    if not has_own_time(table):
        return ""
    own = _("its own clock") if table.clock_started_at is not None else ""
    more = extra_text(extra) if extra else extra_text(Extra(table.clock_added_ms // MINUTE)) if not own else ""
    when = called_text(clock).rstrip(".") if clock.called is not None else until_text(clock)
    if clock.paused is not None:
        when = _("paused at %(left)s") % {"left": digits(clock.left(clock.paused))}
    return " · ".join(part for part in (own, more, "" if beside_clock else when) if part)
