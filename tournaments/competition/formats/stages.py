"""An event of several stages, one after the other: groups and then a knockout, a Mitchell and a Danish (R-STG-21)."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import ClassVar, Final, TypeAlias

from tournaments.competition.discipline import Deduction
from tournaments.competition.formats.bracket import KnockoutFormat
from tournaments.competition.formats.contract import Format, Late
from tournaments.competition.formats.rounds import InRounds, PairedFormat, StandingFormat
from tournaments.competition.pairing.knockout import plan_brackets
from tournaments.competition.pairing.options import check_kept
from tournaments.competition.pairing.positions import Drawn, Positions, Swap, check_count
from tournaments.competition.stages.by_standing import Paired
from tournaments.competition.stages.crossing import BY_RANK, cross_places, crossings, pairs_of
from tournaments.competition.stages.facts import Facts, Meeting, Reason
from tournaments.competition.stages.heats import HEATS
from tournaments.competition.stages.outlook import Cut
from tournaments.competition.stages.qualifying import GroupRow, Qualified, by_place, count_going_on, qualifiers
from tournaments.competition.stages.standing import Standing
from tournaments.competition.stages.tallies import NO_DEDUCTIONS
from tournaments.competition.stages.version import FIRST_VERSION
from tournaments.competition.types import Entrant, Plan
from tournaments.games.contract import Json, RefusedError

STAGES: Final = "stages"
FEWEST_STAGES, MOST_STAGES = 2, 6
MOST_GO_ON: Final = 1024

Deductions: TypeAlias = Mapping[int, Deduction]


@dataclass(frozen=True, slots=True)
class Part:
    """One stage: its format, and who comes to it from the stage before.

    The ``first`` of each group come and the ``best`` of all others; where there are no groups, so many from the top;
    with neither, everybody. Where it ``carries``, the results of the stage before count on. In a knockout that is
    ``apart`` the firsts of all groups play one bracket, the seconds another, and so on. ``crossing`` says which places
    of the groups meet first in a knockout.
    """

    format: Format
    first: int = 0
    best: int = 0
    carries: bool = False
    apart: bool = False
    crossing: str = BY_RANK

    def __post_init__(self) -> None:
        for name in ("first", "best"):
            if getattr(self, name) not in range(MOST_GO_ON + 1):
                raise RefusedError("bad_number_going_on", field=name, given=str(getattr(self, name)), most=MOST_GO_ON)

    @property
    def brackets(self) -> int:
        """How many brackets the stage has while nobody leaves."""
        return self.first if self.apart else 1

    @property
    def is_crossed(self) -> bool:
        """Whether the organiser chose which places meet first."""
        return self.crossing != BY_RANK


@dataclass(frozen=True, slots=True)
class StagesFormat:
    """Stages one after the other; everybody plays in the rounds of the first, and a knockout can only be the last."""

    parts: tuple[Part, ...]

    kind: ClassVar[str] = STAGES
    is_elimination: ClassVar[bool] = False
    redraw: ClassVar[bool] = False
    planned_rounds: ClassVar[int] = 0
    readmits: ClassVar[bool] = False
    takes_again: ClassVar[bool] = False
    gives_places: ClassVar[bool] = False
    through: ClassVar[int] = 1

    def __post_init__(self) -> None:
        if not FEWEST_STAGES <= len(self.parts) <= MOST_STAGES:
            raise RefusedError(
                "bad_number_of_stages", field="stages", given=len(self.parts), least=FEWEST_STAGES, most=MOST_STAGES
            )
        if any(isinstance(part.format, KnockoutFormat) for part in self.parts[:-1]):
            raise RefusedError("knockout_is_last", field="stages")
        if any(part.carries and (part.first or part.best) for part in self.parts) or self.parts[0].carries:
            raise RefusedError("carried_by_everybody", field="carries")
        if len({part.format.uses_vp for part in self.parts if isinstance(part.format, InRounds)}) > 1:
            raise RefusedError("stages_of_two_rankings", field="stages")
        for before, part in pairwise(self.parts):
            most = before.format.largest_group if isinstance(before.format, InRounds) else 0
            if most and part.first > most:
                raise RefusedError("bad_first_of_group", field="first", given=part.first, most=most)
        before, last = self.parts[-2:]
        has_groups = isinstance(before.format, InRounds) and before.format.largest_group > 0
        can_be_apart = has_groups and isinstance(last.format, KnockoutFormat) and last.first > 1
        if any(part.apart for part in self.parts[:-1]) or (last.apart and not can_be_apart):
            raise RefusedError("apart_after_groups", field="apart")
        if last.apart and last.best:
            raise RefusedError("apart_without_others", field="apart")
        can_cross = has_groups and isinstance(last.format, KnockoutFormat) and last.first > 0 and not last.apart
        if any(part.is_crossed for part in self.parts[:-1]) or (last.is_crossed and not can_cross):
            raise RefusedError("crossing_after_groups", field="crossing")
        if pairs_of(last.crossing, last.first) and last.best:
            raise RefusedError("crossing_without_others", field="crossing")
        if isinstance(last.format, KnockoutFormat):
            options = last.format.options
            if options.redraw or options.second_chance != "none":
                raise RefusedError("knockout_of_stage_is_plain", field="stages")

    @property
    def adds_alike(self) -> bool:
        """Whether results that count on are added to results alike: points for the places of heats are not.

        It is asked of formats that are chosen now: an event from before may have such a chain.
        """
        return all(
            (before.format.kind == HEATS) == (part.format.kind == HEATS)
            for before, part in pairwise(self.parts)
            if part.carries
        )

    @property
    def opening(self) -> InRounds:
        """The format of the first stage, which everybody plays."""
        found = self.parts[0].format
        assert isinstance(found, InRounds)  # noqa: S101 - said by the check above
        return found

    @property
    def late(self) -> Late:
        return self.opening.late

    @property
    def needs_lines(self) -> tuple[int, int]:
        lines = [part.format.needs_lines for part in self.parts]
        return min(each[0] for each in lines), max(each[1] for each in lines)

    @property
    def uses_vp(self) -> bool:
        return self.opening.uses_vp

    @property
    def verifier(self) -> str:
        return self.opening.verifier

    @property
    def fewest_entrants(self) -> int:
        return self.opening.fewest_entrants

    def check(self) -> None:
        replace(self)

    def check_entrants(self, count: int) -> None:
        """Refuse a number of entrants that one of the stages cannot be played by, as long as nobody leaves."""
        self.entrants(count)

    def entrants(self, count: int) -> tuple[int, ...]:
        """Return how many play each stage, of so many at the beginning."""
        found: list[int] = []
        for number, part in enumerate(self.parts):
            before = self.parts[number - 1].format
            if number and (part.first or part.best) and isinstance(before, InRounds):
                count = count_going_on(before.group_sizes(count), part.first, part.best)
            if part.apart and count == part.first:
                raise RefusedError("apart_of_one_group", field="apart")
            part.format.check_entrants(count // part.brackets)
            found.append(count)
        return tuple(found)

    def accept(self, count: int) -> int:
        return self.opening.accept(count)

    def draw(self, entrants_in_order: Sequence[Entrant]) -> Drawn:
        return self.opening.draw(entrants_in_order)

    def swap(self, positions: Positions, swap: Swap) -> Positions:
        return self.opening.swap(positions, swap)

    def meetings(self, positions: Positions) -> Sequence[Sequence[int]]:
        return self.opening.meetings(positions)

    def plan(self, positions: Positions) -> Plan:
        return self.opening.plan(positions)

    def document_options(self) -> Json:
        return self.opening.document_options()

    def to_json(self) -> Json:
        return {"kind": STAGES, "stages": [part_to_json(part) for part in self.parts]}

    def counting_stages(self, number: int) -> range:
        """Return the numbers of the stages whose results and penalties count in stage ``number``."""
        first = number
        while self.parts[first - 1].carries:
            first -= 1
        return range(first, number + 1)

    def facts_of(self, facts: Facts, starts: Sequence[int], number: int) -> Facts:
        """Return the facts of stage ``number`` with its rounds counted from 1; ``starts`` are all first rounds."""
        since = starts[self.counting_stages(number).start - 1]
        until = starts[number] if number < len(starts) else facts.last_round + 1
        return of_stage(facts, starts[number - 1], range(since, until))

    def standing(
        self,
        facts: Facts,
        starts: Sequence[int],
        number: int,
        deductions: Deductions = NO_DEDUCTIONS,
        *,
        low_wins: bool = False,
    ) -> Standing:
        """Return the standings of stage ``number``, which is played in rounds."""
        found = self.parts[number - 1].format
        assert isinstance(found, InRounds)  # noqa: S101 - asked of no knockout
        return found.standing(self.facts_of(facts, starts, number), deductions, low_wins=low_wins)

    @property
    def of_everybody(self) -> int:
        """The last stage whose standings have what everybody earned in the same rounds (R-CLB-04)."""
        return next((number for number, part in enumerate(self.parts) if number and not part.carries), len(self.parts))

    def coming(self, facts: Facts, starts: Sequence[int]) -> int:
        """Return how many of those who have not left come to the stage after the one that began last."""
        part, sizes = self.parts[len(starts)], self._group_sizes_left(facts, starts)
        if not part.first and not part.best:
            return sum(sizes)
        first = sum(min(part.first, size) for size in sizes)
        return first + min(part.best, sum(sizes) - first)

    def _group_sizes_left(self, facts: Facts, starts: Sequence[int]) -> list[int]:
        """Return how many of each group of the stage that began last have not left; one number without groups."""
        before = self.parts[len(starts) - 1].format
        assert isinstance(before, InRounds)  # noqa: S101 - a knockout is the last stage
        own = self.facts_of(facts, starts, len(starts))
        groups = before.groups(own).values() or [[each.key for each in own.entrants]]
        return [sum(key not in facts.left for key in keys) for keys in groups]

    def has_next(self, facts: Facts, starts: Sequence[int]) -> bool:
        """Return whether another stage follows, and can begin with those who come to it (R-STG-27)."""
        if len(starts) == len(self.parts):
            return False
        part, coming = self.parts[len(starts)], self.coming(facts, starts)
        if part.apart:
            coming = sum(size > 0 for size in self._group_sizes_left(facts, starts))
        try:
            part.format.check_entrants(coming)
        except RefusedError:
            return False
        return True

    def final_standing(self, facts: Facts, starts: Sequence[int], last: Standing) -> Standing:
        """Return the final standings of an event that ends before the next stage: who alone would come to it is first.

        In any other case they are those of the ``last`` stage that was played (R-STG-27).
        """
        if self.coming(facts, starts) != 1:
            return last
        (winner,) = goes_on(self.parts[len(starts)], last.without(facts.left))
        return last.with_leader(winner.key)

    def cut(self, number: int) -> Cut | None:
        """Return who goes on from stage ``number``; None where everybody does, and behind the last stage."""
        part = self.parts[number] if number < len(self.parts) else None
        return Cut(part.first, part.best, part.apart) if part is not None and (part.first or part.best) else None

    def going_on(self, number: int, standing: Standing, left: Container[int]) -> dict[int, int]:
        """Return the keys that go on from the final standings of stage ``number``, with their brackets by place.

        Brackets count from 1; all are 0 where there is only one.
        """
        part = self.parts[number]
        found = goes_on(part, standing.without(left))
        blocks = enumerate(by_place(found), 1) if part.apart else [(0, found)]
        return {each.key: bracket for bracket, block in blocks for each in block}

    def first_by_all(
        self, number: int, before: Standing, own: Facts, deductions: Deductions, *, low_wins: bool = False
    ) -> Paired | None:
        """Return the first round of stage ``number`` by the standings of all that counts in it (R-STG-30).

        It is that of a Danish or a Swiss whose results count on; None for any other, and where the event keeps the rule
        of the first release. ``own`` are the facts of the new stage.
        """
        part = self.parts[number - 1]
        if not (part.carries and isinstance(part.format, StandingFormat)):
            return None
        if part.format.options.version == FIRST_VERSION:
            return None
        standing = part.format.standing(own, deductions, low_wins=low_wins)
        coming = {each.key for each in goes_on(part, before)}
        order = [key for key in standing.order if key in coming]
        return part.format.first_round(order, own, part.format.scores(standing))

    def begin(
        self,
        number: int,
        before: Standing,
        own: Facts,
        first_round: int,
        first_number: int,
        deductions: Deductions = NO_DEDUCTIONS,
        *,
        low_wins: bool = False,
    ) -> Plan:
        """Return the first tables of stage ``number`` from the final standings of the stage before it.

        ``own`` are the facts of the new stage, with what counts on. A knockout comes with all its rounds, a Danish or a
        Swiss whose results count on knows who met before and is paired by the standings of all that counts in it, of
        which ``deductions`` are taken (R-STG-30). Any other stage is as its format knows it from a draw. Raises
        RefusedError where too few go on.
        """
        part = self.parts[number - 1]
        going_on = goes_on(part, before)
        if isinstance(part.format, KnockoutFormat):
            pairs = pairs_of(part.crossing, part.first)
            blocks = by_place(going_on) if part.apart else [going_on]
            check_count(max(map(len, blocks), default=0))
            if pairs:
                brackets = [cross_places(going_on, pairs)]
            else:
                brackets = [crossings(block) if len(block) > 1 else (block[0].key, None) for block in blocks]
            return plan_brackets(brackets, part.format.options, first_round=first_round, first_number=first_number)
        assert isinstance(part.format, InRounds)  # noqa: S101 - a stage is a knockout or in rounds
        if part.carries and isinstance(part.format, StandingFormat):
            by_all = self.first_by_all(number, before, own, deductions, low_wins=low_wins)
            paired = part.format.first_round([each.key for each in going_on], own) if by_all is None else by_all
            meetings = paired.meetings
        else:
            entrants = [Entrant(each.key, seed) for seed, each in enumerate(going_on, 1)]
            drawn = part.format.draw(entrants)
            if isinstance(part.format, StandingFormat):
                # They may have been kept apart since.
                order = [key for key in drawn.positions if key is not None]
                meetings = part.format.first_round(order, Facts(tuple(entrants), apart=own.apart)).meetings
            else:
                meetings = part.format.schedule(drawn.positions)
        return part.format.plan_of(rounds_later(meetings, first_round - 1), first_number)


def goes_on(part: Part, before: Standing) -> tuple[Qualified, ...]:
    """Return who comes to a stage, best first; those who have left the event are not in ``before``."""
    if not part.first and not part.best:
        return tuple([Qualified(row.tally.key, row.group, row.place) for row in before.rows])
    ordered = sorted(before.rows, key=lambda row: (row.group, row.in_group.place, row.place))
    tables = [
        [GroupRow(row.tally.key, row.in_group.place, row.average, row.tally.lot or 0) for row in rows]
        for _group, rows in groupby(ordered, key=lambda row: row.group)
    ]
    return qualifiers(tables, part.first, part.best)


def of_stage(facts: Facts, first_round: int, rounds: range) -> Facts:
    """Return the facts of a stage with its rounds counted from 1; ``rounds`` are those whose results count in it.

    They begin before ``first_round`` where results of earlier stages count on. Entrants are those who sit there, and
    from the first round of the event on also those who came late and wait for their first table.
    """
    by = 1 - first_round
    kept = [each for each in facts.meetings if each.round in rounds]
    here = {key for meeting in kept for key in meeting.keys}
    return replace(
        facts,
        entrants=tuple([each for each in facts.entrants if each.key in here or 1 in rounds]),
        meetings=rounds_later(kept, by),
        results=tuple(
            [
                each._replace(meeting=each.meeting._replace(round=each.meeting.round + by))
                for each in facts.results
                if each.meeting.round in rounds
            ]
        ),
        came={key: round_ + by for key, round_ in facts.came.items()},
        left={key: round_ + by for key, round_ in facts.left.items()},
        decided=tuple([each._replace(round=each.round + by) for each in facts.decided if each.round in rounds]),
        apart=tuple(
            [
                each._replace(until=each.until + by if each.until else 0)
                for each in facts.apart
                if each.until + by > 0 or not each.until
            ]
        ),
    )


def rounds_later(meetings: Sequence[Meeting], by: int) -> tuple[Meeting, ...]:
    """Return the same meetings, so many rounds later."""
    return tuple([each._replace(round=each.round + by) for each in meetings])


def pair_next_round(
    found: PairedFormat, facts: Facts, first_round: int, deductions: Deductions, *, low_wins: bool
) -> Paired:
    """Return the next round of a stage by its own ``facts``, with the event's numbers of rounds."""
    paired, by = found.pair(facts, deductions, low_wins=low_wins), first_round - 1
    reasons = tuple([later(reason, by) for reason in paired.reasons])
    return paired._replace(meetings=rounds_later(paired.meetings, by), reasons=reasons)


def later(reason: Reason, by: int) -> Reason:
    """Return a reason with the round that it names so many rounds later."""
    number = reason.params.get("round")
    return reason._replace(params={**reason.params, "round": number + by}) if isinstance(number, int) else reason


def part_to_json(part: Part) -> Json:
    """Return a stage as JSON for an event."""
    return {**part.format.to_json(), "from": coming_to_json(part)}


def coming_to_json(part: Part) -> Json:
    """Return who comes to a stage as JSON."""
    found: Json = {"first": part.first, "best": part.best, "carries": part.carries}
    # Events that were drawn before there were such choices have published their stages without them.
    if part.is_crossed:
        found["crossing"] = part.crossing
    return {**found, "apart": True} if part.apart else found


def coming_from_json(data: Json) -> Json:
    """Return who comes to a stage as its stored values, checked. Raises RefusedError naming the field."""
    check_kept(data, {"first": int, "best": int, "carries": bool, "apart": bool, "crossing": str})
    return data
