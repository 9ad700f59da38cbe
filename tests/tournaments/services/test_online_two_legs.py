"""Matches of two legs at online tables, played by robots to the end of their knockout (R-KO-22)."""

import random
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.services.online_rounds import fire, matches_of, play_out
from tests.tournaments.services.play import table as at
from tournaments.backups.verifying.events import violations_of
from tournaments.entries.writes import entries
from tournaments.events.writes import closing, tournaments
from tournaments.frame.policies import Actor
from tournaments.models import Scoresheet, Table, TableLine, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    """Four players, matches of two legs of one deal each."""
    event = make.event(
        preset="online_002",
        entry_size=1,
        rules=make.ONE_DEAL,
        mode="online",
        review_sign_ups=False,
        format={"best_of": {"semifinal": 2, "final": 2}},
    )
    tournaments.open_entries(actor=make.boss_of(event), tournament_id=event.pk)
    for number in range(4):
        entries.sign_up(actor=Actor(label="–"), tournament_id=event.pk, new=make.names(number, 1), contact="")
    return make.drawn(make.fresh(event))


def test_two_legs_are_played_online_to_the_end(event: Tournament, client: Client) -> None:
    lots = random.Random(5)
    for number in (1, 2):
        fire(event)
        for match in matches_of(event, number):
            play_out(match, lots)
            at.fire_reports(match)
            page = client.get(reverse("live_table", args=[match.pk]), headers={"accept-language": "en"})
            shown = re.search(r'interlude__score num">[^<]*?(\d+) – (\d+)', page.content.decode())
            points = [line.points for line in TableLine.objects.filter(table=match.table_id)]
            assert shown is not None
            assert sorted(map(int, shown.groups())) == sorted(each or 0 for each in points)

    for table in Table.objects.filter(tournament=event):
        games = table.note["games"]
        both = [sum(points) for points in zip(*games[:2], strict=True)]
        lines = table.lines.order_by("index")
        assert [line.points for line in lines] == both
        assert len(games) == (3 if both[0] == both[1] else 2)
        deciding = games[-1] if both[0] == both[1] else both
        assert [line.place for line in lines] == ([1, 2] if deciding[0] > deciding[1] else [2, 1])
    assert Scoresheet.objects.filter(table__tournament=event, status="confirmed").count() == 3
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    assert list(violations_of(make.fresh(event))) == []
