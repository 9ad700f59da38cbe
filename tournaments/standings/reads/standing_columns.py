"""The columns of the standings after the name, declared once: pages, paper and files show these.

A file has whole numbers where a page has signs, and wins, draws and losses apart.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Final, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.competition.formats.rounds import InRounds
from tournaments.events.reads.rounds import rounds_in
from tournaments.frame.reads.formats import format_now
from tournaments.frame.round_names import of_bracket, round_name
from tournaments.models import Table, Tournament
from tournaments.standings.reads.standings import StandingRow

Value: TypeAlias = Callable[[StandingRow], object]
# As plain texts, since every row is compared with them.
SECOND: Final = Table.Section.SECOND.value
BRACKETS: Final = (Table.Section.MAIN.value, SECOND)
# The columns of stages in rounds in their order, by the names of ``Ranking.columns``.
IN_ROUNDS: Final = ("played", "vp", "mp", "points", "wins", "record", "difference", "scored")


@dataclass(frozen=True, slots=True)
class StandingColumn:
    """A column: its heading on a page, and its columns in a file, each with its heading and what an entry has there."""

    name: str
    heading: str
    cells: Sequence[tuple[str, Value]]
    # On a phone it gives way to the name.
    is_spare: bool = False

    def values(self, row: StandingRow) -> list[object]:
        """Return what an entry has in the column; None where it has nothing yet."""
        return [value(row) for _heading, value in self.cells]


def columns_of(event: Tournament, rounds: int | None = None) -> list[StandingColumn]:
    """Return the columns of the standings of the event, by the format that is played now.

    ``rounds`` are those of an elimination, by which its rounds are named; one query where they are not given.
    """
    stage = format_now(event)
    if isinstance(stage, InRounds):
        return [of_stage(name) for name in stage.columns]
    return of_elimination(rounds_in(event) if rounds is None else rounds, uses_vp=event.vp_scale is not None)


def of_elimination(rounds: int, *, uses_vp: bool) -> list[StandingColumn]:
    """Return the columns of an elimination, by the number of its rounds."""
    reached = _Reached(rounds)
    if uses_vp:
        return [
            StandingColumn("round", _("Round"), [(_("Round"), reached)], is_spare=True),
            StandingColumn("wins", _("Won"), [(_("Wins"), attrgetter("wins"))], is_spare=True),
            StandingColumn("vp", "VP", [("VP", attrgetter("vp"))]),
            StandingColumn("mp", "MP", [("MP", attrgetter("mp"))]),
        ]
    at_the_table = {"table_place": _("Place at the table"), "deals": _("Deals"), "points": _("Points")}
    return [
        StandingColumn("round", _("Round"), [(_("Round"), reached)]),
        *(
            StandingColumn(name, heading, [(heading, partial(_of_table, name=name))], is_spare=name != "points")
            for name, heading in at_the_table.items()
        ),
    ]


def _of_table(row: StandingRow, name: str) -> object:
    """Return what an entry of an event without VP has from its last table; None before its first result."""
    if row.table_place is None and not row.deals:
        return None
    value = getattr(row, name)
    return value if name == "points" else value or None


def of_stage(name: str) -> StandingColumn:
    """Return a column of a stage in rounds."""
    heading = {
        "played": pgettext("standings", "Played"),
        "vp": "VP",
        "mp": "MP",
        "wins": _("Won"),
        "points": _("Points"),
        "record": pgettext("standings", "W-D-L"),
        "difference": pgettext("standings", "Diff."),
        "scored": pgettext("standings", "Scored"),
    }[name]
    in_file = {
        "played": [(_("Matches played"), "played")],
        "wins": [(_("Wins"), "wins")],
        "record": [(_("Wins"), "wins"), (_("Draws"), "draws"), (_("Losses"), "losses")],
        "difference": [(_("Difference"), "difference")],
        "scored": [(_("Points scored"), "scored")],
    }.get(name, [(heading, name)])
    # What was played is in the record too, and the points scored are said where they decide.
    is_spare = name in ("played", "scored")
    return StandingColumn(name, heading, [(head, partial(_in_stage, name=key)) for head, key in in_file], is_spare)


def _in_stage(row: StandingRow, name: str) -> object:
    return None if row.stage is None else getattr(row.stage.tally, name)


def of_stages(stages: Iterable[InRounds]) -> list[StandingColumn]:
    """Return the columns that any of these stages has."""
    named = {name for stage in stages for name in stage.columns}
    # The record has the wins.
    return [of_stage(name) for name in IN_ROUNDS if name in named and not (name == "wins" and "record" in named)]


class _Reached:
    """Where entries of an elimination are, in words, which are translated once for all rows."""

    def __init__(self, rounds: int) -> None:
        self.rounds = {number: round_name(number, rounds) for number in range(rounds + 1)}
        self.at_table = _("table %(table)s")
        self.beside = pgettext("standings", "placement")
        self.second = _("second bracket")

    def __call__(self, row: StandingRow) -> str:
        """Return the round that an entry reached; also its table while it plays."""
        stage = self.second if row.section == SECOND else self.rounds.get(row.round, "")
        if row.bracket > 1:
            stage = f"{stage} {of_bracket(row.bracket)}"
        if row.table is not None:
            return f"{stage} · {self.at_table % {'table': row.table}}"
        return self.beside if row.section not in BRACKETS and row.place is None else stage
