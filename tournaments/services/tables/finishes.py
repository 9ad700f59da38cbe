"""The finish of a table as the pure rules take it, read from its lines."""

from collections.abc import Iterable, Mapping, Sequence

from tournaments.competition.feeding import Finish
from tournaments.models import Entry, TableLine


def finish_of(lines: Sequence[TableLine], places: Mapping[int, int | None] | None = None) -> Finish:
    """Return the keys of a table's lines, best place first, as many as there are lines; None for an empty place.

    ``places`` by line replace those on record. Lines that share a place follow each other in their order.
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


def places_routed(source_id: int, lines: Iterable[TableLine]) -> set[int]:
    """Return the places of a table that lead to one of these lines."""
    return {line.source_place or 0 for line in lines if line.source_id == source_id and line.from_round is None}


def gone_of(lines: Iterable[TableLine]) -> set[int | None]:
    """Return the entries of these lines that have left the event."""
    return {line.entry_id for line in lines if line.entry is not None and line.entry.status == Entry.Status.WITHDRAWN}
