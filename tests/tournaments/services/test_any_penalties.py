"""Evenings full of penalties: whatever is given, proposed, decided and cancelled, all follows from what is in force."""

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest

from tests.searching import in_short, seeds, short_of
from tests.tournaments import factories as make
from tests.tournaments.services import evenings, evenings_of_tables
from tests.tournaments.services.evenings import ask, assert_verify_says_nothing, records, seated
from tests.tournaments.services.penalised_evenings import MATCH, Penalised, PenalisedPairs, PenalisedTables
from tournaments.competition.formats.registry import format_of
from tournaments.discipline import reads as penalties
from tournaments.events.writes import closing
from tournaments.frame.reads.entry_places import pairs_of
from tournaments.models import Entry, Ruling, Table, TableLine, Tournament
from tournaments.standings.reads.standings import standings

pytestmark = pytest.mark.django_db

STEPS = in_short(35, 50)


def counting(event: Tournament) -> Callable[[TableLine], bool] | None:
    """Whether a line counts: in rounds what nobody plays waits for its round (R-STG-06); None in an elimination."""
    if format_of(event.format).is_elimination:
        return None
    numbers = event.tables.exclude(status__in=("done", "bye")).values_list("round__number", flat=True)
    first_open = min(numbers, default=99)

    def counts(line: TableLine) -> bool:
        table = line.table
        has_come = table.round.status == "announced" or table.round.number < first_open
        is_missed = table.ending == "bye" and line.is_absent
        return table.ending not in ("bye", "walkover") or (has_come and not is_missed)

    return counts


def check_standings(event: Tournament) -> None:
    """The standings are the sum of the matches less the penalties in force, counted here one by one."""
    event = make.fresh(event)
    lines: dict[int, list[TableLine]] = defaultdict(list)
    rows_of_tables = TableLine.objects.filter(table__tournament=event, entry__isnull=False).order_by("table__number")
    # What a pair of one round has, or is taken from it, belongs to both (R-ROT-01).
    both = pairs_of(event)
    for line in rows_of_tables.select_related("table", "table__round"):
        for key in both.get(line.entry_id or 0, [line.entry_id or 0]):
            lines[key].append(line)
    taken: dict[tuple[int, str], int] = defaultdict(int)
    for ruling in Ruling.objects.filter(tournament=event, status="in_force"):
        for key in both.get(ruling.entry_id or 0, [ruling.entry_id or 0]):
            taken[key, ruling.kind] += ruling.value or 0
    rows = {row.entry: row for row in standings(event).rows}
    counts = counting(event)
    # In rounds somebody who came late may wait for the next pairing, and nobody has a last table.
    assert set(rows) == set(lines) if counts is None else set(rows) >= set(lines)
    for entry, own in lines.items():
        row, uses_vp = rows[entry], event.vp_scale is not None
        points = (own[-1].points or 0) + (0 if uses_vp else taken[entry, "points"])
        counted = [line for line in own if counts is None or counts(line)]
        assert (row.vp, row.mp, row.points) == (
            sum(line.vp or 0 for line in counted) - taken[entry, "vp"],
            sum(line.mp or 0 for line in counted) - taken[entry, "mp"],
            points if counts is None else 0,
        )


def check_matches(event: Tournament) -> None:
    """A match is lost by exactly those who have a ruling of that match in force against them."""
    rulings = Ruling.objects.filter(tournament=event, status="in_force", kind__in=MATCH)
    ruled: dict[int, set[int]] = defaultdict(set)
    for ruling in rulings:
        if "deals" in ruling.details:
            ruled[ruling.table_id or 0].add(ruling.entry_id or 0)
    for lines in seated(event):
        table = lines[0].table
        out = {line.entry_id for line in lines if line.index in _out(table)}
        out |= {line.entry_id for line in lines if line.is_absent and line.entry and line.entry.status == "confirmed"}
        marked = {key for key in ruled[table.pk] if any(line.entry_id == key and line.is_absent for line in lines)}
        assert out | marked == ruled[table.pk], table.number
        assert not (table.status == Table.Status.PLANNED and ruled[table.pk]), table.number


def _out(table: Table) -> set[int]:
    if table.ending == "forfeit":
        return set(table.note["losers"]) if table.note.get("ruled") is True else set()
    return {int(line) for line in table.note.get("ruled", {})}


def check_proposals(event: Tournament) -> None:
    """One proposal a line and table, and only the steps of those who are waited for are to come."""
    open_ = [(one.table_id, one.entry_id) for one in penalties.proposals(event)]
    assert len(open_) == len(set(open_))
    missing = {(line.table_id, line.index) for line in penalties.missing(event)}
    pending = event.deadlines.filter(kind="lateness", fired_at=None).values_list("table_id", "line")
    assert set(pending) <= missing


def run(evening: Penalised, check: Any) -> None:
    kept = records(evening.event)
    for step in range(STEPS):
        evening.anything()
        ask(step, evening.event, check, check_matches, check_standings, check_proposals)
        before, kept = kept, records(evening.event)
        assert all(now >= then for now, then in zip(kept, before, strict=True))
    evening.to_the_end()
    check(evening.event)
    check_matches(evening.event)
    running = {row.entry: (row.vp, row.mp, row.points) for row in standings(make.fresh(evening.event)).rows}
    closing.finish_tournament(**evening.where)
    final = standings(make.fresh(evening.event)).rows
    assert {row.entry: (row.vp, row.mp, row.points) for row in final} == running
    drawn = TableLine.objects.filter(table__tournament=evening.event, entry__isnull=False).values("entry_id")
    assert not Entry.objects.filter(pk__in=drawn, final_place=None).exclude(status="pair").exists()
    assert_verify_says_nothing(evening.event)


# R-PEN-06, R-PEN-14
@pytest.mark.parametrize("seed", seeds())
@pytest.mark.parametrize(
    ("entries", "options"),
    short_of(
        evenings.EVENINGS,
        "five and a third place",
        "seven in a Danish",
    ),
)
def test_any_evening_with_penalties_follows_from_the_rulings_in_force(entries, options, seed):
    run(PenalisedPairs(seed, entries, options), evenings.check)


# R-PEN-12
@pytest.mark.parametrize("seed", seeds())
@pytest.mark.parametrize(
    ("entries", "options"), short_of(evenings_of_tables.EVENINGS, "five with a pair of byes", "heats")
)
def test_any_evening_of_tables_with_penalties_follows_from_the_rulings_in_force(penalty, entries, options, seed):
    run(PenalisedTables(penalty, seed, entries, options), evenings_of_tables.check)
