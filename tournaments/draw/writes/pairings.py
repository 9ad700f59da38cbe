"""Pair the next round or stage from the standings; and pair it again, around kept tables or somebody's absence."""

from collections.abc import Callable, Collection, Mapping, Sequence

from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import InRounds, KingFormat, PairedFormat
from tournaments.competition.formats.stage_reasons import firsts
from tournaments.competition.formats.stages import StagesFormat
from tournaments.competition.match import outcomes
from tournaments.competition.match.outcomes import DUEL, Chairs
from tournaments.competition.stages.alone import ABSENT
from tournaments.competition.stages.by_hand import Kept
from tournaments.competition.stages.facts import Meeting
from tournaments.competition.stages.king import at_their_height
from tournaments.deadlines import writes as deadlines
from tournaments.draw.writes import plans
from tournaments.errors import RefusedError
from tournaments.frame.policies import Actor
from tournaments.frame.reads.formats import format_in, regulation_of
from tournaments.frame.writes.transaction import alone, look_ahead, record, require_version, writing
from tournaments.games.contract import Json
from tournaments.models import Entry, Round, Table, TableLine, Tournament
from tournaments.standings.reads import level
from tournaments.standings.reads.pairings import Pairing, last_paired, next_pairing, pair_again
from tournaments.tables.reads import stages
from tournaments.tables.reads.stages import StageSeat
from tournaments.tables.writes.progress import require_running

MOST_LOGGED = 200
# So many of those who are level are named in a refusal.
MOST_NAMED = 6


def pairing_of(tournament: Tournament) -> Pairing:
    """Return the pairing of the round that is not called yet, or else of the next round; writes nothing.

    Refused while a round is played, and once all rounds have been paired.
    """
    event_format, seats = _require_pairable(tournament)
    number = last_paired(event_format, seats)
    if number < 2 or plans.count_called_tables(tournament, number):
        return next_pairing(tournament, event_format, seats)
    now = [seat for seat in seats if seat.round >= number]
    found = pair_again(tournament, event_format, [seat for seat in seats if seat.round < number], now)
    made = firsts(stages.meetings_of(now))
    return Pairing(number, found.paired, found.plan, found.stage, made, found.apart)


def _require_pairable(tournament: Tournament) -> tuple[PairedFormat | StagesFormat, list[StageSeat]]:
    require_running(tournament)
    event_format = format_of(tournament.format)
    if not isinstance(event_format, PairedFormat | StagesFormat):
        raise RefusedError("not_paired_by_standing")
    return event_format, stages.seats_of(tournament)


def pair_round(*, actor: Actor, tournament_id: int, seen: int | None = None, by_lot: bool = False) -> Round:
    """Pair the next round, or begin the next stage, from the standings; its tables are called as those of any round.

    ``seen`` is the version of the event whose pairing was shown: refused if anybody has written in it since. A stage
    does not begin while an extra deal or the highest card can part some who are level, but ``by_lot`` (R-TIE-19).
    """
    with alone():
        require_version(tournament_id, seen)
        with writing(tournament_id) as tournament:
            found = next_pairing(tournament, *_require_pairable(tournament))
            # The hall can still part some who are level at the end of a stage.
            undecided = level.open_levels(tournament) if not by_lot and found.stage != tournament.stage else ()
            if undecided:
                labels = Entry.objects.in_bulk(undecided[0].keys)
                names = [str(labels[key]) for key in undecided[0].keys]
                more = ["…"] if len(names) > MOST_NAMED else []
                raise RefusedError("level_before_stage", names=", ".join([*names[:MOST_NAMED], *more]))
            plans.make_tables(tournament, found.plan, minutes=tournament.round_minutes, stage=found.stage)
            _play(tournament, found.stage)
            deadlines.keep_next(tournament)
            return _record(actor, tournament, found, {"by_lot": True} if by_lot else {})


def pair_others(
    *,
    actor: Actor,
    tournament_id: int,
    number: int,
    entries: Sequence[int],
    reason: str,
    seen: int | None = None,
) -> Round:
    """Pair the round that was paired last anew, but for the tables of these ``entries``, which stay (R-HND-05).

    Who is absent for the round stays so. Refused once one of its tables has been called.
    """
    if not reason.strip():
        raise RefusedError("reason_missing", field="reason")
    with alone():
        require_version(tournament_id, seen)
        with writing(tournament_id) as tournament:
            absent = absent_in(tournament, number)
            here = {seat.entry for seat in stages.seats_of(tournament) if seat.round == number} - absent.keys()
            if not entries or not here.issuperset(entries):
                raise RefusedError("not_in_round", field="entries")
            return _pair_anew(actor, tournament, number, entries, absent, reason)


def skip_round(
    *, actor: Actor, tournament_id: int, number: int, entry: int, vp: int, reason: str, seen: int | None = None
) -> Round:
    """Let an entry be absent for the round that was paired last, with so many VP, and pair the others (R-HND-09).

    No more VP than a rest gives. It is paired again from the next round on.
    """
    if not reason.strip():
        raise RefusedError("reason_missing", field="reason")
    with alone():
        require_version(tournament_id, seen)
        with writing(tournament_id) as tournament:
            if all(seat.entry != entry for seat in stages.seats_of(tournament) if seat.round == number):
                raise RefusedError("not_in_round", field="entry")
            _require_in_event(tournament, entry)
            most = most_vp_of_absent(tournament)
            if vp > most:
                raise RefusedError("absent_has_too_much", field="vp", most=most, given=vp)
            absent = {**absent_in(tournament, number), entry: vp}
            return _pair_anew(actor, tournament, number, (), absent, reason)


def end_skip(*, actor: Actor, tournament_id: int, number: int, entry: int, seen: int | None = None) -> Round:
    """Take somebody who was to be absent for a round back into it, and pair the others anew."""
    with alone():
        require_version(tournament_id, seen)
        with writing(tournament_id) as tournament:
            absent = dict(absent_in(tournament, number))
            if absent.pop(entry, None) is None:
                raise RefusedError("not_absent", field="entry")
            _require_in_event(tournament, entry)
            return _pair_anew(actor, tournament, number, (), absent, "")


def _require_in_event(tournament: Tournament, entry: int) -> None:
    """Refuse somebody who has left: their rounds to come give nothing, and others have the walkover (R-STG-13)."""
    gone = Entry.objects.filter(tournament=tournament, pk=entry, status=Entry.Status.WITHDRAWN).first()
    if gone is not None:
        raise RefusedError("already_withdrawn", field="entry", name=gone.label)


def why_not_paired_anew(tournament: Tournament, seats: Sequence[StageSeat], number: int) -> str:
    """Return the code of the refusal to pair a round anew around some of its tables; empty where it can be (R-HND-05).

    ``seats`` are all of the event. Whether a table has been called is not asked.
    """
    stage = next((seat.stage for seat in seats if seat.round == number), 0)
    part = format_in(tournament, stage) if stage else None
    if not isinstance(part, PairedFormat):
        return "tables_known" if isinstance(part, InRounds) else "not_paired_around"
    if number in stages.starts_in(seats):
        return "begins_stage"
    return "not_paired_last" if seats[-1].round > number else ""


def preview_anew(
    *, tournament: Tournament, number: int, step: Callable[[], object]
) -> tuple[Sequence[StageSeat], Sequence[StageSeat]]:
    """Return who sits where in a round before and after ``step``, which pairs it anew; refused like the step."""

    def seats() -> Sequence[StageSeat]:
        return [seat for seat in stages.seats_of(tournament) if seat.round == number]

    return look_ahead(tournament_id=tournament.pk, step=step, read=seats)


def most_vp_of_absent(tournament: Tournament) -> int:
    """Return the most VP that somebody has who is absent for a round: those of a rest, 0 where there are none."""
    rest = outcomes.bye(regulation_of(tournament), Chairs(DUEL), [0])
    return rest.vp[0] or 0


def absent_in(tournament: Tournament, number: int) -> Mapping[int, int]:
    """Return who is absent for a round, with the VP that each has."""
    lines = TableLine.objects.filter(
        table__tournament=tournament, table__round__number=number, table__status=Table.Status.BYE, entry__isnull=False
    )
    return {line.entry_id or 0: line.vp or 0 for line in lines.select_related("table") if line.table.note.get(ABSENT)}


def _pair_anew(
    actor: Actor, tournament: Tournament, number: int, stay: Collection[int], absent: Mapping[int, int], reason: str
) -> Round:
    """Make the tables of the round that was paired last anew: those of ``stay`` are kept, the absent sit alone."""
    why_not = why_not_paired_anew(tournament, stages.seats_of(tournament), number)
    if why_not:
        raise RefusedError(why_not)
    event_format, seats = _require_pairable(tournament)
    before = [seat for seat in seats if seat.round < number]
    now = [seat for seat in seats if seat.round == number]
    # Tables of this round that were kept before stay too.
    row = next((each for each in stages.pairings_of(tournament) if each.round == number), None)
    known = [each["entries"] for each in (row.kept if row is not None else ()) if len(each["entries"]) > 1]
    stay = {*stay, *(key for keys in known for key in keys)}
    kept, was_absent = [], absent_in(tournament, number)
    made = [each for each in stages.meetings_of(now) if each.keys[0] not in was_absent]
    for at, each in enumerate(made):
        if absent.keys().isdisjoint(each.keys) and not stay.isdisjoint(each.keys):
            kept.append(Kept(at, each))
    # Alone, and behind all others.
    away = [Meeting(number, (seat.entry,), seat.group) for seat in now if seat.entry in absent]
    kept += [Kept(len(seats), each) for each in away]
    gone = tournament.entries.filter(status=Entry.Status.WITHDRAWN).values_list("pk", flat=True)
    sitting = {key for _at, each in kept for key in each.keys}
    left, part = len({seat.entry for seat in now} - sitting - set(gone)), format_in(tournament, now[0].stage)
    least = part.at_a_table if isinstance(part, InRounds) else 0
    if left < least:
        raise RefusedError("too_few_to_pair", least=least, left=left)
    plans.unmake_tables(tournament, number)
    found = next_pairing(tournament, event_format, before, kept=sorted(kept))
    if away and isinstance(part, KingFormat):
        order = next_pairing(tournament, event_format, before).paired.order
        others = [each for each in found.paired.meetings if each not in away]
        whole = at_their_height(order, others, away)
        kept = [
            Kept(whole.index(each), each) for each in [*(meeting for at, meeting in kept if at < len(seats)), *away]
        ]
        found = next_pairing(tournament, event_format, before, kept=sorted(kept))
    together = {key for _at, meeting in kept for key in meeting.keys} - absent.keys()
    halls = {seat.entry: seat.hall for seat in now if seat.hall is not None and seat.entry in together}
    plans.make_tables(tournament, found.plan, minutes=tournament.round_minutes, stage=found.stage, kept=halls)
    has_vp = regulation_of(tournament).has_vp
    alone_here = TableLine.objects.filter(
        table__tournament=tournament, table__round__number=number, entry__in=absent, table__status=Table.Status.BYE
    )
    for line in alone_here.select_related("table"):
        line.place, line.vp, line.mp = None, absent[line.entry_id or 0] if has_vp else None, 0 if has_vp else None
        line.save(update_fields=["place", "vp", "mp"])
        line.table.note = {ABSENT: True}
        line.table.save(update_fields=["note"])
    deadlines.keep_next(tournament)
    numbers = dict(Entry.objects.filter(tournament=tournament).values_list("pk", "number"))
    where = {meeting: at for at, meeting in enumerate(found.paired.meetings)}
    more: dict[str, Json] = {
        "kept": sorted([where[meeting], [numbers[key] for key in meeting.keys]] for _at, meeting in kept)
    }
    if absent:
        names = dict(Entry.objects.filter(pk__in=absent).values_list("pk", "label"))
        more["absent"] = [[numbers[key], names[key], *([vp] if has_vp else [])] for key, vp in absent.items()]
    return _record(actor, tournament, found, more, reason)


def _record(actor: Actor, tournament: Tournament, found: Pairing, more: Mapping[str, Json], reason: str = "") -> Round:
    """Log a round that was paired."""
    # The numbers in the hall of the first tables of the round; who rests has none.
    in_hall = Table.objects.filter(tournament=tournament, round__number=found.number, hall_number__isnull=False)
    tables = list(in_hall.order_by("hall_number").values_list("hall_number", flat=True)[:MOST_LOGGED])
    # An installation that imports the event knows its entries by their numbers in it.
    numbers = dict(Entry.objects.filter(tournament=tournament).values_list("pk", "number"))
    order = [numbers[key] for key in found.paired.order]
    if found.paired.score_groups:
        more = {"score_groups": list(found.paired.score_groups), **more}
    if found.apart:
        # Without the names of the sets, as the public state has them.
        sets = [[[numbers[key] for key in each.keys], each.until] for each in found.apart]
        more = {"apart": sets, **more}
    record(
        by=actor,
        verb="round_paired",
        target=f"R{found.number}",
        tournament=tournament,
        reason=reason,
        after={"stage": found.stage, "tables": tables, "order": order, **more},
    )
    return Round.objects.get(tournament=tournament, number=found.number)


def _play(tournament: Tournament, stage: int) -> None:
    """Say which stage is played from now on."""
    if tournament.stage != stage:
        tournament.stage = stage
        tournament.save(update_fields=["stage"])


def unpair_round(*, actor: Actor, tournament_id: int, reason: str) -> Tournament:
    """Take the last pairing back while none of its tables has been called, so that a correction reaches it."""
    if not reason.strip():
        raise RefusedError("reason_missing", field="reason")
    with writing(tournament_id) as tournament:
        number = last_paired(*_require_pairable(tournament))
        if number < 2:
            raise RefusedError("nothing_paired")
        plans.unmake_tables(tournament, number)
        _play(tournament, tournament.rounds.order_by("-number").values_list("stage", flat=True)[0])
        record(by=actor, verb="round_unpaired", target=f"R{number}", tournament=tournament, reason=reason)
        return tournament
