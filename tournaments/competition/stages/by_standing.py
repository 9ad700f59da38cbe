"""Danish and Swiss: each one meets the nearest in the standing, and some meetings are forbidden (R-DAN, R-SWI).

A Swiss is paired inside the score groups (``score_groups.py``), unless it began with the rule of the first release. A
small field is paired so that all its rounds can be (``foresight.py``).

Two who should not meet (R-HND-11) are as if they had met already, unless that leaves somebody without an
opponent: then the round is paired so that as few of them meet as possible.

The pairing of a Danish is the first of all that there are: the best ranked meets the nearest possible opponent, then
the best of the others does, and so on, where "possible" means that a pairing of all the others without a rematch is
left. So it does not depend on how it is searched: a scan from the top, and at a dead end the last pairs are undone, one
by one, until those who are free can be paired. If everybody may not meet d others at most, 2d + 2 who are free always
can (Dirac), so that the search stays small however many play.

Positions count from 0 in the order of the standing, ranks from 1.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from tournaments.competition.pairing.options import MOST_ENTRANTS
from tournaments.competition.stages import foresight
from tournaments.competition.stages.cheapest import cheapest
from tournaments.competition.stages.facts import Facts, Meeting, Reason
from tournaments.competition.stages.matching import Matching, Pair
from tournaments.competition.stages.score_groups import Field, nearest_in_score
from tournaments.competition.stages.standing_options import ALLOWED, NOT_IN_A_ROW, StandingOptions
from tournaments.games.contract import RefusedError

Scores: TypeAlias = Mapping[int, object]
"""The score of each key."""

NO_SCORES: Scores = MappingProxyType({})


class Paired(NamedTuple):
    """A round: the best table first, the rest last; a reason for each; and the order in which it was paired.

    Where scores count, ``score_groups`` says how many of the order have each of them.
    """

    meetings: tuple[Meeting, ...]
    reasons: tuple[Reason, ...]
    order: tuple[int, ...] = ()
    score_groups: tuple[int, ...] = ()


def pair(order: Sequence[int], facts: Facts, options: StandingOptions, scores: Scores = NO_SCORES) -> Paired:
    """Pair the next round of those in ``order``: the standing, best first, and before round 1 the order of the draw.

    ``scores`` are what the standing compares first; those without one have the same.
    Raises RefusedError when the rounds are over, or when ``order`` is not 2 to 65,536 different keys.
    """
    if facts.last_round >= options.rounds:
        raise RefusedError("rounds_are_over", rounds=options.rounds)
    if len(order) < 2:
        raise RefusedError("too_few_entrants", field="order", given=len(order))
    if len(order) > MOST_ENTRANTS:
        raise RefusedError("too_many_entrants", field="order", given=len(order), most=MOST_ENTRANTS)
    if len(set(order)) < len(order):
        raise RefusedError("entrant_twice", field="order")
    past = _Past(order, facts, options)
    score = [scores.get(key) for key in order] if options.pairs_by_score else [None] * len(order)
    field = Field(past.may_meet, score.__getitem__)
    found = _by_score(past, field) if options.pairs_by_score else _pairing(past)
    pairs, rest, again = _fewest_together(past, field, options) if found is None else found
    plain = {*pairs, (rest, rest)}
    if options.looks_ahead and found is not None and not again:
        cost = field.cost if options.pairs_by_score else None
        pairs, rest = _ahead(past, options.rounds - past.round, pairs, rest, cost)
    meetings = [Meeting(past.round, past.lines(each)) for each in pairs]
    reasons: list[Reason] = []
    free = [each != rest for each in range(len(order))]
    for one, two in pairs:
        nearest = free.index(True, one + 1)
        free[one] = free[two] = False
        ranks = {"rank": one + 1, "other": two + 1}
        nearer = {**ranks, "nearest": nearest + 1}
        if (one, two) in again:
            reasons.append(Reason("rematch_unavoidable", ranks | {"round": past.last_meeting(one, two) or 0}))
        elif past.are_apart(one, two):
            reasons.append(Reason("apart_unavoidable", ranks))
        elif (one, two) not in plain:
            reasons.append(Reason("paired_for_later_rounds", ranks))
        elif field.is_across(one, two):
            reasons.append(Reason("scores_meet", ranks))
        elif nearest == two:
            reasons.append(Reason("neighbours_meet", ranks))
        elif (met := past.last_meeting(one, nearest)) is not None:
            reasons.append(Reason("nearest_unmet", nearer | {"round": met}))
        elif past.are_apart(one, nearest):
            reasons.append(Reason("nearest_kept_apart", nearer))
        elif options.pairs_by_score:
            reasons.append(Reason("nearest_would_cost_more", nearer))
        else:
            reasons.append(Reason("nearest_left_to_others", nearer))
    if rest is not None:
        meetings.append(Meeting(past.round, (order[rest],)))
        reasons.append(
            past.why_rests(rest) if (rest, rest) in plain else Reason("rests_for_later_rounds", {"rank": rest + 1})
        )
    sizes = [len(list(same)) for _score, same in groupby(score)] if options.pairs_by_score else []
    return Paired(tuple(meetings), tuple(reasons), tuple(order), tuple(sizes))


Found: TypeAlias = tuple[list[Pair], int | None, set[Pair]]
"""The pairs of a round, who rests, and which of the pairs meet again because it cannot be helped."""


def _by_score(past: "_Past", field: Field) -> Found | None:
    """Return the round of a Swiss; None where some who are kept apart would have to meet."""
    rest = past.resting[0] if past.resting else None
    pairs = nearest_in_score([each for each in range(len(past.order)) if each != rest], field)
    if pairs is not None:
        return pairs, rest, set()
    found = _pairing(past)
    if found is None:
        return None
    _nearest, rest, again = found
    seated = {each for pair in again for each in pair}
    others = [each for each in range(len(past.order)) if each != rest and each not in seated]
    return sorted([*(nearest_in_score(others, field) or ()), *again]), rest, again


def _fewest_together(past: "_Past", field: Field, options: StandingOptions) -> Found:
    """Return the round in which as few meet as possible who are kept apart, and nobody meets again if it can be helped.

    Of these ways first the one in which the last who may rest does, then that of the format: in a Swiss by score the
    one that costs least, else the one in which the best meets the nearest.
    """
    past.keeps_apart = False
    nearest = _pairing(past)
    assert nearest is not None  # noqa: S101 - nobody is kept apart any more
    _pairs, rest, again = nearest
    seated = {each for pair in again for each in pair}
    resting = [rest] if again else past.resting
    people = [each for each in range(len(past.order)) if each not in seated and (not again or each != rest)]
    # Who rests is paired with nobody, who comes last.
    many = len(people) + (not again and bool(past.resting))
    bits = many.bit_length()
    widest = (len(past.order) + 1) ** 3

    def cost(here: int, there: int) -> int | None:
        one = people[here]
        if there == len(people):
            if one not in resting:
                return None
            together, late, between = 0, resting.index(one), 0
        else:
            two = people[there]
            if not past.may_meet(one, two):
                return None
            together, late, between = int(past.are_apart(one, two)), 0, 0
            if options.pairs_by_score:
                between = two - one + field.is_across(one, two) * len(past.order) ** 2
        first = (together * (len(past.order) + 1) + late) * widest + between
        # Of all that cost the same, the best has the nearest, then the best of the others, and so on.
        return (first << bits * many) + (there - here << bits * (many - 1 - here))

    found = cheapest(many, cost)
    assert found is not None  # noqa: S101 - they can be paired without a rematch
    rest = next((people[here] for here, there in found if there == len(people)), rest)
    pairs = [(people[here], people[there]) for here, there in found if there < len(people)]
    return sorted([*pairs, *again]), rest, again


def _ahead(
    past: "_Past",
    rounds: int,
    pairs: list[Pair],
    rest: int | None,
    cost: Callable[[Sequence[Pair]], tuple[int, int]] | None,
) -> tuple[list[Pair], int | None]:
    """Return the pairs and who rests, so that so many ``rounds`` more can be paired without a rematch if any way does.

    Of these ways first the one in which the last who may rest does, then the one that costs least, or without a
    ``cost`` the one in which the best meets the nearest (R-SWI-06). Those who are kept apart to the end do not meet in
    these rounds either, if that is possible. Where too many ways would have to be tried the pairs stay as they are.
    """
    count = len(past.order)
    if count > foresight.MOST:
        return pairs, rest
    now = foresight.opponents_left(count, past.may_meet)
    rests = tuple([past.rests[key] for key in past.order])
    might_rest: list[int | None] = [*past.resting] or [None]

    def can(left: foresight.Open) -> tuple[list[Pair], int | None] | None:
        outlook = foresight.Outlook()

        def goes_on(found: Sequence[Pair], resting: int | None) -> bool:
            rested = tuple([times + (each == resting) for each, times in enumerate(rests)])
            return outlook.can_go_on(foresight.after(left, found), rested, rounds)

        try:
            if goes_on(pairs, rest):
                return pairs, rest
            for resting in might_rest:
                free = (1 << count) - 1 if resting is None else (1 << count) - 1 ^ 1 << resting
                # They come with the best and the nearest first; sorting keeps that order where they cost the same.
                found = foresight.pairings(now, free)
                for each in found if cost is None else sorted(found, key=cost):
                    if goes_on(each, resting):
                        return list(each), resting
        except foresight.GivenUpError:
            pass
        return None

    unmet = foresight.opponents_left(count, past.are_new)
    apart = foresight.opponents_left(count, lambda one, two: past.are_new(one, two) and not past.stay_apart(one, two))
    for left in dict.fromkeys((apart, unmet)):
        found = can(left)
        if found is not None:
            return found
    return pairs, rest


class _Past:
    """What the announced rounds say of those who play the next one, by their positions in the standing."""

    def __init__(self, order: Sequence[int], facts: Facts, options: StandingOptions) -> None:
        self.order = order
        self.round = facts.last_round + 1
        self._meetings = facts.meetings
        barred: Iterable[Meeting] = facts.meetings
        if options.rematches == ALLOWED:
            barred = ()
        elif options.rematches == NOT_IN_A_ROW:
            barred = [meeting for meeting in facts.meetings if meeting.round == facts.last_round]
        # By the keys as they sat there: to keep both directions would cost more than to look twice.
        self._met = {meeting.keys: meeting.round for meeting in barred}
        self._first = Counter(meeting.keys[0] for meeting in facts.meetings)
        self._last = Counter(meeting.keys[-1] for meeting in facts.meetings)
        # Who is kept apart in this round, and who also in all rounds after it.
        self.keeps_apart = True
        self._apart: list[dict[int, set[int]]] = [{}, {}]
        for number, each in enumerate(facts.apart):
            for sets, until in zip(self._apart, (self.round, options.rounds), strict=True):
                for key in each.keys if each.holds_in(until) and each.holds_in(self.round) else ():
                    sets.setdefault(key, set()).add(number)
        # Who may rest in an odd field: those who have rested least, the last first (R-DAN-04, R-DAN-05).
        self.resting: list[int] = []
        self.rests: Counter[int] = Counter()
        if len(order) % 2:
            self.rests.update(meeting.keys[0] for meeting in facts.meetings if meeting.is_rest)
            fewest = min(self.rests[key] for key in order)
            self.resting = [each for each in reversed(range(len(order))) if self.rests[order[each]] == fewest]

    def last_meeting(self, one: int, two: int) -> int | None:
        """Return the last round in which these two met, below 1 in an earlier stage; None when they may meet."""
        a, b = self.order[one], self.order[two]
        met, other = self._met.get((a, b)), self._met.get((b, a))
        if met is None or other is None:
            return other if met is None else met
        return max(met, other)

    def are_new(self, one: int, two: int) -> bool:
        """Return whether these two may meet by the rounds before."""
        return self.last_meeting(one, two) is None

    def may_meet(self, one: int, two: int) -> bool:
        return self.last_meeting(one, two) is None and not (self.keeps_apart and self.are_apart(one, two))

    def are_apart(self, one: int, two: int) -> bool:
        """Return whether these two should not meet in this round (R-HND-11)."""
        return self._share(self._apart[0], one, two)

    def stay_apart(self, one: int, two: int) -> bool:
        """Return whether these two should not meet in this round and in all that follow."""
        return self._share(self._apart[1], one, two)

    @property
    def has_apart(self) -> bool:
        """Whether some are kept apart."""
        return self.keeps_apart and bool(self._apart[0])

    def _share(self, sets: Mapping[int, set[int]], one: int, two: int) -> bool:
        here = sets.get(self.order[one])
        return here is not None and not here.isdisjoint(sets.get(self.order[two], ()))

    def rematches(self, present: Collection[int]) -> list[Pair]:
        """Return the pairs who may not meet: who met least often, then longest ago, then stand nearest, come first."""
        often = Counter(frozenset(meeting.keys) for meeting in self._meetings)
        found = [
            (often[frozenset((self.order[one], self.order[two]))], met, two - one, one, two)
            for one in present
            for two in present
            if one < two and (met := self.last_meeting(one, two)) is not None
        ]
        return [(one, two) for *_, one, two in sorted(found)]

    def why_rests(self, rest: int) -> Reason:
        return Reason("rests_last" if rest == self.resting[0] else "rests_for_others", {"rank": rest + 1})

    def lines(self, pair: Pair) -> tuple[int, int]:
        """Return the keys, line A first: who was A more often is B now, else the better ranked is A (R-DAN-06)."""
        better, other = self.order[pair[0]], self.order[pair[1]]
        return (other, better) if self._was_a(better) > self._was_a(other) else (better, other)

    def _was_a(self, key: int) -> int:
        """Return how much more often this one was line A than line B; a rest counts as both."""
        return self._first[key] - self._last[key]


def _pairing(past: _Past) -> Found | None:
    """Return a round in which the best meets the nearest; None where some who are kept apart would have to meet."""
    rest = past.resting[0] if past.resting else None
    matching = Matching(past.may_meet)
    # From the top, each with the nearest who is free.
    free = [each != rest for each in range(len(past.order))]
    pairs: list[Pair] = []
    left: list[int] = []
    for each in range(len(free)):
        if free[each]:
            other = next((two for two in range(each + 1, len(free)) if free[two] and past.may_meet(each, two)), None)
            if other is None:
                left.append(each)
            else:
                free[other] = False
                pairs.append((each, other))
    # The last pairs are undone until those who found nobody can be paired.
    for each in left:
        matching.put_in(each)
    while pairs and matching.alone:
        matching.put_in(*pairs.pop())
    if rest is not None and matching.alone:
        # The last one whose rest leaves the fewest others without a partner rests instead (R-SWI-03).
        matching.put_in(rest)
        fewest = len(matching.alone) - 1
        for each in past.resting:
            if matching.take_out([each], fewest):
                rest = each
                break
        else:
            # Each of them is needed as a partner: it makes no difference to the others which one rests.
            matching.take_out([rest], fewest + 2)
    if matching.alone and past.has_apart:
        return None
    # Some have to meet again, so that the others meet somebody new (R-SWI-04).
    again: set[Pair] = set()
    for pair in past.rematches(list(matching.mate)) if matching.alone else ():
        still_alone = len(matching.alone) - 2
        if still_alone >= 0 and matching.mate.keys() >= set(pair) and matching.take_out(pair, still_alone):
            again.add(pair)
    # All others can be paired now: the best with the nearest possible, and so on.
    while matching.mate:
        best, *others = sorted(matching.mate)
        other = next(two for two in others if matching.may_meet(best, two) and matching.take_out((best, two), 0))
        pairs.append((best, other))
    return sorted([*pairs, *again]), rest, again
