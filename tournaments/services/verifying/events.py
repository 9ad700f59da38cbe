"""What must hold in one event: results, sheets, seats, standings and deadlines, each from what it follows from."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from django.db.models import Count, F, Max, Q

from tournaments.errors import RefusedError
from tournaments.games.contract import Json
from tournaments.models import Deadline, Entry, Scoresheet, Table, TableLine, Tournament
from tournaments.services import closing, outcomes, progress, scoresheets
from tournaments.services.outcomes import Chairs
from tournaments.services.progress import Board
from tournaments.services.verifying.chain import log_violations
from tournaments.services.verifying.violations import Violation

CHUNK = 500


def violations_of(event: Tournament) -> Iterator[Violation]:
    """Everything that is wrong with an event."""
    yield from _results(event)
    yield from _versions(event)
    yield from _replaced(event)
    yield from _seats(event)
    yield from _standings(event)
    yield from _entries(event)
    yield from _deadlines(event)
    yield from log_violations(event)


def _boards(event: Tournament) -> Iterator[Board]:
    """The tables of the event with their lines, a few hundred at a time."""
    keys = list(Table.objects.filter(tournament=event).order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), CHUNK):
        lines = TableLine.objects.filter(table__in=keys[start : start + CHUNK])
        yield from progress.boards(lines.select_related("table", "entry"))


def _results(event: Tournament) -> Iterator[Violation]:
    """Every confirmed sheet, judged again, gives what its table and its lines say."""
    batch: list[Board] = []
    for board in _boards(event):
        batch.append(board)
        if len(batch) == CHUNK:
            yield from _judged(event, batch)
            batch = []
    yield from _judged(event, batch)


def _judged(event: Tournament, batch: list[Board]) -> Iterator[Violation]:
    confirmed = Scoresheet.objects.filter(
        table__in=[board.table.pk for board in batch], status=Scoresheet.Status.CONFIRMED
    )
    contents = dict(confirmed.values_list("table_id", "content"))
    for board in batch:
        table = board.table
        if table.pk in contents:
            yield from _against_sheet(event, board, contents[table.pk])
        elif table.status == Table.Status.DONE and table.ending not in progress.AUTOMATIC:
            yield Violation("sheet_missing", {"event": event.slug, "table": table.number})


def _against_sheet(event: Tournament, board: Board, content: object) -> Iterator[Violation]:
    at = {"event": event.slug, "table": board.table.number}
    if board.table.status != Table.Status.DONE:
        yield Violation("result_open", at)
        return
    try:
        outcome = outcomes.judge(event, board.chairs, content)
    except RefusedError as refusal:
        yield Violation("result_refused", {**at, "reason": refusal.code})
        return
    if not outcome.over:
        yield Violation("result_not_over", at)
        return
    lines = board.lines
    told = {
        "points": ([line.points for line in lines], list(outcome.points)),
        "games_won": ([line.games_won for line in lines], list(outcome.games_won)),
        "deals": ([line.deals for line in lines], [outcome.deals_of(line.index) for line in lines]),
        "vp": ([line.vp for line in lines], list(outcome.vp)),
        "mp": ([line.mp for line in lines], list(outcome.mp)),
        "places": ([line.place for line in lines], list(outcome.places)),
        "ending": (board.table.ending, outcome.ending),
        "note": (board.table.note, dict(outcome.note)),
        "deals_played": (board.table.deals_played, outcome.deals_played),
    }
    for what, (found, wanted) in told.items():
        if found != wanted:
            yield Violation("result_differs", {**at, "what": what, "found": str(found), "wanted": str(wanted)})


def _versions(event: Tournament) -> Iterator[Violation]:
    """The versions of a sheet count from 1 without a gap."""
    counted = Scoresheet.objects.filter(table__tournament=event).values("table__number")
    gaps = counted.annotate(count=Count("pk"), last=Max("version")).exclude(count=F("last")).order_by("table__number")
    for row in gaps:
        yield Violation(
            "versions_gap",
            {"event": event.slug, "table": row["table__number"], "count": row["count"], "last": row["last"]},
        )


def _replaced(event: Tournament) -> Iterator[Violation]:
    """Every sheet that is not confirmed can be read too, and keeps what it gave when it was written."""
    sheets = Scoresheet.objects.filter(table__tournament=event).exclude(status=Scoresheet.Status.CONFIRMED)
    by_table: dict[int, list[Scoresheet]] = defaultdict(list)
    for sheet in sheets.order_by("table_id", "version"):
        by_table[sheet.table_id].append(sheet)
    for board in _boards(event):
        for sheet in by_table.get(board.table.pk, []):
            at = {"event": event.slug, "table": board.table.number, "version": sheet.version}
            try:
                found = _ever_judged(event, board.chairs, sheet)
            except RefusedError as refusal:
                yield Violation("sheet_refused", {**at, "reason": refusal.code})
                continue
            kept = {name: value for name, value in sheet.outcome.items() if name != "corrects"}
            if kept not in found:
                yield Violation("sheet_outcome", at)


def _ever_judged(event: Tournament, chairs: Chairs, sheet: Scoresheet) -> list[Json]:
    """What a sheet gives at these chairs, and with everybody there: somebody may have left since it was written."""
    found, refusals = [], []
    for each in (chairs, replace(chairs, absent=frozenset())):
        try:
            found.append(scoresheets.outcome_json(outcomes.judge(event, each, sheet.content)))
        except RefusedError as refusal:
            refusals.append(refusal)
    if not found:
        raise refusals[0]
    return found


def _seats(event: Tournament) -> Iterator[Violation]:
    """Who sits at a table that another feeds is who that one sends on; whoever comes keeps their chair."""
    fed: dict[int, list[TableLine]] = defaultdict(list)
    for line in TableLine.objects.filter(table__tournament=event, source__isnull=False).select_related(
        "table", "entry", "source"
    ):
        if line.from_round is None:
            fed[line.source_id or 0].append(line)
    sources = (board for board in _boards(event) if board.table.pk in fed)
    for board in sources:
        yield from _fed(event, board, fed[board.table.pk])


def _fed(event: Tournament, source: Board, fed: list[TableLine]) -> Iterator[Violation]:
    by_table: dict[int, list[TableLine]] = defaultdict(list)
    for line in fed:
        by_table[line.table_id].append(line)
    coming = progress.coming_of(source, fed) if source.table.is_over else None
    for lines in by_table.values():
        wanted = [coming[(line.source_place or 0) - 1] if coming else None for line in lines]
        if _keys([line.entry for line in lines]) == _keys(wanted) and all(
            line.is_nobody == (coming is not None and line.entry is None) for line in lines
        ):
            continue
        for line, entry in zip(lines, wanted, strict=True):
            yield Violation(
                "seat_differs",
                {
                    "event": event.slug, "table": line.table.number, "line": "ABCDEF"[line.index],
                    "found": str(line.entry or "–"), "wanted": str(entry or "–"), "source": source.table.number,
                },
            )  # fmt: skip


def _keys(entries: list[Entry | None]) -> list[int]:
    return sorted(entry.pk if entry is not None else 0 for entry in entries)


def _standings(event: Tournament) -> Iterator[Violation]:
    """The final places of a finished event are those that its results give; before the end nobody has one."""
    placed = Entry.objects.filter(tournament=event, final_place__isnull=False)
    found = {key: (label, place) for key, label, place in placed.values_list("pk", "label", "final_place")}
    wanted: dict[int, int] = {}
    if event.status == Tournament.Status.FINISHED:
        try:
            wanted = closing.final_places(event)
        except RefusedError as refusal:
            yield Violation("places_refused", {"event": event.slug, "reason": refusal.code})
            return
    for key in sorted(found.keys() | wanted.keys()):
        label, place = found.get(key, (str(key), None))
        if place != wanted.get(key):
            yield Violation(
                "place_differs",
                {"event": event.slug, "entry": label, "found": str(place or "–"), "wanted": str(wanted.get(key, "–"))},
            )


def _entries(event: Tournament) -> Iterator[Violation]:
    """Nobody's entry is empty, and no number was given out that the event does not know of."""
    for number in Entry.objects.filter(tournament=event, members__isnull=True).values_list("number", flat=True):
        yield Violation("entry_empty", {"event": event.slug, "entry": number})
    last = Entry.objects.filter(tournament=event).aggregate(last=Max("number"))["last"] or 0
    if last > event.last_entry_number:
        yield Violation("number_ahead", {"event": event.slug, "found": last, "last": event.last_entry_number})
    foreign = {
        "TableLine": TableLine.objects.filter(table__tournament=event, entry__isnull=False).exclude(
            entry__tournament=event
        ),
        "Table": Table.objects.filter(tournament=event).exclude(round__tournament=event),
    }
    for what, rows in foreign.items():
        for key in rows.values_list("pk", flat=True):
            yield Violation("foreign_row", {"event": event.slug, "what": what, "key": key})


def _deadlines(event: Tournament) -> Iterator[Violation]:
    """What has fired was due, and the time that it is for was called."""
    fired = Deadline.objects.filter(tournament=event, fired_at__isnull=False)
    for deadline in fired.filter(fired_at__lt=F("due_at")):
        told = {"event": event.slug, "key": deadline.key}
        yield Violation("deadline_early", {**told, "due": str(deadline.due_at), "fired": str(deadline.fired_at)})
    if event.status != Tournament.Status.RUNNING:
        return
    uncalled = Q(kind=Deadline.Kind.ROUND_TIME, round__time_called_at__isnull=True)
    for key in fired.filter(uncalled).values_list("key", flat=True):
        yield Violation("deadline_without_effect", {"event": event.slug, "key": key})
