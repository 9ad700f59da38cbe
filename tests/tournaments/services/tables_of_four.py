"""Tables of four: called, left, and filled again."""

from tests.tournaments import factories as make
from tournaments.entries.writes import participation
from tournaments.models import Entry, Ruling, Table, TableLine, Tournament
from tournaments.tables.writes import replacing

LEVEL = make.deal(10, 104, 110, 104)


def leave(event: Tournament, line: TableLine) -> None:
    participation.withdraw_entry(entry_id=line.entry_id, reason="Malata", **make.where(event))


def come_back(event: Tournament, line: TableLine) -> None:
    participation.reinstate_entry(entry_id=line.entry_id, reason="Guarita", **make.where(event))


def line_of(table: Table, index: int) -> TableLine:
    return table.lines.select_related("entry").get(index=index)


def eight(game: str) -> tuple[Tournament, Table, Table, Table]:
    """Two tables of four and their final, nothing called."""
    event = make.tables(game, entries=8)
    return event, *Table.objects.filter(tournament=event).order_by("number")


def after_first_round(game: str) -> tuple[Tournament, Table, Table, Table]:
    event, first, second, final = eight(game)
    make.end_round(event)
    return event, first, second, final


def seats(table: Table) -> list[int | None]:
    return list(table.lines.order_by("index").values_list("entry_id", flat=True))


def vacancy(event: Tournament) -> replacing.Vacancy:
    return replacing.vacancies(make.fresh(event))[0]


def fill(event: Tournament, place: int = 0) -> Ruling:
    found = vacancy(event)
    return replacing.fill_place(
        line_id=found.line.pk, entry_id=found.candidates[place].entry.pk, reason="Chiesto al terzo", **make.where(event)
    )


def late(event: Tournament, number: int = 90) -> Entry:
    return participation.enter_late(new=make.names(number, 1), **make.where(event))


def table_of_four(game: str) -> Table:
    """The first table of eight players, called."""
    return make.tables_of(make.called(make.tables(game, entries=8)))[0]
