"""The part of an event to which a table belongs: a section of the bracket, or a group."""

from tournaments.models import Table
from tournaments.views.public.stage_tables import group_title


def part_of(table: Table) -> str:
    """Return the name of that part; "" for a table of the main bracket, or of an event that is in one part."""
    return str(table.get_section_display()) if table.section != Table.Section.MAIN else group_title(table.group)
