"""The formats that are played in rounds: everybody plays in each of them, and the standings decide (R-STG-01)."""

from abc import ABC, abstractmethod
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain, pairwise
from typing import ClassVar, Final

from tournaments.competition.discipline import Deduction
from tournaments.competition.formats.contract import Late
from tournaments.competition.pairing.kept_apart import Clash, separate
from tournaments.competition.pairing.positions import (
    FEWEST_ENTRANTS,
    Drawn,
    Positions,
    Swap,
    check_count,
    check_entrants,
    swap_positions,
)
from tournaments.competition.pairing.table_sizes import SMALLEST_TABLE
from tournaments.competition.stages import by_standing, king, partners
from tournaments.competition.stages.by_hand import Law
from tournaments.competition.stages.facts import Facts, Meeting, Reason
from tournaments.competition.stages.group_options import GroupOptions, groups_from_json, groups_to_json
from tournaments.competition.stages.grouping import FEWEST_IN_GROUPS, draw_groups, group_sizes, groups_of
from tournaments.competition.stages.heats import (
    HEATS,
    HeatsOptions,
    heat_sizes,
    heats_from_json,
    heats_of,
    heats_to_json,
)
from tournaments.competition.stages.heats import schedule as heats_schedule
from tournaments.competition.stages.king import KING, KingOptions, king_from_json, king_to_json
from tournaments.competition.stages.mitchell import MITCHELL, MitchellOptions, mitchell_from_json, mitchell_to_json
from tournaments.competition.stages.mitchell import check_entrants as check_mitchell
from tournaments.competition.stages.mitchell import schedule as mitchell_schedule
from tournaments.competition.stages.partners import PARTNERS, PartnersOptions, partners_from_json, partners_to_json
from tournaments.competition.stages.ranking import (
    BY_PLACES,
    BY_ROTATING,
    BY_VP,
    Ranking,
    ranking_from_json,
    ranking_to_json,
)
from tournaments.competition.stages.round_robin import schedule as group_schedule
from tournaments.competition.stages.standing import NO_GROUPS, Groups, Standing, groups_in, standing
from tournaments.competition.stages.standing_options import (
    ALLOWED,
    NOT_IN_A_ROW,
    StandingOptions,
    standing_from_json,
    standing_to_json,
)
from tournaments.competition.stages.tallies import NO_DEDUCTIONS
from tournaments.competition.types import Entrant, FromEntrant, Nobody, Plan, PlannedTable
from tournaments.games.contract import Json, RefusedError

RESTS: Final = "rests"
REFUSED: Final = "refused"
ODD: Final = (RESTS, REFUSED)
"""What is done with an odd number: one rests in each round, or the last one entered waits for another (R-STG-32)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InRounds(ABC):
    """What the formats in rounds have in common: two lines at a table, a ranking, and nobody who leaves by losing."""

    ranking: Ranking = field(default=BY_VP)
    refuses_odd: bool = False
    """Whether the last one entered waits where the number is odd (R-STG-32)."""

    is_elimination: ClassVar[bool] = False
    redraw: ClassVar[bool] = False
    readmits: ClassVar[bool] = False
    takes_again: ClassVar[bool] = False
    gives_places: ClassVar[bool] = False
    through: ClassVar[int] = 1
    verifier: ClassVar[str] = "verify_rounds_draw.py"
    fewest_entrants: ClassVar[int] = FEWEST_ENTRANTS
    at_a_table: ClassVar[int] = 2
    """How many entries sit at a table of the formats that are paired round by round, and in a line."""
    in_a_line: ClassVar[int] = 1
    group_word: ClassVar[str] = "group"
    """What a group is called: ``format_words`` has the word in each language."""

    @property
    def largest_group(self) -> int:
        """Return the most that a group holds; 0 where the draw makes no groups with standings of their own."""
        return 0

    @property
    def late(self) -> Late:
        """How a late entry gets a table; where the tables of all rounds are known, not at all."""
        return Late.NO_WAY

    @property
    def groups_come_in_turn(self) -> bool:
        """Whether all of one group stand before all of the next."""
        return False

    @property
    def law(self) -> Law:
        """Return what should not be in its rounds (R-HND-02)."""
        return Law()

    @property
    def planned_rounds(self) -> int:
        return 0

    @property
    def needs_lines(self) -> tuple[int, int]:
        return 2, 2

    @property
    def uses_vp(self) -> bool:
        return self.ranking.uses_vp

    @property
    def columns(self) -> tuple[str, ...]:
        """What the standings show of each entry after its place and its name, by the names of ``Ranking.columns``."""
        return self.ranking.columns

    def check(self) -> None:
        replace(self)

    def check_entrants(self, count: int) -> None:
        check_count(count)

    def group_sizes(self, count: int) -> Sequence[int]:
        """Return how many of ``count`` entrants each standings table has: all of them, unless a format has groups."""
        return (count,)

    def accept(self, count: int) -> int:
        return count - count % 2 if self.refuses_odd and count > self.fewest_entrants else count

    def draw(self, entrants_in_order: Sequence[Entrant]) -> Drawn:
        """The lots, and after them exchanges of those who should not meet (R-HND-12)."""
        check_entrants(entrants_in_order)
        drawn = Drawn(tuple([each.key for each in entrants_in_order]))
        return separate(drawn, entrants_in_order, [1] * len(entrants_in_order), self.clash(len(entrants_in_order)))

    def clash(self, count: int) -> Clash:
        """Return which of ``count`` positions meet and should not where those are who should not meet."""
        return lambda _one, _other, _round: False

    def swap(self, positions: Positions, swap: Swap) -> Positions:
        return swap_positions(positions, swap)

    @abstractmethod
    def schedule(self, positions: Positions) -> tuple[Meeting, ...]:
        """Return the tables that follow from the draw alone: all of the stage, or those of the first round."""

    def meetings(self, positions: Positions) -> Sequence[Sequence[int]]:
        at = {key: position for position, key in enumerate(positions)}
        return [[at[key] for key in meeting.keys] for meeting in self.schedule(positions) if meeting.round == 1]

    def plan(self, positions: Positions) -> Plan:
        plan = self.plan_of(self.schedule(positions), 1)
        return Plan(plan.tables, max(plan.rounds, self.planned_rounds))

    def plan_of(self, meetings: Sequence[Meeting], first_number: int) -> Plan:
        """Return these meetings as tables; an entry that rests meets nobody."""
        tables: list[PlannedTable] = []
        position, round_ = 0, 0
        for number, meeting in enumerate(meetings, first_number):
            position = position + 1 if meeting.round == round_ else 0
            round_ = meeting.round
            slots = [FromEntrant(*line) for line in meeting.lines]
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

    @abstractmethod
    def document_options(self) -> Json:
        """Return the options of the movement, with their kind."""

    def to_json(self) -> Json:
        odd = {"odd": REFUSED} if self.refuses_odd else {}
        return {**self.document_options(), "ranking": ranking_to_json(self.ranking), **odd}

    def standing(
        self, facts: Facts, deductions: Mapping[int, Deduction] = NO_DEDUCTIONS, *, low_wins: bool = False
    ) -> Standing:
        """Return the standings of the stage by its ranking; ``low_wins`` where fewer points of the game are better."""
        return standing(
            facts,
            self.ranking,
            groups=self.groups(facts),
            deductions=deductions,
            low_wins=low_wins,
            in_turn=self.groups_come_in_turn,
        )

    def groups(self, facts: Facts) -> Groups:
        """Return the keys that are ordered among themselves, where there are more than one order."""
        return NO_GROUPS


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupsFormat(InRounds):
    """Groups (girone all'italiana): everybody meets everybody of the group."""

    options: GroupOptions = field(default_factory=GroupOptions)

    kind: ClassVar[str] = "groups"
    late: ClassVar[Late] = Late.RESTS_OF_GROUP
    fewest_entrants: ClassVar[int] = FEWEST_IN_GROUPS

    @property
    def largest_group(self) -> int:
        return self.options.size

    @property
    def law(self) -> Law:
        return Law(meetings=self.options.legs, rests=self.options.legs)

    def check_entrants(self, count: int) -> None:
        group_sizes(count, self.options)

    def group_sizes(self, count: int) -> Sequence[int]:
        return group_sizes(count, self.options)

    def draw(self, entrants_in_order: Sequence[Entrant]) -> Drawn:
        return draw_groups(entrants_in_order, self.options)

    def groups(self, facts: Facts) -> Groups:
        return groups_in(facts)

    def schedule(self, positions: Positions) -> tuple[Meeting, ...]:
        return group_schedule(groups_of(positions, self.options), self.options)

    def document_options(self) -> Json:
        return groups_to_json(self.options)

    @classmethod
    def from_json(cls, data: Json) -> "GroupsFormat":
        ranking, refuses_odd, rest = _split_of_two(data)
        return cls(options=groups_from_json(rest), ranking=ranking, refuses_odd=refuses_odd)


@dataclass(frozen=True, slots=True, kw_only=True)
class MitchellFormat(InRounds):
    """A Mitchell: one line keeps its table, the other moves on."""

    options: MitchellOptions = field(default_factory=MitchellOptions)

    kind: ClassVar[str] = MITCHELL
    late: ClassVar[Late] = Late.RESTS

    def check_entrants(self, count: int) -> None:
        check_mitchell(range(count), self.options)

    def group_sizes(self, count: int) -> Sequence[int]:
        return (count,) if self.options.rankings == "one" else (count - count // 2, count // 2)

    def clash(self, count: int) -> Clash:
        """Those who stay meet nobody but those who move."""
        return lambda one, other, _round: one % 2 != other % 2

    def groups(self, facts: Facts) -> Groups:
        """The lines that stay and the lines that move, where they have an order of their own (R-MIT-06)."""
        if self.options.rankings == "one":
            return NO_GROUPS
        first = [meeting.keys for meeting in facts.meetings if meeting.round == 1]
        return {side: tuple([keys[side - 1] for keys in first if len(keys) >= side]) for side in (1, 2)}

    def schedule(self, positions: Positions) -> tuple[Meeting, ...]:
        return mitchell_schedule(_keys(positions), self.options)

    def document_options(self) -> Json:
        return mitchell_to_json(self.options)

    @classmethod
    def from_json(cls, data: Json) -> "MitchellFormat":
        ranking, refuses_odd, rest = _split_of_two(data)
        return cls(options=mitchell_from_json(rest), ranking=ranking, refuses_odd=refuses_odd)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatsFormat(InRounds):
    """Heats (batterie): tables of several with new company in each round, ordered by points for the places.

    With ``heat`` each heat is a group, with standings of its own.
    """

    options: HeatsOptions = field(default_factory=HeatsOptions)
    ranking: Ranking = field(default=BY_PLACES)

    kind: ClassVar[str] = HEATS
    fewest_entrants: ClassVar[int] = SMALLEST_TABLE
    group_word: ClassVar[str] = "heat"

    @property
    def largest_group(self) -> int:
        return self.options.heat

    @property
    def needs_lines(self) -> tuple[int, int]:
        return SMALLEST_TABLE, self.options.max_table

    @property
    def uses_vp(self) -> bool:
        return False

    @property
    def columns(self) -> tuple[str, ...]:
        """Nobody concedes at a table of several, so the difference would only repeat the points (R-TIE-05)."""
        idle = {"difference"} - {*self.ranking.chain.criteria}
        return tuple([name for name in self.ranking.columns if name not in idle])

    def check_entrants(self, count: int) -> None:
        heat_sizes(count, self.options)

    def group_sizes(self, count: int) -> Sequence[int]:
        return heat_sizes(count, self.options)

    def groups(self, facts: Facts) -> Groups:
        return groups_in(facts)

    def clash(self, count: int) -> Clash:
        """Those of one heat meet; where everybody plays in one field the tables of the first round are looked at."""
        if self.options.heat:
            heat = {place: number for number, heat in enumerate(heats_of(range(count), self.options)) for place in heat}
        else:
            first = [each.keys for each in heats_schedule(range(count), replace(self.options, rounds=1))]
            heat = {place: number for number, table in enumerate(first) for place in table}
        return lambda one, other, _round: heat[one] == heat[other]

    def schedule(self, positions: Positions) -> tuple[Meeting, ...]:
        return heats_schedule(_keys(positions), self.options)

    def document_options(self) -> Json:
        return heats_to_json(self.options)

    @classmethod
    def from_json(cls, data: Json) -> "HeatsFormat":
        ranking, rest = _split(data, BY_PLACES)
        return cls(options=heats_from_json(rest), ranking=ranking)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedFormat(InRounds):
    """A format whose rounds after the first are paired one by one, from the results so far."""

    @property
    def late(self) -> Late:
        """Opposite who rests, but not where the field is cut into groups: a newcomer waits for the last one."""
        return Late.NEXT if self.groups_come_in_turn else Late.REST_OR_NEXT

    @abstractmethod
    def pair(
        self, facts: Facts, deductions: Mapping[int, Deduction] = NO_DEDUCTIONS, *, low_wins: bool = False
    ) -> by_standing.Paired:
        """Return the next round, by all results so far; ``low_wins`` where fewer points of the game are better."""

    def reasons(
        self, facts: Facts, deductions: Mapping[int, Deduction] = NO_DEDUCTIONS, *, low_wins: bool = False
    ) -> dict[int, Reason]:
        """Return why each one plays where it does in the last round, by its key.

        Nothing is returned of a first round, which is drawn, and where results have been corrected since, so that they
        would pair the round in another way.
        """
        now = [meeting for meeting in facts.meetings if meeting.round == facts.last_round > 1]
        if not now:
            return {}
        before = replace(
            facts,
            meetings=facts.meetings[: -len(now)],
            results=tuple([result for result in facts.results if result.meeting.round < facts.last_round]),
        )
        seated = {key for meeting in now for key in meeting.keys}
        paired = self._again(before, seated, deductions, low_wins=low_wins)
        if paired.meetings != tuple(now):
            return {}
        return {key: why for meeting, why in zip(paired.meetings, paired.reasons, strict=True) for key in meeting.keys}

    def _again(
        self, before: Facts, seated: Container[int], deductions: Mapping[int, Deduction], *, low_wins: bool
    ) -> by_standing.Paired:
        """Return the round that followed ``before`` as it would be paired now, of those who are ``seated`` in it."""
        return self.pair(before, deductions, low_wins=low_wins)


@dataclass(frozen=True, slots=True, kw_only=True)
class KingFormat(PairedFormat):
    """King of the table: who wins moves up one table, who loses moves down."""

    options: KingOptions = field(default_factory=KingOptions)

    kind: ClassVar[str] = KING

    @property
    def law(self) -> Law:
        return Law(meetings=0)

    @property
    def planned_rounds(self) -> int:
        return self.options.rounds

    def schedule(self, positions: Positions) -> tuple[Meeting, ...]:
        return king.pair(Facts(tuple(map(Entrant, _keys(positions)))))

    def pair(
        self, facts: Facts, deductions: Mapping[int, Deduction] = NO_DEDUCTIONS, *, low_wins: bool = False
    ) -> by_standing.Paired:
        meetings = king.pair(facts)
        return by_standing.Paired(meetings, king.reasons(facts, meetings), tuple(king.in_order(facts)))

    def document_options(self) -> Json:
        return king_to_json(self.options)

    @classmethod
    def from_json(cls, data: Json) -> "KingFormat":
        ranking, refuses_odd, rest = _split_of_two(data)
        return cls(options=king_from_json(rest), ranking=ranking, refuses_odd=refuses_odd)


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnersFormat(PairedFormat):
    """Rotating partners: everybody enters singly, and plays with another partner in each round."""

    options: PartnersOptions = field(default_factory=PartnersOptions)
    ranking: Ranking = field(default=BY_ROTATING)

    kind: ClassVar[str] = PARTNERS
    late: ClassVar[Late] = Late.NEXT
    fewest_entrants: ClassVar[int] = partners.TABLE
    at_a_table: ClassVar[int] = partners.TABLE
    in_a_line: ClassVar[int] = partners.PAIR

    @property
    def law(self) -> Law:
        return Law(meetings=0)

    @property
    def planned_rounds(self) -> int:
        return self.options.rounds

    def check_entrants(self, count: int) -> None:
        partners.check_players(count)

    def schedule(self, positions: Positions) -> tuple[Meeting, ...]:
        return partners.pair(Facts(tuple(map(Entrant, _keys(positions)))), self.options.version).meetings

    def pair(
        self, facts: Facts, deductions: Mapping[int, Deduction] = NO_DEDUCTIONS, *, low_wins: bool = False
    ) -> by_standing.Paired:
        return partners.pair(facts, self.options.version)

    def document_options(self) -> Json:
        return partners_to_json(self.options)

    @classmethod
    def from_json(cls, data: Json) -> "PartnersFormat":
        ranking, rest = _split(data, BY_ROTATING)
        return cls(options=partners_from_json(rest), ranking=ranking)


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingFormat(PairedFormat):
    """A Danish or a Swiss: each round after the first is paired from the standings."""

    options: StandingOptions = field(default_factory=StandingOptions)

    @property
    def groups_come_in_turn(self) -> bool:
        return self.options.groups > 1

    @property
    def kind(self) -> str:
        return self.options.kind

    @property
    def law(self) -> Law:
        return Law(meetings=int(self.options.rematches != ALLOWED), in_a_row=self.options.rematches == NOT_IN_A_ROW)

    def check_entrants(self, count: int) -> None:
        """Refuse a field that leaves somebody alone in a group."""
        check_count(count)
        if count < FEWEST_ENTRANTS * self.options.groups:
            raise RefusedError("too_few_for_groups", least=FEWEST_ENTRANTS * self.options.groups, given=count)

    def group_sizes(self, count: int) -> Sequence[int]:
        """Return the sizes of the groups; the first ones have one more."""
        base, more = divmod(count, self.options.groups)
        return tuple([base + (number < more) for number in range(self.options.groups)])

    def groups(self, facts: Facts) -> Groups:
        """Cut once, before the first round; who comes late is in the last one (R-DAN-09)."""
        if self.options.groups == 1 or not (found := groups_in(facts)):
            return NO_GROUPS
        known = {key for keys in found.values() for key in keys}
        late = tuple([each.key for each in facts.entrants if each.key not in known])
        return {**found, self.options.groups: (*found.get(self.options.groups, ()), *late)}

    @property
    def planned_rounds(self) -> int:
        return self.options.rounds

    def clash(self, count: int) -> Clash:
        """In the first round neighbours of each group meet; the last of an odd one rests."""
        starts = list(accumulate(self.group_sizes(count), initial=0))
        table = {place: (start, (place - start) // 2) for start, end in pairwise(starts) for place in range(start, end)}
        return lambda one, other, _round: table[one] == table[other]

    def schedule(self, positions: Positions) -> tuple[Meeting, ...]:
        keys = _keys(positions)
        return self.first_round(keys, Facts(tuple(map(Entrant, keys)))).meetings

    def first_round(
        self, order: Sequence[int], facts: Facts, scores: by_standing.Scores = by_standing.NO_SCORES
    ) -> by_standing.Paired:
        """Return the first round of these keys, best first; ``facts`` say who met in stages that count on."""
        ends = list(accumulate(self.group_sizes(len(order)), initial=0))
        return self._pair_groups([order[start:end] for start, end in pairwise(ends)], facts, scores)

    def scores(self, standing: Standing) -> by_standing.Scores:
        """Return what the ranking compares first, of each key (R-SWI-05)."""
        width = self.ranking.chain.width(self.ranking.chain.criteria[0])
        return {row.tally.key: row.in_group.values[:width] for row in standing.rows}

    def _pair_groups(
        self, orders: Sequence[Sequence[int]], facts: Facts, scores: by_standing.Scores
    ) -> by_standing.Paired:
        """Pair the order of each group; the numbers of groups count from 1, where there are more than one."""
        if self.options.groups == 1:
            return by_standing.pair(orders[0], facts, self.options, scores)
        meetings: list[Meeting] = []
        reasons: list[Reason] = []
        sizes: list[int] = []
        for number, order in enumerate(orders, 1):
            if len(order) == 1:
                # The only one who is left in a group rests.
                meetings.append(Meeting(facts.last_round + 1, tuple(order), number))
                reasons.append(Reason("rests_last", {"rank": 1}))
                sizes += [1] * self.options.pairs_by_score
            elif order:
                paired = by_standing.pair(order, facts, self.options, scores)
                meetings += [each._replace(group=number) for each in paired.meetings]
                reasons += paired.reasons
                sizes += paired.score_groups
        return by_standing.Paired(tuple(meetings), tuple(reasons), tuple(chain(*orders)), tuple(sizes))

    def _orders(self, order: Sequence[int], facts: Facts) -> list[list[int]]:
        """Part a standing into the orders of the groups."""
        group = {key: number for number, keys in self.groups(facts).items() for key in keys}
        found: list[list[int]] = [[] for _group in range(self.options.groups)]
        for key in order:
            found[group.get(key, 1) - 1].append(key)
        return found

    def pair(
        self, facts: Facts, deductions: Mapping[int, Deduction] = NO_DEDUCTIONS, *, low_wins: bool = False
    ) -> by_standing.Paired:
        playing = frozenset(facts.playing(facts.last_round + 1))
        return self._again(facts, playing, deductions, low_wins=low_wins)

    def _again(
        self, before: Facts, seated: Container[int], deductions: Mapping[int, Deduction], *, low_wins: bool
    ) -> by_standing.Paired:
        standing = self.standing(before, deductions, low_wins=low_wins)
        order = [key for key in standing.order if key in seated]
        return self._pair_groups(self._orders(order, before), before, self.scores(standing))

    def document_options(self) -> Json:
        return standing_to_json(self.options)

    @classmethod
    def from_json(cls, data: Json) -> "StandingFormat":
        ranking, refuses_odd, rest = _split_of_two(data)
        return cls(options=standing_from_json(rest), ranking=ranking, refuses_odd=refuses_odd)


def _keys(positions: Positions) -> tuple[int, ...]:
    return tuple([key for key in positions if key is not None])


def _split(data: Json, usual: Ranking = BY_VP) -> tuple[Ranking, Json]:
    """Part the ranking from the options of the movement; without one it is the ``usual`` one of the format."""
    rest = {name: value for name, value in data.items() if name != "ranking"}
    return ranking_from_json(data["ranking"]) if "ranking" in data else usual, rest


def _split_of_two(data: Json) -> tuple[Ranking, bool, Json]:
    """Part the ranking, and what is done with an odd number, from the options of a format with two at a table."""
    ranking, rest = _split(data)
    odd = rest.pop("odd", RESTS)
    if odd not in ODD:
        raise RefusedError("unknown_odd", field="odd", given=str(odd)[:40])
    return ranking, odd == REFUSED, rest
