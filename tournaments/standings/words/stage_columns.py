"""What an entry has in a column of the standings, as pages and paper show it."""

from collections.abc import Callable
from html import escape
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.competition.formats.rounds import InRounds
from tournaments.competition.stages.points import Number
from tournaments.competition.stages.tallies import Tally
from tournaments.frame.numbers import minus
from tournaments.games.registry import game
from tournaments.models import Tournament
from tournaments.standings.reads.standing_columns import StandingColumn
from tournaments.standings.reads.standings import StandingRow
from tournaments.templatetags.evening import with_sign

SIGNED: Final = ("mp", "difference")
NOTHING_YET: Final = "–"


def column_writer(column: StandingColumn) -> Callable[[StandingRow], str]:
    """Return what writes, as HTML, what an entry has: “+12”, “−3”, “2-0-1”, a dash where it has nothing yet."""
    sign: Callable[[Any], str] = with_sign if column.name in SIGNED else minus
    values = [value for _heading, value in column.cells]

    def write_one(row: StandingRow) -> str:
        found = value(row)
        if found is None:
            return NOTHING_YET
        return escape(found) if isinstance(found, str) else sign(found)

    def write_several(row: StandingRow) -> str:
        return "-".join(sign(value(row)) for value in values)

    value = values[0]
    return write_one if len(values) == 1 else write_several


def columns_legend(event: Tournament, stage: InRounds | None) -> str:
    """Return what the columns of a ranking by points are, in one line; nothing where VP are counted."""
    if stage is None or stage.uses_vp:
        return ""
    said = [_("W-D-L: won, drawn, lost.")]
    is_low = game(event.game).low_wins(event.rules)
    if "difference" in stage.columns:
        usual, turned = _("Diff.: points scored less points conceded."), _("Diff.: points conceded less points scored.")
        said.append(turned if is_low else usual)
    return " ".join([*said, *([_("The fewest points win.")] if is_low else [])])


def total(tally: Tally, columns: tuple[str, ...]) -> str:
    """Return what orders the standings first, with its unit: “34 VP”, “7 points”; empty where neither counts."""
    if "vp" in columns:
        return f"{minus(tally.vp)} VP"
    return points_word(tally.points) if "points" in columns else ""


def points_word(points: Number) -> str:
    """Return table points with their unit."""
    # A fraction has no plural of its own.
    return ngettext("%(n)s point", "%(n)s points", 1 if points == 1 else 2) % {"n": minus(points)}
