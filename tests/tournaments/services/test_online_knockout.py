"""A knockout played online by robots, from sign-up to final, comes out as the same deals do on paper.

Sixteen players in a run that everybody waits for, sixty-four with ``script/test --full`` (``FULL=1``).
"""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from tests.searching import in_short
from tests.tournaments import factories as make
from tests.tournaments.services.online_rounds import fire, matches_of, play_out
from tests.tournaments.services.play import table as at
from tournaments.backups.verifying.events import violations_of
from tournaments.entries.writes import entries
from tournaments.events.writes import closing, rounds, tournaments
from tournaments.frame.policies import Actor
from tournaments.models import Entry, Match, Round, Scoresheet, Table, TableLine, Tournament
from tournaments.tables.writes import scoresheets

pytestmark = pytest.mark.django_db

PLAYERS = in_short(16, 64)
OF_TABLE = ("number", "status", "ending", "note", "deals_played", "tiebreak_due")
OF_LINE = ("table__number", "index", "points", "games_won", "deals", "vp", "mp", "place", "is_absent", "is_nobody")


def drawn(mode: str) -> Tournament:
    """A drawn event for which everybody has signed up."""
    event = make.event(
        preset="online_002",
        entry_size=1,
        rules=make.ONE_DEAL,
        mode=mode,
        review_sign_ups=False,
        format={"third_place": True},
    )
    tournaments.open_entries(actor=make.boss_of(event), tournament_id=event.pk)
    for number in range(PLAYERS):
        entries.sign_up(actor=Actor(label="–"), tournament_id=event.pk, new=make.names(number, 1), contact="")
    return make.drawn(make.fresh(event))


def online() -> Tournament:
    """The event at its end: its rounds open by their deadlines, and its results come from the tables."""
    event, lots = drawn("online"), random.Random(7)
    for number in Round.objects.filter(tournament=event).order_by("number").values_list("number", flat=True):
        fire(event)
        found = matches_of(event, number)
        assert found
        for match in found:
            if number == 1 and match == found[0]:
                at.deal(match)
                at.ask(match, "abandon", 0)
            else:
                play_out(match, lots)
            at.fire_reports(match)
    return closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)


def on_paper(sheets: dict[int, Any]) -> Tournament:
    """The same deals on the sheets of another event."""
    event = drawn("hall")
    boss = make.boss_of(event)
    for number in Round.objects.filter(tournament=event).order_by("number").values_list("number", flat=True):
        for table in rounds.announce_round(actor=boss, tournament_id=event.pk, number=number):
            scoresheets.enter_score(
                actor=boss, tournament_id=event.pk, table_id=table.pk, content=sheets[table.number], seen=table.version
            )
    return closing.finish_tournament(actor=boss, tournament_id=event.pk)


def results(event: Tournament) -> tuple[Sequence[Any], Sequence[Any], Sequence[Any]]:
    """Every table, every line, and the final place of who began at each chair of the first round."""
    tables = Table.objects.filter(tournament=event).order_by("number")
    lines = TableLine.objects.filter(table__tournament=event).order_by("table__number", "index")
    first = lines.filter(table__round__number=1).values_list("table__number", "index", "entry__final_place")
    return list(tables.values_list(*OF_TABLE)), list(lines.values_list(*OF_LINE)), list(first)


def test_a_knockout_that_robots_play_online_comes_out_as_on_paper():
    played = online()
    confirmed = Scoresheet.objects.filter(table__tournament=played, status="confirmed")
    sheets = dict(confirmed.values_list("table__number", "content"))
    assert len(sheets) == PLAYERS
    assert sum(sheet["forfeit"] is not None for sheet in sheets.values()) == 1
    written = on_paper(sheets)
    assert results(played) == results(written)
    places = Entry.objects.filter(tournament=played).order_by("final_place").values_list("final_place", flat=True)
    assert list(places) == list(range(1, PLAYERS + 1))
    assert not Match.objects.exclude(status="over").exists()
    assert list(violations_of(played)) == []
