"""The part of an event to which a table belongs: a section of the bracket, one of several brackets, or a group."""

from tournaments.frame.format_words import group_title
from tournaments.frame.reads.formats import format_in
from tournaments.frame.round_names import bracket_name, later_bracket, section_title
from tournaments.models import Table, Tournament


def part_of(event: Tournament, table: Table) -> str:
    """Return the name of that part; "" for a table of the main bracket, or of an event that is in one part."""
    number = later_bracket(table)
    if table.section != Table.Section.MAIN:
        return section_title(table, table.round.number) if number else str(table.get_section_display())
    if number or not table.group:
        return bracket_name(number) if number else ""
    # Most events have no groups: their format is not read for every table.
    return group_title(format_in(event, table.round.stage), table.group)
