"""What a page shows or leaves out by the format of its event: rounds, groups, a bracket, VP."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.competition.formats.rounds import GroupsFormat, InRounds
from tournaments.frame.format_words import group_title
from tournaments.frame.reads.formats import format_in, format_now
from tournaments.frame.round_names import bracket_name, later_bracket, round_name, section_title
from tournaments.models import Table, Tournament


class Counted(NamedTuple):
    """A round: how many of its tables have finished, of how many."""

    number: int
    played: int
    total: int


def number_in(text: str) -> int | None:
    """Return the number of a round in an address, or None."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None


def results_address(event: Tournament, number: int) -> str:
    """Return the address of the results of one round, also of one that is over."""
    return f"{reverse('results_grid', args=[event.slug])}?turno={number}"


def round_links(
    event: Tournament, counted: Iterable[Counted], rounds: int, current: int | None = None
) -> list[dict[str, Any]]:
    """Return a link to the results of each round; the one with the number ``current`` is the page that is shown."""
    return [
        {
            "label": round_name(each.number, rounds),
            "count": f"{each.played}/{each.total}",
            "url": results_address(event, each.number),
            "current": each.number == current,
        }
        for each in counted
    ]


def seats_several(event: Tournament) -> bool:
    """Return whether more than two lines can sit at a table."""
    return format_now(event).needs_lines[1] > 2


def has_tree(event: Tournament) -> bool:
    """Return whether the beaten leave tables of several: the page of who meets who is a tree, and no bracket."""
    return format_now(event).is_elimination and seats_several(event)


def has_vp(event: Tournament) -> bool:
    """Return whether the matches give VP and MP."""
    return event.vp_scale is not None


def stage_of(event: Tournament) -> InRounds | None:
    """Return the format of an event in which everybody plays in each round; None where the beaten leave."""
    event_format = format_now(event)
    return event_format if isinstance(event_format, InRounds) else None


def bracket_word(event: Tournament) -> str:
    """Return what the page that shows who meets who is called; empty where an event has no such page."""
    if stage_of(event) is None:
        return _("Bracket")
    return pgettext("stage", "Groups") if has_groups(event) else ""


def has_groups(event: Tournament) -> bool:
    """Return whether everybody meets everybody of a group."""
    return isinstance(stage_of(event), GroupsFormat)


def is_paired(event: Tournament) -> bool:
    """Return whether each round after the first is paired by the standings."""
    return format_now(event).planned_rounds > 0


def part_of(event: Tournament, table: Table) -> str:
    """Return the name of that part; "" for a table of the main bracket, or of an event that is in one part."""
    number = later_bracket(table)
    if table.section != Table.Section.MAIN:
        return section_title(table, table.round.number) if number else str(table.get_section_display())
    if number or not table.group:
        return bracket_name(number) if number else ""
    # Most events have no groups: their format is not read for every table.
    return group_title(format_in(event, table.round.stage), table.group)
