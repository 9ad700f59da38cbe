"""Positions in a bracket: lots, seeds, byes, groups kept apart; and the checks of a field that other formats share.

``docs/verify_draw.py`` repeats it without this code: keep the steps few and their order fixed.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias, cast

from tournaments.competition.pairing.options import MOST_ENTRANTS, KnockoutOptions
from tournaments.competition.types import Entrant
from tournaments.games.contract import RefusedError

CLUB, CIRCLE = 0, 1
"""The groups of an entrant that are kept apart, by their place among his groups: the tighter first."""

FEWEST_ENTRANTS = 2
REASONS = ("same_group", "same_circle")

Positions: TypeAlias = tuple[int | None, ...]
"""The key at each position of the bracket from the top; None is an empty place. Positions 2i and 2i+1 meet."""


@dataclass(frozen=True, slots=True)
class Moved:
    """An entrant who was moved from the drawn position, and why.

    ``reason_code`` is ``same_group`` or ``same_circle`` (would have met ``because_of_key`` of the same club or circle
    by ``round``), ``made_room`` (took the place that ``because_of_key`` left), or ``seed_gave_way`` (the byes drawn by
    lot, the last of them for ``because_of_key``, left no table for this seed to head). Positions count from 0.
    """

    key: int
    from_position: int
    to_position: int
    reason_code: str
    because_of_key: int
    round: int = 1


@dataclass(frozen=True, slots=True)
class Drawn:
    """A filled bracket: the positions, and every entrant that a constraint moved, in the order of the moves."""

    positions: Positions
    moves: tuple[Moved, ...] = ()


@dataclass(frozen=True, slots=True)
class Swap:
    """Two positions that the organiser exchanges after the draw, with the reason that is published."""

    a: int
    b: int
    reason: str


def bracket_size(entrants: int) -> int:
    """Return the smallest power of two that holds them all (R-KO-01)."""
    return 1 << (entrants - 1).bit_length()


def rank_order(size: int) -> list[int]:
    """Return the rank (from 0) that heads each of ``size`` places, best ranks as far apart as possible (R-KO-03)."""
    ranks = [0]
    while len(ranks) < size:
        last = 2 * len(ranks) - 1
        ranks = [rank for upper in ranks for rank in (upper, last - upper)]
    return ranks


def draw_positions(entrants_in_order: Sequence[Entrant], options: KnockoutOptions) -> Drawn:
    """Place entrants, given in the order of their lots, in a bracket (R-KO-01 to R-KO-07, R-KO-20)."""
    check_entrants(entrants_in_order)
    drawn = _Field.of(entrants_in_order, options)
    places = drawn.places()
    moves = drawn.demotions(places)
    if options.separate_by_group:
        moves += _Separation(drawn, places).apart(options.separate_rounds)
    return Drawn(tuple(places), tuple(moves))


def movable(entrants_in_order: Sequence[Entrant], places: Sequence[int | None], options: KnockoutOptions) -> list[int]:
    """Return the kind of each position: 0 stays, a seed that heads a table; 1 has a bye, 2 has none."""
    return _kinds(_Field.of(entrants_in_order, options), places)


def check_entrants(entrants: Sequence[Entrant]) -> None:
    """Refuse a field that cannot be drawn: fewer than two, too many, a duplicate, a seed below 1."""
    check_count(len(entrants))
    check_field(entrants)


def check_count(entrants: int) -> None:
    """Refuse a number of entrants that has no bracket (R-KO-01)."""
    if entrants < FEWEST_ENTRANTS:
        raise RefusedError("too_few_entrants", field="entrants", given=entrants)
    if entrants > MOST_ENTRANTS:
        raise RefusedError("too_many_entrants", field="entrants", given=entrants, most=MOST_ENTRANTS)


def check_field(entrants: Sequence[Entrant]) -> None:
    """Refuse a duplicate entrant, or a seed below 1."""
    seen: set[int] = set()
    for entrant in entrants:
        if entrant.key in seen:
            raise RefusedError("entrant_twice", field="entrants", key=entrant.key)
        if entrant.seed is not None and entrant.seed < 1:
            raise RefusedError("bad_seed", field="seed", key=entrant.key, given=entrant.seed)
        seen.add(entrant.key)


def in_seed_order(entrants: Sequence[Entrant]) -> list[int]:
    """Return the keys of the seeded entrants, best first; equal seeds keep the order of their lots (R-KO-03)."""
    return [each.key for each in sorted((e for e in entrants if e.seed is not None), key=lambda e: e.seed or 0)]


def groups_by_level(entrants: Sequence[Entrant]) -> tuple[dict[int, str], ...]:
    """Return the club of each key, and its circle."""
    return tuple(
        {each.key: each.groups[level] for each in entrants if len(each.groups) > level} for level in (CLUB, CIRCLE)
    )


@dataclass(frozen=True, slots=True)
class _Field:
    """All entrants in rank order (seeds, then lots), those with a bye, and how many seeds head a table of their own."""

    ranked: list[int]
    byes: list[int]
    seeds: int
    leading: int
    size: int
    groups: tuple[dict[int, str], ...]

    @classmethod
    def of(cls, entrants: Sequence[Entrant], options: KnockoutOptions) -> "_Field":
        seeded = in_seed_order(entrants)
        ranked = seeded + [each.key for each in entrants if each.seed is None]
        size = bracket_size(len(ranked))
        first = ranked if options.byes == "seeds" else [each.key for each in entrants]
        byes = first[: size - len(ranked)]
        # As many seeds, from the best, as can head a table of their own beside every unseeded bye (R-KO-06).
        tables, has_bye = size // 2, set(byes)
        leading = min(len(seeded), tables)
        lone = len(has_bye.difference(seeded[:leading]))
        while leading + lone > tables:
            leading -= 1
            lone += seeded[leading] in has_bye
        return cls(ranked, byes, len(seeded), leading, size, groups_by_level(entrants))

    def places(self) -> list[int | None]:
        """Return the bracket before groups are kept apart."""
        half = self.size // 2
        byes, heads = set(self.byes), self.ranked[: self.leading]
        others = self.ranked[self.leading :]
        line = heads + [key for key in others if key in byes] + [key for key in others if key not in byes]
        waiting = iter(line[half:])
        below = [None if key in byes else next(waiting) for key in reversed(line[:half])]
        return [key for rank in rank_order(half) for key in (line[rank], below[half - 1 - rank])]

    def demotions(self, places: list[int | None]) -> list[Moved]:
        """Return the seeds that lost their table to the byes drawn by lot (R-KO-06)."""
        half = self.size // 2
        protected = min(self.seeds, half)
        demoted = self.ranked[self.leading : protected]
        lone = [key for key in self.byes if demoted and key not in self.ranked[:protected]]
        stood = {key: position for position, key in enumerate(places) if key is not None}
        order = {rank: 2 * table for table, rank in enumerate(rank_order(half))}
        return [
            Moved(key, order[rank], stood[key], "seed_gave_way", lone[-1])
            for rank, key in enumerate(demoted, self.leading)
            if stood[key] != order[rank]
        ]


def _kinds(drawn: _Field, places: Sequence[int | None]) -> list[int]:
    fixed = set(drawn.ranked[: drawn.leading])
    return [
        0 if key is None or key in fixed else 1 if places[position ^ 1] is None else 2
        for position, key in enumerate(places)
    ]


class _Separation:
    """Exchanges that keep clubs apart, round after round, and then circles (R-KO-07, R-KO-20).

    Seeds that head a table stay; entrants with a bye change places only with others who have one.
    """

    def __init__(self, drawn: _Field, places: list[int | None]) -> None:
        self.places = places
        self.groups = [["" if key is None else of.get(key, "") for key in places] for of in drawn.groups]
        self.kinds = _kinds(drawn, places)
        self.moves: list[Moved] = []

    def apart(self, rounds: int) -> list[Moved]:
        for round_ in range(1, rounds + 1):
            _Pass(self, CLUB, round_).run()
        if any(self.groups[CIRCLE]):
            # First allow no new meeting of a club by the last of the rounds, then by the one before, down to this one.
            for round_ in range(1, rounds + 1):
                for kept in range(rounds, round_ - 1, -1):
                    _Pass(self, CIRCLE, round_, kept).run()
        return self.moves

    def exchange(self, here: int, there: int, level: int, round_: int) -> None:
        places, alike = self.places, self.groups[level]
        mover, other = cast(int, places[here]), cast(int, places[there])
        relative = next(at for at in _block(here, round_) if at != here and alike[at] == alike[here])
        because = cast(int, places[relative])
        self.moves.append(Moved(mover, here, there, REASONS[level], because, round_))
        self.moves.append(Moved(other, there, here, "made_room", mover, round_))
        places[here], places[there] = other, mover
        for groups in self.groups:
            groups[here], groups[there] = groups[there], groups[here]

    def new_club_meeting(self, here: int, there: int, kept: int) -> bool:
        """Return whether an exchange makes either of the two meet their own club by the round ``kept``."""
        clubs = self.groups[CLUB]
        # In a block of that round, only the largest sub-blocks that separate the two places get new people.
        round_ = min(kept, (here ^ there).bit_length() - 1)
        left, entered = _block(here, round_), _block(there, round_)
        return bool(
            (clubs[here] and clubs[here] in clubs[entered.start : entered.stop])
            or (clubs[there] and clubs[there] in clubs[left.start : left.stop])
        )


def _block(place: int, round_: int) -> range:
    """Return the positions that meet by a round, this one included."""
    first = place >> round_ << round_
    return range(first, first + (1 << round_))


class _Pass:
    """One round of exchanges: blocks of ``2 ** round_`` positions should hold each group of a level once.

    By round ``kept`` nobody may newly meet their own club; for clubs themselves there is no such round.
    """

    def __init__(self, whole: _Separation, level: int, round_: int, kept: int = 0) -> None:
        self.whole = whole
        self.level = level
        self.round = round_
        self.kept = kept
        self.groups = whole.groups[level]
        self.present = Counter((position >> round_, group) for position, group in enumerate(self.groups) if group)
        # Where the search for a group continues: a large group scans the bracket once, not once for each member.
        self.resume: dict[tuple[str, int], int] = {}
        self.stuck: set[tuple[str, int]] = set()

    def run(self) -> None:
        for here, kind in enumerate(self.whole.kinds):
            group = self.groups[here]
            search = (group, kind)
            if not kind or not group or self.present[here >> self.round, group] < 2 or search in self.stuck:
                continue
            there = self._free(here, search)
            if there is None:
                self.stuck.add(search)
            else:
                self.resume[search] = there + 1
                self._carry(group, here, there)
                self._carry(self.groups[there], there, here)
                self.whole.exchange(here, there, self.level, self.round)

    def _free(self, here: int, search: tuple[str, int]) -> int | None:
        """Return the next position that can change with ``here`` and leaves no group twice in either block."""
        group, kind = search
        kinds, groups, shift, present = self.whole.kinds, self.groups, self.round, self.present
        start = self.resume.get(search, here + 1)
        for there in chain(range(start, len(kinds)), range(start)):
            if kinds[there] == kind and not present.get((there >> shift, group)):
                other = groups[there]
                is_free = not other or not present.get((here >> shift, other))
                if is_free and (self.level == CLUB or not self.whole.new_club_meeting(here, there, self.kept)):
                    return there
        return None

    def _carry(self, group: str, here: int, there: int) -> None:
        self.present[here >> self.round, group] -= 1
        self.present[there >> self.round, group] += 1


def swap_positions(positions: Positions, swap: Swap) -> Positions:
    """Exchange two positions of a drawn bracket (R-DRW-06); raises RefusedError if a table would become empty."""
    for name, place in (("a", swap.a), ("b", swap.b)):
        if place not in range(len(positions)):
            raise RefusedError("unknown_position", field=name, given=place)
    if positions[swap.a] == positions[swap.b]:
        raise RefusedError("swap_changes_nothing", field="swap")
    if not swap.reason.strip():
        raise RefusedError("swap_needs_reason", field="reason")
    changed = list(positions)
    changed[swap.a], changed[swap.b] = positions[swap.b], positions[swap.a]
    if any(changed[place] is None and changed[place ^ 1] is None for place in (swap.a, swap.b)):
        raise RefusedError("swap_empties_table", field="swap")
    return tuple(changed)
