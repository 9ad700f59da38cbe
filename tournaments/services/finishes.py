"""How a table finished, in the form in which the rules of the competition take it."""

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
    """A finish with those who have left in the places that lead nowhere, because somebody else was put in theirs.

    ``routed`` are the places that lead to another table; where all who go on have theirs, nothing changes.
    """
    free = [place for place in range(1, through + 1) if place not in routed]
    if not free or not routed:
        return finish
    winners = finish[:through]
    left, going = [key for key in winners if key in gone], [key for key in winners if key not in gone]
    kept: list[int | None] = []
    for place in range(1, through + 1):
        first, second = (left, going) if place in free else (going, left)
        kept.append((first or second).pop(0))
    return (*kept, *finish[through:])


def places_routed(source_id: int, lines: Iterable[TableLine]) -> set[int]:
    """The places of a table that lead to one of these lines."""
    return {line.source_place or 0 for line in lines if line.source_id == source_id and line.from_round is None}


def gone_of(lines: Iterable[TableLine]) -> set[int | None]:
    """The entries of these lines that have left the event."""
    return {line.entry_id for line in lines if line.entry is not None and line.entry.status == Entry.Status.WITHDRAWN}
