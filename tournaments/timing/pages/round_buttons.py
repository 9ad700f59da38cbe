"""The clock of a round and its buttons, as other pages of officials show them."""

from datetime import datetime
from typing import Any

from django import forms
from django.urls import reverse

from tournaments.frame.round_names import round_name
from tournaments.models import Round, Tournament
from tournaments.tables.reads.stages import OVER
from tournaments.timing.pages.clock_steps import clock_form
from tournaments.timing.reads.clocks import clock_of_round
from tournaments.timing.reads.extra_time import Extra
from tournaments.timing.words.clocks import (
    ClockFace,
    clock_face,
    extra_text,
    words_of_round,
)


def round_face(
    event: Tournament, round_: Round, rounds: int, now: datetime, extra: Extra | None = None
) -> ClockFace | None:
    """Return the clock of a round for officials; None once the event is over."""
    if event.status == Tournament.Status.FINISHED:
        return None
    words, title = words_of_round(event, round_.number, rounds), round_name(round_.number, rounds)
    clock, note = clock_of_round(round_, event.round_minutes), extra_text(extra) if extra else ""
    return clock_face(event, clock, title, words, now=now, note=note)


def round_steps(event: Tournament, round_: Round, form: forms.Form | None = None, *, back: str = "") -> dict[str, Any]:
    """Return the buttons of a round's clock, for ``components/_clock_steps.html``.

    Once all tables are over nothing starts it, and nobody gets more time.
    """
    started = round_.clock_started_at is not None
    is_played = round_.tables.exclude(status__in=OVER).exists()
    minutes = round_.clock_minutes or event.round_minutes
    return {
        "url": reverse("round_clock", args=[event.slug, round_.number]),
        "stop_url": reverse("round_clock_stop", args=[event.slug, round_.number]) if started else "",
        "is_played": is_played,
        "form": (form or clock_form(minutes)) if is_played and not started else None,
        "can_pause": started and round_.clock_paused_at is None and round_.time_called_at is None,
        "can_resume": round_.clock_paused_at is not None,
        "back": back,
    }
