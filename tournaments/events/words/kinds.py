"""What a page shows for the format of an event and the scores of its game; no view names a game."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.competition.formats.rounds import GroupsFormat, InRounds
from tournaments.frame.reads.formats import format_now
from tournaments.models import Tournament


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
