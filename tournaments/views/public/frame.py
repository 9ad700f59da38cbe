"""The head that all pages of an event share: eyebrow, title, state, the clock of the round, the tabs."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.round_names import round_name
from tournaments.selectors.events import Progress, progress_of
from tournaments.views.clocks import at_zero, time_over
from tournaments.views.public import words

Status = Tournament.Status


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a round on a page that is kept: it says when it ends, and the browser counts down to that."""

    title: str
    state: str
    text: str
    ends_at_ms: int
    at_zero: str
    over: str


def clock(event: Tournament, progress: Progress) -> Clock | None:
    """The clock of the round that is played; None where there is no round or no limit of time."""
    now = progress.current
    if now is None or event.status != Status.RUNNING:
        return None
    minutes = now.clock_minutes or event.round_minutes
    if not minutes:
        return None
    due = progress.due_at
    return Clock(
        title=round_name(now.number, progress.rounds),
        state="waiting" if due is None else "over" if now.time_called_at else "running",
        text=_clock_text(due, minutes, is_over=bool(now.time_called_at)),
        ends_at_ms=int(due.timestamp() * 1000) if due else 0,
        at_zero=at_zero(event),
        over=time_over(event),
    )


def _clock_text(due: datetime | None, minutes: int, *, is_over: bool) -> str:
    """Without a script the page cannot count, so it says until when."""
    if due is None:
        return f"{minutes}:00"
    return "00:00" if is_over else _("until %(time)s") % {"time": f"{timezone.localtime(due):%H:%M}"}


ONLY_DRAWN = ("event_bracket", "event_tables", "event_standings")


def tabs(event: Tournament, progress: Progress, current: str) -> list[dict[str, Any]]:
    """The pages of the event; those of the play stand there from the draw on."""
    labels = {
        "event": _("The event"),
        "event_bracket": _("Bracket"),
        "event_tables": _("Tables"),
        "event_standings": _("Standings"),
        "event_entries": _("Entries"),
        "event_draw": _("Draw"),
        "event_rules": _("Rules"),
    }
    return [
        {
            "label": label,
            "url": reverse(name, args=(event.slug,)),
            "current": name == current,
            "count": progress.entered if name == "event_entries" and progress.entered else None,
        }
        for name, label in labels.items()
        if progress.rounds or name not in ONLY_DRAWN
    ]


def render_main(
    event: Tournament, template: str, current: str, context: dict[str, Any], progress: Progress | None = None
) -> str:
    """The main part of a page of an event: the head, and ``template`` below it, in one region that keeps itself new."""
    progress = progress or progress_of(event)
    label, kind = words.status_pill(event, progress)
    return render_to_string(
        "event/main.html",
        {
            "event": event,
            "eyebrow": words.eyebrow(event),
            "meta": words.meta(event, progress.entered),
            "pill": {"label": label, "kind": kind},
            "clock": clock(event, progress),
            "tabs": tabs(event, progress, current),
            "part": template,
            "is_live": event.is_public and event.status != Status.FINISHED,
            **context,
        },
    )
