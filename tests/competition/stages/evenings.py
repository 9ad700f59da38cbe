"""Evenings in rounds at random: results, corrections, penalties, withdrawals and late entries in any order."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from tests.competition.stages.scored import scores, vp
from tournaments.competition.discipline import NOTHING, Deduction
from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import InRounds, PairedFormat
from tournaments.competition.stages.by_standing import Paired
from tournaments.competition.stages.chain import AMONG, CHAINS, CRITERIA, MOST_CRITERIA, Chain, chain_to_json
from tournaments.competition.stages.facts import Facts, Meeting, Result, Score
from tournaments.competition.stages.points import POINTS, points_to_json
from tournaments.competition.stages.ranking import ranking_to_json
from tournaments.competition.stages.standing import Row, Standing
from tournaments.competition.types import Entrant
from tournaments.games.contract import Json

Step: TypeAlias = tuple[str, object]
REST = Score(1, vp=14, mp=4)
PAIRED_KINDS = ("danish", "swiss", "king")
KINDS = (*PAIRED_KINDS, "groups", "mitchell", "heats")


def some_format(dice: Random, kind: str) -> InRounds:
    """A format with a ranking of a club, or with any criteria."""
    chain = dice.choice(list(CHAINS.values()))
    if dice.random() < 0.5:
        chain = Chain(
            tuple(dice.sample(CRITERIA, dice.randint(1, MOST_CRITERIA))),
            tuple(dice.sample(AMONG, dice.randint(1, len(AMONG)))),
        )
    has_points = "points" in chain.criteria or dice.random() < 0.5
    points = {"points": points_to_json(dice.choice(list(POINTS.values())))} if has_points else {}
    movement: dict[str, Json] = {
        "danish": {"rounds": dice.randint(1, 8), "rematches": dice.choice(("allowed", "not_in_a_row", "never"))},
        "swiss": {"rounds": dice.randint(1, 9)},
        "king": {"rounds": dice.randint(1, 8)},
        "groups": {"size": dice.randint(3, 5), "double": dice.random() < 0.3, "even": dice.random() < 0.4},
        "mitchell": {"rounds": dice.randint(1, 2), "rankings": dice.choice(("one", "two_lines"))},
        # With five at a table every number can be parted into heats.
        "heats": {"rounds": dice.randint(1, 4), **dice.choice(({}, {"max_table": 5, "heat": dice.choice((6, 8))}))},
    }[kind]
    if kind in ("danish", "swiss"):
        movement["version"] = dice.choice((1, 2, 2))
    found = format_of({"kind": kind, **movement, "ranking": {"chain": chain_to_json(chain), **points}})
    assert isinstance(found, InRounds)
    return found


@dataclass
class Evening:
    """An event that grows fact by fact; ``log`` has all of them, ``pairings`` what each round was paired from."""

    event_format: InRounds
    positions: tuple[int, ...]
    low_wins: bool = False
    log: list[Step] = field(default_factory=list)
    facts: Facts = field(init=False)
    deductions: dict[int, Deduction] = field(default_factory=dict)
    pairings: dict[int, Paired] = field(default_factory=dict)
    paired_at: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.facts = Facts(tuple(map(Entrant, self.positions)))
        self._announce(self.event_format.schedule(self.positions))
        self.pairings[1] = Paired((), (), self.positions)

    @property
    def standing(self) -> Standing:
        return self.event_format.standing(self.facts, self.deductions, low_wins=self.low_wins)

    @property
    def open(self) -> list[Meeting]:
        settled = {result.meeting for result in self.facts.results}
        return [meeting for meeting in self.facts.meetings if meeting not in settled]

    def apply(self, kind: str, what: object) -> None:
        self.log.append((kind, what))
        getattr(self, f"_{kind}")(what)

    def pair(self) -> None:
        """Pair the next round and announce it."""
        assert isinstance(self.event_format, PairedFormat)
        paired = self.event_format.pair(self.facts, self.deductions, low_wins=self.low_wins)
        number = paired.meetings[0].round
        self.pairings[number], self.paired_at[number] = paired, len(self.log)
        self.apply("announce", paired.meetings)

    def _announce(self, meetings: Sequence[Meeting]) -> None:
        facts = self.facts
        self.facts = Facts(facts.entrants, (*facts.meetings, *meetings), facts.results, facts.came, facts.left)
        for meeting in meetings:
            if meeting.is_rest:
                self._result(Result(meeting, (REST,), is_played=False))

    def _result(self, result: Result) -> None:
        facts = self.facts
        at = {meeting: index for index, meeting in enumerate(facts.meetings)}
        others = [each for each in facts.results if each.meeting != result.meeting]
        results = tuple(sorted([*others, result], key=lambda each: at[each.meeting]))
        self.facts = Facts(facts.entrants, facts.meetings, results, facts.came, facts.left)

    def _leave(self, key: int) -> None:
        facts = self.facts
        self.facts = Facts(
            facts.entrants, facts.meetings, facts.results, facts.came, {**facts.left, key: facts.last_round}
        )

    def _come(self, key: int) -> None:
        facts = self.facts
        came = {**facts.came, key: facts.last_round + 1}
        self.facts = Facts((*facts.entrants, Entrant(key)), facts.meetings, facts.results, came, facts.left)

    def _penalty(self, what: tuple[int, Deduction]) -> None:
        self.deductions[what[0]] = what[1]


def from_the_first(evening: Evening, steps: Sequence[Step]) -> tuple[Facts, dict[int, Deduction]]:
    """The facts of these steps, put together at once: the last word on each table, whatever came between."""
    first = evening.event_format.schedule(evening.positions)
    entrants, meetings, came, left = list(map(Entrant, evening.positions)), list(first), {}, {}
    last: dict[Meeting, Result] = {}
    for kind, what in steps:
        if kind == "announce":
            meetings += what  # type: ignore[operator]
        elif kind == "result":
            last[what.meeting] = what  # type: ignore[attr-defined]
        elif kind == "come":
            entrants.append(Entrant(what))  # type: ignore[arg-type]
            came[what] = meetings[-1].round + 1
        elif kind == "leave":
            left[what] = meetings[-1].round
    last |= {each: Result(each, (REST,), is_played=False) for each in meetings if each.is_rest}
    results = tuple(last[each] for each in meetings if each in last)
    charged = dict(what for kind, what in steps if kind == "penalty")  # type: ignore[misc]
    return Facts(tuple(entrants), tuple(meetings), results, came, left), charged


def some_result(dice: Random, meeting: Meeting, gone: set[int]) -> Result:
    """A result of a table: played, level, lost by a fault, or a walkover where nobody or one is there."""
    here = [key not in gone for key in meeting.keys]
    if sum(here) < 2:
        given = tuple(REST if is_here else Score(None) for is_here in here)
        return Result(meeting, given, is_played=False)
    most = dice.choice((1, 3, 11))
    found = list(scores([dice.randint(0, most) for _ in meeting.keys]))
    if len(here) == 2 and dice.random() < 0.05:
        loser = dice.randrange(2)
        found[loser] = Score(None, 0, vp(-9), -9)
        found[1 - loser] = Score(1, 5, vp(9), 9)
    if not all(here):
        found = [each if is_here else Score(None) for each, is_here in zip(found, here, strict=True)]
    return Result(meeting, tuple(found))


def evening(dice: Random) -> Evening:
    """An evening that goes any way it can, at times to its end."""
    kind = dice.choice((*KINDS, *PAIRED_KINDS))
    count = dice.choice((dice.randint(2, 6), dice.randint(4, 16)))
    count = max(count, {"groups": 4, "heats": 6, "mitchell": 4}.get(kind, 2))
    event_format = some_format(dice, kind)
    found = Evening(event_format, tuple(dice.sample(range(1, 60), count)), dice.random() < 0.3)
    late = iter(range(60, 63))
    gone: set[int] = set()
    for _step in range(dice.randint(5, 150)):
        chance = dice.random()
        if chance < 0.03 and len(gone) < count - 2:
            key = dice.choice([each.key for each in found.facts.entrants if each.key not in gone])
            gone.add(key)
            found.apply("leave", key)
        elif chance < 0.05 and isinstance(event_format, PairedFormat) and (key := next(late, 0)):
            found.apply("come", key)
        elif chance < 0.08:
            taken = Deduction(dice.randint(0, 5), dice.randint(0, 9), dice.randint(0, 9))
            found.apply("penalty", (dice.choice(found.positions), taken))
        elif chance < 0.12 and (settled := [each for each in found.facts.results if not each.meeting.is_rest]):
            again = dice.choice(settled)
            if again.is_played:
                found.apply("result", some_result(dice, again.meeting, set()))
        elif found.open:
            found.apply("result", some_result(dice, dice.choice(found.open), gone))
        elif (
            isinstance(event_format, PairedFormat)
            and found.facts.last_round < event_format.planned_rounds
            and len(found.facts.playing(found.facts.last_round + 1)) > 1
        ):
            found.pair()
        elif chance > 0.9:
            break
    return found


def public_state(found: Evening) -> Json:
    """The public state of such an event, as far as the script asks for it."""
    facts = found.facts
    standings = [
        {
            "place": row.place,
            "is_shared": row.shared,
            "is_withdrawn": row.tally.key in facts.left,
            "entry": row.tally.key,
            "name": f"Coppia {row.tally.key}",
            **summed(row),
            "stage": told_of(row, found.deductions),
        }
        for row in found.standing.rows
    ]
    state = {
        "stage": played_by(found.event_format, low_wins=found.low_wins),
        "stages": [],
        "standings": standings,
        **played_tables(found),
    }
    return json.loads(json.dumps(state))


def played_by(event_format: InRounds, *, low_wins: bool) -> Json:
    ranking = ranking_to_json(event_format.ranking)
    return {"options": event_format.document_options(), "ranking": ranking, "low_wins": low_wins}


def summed(row: Row) -> Json:
    return {"vp": row.tally.vp, "mp": row.tally.mp, "wins": row.tally.wins}


def told_of(row: Row, deductions: Mapping[int, Deduction]) -> Json:
    return {
        "table_points": str(row.tally.points),
        "group": row.group,
        "group_place": row.in_group.place,
        "lot": row.tally.lot,
        "deduction": _deduction(deductions.get(row.tally.key, NOTHING)),
    }


def played_tables(found: Evening) -> Json:
    """The rounds, the tables and what each round was paired from."""
    facts = found.facts
    settled = {result.meeting: result for result in facts.results}
    return {
        "rounds": [{"number": number, "status": "announced"} for number in range(1, facts.last_round + 1)],
        "tables": [
            {
                "number": number,
                "round": meeting.round,
                "group": meeting.group,
                "section": "main",
                "best_place": 1,
                "worst_place": 2,
                "status": "bye" if meeting.is_rest else "done" if meeting in settled else "playing",
                "ending": "bye" if meeting.is_rest else "walkover" if _is_walkover(settled.get(meeting)) else "",
                "lines": _lines(meeting, settled.get(meeting)),
            }
            for number, meeting in enumerate(facts.meetings, 1)
        ],
        "pairings": [
            {
                "round": number,
                "order": list(paired.order),
                "changed": changed(found, number),
                "score_groups": list(paired.score_groups),
            }
            for number, paired in found.pairings.items()
        ],
    }


def changed(found: Evening, number: int) -> list[str]:
    """The steps after the pairing of a round that may have changed what it was paired from."""
    since = found.log[found.paired_at.get(number, 0) :]
    before = {each for each in found.facts.meetings if each.round < number}
    names = {"penalty": "penalty_given", "result": "score_corrected"}
    return sorted(
        {
            names[kind]
            for kind, what in since
            if kind == "penalty" or (kind == "result" and what.meeting in before)  # type: ignore[attr-defined]
        }
    )


def _deduction(taken: Deduction) -> Json:
    return {"points": taken.points, "vp": taken.vp, "mp": taken.mp}


def _is_walkover(result: Result | None) -> bool:
    return result is not None and not result.is_played


def _lines(meeting: Meeting, result: Result | None) -> list[Json]:
    scored = result.scores if result else (Score(None),) * len(meeting.keys)
    lines = [
        {"entry": key, "is_absent": False, "place": each.place, "points": each.points, "vp": each.vp, "mp": each.mp}
        for key, each in zip(meeting.keys, scored, strict=True)
    ]
    nobody = {"entry": None, "place": None, "points": None, "vp": None, "mp": None}
    return [*lines, nobody] if meeting.is_rest else lines
