"""The pairing of the next round from the standings: of a Danish or a Swiss, and of the next stage of an event."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import PairedFormat
from tournaments.competition.formats.stage_reasons import first_meetings, firsts, from_before
from tournaments.competition.formats.stages import StagesFormat, paired_within
from tournaments.competition.stages.by_standing import Paired
from tournaments.competition.stages.facts import Meeting
from tournaments.competition.types import Plan
from tournaments.errors import RefusedError
from tournaments.games.registry import game
from tournaments.models import Entry, Round, Table, Tournament
from tournaments.policies import Actor
from tournaments.selectors import level, stages
from tournaments.selectors.penalties import deductions, deductions_of
from tournaments.selectors.rounds import named
from tournaments.selectors.stages import OVER, Seat
from tournaments.services.deadlines import openings
from tournaments.services.draw import plans
from tournaments.services.tables.progress import require_running
from tournaments.services.transactions.transaction import alone, record, writing
from tournaments.services.transactions.versions import require_version

MOST_LOGGED = 200
# So many of those who are level are named in a refusal.
MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class Pairing:
    """The pairing of round ``number`` by the standings of now, in stage ``stage``; ``plan`` are the tables to make.

    ``made`` are the tables where it has been paired already; they stay until it is paired anew. In a stage that is
    known from its start these are the first tables of everybody.
    """

    number: int
    paired: Paired
    plan: Plan
    stage: int = 1
    made: tuple[Meeting, ...] = ()

    @property
    def is_other(self) -> bool:
        """Whether the standings have changed the pairing since its tables were made."""
        return bool(self.made) and set(map(_people, self.made)) != set(map(_people, self.paired.meetings))


def _people(meeting: Meeting) -> frozenset[frozenset[int]]:
    return frozenset(map(frozenset, meeting.lines))


def pairing_of(tournament: Tournament) -> Pairing:
    """Return the pairing of the round that is not called yet, or else of the next round; writes nothing.

    Refused while a round is played, and once all rounds have been paired.
    """
    event_format, seats = _begun(tournament)
    number = _last_paired(event_format, seats)
    if number < 2 or plans.called_from(tournament, number):
        return _next(tournament, event_format, seats)
    found = _next(tournament, event_format, [seat for seat in seats if seat.round < number])
    made = firsts(stages.meetings_of([seat for seat in seats if seat.round >= number]))
    return Pairing(number, found.paired, found.plan, found.stage, made)


def _begun(tournament: Tournament) -> tuple[PairedFormat | StagesFormat, list[Seat]]:
    require_running(tournament)
    event_format = format_of(tournament.format)
    if not isinstance(event_format, PairedFormat | StagesFormat):
        raise RefusedError("not_paired_by_standing")
    return event_format, stages.seats_of(tournament)


def _last_paired(event_format: PairedFormat | StagesFormat, seats: Sequence[Seat]) -> int:
    """Return the first round of what was paired last: one round, or all of a stage that is known from its start."""
    starts = stages.starts_in(seats)
    if not starts:
        return 0
    is_by_round = not isinstance(event_format, StagesFormat) or isinstance(
        event_format.parts[len(starts) - 1].format, PairedFormat
    )
    return max(seat.round for seat in seats) if is_by_round else starts[-1]


def _next(tournament: Tournament, event_format: PairedFormat | StagesFormat, seats: Sequence[Seat]) -> Pairing:
    number, starts = max((seat.round for seat in seats), default=0), stages.starts_in(seats)
    staged = event_format if isinstance(event_format, StagesFormat) else None
    now = event_format if staged is None else staged.parts[len(starts) - 1].format
    planned = starts[-1] - 1 + now.planned_rounds if starts else 0
    if number >= planned and (staged is None or len(starts) == len(staged.parts)):
        raise RefusedError("all_rounds_paired", rounds=max(number, planned))
    if not number or any(seat.status not in OVER for seat in seats):
        raise RefusedError("round_unfinished", **named(tournament, number or 1))
    facts = stages.facts_of(tournament, seats)
    taken = deductions(tournament) if staged is None else deductions_of(tournament)(staged.counted(len(starts)))
    low_wins = game(tournament.game).low_wins
    first_number = max(seat.table for seat in seats) + 1
    if isinstance(now, PairedFormat) and number < planned:
        own = facts if staged is None else staged.facts_of(facts, starts, len(starts))
        paired = paired_within(now, own, starts[-1], taken, low_wins=low_wins)
        return Pairing(number + 1, paired, now.plan_of(paired.meetings, first_number), len(starts))
    assert staged is not None  # noqa: S101 - the others have been refused
    if not staged.has_next(facts, starts):
        coming = staged.coming(facts, starts)
        if coming > 1 and staged.parts[len(starts)].apart:
            raise RefusedError("too_few_for_finals")
        raise RefusedError("too_few_for_stage", given=coming)
    standing = staged.standing(facts, starts, len(starts), taken, low_wins=low_wins).without(facts.left)
    own = staged.facts_of(facts, [*starts, number + 1], len(starts) + 1)
    plan = staged.begin(len(starts) + 1, standing, own, number + 1, first_number)
    meetings = first_meetings(plan)
    reasons = from_before(meetings, standing, now)
    return Pairing(number + 1, Paired(meetings, reasons, standing.order), plan, len(starts) + 1)


def pair_round(*, actor: Actor, tournament_id: int, seen: int | None = None, by_lot: bool = False) -> Round:
    """Pair the next round, or begin the next stage, from the standings; its tables are called as those of any round.

    ``seen`` is the version of the event whose pairing was shown: refused if anybody has written in it since. A stage
    does not begin while an extra deal or the highest card can part some who are level, but ``by_lot`` (R-TIE-19).
    """
    with alone():
        require_version(tournament_id, seen)
        with writing(tournament_id) as tournament:
            found = _next(tournament, *_begun(tournament))
            if not by_lot and found.stage != tournament.stage:
                _require_decided(tournament)
            plans.make_tables(tournament, found.plan, minutes=tournament.round_minutes, stage=found.stage)
            _play(tournament, found.stage)
            openings.keep_next(tournament)
            record(
                by=actor, verb="round_paired", target=f"R{found.number}", tournament=tournament,
                after={
                    "stage": found.stage,
                    "tables": _in_hall(tournament, found.number),
                    "order": _numbers(tournament, found.paired.order),
                    **({"by_lot": True} if by_lot else {}),
                },
            )  # fmt: skip
            return Round.objects.get(tournament=tournament, number=found.number)


def _require_decided(tournament: Tournament) -> None:
    """Refuse while the hall can still part some who are level at the end of a stage."""
    found = level.undecided(tournament)
    if found:
        labels = Entry.objects.in_bulk(found[0].keys)
        names = [str(labels[key]) for key in found[0].keys]
        more = ["…"] if len(names) > MOST_NAMED else []
        raise RefusedError("level_before_stage", names=", ".join([*names[:MOST_NAMED], *more]))


def _play(tournament: Tournament, stage: int) -> None:
    """Say which stage is played from now on."""
    if tournament.stage != stage:
        tournament.stage = stage
        tournament.save(update_fields=["stage"])


def _in_hall(tournament: Tournament, number: int) -> list[int | None]:
    """Return the numbers in the hall of the first tables of a round; who rests has none."""
    tables = Table.objects.filter(tournament=tournament, round__number=number, hall_number__isnull=False)
    return list(tables.order_by("hall_number").values_list("hall_number", flat=True)[:MOST_LOGGED])


def _numbers(tournament: Tournament, order: Sequence[int]) -> list[int]:
    """Return the numbers of these entries in the event: an installation that imports it knows them by these."""
    numbers = dict(Entry.objects.filter(tournament=tournament).values_list("pk", "number"))
    return [numbers[key] for key in order]


def unpair_round(*, actor: Actor, tournament_id: int, reason: str) -> Tournament:
    """Take the last pairing back while none of its tables has been called, so that a correction reaches it."""
    if not reason.strip():
        raise RefusedError("reason_missing", field="reason")
    with writing(tournament_id) as tournament:
        number = _last_paired(*_begun(tournament))
        if number < 2:
            raise RefusedError("nothing_paired")
        plans.unmake_tables(tournament, number)
        _play(tournament, tournament.rounds.order_by("-number").values_list("stage", flat=True)[0])
        record(by=actor, verb="round_unpaired", target=f"R{number}", tournament=tournament, reason=reason)
        return tournament
