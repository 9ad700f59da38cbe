"""Evenings of tables of several that go any way they can, and what holds after every step."""

from collections import Counter
from typing import Any

import pytest
from django.db.models import Exists, F, OuterRef

from tests.tournaments import factories as make
from tests.tournaments.services.evenings import Evening, assert_fold_agrees, attempt, is_here, seated
from tournaments.competition.handing_on import hand_on
from tournaments.entries.writes import participation
from tournaments.events.writes import rounds
from tournaments.models import Entry, Ruling, Table, TableLine, Tie, Tournament
from tournaments.tables.reads.elimination import entries_gone
from tournaments.tables.writes import replacing
from tournaments.tables.writes.progress import finish_of

EVENINGS = [
    pytest.param(5, {}, id="five with a pair of byes"),
    pytest.param(19, {}, id="nineteen"),
    pytest.param(12, {"policy": "ripescaggio"}, id="twelve, two thirds come back"),
    pytest.param(13, {"policy": "strict4"}, id="thirteen, most of them waiting"),
    pytest.param(14, {"policy": "batterie"}, id="heats"),
]


class EveningOfTables(Evening):
    """An event of elimination tables, and what anybody may try in it."""

    def __init__(self, game: str, seed: int, entries: int, options: dict[str, Any]) -> None:
        self.game = game
        super().__init__(seed, entries, options)

    def closed(self, entries: int, options: Any) -> Tournament:
        return make.closed(name="Serata", entries=entries, format=options, preset="club", game=self.game)

    def content(self, table: Table) -> Any:
        """A whole match or a part of it; now and then level, or with somebody who left."""
        lines = list(table.lines.order_by("index"))
        here = [line.index for line in lines if not (line.is_nobody or line.is_absent)]
        self.lots.shuffle(here)
        content = make.ended(table, here)
        points = content["games"][0]["deals"][0]["points"]
        kind = self.lots.random()
        if kind < 0.15 and len(here) > table.through:
            points[here[table.through - 1]] = points[here[table.through]] = 104
        elif kind < 0.3:
            content["games"][0]["deals"] = [make.deal(*(None if each is None else 5 for each in points))]
        elif kind < 0.4:
            content["games"][0]["deals"][0]["left"] = {str(here[-1]): "abandon"}
        return content

    def fill(self) -> None:
        found = [each for each in replacing.vacancies(make.fresh(self.event)) if each.candidates]
        if found:
            vacancy = self.lots.choice(found)
            entry = self.lots.choice(vacancy.candidates).entry
            replacing.fill_place(line_id=vacancy.line.pk, entry_id=entry.pk, reason="Chiesto", **self.where)

    def empty(self) -> None:
        rulings = list(Ruling.objects.filter(kind="replacement", cancelled_at=None))
        if rulings:
            replacing.empty_place(ruling_id=self.lots.choice(rulings).pk, reason="Torna", **self.where)

    def come_late(self) -> None:
        participation.enter_late(new=make.names(next(self.newcomers), 1), **self.where)

    def anything(self) -> None:
        often = (self.call, self.play, self.play, self.play, self.undo, self.correct)
        seldom = (self.uncall, self.leave, self.fill, self.empty, self.come_back, self.come_late)
        attempt(self.lots.choice((*often, *seldom)))

    def to_the_end(self) -> None:
        while Table.objects.filter(tournament=self.event).exclude(status__in=("done", "bye")).exists():
            for number in self.event.rounds.values_list("number", flat=True):
                attempt(lambda number=number: self.call_round(number))
            attempt(self.play)

    def call_round(self, number: int) -> None:
        rounds.announce_round(number=number, **self.where)


def check(event: Tournament) -> None:
    """Every seat follows from the result before it, nobody sits twice in a round, ties are as the tables say.

    Anybody who goes on from a table, and has not left the event, sits at the next one.
    """
    assert_fold_agrees(event)
    for lines in seated(event):
        table = lines[0].table
        for source in {line.source for line in lines if line.source is not None}:
            fed = [line for line in lines if line.source_id == source.pk and line.from_round is None]
            here = [(line.entry_id, line.is_nobody) for line in fed]
            assert Counter(here) == comes(fed, source), table.number
        known, present = all(line.is_known for line in lines), sum(is_here(line) for line in lines)
        assert known or table.status == Table.Status.PLANNED, table.number
        assert table.is_over or not known or present > table.through, table.number
        played = table.status == Table.Status.DONE and table.ending != "walkover"
        assert table.scoresheets.filter(status="confirmed").count() == played, table.number
        open_ties = Tie.objects.filter(table=table, status="open").values_list("number", flat=True)
        assert list(open_ties) == ([table.tiebreak_due] if table.tiebreak_due else []), table.number
    assert not lost(event)
    seats = TableLine.objects.filter(table__tournament=event, entry__isnull=False)
    twice = Counter(seats.values_list("table__round__number", "entry_id"))
    assert max(twice.values()) == 1


def lost(event: Tournament) -> list[TableLine]:
    """Those who went on from a table and sit at none of the next round."""
    final = event.rounds.order_by("-number").values("number")[:1]
    won = TableLine.objects.filter(
        table__tournament=event,
        table__status__in=("done", "bye"),
        place__lte=F("table__through"),
        entry__status=Entry.Status.CONFIRMED,
    ).exclude(table__round__number=final)
    following = TableLine.objects.filter(
        entry=OuterRef("entry"), table__round__number=OuterRef("table__round__number") + 1
    )
    return list(won.exclude(Exists(following)))


def comes(fed: list[TableLine], source: Table) -> Counter[tuple[int | None, bool]]:
    """Those a table sends to lines that it feeds; who has left takes the place that leads nowhere."""
    if not source.is_over:
        return Counter({(None, False): len(fed)}) if fed else Counter()
    lines = sorted(source.lines.select_related("entry"), key=lambda line: line.index)
    routed = {line.source_place for line in fed}
    finish = hand_on(finish_of(lines), source.through, routed, entries_gone(lines))
    coming = [finish[line.source_place - 1] for line in fed]
    return Counter((key, key is None) for key in coming)
