"""The director's hand in a round: swap two places, record who really sat there, fix a table or a room for somebody."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.db.models import F, Q

from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import HeatsFormat, InRounds, MitchellFormat
from tournaments.competition.formats.stages import StagesFormat
from tournaments.competition.rooms import numbers_of, room_of, rooms_of, with_fixed_tables, with_rooms
from tournaments.competition.stages.by_hand import Doubt, Exchange, Law, after_exchanges, doubts
from tournaments.competition.stages.correction import Difference, difference, pairings_changed
from tournaments.competition.stages.facts import Meeting
from tournaments.deadlines import writes as deadlines
from tournaments.draw.reads.apart import ApartSet, apart_sets
from tournaments.draw.reads.fixed_tables import FIXED, UNFIXED, fixed_rooms, fixed_tables
from tournaments.draw.writes.pairings import absent_in
from tournaments.errors import RefusedError
from tournaments.frame.policies import Actor
from tournaments.frame.reads.formats import format_in, format_now
from tournaments.frame.writes.transaction import (
    alone,
    look_ahead,
    record,
    require_version,
    write_back,
    writing,
)
from tournaments.models import Entry, Round, Ruling, Table, TableLine, Tournament
from tournaments.outbox import messages
from tournaments.standings.reads.folds import fold_of
from tournaments.standings.reads.pairings import paired_rounds
from tournaments.tables.reads import stages
from tournaments.tables.reads.stages import StageSeat
from tournaments.tables.writes import pairs, scoresheets
from tournaments.tables.writes.progress import SEAT_FIELDS, require_running

OF_A_MATCH = (Ruling.Kind.FORFEIT, Ruling.Kind.LOSS, Ruling.Kind.NO_SHOW, Ruling.Kind.DISQUALIFICATION)
PLANNED, CALLED, BYE = Table.Status.PLANNED, Table.Status.CALLED, Table.Status.BYE
# Nobody sits at the walkovers to come: their numbers are free, and who comes back plays at the new one.
TO_COME = Q(status=PLANNED) | Q(ending__in=stages.AUTOMATIC, round__status=Round.Status.PLANNED)


@dataclass(frozen=True, slots=True)
class ChangedTable:
    """A table before and after a change by hand; ``hall`` is None where somebody rests."""

    number: int
    hall: int | None
    before: Meeting
    after: Meeting


@dataclass(frozen=True, slots=True)
class SeatSwap:
    """What a swap of two places would do: in which rounds, at which tables, and what should not be.

    More than one round where the two are of different groups: they change groups, and so all tables of the stage.
    """

    exchanges: tuple[Exchange, ...]
    tables: tuple[ChangedTable, ...]
    doubts: tuple[Doubt, ...]
    names: Mapping[int, str]
    sets: Sequence[ApartSet] = ()

    def values(self, doubt: Doubt) -> dict[str, int | str]:
        """Return the values of the sentence of a doubt."""
        others = ", ".join(self.names[key] for key in doubt.others)
        of_both = ", ".join(each.name for each in self.sets if {doubt.one, *doubt.others} <= set(each.entries))
        return {"name": self.names[doubt.one], "others": others, "round": doubt.round, "set": of_both}


def may_be_moved(seat: StageSeat, *, in_rounds: bool) -> bool:
    """Return whether who sits here can still be moved: nothing is written at the table (R-HND-01).

    In rounds also who rests, and not who is absent for the round; in an elimination who has a bye has gone on already.
    """
    rests = in_rounds and seat.status == BYE and seat.ending == "bye" and seat.place is not None
    return (seat.status in (PLANNED, CALLED) or rests) and not seat.is_absent


def preview_swap(*, tournament: Tournament, number: int, one: int, other: int, played: bool = False) -> SeatSwap:
    """Return what it would change to swap the places of two entries in a round; refused where it cannot be done.

    ``played``: they have sat in each other's places and played there, and their tables are over (R-HND-08).
    """
    require_running(tournament)
    seats = stages.seats_of(tournament)
    labels = dict(Entry.objects.filter(tournament=tournament).values_list("pk", "label"))
    here = {seat.entry: seat for seat in seats if seat.round == number}
    if one == other or not {one, other} <= here.keys():
        raise RefusedError("not_in_round", field="one")
    stage = here[one].stage
    part, whole = format_in(tournament, stage), format_of(tournament.format)
    in_rounds = isinstance(part, InRounds)
    own = [seat for seat in seats if seat.stage == stage]
    meetings = stages.meetings_of(own)
    # Who belongs to another group plays all rounds of the stage there.
    rounds, since = [number], seats[-1].round if played else 0
    if in_rounds and _groups(tournament, seats, stage, one) != _groups(tournament, seats, stage, other):
        rounds = sorted({seat.round for seat in own if seat.entry in (one, other)})
        if played:
            codes = {MitchellFormat: "other_line", HeatsFormat: "other_heat"}
            raise RefusedError(codes.get(type(part), "other_group"), one=labels[one], other=labels[other])
    exchanges = tuple([Exchange(each, one, other, since) for each in rounds])
    after = after_exchanges(meetings, exchanges)
    tables = {seat.table: seat for seat in own}
    changed = [
        ChangedTable(seat.table, seat.hall, was, now)
        for seat, was, now in zip(tables.values(), meetings, after, strict=True)
        if was != now
    ]
    if in_rounds and _who_meets([each.before for each in changed]) == _who_meets([each.after for each in changed]):
        raise RefusedError("same_after_swap", one=labels[one], other=labels[other])
    fixed = [seat for seat in own if seat.table in {each.number for each in changed}]
    if played:
        _require_played(tournament, [seat for seat in fixed if seat.round == number], in_rounds=in_rounds)
        return SeatSwap(exchanges, tuple(changed), (), labels)
    absent = absent_in(tournament, number)
    for seat in fixed:
        if seat.entry in absent and seat.round == number:
            raise RefusedError("absent_is_not_swapped", name=labels[seat.entry])
        if not may_be_moved(seat, in_rounds=in_rounds):
            if seat.ending in stages.AUTOMATIC or seat.is_absent:
                raise RefusedError("nothing_to_play", name=labels[seat.entry], round=seat.round)
            raise RefusedError("table_has_result", table=seat.hall or seat.table, name=labels[seat.entry])
    if not in_rounds:
        _require_drawn(tournament, number, one, other)
    counting = (
        whole.counting_stages(stage) if isinstance(whole, StagesFormat) and in_rounds else range(stage, stage + 1)
    )
    known = stages.meetings_of([seat for seat in seats if seat.stage in counting])
    clubs = dict(Entry.objects.filter(tournament=tournament, club__isnull=False).values_list("pk", "club__name"))
    law = part.law if isinstance(part, InRounds) else Law(meetings=0)
    # In an event of one club there is nothing to keep apart.
    apart = clubs if len(set(clubs.values())) > 1 else {}
    sets = apart_sets(tournament)
    found = list(doubts(known, exchanges, law, apart, [each.apart for each in sets]))
    # Who cannot move would have to.
    for key, hall in fixed_tables(tournament).items():
        left = [each for each in changed if key in each.after.keys and each.hall not in (None, hall)]
        found += [Doubt("leaves_table", key) for _each in left if key in (one, other)]
    rooms = rooms_of(tournament.rooms)
    for key, room in fixed_rooms(tournament).items():
        # Who is not in it, since no table was free there, does not leave it.
        was = [each.round for each in own if each.entry == key and room_of(rooms, each.hall) == room]
        away = [each for each in changed if key in each.after.keys and each.hall and room_of(rooms, each.hall) != room]
        if key in (one, other) and away and not set(rounds).isdisjoint(was):
            found.append(Doubt("leaves_room", key))
    return SeatSwap(exchanges, tuple(changed), tuple(dict.fromkeys(found)), labels, sets)


def _who_meets(meetings: Sequence[Meeting]) -> Counter[tuple[int, int, tuple[frozenset[int], ...]]]:
    """Return who meets in these tables, side by side: partners of one side and two who rest are interchangeable."""
    return Counter([(each.round, each.group, tuple(map(frozenset, each.lines))) for each in meetings])


def _groups(tournament: Tournament, seats: list[StageSeat], stage: int, key: int) -> set[int]:
    """Return the groups of a stage in which this one has a place in the standings."""
    event_format, part = format_of(tournament.format), format_in(tournament, stage)
    facts, starts = stages.facts_of(tournament, seats), stages.starts_in(seats)
    own = event_format.facts_of(facts, starts, stage) if isinstance(event_format, StagesFormat) else facts
    groups = part.groups(own) if isinstance(part, InRounds) else {}
    return {number for number, keys in groups.items() if key in keys}


def has_been_played(seat: StageSeat) -> bool:
    """Return whether people have sat at this table to the end of the match."""
    return seat.status == Table.Status.DONE and seat.ending not in stages.AUTOMATIC and not seat.is_absent


def _require_played(tournament: Tournament, seats: list[StageSeat], *, in_rounds: bool) -> None:
    """Refuse tables that were not played in the hall to their end, or whose result comes from a ruling."""
    if not in_rounds:
        raise RefusedError("not_played_in_rounds")
    tables = Table.objects.filter(tournament=tournament, number__in={seat.table for seat in seats})
    ruled = Ruling.objects.filter(table__in=tables, status=Ruling.Status.IN_FORCE, kind__in=OF_A_MATCH)
    for table in tables.filter(pk__in=ruled.values("table")):
        raise RefusedError("ruled_here", table=table.public_number)
    for seat in seats:
        if not has_been_played(seat) or tables.filter(matches__isnull=False).exists():
            raise RefusedError("table_not_over", table=seat.hall or seat.table)


def _require_drawn(tournament: Tournament, number: int, one: int, other: int) -> None:
    """Refuse to move who sits where a result has put them: in an elimination only drawn places are swapped."""
    lines = TableLine.objects.filter(table__tournament=tournament, table__round__number=number)
    for line in lines.filter(entry__in=(one, other)).select_related("table__round", "entry"):
        # To a knockout that is a later stage everybody comes by the results of the stage before.
        begins = line.source_id is None and line.table.round.stage == 1
        is_drawn = begins or format_of(tournament.format).redraw
        if line.from_round is not None or not is_drawn or line.table.section != Table.Section.MAIN:
            raise RefusedError("place_by_result", name=str(line.entry))


def swap_seats(
    *,
    actor: Actor,
    tournament_id: int,
    number: int,
    one: int,
    other: int,
    reason: str,
    accepted: str = "",
    seen: int | None = None,
) -> Round:
    """Swap the places of two entries in a round before their tables have a result (R-HND-01).

    ``accepted`` names the doubts that the director was shown and confirmed; one that is missing is refused. Codes of
    the tables are renewed, and a table that was called is called again for who comes.
    """
    if not reason.strip():
        raise RefusedError("reason_missing", field="reason")
    with alone():
        require_version(tournament_id, seen)
        with writing(tournament_id) as tournament:
            swap = preview_swap(tournament=tournament, number=number, one=one, other=other)
            missing = {each.name for each in swap.doubts} - set(accepted.split())
            if missing:
                raise RefusedError("swap_not_confirmed", field="accepted", missing=len(missing))
            _seat(tournament, swap)
            numbers = dict(Entry.objects.filter(tournament=tournament).values_list("pk", "number"))
            confirmed = [{"code": each.code, "values": swap.values(each)} for each in swap.doubts]
            record(
                by=actor,
                verb=stages.SWAPPED,
                target=f"R{number}",
                tournament=tournament,
                reason=reason,
                after={
                    "rounds": [each.round for each in swap.exchanges],
                    "entries": [[numbers[key], swap.names[key]] for key in (one, other)],
                    "tables": [each.hall for each in swap.tables if each.hall],
                    **({"confirmed": confirmed} if confirmed else {}),
                },
            )
            return Round.objects.get(tournament=tournament, number=number)


def preview_as_seated(*, tournament: Tournament, number: int, one: int, other: int) -> tuple[SeatSwap, Difference]:
    """Return what it would change that two have played in each other's places: the tables, and all that follows."""
    swap = preview_swap(tournament=tournament, number=number, one=one, other=other, played=True)
    table = Table.objects.select_related("round").get(tournament=tournament, number=swap.tables[0].number)
    before, after = look_ahead(
        tournament_id=tournament.pk,
        step=lambda: _seat(tournament, swap),
        read=lambda: fold_of(tournament, table),
    )
    return swap, difference(before, after)


def record_as_seated(
    *,
    actor: Actor,
    tournament_id: int,
    number: int,
    one: int,
    other: int,
    reason: str,
    confirmed: bool,
    seen: int | None = None,
) -> Round:
    """Record that two have played in each other's places: points stay at their seats, people move (R-HND-08).

    ``confirmed`` by everybody who sat there. The rounds that were paired on it are told to the organiser as after a
    correction.
    """
    if not reason.strip():
        raise RefusedError("reason_missing", field="reason")
    if not confirmed:
        raise RefusedError("as_seated_not_confirmed", field="confirmed")
    with alone():
        require_version(tournament_id, seen)
        with writing(tournament_id) as tournament:
            swap = preview_swap(tournament=tournament, number=number, one=one, other=other, played=True)
            paired = paired_rounds(tournament, number)
            _seat(tournament, swap)
            stale = [each.round for each in pairings_changed(paired, paired_rounds(tournament, number))]
            numbers = dict(Entry.objects.filter(tournament=tournament).values_list("pk", "number"))
            seated: dict[str, list[int | None]] = {}
            lines = TableLine.objects.filter(
                table__tournament=tournament, table__number__in=[each.number for each in swap.tables]
            )
            for line in lines.select_related("table").order_by("table__number", "index"):
                seated.setdefault(f"T{line.table.number}", []).append(numbers.get(line.entry_id or 0))
            record(
                by=actor,
                verb=stages.AS_SEATED,
                target=f"R{number}",
                tournament=tournament,
                reason=reason,
                after={
                    "rounds": [number],
                    "since": swap.exchanges[0].since,
                    "entries": [[numbers[key], swap.names[key]] for key in (one, other)],
                    "tables": [each.hall for each in swap.tables],
                    "seats": seated,
                    **({"paired": stale} if stale else {}),
                },
            )
            for line in lines.filter(entry__in=(one, other)):
                scoresheets.forget_line_ups(
                    tournament=tournament, table_id=line.table_id, lines=(line.index,), actor=actor, reason=reason
                )
            return Round.objects.get(tournament=tournament, number=number)


def _seat(tournament: Tournament, swap: SeatSwap) -> None:
    """Write who sits where after a swap; where they have played there, the codes of the tables stay."""
    changed = {each.number: each for each in swap.tables}
    rows = TableLine.objects.filter(table__tournament=tournament, table__number__in=changed)
    lines = list(rows.select_related("table").order_by("table__number", "index"))
    teams = {key for each in swap.tables for key in each.after.lines if len(key) > 1}
    made = pairs.make_pairs(tournament, [(a, b) for a, b in teams])
    moved: list[TableLine] = []
    for each in swap.tables:
        at = [line for line in lines if line.table.number == each.number and line.entry_id is not None]
        for line, was, now in zip(at, each.before.lines, each.after.lines, strict=True):
            if was != now:
                line.entry_id = made[now[0], now[1]] if len(now) > 1 else now[0]
                moved.append(line)
    # In a round that was drawn afresh each brings along the table that it comes from.
    if len(moved) == 2 and moved[0].source_id is not None and moved[1].source_id is not None:
        first, second = moved
        first.source_id, second.source_id = second.source_id, first.source_id
        first.source_place, second.source_place = second.source_place, first.source_place
    write_back(moved, [*SEAT_FIELDS, "source", "source_place"])
    tables = Table.objects.filter(tournament=tournament, number__in=changed)
    # A penalty goes with who has it; at a rest there is no match that shows it.
    sits = {(each.after.round, key): each for each in swap.tables for key in each.after.keys}
    for ruling in Ruling.objects.filter(table__in=tables, entry__isnull=False).select_related("table__round"):
        now_at = sits.get((ruling.table.round.number if ruling.table else 0, ruling.entry_id or 0))
        if now_at is not None:
            ruling.table = next((row for row in tables if row.number == now_at.number and now_at.hall), None)
            ruling.save(update_fields=["table"])
    pairs.remove_pairs(tournament)
    if swap.exchanges[0].since:
        tables.update(version=F("version") + 1)
        return
    tables.update(version=F("version") + 1, code_generation=F("code_generation") + 1)
    deadlines.forget_absence(tables)
    deadlines.keep_next(tournament)
    again = TableLine.objects.filter(table__in=tables, table__status=CALLED).select_related("table", "entry")
    by_table: dict[int, list[TableLine]] = {}
    for line in again:
        by_table.setdefault(line.table_id, []).append(line)
    messages.tables_called([(called[0].table, called) for called in by_table.values()])


@contextmanager
def _writing_as_seen(tournament_id: int, seen: int | None) -> Iterator[Tournament]:
    """Open a write in an event, refused if somebody has written in it since version ``seen``."""
    with alone():
        require_version(tournament_id, seen)
        with writing(tournament_id) as tournament:
            yield tournament


def why_not_fixed(tournament: Tournament) -> str:
    """Return the code of the refusal to give anybody a fixed table or room; empty where they can have one."""
    return "fixed_table_in_rounds" if format_now(tournament).is_elimination else ""


def fix_table(
    *,
    actor: Actor,
    tournament_id: int,
    entry: int,
    reason: str,
    table: int = 0,
    room: str = "",
    seen: int | None = None,
) -> Entry:
    """Let an entry always play at one table (R-HND-10), or in one room (R-HND-13), in the rounds to come too.

    Only numbers change: who meets is as it was. Where one of the two tables is called, the round stays as it is.
    """
    if not reason.strip():
        raise RefusedError("reason_missing", field="reason")
    if bool(table) == bool(room):
        raise RefusedError("table_or_room", field="table")
    with _writing_as_seen(tournament_id, seen) as tournament:
        require_running(tournament)
        if code := why_not_fixed(tournament):
            raise RefusedError(code, field="table")
        if room and room not in [each.name for each in rooms_of(tournament.rooms)]:
            raise RefusedError("no_such_room", field="room", name=room)
        held = Entry.objects.filter(tournament=tournament, pk=entry).first()
        if held is None:
            raise RefusedError("entry_missing")
        fixed = dict(fixed_tables(tournament))
        before = fixed.pop(entry, 0)
        if table in fixed.values():
            other = Entry.objects.get(pk=next(key for key, number in fixed.items() if number == table))
            raise RefusedError("table_fixed_for", field="table", table=table, name=str(other))
        if before != table:
            _leave_table(tournament, entry, before, fixed)
        if table:
            _sit_at(tournament, entry, table, fixed)
        record(
            by=actor,
            verb=FIXED,
            target=held,
            tournament=tournament,
            reason=reason,
            after={"entries": [[held.number, held.label]], **({"fixed": table} if table else {"room": room})},
        )
        number_tables(tournament)
        return held


def _sit_at(tournament: Tournament, entry: int, table: int, others: Mapping[int, int]) -> None:
    """Give this number to the tables to come of an entry; ``others`` have these fixed tables."""
    here = Table.objects.filter(TO_COME, tournament=tournament, hall_number__isnull=False)
    own = here.filter(Q(lines__entry=entry) | Q(lines__entry__members__of=entry))
    # Who meets somebody at that one's fixed table plays there, and so does the partner of a round.
    theirs = Q(entry__in=others) | Q(entry__members__of__in=others)
    lines = TableLine.objects.filter(theirs, table__in=own)
    held = [
        number
        for number, hall, *keys in lines.values_list("table", "table__hall_number", "entry", "entry__members__of")
        if hall in {others.get(key) for key in keys}
    ]
    for mine in own.exclude(pk__in=held).distinct():
        move_table(mine, table)


def _leave_table(tournament: Tournament, entry: int, number: int, others: Mapping[int, int]) -> None:
    """Give back the number of a fixed table in the rounds to come; ``others`` have these fixed tables still."""
    here = Table.objects.filter(TO_COME, tournament=tournament, hall_number=number)
    for mine in here.filter(Q(lines__entry=entry) | Q(lines__entry__members__of=entry)).distinct():
        _give_back(mine, number, others)


def seat_again(tournament: Tournament, entry: int) -> None:
    """Let who has come back have the fixed table or the room again in the rounds that are not called yet (R-HND-10).

    While the entry was away its numbers were free, so its tables may have got others.
    """
    if why_not_fixed(tournament):
        return
    fixed = fixed_tables(tournament)
    if entry in fixed:
        _sit_at(tournament, entry, fixed[entry], {key: number for key, number in fixed.items() if key != entry})
    number_tables(tournament)


def number_tables(tournament: Tournament, *, anew: bool = False) -> None:
    """Let who always plays in a room have a table there in the rounds that are not called yet (R-HND-13).

    ``anew``: the rooms are others, so all tables of these rounds have new numbers; those that were kept while the
    others were paired anew have their own as long as there is one.
    """
    if not tournament.rooms and not anew:
        return
    rooms, fixed, homes = rooms_of(tournament.rooms), fixed_tables(tournament), fixed_rooms(tournament)
    paired = {row.round: row.kept for row in stages.pairings_of(tournament)} if anew else {}
    # A round whose calls were all taken back is not called either.
    for round_ in Round.objects.filter(tournament=tournament, tables__status=PLANNED).distinct():
        tables = Table.objects.filter(round=round_, hall_number__isnull=False)
        if tables.exclude(TO_COME).exists():
            continue
        in_order = sorted(tables, key=lambda each: (each.section != Table.Section.MAIN, each.best_place, each.number))
        numbers = {row.pk: row.hall_number or 0 for row in in_order}
        sits: dict[int, set[int]] = {row.pk: set() for row in in_order}
        if not format_in(tournament, round_.stage).is_elimination:
            lines = TableLine.objects.filter(table__in=sits)
            for at, *keys in lines.values_list("table", "entry", "entry__members__of"):
                sits[at] |= {key for key in keys if key is not None}
        if anew:
            new = numbers_of(rooms, len(in_order))
            stay = {key for each in paired.get(round_.number, ()) for key in each["entries"]}
            kept = {min(sits[at]): hall for at, hall in numbers.items() if sits[at] & stay and hall in new}
            numbers = with_fixed_tables(dict(zip(numbers, new, strict=True)), sits, {**fixed, **kept})
        numbers = with_rooms(numbers, sits, homes, rooms, fixed)
        for row in in_order:
            if row.hall_number != numbers[row.pk]:
                Table.objects.filter(pk=row.pk).update(hall_number=numbers[row.pk])


def move_table(table: Table, number: int) -> None:
    """Give a table a number in the hall; the one that has it takes the other, and where that is called both stay."""
    holder = Table.objects.filter(round_id=table.round_id, hall_number=number).first()
    if holder is None or Table.objects.filter(TO_COME, pk=holder.pk).exists():
        if holder is not None:
            Table.objects.filter(pk=holder.pk).update(hall_number=table.hall_number)
        Table.objects.filter(pk=table.pk).update(hall_number=number)
        table.hall_number = number


def unfix_table(*, actor: Actor, tournament_id: int, entry: int, seen: int | None = None) -> Entry:
    """Let an entry play at any table again (R-HND-10), in the rounds to come that are made already too.

    Its tables have the numbers again that they would have without it. Where one of the two tables is called, the round
    stays as it is, and so are the rounds that are made already where it had a room (R-HND-13).
    """
    with _writing_as_seen(tournament_id, seen) as tournament:
        require_running(tournament)
        held = Entry.objects.filter(tournament=tournament, pk=entry).first()
        fixed = dict(fixed_tables(tournament))
        if held is None or (entry not in fixed and entry not in fixed_rooms(tournament)):
            raise RefusedError("no_fixed_table")
        _leave_table(tournament, entry, fixed.pop(entry, 0), fixed)
        record(
            by=actor,
            verb=UNFIXED,
            target=held,
            tournament=tournament,
            after={"entries": [[held.number, held.label]]},
        )
        number_tables(tournament)
        return held


def _give_back(mine: Table, number: int, fixed: Mapping[int, int]) -> None:
    """Give back the number in the hall that a table has only by a fixed one; ``fixed`` are those that hold still."""
    in_hall = Table.objects.filter(round_id=mine.round_id, hall_number__isnull=False)
    rows = sorted(in_hall, key=lambda row: (row.section != Table.Section.MAIN, row.best_place, row.number))
    lines = mine.lines.values_list("entry", "entry__members__of")
    own = [fixed[key] for keys in lines for key in keys if key in fixed]
    has = {row.hall_number: row for row in rows}
    usual = numbers_of(rooms_of(mine.tournament.rooms), len(rows))
    place = usual[rows.index(mine)]
    if own:
        # Somebody else with a fixed table sits here, and plays there now.
        wanted = min(own)
    elif number not in usual:
        # A hall has no such table: another number is free.
        wanted = next(each for each in (place, *usual) if each not in has)
    else:
        wanted = place
    holder = has.get(wanted)
    is_to_come = holder is None or Table.objects.filter(TO_COME, pk=holder.pk).exists()
    if not is_to_come or (holder is not None and wanted in fixed.values() and not own):
        return
    if holder is not None:
        Table.objects.filter(pk=holder.pk).update(hall_number=number)
    Table.objects.filter(pk=mine.pk).update(hall_number=wanted)
