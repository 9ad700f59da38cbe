"""The formats that are played in rounds: everybody plays in each of them, and the standings decide (R-STG-01)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from tournaments.competition.discipline.penalties import Deduction
from tournaments.competition.pairing.positions import (
    FEWEST_ENTRANTS,
    Drawn,
    Positions,
    Swap,
    check_count,
    check_entrants,
    swap_positions,
)
from tournaments.competition.stages import by_standing
from tournaments.competition.stages.facts import Facts, Meeting
from tournaments.competition.stages.group_options import GroupOptions, groups_from_json, groups_to_json
from tournaments.competition.stages.grouping import FEWEST_IN_GROUPS, draw_groups, group_sizes, groups_of
from tournaments.competition.stages.ranking import BY_VP, Ranking, ranking_from_json, ranking_to_json
from tournaments.competition.stages.round_robin import schedule as group_schedule
from tournaments.competition.stages.standing import Standing, standing
from tournaments.competition.stages.standing_options import StandingOptions, standing_from_json, standing_to_json
from tournaments.competition.stages.tallies import NO_DEDUCTIONS
from tournaments.competition.types import Entrant, FromEntrant, Nobody, Plan, PlannedTable
from tournaments.games.contract import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class InRounds:
    """What the formats in rounds have in common: two lines at a table, a ranking, and nobody who leaves by losing."""

    ranking: Ranking = field(default=BY_VP)

    is_elimination: ClassVar[bool] = False
    redraw: ClassVar[bool] = False
    readmits: ClassVar[bool] = False
    takes_again: ClassVar[bool] = False
    needs_lines: ClassVar[tuple[int, int]] = (2, 2)
    verifier: ClassVar[str] = "verify_rounds_draw.py"
    fewest_entrants: ClassVar[int] = FEWEST_ENTRANTS

    @property
    def planned_rounds(self) -> int:
        return 0

    @property
    def uses_vp(self) -> bool:
        return self.ranking.uses_vp

    def check(self) -> None:
        replace(self)

    def check_entrants(self, count: int) -> None:
        check_count(count)

    def accepted(self, count: int) -> int:
        return count

    def draw(self, entrants_in_order: Sequence[Entrant]) -> Drawn:
        """The lots alone."""
        check_entrants(entrants_in_order)
        return Drawn(tuple([each.key for each in entrants_in_order]))

    def swap(self, positions: Positions, swap: Swap) -> Positions:
        return swap_positions(positions, swap)

    def known(self, positions: Positions) -> tuple[Meeting, ...]:
        """Return the tables that follow from the draw alone: all of the stage, or those of the first round."""
        raise NotImplementedError

    def meetings(self, positions: Positions) -> Sequence[Sequence[int]]:
        at = {key: position for position, key in enumerate(positions)}
        return [[at[key] for key in meeting.keys] for meeting in self.known(positions) if meeting.round == 1]

    def plan(self, positions: Positions) -> Plan:
        plan = self.plan_of(self.known(positions), 1)
        return Plan(plan.tables, max(plan.rounds, self.planned_rounds))

    def plan_of(self, meetings: Sequence[Meeting], first_number: int) -> Plan:
        """Return these meetings as tables; whoever rests meets nobody."""
        tables: list[PlannedTable] = []
        position, round_ = 0, 0
        for number, meeting in enumerate(meetings, first_number):
            position = position + 1 if meeting.round == round_ else 0
            round_ = meeting.round
            slots = [FromEntrant(key) for key in meeting.keys]
            tables.append(
                PlannedTable(
                    number,
                    round_,
                    position,
                    (*slots, Nobody()) if meeting.is_rest else tuple(slots),
                    may_draw=self.ranking.draws,
                    group=meeting.group,
                )
            )
        return Plan(tuple(tables), round_)

    def document_options(self) -> Json:
        """Return the options of the movement, with their kind."""
        raise NotImplementedError

    def to_json(self) -> Json:
        return {**self.document_options(), "ranking": ranking_to_json(self.ranking)}

    def standing(self, facts: Facts, deductions: Mapping[int, Deduction] = NO_DEDUCTIONS) -> Standing:
        """Return the standings of the stage by its ranking."""
        return standing(facts, self.ranking, deductions=deductions)


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupsFormat(InRounds):
    """Groups (girone all'italiana): everybody meets everybody of the group."""

    options: GroupOptions = field(default_factory=GroupOptions)

    kind: ClassVar[str] = "groups"
    fewest_entrants: ClassVar[int] = FEWEST_IN_GROUPS

    def check_entrants(self, count: int) -> None:
        group_sizes(count, self.options)

    def draw(self, entrants_in_order: Sequence[Entrant]) -> Drawn:
        return draw_groups(entrants_in_order, self.options)

    def known(self, positions: Positions) -> tuple[Meeting, ...]:
        return group_schedule(groups_of(positions, self.options), self.options)

    def document_options(self) -> Json:
        return groups_to_json(self.options)

    @classmethod
    def from_json(cls, data: Json) -> "GroupsFormat":
        ranking, rest = _split(data)
        return cls(options=groups_from_json(rest), ranking=ranking)


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingFormat(InRounds):
    """A Danish or a Swiss: each round after the first is paired from the standings."""

    options: StandingOptions = field(default_factory=StandingOptions)

    @property
    def kind(self) -> str:
        return self.options.kind

    @property
    def planned_rounds(self) -> int:
        return self.options.rounds

    def known(self, positions: Positions) -> tuple[Meeting, ...]:
        keys = tuple([key for key in positions if key is not None])
        return by_standing.pair(keys, Facts(tuple(map(Entrant, keys))), self.options).meetings

    def pair(self, facts: Facts, deductions: Mapping[int, Deduction] = NO_DEDUCTIONS) -> by_standing.Paired:
        """Return the next round, by the standings of all results so far."""
        playing = frozenset(facts.playing(facts.last_round + 1))
        order = [key for key in self.standing(facts, deductions).order if key in playing]
        return by_standing.pair(order, facts, self.options)

    def document_options(self) -> Json:
        return standing_to_json(self.options)

    @classmethod
    def from_json(cls, data: Json) -> "StandingFormat":
        ranking, rest = _split(data)
        return cls(options=standing_from_json(rest), ranking=ranking)


def _split(data: Json) -> tuple[Ranking, Json]:
    """Part the ranking from the options of the movement."""
    rest = {name: value for name, value in data.items() if name != "ranking"}
    return ranking_from_json(data.get("ranking", {})), rest
