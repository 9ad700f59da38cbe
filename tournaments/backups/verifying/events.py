"""Checks of one event, also of one that was imported: results, sheets, seats, standings and deadlines are right."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain, combinations

from django.db.models import Count, F, Max, Q
from django.utils.translation import gettext as _

from tournaments.backups.verifying.chain import log_violations
from tournaments.backups.verifying.violations import Violation, mapping, read_or_report
from tournaments.competition.discipline import DISQUALIFICATION, KINDS, OF_MATCH
from tournaments.competition.match import outcomes
from tournaments.competition.match.contents import LETTERS
from tournaments.competition.match.outcomes import Chairs, Outcome
from tournaments.competition.stages.alone import ABSENT
from tournaments.competition.stages.elimination import differences
from tournaments.competition.types import FromBest, FromTable
from tournaments.errors import RefusedError
from tournaments.events.reads.rounds import rounds_in
from tournaments.events.writes import closing
from tournaments.frame.reads.formats import format_in, regulation_of
from tournaments.frame.round_names import round_name
from tournaments.frame.writes import seals
from tournaments.games.contract import Json
from tournaments.models import AuditEntry, Deadline, Entry, Ruling, Scoresheet, Table, TableLine, Tournament
from tournaments.standings.reads import careers
from tournaments.tables.reads import elimination, stages
from tournaments.tables.reads.elimination import AUTOMATIC
from tournaments.tables.writes import progress, scoresheets
from tournaments.tables.writes.progress import Board

CHUNK = 500
# Rows of the log that say by which rules the event is played.
DESCRIBING = ("tournament_created", "tournament_changed", "rules_changed")


def violations_of(event: Tournament, *, is_ours: bool = True) -> Iterator[Violation]:
    """Yield every violation in an event; an imported one has no seal of this installation yet."""
    checks = {
        "results": _results(event),
        "sheets": _versions(event),
        "replacements": _check_unconfirmed_sheets(event),
        "seats": _seats(event),
        "standings": _standings(event),
        "entries": _entries(event),
        "rules": _rules(event),
        "penalties": _penalties(event),
        "closing": _closing(event, is_ours=is_ours),
        "deadlines": _deadlines(event),
        "log": log_violations(event),
    }
    for what, check in checks.items():
        yield from read_or_report(event.slug, what, check)


def _boards(event: Tournament) -> Iterator[list[Board]]:
    """Yield the tables of the event with their lines, a few hundred at a time."""
    keys = list(Table.objects.filter(tournament=event).order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), CHUNK):
        here = keys[start : start + CHUNK]
        yield progress.boards([line for line, *_others in progress.IN_EVENT.rows(event.pk, here[0], here[-1])])


def _results(event: Tournament) -> Iterator[Violation]:
    """Check that every confirmed sheet, judged again, gives the result of its table and lines."""
    for batch in _boards(event):
        confirmed = Scoresheet.objects.filter(
            table__in=[board.table.pk for board in batch], status=Scoresheet.Status.CONFIRMED
        )
        contents = dict(confirmed.values_list("table_id", "content"))
        for board in batch:
            table = board.table
            at = {"event": event.slug, "table": table.number}
            if table.pk not in contents:
                if table.is_over and table.ending in AUTOMATIC:
                    yield from _check_walkovers(event, board)
                elif table.status == Table.Status.DONE:
                    yield Violation("sheet_missing", at)
                continue
            if table.status != Table.Status.DONE:
                yield Violation("result_open", at)
                continue
            try:
                outcome = outcomes.judge(regulation_of(event), board.chairs, contents[table.pk])
            except RefusedError as refusal:
                yield Violation("result_refused", {**at, "reason": refusal.code})
                continue
            if outcome.over:
                yield from _check_results(event, board, outcome)
            else:
                yield Violation("result_not_over", at)


def _check_walkovers(event: Tournament, board: Board) -> Iterator[Violation]:
    """Check that a bye or a walkover follows from missing lines: empty, withdrawn, or ruled out here."""
    table = board.table
    losers = table.note.get("losers", []) if isinstance(table.note, Mapping) else []
    is_bye = table.ending == "bye"
    present = [line.index for line in board.lines if (line.place is not None if is_bye else line.index not in losers)]
    missing = [line for line in board.lines if line.index not in present]
    rulings = Ruling.objects.filter(table=table, status=Ruling.Status.IN_FORCE, kind__in=(*OF_MATCH, DISQUALIFICATION))
    ruled = set(rulings.values_list("entry", flat=True))
    if not format_in(event, table.round.stage).is_elimination:
        # Who was away when the table ended may have come back since: in rounds the walkover stays (R-STG-28).
        away = [line.entry_id for line in board.lines if line.is_absent]
        taken_back = Ruling.objects.filter(tournament=event, entry__in=away, status=Ruling.Status.CANCELLED)
        left = taken_back.filter(kind__in=(Ruling.Kind.WITHDRAWAL, DISQUALIFICATION))
        ruled.update(left.values_list("entry", flat=True))
    here = [line for line in missing if line.entry and not progress.is_gone(line.entry) and line.entry_id not in ruled]
    if is_bye and isinstance(table.note, Mapping) and table.note.get(ABSENT):
        here = []
    if is_bye and len(present) > table.through:
        here = [line for line in board.lines if line.entry]
    for line in here:
        values = {"event": event.slug, "table": table.number, "entry": str(line.entry)}
        yield Violation("ended_with_both" if is_bye else "walkover_of_nobody", values)
    if here:
        return
    make = outcomes.bye if is_bye else outcomes.walkover
    outcome = make(regulation_of(event), board.chairs, present)
    if isinstance(table.note, Mapping) and table.note.get(ABSENT):
        # The director has said what who is absent for a round has, no more than a rest gives (R-HND-09).
        most = outcomes.bye(regulation_of(event), board.chairs, [0]).vp[0]
        given = [None if line.vp is None or most is None else min(line.vp, most) for line in board.lines]
        nothing = tuple(None if each is None else 0 for each in given)
        yield from _check_results(event, board, replace(outcome, vp=tuple(given), mp=nothing, note={ABSENT: True}))
        return
    seated = [line for line in board.lines if line.entry_id]
    if is_bye and len(seated) == 1 and seated[0].is_absent and not seated[0].vp and not seated[0].mp:
        # A rest that was still to come when its line left gives nothing (R-STG-13). An earlier release left its points
        # where they stood, and counted them as little.
        nothing = tuple(None if each is None else 0 for each in outcome.vp)
        outcome = replace(outcome, vp=nothing, mp=nothing)
    yield from _check_results(event, board, outcome)


def _check_results(event: Tournament, board: Board, outcome: Outcome) -> Iterator[Violation]:
    """Check that a table and its lines have the result of the rules."""
    lines = board.lines
    told = {
        # A bye that was drawn has no points for an empty line.
        "points": ([line.points or 0 for line in lines], list(outcome.points)),
        "games_won": ([line.games_won for line in lines], list(outcome.games_won)),
        "deals": ([line.deals for line in lines], [outcome.deals[line.index] for line in lines]),
        "vp": ([line.vp for line in lines], list(outcome.vp)),
        "mp": ([line.mp for line in lines], list(outcome.mp)),
        "places": ([line.place for line in lines], list(outcome.places)),
        "ending": (board.table.ending, outcome.ending),
        "note": (board.table.note, dict(outcome.note)),
        "deals_played": (board.table.deals_played, outcome.deals_played),
    }
    at = {"event": event.slug, "table": board.table.number}
    for what, (found, wanted) in told.items():
        if found != wanted:
            yield Violation("result_differs", {**at, "what": what, "found": str(found), "wanted": str(wanted)})


def _versions(event: Tournament) -> Iterator[Violation]:
    """Check that the versions of a sheet count from 1 without a gap."""
    counted = Scoresheet.objects.filter(table__tournament=event).values("table__number")
    gaps = counted.annotate(count=Count("pk"), last=Max("version")).exclude(count=F("last")).order_by("table__number")
    for row in gaps:
        yield Violation(
            "versions_gap",
            {"event": event.slug, "table": row["table__number"], "count": row["count"], "last": row["last"]},
        )


def _check_unconfirmed_sheets(event: Tournament) -> Iterator[Violation]:
    """Check that every unconfirmed sheet can be read, and keeps its outcome from when it was written."""
    sheets = Scoresheet.objects.filter(table__tournament=event).exclude(status=Scoresheet.Status.CONFIRMED)
    by_table: dict[int, list[Scoresheet]] = defaultdict(list)
    for sheet in sheets.order_by("table_id", "version"):
        by_table[sheet.table_id].append(sheet)
    for board in chain.from_iterable(_boards(event)):
        for sheet in by_table.get(board.table.pk, []):
            at = {"event": event.slug, "table": board.table.number, "version": sheet.version}
            try:
                is_kept = _was_judged(event, board.chairs, sheet)
            except RefusedError as refusal:
                yield Violation("sheet_refused", {**at, "reason": refusal.code})
                continue
            if not is_kept:
                yield Violation("sheet_outcome", at)


def _was_judged(event: Tournament, now: Chairs, sheet: Scoresheet) -> bool:
    """Return whether a sheet gives its outcome at the chairs of now, or of any moment before.

    There were fewer chairs before somebody came late, and others were absent; only lines that got no place can have
    been. Raises the first RefusedError where no chairs can be judged at all.
    """
    kept = {name: value for name, value in sheet.outcome.items() if name not in ("corrects", "forgets")}
    lines = min(now.lines, len(kept["places"]))
    absent_now = frozenset(line for line in now.absent if line < lines)
    placeless = [line for line in range(lines) if kept["places"][line] is None]
    absent_before = (combinations(placeless, count) for count in range(len(placeless) + 1))
    was_read, refusals = False, []
    for absent in chain([absent_now], chain.from_iterable(absent_before)):
        chairs = replace(now, lines=lines, absent=frozenset(absent))
        try:
            outcome = outcomes.judge(regulation_of(event), chairs, sheet.content)
        except RefusedError as refusal:
            refusals.append(refusal)
            continue
        if scoresheets.outcome_json(outcome) == kept:
            return True
        was_read = True
    if not was_read:
        raise refusals[0]
    return False


def _seats(event: Tournament) -> Iterator[Violation]:
    """Check that the people at a table are those that the tables before send, in any order, and the best losers."""
    facts = elimination.facts_of(event)
    kept = {chair.slot.round for table in facts.tables for chair in table.chairs if isinstance(chair.slot, FromBest)}
    if kept:
        # Who had left the event, or whose table had given a place away, need not be among the best losers.
        rulings = Ruling.objects.filter(tournament=event, entry__isnull=False)
        left = rulings.filter(kind__in=(Ruling.Kind.WITHDRAWAL, DISQUALIFICATION)).values_list("entry", flat=True)
        given = rulings.filter(kind=Ruling.Kind.REPLACEMENT).values("entry")
        beside = TableLine.objects.filter(table__lines__entry__in=given, entry__isnull=False)
        set_aside = frozenset([*left, *beside.values_list("entry", flat=True)])
        facts = replace(facts, changed=frozenset(kept), set_aside=set_aside)
    for table, now in differences(facts):
        for line, (chair, wanted) in enumerate(zip(table.chairs, now.occupants, strict=True)):
            if chair.now == wanted:
                continue
            numbers = dict(Table.objects.filter(tournament=event).values_list("pk", "number"))
            names = dict(event.entries.values_list("pk", "label"))
            found, comes = (names.get(key, "–") if isinstance(key, int) else "–" for key in (chair.now, wanted))
            at = {
                "event": event.slug,
                "table": numbers[table.number],
                "line": LETTERS[line],
                "found": found,
                "wanted": comes,
            }
            if isinstance(chair.slot, FromBest):
                yield Violation("chair_differs", {**at, "round": round_name(chair.slot.round, rounds_in(event))})
            else:
                source = numbers[chair.slot.number] if isinstance(chair.slot, FromTable) else "–"
                yield Violation("seat_differs", {**at, "source": source})


def _standings(event: Tournament) -> Iterator[Violation]:
    """Check that the final places of a finished event follow from its results; an open event has none."""
    placed = Entry.objects.filter(tournament=event, final_place__isnull=False)
    found = {key: (label, place) for key, label, place in placed.values_list("pk", "label", "final_place")}
    wanted: dict[int, int] = {}
    if event.status == Tournament.Status.FINISHED:
        # Counted from the seats, and not from what an earlier reading left in memory.
        careers.forget()
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


def _rules(event: Tournament) -> Iterator[Violation]:
    """Check that the rules since the announced draw are those in the log."""
    if event.status not in (Tournament.Status.RUNNING, Tournament.Status.FINISHED):
        return
    rows = AuditEntry.objects.filter(tournament=event, verb__in=DESCRIBING).order_by("-seq")
    told = rows.values_list("after", flat=True).first()
    if not isinstance(told, Mapping):
        return
    scale = event.vp_scale and event.vp_scale["key"]
    now = {"terms": dict(event.terms), "format": dict(event.format), "vp_scale": scale, "rules": dict(event.rules)}
    # A newer version of the game may have added parameters, with the meaning of before, and removed those of one value.
    gone = seals.retired_rules(event).items()
    then = [each for each in mapping(told.get("rules")).items() if each[0] != seals.ADDED and each not in gone]
    was = {**told, "rules": {**event.rules, **dict(then)}}
    for what, value in now.items():
        if what in told and was[what] != value:
            yield Violation("rules_differ", {"event": event.slug, "what": what})


def _penalties(event: Tournament) -> Iterator[Violation]:
    """Check that the penalties that were ever in force are those given in the log, with their values."""
    held = (Ruling.Status.IN_FORCE, Ruling.Status.CANCELLED)
    kept = Ruling.objects.filter(tournament=event, kind__in=KINDS, status__in=held)
    given = AuditEntry.objects.filter(tournament=event, verb__in=("penalty_given", "penalty_applied"))
    found: Counter[Json] = Counter(kept.values_list("kind", "value", "table__number"))
    told = [after for after in given.values_list("after", flat=True) if isinstance(after, Mapping)]
    wanted: Counter[Json] = Counter((after.get("kind"), after.get("value"), after.get("table")) for after in told)
    unsaid, lost = found - wanted, wanted - found
    # It goes along with who has it where two swap places, and its table may be taken back after it was given.
    swaps = AuditEntry.objects.filter(tournament=event, verb__in=(stages.SWAPPED, stages.AS_SEATED))
    may_move = bool(unsaid) and swaps.exists()
    for moved in [each for each in unsaid.elements() if each[2] is None or may_move]:
        known = next((each for each in lost if lost[each] > 0 and each[:2] == moved[:2]), None)
        if known is not None:
            unsaid[moved] -= 1
            lost[known] -= 1
    for each in unsaid + lost:
        kind, value, table = each
        named = {"kind": str(Ruling.Kind(kind).label), "value": str(value or "–"), "table": str(table or "–")}
        counts = {"found": found[each], "wanted": wanted[each]}
        yield Violation("penalty_differs", {"event": event.slug, **named, **counts})


def _closing(event: Tournament, *, is_ours: bool) -> Iterator[Violation]:
    """Check that a finished event is as it was closed: the log has the digest of everything, with this seal."""
    if event.status != Tournament.Status.FINISHED:
        return
    at: dict[str, Json] = {"event": event.slug}
    row = seals.last_closing(event)
    if row is None:
        yield Violation("closing_missing", at)
        return
    seq, after = seals.closing_row(event, row)
    at["seq"] = seq
    if not after:
        if is_ours or seals.is_needed(row):
            yield Violation("closing_without_digest", at)
        return
    kept, names = mapping(after.get("parts")), after.get("names")
    found = seals.parts_of(event, names if isinstance(names, list) else ())
    words = {"rules": _("rules"), "entries": _("entries"), "penalties": _("penalties")}
    for part in [*found, *(kept.keys() - found.keys())]:
        if found.get(part) == kept.get(part):
            continue
        number = part.removeprefix(seals.ROUND)
        name = round_name(int(number), rounds_in(event)) if number.isdecimal() else words.get(part, part)
        yield Violation("closing_differs", {**at, "part": name})
    head = AuditEntry.objects.filter(tournament=event, seq=after.get("row") or 0).values_list("hash", flat=True).first()
    digest = seals.digest_of(kept, head or "")
    if digest != after["digest"] or (is_ours and not seals.is_kept(event, row, digest)):
        yield Violation("closing_unsealed", at)


def _entries(event: Tournament) -> Iterator[Violation]:
    """Check that no entry is empty or numbered above the last number given out, and that no row is foreign."""
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
    """Check that a deadline that has fired was due, and that time was called for it."""
    fired = Deadline.objects.filter(tournament=event, fired_at__isnull=False)
    for deadline in fired.filter(fired_at__lt=F("due_at")):
        told = {"event": event.slug, "key": deadline.key}
        yield Violation("deadline_early", {**told, "due": str(deadline.due_at), "fired": str(deadline.fired_at)})
    if event.status != Tournament.Status.RUNNING:
        return
    uncalled = Q(kind=Deadline.Kind.ROUND_TIME, round__time_called_at__isnull=True)
    for key in fired.filter(uncalled).values_list("key", flat=True):
        yield Violation("deadline_without_effect", {"event": event.slug, "key": key})
