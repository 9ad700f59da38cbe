"""What is still open for every entry while a stage runs: its places, and whether it goes on (R-TIE-15, R-TIE-16)."""

from collections.abc import Collection, Iterable, Mapping
from typing import Final, NamedTuple, TypeAlias

from tournaments.competition.stages.facts import NO_GROUP, Facts, Meeting
from tournaments.competition.stages.possible import Chances, Gains, can_qualify, chances, through
from tournaments.competition.stages.standing import Standing
from tournaments.competition.stages.tallies import Tally

Tallies: TypeAlias = Mapping[int, Tally]

THROUGH: Final = "through"
OPEN: Final = "open"
OUT: Final = "out"
FATES: Final = (THROUGH, OPEN, OUT)


class Cut(NamedTuple):
    """Who goes on to the next stage: the ``first`` of each group and the ``best`` of all others."""

    first: int
    best: int


class Outlook(NamedTuple):
    """The best and the worst place that an entry can still have, in its group if there are groups.

    ``fate`` is ``through``, ``open`` or ``out``; empty where nobody is cut. ``is_of_all`` says that all places of the
    group are still open.
    """

    best: int
    worst: int
    fate: str = ""
    is_of_all: bool = False


def outlooks(
    standing: Standing, facts: Facts, gains: Gains, *, unpaired: int = 0, cut: Cut | None = None
) -> dict[int, Outlook]:
    """Return the outlook of everybody in a stage with ``unpaired`` rounds after those of ``facts``.

    Nothing is returned where another criterion comes before the total. Those who have left cannot go on.
    """
    chain = standing.ranking.chain
    if chain.criteria[0] != chain.total:
        return {}
    tables = _remaining(facts, standing)
    found: dict[int, Outlook] = {}
    for group, tallies in _by_group(standing).items():

        def bounds_of(keys: Iterable[int], group: int = group, tallies: Tallies = tallies) -> dict[int, Chances]:
            remaining = tables.get(group, ())
            return chances(tallies, gains, remaining, total=chain.total, unpaired=unpaired, keys=keys, left=facts.left)

        bounds = bounds_of(tallies)
        staying = [key for key in tallies if key not in facts.left]
        among = bounds if len(staying) == len(tallies) else bounds_of(staying)
        fates = {} if cut is None else dict.fromkeys(tallies, OUT) | _fates(among, group, cut)
        widest = Chances(1, len(tallies))
        for key, each in bounds.items():
            found[key] = Outlook(each.best, each.worst, fates.get(key, ""), each == widest)
    return found


def _by_group(standing: Standing) -> dict[int, dict[int, Tally]]:
    found: dict[int, dict[int, Tally]] = {}
    for row in standing.rows:
        found.setdefault(row.group, {})[row.tally.key] = row.tally
    return found


def _remaining(facts: Facts, standing: Standing) -> dict[int, list[Meeting]]:
    """Return the tables without a result, by the group of those who sit there."""
    group_of = {row.tally.key: row.group for row in standing.rows}
    settled = {(result.meeting.round, result.meeting.keys) for result in facts.results}
    found: dict[int, list[Meeting]] = {}
    for meeting in facts.meetings:
        if (meeting.round, meeting.keys) not in settled:
            for group in {group_of[key] for key in meeting.keys}:
                found.setdefault(group, []).append(meeting)
    return found


def _fates(bounds: Mapping[int, Chances], group: int, cut: Cut) -> dict[int, str]:
    """Return who is through and who is out; the best of several groups are not known before the end."""
    sure = through(bounds, cut.first + (cut.best if group == NO_GROUP else 0))
    possible = can_qualify(bounds, cut.first + cut.best)
    return {key: THROUGH if key in sure else OPEN if key in possible else OUT for key in bounds}


def decided(standing: Standing, going_on: Collection[int]) -> dict[int, Outlook]:
    """Return the outlook once all tables of a stage are over: these go on."""
    return {
        row.tally.key: Outlook(row.in_group.place, row.in_group.place, THROUGH if row.tally.key in going_on else OUT)
        for row in standing.rows
    }
