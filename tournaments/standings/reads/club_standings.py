"""The table of clubs of an event: what the entries of each club have together."""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import InRounds
from tournaments.competition.formats.stages import StagesFormat
from tournaments.competition.stages.club_table import ClubOptions, club_table
from tournaments.competition.stages.points import Number
from tournaments.competition.stages.ranking import Ranking
from tournaments.models import Entry, Tournament
from tournaments.standings.reads.standings import all_standings, stage_standings


class ClubEntry(NamedTuple):
    """An entry of a club, and whether what it has counts for the club."""

    entry: int
    name: str
    amount: Number
    counts: bool


class ClubRow(NamedTuple):
    """A club with its place and what its entries have together; ``key`` is that of the club."""

    place: int
    is_shared: bool
    key: int
    name: str
    total: Number
    entries: Sequence[ClubEntry]


class ClubStandings(NamedTuple):
    """The clubs, best first, and how they are ranked: the entries that count, and by VP or by points."""

    rows: Sequence[ClubRow]
    options: ClubOptions
    uses_vp: bool


def ranking_of(event: Tournament) -> Ranking | None:
    """Return the ranking of the event, of several stages that of the first; None in an elimination."""
    found = format_of(event.format)
    if isinstance(found, StagesFormat):
        return found.opening.ranking
    return found.ranking if isinstance(found, InRounds) else None


def ranks_clubs(event: Tournament) -> bool:
    """Return whether the event has a table of clubs."""
    ranking = ranking_of(event)
    return ranking is not None and ranking.clubs is not None


def club_standings(event: Tournament) -> ClubStandings | None:
    """Return the table of clubs; None where the event has none. One query more than the standings."""
    ranking = ranking_of(event)
    if ranking is None or ranking.clubs is None:
        return None
    total = ranking.chain.total
    # What everybody has from the rounds that everybody plays counts (R-CLB-04).
    event_format = format_of(event.format)
    if isinstance(event_format, StagesFormat):
        standings = stage_standings(event, min(event_format.of_everybody, event.stage))
    else:
        standings = all_standings(event)
    rows = [row for row in standings if row.stage is not None]
    entries = Entry.objects.filter(tournament=event, club__isnull=False).values_list("pk", "club_id", "club__name")
    clubs = {key: (club, name) for key, club, name in entries if club is not None}
    earned = [(row.entry, getattr(row.stage.tally, total)) for row in rows if row.stage is not None]
    names = {row.entry: row.name for row in rows}
    known = dict(clubs.values())
    table = club_table(earned, {key: club for key, (club, _name) in clubs.items()}, ranking.clubs)
    found = [
        ClubRow(
            row.place,
            row.shared,
            row.club,
            known[row.club],
            row.total,
            [ClubEntry(each.key, names[each.key], each.amount, each.counts) for each in row.entries],
        )
        for row in table
    ]
    return ClubStandings(found, ranking.clubs, total == "vp")
