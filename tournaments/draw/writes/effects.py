"""What a step about an entry or a free place would change for others: entries that come or go, tables, people."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from tournaments.draw.writes import draws
from tournaments.frame.writes.transaction import alone, lock_version, look_ahead
from tournaments.models import Draw, Entry, Table, TableLine

Done = TypeVar("Done")


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table: its people (without those who left), its status, and the people who advance from it."""

    number: int
    hall_number: int | None
    round: int
    status: str
    people: tuple[str, ...]
    through: tuple[str, ...]

    @property
    def public_number(self) -> int:
        """The number that people read: that of the table in the hall, or its own where it has none yet."""
        return self.hall_number or self.number

    @property
    def is_over(self) -> bool:
        return self.status in (Table.Status.DONE, Table.Status.BYE)


@dataclass(frozen=True, slots=True)
class TableEffect:
    """A table before and after; None where it does not exist."""

    before: Sitting | None
    after: Sitting | None

    @property
    def sitting(self) -> Sitting:
        """Return the table after the step, or before it if the step removes the table."""
        found = self.after or self.before
        if found is None:
            raise ValueError("no table")
        return found

    @property
    def is_decided(self) -> bool:
        """Return whether the step itself ends the table, without a match."""
        was_over = self.before is not None and self.before.is_over
        return self.after is not None and self.after.is_over and not was_over


@dataclass(frozen=True, slots=True)
class EntryEffect:
    """An entry whose status changes."""

    pk: int
    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Effects:
    """Everything that others would notice; the tables in the order of the event.

    ``breaks_seal``: a sealed draw or a draft would no longer match its list, and must be made again (R-DRW-09).
    """

    entries: Sequence[EntryEffect]
    tables: Sequence[TableEffect]
    breaks_seal: bool = False

    def touches_others(self, entry: int) -> bool:
        """Return whether anything but this entry changes."""
        return self.breaks_seal or bool(self.tables) or any(each.pk != entry for each in self.entries)


@dataclass(frozen=True, slots=True)
class ShownEffects:
    """What a step would change, without taking it, and the version of the event for which that is true."""

    effects: Effects
    version: int


class State(NamedTuple):
    """What a step could change: label and status of each entry, each table that has a line, the seal of the draw.

    ``is_sealed``: a sealed draw or a draft matches the current list.
    """

    entries: Mapping[int, tuple[str, str]]
    tables: Mapping[int, Sitting]
    is_sealed: bool


def effects_of(*, tournament_id: int, step: Callable[[], object]) -> Effects:
    """Return what ``step``, a service, would change; refused like the step. Nothing is saved."""
    before, after = look_ahead(tournament_id=tournament_id, step=step, read=lambda: _state(tournament_id))
    entries = [
        EntryEffect(key, name, before.entries[key][1], status)
        for key, (name, status) in after.entries.items()
        if key in before.entries and before.entries[key] != (name, status)
    ]
    tables = [
        TableEffect(before.tables.get(number), after.tables.get(number))
        for number in sorted({*before.tables, *after.tables})
        if before.tables.get(number) != after.tables.get(number)
    ]
    return Effects(entries, tables, breaks_seal=before.is_sealed and not after.is_sealed)


def take_or_show(
    *, tournament_id: int, seen: int | None, step: Callable[[], Done], quiet: int | None = None
) -> Done | ShownEffects:
    """Take ``step`` if the event is still at version ``seen``; else return what it would change.

    Both happen under the event's lock, so exactly what was shown is done. A step that changes only the entry ``quiet``
    is taken at once.
    """
    with alone():
        version = lock_version(tournament_id)
        if version == seen:
            return step()
        effects = effects_of(tournament_id=tournament_id, step=step)
        if quiet is not None and not effects.touches_others(quiet):
            return step()
        return ShownEffects(effects, version)


def _state(tournament_id: int) -> State:
    rows = Entry.objects.filter(tournament=tournament_id).order_by("number").values_list("pk", "label", "status")
    entries = {key: (label, status) for key, label, status in rows}
    by_table: dict[int, list[TableLine]] = {}
    lines = TableLine.objects.filter(table__tournament=tournament_id).order_by("table__number", "index")
    for line in lines.select_related("table", "table__round", "entry"):
        by_table.setdefault(line.table.number, []).append(line)
    tables = {}
    for number, at_table in by_table.items():
        table = at_table[0].table
        seated = [line for line in at_table if line.entry is not None and not line.is_absent]
        through = [line for line in seated if line.place is not None and line.place <= table.through]
        tables[number] = Sitting(
            number=number,
            hall_number=table.hall_number,
            round=table.round.number,
            status=table.status,
            people=tuple(str(line.entry) for line in seated),
            through=tuple(str(line.entry) for line in through),
        )
    draw = Draw.objects.filter(tournament=tournament_id, status__in=draws.OPEN).select_related("tournament").first()
    return State(entries, tables, draw is not None and not draws.is_outdated(draw.tournament, draw))
