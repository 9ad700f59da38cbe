"""A table of Scala 40 over real sockets: who leaves, whose time runs out, time that is called, by the rules."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from scala40.presets import TORNEO_003
from scala40.robots import choose
from tests.searching import short_of
from tests.tournaments.live.matches.served import Hall, Player, hall

MOVE, BANK = 600_000, 1_800_000
# A deal of four robots of level two has a tenth of it.
MOST_PLAYS = 600


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with hall(tmp_path_factory.mktemp("four")) as made:
        yield made


@dataclass
class Four:
    """Four players and a referee at their sockets, and the first deal dealt."""

    site: Hall
    match: int
    players: Sequence[Player]
    referee: Player

    @property
    def everybody(self) -> Sequence[Player]:
        return [*self.players, self.referee]

    @property
    def view(self) -> Any:
        return self.referee.view

    @property
    def turn(self) -> int:
        seat: int = self.view["clock"]["turn"]
        return seat

    def ask(self, player: Player, do: str, text: str = "") -> dict[str, Any]:
        """Send a command, and let everybody hear what follows from it."""
        answer = player.ask(do, text)
        if answer["is"] == "receipt":
            self.hear(answer["sequence"])
        return answer

    def hear(self, sequence: int) -> None:
        """Let everybody know as much as who knows most."""
        newest = max(sequence, *(each.view["sequence"] for each in self.everybody))
        for each in self.everybody:
            each.until(newest)

    def happened(self, kind: str) -> list[dict[str, Any]]:
        """The events of a kind, of which everybody has heard alike, and once."""
        heard = [[event for event in each.events if event["kind"] == kind] for each in self.everybody]
        assert all(each == heard[0] for each in heard)
        return heard[0]

    def play_on(self) -> None:
        """Play the deal in hand to its end: people as robots of level two, robots as soon as they may."""
        lots, deal = random.Random(4), self.view["deal"]["number"]
        for _ in range(MOST_PLAYS):
            if self.view["is_over"] or self.view["deal"]["number"] > deal:
                return
            known = self.view["sequence"]
            if self.turn in self.view["replaced"]:
                self.site.tell("run_down", self.match, "robot")
                self.hear(known + 1)
            else:
                mover = self.players[self.turn]
                cards = mover.view["cards"]
                answer = self.ask(mover, "play", choose(TORNEO_003, cards, cards["actions"], lots.randrange))
                assert answer["is"] == "receipt", answer
        raise AssertionError("the deal does not end")


def seated(site: Hall, fault: str = "robot", **limits: int) -> Four:
    night = site.tell("table_of_four", {"fault_online": fault}, limits)
    players = [site.sit(night["match"], session) for session in night["sessions"]]
    table = Four(site, night["match"], players, site.sit(night["match"], night["referee"]))
    for each in table.everybody:
        each.hear("view")
    for each in players:
        table.ask(each, "ready")
    return table


def test_a_robot_plays_for_who_leaves_to_the_end_of_the_deal_and_then_they_are_out(site: Hall) -> None:
    """R-S40-54, R-LIV-09"""
    table = seated(site)
    left = (table.turn + 1) % 4
    assert table.ask(table.players[left], "abandon")["is"] == "receipt"
    assert (table.view["replaced"], table.view["is_paused"], table.view["lost"]) == ([left], False, [])
    assert table.players[left].ask("play", "draw")["code"] == "seat_has_robot"
    table.play_on()
    (score,) = table.view["score"]
    assert (table.view["lost"], len(score["deals"])) == ([left], 1)
    # A deal in which two go out ends the table; else the others are dealt the next one.
    next_deal = table.view["deal"]["seats"]
    assert table.view["is_over"] or (left not in next_deal and table.view["replaced"] == [])


@pytest.mark.parametrize(
    ("limits", "cause"),
    short_of(
        [
            pytest.param({"move_ms": MOVE}, "move_timeout", id="of the play"),
            pytest.param({"move_ms": MOVE, "bank_ms": BANK}, "move_timeout", id="of the play before the match"),
            pytest.param({"move_ms": BANK, "bank_ms": MOVE}, "match_clock", id="of the match before the play"),
            pytest.param({"bank_ms": BANK}, "match_clock", id="of the match"),
        ],
        "of the play",
        "of the match before the play",
    ),
)
def test_whose_time_runs_out_is_played_by_a_robot_once(site: Hall, limits: dict[str, int], cause: str) -> None:
    """R-S40-54: either limit, whichever comes first."""
    table = seated(site, **limits)
    slow, known = table.turn, table.view["sequence"]
    assert site.tell("run_down", table.match, "turn") == [True, False]
    table.hear(known + 1)
    (event,) = table.happened("timed_out")
    assert (event["line"], event["cause"], table.view["replaced"]) == (slow, cause, [slow])
    assert table.players[slow].ask("play", "draw")["code"] == "seat_has_robot"
    table.play_on()
    assert table.view["lost"] == [slow]
    assert len(table.happened("timed_out")) == 1


def test_the_deal_of_who_leaves_is_thrown_in_and_the_others_begin_anew(site: Hall) -> None:
    """R-S40-54, R-LIV-09"""
    table = seated(site, "void")
    left = table.turn
    table.ask(table.players[left], "abandon")
    assert len(table.happened("voided")) == 1
    assert (table.view["lost"], table.view["replaced"]) == ([left], [])
    assert (table.view["deal"]["is_waiting"], left in table.view["deal"]["seats"]) == (True, False)
    for seat in table.view["deal"]["seats"]:
        table.ask(table.players[seat], "ready")
    assert [len(table.players[seat].view["cards"]["hand"]) for seat in table.view["deal"]["seats"]] == [13, 13, 13]
    assert all(not game["deals"] for game in table.view["score"])


def test_where_the_referee_decides_the_table_stands_still_until_then(site: Hall) -> None:
    """R-LIV-01: who was forgiven plays on, and loses when it happens again."""
    table = seated(site, "referee", move_ms=MOVE)
    left = (table.turn + 1) % 4
    table.ask(table.players[left], "abandon")
    assert (table.view["is_paused"], table.view["fault"]["line"], table.view["lost"]) == (True, left, [])
    assert table.view["clock"]["is_running"] is False
    assert site.tell("run_down", table.match, "turn") == [False, False]
    mover = table.players[table.turn]
    assert mover.ask("play", mover.view["cards"]["actions"][0])["code"] == "match_is_paused"
    table.ask(table.referee, "resume")
    assert (table.view["is_paused"], table.view["clock"]["is_running"]) == (False, True)
    mover = table.players[table.turn]
    assert table.ask(mover, "play", mover.view["cards"]["actions"][0])["is"] == "receipt"
    table.ask(table.players[left], "abandon")
    assert table.view["lost"] == [left]


def test_when_time_is_called_the_deal_in_hand_is_the_last(site: Hall) -> None:
    """R-S40-44, R-LIV-07"""
    table = seated(site)
    known = table.view["sequence"]
    site.tell("call_time", table.match)
    table.hear(known + 1)
    assert len(table.happened("time_called")) == 1
    assert (table.view["time"]["is_last"], table.view["is_over"]) == (True, False)
    table.play_on()
    assert len(table.view["score"][0]["deals"]) == 1
    assert (table.view["is_over"], table.view["deal"]["tiebreak"] > 0) in [(True, False), (False, True)]
