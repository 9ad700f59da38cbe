"""Tables with their own clock on the big screen: each shows its end of time."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import pgettext

from tournaments.competition.timing.clock import Clock
from tournaments.models import Round
from tournaments.tables.words.cards import NumberedMatch
from tournaments.timing.reads.clocks import clock_of_table
from tournaments.timing.reads.timekeeping import own_time_tables
from tournaments.timing.words.clocks import until_text


def timed(panels: Sequence[Sequence[NumberedMatch]], round_: Round | None) -> list[list[NumberedMatch]]:
    """Return the panels of the tables, each table with its own time where it has one; one query."""
    own = {table.hall_number: _short(clock_of_table(table)) for table in own_time_tables(round_)}
    return [[replace(each, time=own.get(each.number, "")) for each in panel] for panel in panels]


def _short(clock: Clock) -> str:
    if clock.called is not None:
        return pgettext("a table past its time", "time")
    return until_text(clock) or pgettext("a clock", "stopped")
