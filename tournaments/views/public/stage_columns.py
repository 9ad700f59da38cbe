"""The columns of the standings of a stage in rounds, by the names of ``Ranking.columns``, as pages show them."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.competition.stages.points import Number
from tournaments.competition.stages.tallies import Tally
from tournaments.templatetags.evening import minus, signed

SIGNED = ("mp", "difference")


def heading(column: str) -> str:
    """Return the head of a column."""
    return {
        "played": pgettext("standings", "Played"),
        "vp": "VP",
        "mp": "MP",
        "wins": _("Won"),
        "points": _("Points"),
        "record": pgettext("standings", "W-D-L"),
        "difference": pgettext("standings", "Diff."),
        "scored": pgettext("standings", "Scored"),
    }[column]


def earned(tally: Tally, column: str) -> str:
    """Return what an entry has in a column."""
    if column == "record":
        return f"{tally.wins}-{tally.draws}-{tally.losses}"
    value = getattr(tally, column)
    return signed(value) if column in SIGNED else minus(value)


def total(tally: Tally, columns: tuple[str, ...]) -> str:
    """Return what orders the standings first, with its unit: “34 VP”, “7 points”; empty where neither counts."""
    if "vp" in columns:
        return f"{minus(tally.vp)} VP"
    return points_word(tally.points) if "points" in columns else ""


def points_word(points: Number) -> str:
    """Return table points with their unit."""
    # A fraction has no plural of its own.
    return ngettext("%(n)s point", "%(n)s points", 1 if points == 1 else 2) % {"n": str(points).replace("-", "−")}
