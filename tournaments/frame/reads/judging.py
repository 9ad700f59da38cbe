"""The input of the rules that judge a match: the regulation of the event, and the chairs of the table."""

from collections.abc import Sequence

from tournaments.competition.match.outcomes import Chairs
from tournaments.competition.match.regulation import Regulation
from tournaments.games import registry
from tournaments.models import Table, TableLine, Tournament


def regulation_of(event: Tournament) -> Regulation:
    """Return the regulation for the matches of the event."""
    return Regulation(registry.game(event.game), event.rules, event.vp_scale, event.terms)


def chairs_of(table: Table, lines: Sequence[TableLine]) -> Chairs:
    """Return the chairs of a table with these lines; a line without an entry, or that left before, has an empty one."""
    absent = frozenset(line.index for line in lines if line.is_nobody or line.is_absent)
    return Chairs(len(lines), table.through, table.best_of, absent, table.may_draw, table.lead)
