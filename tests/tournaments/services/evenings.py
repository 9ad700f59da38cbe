"""Evenings of pairs that go any way they can, and what holds after every step."""

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any

import pytest

from tests.searching import FULL, TIMES, in_short
from tests.tournaments import factories as make
from tests.tournaments.services.shown import changed, said, shown
from tournaments.backups.verifying.events import violations_of
from tournaments.competition.formats.registry import format_of
from tournaments.competition.stages.elimination import differences
from tournaments.draw.writes import draws, hand, pairings
from tournaments.entries.writes import participation
from tournaments.errors import RefusedError
from tournaments.events.writes import closing, rounds
from tournaments.models import Entry, Ruling, Scoresheet, Table, TableLine, Tournament
from tournaments.standings.reads.standings import all_standings
from tournaments.tables.reads import stages
from tournaments.tables.reads.elimination import facts_of
from tournaments.tables.writes import corrections, scoresheets

STEPS = in_short(30, 45)
BOTH_AT_FAULT = {"cause": "abandon", "offenders": [0, 1], "moment": "not_started", "snapshot": None, "tiebreak": 0}
OPEN = (Table.Status.CALLED, Table.Status.PLAYING, Table.Status.TO_CONFIRM)


def in_stages(*parts: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"kind": "stages", "stages": list(parts)}


EVENINGS = [
    pytest.param(5, {"third_place": True}, id="five and a third place"),
    pytest.param(7, {"placement": True}, id="seven for every place"),
    pytest.param(8, {"redraw": True}, id="eight drawn again each round"),
    pytest.param(6, {"second_chance": "double"}, id="six, out at the second defeat"),
    pytest.param(6, {"second_chance": "double", "second_final": True}, id="six, and a second final"),
    pytest.param(9, {"second_chance": "repechage", "third_place": True}, id="nine and a consolation"),
    pytest.param(8, {"second_chance": "repechage", "second_chance_rounds": 2}, id="eight and a consolation"),
    pytest.param(11, {"best_of": {"final": 3}}, id="eleven"),
    pytest.param(6, {"best_of": {"quarterfinal": 2, "semifinal": 2, "final": 2}}, id="six over two legs"),
    pytest.param(9, {"kind": "groups"}, id="nine in groups"),
    pytest.param(7, {"kind": "danish", "rounds": 4}, id="seven in a Danish"),
    pytest.param(9, {"kind": "swiss", "rounds": 3}, id="nine in a Swiss"),
    pytest.param(9, {"kind": "partners", "rounds": 3}, id="nine with rotating partners"),
    pytest.param(
        9,
        in_stages({"kind": "groups", "size": 3}, {"third_place": True, "from": {"first": 1, "best": 2}}),
        id="nine in groups and a knockout",
    ),
    pytest.param(
        9,
        in_stages({"kind": "groups", "size": 3}, {"third_place": True, "from": {"first": 3, "apart": True}}),
        id="nine in groups and finals by place",
    ),
    pytest.param(
        8,
        in_stages({"kind": "mitchell", "rounds": 2}, {"kind": "danish", "rounds": 2, "from": {"carries": True}}),
        id="eight in a Mitchell and a Danish",
    ),
]


class Evening:
    """An event, and the steps that anybody may try at any moment."""

    def __init__(self, seed: int, entries: int, options: Mapping[str, Any]) -> None:
        self.lots = random.Random(seed)
        # The same name and the same seeds are the same draws.
        self.event = self.closed(entries, options)
        self.where = {"actor": make.boss_of(self.event), "tournament_id": self.event.pk}
        self.newcomers = count(500)
        self.is_in_rounds = "kind" in options
        self.draw()

    def closed(self, entries: int, options: Mapping[str, Any]) -> Tournament:
        return make.closed(name="Serata", entries=entries, format=options, preset="online_002")

    def table(self, *statuses: str) -> Table:
        found = list(Table.objects.filter(tournament=self.event, status__in=statuses).select_related("tournament"))
        if not found:
            raise RefusedError("no_such_table")
        return self.lots.choice(found)

    def entry(self) -> int:
        return self.lots.choice(list(self.event.entries.values_list("pk", flat=True)))

    def content(self, table: Table) -> Any:
        if self.lots.random() < 0.1:
            return {"games": [], "forfeit": BOTH_AT_FAULT}
        return make.content_for(table, self.lots.randrange(2))

    def call(self) -> None:
        rounds.announce_round(number=self.lots.choice((1, 2, 3, 4)), **self.where)

    def uncall(self) -> None:
        rounds.take_call_back(table_id=self.table(Table.Status.CALLED).pk, **self.where)

    def play(self) -> None:
        table = self.table(*OPEN)
        scoresheets.enter_score(table_id=table.pk, content=self.content(table), seen=table.version, **self.where)

    def undo(self) -> None:
        table = self.table(*OPEN, Table.Status.DONE)
        scoresheets.undo_result(table_id=table.pk, seen=table.version, **self.where)

    def correct(self) -> None:
        table = self.table(Table.Status.DONE)
        content = self.content(table)
        found = corrections.preview_correction(tournament=table.tournament, table_id=table.pk, content=content)
        before = shown(self.event, table)
        corrections.correct_score(
            table_id=table.pk,
            content=content,
            seen=table.version,
            reason="Scambiati",
            accepted=found.numbers,
            **self.where,
        )
        # The preview says exactly what the pages show, and which tables have other people now (R-STG-29).
        assert said(found.difference) == changed(before, shown(self.event, table))
        assert set(found.difference.tables) == {board.table.pk for board in found.tables}

    def leave(self) -> None:
        participation.withdraw_entry(entry_id=self.entry(), reason="Malata", **self.where)

    def come_back(self) -> None:
        participation.reinstate_entry(entry_id=self.entry(), reason="Guarita", **self.where)

    def come_late(self) -> None:
        participation.enter_late(new=make.names(next(self.newcomers), self.event.entry_size), **self.where)

    def draw(self) -> None:
        committed = draws.current_draw(make.fresh(self.event))
        if committed is None or committed.status == "announced":
            committed = draws.prepare_draw(seed=f"{self.lots.getrandbits(256):064x}", **self.where)
        make.draw_from(committed, self.where["actor"])
        draws.announce_draw(draw_id=committed.pk, **self.where)

    def pair(self) -> None:
        pairings.pair_round(**self.where)

    def unpair(self) -> None:
        pairings.unpair_round(reason="Un risultato era sbagliato", **self.where)

    def swap(self) -> None:
        number = self.lots.choice(list(self.event.rounds.values_list("number", flat=True)))
        here = sorted({seat.entry for seat in stages.seats_of(self.event) if seat.round == number})
        one, other = self.lots.choices(here or [0], k=2)
        found = hand.preview_swap(tournament=make.fresh(self.event), number=number, one=one, other=other)
        accepted = " ".join(each.name for each in found.doubts)
        hand.swap_seats(number=number, one=one, other=other, accepted=accepted, reason="Chiesto", **self.where)

    def sat_otherwise(self) -> None:
        played = [seat for seat in stages.seats_of(self.event) if hand.has_been_played(seat)]
        if not played:
            raise RefusedError("no_such_table")
        one = self.lots.choice(played)
        other = self.lots.choice([seat.entry for seat in played if seat.round == one.round])
        there: dict[str, Any] = {"number": one.round, "one": one.entry, "other": other}
        swap, found = hand.preview_as_seated(tournament=make.fresh(self.event), **there)
        table = Table.objects.get(tournament=self.event, number=swap.tables[0].number)
        before = shown(self.event, table)
        hand.record_as_seated(reason="Tavoli scambiati", confirmed=True, **there, **self.where)
        assert said(found) == changed(before, shown(self.event, table))

    def skip(self) -> None:
        last, vp = self.event.rounds.count(), self.lots.randrange(10)
        pairings.skip_round(number=last, entry=self.entry(), vp=vp, reason="Un impegno", **self.where)

    def end_skip(self) -> None:
        last = self.event.rounds.count()
        for key in pairings.absent_in(self.event, last):
            pairings.end_skip(number=last, entry=key, **self.where)

    def pair_others(self) -> None:
        last = self.event.rounds.count()
        pairings.pair_others(number=last, entries=[self.entry()], reason="Restano lì", **self.where)

    def anything(self) -> None:
        """One step, possible or refused."""
        often = (self.call, self.play, self.play, self.play, self.undo, self.correct, self.draw)
        if self.is_in_rounds:
            often = (*often[:-1], self.pair, self.pair, self.unpair)
        by_hand = (self.swap, self.swap, self.pair_others, self.sat_otherwise, self.skip, self.end_skip)
        attempt(self.lots.choice((*often, self.uncall, self.leave, self.come_back, self.come_late, *by_hand)))

    def to_the_end(self) -> None:
        """Call, play and draw what is left."""
        while (
            Table.objects.filter(tournament=self.event).exclude(status__in=("done", "bye")).exists() or self.goes_on()
        ):
            for number in self.event.rounds.values_list("number", flat=True):
                attempt(lambda number=number: rounds.announce_round(number=number, **self.where))
            while Table.objects.filter(tournament=self.event, status__in=OPEN).exists():
                self.play()

    def goes_on(self) -> bool:
        return attempt(self.pair if self.is_in_rounds else self.draw)


def attempt(step: Callable[[], object]) -> bool:
    try:
        step()
    except RefusedError:
        return False
    return True


def ask(step: int, event: Tournament, *questions: Callable[[Tournament], None]) -> None:
    """Ask all questions after a step, in a short run one of them in turn: what is wrong stays so for a while."""
    for question in questions if FULL or TIMES > 1 else (questions[step % len(questions)],):
        question(event)


def assert_verify_says_nothing(event: Tournament) -> None:
    """What is on record follows from what is on record."""
    found = [str(each) for each in violations_of(make.fresh(event))]
    assert found == [], found


def seated(event: Tournament) -> list[list[TableLine]]:
    """The lines of every table."""
    tables = Table.objects.filter(tournament=event).prefetch_related("lines__entry", "lines__source__lines")
    return [sorted(table.lines.all(), key=lambda line: line.index) for table in tables.order_by("number")]


def assert_fold_agrees(event: Tournament) -> None:
    """Every table is as it follows from the facts, in whichever order its people came."""
    assert list(differences(facts_of(event))) == []


def check(event: Tournament) -> None:
    """Every seat follows from the result before it, no table waits for who has left, every result has one sheet."""
    assert_fold_agrees(event)
    for lines in seated(event):
        table = lines[0].table
        for line in lines:
            if line.source is not None:
                assert (line.entry_id, line.is_nobody) == comes(line), (table.number, line.index)
        known, present = all(line.is_known for line in lines), sum(is_here(line) for line in lines)
        assert known or table.status == Table.Status.PLANNED, table.number
        assert table.is_over or not known or present > 1, table.number
        played = table.status == Table.Status.DONE and table.ending != "walkover"
        assert table.scoresheets.filter(status="confirmed").count() == played, table.number


def comes(line: TableLine) -> tuple[int | None, bool]:
    """Who comes to a line from its source, and whether nobody ever will."""
    if not line.source.is_over:
        return None, False
    coming: Sequence[int | None] = [one.entry_id for one in line.source.lines.all() if one.place == line.source_place]
    return (coming[0], coming[0] is None) if coming else (None, True)


def is_here(line: TableLine) -> bool:
    return line.entry is not None and line.entry.status != Entry.Status.WITHDRAWN


def assert_standings_say_who_plays(event: Tournament) -> None:
    """Everybody who was drawn stands there once; without a place is exactly who has a match to come, or may have."""
    event = make.fresh(event)
    rows = all_standings(event)
    drawn = TableLine.objects.filter(table__tournament=event, entry__isnull=False)
    assert sorted(row.entry for row in rows) == sorted(playing(event))
    if not format_of(event.format).is_elimination:
        assert [row.place for row in rows] == sorted(row.place for row in rows)
        return
    still_in = {row.entry for row in rows if row.place is None}
    to_play = drawn.exclude(table__status__in=("done", "bye")).exclude(entry__status=Entry.Status.WITHDRAWN)
    waiting = still_in - set(to_play.values_list("entry_id", flat=True))
    assert still_in - waiting == set(to_play.values_list("entry_id", flat=True))
    assert not waiting or may_wait(event, waiting)
    assert [row.place for row in rows[len(still_in) :]] == sorted(row.place for row in rows if row.place is not None)


def playing(event: Tournament) -> set[int]:
    """Everybody who has or had a table, and in rounds those who get one with the next pairing."""
    drawn = TableLine.objects.filter(table__tournament=event, entry__isnull=False)
    late = event.entries.filter(status=Entry.Status.CONFIRMED, is_late=True)
    sat = {own or entry for entry, own in drawn.values_list("entry_id", "entry__members__of")}
    return {*sat, *late.values_list("pk", flat=True)}


def may_wait(event: Tournament, waiting: set[int]) -> bool:
    """Whether these have won a match of the last round and wait for a draw, or were third and may be among the best."""
    last = event.rounds.order_by("-number").values_list("number", flat=True)[0]
    here = TableLine.objects.filter(table__tournament=event, entry__in=waiting)
    if event.format.get("redraw"):
        return here.filter(table__round__number=last, place=1).count() == len(waiting)
    first_is_open = event.rounds.filter(number=1, tables__status__in=("planned", *OPEN, "disputed")).exists()
    return first_is_open and here.filter(table__round__number=1, place=3).count() == len(waiting)


def assert_closing_agrees(evening: "Evening") -> None:
    """When everything is played the places are final: those that the standings had before, and nobody is left out."""
    rows = all_standings(make.fresh(evening.event))
    closing.finish_tournament(**evening.where)
    final = dict(Entry.objects.filter(tournament=evening.event).values_list("pk", "final_place"))
    assert {row.entry: row.place for row in rows} == {key: final[key] for key in playing(evening.event)}
    assert None not in {row.place for row in rows}
    shown = [(row.entry, row.place, row.is_withdrawn) for row in all_standings(make.fresh(evening.event))]
    assert shown == [(row.entry, row.place, row.is_withdrawn) for row in rows]
    assert not list(violations_of(make.fresh(evening.event)))
    if evening.is_in_rounds:
        return
    won = TableLine.objects.filter(table__tournament=evening.event, table__section="main", place=1)
    champion = won.order_by("-table__round__number").values_list("entry_id", "table__round__number").first()
    if champion and champion[1] == evening.event.rounds.count():
        assert final[champion[0]] == 1


def records(event: Tournament) -> tuple[int, int]:
    sheets = Scoresheet.objects.filter(table__tournament=event)
    return sheets.count(), Ruling.objects.filter(tournament=event).count()
