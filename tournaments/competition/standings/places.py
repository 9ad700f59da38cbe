"""The standings of an elimination event, running or over: who is in, who is out, and in which place (R-KO-14, R-KO-15).

Those of rounds are computed in ``stages.standing``. Pages, programs, paper, the closing and ``verify`` show the same.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from tournaments.competition.discipline import NOTHING, Deduction, points_after
from tournaments.competition.standings.merits import Earned, criteria, merits
from tournaments.competition.standings.ranking import Merit, rank

MAIN: Final = "main"
by_merit: Final[Callable[["Career"], Merit]] = attrgetter("merit")


class Seat(NamedTuple):
    """A line at a table: its entry, and what the table decides for the event.

    ``best`` and ``worst`` are the places that the table is played for, ``is_played`` is false for a bye, ``hall`` is
    the number of the table in the hall, ``place`` that at the table. An entry that ``is_withdrawn`` has left the event
    since. Entries of a later ``bracket`` play for later places; where there is only one it is 0.
    """

    key: int
    round: int
    section: str
    best: int
    worst: int
    is_over: bool
    is_played: bool = True
    hall: int | None = None
    place: int | None = None
    points: int = 0
    deals: int = 0
    vp: int = 0
    mp: int = 0
    is_withdrawn: bool = False
    bracket: int = 0


NOWHERE: Final = Seat(0, 0, MAIN, 1, 1, is_over=False)


@dataclass(slots=True)
class Career(Earned):
    """The scores of an entry in the event, penalties deducted, its last seat and the last main round it reached.

    ``merit`` is what these scores are worth by the criteria of the event, and orders those who came equally far.
    """

    last: Seat = NOWHERE
    round: int = 0
    deduction: Deduction = NOTHING
    is_withdrawn: bool = False
    merit: Merit = ()


class Standing(NamedTuple):
    """An entry in its order; ``place`` is None while it is still in, ``shared`` if another entry has the same place.

    A place is not certain while an entry that is still in may leave at the same tables.
    """

    place: int | None
    career: Career
    shared: bool = False
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class Course:
    """The event's data for the standings.

    ``last_round`` is the last with tables; with ``redraw`` another is drawn while several have won there. An entry that
    finishes in place ``returning`` in round 1 may come back until all its tables are over (R-TAB-19).
    """

    last_round: int
    redraw: bool = False
    returning: int | None = None
    uses_vp: bool = True
    low_wins: bool = False


@dataclass(frozen=True, slots=True)
class Standings:
    """Entries in order, and the number of rounds: tables up to ``last_round``, the others still to be drawn.

    ``total`` counts all entries, ``still_in`` those without a place, ``withdrawn`` those that have left the event:
    ``rows`` may end before the last.
    """

    rows: Sequence[Standing]
    last_round: int
    rounds: int
    total: int
    still_in: int
    withdrawn: int


def careers(
    seats: Iterable[Seat],
    course: Course,
    *,
    deductions: Mapping[int, Deduction] | None = None,
    lots: Mapping[int, int] | None = None,
) -> dict[int, Career]:
    """Return the career of every entry, from all seats in the order of their tables.

    Where the event has VP, its sums count and then the lot, else place, deals and points of the last table (R-TAB-18).
    """
    found: dict[int, Career] = {}
    for seat in seats:
        key = seat.key
        career = found.get(key)
        if career is None:
            career = found[key] = Career(key)
        career.last = seat
        career.vp += seat.vp
        career.mp += seat.mp
        career.points += seat.points
        if seat.place == 1 and seat.is_played:
            career.wins += 1
        if seat.section == MAIN:
            career.round = seat.round
    for key, career in found.items():
        career.lot = lots.get(key) if lots else None
        career.is_withdrawn = bool(career.last.is_withdrawn)
        if not course.uses_vp:
            career.place, career.deals, career.points = career.last.place, career.last.deals, career.last.points
    for key, deduction in (deductions or {}).items():
        if key in found:
            # From the totals (R-PEN-06, R-PEN-07).
            career = found[key]
            career.deduction = deduction
            career.vp -= deduction.vp
            career.mp -= deduction.mp
            career.points = points_after(career.points, deduction, low_wins=course.low_wins)
    weigh(found.values(), course)
    return found


def weigh(found: Iterable[Career], course: Course) -> None:
    """Set what the scores of these careers are worth by the criteria of the event."""
    worth = merits(criteria(uses_vp=course.uses_vp, low_wins=course.low_wins))
    for career in found:
        career.merit = worth(career)


def standings(found: Collection[Career], course: Course, most: int | None = None) -> Standings:
    """Order the entries: those still in first, without a place, then the others by the place at which they left.

    Within one place merit decides, and equal merits share the place. After a match that both lines lost the places
    below move up, but nobody is first without having won the final. Withdrawn entries are out. With ``most`` only the
    first so many are put in order. All of one bracket have better places than those of the next (R-GRP-18).
    """
    brackets: dict[int, list[Career]] = {}
    for number, group in groupby(found, key=attrgetter("last.bracket")):
        brackets.setdefault(number, []).extend(group)
    parts: list[Standings] = []
    first = 1
    for _number, careers_of_one in sorted(brackets.items()):
        part = _of_bracket(careers_of_one, course, first, most)
        parts.append(part)
        first = len(careers_of_one) + next((row.place for row in part.rows[:1] if row.place), first)
    rows = sorted((row for part in parts for row in part.rows), key=lambda row: row.place is not None)
    rounds = max((part.rounds for part in parts), default=course.last_round)
    withdrawn = sum(part.withdrawn for part in parts)
    still_in = sum(part.still_in for part in parts)
    return Standings(rows[:most], course.last_round, rounds, len(found), still_in, withdrawn)


def _of_bracket(found: Collection[Career], course: Course, first: int, most: int | None) -> Standings:
    """Return the standings of one bracket, whose best place in the event is ``first``.

    An entry is in at an open table, or while it waits for a draw or a re-admission. It leaves at the best place of its
    last table as its winner, or else at the worst. Those who left later in the same bracket played for better places,
    so these numbers order the whole event.
    """
    rounds = course.last_round
    if course.redraw:
        # Winners are drawn again until one is left, or none where both lines lost.
        here = [each.last for each in found if each.last.section == MAIN and each.last.round == course.last_round]
        won = sum(seat.is_over and seat.place == 1 for seat in here)
        # An open table of two lines, one of which may win it.
        to_win = (sum(not seat.is_over for seat in here) + 1) // 2
        rounds += (max(won + to_win, 1) - 1).bit_length()
    is_drawn_again = rounds > course.last_round
    may_return = course.returning is not None and any(each.last.round == 1 and not each.last.is_over for each in found)
    inside: list[Career] = []
    exits: dict[int, list[Career]] = {}
    withdrawn = 0
    # The worst possible exit of those still in: winners of a table leave before those beaten there.
    open_down_to = 0
    for career in found:
        seat = career.last
        withdrawn += career.is_withdrawn
        # In the main bracket only a win in the last round counts: a winner of an earlier round without a later seat has
        # withdrawn.
        has_won = seat.is_over and seat.place == 1 and (seat.section != MAIN or seat.round >= course.last_round)
        awaits_draw = has_won and seat.section == MAIN and is_drawn_again
        comes_back = may_return and seat.round == 1 and seat.place == course.returning
        if not career.is_withdrawn and (not seat.is_over or comes_back or awaits_draw):
            inside.append(career)
            leaves_at = seat.worst - (seat.is_over and seat.place == 1)
            if leaves_at > open_down_to:
                open_down_to = leaves_at
        else:
            # A winner who withdrew before the next draw comes before the beaten, but has not won the event.
            exits.setdefault(seat.best + awaits_draw if has_won else seat.worst, []).append(career)
    # Entries still in may be at different rounds: a later round comes before higher scores, and so does a better place.
    # Sorted by the last thing that counts first.
    ahead = sorted(inside, key=by_merit, reverse=True)
    ahead.sort(key=attrgetter("last.best"))
    ahead.sort(key=attrgetter("round"), reverse=True)
    rows = [Standing(None, career) for career in ahead[:most]]
    # Those who are out, by place and then by merit; a place is certain once nobody else can join it.
    place = first + len(inside)
    if place == 1 and exits and min(exits) > 1:
        place = 2
    for exit_at, band in sorted(exits.items()):
        left = None if most is None else most - len(rows)
        if left is not None and left <= 0:
            break
        ranked = rank(band, by_merit, first_place=place, most=left)
        rows += [Standing(each.place, each.row, each.shared, exit_at > open_down_to) for each in ranked]
        place += len(band)
    return Standings(rows, course.last_round, rounds, len(found), len(inside), withdrawn)
