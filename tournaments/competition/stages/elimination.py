"""An elimination as a fold: from its tables and their results to who sits where, and which tables nobody plays.

Three things are facts, though they followed from a result once: who holds a chair, because a table that was called
knows its people by their chairs; who was present where a table ended by itself, because they may have left since; and
who was re-admitted, because only a result of their round moves them (R-TAB-22). Each stays as long as it can.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from tournaments.competition.handing_on import NOBODY, Finish, Occupant, finish_of, hand_on, places_of_present
from tournaments.competition.stages.facts import Score
from tournaments.competition.stages.readmission import Beaten, readmissions
from tournaments.competition.types import FromBest, FromEntrant, FromTable, Plan, PlannedTable, Slot


class Chair(NamedTuple):
    """Where the entrant of a line comes from, who sits there now, and whether they miss the match of this table."""

    slot: Slot
    now: Occupant = None
    is_absent: bool = False


class Ended(NamedTuple):
    """How a table ended that nobody played: the ``present`` lines go on, by a walkover if somebody is missing."""

    present: tuple[int, ...]
    is_walkover: bool = False


class Settled(NamedTuple):
    """The scores of a finished table by line, and how it ended if nobody played it."""

    scores: tuple[Score, ...]
    ended: Ended | None = None


class Seated(NamedTuple):
    """A table with its chairs, and how many go ``through``. ``settled`` is None while it is open.

    From a match that ``is_begun`` nobody is absent who sat down: its sheet says who left.
    """

    number: int
    round: int
    chairs: tuple[Chair, ...]
    through: int = 1
    settled: Settled | None = None
    is_begun: bool = False

    @property
    def people(self) -> tuple[Occupant, ...]:
        """Who sits here now, by line."""
        return tuple([chair.now for chair in self.chairs])

    @property
    def is_played(self) -> bool:
        """Whether it has a result of those who sit here: it did not end by itself."""
        return self.settled is not None and self.settled.ended is None


@dataclass(frozen=True, slots=True)
class Facts:
    """What decides an elimination, or a part of it.

    tables     each after those that lead to it; all tables of a round from which somebody is re-admitted, or none. A
               chair that comes from a table or a round that is not there keeps its entrant
    gone       who has left the event
    set_aside  who is not re-admitted, but keeps a chair, as who has left (R-TAB-19)
    changed    rounds with a new result: who is re-admitted from them is chosen again
    lots       the lot of each entrant; later entrants have none
    """

    tables: tuple[Seated, ...]
    gone: frozenset[int] = frozenset()
    set_aside: frozenset[int] = frozenset()
    changed: frozenset[int] = frozenset()
    lots: Mapping[int, int] = field(default_factory=dict)
    low_wins: bool = False


class TableState(NamedTuple):
    """Who sits at a table by line, and the lines that miss its match.

    ``scores`` are empty while the table is open; ``ended`` is None unless it ended by itself.
    """

    occupants: tuple[Occupant, ...]
    absent: frozenset[int]
    scores: tuple[Score, ...] = ()
    ended: Ended | None = None

    @property
    def is_over(self) -> bool:
        return bool(self.scores)


State: TypeAlias = Mapping[int, TableState]


def state(facts: Facts) -> State:
    """Return the state of every table, in one pass."""
    fold = _Fold(facts)
    for table in facts.tables:
        fold.add(table)
    return fold.found


def differences(facts: Facts) -> list[tuple[Seated, TableState]]:
    """Return the tables that are not on record as they follow from the facts, with their states."""
    now, found = state(facts), list[tuple[Seated, TableState]]()
    for table in facts.tables:
        absent = frozenset(line for line, chair in enumerate(table.chairs) if chair.is_absent)
        if TableState(table.people, absent, *(table.settled or ())) != now[table.number]:
            found.append((table, now[table.number]))
    return found


def state_if_replayed(facts: Facts) -> State:
    """Return the state of every table if each table whose people change loses its result (R-KO-17).

    Nobody advances from such a table until it is played again, and nobody is absent there who has not left the event.
    """
    fold = _Fold(facts)
    for table in facts.tables:
        if table.people == fold.occupants(table):
            fold.add(table)
        else:
            chairs = tuple([chair._replace(is_absent=False) for chair in table.chairs])
            fold.add(table._replace(chairs=chairs, settled=None, is_begun=False))
    return fold.found


class _Fold:
    """The tables so far: their states, who the results are of, and the finishes that they hand on."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.found: dict[int, TableState] = {}
        self.keys: dict[int, list[int | None]] = {}
        self.sent: dict[int, Finish] = {}
        self.best: dict[FromBest, Occupant] = {}
        self.routed: dict[int, set[int]] = defaultdict(set)
        self.rounds: dict[int, list[Seated]] = defaultdict(list)
        self.keeping: dict[int, list[Seated]] = defaultdict(list)
        for table in facts.tables:
            self.rounds[table.round].append(table)
            for chair in table.chairs:
                if isinstance(chair.slot, FromTable):
                    self.routed[chair.slot.number].add(chair.slot.place)
            for number in {chair.slot.round for chair in table.chairs if isinstance(chair.slot, FromBest)}:
                self.keeping[number].append(table)

    def add(self, table: Seated) -> None:
        """Find the state of the next table, and what it hands on once it is over."""
        occupants, settled = self.occupants(table), table.settled
        absent = {line for line, chair in enumerate(table.chairs) if chair.is_absent and chair.now == occupants[line]}
        missing = absent | {line for line, key in enumerate(occupants) if key in self.facts.gone}
        present = tuple([line for line, key in enumerate(occupants) if isinstance(key, int) and line not in missing])
        if settled is not None and settled.ended is not None:
            # A table that ended by itself stays so with the same people, as long as nobody has come who would play it.
            was = settled.ended.present
            away = all(key == NOBODY or line in missing for line, key in enumerate(occupants) if line not in was)
            if table.people != occupants or len(was) > table.through or not away:
                settled = None
        if settled is not None:
            found = TableState(occupants, frozenset(absent), *settled)
        elif table.is_begun:
            found = TableState(occupants, frozenset(absent))
        elif None in occupants or len(present) > table.through:
            found = TableState(occupants, frozenset(missing))
        else:
            # A bye, or a walkover over a missing line; where one wins by a walkover, all others are second.
            ended = Ended(present, is_walkover=bool(missing and present))
            others = 2 if ended.is_walkover and table.through == 1 else None
            scores = tuple(Score(place) for place in places_of_present(len(table.chairs), present, others))
            found = TableState(occupants, frozenset(missing), scores, ended)
        self.found[table.number] = found
        # A result belongs to those who sat there.
        sat = found.occupants if found.ended is not None else table.people
        keys = self.keys[table.number] = [key if isinstance(key, int) else None for key in sat]
        if found.is_over:
            finish = finish_of(keys, [score.place for score in found.scores])
            self.sent[table.number] = hand_on(finish, table.through, self.routed[table.number], self.facts.gone)

    def occupants(self, table: Seated) -> tuple[Occupant, ...]:
        """Return who takes these chairs; if the same people come from a table in another order, all keep theirs."""
        chairs = table.chairs
        coming = [self._coming(chair) for chair in chairs]
        moved: dict[int, list[int]] = defaultdict(list)
        for line, chair in enumerate(chairs):
            if isinstance(chair.slot, FromTable) and coming[line] != chair.now:
                moved[chair.slot.number].append(line)
        for lines in moved.values():
            if Counter([coming[line] for line in lines]) == Counter([chairs[line].now for line in lines]):
                for line in lines:
                    coming[line] = chairs[line].now
        return tuple(coming)

    def _coming(self, chair: Chair) -> Occupant:
        slot = chair.slot
        if isinstance(slot, FromEntrant):
            return slot.key
        if isinstance(slot, FromTable):
            if slot.number not in self.found:
                return chair.now
            finish = self.sent.get(slot.number)
            if finish is None:
                return None
            key = finish[slot.place - 1]
            return NOBODY if key is None else key
        if isinstance(slot, FromBest):
            if slot not in self.best and slot.round in self.rounds:
                self.best |= self._readmit(slot)
            return self.best.get(slot, chair.now)
        return slot

    def _readmit(self, slot: FromBest) -> Mapping[FromBest, Occupant]:
        """Return who takes the chairs that are kept for the best losers of a round, once all its tables are over.

        Two kinds of losers only keep a chair that they have: who has left or is set aside, and those of a table from
        which a referee gave a loser a free place.
        """
        keeping = self.keeping[slot.round]
        every = [chair for table in keeping for chair in table.chairs]
        chairs = [(chair.slot, chair.now) for chair in every if isinstance(chair.slot, FromBest)]
        if any(not self.found[table.number].is_over for table in self.rounds[slot.round]):
            return {kept: None for kept, _now in chairs}
        held = {kept: now for kept, now in chairs if now is not None}
        if len(held) == len(chairs) and slot.round not in self.facts.changed:
            return held
        here = {key for key in held.values() if isinstance(key, int)}
        out, late = self.facts.gone | self.facts.set_aside, len(self.facts.lots) + 1
        beaten: list[Beaten] = []
        for table in self.rounds[slot.round]:
            gave = any(place > table.through for place in self.routed[table.number])
            lost = [
                Beaten(key, table.number, score.deals, score.points, self.facts.lots.get(key, late))
                for key, score in zip(self.keys[table.number], self.found[table.number].scores, strict=True)
                if key is not None and score.place == slot.place and (key in here or not (gave or key in out))
            ]
            # One loser of every table: of those who are level, the first by lot.
            beaten += sorted(lost, key=lambda each: (each.lot, each.key))[:1]
        slots = [tuple([chair.slot for chair in table.chairs]) for table in keeping]
        tables = [PlannedTable(table.number, table.round, 0, of) for table, of in zip(keeping, slots, strict=True)]
        plan = Plan(tuple(tables), slot.round)
        return readmissions(plan, beaten, low_wins=self.facts.low_wins, seated=held)
