"""How a table finished, in the form in which the rules of the competition take it."""

from collections.abc import Collection, Mapping, Sequence

from tournaments.competition.feeding import Finish
from tournaments.models import TableLine


def finish_of(
    lines: Sequence[TableLine], places: Mapping[int, int | None] | None = None, without: Collection[int] = ()
) -> Finish:
    """The keys of a table's lines, best place first, as many as there are lines; None is nobody.

    ``places`` by line are judged in place of those on record; lines ``without`` which (by key) leave their place empty.
    Those who share a place follow each other in the order of their lines.
    """
    placed = []
    for line in lines:
        place = line.place if places is None else places[line.index]
        if place is not None:
            placed.append((place, line.index, line.entry_id if line.pk not in without else None))
    keys: list[int | None] = []
    for place, _index, key in sorted(placed, key=lambda each: each[:2]):
        keys += [None] * (place - 1 - len(keys))
        keys.append(key)
    return tuple(keys + [None] * (len(lines) - len(keys)))
