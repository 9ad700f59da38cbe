"""The head of all pages of an event: eyebrow, title, state, the clock of the round, the tabs."""

from functools import lru_cache
from typing import Any, TypeAlias

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from tournaments.events.forms.ruleset import game_picture
from tournaments.events.reads.events import EventProgress, progress_of
from tournaments.events.words import sentences as words
from tournaments.events.words.by_format import bracket_word
from tournaments.frame.access import is_readable
from tournaments.frame.round_names import round_name
from tournaments.models import Tournament
from tournaments.standings.words.stages import groups_over
from tournaments.timing.reads import clock_of_round
from tournaments.timing.words import ClockFace, kept_face, words_of_round

Status = Tournament.Status
Links: TypeAlias = tuple[tuple[tuple[str, Any], ...], ...]
# The places of the part and of the version in a kept head; escaped text cannot contain them.
PART, VERSION = "<!--part-->", "<!--version-->"


def clock(event: Tournament, progress: EventProgress) -> ClockFace | None:
    """Return the clock of the round in play; None without a round or a time limit."""
    now = progress.current
    if now is None or event.status != Status.RUNNING:
        return None
    title = round_name(now.number, progress.rounds)
    words_then = words_of_round(event, now.number, progress.rounds)
    return kept_face(clock_of_round(now, event.round_minutes), title, words_then)


TABS = (
    "event",
    "event_bracket",
    "event_tables",
    "event_lobby",
    "event_standings",
    "event_entries",
    "event_draw",
    "event_rules",
)


@lru_cache(maxsize=256)
def addresses_of(slug: str) -> dict[str, str]:
    """Return the address of each tab of an event: every page of it has them all."""
    return {name: reverse(name, args=(slug,)) for name in TABS}


ONLY_DRAWN = ("event_bracket", "event_tables", "event_lobby", "event_standings")


def tabs(event: Tournament, progress: EventProgress, current: str) -> list[dict[str, Any]]:
    """Return the tabs of the event; those about play from the draw on."""
    labels = {
        "event": _("The event"),
        "event_bracket": bracket_word(event) or (pgettext("stage", "Groups") if groups_over(event) else ""),
        "event_tables": _("Tables"),
        "event_lobby": _("Online tables"),
        "event_standings": _("Standings"),
        "event_entries": _("Entries"),
        "event_draw": _("Draw"),
        "event_rules": _("Rules"),
    }
    addresses = addresses_of(event.slug)
    return [
        {
            "label": label,
            "url": addresses[name],
            "current": name == current,
            "count": progress.entered if name == "event_entries" and progress.entered else None,
        }
        for name, label in labels.items()
        if label
        and (progress.rounds or name not in ONLY_DRAWN)
        and (name != "event_lobby" or event.mode != Tournament.Mode.HALL)
    ]


def render_main(
    event: Tournament, template: str, current: str, context: dict[str, Any], progress: EventProgress | None = None
) -> str:
    """Render the main part of an event's page: the head and ``template`` below it, in one self-updating region."""
    progress = progress or progress_of(event)
    shown = {
        "event": event,
        "eyebrow": words.eyebrow(event),
        "picture": game_picture(event.game, event.rules) if is_readable(event) else "",
        "meta": words.meta(event, progress.entered),
        "pill": words.status_pill(event, progress),
        "clock": clock(event, progress),
        "tabs": tabs(event, progress, current),
        "is_live": event.is_public and event.status != Status.FINISHED,
        **context,
    }
    values = [shown[name] for name in ("is_live", "eyebrow", "picture", "meta", "pill", "clock")]
    links = [tuple(tuple(link.items()) for link in shown.get(name, ())) for name in ("tabs", "stages")]
    around = _head(get_language(), event.slug, event.name, *values, *links)
    return around.replace(VERSION, str(event.version), 1).replace(PART, render_to_string(template, shown), 1)


# A head takes some 4 KB.
@lru_cache(maxsize=256)
def _head(
    _language: str,
    slug: str,
    name: str,
    is_live: bool,
    eyebrow: str,
    picture: str,
    meta: str,
    pill: tuple[str, str],
    clock: ClockFace | None,
    tabs: Links,
    stages: Links,
) -> str:
    """Render what stands around a part, with places for it and for the version; kept by all that it says.

    Most versions of an event change the part alone.
    """
    label, kind = pill
    context = {
        "event": {"slug": slug, "name": name},
        "version": mark_safe(VERSION),  # noqa: S308 - a place of our own
        "eyebrow": eyebrow,
        "picture": picture,
        "meta": meta,
        "pill": {"label": label, "kind": kind},
        "clock": clock,
        "tabs": [dict(tab) for tab in tabs],
        "stages": [dict(stage) for stage in stages],
        "part": mark_safe(PART),  # noqa: S308 - a place of our own
        "is_live": is_live,
    }
    return render_to_string("events/main.html", context)
