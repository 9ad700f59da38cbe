"""Clocks on pages, and lines missing at a called table."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.competition.discipline import ladder_from_json
from tournaments.competition.match.contents import LETTERS
from tournaments.competition.match.outcomes import Chairs, circumstances_of
from tournaments.competition.timing import MINUTE, Clock
from tournaments.deadlines.writes import is_missing
from tournaments.discipline.reads import late_from
from tournaments.events.words.by_format import stage_of
from tournaments.events.words.sentences import phrases_of
from tournaments.frame import penalty_words
from tournaments.frame.policies import Actor
from tournaments.frame.reads.formats import format_now
from tournaments.games import registry
from tournaments.games.contract import Circumstances, TimeRule
from tournaments.models import Table, TableLine, Tournament
from tournaments.tables.reads.game_course import line_name
from tournaments.timing.reads import Extra, moment_of, ms_of

SOON = 5 * MINUTE
# From so many minutes on a time has hours.
HOURS_FROM = 100


@dataclass(frozen=True, slots=True)
class ClockFace:
    """The context of ``components/_clock.html``; ``state`` is waiting, running, soon, paused or over.

    ``text`` is the time left. On a page cached for all readers it is the time at which the clock ends; elsewhere
    ``until`` has that. ``note`` says how this clock differs from the others. ``version`` and ``live_url`` are set where
    the clock updates itself, because nothing around it does.
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
    """What the rules of an event say about time: before zero, after it, and on a line's own clock."""

    rule: TimeRule
    at_zero: str
    over: str
    own_clock: str


def words_of(event: Tournament, circumstances: Circumstances) -> TimeWords:
    """Return the words on time from the event's game, in the reader's language."""
    return words_of_rule(event, registry.game(event.game).time_rule(event.rules, circumstances))


def words_of_rule(event: Tournament, rule: TimeRule) -> TimeWords:
    """Return the words of a rule that is already known."""
    told = [[f"time.{code}" for code in codes] for codes in (rule.at_zero, rule.over, rule.own_clock)]
    return TimeWords(rule, *[phrases_of(event.game, codes) for codes in told])


def words_of_round(event: Tournament, number: int, rounds: int) -> TimeWords:
    """Return the words for the tables of a round; in a final and in a match of two, one line advances or both draw."""
    through = format_now(event).through if number < rounds else 1
    stage = stage_of(event)
    chairs = Chairs(lines=through + 1, through=through, may_draw=stage is not None and stage.ranking.draws)
    return words_of(event, circumstances_of(chairs, time_called=True))


def kept_face(clock: Clock, title: str, words: TimeWords) -> ClockFace | None:
    """Return the clock for a cached page: it tells the end, and the browser counts down."""
    if clock.started is None and _is_nothing(clock, words):
        return None
    if clock.called is not None:
        state = "over"
    elif clock.due is not None:
        state = "running"
    else:
        state = "waiting" if clock.started is None else "paused"
    text = until_text(clock) if state == "running" else digits(clock.time_left(clock.paused or 0))
    return ClockFace(
        title=title, state=state, text=text, at_zero=words.at_zero, over=_over(clock, words), ends_at_ms=clock.due
    )


def _is_nothing(clock: Clock, words: TimeWords) -> bool:
    """Return whether there is no limit, or only the lines' own clocks, so that the hall needs no clock."""
    return not clock.length or words.rule.costs_the_match


def clock_face(
    event: Tournament, clock: Clock, title: str, words: TimeWords, *, now: datetime, note: str = ""
) -> ClockFace | None:
    """Return the clock for a page made for one reader; None without a time limit."""
    at = ms_of(now)
    state: str = clock.state(at)
    if clock.started is None and _is_nothing(clock, words):
        return None
    left = clock.time_left(at)
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
    """Return milliseconds as minutes and seconds; with hours from a hundred minutes on."""
    minutes, seconds = divmod(-(-max(0, left) // 1000), 60)
    return f"{minutes:02}:{seconds:02}" if minutes < HOURS_FROM else f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


def until_text(clock: Clock) -> str:
    """Return the time until which the clock runs, or ""."""
    return "" if clock.due is None else _("until %(time)s") % {"time": hour(clock.due)}


def hour(ms: int) -> str:
    """Return a moment as local hours and minutes."""
    return f"{timezone.localtime(moment_of(ms)):%H:%M}"


def time_call_text(clock: Clock) -> str:
    """Return when time was called, or ""."""
    return "" if clock.called is None else _("Time called at %(time)s.") % {"time": hour(clock.called)}


def _over(clock: Clock, words: TimeWords) -> str:
    called = time_call_text(clock) or _("Time is over.")
    return f"{called} {words.over}"


def extra_text(extra: Extra) -> str:
    """Return extra time with its reason: “5 minutes more: a chair broke”."""
    if not extra.minutes:
        return ""
    size = {"n": abs(extra.minutes)}
    more = ngettext("%(n)s minute more", "%(n)s minutes more", size["n"])
    less = ngettext("%(n)s minute less", "%(n)s minutes less", size["n"])
    said = (more if extra.minutes > 0 else less) % size
    return _("%(what)s: %(why)s") % {"what": said, "why": "; ".join(extra.reasons)} if extra.reasons else said


def own_time_text(table: Table, clock: Clock, extra: Extra | None, *, beside_clock: bool = False) -> str:
    """Return how a table's time differs from its round's, and why; "" if it does not.

    Unless a clock is shown beside it, the text also has the end of the table's time.
    """
    if not table.has_own_time:
        return ""
    own = _("its own clock") if table.clock_started_at is not None else ""
    more = extra_text(extra) if extra else extra_text(Extra(table.clock_added_ms // MINUTE)) if not own else ""
    when = time_call_text(clock).rstrip(".") if clock.called is not None else until_text(clock)
    if clock.paused is not None:
        when = _("paused at %(left)s") % {"left": digits(clock.time_left(clock.paused))}
    return " · ".join(part for part in (own, more, "" if beside_clock else when) if part)


@dataclass(frozen=True, slots=True)
class MissingSeat:
    """A line of a table that has not begun; ``late`` and the fields after it are set only if the line is missing."""

    line: int
    letter: str
    name: str
    is_missing: bool = False
    since: str = ""
    late: str = ""
    late_ms: int = 0
    words: str = ""
    words_one: str = ""
    next: str = ""
    may_report: bool = False
    may_arrive: bool = False


def waits_to_begin(event: Tournament, table: Table) -> bool:
    """Return whether lines may still be missing: the table is called and nothing was written at it."""
    return event.status == Tournament.Status.RUNNING and table.status == Table.Status.CALLED


def seats(
    event: Tournament, table: Table, lines: Sequence[TableLine], actor: Actor, now: datetime
) -> list[MissingSeat]:
    """Return the lines of a table that has not begun, with what this reader may do; none once it plays."""
    if not waits_to_begin(event, table):
        return []
    ladder = ladder_from_json(event.discipline)
    found = []
    for line in [each for each in lines if each.entry_id is not None and not each.is_absent]:
        who: dict[str, Any] = {"line": line.index, "letter": LETTERS[line.index], "name": line_name(line)}
        if not is_missing(line):
            found.append(MissingSeat(**who, may_report=actor.line != line.index))
            continue
        ms = max(0, int((now - (late_from(table) or now)).total_seconds() * 1000))
        minutes = ms // MINUTE
        seat = MissingSeat(
            **who,
            is_missing=True,
            since=penalty_words.at(line.missing_since),
            late=penalty_words.minutes_late(minutes),
            late_ms=ms,
            words=penalty_words.minutes_late_words(2),
            words_one=penalty_words.minutes_late_words(1),
            next=penalty_words.next_step(ladder, minutes),
            may_arrive=True,
        )
        found.append(seat)
    return found
