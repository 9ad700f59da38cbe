"""Every pairing that there is, and the best of them by the rules."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from tournaments.competition.stages.facts import Facts
from tournaments.competition.stages.standing_options import StandingOptions

Pairs = tuple[tuple[int, int], ...]


def pairings(positions: Sequence[int]) -> Iterator[Pairs]:
    """Every way to pair the positions; the ones that pair the best with the nearest come first."""
    if not positions:
        yield ()
        return
    best, *others = positions
    for other in others:
        for rest in pairings([each for each in others if each != other]):
            yield ((best, other), *rest)


def best(
    order: Sequence[int], facts: Facts, options: StandingOptions, scores: Mapping[int, int] | None = None
) -> tuple[Pairs, int | None]:
    """The pairs and the position that rests, by comparing all that there are; with ``scores`` fewest across them."""
    met, often, rests = {}, Counter(), Counter()
    for meeting in facts.meetings:
        often[frozenset(meeting.keys)] += 1
        if meeting.is_rest:
            rests[meeting.keys[0]] += 1
        elif options.rematches == "never" or meeting.round == facts.last_round:
            met[frozenset(meeting.keys)] = meeting.round
    fewest = min(rests[key] for key in order)
    resting = [None]
    if len(order) % 2:
        resting = [each for each in range(len(order)) if rests[order[each]] == fewest]

    def worth(found: tuple[int | None, Pairs]) -> tuple:
        rest, pairs = found
        again = []
        for one, two in pairs:
            both = frozenset((order[one], order[two]))
            if both in met:
                again.append((often[both], met[both], two - one, one))
        cost = ()
        if scores is not None:
            across = sum(scores[order[one]] != scores[order[two]] for one, two in pairs)
            cost = across, sum(two - one for one, two in pairs)
        return len(again), -(rest or 0), sorted(again), cost, pairs

    everybody = range(len(order))
    rest, pairs = min(
        ((rest, pairs) for rest in resting for pairs in pairings([each for each in everybody if each != rest])),
        key=worth,
    )
    return pairs, rest
