"""The part of an event to which a table belongs: a section of the bracket, or a group."""

from tournaments.format_words import group_title
from tournaments.models import Table, Tournament
from tournaments.selectors.formats import format_in


def part_of(event: Tournament, table: Table) -> str:
    """Return the name of that part; "" for a table of the main bracket, or of an event that is in one part."""
    if table.section != Table.Section.MAIN:
        return str(table.get_section_display())
    # Most events have no groups: their format is not read for every table.
    return group_title(format_in(event, table.round.stage), table.group) if table.group else ""
