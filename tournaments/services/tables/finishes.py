"""How a table finished, in the form in which the rules of the competition take it."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from tournaments.competition.feeding import Finish
from tournaments.models import Entry, TableLine


def finish_of(lines: Sequence[TableLine], places: Mapping[int, int | None] | None = None) -> Finish:
    """The keys of a table's lines, best place first, as many as there are lines; None is nobody.

    ``places`` by line are judged in place of those on record.
    Those who share a place follow each other in the order of their lines.
    """
    placed = []
    for line in lines:
        place = line.place if places is None else places[line.index]
        if place is not None:
            placed.append((place, line.index, line.entry_id))
    keys: list[int | None] = []
    for place, _index, key in sorted(placed, key=lambda each: each[:2]):
        keys += [None] * (place - 1 - len(keys))
        keys.append(key)
    return tuple(keys + [None] * (len(lines) - len(keys)))


def handed_on(finish: Finish, through: int, routed: Collection[int], gone: Collection[int | None]) -> Finish:
    """A finish in which everybody who goes on has a place that leads on, where such a place was given to another.

    ``routed`` are the places that lead to another table; where all who go on have theirs, nothing changes. Who has left
    takes a place that leads nowhere, and anybody who was put in for them gives way to somebody who wins after all.
    """
    if not routed or not led_nowhere(through, routed):
        return finish
    winners = finish[:through]
    going, left = [key for key in winners if key not in gone], [key for key in winners if key in gone]
    kept = dict(zip(sorted(routed), going, strict=False))
    for place in sorted(set(routed) - set(kept)):
        own = finish[place - 1]
        # Of two who have left, each keeps the chair that is still theirs.
        kept[place] = own if place > through or own in left or not left else left[0]
        left = [key for key in left if key != kept[place]]
    rest = list((Counter(finish) - Counter(kept.values())).elements())
    return tuple(kept[place] if place in kept else rest.pop(0) for place in range(1, len(finish) + 1))


def led_nowhere(through: int, routed: Collection[int]) -> list[int]:
    """The places that should lead on and do not, because somebody else was put in."""
    return [place for place in range(1, through + 1) if place not in routed]


def going_on(finish: Finish, through: int, gone: Collection[int | None]) -> list[int]:
    """Those who go on by this finish and have not left."""
    return [key for key in finish[:through] if key is not None and key not in gone]


def places_routed(source_id: int, lines: Iterable[TableLine]) -> set[int]:
    """The places of a table that lead to one of these lines."""
    return {line.source_place or 0 for line in lines if line.source_id == source_id and line.from_round is None}


def gone_of(lines: Iterable[TableLine]) -> set[int | None]:
    """The entries of these lines that have left the event."""
    return {line.entry_id for line in lines if line.entry is not None and line.entry.status == Entry.Status.WITHDRAWN}
