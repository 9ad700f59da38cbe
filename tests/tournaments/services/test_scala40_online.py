"""An online event of Scala 40 runs by itself from the sign-up to the final, as the same deals written on paper do."""

import random
import re
from typing import Any

import pytest
from django.test import Client

from tests.tournaments import factories as make
from tests.tournaments.services.online_rounds import fire, matches_of
from tests.tournaments.services.play import table as at
from tournaments.backups.verifying.events import violations_of
from tournaments.competition.live.course import content
from tournaments.entries.writes import entries
from tournaments.events.writes import closing, tournaments
from tournaments.frame.policies import Actor
from tournaments.games import registry
from tournaments.games.commands import robot_action
from tournaments.games.contract import Json, ScoredGame
from tournaments.models import Match, MatchDeadline, Round, Ruling, Table, Tournament
from tournaments.online.writes import firing

pytestmark = pytest.mark.django_db

MOST_PLAYS = 6_000
TOLD = ("index", "points", "place", "deals")


def event(players: int, out_at: int, mode: str) -> Tournament:
    """A drawn event of players who have signed up."""
    event = make.event(
        game="scala40",
        preset="torneo_003",
        rules={"out_at": out_at},
        mode=mode,
        review_sign_ups=False,
    )
    tournaments.open_entries(actor=make.boss_of(event), tournament_id=event.pk)
    for number in range(players):
        entries.sign_up(actor=Actor(label="–"), tournament_id=event.pk, new=make.names(number, 1), contact="")
    return make.drawn(make.fresh(event))


def play_out(match: Match, lots: random.Random) -> None:
    """Every seat says that it is ready and plays as robots of level two do, in front of its own cards."""
    for _ in range(MOST_PLAYS):
        if (live := at.live(match)).state.is_over:
            return
        if live.state.deal.is_waiting:
            at.deal(match)
            continue
        seat, game = live.state.turn or 0, live.setup.game
        place = live.state.deal.seats.index(seat)
        if seat in live.robots:
            assert firing.fire(deadline_id=MatchDeadline.objects.get(match=match, kind="robot").pk)
            continue
        play = robot_action(game, live.setup.rules, live.position().unseal(), place, 2, lots.randrange)
        at.ask(match, "play", seat, play)
    raise AssertionError("the match does not end")


def typed(game: ScoredGame, rules: Json, sheet: Json) -> Json:
    """The sheet of a deal as its form reads it, typed again from what it shows."""
    lines = str(len(game.score_sheet(rules, sheet).points))
    return game.read_sheet(rules, {**game.write_sheet(sheet), "lines": lines, "size": "1"})


def test_at_a_table_of_four_a_robot_plays_for_who_leaves_and_the_table_ends(settings: Any) -> None:
    """R-LIV-09: without anybody's order, and who left is last."""
    settings.ROBOT_PAUSE_MS = 0
    online, lots = event(8, 101, "online"), random.Random(8)
    assert fire(online)
    first, _second = matches_of(online, 1)
    at.deal(first)
    left = next(seat for seat in range(4) if seat != at.live(first).state.turn)
    at.ask(first, "abandon", left)
    play_out(first, lots)
    at.fire_reports(first)
    table = Table.objects.get(pk=first.table_id)
    assert table.status == Table.Status.DONE
    assert table.lines.get(index=left).place == 4
    assert Ruling.objects.get(table=table, status="in_force").entry_id == table.lines.get(index=left).entry_id
    through = at.view(first, None)["score"][-1]["through"]
    assert through == list(table.lines.filter(place__lte=2).order_by("index").values_list("index", flat=True))
    html = Client(headers={"accept-language": "en"}).get(f"/tavolo/{first.pk}/").content.decode()
    (title,) = re.findall(r"<h2[^>]*>([^<]* go on\.)</h2>", html)
    names = [table.lines.get(index=line).entry.label.split() for line in through]
    assert all(set(name) & set(re.split(r"[ ,.]+", title)) for name in names)


@pytest.mark.parametrize(
    ("players", "out_at"), [(8, 15), pytest.param(16, 101, marks=pytest.mark.full)], ids=["eight", "sixteen"]
)
def test_robots_play_an_event_to_its_final_and_paper_says_the_same(players: int, out_at: int) -> None:
    """R-LIV-08: two go on from every table of four, and every sheet is one that the desk could have typed."""
    online, paper = event(players, out_at, "online"), event(players, out_at, "hall")
    game, lots = registry.playable("scala40"), random.Random(players)
    # The player on paper whose cards each player online has: the two draws are different.
    twins: dict[int | None, int | None] = {}
    rounds = Round.objects.filter(tournament=online).count()
    for number in range(1, rounds + 1):
        assert fire(online)
        make.called(paper, round=number)
        matches = matches_of(online, number)
        tables = make.tables_of(paper, number)
        assert [len(match.seats) for match in matches] == [4] * len(tables)
        for match, written in zip(matches, tables, strict=True):
            play_out(match, lots)
            assert at.fire_reports(match) >= 1
            last = at.live(match)
            sheets = content(last.setup, last.state)
            deals = [deal for each in sheets["games"] for deal in each["deals"]]
            assert [typed(game, match.rules, deal) for deal in deals] == deals
            make.enter(written, sheets)
            own = Table.objects.get(pk=match.table_id)
            written.refresh_from_db()
            assert (own.status, written.status) == (Table.Status.DONE, Table.Status.DONE)
            assert list(own.lines.order_by("index").values_list(*TOLD)) == list(
                written.lines.order_by("index").values_list(*TOLD)
            )
            for one, other in zip(own.lines.order_by("index"), written.lines.order_by("index"), strict=True):
                assert twins.setdefault(one.entry_id, other.entry_id) == other.entry_id
    assert len(twins) == players
    for each in (online, paper):
        closing.finish_tournament(actor=make.boss_of(each), tournament_id=each.pk)
        assert list(violations_of(make.fresh(each))) == []
