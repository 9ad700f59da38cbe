"""The finish of a table as the pure rules take it, read from its lines."""

from collections.abc import Iterable, Mapping, Sequence

from tournaments.competition import feeding
from tournaments.competition.feeding import Finish
from tournaments.models import Entry, TableLine


def finish_of(lines: Sequence[TableLine], places: Mapping[int, int | None] | None = None) -> Finish:
    """Return the finish of a table by its lines; ``places`` by line replace those on record."""
    given = [line.place if places is None else places[line.index] for line in lines]
    return feeding.finish_of([line.entry_id for line in lines], given)


def places_routed(source_id: int, lines: Iterable[TableLine]) -> set[int]:
    """Return the places of a table that lead to one of these lines."""
    return {line.source_place or 0 for line in lines if line.source_id == source_id and line.from_round is None}


def gone_of(lines: Iterable[TableLine]) -> set[int | None]:
    """Return the entries of these lines that have left the event."""
    return {line.entry_id for line in lines if line.entry is not None and line.entry.status == Entry.Status.WITHDRAWN}
