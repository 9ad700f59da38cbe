"""Every format: what a corrected result changes, as the difference of the event before and with the new result.

One answer for the page, for programs and for the alarm of the organiser (R-STG-07, R-STG-29, R-KO-16, R-TAB-27).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from tournaments.competition.handing_on import Occupant
from tournaments.competition.stages.facts import Meeting

WHOLE: Final = 0
"""The number of the standings of the whole event, beside those of its stages."""
GOES_ON: Final = "through"


class Placed(NamedTuple):
    """An entry in the standings: its place (None while it is still in), in its group too, and its VP.

    ``fate`` is ``through``, ``open`` or ``out`` where a stage cuts; empty where nobody is cut.
    """

    place: int | None
    is_shared: bool = False
    group: int = 0
    group_place: int | None = None
    fate: str = ""
    vp: int = 0

    @property
    def seen_place(self) -> tuple[int | None, int | None]:
        """Return the places that move somebody: in the standings, and in the group."""
        return self.place, self.group_place


class Line(NamedTuple):
    """A line of the corrected table: who sits there, the place, and what orders those who share one."""

    entries: tuple[int, ...]
    place: int | None
    deals: int = 0
    points: int = 0


class PairedRound(NamedTuple):
    """A round that was paired from results: its tables as they were made, and as the results of now would make them.

    ``stage`` is the stage that began with it, or 0. ``called`` counts its tables that were called, ``played`` those
    where something was written.
    """

    round: int
    made: tuple[Meeting, ...]
    wanted: tuple[Meeting, ...]
    stage: int = 0
    called: int = 0
    played: int = 0

    @property
    def is_other(self) -> bool:
        """Whether the results of now would pair it in another way."""
        return people_of(self.made) != people_of(self.wanted)


class Given(NamedTuple):
    """A free place that was given to somebody who was beaten at the corrected table."""

    table: int
    entry: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """What follows from the results of an event, as far as one table bears on it.

    ``standings`` are those of the whole event (``WHOLE``) and of the stage of the table, by entry; ``seats`` the
    people of every table; ``given`` the places given on the order of the corrected table.
    """

    lines: tuple[Line, ...]
    through: int
    low_wins: bool
    standings: Mapping[int, Mapping[int, Placed]]
    seats: Mapping[int, tuple[Occupant, ...]]
    pairings: tuple[PairedRound, ...] = ()
    given: tuple[Given, ...] = ()

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the entries with the first place at the table; more than one line in a draw, none if all lost."""
        return tuple([key for line in self.lines if line.place == 1 for key in line.entries])

    @property
    def ahead(self) -> frozenset[int]:
        """Return who has a place that leads on from the table."""
        return frozenset(
            [
                key
                for line in self.lines
                if line.place is not None and line.place <= self.through
                for key in line.entries
            ]
        )

    @property
    def beaten(self) -> tuple[int, ...]:
        """Return those behind the cut of the table, the best first: the order in which free places are offered."""
        sign = 1 if self.low_wins else -1
        ranked = sorted(
            [line for line in self.lines if line.place is None or line.place > self.through],
            key=lambda line: (line.place or len(self.lines) + 1, -line.deals, sign * line.points),
        )
        return tuple([key for line in ranked for key in line.entries])

    @property
    def going_on(self) -> Mapping[int, frozenset[int]]:
        """Return who goes on to the next stage, by the number of the standings that say so."""
        return {
            number: frozenset([key for key, placed in rows.items() if placed.fate == GOES_ON])
            for number, rows in self.standings.items()
        }


class Move(NamedTuple):
    """An entry whose place is another one: in the standings of the event (``WHOLE``) or of a stage."""

    standings: int
    entry: int
    before: Placed
    after: Placed

    @property
    def steps(self) -> int:
        """Return by how many places it rises, negative where it falls; 0 where one of them is not known."""
        before, after = self.before, self.after
        if before.group_place is not None and after.group_place is not None and before.group_place != after.group_place:
            return before.group_place - after.group_place
        return before.place - after.place if before.place is not None and after.place is not None else 0


class Rerouted(NamedTuple):
    """Somebody who goes on now and did not (``goes_on``), or the other way round; ``standings`` as in ``Move``."""

    standings: int
    entry: int
    goes_on: bool


class Displaced(NamedTuple):
    """A place that was given on the old order of the beaten: the entry, and its rank there before and after."""

    table: int
    entry: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Difference:
    """What a corrected result changes, beside the points of its own table.

    ``winners`` and ``ahead`` (who goes on from the table) are before and after. ``tables`` are the later tables with
    other people, ``pairings`` the rounds that were paired on the old result and would be paired in another way now.
    """

    winners: tuple[tuple[int, ...], tuple[int, ...]]
    ahead: tuple[frozenset[int], frozenset[int]]
    moves: tuple[Move, ...]
    rerouted: tuple[Rerouted, ...]
    tables: tuple[int, ...]
    pairings: tuple[PairedRound, ...]
    given: tuple[Displaced, ...]
    has_other_order: bool = False

    @property
    def changes_winner(self) -> bool:
        """Whether somebody else wins."""
        return set(self.winners[0]) != set(self.winners[1])

    @property
    def is_nothing(self) -> bool:
        """Whether only the points of the table change."""
        return not (
            self.changes_winner
            or self.ahead[0] != self.ahead[1]
            or self.moves
            or self.rerouted
            or self.tables
            or self.pairings
            or self.given
            or self.has_other_order
        )

    def code(self, *, is_announced: bool) -> str:
        """Return the code of its sentence; ``is_announced`` whether people know of the tables it changes."""
        if self.tables:
            return "reaches_further" if is_announced else "nothing_announced"
        if self.pairings:
            return "paired_before"
        if self.given:
            return "places_given_before"
        if self.rerouted:
            return "others_go_on"
        if self.has_other_order and len(self.ahead[0]) > 1 and self.ahead[0] == self.ahead[1]:
            return "same_people_go_on"
        if self.changes_winner:
            return "winner_changes"
        if self.moves:
            return "places_change"
        return "same_people_go_on" if self.has_other_order else "only_points_change"


def people_of(meetings: tuple[Meeting, ...]) -> frozenset[frozenset[frozenset[int]]]:
    """Return who meets and who plays with whose partner, wherever the tables stand."""
    return frozenset([frozenset(map(frozenset, meeting.lines)) for meeting in meetings])


def difference(before: Fold, after: Fold) -> Difference:
    """Return what lies between two folds of the same event around the same table."""
    moves = [
        Move(number, key, then, now)
        for number, rows in after.standings.items()
        for key, now in rows.items()
        if (then := before.standings.get(number, {}).get(key)) is not None and then.seen_place != now.seen_place
    ]
    went_on, rerouted = before.going_on, list[Rerouted]()
    for number, going in after.going_on.items():
        was = went_on.get(number, frozenset())
        rerouted += [Rerouted(number, key, goes_on=True) for key in sorted(going - was)]
        rerouted += [Rerouted(number, key, goes_on=False) for key in sorted(was - going)]
    # Places whose holder stands elsewhere among the beaten than when they were given.
    old, new = before.beaten, after.beaten
    given = [
        Displaced(each.table, each.entry, old.index(each.entry) + 1, new.index(each.entry) + 1)
        for each in before.given
        if each.entry in old and each.entry in new and old.index(each.entry) != new.index(each.entry)
    ]
    return Difference(
        winners=(before.winners, after.winners),
        ahead=(before.ahead, after.ahead),
        moves=tuple(moves),
        rerouted=tuple(rerouted),
        tables=tuple([number for number in after.seats if before.seats.get(number) != after.seats[number]]),
        pairings=pairings_changed(before.pairings, after.pairings),
        given=tuple(given),
        has_other_order=[line.place for line in before.lines] != [line.place for line in after.lines],
    )


def pairings_changed(before: Sequence[PairedRound], after: Sequence[PairedRound]) -> tuple[PairedRound, ...]:
    """Return the rounds that the results of ``after`` would pair in another way than those of ``before``."""
    then = {each.round: people_of(each.wanted) for each in before}
    return tuple([each for each in after if then.get(each.round) != people_of(each.wanted)])
