"""The end of an event: the final places 1 to N, computed once and kept, and taken back if it was too early."""

from collections import defaultdict

from django.utils import timezone

from tournaments.competition.draw.lots import lots
from tournaments.competition.feeding import Finish
from tournaments.competition.formats.knockout import final_standings
from tournaments.competition.standings.merits import Earned, merit
from tournaments.competition.types import FromEntrant, FromTable, Nobody, Plan, PlannedTable, Slot
from tournaments.errors import RefusedError
from tournaments.models import Draw, Entry, Table, TableLine, Tournament
from tournaments.policies import Actor
from tournaments.services.writing import record, writing


def finish_tournament(*, actor: Actor, tournament_id: int) -> Tournament:
    """Close a running event with final standings; refused while a table is open, which it names."""
    with writing(tournament_id) as tournament:
        if tournament.status != Tournament.Status.RUNNING:
            raise RefusedError("not_running", status=tournament.status)
        places = final_places(tournament)
        entries = list(Entry.objects.filter(pk__in=places))
        for entry in entries:
            entry.final_place = places[entry.pk]
        Entry.objects.bulk_update(entries, ["final_place"], batch_size=500)
        tournament.status, tournament.finished_at = Tournament.Status.FINISHED, timezone.now()
        tournament.save(update_fields=["status", "finished_at"])
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
    standings = final_standings(
        _plan(tournament, lines), _finishes(lines), lambda key: merit(earned.get(key, Earned(key)))
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
    if line.source is not None and line.source_place is not None:
        return FromTable(line.source.number, line.source_place)
    return FromEntrant(line.entry_id) if line.entry_id else Nobody()


def _finishes(lines: list[TableLine]) -> dict[int, Finish]:
    seated: dict[int, int] = defaultdict(int)
    by_place: dict[int, dict[int, int]] = defaultdict(dict)
    for line in lines:
        seated[line.table.number] += 1
        if line.place and line.entry_id:
            by_place[line.table.number][line.place] = line.entry_id
    return {
        number: tuple(by_place[number].get(place) for place in range(1, count + 1)) for number, count in seated.items()
    }


def _earned(tournament: Tournament, lines: list[TableLine]) -> dict[int, Earned]:
    """The sums of each entry, and its lot in the first draw, which decides what nothing else does."""
    lots = _lots(tournament)
    sums: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for line in lines:
        if line.entry_id is None:
            continue
        mine = sums[line.entry_id]
        mine[0] += line.vp or 0
        mine[1] += line.mp or 0
        mine[2] += line.place == 1 and line.table.status == Table.Status.DONE
        mine[3] += line.points or 0
    return {
        key: Earned(key, vp=vp, mp=mp, wins=wins, points=points, lot=lots.get(key))
        for key, (vp, mp, wins, points) in sums.items()
    }


def _lots(tournament: Tournament) -> dict[int, int]:
    draw = Draw.objects.filter(tournament=tournament, round_number=1, status=Draw.Status.ANNOUNCED).first()
    if draw is None or not draw.document:
        return {}
    keys = [entrant["key"] for entrant in draw.document["entrants"]]
    return {key: lot for lot, key in enumerate(lots(draw.reference, draw.seed, keys), start=1)}


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
        record(by=actor, verb="tournament_reopened", target=tournament, tournament=tournament, reason=reason)
        return tournament
