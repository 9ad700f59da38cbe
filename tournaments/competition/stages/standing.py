"""The standings of a stage that is played in rounds: everybody in one order, or group by group (R-STG-04, R-STG-05)."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from tournaments.competition.discipline import Deduction
from tournaments.competition.stages import why
from tournaments.competition.stages.chain import Chain
from tournaments.competition.stages.facts import NO_GROUP, Facts, Reason
from tournaments.competition.stages.league import Place, table
from tournaments.competition.stages.ranking import Ranking
from tournaments.competition.stages.tallies import NO_DEDUCTIONS, Tally, tallies
from tournaments.competition.standings.merits import LAST
from tournaments.competition.standings.ranking import Merit, rank

Groups: TypeAlias = Mapping[int, tuple[int, ...]]
"""The keys of each group, by its number from 1."""

NO_GROUPS: Groups = MappingProxyType({})


class Row(NamedTuple):
    """An entry: its place in the stage, whether another one shares it, its group, and its place there.

    ``average`` is what it is compared by with entries of other groups; empty where there are no groups.
    """

    place: int
    shared: bool
    group: int
    in_group: Place
    tally: Tally
    average: Merit = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """All entries in order; ``ranking`` is what orders them."""

    rows: tuple[Row, ...]
    ranking: Ranking

    @property
    def order(self) -> tuple[int, ...]:
        """The keys, best first."""
        return tuple([row.tally.key for row in self.rows])

    def without(self, keys: Container[int]) -> "Standing":
        """Return the standings without these keys; the places of the others stay as they are."""
        return replace(self, rows=tuple([row for row in self.rows if row.tally.key not in keys]))

    def with_leader(self, key: int) -> "Standing":
        """Return the standings with this key first, whatever it has; the order of a group stays."""
        first = [row for row in self.rows if row.tally.key == key]
        others = rank([row for row in self.rows if row.tally.key != key], lambda row: (-row.place,), first_place=2)
        placed = [(1, first[0], False), *others]
        rows: list[Row] = []
        for place, row, shared in placed:
            # Where there are no groups, nothing that was compared says why it has this place.
            own = row.in_group if row.group else row.in_group._replace(place=place, shared=shared, values=())
            rows.append(row._replace(place=place, shared=shared, in_group=own))
        return replace(self, rows=tuple(rows))

    def reasons(self, row: Row, other: Row) -> tuple[Reason, ...]:
        """Return why one of two entries of the same group is ahead of the other."""
        return why.why(self.ranking.chain, row.in_group, other.in_group)


def standing(
    facts: Facts,
    ranking: Ranking,
    *,
    groups: Groups = NO_GROUPS,
    deductions: Mapping[int, Deduction] = NO_DEDUCTIONS,
    low_wins: bool = False,
    in_turn: bool = False,
) -> Standing:
    """Return the standings after the settled tables; of ``groups``, those with the same place in theirs are compared.

    Groups may differ in size, so their entries are compared by what they have for each match. Where groups come
    ``in_turn``, all of the first one are before all of the second.
    """
    ranking = ranking.of_game(low_wins=low_wins)
    lots = {entrant.key: lot for lot, entrant in enumerate(facts.entrants, 1)}
    sums = tallies(facts, ranking.points, deductions=deductions, lots=lots, low_wins=low_wins)
    decided = facts.decided_now
    if not groups:
        places = table(sums, ranking.chain, decided=decided)
        rows = [Row(place.place, place.shared, NO_GROUP, place, sums[place.key]) for place in places]
        return Standing(tuple(rows), ranking)
    found = [
        (group, place)
        for group, keys in groups.items()
        for place in table(sums, ranking.chain, decided=decided, keys=keys)
    ]
    averages = {place.key: averages_of(sums[place.key], ranking.chain, low_wins=low_wins) for _group, place in found}

    def merit(each: tuple[int, Place]) -> Merit:
        group, place = each
        lot = sums[place.key].lot
        return (-group if in_turn else 0, -place.place, *averages[place.key], LAST if lot is None else -lot)

    ordered = rank(found, merit)
    return Standing(
        tuple(
            [Row(one.place, one.shared, *one.row, sums[one.row[1].key], averages[one.row[1].key]) for one in ordered]
        ),
        ranking,
    )


def averages_of(tally: Tally, chain: Chain, *, low_wins: bool = False) -> Merit:
    """Return what entries of different groups are compared by: sums for each match, without rests (R-STG-04).

    First those that the chain names, in its order; then points or VP, MP, difference, points scored.
    """
    points, vp, mp = tally.of_matches
    worth = {
        "points": points,
        "vp": vp,
        "mp": mp,
        "wins": tally.wins,
        "difference": tally.difference,
        "scored": tally.scored,
        "conceded": -tally.conceded,
        "penalties": -tally.scored,
    }
    usual = ("points", "vp", "mp") if chain.total == "points" else ("vp", "mp", "points")
    named = [name for name in chain.criteria if name in worth]
    names = dict.fromkeys([*named, *usual, "difference", "penalties" if low_wins else "scored"])
    matches = max(tally.matches, 1)
    return tuple([Fraction(worth[name]) / matches for name in names])


def groups_in(facts: Facts) -> dict[int, tuple[int, ...]]:
    """Return the keys of each group in the order of its tables; rounds before the first are of another stage."""
    found: dict[int, dict[int, None]] = {}
    for meeting in facts.meetings:
        if meeting.group != NO_GROUP and meeting.round > 0:
            found.setdefault(meeting.group, {}).update(dict.fromkeys(meeting.keys))
    return {group: tuple(keys) for group, keys in sorted(found.items())}
