"""The evening that a number of entrants allows in each format: rounds, tables, byes; for calculators before a draw.

A knockout (R-KO-19), rounds (R-STG-14), elimination tables policy by policy (R-TAB-25), several stages (R-STG-26).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TypeAlias

from tournaments.competition.formats.bracket import KnockoutFormat
from tournaments.competition.formats.rounds import InRounds, StandingFormat
from tournaments.competition.formats.stages import Part, StagesFormat
from tournaments.competition.handing_on import most_games
from tournaments.competition.pairing.knockout import plan_brackets, plan_knockout
from tournaments.competition.pairing.options import KnockoutOptions
from tournaments.competition.pairing.positions import draw_positions
from tournaments.competition.pairing.table_options import FULL_TABLE, LARGEST_TABLES, POLICIES, TablesOptions
from tournaments.competition.pairing.table_sizes import second_round_seats, sizes
from tournaments.competition.stages.crossing import cross_places, pairs_of
from tournaments.competition.stages.qualifying import Qualified
from tournaments.competition.types import Entrant, Nobody, Plan
from tournaments.games.contract import Json, RefusedError


@dataclass(frozen=True, slots=True)
class Evening:
    """``tables`` are those in play in each round, without byes.

    ``matches`` is the number of tables that are decided; ``most_matches`` counts every match that a best of 3 or 5, or
    two legs, may need.
    """

    entrants: int
    rounds: int
    tables: tuple[int, ...]
    byes: int
    matches: int
    most_matches: int


def evening(entrants: int, options: KnockoutOptions) -> Evening:
    """Count the evening from the plan itself, for entrants without seeds or groups."""
    plan = plan_knockout([Entrant(key) for key in range(1, entrants + 1)], replace(options, redraw=False))
    return _evening_of_plan(entrants, plan)


def evening_apart(entrants: int, options: KnockoutOptions, brackets: int) -> Evening:
    """Count the evening of so many brackets of one size that are played together (R-GRP-16)."""
    alone = draw_positions([Entrant(key) for key in range(1, entrants // brackets + 1)], options).positions
    return _evening_of_plan(entrants, plan_brackets([alone] * brackets, options, first_round=1, first_number=1))


def evening_crossed(sizes: Sequence[int], options: KnockoutOptions, part: Part) -> Evening:
    """Count the evening of a knockout in which chosen places of groups of these sizes meet (R-GRP-21)."""
    places = range(1, part.first + 1)
    going_on = [Qualified(place * len(sizes) + at, at, place) for place in places for at in range(len(sizes))]
    positions = cross_places(going_on, pairs_of(part.crossing, part.first))
    return _evening_of_plan(len(going_on), plan_brackets([positions], options, first_round=1, first_number=1))


def _evening_of_plan(entrants: int, plan: Plan) -> Evening:
    in_play = [table for table in plan.tables if not any(isinstance(slot, Nobody) for slot in table.slots)]
    by_round = Counter(table.round for table in in_play)
    return Evening(
        entrants=entrants,
        rounds=plan.rounds,
        tables=tuple(by_round[number] for number in range(1, plan.rounds + 1)),
        byes=len(plan.tables) - len(in_play),
        matches=len(in_play),
        most_matches=sum(most_games(table.best_of) - table.lead for table in in_play),
    )


@dataclass(frozen=True, slots=True)
class RoundsEvening:
    """``tables`` and ``rests`` are those of each round; ``sizes`` the tables of the first one, as a number for each
    size; ``groups`` the same of the groups, largest first.
    """

    entrants: int
    tables: tuple[int, ...]
    rests: tuple[int, ...]
    sizes: Mapping[int, int]
    groups: Mapping[int, int]

    @property
    def rounds(self) -> int:
        return len(self.tables)

    @property
    def matches(self) -> int:
        return sum(self.tables)


def rounds_evening(entrants: int, event_format: InRounds) -> RoundsEvening:
    """Count the evening from the plan itself; raises RefusedError if the format cannot be played by so many."""
    event_format.check_entrants(entrants)
    if isinstance(event_format, StandingFormat):
        has_groups = event_format.options.groups > 1
    else:
        has_groups = event_format.largest_group > 0
    sizes = event_format.group_sizes(entrants) if has_groups else ()
    groups = Counter(sizes)
    by_size = {size: groups[size] for size in sorted(groups, reverse=True)}
    if event_format.planned_rounds:
        # Paired one by one, and always as many tables.
        size, rounds = event_format.at_a_table, event_format.planned_rounds
        tables = sum(each // size for each in sizes or [entrants])
        rests = sum(each % size for each in sizes or [entrants])
        return RoundsEvening(entrants, (tables,) * rounds, (rests,) * rounds, {size: tables}, by_size)
    known = event_format.schedule(event_format.draw([Entrant(key) for key in range(1, entrants + 1)]).positions)
    seated = Counter(meeting.round for meeting in known if not meeting.is_rest)
    resting = Counter(meeting.round for meeting in known if meeting.is_rest)
    return RoundsEvening(
        entrants,
        tables=tuple(seated[number] for number in range(1, max(seated) + 1)),
        rests=tuple(resting[number] for number in range(1, max(seated) + 1)),
        sizes=Counter(len(meeting.keys) for meeting in known if meeting.round == 1 and not meeting.is_rest),
        groups=by_size,
    )


@dataclass(frozen=True, slots=True)
class TablesEvening:
    """``sizes`` are the played tables of the first round, as a number for each size; ``byes`` the idle people.

    ``tables`` are those in play in each round, ``readmitted`` how many of the best beaten come back after the first.
    """

    options: TablesOptions
    players: int
    rounds: int
    tables: tuple[int, ...]
    sizes: Mapping[int, int]
    byes: int
    readmitted: int = 0

    @property
    def matches(self) -> int:
        return sum(self.tables)


@dataclass(frozen=True, slots=True)
class Unplayable:
    """A policy that cannot play this number: a code with a phrase, and the phrase's values."""

    options: TablesOptions
    players: int
    code: str
    params: Mapping[str, Json]


Prospect: TypeAlias = TablesEvening | Unplayable

VARIANTS = tuple(
    TablesOptions(policy=policy, max_table=most)
    for policy in POLICIES
    for most in (LARGEST_TABLES if policy in ("balanced", "batterie") else LARGEST_TABLES[:1])
)
"""Every policy, and those with a limit of the size once for each limit."""


def evenings(players: int) -> list[Prospect]:
    """Return the evening of each variant, in the order of ``VARIANTS``, or why it is impossible."""
    found: list[Prospect] = []
    for options in VARIANTS:
        try:
            found.append(tables_evening(players, options))
        except RefusedError as refusal:
            found.append(Unplayable(options, players, refusal.code, refusal.params))
    return found


def tables_evening(players: int, options: TablesOptions) -> TablesEvening:
    """Count the evening from the sizes alone; raises RefusedError if the policy cannot play this number."""
    first = Counter(sizes(players, options))
    byes = sum(size * tables for size, tables in first.items() if size <= options.through)
    played = {size: first[size] for size in sorted(first) if size > options.through}
    coming, back = options.through * first.total(), 0
    if options.readmits and players > FULL_TABLE:
        back = second_round_seats(players) - coming
    tables = [sum(played.values())]
    seated, people = first.total(), coming + back
    while seated > 1:
        seated = people // FULL_TABLE
        tables.append(seated)
        people = seated * options.through
    return TablesEvening(options, players, len(tables), tuple(tables), played, byes, back)


@dataclass(frozen=True, slots=True)
class StagesEvening:
    """The evening of each stage, in their order."""

    stages: tuple[RoundsEvening | Evening, ...]

    @property
    def rounds(self) -> int:
        return sum(each.rounds for each in self.stages)

    @property
    def tables(self) -> tuple[int, ...]:
        """The tables in play in each round of all stages."""
        return tuple([tables for each in self.stages for tables in each.tables])

    @property
    def matches(self) -> int:
        return sum(each.matches for each in self.stages)

    @property
    def most_matches(self) -> int:
        """The same with every match that a best of 3 or 5, or two legs, may need."""
        return sum(each.matches if isinstance(each, RoundsEvening) else each.most_matches for each in self.stages)

    def ends(self, minutes: int) -> tuple[int, ...]:
        """Return how many minutes after the beginning each stage ends, without breaks; a round takes ``minutes``."""
        return tuple(accumulate(each.rounds * minutes for each in self.stages))


def stages_evening(entrants: int, event_format: StagesFormat) -> StagesEvening:
    """Count the evening from the plans of all stages; raises RefusedError if so many cannot play one of them."""
    counts = event_format.entrants(entrants)
    found: list[RoundsEvening | Evening] = []
    for number, (count, part) in enumerate(zip(counts, event_format.parts, strict=True)):
        own, before = part.format, event_format.parts[number - 1].format
        if isinstance(own, KnockoutFormat) and part.is_crossed and isinstance(before, InRounds):
            found.append(evening_crossed(before.group_sizes(counts[number - 1]), own.options, part))
        elif isinstance(own, KnockoutFormat):
            found.append(evening_apart(count, own.options, part.first) if part.apart else evening(count, own.options))
        else:
            assert isinstance(own, InRounds)  # noqa: S101 - a stage is a knockout or in rounds
            found.append(rounds_evening(count, own))
    return StagesEvening(tuple(found))
