"""Evenings of several stages at random, from the facts alone; of a knockout at the end only the first round."""

import json
from collections.abc import Container
from dataclasses import dataclass, field
from random import Random

from tests.competition.stages.evenings import (
    KINDS,
    Evening,
    played_by,
    played_tables,
    some_format,
    some_result,
    summed,
    told_of,
)
from tournaments.competition.discipline import NOTHING, Deduction
from tournaments.competition.formats.bracket import KnockoutFormat
from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import InRounds, PairedFormat
from tournaments.competition.formats.stage_reasons import seated_tables
from tournaments.competition.formats.stages import Part, StagesFormat, coming_to_json, pair_next_round
from tournaments.competition.stages.by_standing import Paired
from tournaments.competition.stages.facts import Facts
from tournaments.competition.stages.standing import Standing
from tournaments.competition.standings.ranking import rank
from tournaments.competition.types import Entrant
from tournaments.games.contract import Json, RefusedError


@dataclass
class EveningOfStages(Evening):
    """An event of stages that grows fact by fact; ``charged`` are the penalties by stage and key."""

    event_format: StagesFormat  # type: ignore[assignment]
    starts: list[int] = field(default_factory=lambda: [1])
    charged: dict[tuple[int, int], Deduction] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.facts = Facts(tuple(map(Entrant, self.positions)))
        self._announce(self.event_format.opening.schedule(self.positions))
        self.pairings[1] = Paired((), (), self.positions)

    @property
    def part(self) -> Part:
        return self.event_format.parts[len(self.starts) - 1]

    @property
    def own(self) -> Facts:
        return self.event_format.facts_of(self.facts, self.starts, len(self.starts))

    def taken(self, stages: Container[int]) -> dict[int, Deduction]:
        found: dict[int, Deduction] = {}
        for (stage, key), each in self.charged.items():
            if stage in stages:
                had = found.get(key, NOTHING)
                found[key] = Deduction(had.points + each.points, had.vp + each.vp, had.mp + each.mp)
        return found

    def standing_of(self, number: int) -> Standing:
        taken = self.taken(self.event_format.counting_stages(number))
        return self.event_format.standing(self.facts, self.starts, number, taken, low_wins=self.low_wins)

    def pair(self) -> None:
        """Pair the next round of the stage, or begin the next stage."""
        now, first = self.part.format, self.facts.last_round + 1
        if has_rounds(self):
            assert isinstance(now, PairedFormat)
            taken = self.taken(self.event_format.counting_stages(len(self.starts)))
            paired = pair_next_round(now, self.own, self.starts[-1], taken, low_wins=self.low_wins)
        else:
            before = self.standing_of(len(self.starts)).without(self.facts.left)
            number, starts = len(self.starts) + 1, [*self.starts, first]
            own = self.event_format.facts_of(self.facts, starts, number)
            taken = self.taken(self.event_format.counting_stages(number))
            by_all = self.event_format.first_by_all(number, before, own, taken, low_wins=self.low_wins)
            plan = self.event_format.begin(
                number, before, own, first, len(self.facts.meetings) + 1, taken, low_wins=self.low_wins
            )
            is_knockout = isinstance(self.event_format.parts[number - 1].format, KnockoutFormat)
            meetings = [meeting for meeting in seated_tables(plan) if meeting.round == first or not is_knockout]
            paired = Paired(tuple(meetings), (), before.order)
            if by_all is not None:
                paired = by_all._replace(meetings=tuple(meetings))
            self.starts = starts
        self.pairings[first], self.paired_at[first] = paired, len(self.log)
        self.apply("announce", paired.meetings)

    def _penalty(self, what: tuple[int, Deduction]) -> None:
        self.charged[len(self.starts), what[0]] = what[1]


def has_rounds(found: EveningOfStages) -> bool:
    """Whether another round of this stage is paired."""
    own = found.own
    is_paired = isinstance(found.part.format, PairedFormat) and own.last_round < found.part.format.planned_rounds
    return is_paired and len(own.playing(own.last_round + 1)) > 1


def some_stages(dice: Random) -> StagesFormat:
    """Two or three stages that can follow each other, as far as their options say."""
    while True:
        parts: list[Json] = []
        # Where two sit at a table and then four, the results do not count on.
        kinds = ["heats"] if dice.random() < 0.2 else [kind for kind in KINDS if kind != "heats"]
        for number in range(dice.randint(2, 3)):
            found = some_format(dice, dice.choice(kinds)).to_json()
            cut = {"first": dice.choice((0, 1, 1, 2)), "best": dice.choice((0, 0, 1, 2, 4))}
            parts.append({**found, **({"from": dice.choice((cut, {"carries": True}))} if number else {})})
        if dice.random() < 0.6:
            cut = {"first": dice.choice((0, 1, 2)), "best": dice.randint(0, 4)}
            crossed = {
                "first": dice.randint(1, 4),
                "crossing": dice.choice(("ends", "ends", "1-1", "1-2", "1-3 2-2", "2-3")),
            }
            parts[-1] = {"kind": "knockout", "from": dice.choice((cut, cut, crossed))}
        try:
            event_format = format_of({"kind": "stages", "stages": parts})
        except RefusedError:
            continue
        assert isinstance(event_format, StagesFormat)
        return event_format


def evening_of_stages(dice: Random) -> EveningOfStages:
    """An evening of stages that goes any way it can."""
    while True:
        event_format, count = some_stages(dice), dice.choice((dice.randint(4, 8), dice.randint(6, 20)))
        try:
            event_format.check_entrants(count)
        except RefusedError:
            continue
        break
    found = EveningOfStages(event_format, tuple(dice.sample(range(1, 60), count)), dice.random() < 0.3)
    gone: set[int] = set()
    leaves, errs = dice.choice((0, 0, 0.03, 0.1)), dice.choice((0, 0, 0.04))
    for _step in range(300):
        chance = dice.random()
        if chance < leaves and len(gone) < count - 1:
            key = dice.choice([each for each in found.positions if each not in gone])
            gone.add(key)
            found.apply("leave", key)
        elif chance > 1 - errs:
            settled = [each for each in found.facts.results if each.is_played]
            if settled and dice.random() < 0.5:
                found.apply("result", some_result(dice, dice.choice(settled).meeting, set()))
            else:
                taken = Deduction(dice.randint(0, 5), dice.randint(0, 9), dice.randint(0, 9))
                found.apply("penalty", (dice.choice(found.positions), taken))
        elif isinstance(found.part.format, KnockoutFormat):
            break
        elif found.open:
            found.apply("result", some_result(dice, dice.choice(found.open), gone))
        elif has_rounds(found) or event_format.has_next(found.facts, found.starts):
            found.pair()
        else:
            break
    return found


def state_of_stages(found: EveningOfStages) -> Json:
    """The public state of such an event, as far as the script asks for it."""
    stages: list[Json] = []
    for number, part in enumerate(found.event_format.parts, 1):
        stage: Json = {"number": number, "first_round": None, "coming": coming_to_json(part), "standings": []}
        if isinstance(part.format, InRounds):
            stage |= played_by(part.format, low_wins=found.low_wins)
        else:
            stage |= {"options": {"kind": "knockout"}, "ranking": None, "low_wins": found.low_wins}
        if number <= len(found.starts):
            stage["first_round"] = found.starts[number - 1]
            if isinstance(part.format, InRounds):
                taken = found.taken(found.event_format.counting_stages(number))
                stage["standings"] = [
                    {
                        "entry": row.tally.key,
                        "place": row.place,
                        "is_shared": row.shared,
                        **summed(row),
                        **told_of(row, taken),
                    }
                    for row in found.standing_of(number).rows
                ]
        stages.append(stage)
    state = {"stage": None, "stages": stages, "standings": event_places(found), **played_tables(found)}
    return json.loads(json.dumps(state))


def event_places(found: EveningOfStages) -> list[Json]:
    """The places of the event: those of the last stage, and behind it by stages who did not come to it (R-STG-22)."""
    places: dict[int, tuple[int | None, bool]] = {}
    for number in range(len(found.starts), 0, -1):
        if isinstance(found.event_format.parts[number - 1].format, KnockoutFormat):
            seated = [meeting for meeting in found.facts.meetings if meeting.round >= found.starts[-1]]
            places |= {key: (None, False) for meeting in seated for key in meeting.keys}
            continue
        standing = found.standing_of(number)
        is_over = not found.open and not has_rounds(found)
        if not places and is_over and number < len(found.event_format.parts):
            standing = found.event_format.final_standing(found.facts, found.starts, standing)
        kept = [row for row in standing.rows if row.tally.key not in places]
        ranked = rank(kept, lambda row: (-row.place,), first_place=len(places) + 1)
        places |= {one.row.tally.key: (one.place, one.shared) for one in ranked}
    return [
        {
            "entry": key,
            "name": f"Coppia {key}",
            "place": place,
            "is_shared": shared,
            "is_withdrawn": key in found.facts.left,
        }
        for key, (place, shared) in places.items()
    ]
