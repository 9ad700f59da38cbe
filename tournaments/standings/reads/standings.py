"""The standings of an event: final places of a finished one; who is still in and who is out while it runs."""

import json
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

from django.db import connection

from tournaments.competition.discipline import NOTHING, Deduction
from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import InRounds
from tournaments.competition.formats.stages import StagesFormat
from tournaments.competition.pairing.positions import FEWEST_ENTRANTS
from tournaments.competition.pairing.tables import READMITTED
from tournaments.competition.stages.facts import NO_GROUP, Facts
from tournaments.competition.stages.level import open_levels
from tournaments.competition.stages.outlook import Outlook
from tournaments.competition.stages.standing import Row as StageRow
from tournaments.competition.stages.standing import Standing as StageStanding
from tournaments.competition.standings import places
from tournaments.competition.standings.places import Career, Course, Seat, Standing
from tournaments.competition.standings.ranking import rank
from tournaments.discipline.reads import deductions, deductions_of
from tournaments.frame.reads import statements
from tournaments.frame.reads.entry_places import lots_at
from tournaments.games.registry import game
from tournaments.models import Tournament
from tournaments.standings.reads import outlooks
from tournaments.standings.reads.careers import OVER, SETTING, Seats
from tournaments.standings.reads.outlooks import Asked, nothing_open
from tournaments.tables.reads import stages
from tournaments.tables.reads.cards import WholeTable, card_of

PER_PAGE = 200

SETTING_ALONE = f"SELECT {SETTING}"
OF_EVENT = "SELECT id, label, final_place FROM tournaments_entry WHERE tournament_id = %s"
# The keys are one text, so the statement is the same for any number of them.
AMONG: Final[Mapping[str, str]] = {
    "sqlite": """
SELECT id, label, final_place FROM tournaments_entry WHERE id IN (SELECT value FROM json_each(%s))
""",
    "postgresql": """
SELECT id, label, final_place FROM tournaments_entry
WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_array_elements_text(CAST(%s AS JSON)))
""",
}
Entries: TypeAlias = Mapping[int, tuple[str, int | None]]


@dataclass(slots=True)
class CareerInRounds(Career):
    """The career of an entry where everybody plays in each round: ``row`` has its sums, ``ahead`` what is open."""

    row: StageRow | None = None
    ahead: Asked = nothing_open


class StandingRow(NamedTuple):
    """One entry: its place (None while it is still in), its scores, and the last round it reached.

    ``table`` is the hall number where it plays now, ``section`` the bracket of its last table. ``points``, ``deals``
    and ``table_place`` are those of its last table, which order an event without VP. Penalties (``deduction``) are
    deducted already. An entry that ``is_withdrawn`` is out. A place that is not ``is_certain`` may change. ``stage`` is
    its row where everybody plays in each round, ``outlook`` what is still open for it while the stage runs. ``bracket``
    is that of its last table in a knockout by place, from 2.
    """

    place: int | None
    entry: int
    name: str
    vp: int
    mp: int
    wins: int
    round: int
    section: str = "main"
    table: int | None = None
    is_shared: bool = False
    points: int = 0
    deals: int = 0
    table_place: int | None = None
    deduction: Deduction = NOTHING
    is_withdrawn: bool = False
    is_certain: bool = True
    stage: StageRow | None = None
    outlook: Outlook | None = None
    bracket: int = 0


@dataclass(frozen=True, slots=True)
class Standings:
    """A page of the standings.

    ``total`` counts all rows, ``playing`` those that have not withdrawn, ``still_in`` those without a place.
    """

    rows: Sequence[StandingRow]
    total: int
    playing: int
    still_in: int
    page: int

    @property
    def pages(self) -> int:
        return max(1, -(-self.total // PER_PAGE))


def whole(event: Tournament, most: int | None = None) -> places.Standings:
    """Return all rows in order, or the first ``most``, computed from the tables.

    One query, and one more where penalties deduct something or the lots are not known yet. Where everybody plays in
    each round all have a place, certain once all rounds are over: two queries, those of the lots and of the penalties,
    and one of the rounds.
    """
    event_format = format_of(event.format)
    if isinstance(event_format, StagesFormat):
        return _in_stages(event, event_format, most)
    if not isinstance(event_format, InRounds):
        return _elimination_rows(event, most)
    seats = stages.seats_of(event)
    facts, taken = stages.facts_of(event, seats), deductions(event)
    found = event_format.standing(facts, taken, low_wins=game(event.game).low_wins(event.rules))
    # With too few for a table there are no further rounds (R-STG-09).
    goes_on = len(facts.playing(facts.last_round + 1)) >= event_format.at_a_table
    rounds = max(facts.last_round, event_format.planned_rounds if goes_on else 0)
    is_over = facts.last_round == rounds and all(seat.status in OVER for seat in seats)
    ahead = nothing_open if is_over else outlooks.of_rounds(event, found, facts, rounds - facts.last_round)
    level = _level_in(event, found)
    rows = _rows_of_stage(found.rows[:most], seats, facts, taken, is_over=is_over, level=level, ahead=ahead)
    return places.Standings(rows, facts.last_round, rounds, len(found.rows), 0, len(facts.left))


def _elimination_rows(
    event: Tournament, most: int | None, first_round: int = 1, taken: Mapping[int, Deduction] | None = None
) -> places.Standings:
    """Return the rows of an elimination that begins with this round; without ``taken`` all penalties count in it."""
    return _of_seats(event, Seats.of(event, first_round), most, taken)


def _of_seats(
    event: Tournament, seats: Seats, most: int | None = None, taken: Mapping[int, Deduction] | None = None
) -> places.Standings:
    """Return the rows of an elimination from its seats."""
    if seats.setting is None:
        return places.Standings((), 0, 0, 0, 0, 0)
    last_round, announced_at, is_charged = seats.setting
    event_format = format_of(event.format)
    course = Course(
        last_round,
        redraw=event_format.redraw,
        returning=READMITTED if event_format.readmits else None,
        uses_vp=event.vp_scale is not None,
        low_wins=game(event.game).low_wins(event.rules),
    )
    if taken is None and is_charged:
        taken = deductions(event)
    lots = lots_at(event.pk, announced_at) if course.uses_vp else None
    return places.standings(seats.careers(course, taken, lots).values(), course, most)


def _level_in(event: Tournament, standing: StageStanding) -> frozenset[int]:
    """Return the entries whose places an extra deal or a drawn card can still change."""
    if event.status != Tournament.Status.RUNNING:
        return frozenset()
    return frozenset(chain.from_iterable(level.keys for level in open_levels(standing)))


def _rows_of_stage(
    rows: Sequence[StageRow],
    seats: Sequence[stages.StageSeat],
    facts: Facts,
    taken: Mapping[int, Deduction],
    *,
    is_over: bool,
    level: Container[int] = (),
    ahead: Asked = nothing_open,
) -> list[Standing]:
    """Return the rows of a stage with where each entry plays now, and what is ``ahead`` of it.

    Once it ``is_over`` a place is certain but of those who are ``level`` until that is decided by hand.
    """
    at = {seat.entry: seat for seat in reversed(seats) if seat.is_announced and seat.status not in OVER}
    last_round = max((seat.round for seat in seats), default=0)
    found = []
    for row in rows:
        tally, last = row.tally, places.NOWHERE
        seat = at.get(tally.key)
        if seat is not None:
            last = Seat(tally.key, seat.round, places.MAIN, 1, 1, is_over=False, hall=seat.hall)
        career = CareerInRounds(
            tally.key,
            tally.vp,
            tally.mp,
            tally.wins,
            tally.scored,
            tally.lot,
            deals=tally.deals,
            last=last,
            round=last_round,
            deduction=taken.get(tally.key, NOTHING),
            is_withdrawn=tally.key in facts.left,
            row=row,
            ahead=ahead,
        )
        found.append(Standing(row.place, career, row.shared, is_over and tally.key not in level))
    return found


def _in_stages(event: Tournament, event_format: StagesFormat, most: int | None) -> places.Standings:
    """The rows of an event of several stages: those of the last one that began, then who did not come to it, by stages.

    A place is certain where nobody can pass any more: behind the last stage, and once that is over.
    """
    seats = stages.seats_of(event)
    starts = stages.starts_in(seats)
    if not starts:
        return places.Standings((), 0, 0, 0, 0, 0)
    facts, charged = stages.facts_of(event, seats), deductions_of(event)
    low_wins = game(event.game).low_wins(event.rules)
    rows: list[Standing] = []
    ahead: Asked = nothing_open
    # The rounds of this stage, and one more where another has to begin; with nobody left to meet there are no further
    # rounds (R-STG-09).
    rounds = facts.last_round
    now = event_format.facts_of(facts, starts, len(starts))
    if len(now.playing(now.last_round + 1)) >= FEWEST_ENTRANTS:
        planned = starts[-1] - 1 + event_format.parts[len(starts) - 1].format.planned_rounds
        rounds = max(rounds, planned) + event_format.has_next(facts, starts)
    still_in = 0
    for number in range(len(starts), 0, -1):
        known = {row.career.key for row in rows}
        taken = charged(event_format.counting_stages(number))
        if not isinstance(event_format.parts[number - 1].format, InRounds):
            found = _elimination_rows(event, None, starts[-1], taken)
            rows, still_in = list(found.rows), found.still_in
            continue
        standing = event_format.standing(facts, starts, number, taken, low_wins=low_wins)
        here = [seat for seat in seats if seat.stage == number]
        is_over = bool(known) or (facts.last_round == rounds and all(seat.status in OVER for seat in here))
        if not known and is_over and len(starts) < len(event_format.parts):
            standing = event_format.final_standing(facts, starts, standing)
        elif not known:
            all_over = all(seat.status in OVER for seat in here)
            ahead = outlooks.of_stage(event, event_format, facts, starts, standing, is_over=all_over)
        kept = [row for row in standing.rows if row.tally.key not in known]
        level = frozenset() if known else _level_in(event, standing)
        if rows:
            # Places are counted anew behind those who went on; nobody is first where a final had no winner. Those left
            # stand in no group: the groups of now, if there are any, are others.
            behind = len(rows) + min(row.place or 1 for row in rows) - 1
            anew = []
            for place, own, shared in rank(kept, lambda row: (-row.place,)):
                in_group = own.in_group._replace(place=behind + place, shared=shared, values=())
                anew.append(own._replace(place=behind + place, shared=shared, group=NO_GROUP, in_group=in_group))
            kept, ahead = anew, nothing_open
        rows += _rows_of_stage(kept, here, facts, taken, is_over=is_over, level=level, ahead=ahead)
    return places.Standings(rows[:most], facts.last_round, rounds, len(rows), still_in, len(facts.left))


def standings(event: Tournament, page: int = 1, *, by_group: bool = False) -> Standings:
    """Return a page of the standings, one group after the other if asked; one query more than ``whole``."""
    last = page * PER_PAGE
    found, entries = _rows_to_show(event, None if by_group else last)
    ordered = sorted(found.rows, key=_group) if by_group else found.rows
    shown = ordered[last - PER_PAGE : last]
    rows = _rows(event, shown, entries or _entries(event, [row.career.key for row in shown]))
    return Standings(rows, found.total, found.total - found.withdrawn, found.still_in, page)


def standings_page(rows: Sequence[StandingRow], page: int) -> Standings:
    """Return a page of standings that are known as a whole."""
    playing = sum(not row.is_withdrawn for row in rows)
    return Standings(rows[(page - 1) * PER_PAGE : page * PER_PAGE], len(rows), playing, 0, page)


def stage_standings(event: Tournament, number: int) -> Sequence[StandingRow]:
    """Return the standings of a stage in rounds by its own tables, group by group: also of one that is over."""
    event_format = format_of(event.format)
    assert isinstance(event_format, StagesFormat)  # noqa: S101 - asked of the stages of ``stages_over`` only
    seats = stages.seats_of(event)
    if not seats:
        return ()
    facts = stages.facts_of(event, seats)
    taken = deductions_of(event)(event_format.counting_stages(number))
    low_wins = game(event.game).low_wins(event.rules)
    found = event_format.standing(facts, stages.starts_in(seats), number, taken, low_wins=low_wins)
    here = [seat for seat in seats if seat.stage == number]
    rows = sorted(_rows_of_stage(found.rows, here, facts, taken, is_over=True), key=_group)
    return _rows(event, rows, _entries(event))


def _group(standing: Standing) -> tuple[bool, int]:
    """Return the sort key of a group: who is in none, since others went on from theirs, comes last."""
    row = standing.career.row if isinstance(standing.career, CareerInRounds) else None
    group = row.group if row is not None else NO_GROUP
    return group == NO_GROUP, group


def all_standings(event: Tournament, tables: Sequence[WholeTable] = ()) -> Sequence[StandingRow]:
    """Return the whole standings on one page; of a running elimination from its ``tables`` if they are known."""
    if tables and format_of(event.format).is_elimination and event.status != Tournament.Status.FINISHED:
        setting = statements.rows(SETTING_ALONE, [event.pk] * 3)[0]
        seats: list[Seat] = []
        seated: dict[int, tuple[str, int | None]] = {}
        for each in tables:
            table, lines = each
            is_played = table.status == "done"
            if is_played and event.no_show_is_rest:
                # Few tables have to be read whole to learn whether nobody played.
                nobody_came = table.ending == "forfeit" and card_of(each).is_no_show
                is_played = table.ending != "walkover" and not nobody_came
            for line, _source in lines:
                if line.entry is None:
                    continue
                seated[line.entry] = (line.label or "", None)
                seats.append(
                    Seat(
                        line.entry,
                        table.round,
                        table.section,
                        table.best_place,
                        table.worst_place,
                        table.status in OVER,
                        is_played,
                        table.hall_number,
                        line.place,
                        line.points or 0,
                        line.deals,
                        line.vp or 0,
                        line.mp or 0,
                        line.status == "withdrawn",
                        table.group,
                    )
                )
        entries: Entries = seated
        found = _of_seats(event, Seats(event, setting, seats))
    else:
        found, entries = _rows_to_show(event)
    # After the seats: somebody who came late between the two queries has a name by then.
    return _rows(event, found.rows, entries or _entries(event))


def _rows_to_show(event: Tournament, most: int | None = None) -> tuple[places.Standings, Entries]:
    """Return the rows with names, and the known entries: of a finished event all, else none yet.

    A finished event has the places of its closing, so that no later version of a rule changes last year's results;
    ``verify`` says where they would differ.
    """
    if event.status != Tournament.Status.FINISHED:
        return whole(event, most), {}
    entries = _entries(event)
    found = whole(event)
    kept = {key: place for key, (_name, place) in entries.items() if place is not None}
    count = Counter(kept.values())
    rows = [
        Standing(kept[key], row.career, count[kept[key]] > 1) for row in found.rows if (key := row.career.key) in kept
    ]
    rows.sort(key=lambda row: row.place or 0)
    withdrawn = sum(row.career.is_withdrawn for row in rows)
    return replace(found, rows=rows, total=len(rows), still_in=0, withdrawn=withdrawn), entries


def _entries(event: Tournament, keys: Sequence[int] | None = None) -> Entries:
    """Return the name of each entry, or of each of ``keys``, and its place at the closing."""
    if keys is None:
        found = statements.rows(OF_EVENT, [event.pk])
    else:
        found = statements.rows(AMONG[connection.vendor], [json.dumps(keys)])
    return {key: (name, place) for key, name, place in found}


def _rows(event: Tournament, shown: Sequence[Standing], entries: Entries) -> list[StandingRow]:
    found, uses_vp = [], event.vp_scale is not None
    for standing in shown:
        career = standing.career
        last, in_rounds = career.last, career if isinstance(career, CareerInRounds) else None
        row = StandingRow(
            standing.place,
            career.key,
            entries[career.key][0],
            career.vp,
            career.mp,
            career.wins,
            career.round,
            last.section,
            None if last.is_over or career.is_withdrawn else last.hall,
            standing.shared,
            last.points if uses_vp else career.points,
            last.deals,
            last.place,
            career.deduction,
            career.is_withdrawn,
            standing.is_certain,
            in_rounds.row if in_rounds else None,
            in_rounds.ahead(career.key) if in_rounds else None,
            last.bracket,
        )
        found.append(row)
    return found
