"""The pairing of a round by the standings: of the next one, and of those paired before (R-STG-02, R-STG-07)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import PairedFormat
from tournaments.competition.formats.stage_reasons import first_meetings, firsts, from_before
from tournaments.competition.formats.stages import StagesFormat, later, pair_next_round
from tournaments.competition.stages.by_hand import Kept, after_exchanges, before_exchanges
from tournaments.competition.stages.by_standing import Paired
from tournaments.competition.stages.correction import PairedRound, people_of
from tournaments.competition.stages.facts import Apart, Meeting, Reason
from tournaments.competition.types import Plan
from tournaments.discipline.reads import deductions, deductions_of
from tournaments.draw.reads.apart import apart_sets
from tournaments.errors import RefusedError
from tournaments.events.reads.rounds import round_values
from tournaments.games.registry import game
from tournaments.models import AuditEntry, Tournament
from tournaments.tables.reads import stages
from tournaments.tables.reads.stages import OVER, StageSeat

# Steps that change who has won what: their rows name the rounds that were paired on it.
CORRECTED = ("score_corrected", stages.AS_SEATED)


@dataclass(frozen=True, slots=True)
class Pairing:
    """The pairing of round ``number`` by the standings of now, in stage ``stage``; ``plan`` are the tables to make.

    ``made`` are the tables where it has been paired already; they stay until it is paired anew. In a stage that is
    known from its start these are the first tables of everybody. ``apart`` are those who should not meet in it.
    """

    number: int
    paired: Paired
    plan: Plan
    stage: int = 1
    made: tuple[Meeting, ...] = ()
    apart: tuple[Apart, ...] = ()

    @property
    def is_other(self) -> bool:
        """Whether the standings have changed the pairing since its tables were made."""
        return bool(self.made) and people_of(self.made) != people_of(self.paired.meetings)


def last_paired(event_format: PairedFormat | StagesFormat, seats: Sequence[StageSeat]) -> int:
    """Return the first round of what was paired last: one round, or all of a stage that is known from its start."""
    starts = stages.starts_in(seats)
    if not starts:
        return 0
    is_by_round = not isinstance(event_format, StagesFormat) or isinstance(
        event_format.parts[len(starts) - 1].format, PairedFormat
    )
    return max(seat.round for seat in seats) if is_by_round else starts[-1]


def next_pairing(
    tournament: Tournament,
    event_format: PairedFormat | StagesFormat,
    seats: Sequence[StageSeat],
    then: Collection[int] | None = None,
    kept: Sequence[Kept] = (),
    apart: Sequence[Apart] | None = None,
) -> Pairing:
    """Return the pairing of the round after these seats, by the standings of now; refused where there is none.

    Of a round that was paired already ``then`` is everybody who was in it: so nobody is left out who left the event
    later, and nobody taken in who came later. The tables ``kept`` stay where they are, and all others are paired
    (R-HND-05). ``apart`` are those who were kept apart in it; None where it is paired now.
    """
    number, starts = max((seat.round for seat in seats), default=0), stages.starts_in(seats)
    staged = event_format if isinstance(event_format, StagesFormat) else None
    now = event_format if staged is None else staged.parts[len(starts) - 1].format
    planned = starts[-1] - 1 + now.planned_rounds if starts else 0
    if number >= planned and (staged is None or len(starts) == len(staged.parts)):
        raise RefusedError("all_rounds_paired", rounds=max(number, planned))
    if not number or any(seat.status not in OVER for seat in seats):
        raise RefusedError("round_unfinished", **round_values(tournament, number or 1))
    apart = [each.apart for each in apart_sets(tournament)] if apart is None else apart
    held = tuple([each for each in apart if each.holds_in(number + 1)])
    facts = replace(stages.facts_of(tournament, seats), apart=held)
    if then is not None:
        before = {seat.entry for seat in seats}
        facts = replace(
            facts,
            entrants=tuple([each for each in facts.entrants if each.key in before or each.key in then]),
            left={key: round_ for key, round_ in facts.left.items() if key not in then},
        )
    taken = deductions(tournament) if staged is None else deductions_of(tournament)(staged.counting_stages(len(starts)))
    low_wins = game(tournament.game).low_wins(tournament.rules)
    first_number = max(seat.table for seat in seats) + 1
    if isinstance(now, PairedFormat) and number < planned:
        own = facts if staged is None else staged.facts_of(facts, starts, len(starts))
        sits = {key: own.last_round for each in kept for key in each.meeting.keys}
        others = replace(own, left={**own.left, **sits}) if kept else own
        paired = pair_next_round(now, others, starts[-1], taken, low_wins=low_wins)
        for at, meeting in kept:
            paired = paired._replace(
                meetings=(*paired.meetings[:at], meeting, *paired.meetings[at:]),
                reasons=(*paired.reasons[:at], Reason("changed_by_hand"), *paired.reasons[at:]),
            )
        return Pairing(number + 1, paired, now.plan_of(paired.meetings, first_number), len(starts), apart=held)
    assert staged is not None  # noqa: S101 - the others have been refused
    if not staged.has_next(facts, starts):
        coming = staged.coming(facts, starts)
        if coming > 1 and staged.parts[len(starts)].apart:
            raise RefusedError("too_few_for_finals")
        raise RefusedError("too_few_for_stage", given=coming)
    standing = staged.standing(facts, starts, len(starts), taken, low_wins=low_wins).without(facts.left)
    own = staged.facts_of(facts, [*starts, number + 1], len(starts) + 1)
    counting = deductions_of(tournament)(staged.counting_stages(len(starts) + 1))
    plan = staged.begin(len(starts) + 1, standing, own, number + 1, first_number, counting, low_wins=low_wins)
    meetings = first_meetings(plan)
    by_all = staged.first_by_all(len(starts) + 1, standing, own, counting, low_wins=low_wins)
    if by_all is None:
        is_crossed = staged.parts[len(starts)].is_crossed
        whys = from_before(meetings, standing, now, is_crossed=is_crossed)
        paired = Paired(meetings, whys, standing.order)
    else:
        reasons = tuple([later(reason, number) for reason in by_all.reasons])
        paired = Paired(meetings, reasons, by_all.order, by_all.score_groups)
    return Pairing(number + 1, paired, plan, len(starts) + 1, apart=held)


def pair_again(
    event: Tournament,
    event_format: PairedFormat | StagesFormat,
    before: Sequence[StageSeat],
    now: Sequence[StageSeat],
    then: Collection[int] | None = None,
) -> Pairing:
    """Return how the results ``before`` would pair the round of the seats ``now``, with what was changed by hand there.

    So it differs from the tables that were made only where the results have changed since.
    """
    number = now[0].round
    exchanges = stages.exchanges_of(event)
    made = before_exchanges(stages.meetings_of(now), exchanges)
    row = next((each for each in stages.pairings_of(event) if each.round == number), None)
    kept = [Kept(each["at"], made[each["at"]]) for each in (row.kept if row is not None else ())]
    found = next_pairing(event, event_format, before, then, kept, row.sets if row is not None else ())
    meetings = after_exchanges(found.paired.meetings, exchanges)
    reasons = [
        why if meeting == drawn else Reason("changed_by_hand")
        for meeting, drawn, why in zip(meetings, found.paired.meetings, found.paired.reasons, strict=True)
    ]
    return replace(found, paired=found.paired._replace(meetings=meetings, reasons=tuple(reasons)))


def paired_rounds(event: Tournament, since: int = 1) -> tuple[PairedRound, ...]:
    """Return the rounds after ``since`` that were paired from results, each with how the results of now would pair it.

    Of a stage that is known from its start that is its first round. A round that the results of now cannot pair is left
    out. A number of queries for each round.
    """
    event_format = format_of(event.format)
    if not isinstance(event_format, PairedFormat | StagesFormat):
        return ()
    seats = stages.seats_of(event)
    starts, last = stages.starts_in(seats), max((seat.round for seat in seats), default=0)
    numbers: list[int] = []
    if isinstance(event_format, StagesFormat):
        for stage, first in enumerate(starts, 1):
            until = starts[stage] - 1 if stage < len(starts) else last
            is_by_round = isinstance(event_format.parts[stage - 1].format, PairedFormat)
            numbers += range(first, until + 1) if is_by_round else [first]
    else:
        numbers += range(1, last + 1)
    # The first round of an event is paired from no results.
    after = max(since, 1)
    found = [_paired_round(event, event_format, seats, number) for number in numbers if number > after]
    return tuple([each for each in found if each is not None])


def corrected_pairings(event: Tournament) -> tuple[PairedRound, ...]:
    """Return what was paired last, if a result that it was paired on has been corrected since (R-STG-29).

    That is one round, or the first of a stage that is known from its start. Empty once another correction has made the
    pairing right again. One query where no such correction was made.
    """
    corrected: set[int] = set()
    steps = AuditEntry.objects.filter(tournament=event, verb__in=(stages.PAIRED, stages.UNPAIRED, *CORRECTED))
    for verb, target, after in steps.order_by("seq").values_list("verb", "target", "after"):
        if verb in CORRECTED:
            corrected.update((after or {}).get("paired", ()))
        else:
            corrected.discard(int(target.removeprefix("R")))
    event_format = format_of(event.format)
    if not corrected or not isinstance(event_format, PairedFormat | StagesFormat):
        return ()
    seats = stages.seats_of(event)
    last = last_paired(event_format, seats)
    found = _paired_round(event, event_format, seats, last) if last in corrected else None
    return (found,) if found is not None and found.is_other else ()


def _paired_round(
    event: Tournament, event_format: PairedFormat | StagesFormat, seats: Sequence[StageSeat], number: int
) -> PairedRound | None:
    before = [seat for seat in seats if seat.round < number]
    here = next(seat for seat in seats if seat.round == number)
    begins = here.round in stages.starts_in(seats)
    is_whole = (
        begins
        and isinstance(event_format, StagesFormat)
        and not isinstance(event_format.parts[here.stage - 1].format, PairedFormat)
    )
    now = [
        seat
        for seat in seats
        if (seat.stage == here.stage and seat.round >= number if is_whole else seat.round == number)
    ]
    try:
        found = pair_again(event, event_format, before, now, {seat.entry for seat in now})
    except RefusedError:
        return None
    meetings = stages.meetings_of(now)
    tables = {seat.table: seat for seat in now}.values()
    return PairedRound(
        number,
        firsts(meetings) if is_whole else meetings,
        found.paired.meetings,
        stage=here.stage if begins and here.stage > 1 else 0,
        called=sum(seat.is_called for seat in tables),
        played=sum(seat.is_written for seat in tables),
    )
