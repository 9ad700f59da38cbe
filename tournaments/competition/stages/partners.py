"""Rotating partners: single players sit down as two pairs, with another partner in each round (R-ROT-01 to R-ROT-06).

For some numbers of players there is a whist tournament: everybody has everybody as partner once and as opponent twice.
Its rounds are those of a first one in which every number but one is raised by one each time. Any other round is
searched: partners as in a circle, the nearest new ones where it leads back to old ones, and then two pairs to a table
that have met least.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from math import isqrt
from types import MappingProxyType
from typing import Final, TypeAlias

from tournaments.competition.pairing.options import MOST_ENTRANTS, check_kept
from tournaments.competition.stages import by_standing
from tournaments.competition.stages.by_standing import Paired
from tournaments.competition.stages.facts import Facts, Meeting, Reason
from tournaments.competition.stages.length import require_rounds
from tournaments.competition.stages.standing_options import StandingOptions
from tournaments.competition.stages.version import FIRST_VERSION, VERSION, check_version
from tournaments.competition.types import Entrant
from tournaments.games.contract import Json, RefusedError

PARTNERS: Final = "partners"
MOST_ROUNDS: Final = 30
PAIR, TABLE = 2, 4
# Choices of those who rest, and of another table to change opponents with, that are tried for a better round.
TRIED: Final = 64
SWISS: Final = StandingOptions(kind="swiss", rounds=MOST_ROUNDS)

Pair: TypeAlias = tuple[int, int]
Seats: TypeAlias = tuple[int, int, int, int]
"""A table: the first two play the last two."""

# R-ROT-02: first rounds of whist tournaments, -1 for the one that stays; checked by their test.
WHIST: Final[Mapping[int, tuple[Seats, ...]]] = MappingProxyType(
    {
        4: ((-1, 0, 1, 2),),
        8: ((-1, 0, 1, 3), (2, 6, 4, 5)),
        12: ((-1, 0, 1, 3), (2, 9, 6, 7), (4, 10, 5, 8)),
        16: ((-1, 0, 1, 2), (3, 6, 9, 11), (4, 13, 8, 12), (5, 10, 7, 14)),
        20: ((-1, 0, 1, 2), (3, 5, 9, 15), (4, 14, 12, 17), (6, 18, 10, 13), (7, 11, 8, 16)),
        24: ((-1, 0, 1, 2), (3, 5, 7, 17), (4, 12, 18, 22), (6, 20, 10, 13), (8, 19, 11, 16), (9, 15, 14, 21)),
    }
)
# Those that were found after the first release; an event that began without them goes on without them.
LATER: Final[Mapping[int, tuple[Seats, ...]]] = MappingProxyType(
    {
        # By the powers of a primitive root of the field of nine, whose numbers have two digits to the base of three.
        9: ((1, 2, 6, 3), (4, 8, 7, 5)),
        21: ((1, 9, 10, 17), (2, 11, 5, 7), (3, 14, 6, 12), (4, 8, 18, 19), (13, 16, 15, 20)),
        25: ((1, 11, 7, 12), (2, 13, 4, 17), (3, 9, 16, 20), (5, 23, 8, 10), (6, 15, 14, 22), (18, 19, 21, 24)),
        28: (
            *((-1, 0, 8, 17), (1, 12, 10, 14), (2, 19, 22, 23), (3, 11, 6, 18)),
            *((4, 25, 13, 26), (5, 7, 21, 24), (9, 16, 15, 20)),
        ),
        32: (
            *((-1, 0, 4, 5), (1, 10, 25, 28), (2, 22, 16, 24), (3, 18, 15, 29)),
            *((6, 13, 21, 23), (7, 17, 9, 27), (8, 12, 11, 30), (14, 19, 20, 26)),
        ),
        33: (
            *((1, 21, 31, 32), (2, 14, 8, 12), (3, 20, 4, 11), (5, 15, 27, 30)),
            *((6, 24, 10, 19), (7, 29, 16, 22), (9, 23, 26, 28), (13, 18, 17, 25)),
        ),
    }
)
# Where numbers are not raised as a whole, but digit by digit: the base.
DIGITS: Final[Mapping[int, int]] = MappingProxyType({9: 3})


@dataclass(frozen=True, slots=True)
class PartnersOptions:
    """The choice of an event with rotating partners: how many rounds, and the ``version`` of the rule it began with."""

    rounds: int = 5
    version: int = FIRST_VERSION

    def __post_init__(self) -> None:
        require_rounds(self.rounds, most=MOST_ROUNDS)
        check_version(self.version)


def partners_to_json(options: PartnersOptions) -> Json:
    """Return the options as JSON for an event; ``partners_from_json`` reads them back."""
    versioned = {"version": options.version} if options.version > FIRST_VERSION else {}
    return {"kind": PARTNERS, "rounds": options.rounds, **versioned}


def partners_from_json(data: Json) -> PartnersOptions:
    """Read stored options; missing ones have their default. Raises RefusedError naming the field."""
    check_kept(data, {"kind": str, "rounds": int, "version": int})
    return PartnersOptions(**{name: value for name, value in data.items() if name != "kind"})


def check_players(count: int) -> None:
    """Refuse a number of players that fills no table, or too many."""
    if count < TABLE:
        raise RefusedError("too_few_for_partners", field="entrants", given=count, least=TABLE)
    if count > MOST_ENTRANTS:
        raise RefusedError("too_many_entrants", field="entrants", given=count, most=MOST_ENTRANTS)


def pair(facts: Facts, version: int = VERSION) -> Paired:
    """Return the next round of those who are in the event: its tables, and behind them those who rest.

    Raises RefusedError where too few are left for a table.
    """
    playing = facts.playing(facts.last_round + 1)
    check_players(len(playing))
    past, round_ = _Past(facts), facts.last_round + 1
    tables: list[Seats] = []
    base = whist(len(playing), version)
    if base and round_ <= len(playing) - (len(playing) % TABLE == 0):
        # A whist tournament goes on only where the rounds before were its own.
        before = [meeting for meeting in facts.meetings if not meeting.is_rest]
        if before == [
            Meeting(number, table, size=PAIR)
            for number in range(1, round_)
            for table in _rotation(base, playing, number)
        ]:
            tables = list(_rotation(base, playing, round_))
    if not tables:
        tables = _search_round(playing, facts, past)
    seated = {key for table in tables for key in table}
    meetings = [Meeting(round_, table, size=PAIR) for table in tables]
    reasons = [past.why(table) for table in tables]
    resting = [key for key in playing if key not in seated]
    meetings += [Meeting(round_, (key,)) for key in resting]
    return Paired(tuple(meetings), (*reasons, *[Reason("rests_in_turn")] * len(resting)), playing)


def _pair(one: int, two: int) -> Pair:
    return (one, two) if one < two else (two, one)


def whist(players: int, version: int = VERSION) -> tuple[Seats, ...]:
    """Return the first round of a whist tournament for so many players, by their numbers from 0; empty without one.

    One more than a multiple of four that is a prime has one: of the powers of a primitive root, those that are a
    quarter of the way apart sit together, and 0 rests.
    """
    is_prime = players > 1 and all(players % each for each in range(2, isqrt(players) + 1))
    if players % TABLE != 1 or not is_prime:
        return WHIST.get(players, ()) or (LATER.get(players, ()) if version > FIRST_VERSION else ())
    # The powers of a primitive root are all numbers below the prime.
    order = players - 1
    divisors = [each for each in range(2, isqrt(order) + 1) if order % each == 0]
    factors = {*divisors, *(order // each for each in divisors)}
    root = next(
        each for each in range(2, players) if all(pow(each, order // factor, players) != 1 for factor in factors)
    )
    quarter = players // TABLE
    powers = [pow(root, at, players) for at in range(order)]
    return tuple(
        [
            (powers[at], powers[at + 2 * quarter], powers[at + quarter], powers[at + 3 * quarter])
            for at in range(quarter)
        ]
    )


def _rotation(base: Sequence[Seats], playing: Sequence[int], round_: int) -> Iterator[Seats]:
    """Return the tables of a round: the numbers of the first one raised by one for each round, -1 stays the last."""
    turning = len(playing) - (len(playing) % TABLE == 0)
    digit, by = DIGITS.get(len(playing), turning), round_ - 1

    def in_round(number: int) -> int:
        high = (number // digit + by // digit) * digit % turning if digit < turning else 0
        return high + (number + by) % digit

    for table in base:
        a, b, c, d = [playing[-1 if each < 0 else in_round(each)] for each in table]
        yield a, b, c, d


class _Past:
    """How often two were partners and opponents in the rounds before, and how often each rested."""

    def __init__(self, facts: Facts) -> None:
        self.partners: Counter[Pair] = Counter()
        self.opponents: Counter[Pair] = Counter()
        self.rests: Counter[int] = Counter()
        for meeting in facts.meetings:
            if meeting.is_rest:
                self.rests[meeting.keys[0]] += 1
                continue
            one, two = meeting.lines
            self.partners.update(_pair(*line) for line in (one, two))
            self.opponents.update(_pair(mine, theirs) for mine in one for theirs in two)

    def count_meetings(self, one: Pair, two: Pair) -> int:
        """Return how often these two pairs, each of them with each, were opponents."""
        return sum(self.opponents[_pair(mine, theirs)] for mine in one for theirs in two)

    def why(self, table: Seats) -> Reason:
        """Return whether somebody at a table has an old partner again."""
        has_old = self.partners[_pair(*table[:PAIR])] or self.partners[_pair(*table[PAIR:])]
        return Reason("partners_again" if has_old else "new_partners")


def _search_round(playing: Sequence[int], facts: Facts, past: _Past) -> list[Seats]:
    """Return a round without an old partner where those who can rest allow it, or else with the fewest.

    Partners sit as in a circle, or with the nearest new partner where it would lead to an old one. Who has rested least
    can rest, in every combination; the last ones of the draw come first.
    """
    before = [Meeting(meeting.round, line) for meeting in facts.meetings for line in meeting.lines if len(line) == PAIR]
    many = len(playing) % TABLE
    step = facts.last_round % (len(playing) - many - 1)
    order = list(reversed(playing))
    order.sort(key=past.rests.__getitem__)
    most = past.rests[order[max(many - 1, 0)]]
    certain = [key for key in order if past.rests[key] < most]
    level = [key for key in order if past.rests[key] == most]
    least, best = len(playing), list[Pair]()
    for others in islice(combinations(level, many - len(certain)), TRIED):
        staying = [key for key in playing if key not in certain and key not in others]
        first, *turning = staying
        circle = [first, *turning[step:], *turning[:step]]
        half = len(circle) // 2
        facing = [key for both in zip(circle[:half], reversed(circle[half:]), strict=True) for key in both]
        found = by_standing.pair(facing, Facts(tuple(map(Entrant, staying)), tuple(before)), SWISS)
        pairs = [_pair(*meeting.keys) for meeting in found.meetings]
        again = sum(bool(past.partners[each]) for each in pairs)
        if again < least:
            least, best = again, pairs
        if not again:
            break

    # Each pair sits with the first of the next ones that it has met least.
    free, tables = best, list[tuple[Pair, Pair]]()
    while free:
        one = free.pop(0)
        at = min(range(min(len(free), TRIED)), key=lambda each: (past.count_meetings(one, free[each]), each))
        tables.append((one, free.pop(at)))
    # A table whose pairs have met changes opponents with the table near it where that helps both most.
    for at, (one, two) in enumerate(tables):
        if not past.count_meetings(one, two):
            continue
        gain, change = 0, None
        for other in range(max(0, at - TRIED), min(len(tables), at + TRIED)):
            if other == at:
                continue
            three, four = tables[other]
            now = past.count_meetings(one, two) + past.count_meetings(three, four)
            for mine, theirs in (((one, three), (two, four)), ((one, four), (two, three))):
                better = now - past.count_meetings(*mine) - past.count_meetings(*theirs)
                if better > gain:
                    gain, change = better, (other, mine, theirs)
        if change is not None:
            other, tables[at], tables[other] = change
    return [(*one, *two) for one, two in tables]
