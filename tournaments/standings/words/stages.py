"""The stages of an event as links: each one that is over keeps its standings and its cross tables."""

from typing import TypeAlias

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.stages import StagesFormat
from tournaments.events.words.by_format import bracket_word, has_groups
from tournaments.frame import format_words
from tournaments.frame.reads.formats import at_stage, format_now, stages_over
from tournaments.models import Tournament

Links: TypeAlias = list[dict[str, object]]


def groups_over(event: Tournament) -> list[int]:
    """Return the stages before this one whose groups keep their cross tables."""
    return [number for number in stages_over(event) if number < event.stage and has_groups(at_stage(event, number))]


def standings_stages(event: Tournament, number: int) -> Links:
    """Return the links of the standings: the whole event, and each stage that is over; ``number`` is shown, or 0."""
    return stage_links(event, reverse("event_standings", args=(event.slug,)), number)


def stage_links(event: Tournament, address: str, number: int, name: str = "stage") -> Links:
    """Return a link for the whole event and for each stage that is over, by the ``name`` in its address."""
    found = [_link(event, address, each, number, name) for each in stages_over(event)]
    return [{"label": _("Whole event"), "url": address, "current": not number}, *found] if found else []


def bracket_stages(event: Tournament, number: int) -> Links:
    """Return the links of the page of the bracket: the groups that are over, and what is played now."""
    address = reverse("event_bracket", args=(event.slug,))
    found = [_link(event, address, each, number) for each in groups_over(event)]
    if found and bracket_word(event):
        found.append({"label": format_words.heading(format_now(event)), "url": address, "current": not number})
    return found if len(found) > 1 else []


def _link(event: Tournament, address: str, stage: int, number: int, name: str = "stage") -> dict[str, object]:
    return {"label": stage_title(event, stage), "url": f"{address}?{name}={stage}", "current": stage == number}


def stage_title(event: Tournament, number: int) -> str:
    """Return what a stage is called: its format, with its number where another one is called the same."""
    whole = format_of(event.format)
    parts = whole.parts if isinstance(whole, StagesFormat) else ()
    titles = [format_words.heading(part.format) for part in parts]
    own = format_words.heading(format_now(at_stage(event, number)))
    return f"{number}. {own}" if titles.count(own) > 1 else own


def stage_over() -> str:
    """Return how far a stage has come that is over."""
    return _("This stage is over.")
