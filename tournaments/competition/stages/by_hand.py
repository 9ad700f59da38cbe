"""What the director changes in a round by hand: two entries take each other's places (R-HND-01 to R-HND-06)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from tournaments.competition.stages.facts import Apart, Meeting

NOWHERE: Final = Meeting(0, ())
"""The table of somebody who has none in a round: groups may have rounds that others have not."""


class Exchange(NamedTuple):
    """Two entries that took each other's places in a round.

    ``since`` is the last round that was paired when it was found out that they had played so; 0 where they were
    swapped before they played.
    """

    round: int
    one: int
    other: int
    since: int = 0


class Kept(NamedTuple):
    """A table that stays while the others of its round are paired anew: where it stands in the round, from 0."""

    at: int
    meeting: Meeting


@dataclass(frozen=True, slots=True)
class Law:
    """What should not be in the rounds of a format.

    ``meetings`` is how often two may meet, 0 any number of times; ``rests`` is how often one may rest. ``in_a_row``:
    only who met in the round before should not meet.
    """

    meetings: int = 1
    rests: int = 1
    in_a_row: bool = False


class Doubt(NamedTuple):
    """Something that should not be: its code in ``phrases``, who it is about, with which others, and in which round it
    is so too (0: in none).
    """

    code: str
    one: int
    others: tuple[int, ...] = ()
    round: int = 0

    @property
    def name(self) -> str:
        """The words by which it is confirmed."""
        return "-".join([self.code, str(self.one), *map(str, self.others)])


def after_exchanges(meetings: Iterable[Meeting], exchanges: Iterable[Exchange]) -> tuple[Meeting, ...]:
    """Return the tables after these exchanges; backwards, an exchange takes itself back."""
    found = list(meetings)
    for each in exchanges:
        places = {each.one: each.other, each.other: each.one}
        for at, meeting in enumerate(found):
            if meeting.round == each.round and not places.keys().isdisjoint(meeting.keys):
                found[at] = meeting._replace(keys=tuple([places.get(key, key) for key in meeting.keys]))
    return tuple(found)


def before_exchanges(meetings: Iterable[Meeting], exchanges: Sequence[Exchange]) -> tuple[Meeting, ...]:
    """Return the tables as they were before these exchanges, the first of which was made first."""
    return after_exchanges(meetings, reversed(exchanges))


def doubts(
    before: Sequence[Meeting],
    exchanges: Sequence[Exchange],
    law: Law,
    clubs: Mapping[int, str],
    sets: Sequence[Apart] = (),
) -> tuple[Doubt, ...]:
    """Return what these exchanges make together that should not be; what was so before them is not named.

    ``before`` are the tables of all rounds that count, the coming ones of a known schedule among them; ``clubs`` the
    club of each key that has one, ``sets`` those who should not meet.
    """
    after = after_exchanges(before, exchanges)
    found: list[Doubt] = []
    # Two who meet again are named once, also where both of their rounds are changed.
    named: set[frozenset[int]] = set()
    for exchange in exchanges:
        now = exchange.round
        elsewhere = [meeting for meeting in after if meeting.round != now]
        near = [meeting for meeting in elsewhere if meeting.round == now - 1] if law.in_a_row else elsewhere
        for key in (exchange.one, exchange.other):
            was, here = (
                next((each for each in meetings if each.round == now and key in each.keys), NOWHERE)
                for meetings in (before, after)
            )
            met = [each for each in _others(here, key) if each not in _others(was, key)]
            if law.meetings:
                rounds = {each: [meeting.round for meeting in near if each in _others(meeting, key)] for each in met}
                too_often = [each for each in met if len(rounds[each]) >= law.meetings]
                again = [each for each in too_often if frozenset((key, each)) not in named]
                named |= {frozenset((key, each)) for each in again}
                at = [round_ for each in again for round_ in rounds[each]]
                found += _too("met_before", "meet_later", key, again, at, now)
            mates = [each for each in _mates(here, key) if each not in _mates(was, key)]
            had = [meeting.round for meeting in elsewhere for each in mates if each in _mates(meeting, key)]
            found += _too("partners_before", "partners_before", key, mates, had, now)
            alike = [each for each in met if clubs.get(key) and clubs.get(each) == clubs[key]]
            found += [Doubt("same_club", key, tuple(alike))] if alike else []
            for each in sets:
                is_apart = key in each.keys and each.holds_in(now)
                apart = [other for other in met if other in each.keys] if is_apart else []
                found += [Doubt("kept_apart", key, tuple(apart))] if apart else []
            rested = [meeting.round for meeting in elsewhere if meeting.is_rest and key in meeting.keys]
            if here.is_rest and not was.is_rest and len(rested) >= law.rests:
                found += _too("rested_before", "rests_later", key, (), rested, now)
    return tuple(found)


def _too(before: str, later: str, key: int, others: Sequence[int], rounds: Sequence[int], now: int) -> list[Doubt]:
    """Return the doubt with the nearest of these rounds, one that was played first; none without a round."""
    past = [each for each in rounds if each < now]
    if past:
        return [Doubt(before, key, tuple(others), max(past))]
    return [Doubt(later, key, tuple(others), min(rounds))] if rounds else []


def _others(meeting: Meeting, key: int) -> list[int]:
    """Return those that this one meets at a table; nobody where it does not sit there."""
    lines = meeting.lines if key in meeting.keys else ()
    return [each for line in lines if key not in line for each in line]


def _mates(meeting: Meeting, key: int) -> list[int]:
    """Return the partner of this one at a table, if it has one there."""
    return [each for line in meeting.lines if key in line for each in line if each != key]
