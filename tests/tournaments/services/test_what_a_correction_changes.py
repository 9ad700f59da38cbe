"""R-STG-29: what the preview of a correction says is what the pages show before and after it, in every format."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from tests.searching import seeds, short_of
from tests.tournaments import factories as make
from tests.tournaments.services.evenings import attempt, in_stages
from tests.tournaments.services.shown import changed, said, shown
from tournaments.competition.stages.correction import Difference, people_of
from tournaments.draw.writes import draws, pairings
from tournaments.events.writes import rounds
from tournaments.models import Table, Tournament
from tournaments.standings.reads.pairings import paired_rounds
from tournaments.tables.writes import corrections

pytestmark = pytest.mark.django_db

GROUPS = {"kind": "groups", "size": 4}
DANISH = {"kind": "danish", "rounds": 3}
OF_PAIRS = {
    "knockout": {"third_place": True},
    "knockout drawn again": {"redraw": True},
    "second chance": {"second_chance": "repechage"},
    "groups": GROUPS,
    "Danish": DANISH,
    "Swiss": {"kind": "swiss", "rounds": 3},
    "Mitchell": {"kind": "mitchell", "rounds": 3},
    "king of the table": {"kind": "king", "rounds": 3},
    "rotating partners": {"kind": "partners", "rounds": 3},
    "groups and a knockout": in_stages(GROUPS, {"third_place": True, "from": {"first": 2}}),
    "groups and finals by place": in_stages(GROUPS, {"from": {"first": 4, "apart": True}}),
    "groups and a Danish": in_stages(GROUPS, {**DANISH, "from": {"carries": True}}),
    "Danish and a knockout": in_stages(DANISH, {"from": {"best": 4}}),
}
OF_TABLES = {
    "elimination tables": {},
    "best thirds": {"policy": "ripescaggio"},
    "heats": {"kind": "heats", "rounds": 3},
}


class Corrected:
    """An event that is played to its end, with a result corrected now and then."""

    def __init__(self, event: Tournament, seed: int, *, of_several: bool) -> None:
        self.event, self.lots, self.of_several = event, random.Random(seed), of_several
        self.where = make.where(event)
        self.found: list[Difference] = []

    def content(self, table: Table) -> Any:
        if not self.of_several:
            return make.content_for(table, self.lots.randrange(2))
        here = [line.index for line in table.lines.order_by("index") if not (line.is_nobody or line.is_absent)]
        self.lots.shuffle(here)
        return make.ended(table, here)

    def play(self) -> None:
        for _ in range(20):
            for number in self.event.rounds.values_list("number", flat=True):
                attempt(lambda number=number: rounds.announce_round(number=number, **self.where))
            called = list(Table.objects.filter(tournament=self.event, status="called").order_by("number"))
            for table in called:
                make.enter(table, self.content(table))
                if self.lots.random() < 0.4:
                    self.correct()
            if not called and not attempt(self.next_round):
                return
            # Also between a pairing and its call.
            self.correct()

    def next_round(self) -> None:
        if "kind" in self.event.format and self.event.format["kind"] not in ("knockout", "tables"):
            pairings.pair_round(**self.where)
        else:
            committed = draws.prepare_draw(**self.where)
            make.draw_from(committed, self.where["actor"])
            draws.announce_draw(draw_id=committed.pk, **self.where)

    def correct(self) -> None:
        """Correct any finished table: the difference that was announced is the one that the pages show."""
        finished = Table.objects.filter(tournament=self.event, status="done").exclude(ending="walkover")
        table = self.lots.choice(list(finished.select_related("tournament", "round").order_by("number")))
        content, before, then = self.content(table), shown(self.event, table), wanted(self.event)
        found = corrections.preview_correction(tournament=table.tournament, table_id=table.pk, content=content)
        assert shown(self.event, table) == before
        corrections.correct_score(
            table_id=table.pk,
            content=content,
            seen=table.version,
            reason="Scambiati",
            accepted=found.numbers,
            **self.where,
        )
        assert said(found.difference) == changed(before, shown(self.event, table))
        assert set(found.difference.tables) == {board.table.pk for board in found.tables}
        now = wanted(self.event)
        assert {each.round for each in found.difference.pairings} == {each for each in now if now[each] != then[each]}
        self.found.append(found.difference)


def wanted(event: Tournament) -> dict[int, Any]:
    """Who would meet by the results of now in each round that was paired from results."""
    return {each.round: people_of(each.wanted) for each in paired_rounds(event)}


def play(event: Tournament, *, of_several: bool, seed: int) -> list[Difference]:
    evening = Corrected(event, seed, of_several=of_several)
    evening.play()
    return evening.found


@pytest.mark.parametrize("seed", seeds())
# In a short run corrections are also previewed in evenings that go any way they can (evenings.py).
@pytest.mark.parametrize("name", short_of(OF_PAIRS, "knockout", "king of the table"))
def test_the_preview_says_what_the_pages_show_before_and_after(name: str, seed: int) -> None:
    options: Mapping[str, Any] = OF_PAIRS[name]
    event = make.drawn(make.closed(name="Serata", entries=8, format=options, preset="online_002"), seed="7" * 64)
    found = play(event, of_several=False, seed=seed)
    assert any(each.changes_winner for each in found)
    assert any(each.moves for each in found)


@pytest.mark.parametrize("seed", seeds())
@pytest.mark.parametrize("name", OF_TABLES)
def test_at_tables_of_several_too(name: str, seed: int, penalty: str) -> None:
    options = {"kind": "tables", **OF_TABLES[name]}
    event = make.drawn(make.closed(game=penalty, preset="club", entries=12, format=options, name="Serata"))
    found = play(event, of_several=True, seed=seed)
    assert any(each.changes_winner for each in found)
    assert any(each.moves for each in found)
