"""The facts of a stage that is played in rounds, read from its tables; and what its rounds were paired from."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from django.db import connection

from tournaments.competition.discipline import Deduction
from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import InRounds, PairedFormat
from tournaments.competition.formats.stage_reasons import reasons
from tournaments.competition.formats.stages import Part, StagesFormat
from tournaments.competition.stages.by_hand import Exchange, before_exchanges
from tournaments.competition.stages.facts import Apart, Decided, Facts, Meeting, Reason, Result, Score
from tournaments.competition.stages.standing import Row
from tournaments.competition.stages.tallies import NO_DEDUCTIONS
from tournaments.competition.types import Entrant
from tournaments.discipline.reads import deductions, deductions_of
from tournaments.frame.reads.entry_places import lots_of
from tournaments.games.contract import Json
from tournaments.games.registry import game
from tournaments.models import AuditEntry, Draw, Entry, Ruling, Tournament

# Written once: Django would compile every column anew for each query.
# A match that a no-show lost without a card; a ruling at a table that is played on leaves its deals.
NOBODY_CAME = """(
  seated.ending = 'forfeit' AND seated.deals_played = 0 AND CAST(seated.note AS TEXT) LIKE '%%"no_show"%%'
)"""
SEATED = f"""
SELECT seated.number, seated.hall_number, held.number, held.stage, held.status = 'announced', seated."group",
  seated.status, seated.ending,
  line."index", COALESCE(member.of_id, line.entry_id), line.place, COALESCE(line.points, 0), COALESCE(line.vp, 0),
  COALESCE(line.mp, 0), line.deals, line.is_absent, {NOBODY_CAME}
FROM tournaments_table seated
JOIN tournaments_tableline line ON line.table_id = seated.id
JOIN tournaments_round held ON held.id = seated.round_id
LEFT JOIN tournaments_entrymember member ON member.entry_id = line.entry_id AND member.of_id IS NOT NULL
WHERE seated.tournament_id = %s AND line.entry_id IS NOT NULL
ORDER BY seated.number, line."index", member.position
"""  # noqa: S608 - all of it stands here

OVER = ("done", "bye")
# Endings of tables at which nobody sat down.
AUTOMATIC = ("bye", "walkover")

PAIRED, UNPAIRED = "round_paired", "round_unpaired"
SWAPPED, AS_SEATED, WITHDRAWN = "seats_swapped", "played_as_seated", "draw_withdrawn"
# Steps of the log after which the standings may differ from those of an earlier pairing.
CHANGES = (
    "score_corrected",
    AS_SEATED,
    "score_undone",
    "penalty_given",
    "penalty_applied",
    "penalty_cancelled",
    "entry_withdrawn",
    "entry_reinstated",
)


class PairingOrder(NamedTuple):
    """The order from which a round was paired, of round 1 the draw; the steps since then that may change the order.

    ``kept`` are tables that stayed when the others were paired anew: each where it stands in the round, from 0, and its
    entries. Where scores count, ``score_groups`` says how many of the order had each of them. ``apart`` are those who
    were kept apart in it: the entries, and the last round up to which they are (0: never meet).
    """

    round: int
    order: list[int]
    changed: list[str]
    kept: list[Json]
    score_groups: Sequence[int] = ()
    apart: Sequence[Json] = ()

    @property
    def sets(self) -> tuple[Apart, ...]:
        return tuple([Apart(tuple(each["entries"]), each["until"]) for each in self.apart])


class Stage(NamedTuple):
    """A stage of an event, with the number of its first round (0 before it has begun), standings and deductions.

    ``rows`` are the standings, none in a knockout; ``taken`` are the deductions by entry.
    """

    number: int
    part: Part
    first_round: int = 0
    rows: Sequence[Row] = ()
    taken: Mapping[int, Deduction] = NO_DEDUCTIONS


class StageSeat(NamedTuple):
    """A line at a table as ``SEATED`` reads it; partners who have entered singly have one each."""

    table: int
    hall: int | None
    round: int
    stage: int
    is_announced: bool
    group: int
    status: str
    ending: str
    line: int
    entry: int
    place: int | None
    points: int
    vp: int
    mp: int
    deals: int
    is_absent: bool
    has_no_show: bool = False

    @property
    def is_called(self) -> bool:
        """Whether the table was called; one that ended by itself was not."""
        return self.status not in ("planned", "bye") and self.ending not in AUTOMATIC

    @property
    def is_written(self) -> bool:
        """Whether something was written at the table."""
        return self.is_called and self.status != "called"


def seats_of(event: Tournament) -> list[StageSeat]:
    """Return every line with an entry, in the order of the tables; one query."""
    with connection.cursor() as cursor:
        cursor.execute(SEATED, [event.pk])
        return [StageSeat._make(row) for row in cursor.fetchall()]


def starts_in(seats: Iterable[StageSeat]) -> list[int]:
    """Return the first round of each stage that has begun."""
    found: dict[int, int] = {}
    for seat in seats:
        found.setdefault(seat.stage, seat.round)
    return list(found.values())


def facts_of(event: Tournament, seats: Sequence[StageSeat] | None = None) -> Facts:
    """Return the facts of an event whose stage is played in rounds; three queries more than the ``seats`` need.

    One more where those who are level can be parted by hand.
    """
    seats = seats_of(event) if seats is None else seats
    meetings, results = _tables(seats, no_show_is_rest=event.no_show_is_rest)
    first: dict[int, int] = {}
    for seat in seats:
        first.setdefault(seat.entry, seat.round)
    last = max((seat.round for seat in seats), default=0)
    # Everybody who plays or has played, in the order of the lots; those who came late follow by number.
    lots, rows = lots_of(event), Entry.objects.filter(tournament=event).only("pk", "number", "status")
    entries = sorted(
        (entry for entry in rows if entry.pk in first or entry.status == Entry.Status.CONFIRMED),
        key=lambda entry: (lots.get(entry.pk, len(lots) + 1), entry.number),
    )
    return Facts(
        entrants=tuple(Entrant(entry.pk) for entry in entries),
        meetings=meetings,
        results=results,
        came={entry.pk: at for entry in entries if (at := first.get(entry.pk, last + 1)) > 1},
        left={entry.pk: last for entry in entries if entry.status == Entry.Status.WITHDRAWN},
        decided=decisions_in(event),
    )


def decisions_in(event: Tournament) -> tuple[Decided, ...]:
    """Return the ties that were decided by hand, the newest first; one query where the event can have any."""
    found = format_of(event.format)
    formats = [part.format for part in found.parts] if isinstance(found, StagesFormat) else [found]
    if not any(isinstance(each, InRounds) and each.ranking.chain.by_hand for each in formats):
        return ()
    rows = Ruling.objects.filter(tournament=event, kind=Ruling.Kind.LEVEL, status=Ruling.Status.IN_FORCE)
    decided = rows.order_by("-pk").values_list("cause", "details")
    return tuple([Decided(by, tuple(details["order"]), details["round"]) for by, details in decided])


def labels_of(event: Tournament) -> Mapping[int, str]:
    """Return the names of the entries; one query."""
    return dict(Entry.objects.filter(tournament=event).values_list("pk", "label"))


def meetings_of(seats: Sequence[StageSeat]) -> tuple[Meeting, ...]:
    """Return the tables of these lines."""
    return _tables(seats)[0]


def _tables(
    seats: Sequence[StageSeat], *, no_show_is_rest: bool = True
) -> tuple[tuple[Meeting, ...], tuple[Result, ...]]:
    """Return these tables, and the results of those that count.

    A table that nobody plays counts once its round was announced, or is all over; the rest of somebody who had left
    before counts never (R-STG-13).
    """
    first_open = min((seat.round for seat in seats if seat.status not in OVER), default=len(seats) + 1)
    meetings: list[Meeting] = []
    results: list[Result] = []
    for _number, rows in groupby(seats, itemgetter(0)):
        here = list(rows)
        lines = list({seat.line: seat for seat in here}.values())
        keys = tuple([seat.entry for seat in here])
        meeting = Meeting(lines[0].round, keys, lines[0].group, len(here) // len(lines))
        meetings.append(meeting)
        seat, is_automatic = lines[0], lines[0].ending in AUTOMATIC
        has_come = seat.is_announced or seat.round < first_open
        had_left = len(lines) == 1 and seat.is_absent
        if seat.status in OVER and (has_come or not is_automatic) and not had_left:
            scores = tuple(Score(line.place, line.points, line.vp, line.mp, line.deals) for line in lines)
            is_played = not is_automatic and not (no_show_is_rest and seat.has_no_show)
            results.append(Result(meeting, scores, is_played=is_played))
    return tuple(meetings), tuple(results)


def pairings_of(event: Tournament) -> list[PairingOrder]:
    """Return what round 1 was paired from, and each round that was paired after it; three queries."""
    found: dict[int, PairingOrder] = {}
    draw = Draw.objects.filter(tournament=event, round_number=1, status=Draw.Status.ANNOUNCED).first()
    if draw is not None and draw.document:
        found[1] = PairingOrder(1, list(draw.document["positions"]), [], [])
    keys = dict(Entry.objects.filter(tournament=event).values_list("number", "pk"))
    rows = AuditEntry.objects.filter(tournament=event, verb__in=(PAIRED, UNPAIRED, *CHANGES)).order_by("seq")
    for verb, target, after in rows.values_list("verb", "target", "after"):
        if verb in (PAIRED, UNPAIRED):
            number = int(target.removeprefix("R"))
            found.pop(number, None)
        if verb == PAIRED:
            order = [keys[each] for each in (after or {}).get("order", ()) if each in keys]
            kept = [
                {"at": at, "entries": [keys[each] for each in numbers if each in keys]}
                for at, numbers in (after or {}).get("kept", ())
            ]
            sets = [
                {"entries": [keys[each] for each in numbers if each in keys], "until": until}
                for numbers, until in (after or {}).get("apart", ())
            ]
            found[number] = PairingOrder(number, order, [], kept, (after or {}).get("score_groups", ()), sets)
        elif verb != UNPAIRED:
            for pairing in found.values():
                if pairing.round > 1 and verb not in pairing.changed:
                    pairing.changed.append(verb)
    return list(found.values())


def sets_of_round(event: Tournament, number: int) -> tuple[Apart, ...]:
    """Return who was kept apart when a round was paired; one query where nobody was, else two."""
    rows = AuditEntry.objects.filter(tournament=event, verb=PAIRED, target=f"R{number}").order_by("-seq")
    after = rows.values_list("after", flat=True).first() or {}
    if "apart" not in after:
        return ()
    keys = dict(Entry.objects.filter(tournament=event).values_list("number", "pk"))
    return tuple(
        [Apart(tuple([keys[each] for each in numbers if each in keys]), until) for numbers, until in after["apart"]]
    )


def exchanges_of(event: Tournament) -> tuple[Exchange, ...]:
    """Return the places that were swapped by hand in the rounds that there are, the first one first.

    One query where nothing was swapped, else three.
    """
    rows = AuditEntry.objects.filter(
        tournament=event, verb__in=(SWAPPED, AS_SEATED, PAIRED, UNPAIRED, WITHDRAWN)
    ).order_by("seq")
    steps = list(rows.values_list("verb", "target", "after"))
    if all(verb not in (SWAPPED, AS_SEATED) for verb, _target, _after in steps):
        return ()
    keys = dict(Entry.objects.filter(tournament=event).values_list("number", "pk"))
    drawn = dict(Draw.objects.filter(tournament=event).values_list("reference", "round_number"))
    found: list[Exchange] = []
    for verb, target, after in steps:
        if verb in (SWAPPED, AS_SEATED):
            swap = after or {}
            one, other = (keys[number] for number, _name in swap["entries"])
            found += [Exchange(number, one, other, swap.get("since", 0)) for number in swap["rounds"]]
        else:
            # With its tables everything disappears that was changed there; what was found out by then is known now.
            first = drawn.get(target, 1) if verb == WITHDRAWN else int(target.removeprefix("R"))
            found = [each._replace(since=min(each.since, first - 1)) for each in found if each.round < first]
    return tuple(found)


def goes_on(event: Tournament) -> bool:
    """Return whether another stage follows, and can begin with those who would come to it (R-STG-27)."""
    found = _before_next(event)
    return found is not None and found[0].has_next(*found[1:])


def coming(event: Tournament) -> int | None:
    """Return how many would come to the next stage; None where none follows."""
    found = _before_next(event)
    return None if found is None else found[0].coming(*found[1:])


def _before_next(event: Tournament) -> tuple[StagesFormat, Facts, list[int]] | None:
    """Return what decides whether the next stage begins; None where none follows."""
    event_format = format_of(event.format)
    if not isinstance(event_format, StagesFormat) or event.stage == len(event_format.parts):
        return None
    seats = seats_of(event)
    return event_format, facts_of(event, seats), starts_in(seats)


def stages_of(event: Tournament) -> list[Stage]:
    """Return the stages of an event of several; those that have begun with their standings."""
    event_format, low_wins = format_of(event.format), game(event.game).low_wins(event.rules)
    if not isinstance(event_format, StagesFormat):
        return []
    seats = seats_of(event)
    facts, starts, charged = facts_of(event, seats), starts_in(seats), deductions_of(event)
    found = [Stage(number, part) for number, part in enumerate(event_format.parts, 1)]
    for number, first_round in enumerate(starts, 1):
        stage, taken = (
            found[number - 1]._replace(first_round=first_round),
            charged(event_format.counting_stages(number)),
        )
        if isinstance(stage.part.format, InRounds):
            rows = event_format.standing(facts, starts, number, taken, low_wins=low_wins).rows
            stage = stage._replace(rows=rows, taken=taken)
        found[number - 1] = stage
    return found


def reasons_of(event: Tournament) -> dict[int, Reason]:
    """Return why each entry plays where it does in the round that was paired last; empty where it cannot be told.

    Six queries, and one more where the lots are not known yet. Who sits at a table that was changed by hand is there
    for that reason.
    """
    event_format, low_wins = format_of(event.format), game(event.game).low_wins(event.rules)
    if not isinstance(event_format, PairedFormat | StagesFormat):
        return {}
    seats = seats_of(event)
    now, starts = facts_of(event, seats), starts_in(seats)
    by_hand = [each for each in exchanges_of(event) if each.round == now.last_round]
    facts = replace(
        now,
        meetings=before_exchanges(now.meetings, by_hand) if by_hand else now.meetings,
        apart=sets_of_round(event, now.last_round),
    )
    found: dict[int, Reason] = {}
    if isinstance(event_format, PairedFormat):
        found = event_format.reasons(facts, deductions(event), low_wins=low_wins)
    elif starts:
        found = reasons(event_format, facts, starts, deductions_of(event), low_wins=low_wins)
    moved = [one for one, other in zip(now.meetings, facts.meetings, strict=True) if one != other] if by_hand else []
    return found | {key: Reason("changed_by_hand") for meeting in moved for key in meeting.keys}
