"""The end of an event: the final places 1 to N, computed once and kept, and taken back if it was too early."""

from collections import defaultdict

from django.utils import timezone

from tournaments.competition.discipline.penalties import NOTHING, Deduction, charged
from tournaments.competition.feeding import Finish
from tournaments.competition.formats.knockout import final_standings
from tournaments.competition.formats.registry import format_of
from tournaments.competition.standings.merits import Earned, criteria, merit
from tournaments.competition.types import FromEntrant, FromTable, Nobody, Plan, PlannedTable, Slot
from tournaments.errors import RefusedError
from tournaments.games import registry
from tournaments.models import Entry, Table, TableLine, Tournament
from tournaments.policies import Actor
from tournaments.selectors.penalties import deductions
from tournaments.services import deadlines, readmission
from tournaments.services.finishes import finish_of, handed_on, led_nowhere
from tournaments.services.lots import lots_of
from tournaments.services.writing import record, write_back, writing


def finish_tournament(*, actor: Actor, tournament_id: int) -> Tournament:
    """Close a running event with final standings; refused while a table is open, which it names."""
    with writing(tournament_id) as tournament:
        if tournament.status != Tournament.Status.RUNNING:
            raise RefusedError("not_running", status=tournament.status)
        places = final_places(tournament)
        entries = list(Entry.objects.filter(pk__in=places))
        for entry in entries:
            entry.final_place = places[entry.pk]
        write_back(entries, ["final_place"])
        tournament.status, tournament.finished_at = Tournament.Status.FINISHED, timezone.now()
        tournament.save(update_fields=["status", "finished_at"])
        deadlines.drop_of_event(tournament)
        first = [entry.label for entry in entries if entry.final_place == 1]
        record(
            by=actor, verb="tournament_finished", target=tournament, tournament=tournament,
            after={"winner": first, "entries": len(entries)},
        )  # fmt: skip
        return tournament


def final_places(tournament: Tournament) -> dict[int, int]:
    """The final place of every entry that was drawn, by entry; refused while a table is open. Writes nothing."""
    lines = list(
        TableLine.objects.filter(table__tournament=tournament)
        .select_related("table", "table__round", "source")
        .order_by("table__number", "index")
    )
    _require_all_over(lines)
    earned = _earned(tournament, lines)
    order = _criteria(tournament)
    standings = final_standings(
        _plan(tournament, lines),
        _finishes(tournament, lines),
        lambda key: merit(earned.get(key, Earned(key)), order),
        readmission.seated(lines),
    )
    return {standing.key: standing.place for standing in standings if standing.place is not None}


def _require_all_over(lines: list[TableLine]) -> None:
    if not lines:
        raise RefusedError("nothing_played")
    for line in lines:
        if not line.table.is_over:
            raise RefusedError(
                "table_open", table=line.table.hall_number or line.table.number, round=line.table.round.number
            )


def _plan(tournament: Tournament, lines: list[TableLine]) -> Plan:
    by_table: dict[int, list[TableLine]] = defaultdict(list)
    for line in lines:
        by_table[line.table.number].append(line)
    tables = tuple(_planned(rows) for _number, rows in sorted(by_table.items()))
    return Plan(tables, _rounds(lines))


def _rounds(lines: list[TableLine]) -> int:
    """How many rounds there are in all: winners are drawn again until one is left, or none where both lines lost."""
    last = max(line.table.round.number for line in lines)
    main = [line for line in lines if line.table.round.number == last and line.table.section == Table.Section.MAIN]
    left = sum(line.place == 1 and line.entry_id is not None for line in main)
    return last + (max(left, 1) - 1).bit_length()


def _planned(rows: list[TableLine]) -> PlannedTable:
    table = rows[0].table
    return PlannedTable(
        number=table.number,
        round=table.round.number,
        position=table.position,
        slots=tuple(_slot(row) for row in rows),
        section=table.section,
        best_place=table.best_place,
        worst_place=table.worst_place,
        best_of=table.best_of,
        through=table.through,
    )


def _slot(line: TableLine) -> Slot:
    if line.from_round is not None:
        return readmission.slot_of(line)
    if line.source is not None and line.source_place is not None:
        return FromTable(line.source.number, line.source_place)
    return FromEntrant(line.entry_id) if line.entry_id else Nobody()


def _criteria(tournament: Tournament) -> tuple[str, ...]:
    """What decides between entries that came equally far (R-KO-14, R-TAB-18)."""
    return criteria(uses_vp=tournament.vp_scale is not None, low_wins=registry.game(tournament.game).low_wins)


def _finishes(tournament: Tournament, lines: list[TableLine]) -> dict[int, Finish]:
    """How every table finished, with nobody in the places that were given to somebody else."""
    by_table: dict[int, list[TableLine]] = defaultdict(list)
    for line in lines:
        by_table[line.table.number].append(line)
    if format_of(tournament.format).redraw:
        return {number: finish_of(rows) for number, rows in by_table.items()}
    replaced, last = _replaced(lines), max(line.table.round.number for line in lines)
    routed: dict[int, set[int]] = defaultdict(set)
    for line in lines:
        if line.source_id is not None and line.from_round is None:
            routed[line.source_id].add(line.source_place or 0)
    return {number: _finish(rows, routed[rows[0].table_id], replaced, last) for number, rows in by_table.items()}


def _finish(rows: list[TableLine], routed: set[int], replaced: set[int], last: int) -> Finish:
    table = rows[0].table
    finish = handed_on(finish_of(rows), table.through, routed, replaced)
    leads_on = table.section == Table.Section.MAIN and table.round.number < last
    nowhere = led_nowhere(table.through, routed) if leads_on else ()
    return tuple(None if place in nowhere else key for place, key in enumerate(finish, 1))


def _replaced(lines: list[TableLine]) -> set[int]:
    """The entries that went on and sit at no later table: somebody else was put in their place there."""
    last = max(line.table.round.number for line in lines)
    final = {line.entry_id: line for line in lines if line.table.section == Table.Section.MAIN}
    return {
        key
        for key, line in final.items()
        if key is not None and line.table.round.number < last and line.place is not None
        and line.place <= line.table.through
    }  # fmt: skip


def _earned(tournament: Tournament, lines: list[TableLine]) -> dict[int, Earned]:
    """What each entry has earned, and its lot in the first draw, which decides what nothing else does.

    Sums over the event where it has VP; without them the place, deals and points of the last table it came to.
    """
    lots = lots_of(tournament)
    by_entry: dict[int, list[TableLine]] = defaultdict(list)
    for line in lines:
        if line.entry_id is not None:
            by_entry[line.entry_id].append(line)
    taken = deductions(tournament)
    return {key: _sums(tournament, key, rows, lots.get(key), taken.get(key, NOTHING)) for key, rows in by_entry.items()}


def _sums(tournament: Tournament, key: int, rows: list[TableLine], lot: int | None, taken: Deduction) -> Earned:
    """What an entry has earned less what its penalties take (R-PEN-06, R-PEN-07)."""
    last = rows[-1]
    uses_vp = tournament.vp_scale is not None
    points = sum(row.points or 0 for row in rows) if uses_vp else last.points or 0
    low_wins = not uses_vp and registry.game(tournament.game).low_wins
    return Earned(
        key,
        vp=sum(row.vp or 0 for row in rows) - taken.vp,
        mp=sum(row.mp or 0 for row in rows) - taken.mp,
        wins=sum(row.place == 1 and row.table.status == Table.Status.DONE for row in rows),
        points=charged(points, taken, low_wins=low_wins),
        lot=lot,
        place=last.place,
        deals=last.deals,
    )


def reopen_tournament(*, actor: Actor, tournament_id: int, reason: str) -> Tournament:
    """Take the closing back, so that a result can still be corrected."""
    if not reason.strip():
        raise RefusedError("reason_missing", field="reason")
    with writing(tournament_id) as tournament:
        if tournament.status != Tournament.Status.FINISHED:
            raise RefusedError("not_finished_event", status=tournament.status)
        Entry.objects.filter(tournament=tournament).update(final_place=None)
        tournament.status, tournament.finished_at = Tournament.Status.RUNNING, None
        tournament.save(update_fields=["status", "finished_at"])
        deadlines.keep_event(tournament)
        record(by=actor, verb="tournament_reopened", target=tournament, tournament=tournament, reason=reason)
        return tournament
