"""The robot of level three: what it counts, how it closes and opens, and how often it beats level two."""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from scala40 import counting_robot
from scala40.cards import NAMES, PACK, members, parse_hand
from scala40.counting_robot import choose, outs
from scala40.game import GAME
from scala40.moves import read_move
from scala40.presets import PRESETS, TORNEO_003
from scala40.rules import Rules, to_json
from scala40.state import State
from scala40.turn import begin, play
from scala40.view import view
from tests.scala40.deals import after, at_table, meld, with_other_secrets
from tests.searching import dice, often
from tournaments.games.commands import robot_action

TWO, THREE = 2, 3


def chosen(state: State) -> str:
    seen = {**view(state, state.turn), "memory": [NAMES[each] for each in state.position.discards[:-1]]}
    return choose(state.deal.rules, seen, seen["actions"], lambda bound: 0)


def after_its_turn(state: State) -> State:
    seat = state.turn
    while state.turn == seat:
        state = play(state, state.position.seat, read_move(chosen(state)))
    return state


@pytest.mark.parametrize(
    ("hand", "melds", "closing"),
    [
        pytest.param("4d 4s 9h", "", "4h 4c *", id="R-S40-55 the third of a pair"),
        pytest.param("9h", "5c6c7c", "4c 8c *", id="R-S40-55 what attaches"),
        pytest.param("Tc 9h", "5c6c7c 2h3h4h", "", id="R-S40-55 no card for two"),
        pytest.param("9c Kd", "5c6c7c", "8c *", id="R-S40-55 the card between"),
        pytest.param("* Kd", "", "", id="R-S40-55 no place for jokers"),
        pytest.param("* Kd", "5c6c7c", "4c 8c *", id="R-S40-55 a joker and what attaches"),
        pytest.param("* 8h Kd 9d Qs", "", "", id="R-S40-55 too much alone"),
        pytest.param("4d * 9h", "", "4h 4c 4s 2d 3d 5d 6d 9d 9c 9s 7h 8h Th Jh", id="R-S40-55 a joker of a pair"),
        pytest.param("4d 4s 4c 7h 8h 2s", "", "6h 9h *", id="R-S40-55 beside a combination"),
        pytest.param("8c 7d 8d", "5c6c7c", "6d 9d 8h 8s *", id="R-S40-55 a card that attaches or is the third"),
    ],
)
def test_the_cards_that_close(hand: str, melds: str, closing: str) -> None:
    found = outs(parse_hand(hand), tuple(map(meld, melds.split())))
    assert {NAMES[each] for each in range(53) if found >> each & 1} == set(closing.split())


def test_a_hand_that_goes_whole_closes_with_any_card() -> None:
    """R-S40-55"""
    assert outs(parse_hand("4d 4s 4c"), ()) == counting_robot.ALL


# The hands of the others: between two, and at a table of three.
DUEL, TABLE = ("Qc Js 2s",), ("Qc Js 2s", "Ks Qc 2s")


@pytest.mark.parametrize(
    ("hand", "others", "melds", "stock", "goes"),
    [
        pytest.param("5c 6c 7c Kd", DUEL, "8d9dTd", "Jd", "closes", id="R-S40-55 all goes in one turn"),
        pytest.param("5c 6c 7c 9h Ks", DUEL, "2h3h4h", "3s", "keeps", id="R-S40-55 a combination stays for the close"),
        pytest.param("5c 6c 7c 9h Ks", TABLE, "2h3h4h", "3s", "lays", id="R-S40-55 it brings no close nearer"),
        pytest.param("8h 9h Ks", DUEL, "5h6h*=7h", "7h", "closes", id="R-S40-55 a card comes for the joker"),
        pytest.param("* 9h Ks", TABLE, "5c6c7c", "8c", "keeps", id="R-S40-55 a joker stays"),
    ],
)
def test_what_it_lays_at_once_and_what_it_keeps(
    hand: str, others: Sequence[str], melds: str, stock: str, goes: str
) -> None:
    state = after_its_turn(after(at_table(hand, *others, melds=melds, discards="Qd", stock=f"{stock} 2d 2c"), "draw"))
    assert (state.closer == 0) == (goes == "closes")
    assert len(state.position.melds) - len(melds.split()) == (goes == "lays") or goes == "closes"


def test_it_closes_in_hand() -> None:
    """R-S40-55, R-S40-13: without forty points."""
    hand = "2c 3c 4c 2d 3d 4d 2h 3h 4h"
    state = after(at_table(hand, "Qc Js 2s", opened=False, discards="Qd", stock="9s 2s"), "draw")
    assert after_its_turn(state).in_hand


def test_it_opens_with_what_it_need_not_keep() -> None:
    """R-S40-55: forty points go down, and what closes soonest stays."""
    state = after_its_turn(
        after(at_table("Kh Kd Ks Qh Qd Qs 5c 5d 9h", "Qc Js 2s", opened=False, discards="2d", stock="8s 2s"), "draw")
    )
    assert state.opened[0]
    assert len(state.position.melds) == 2


@pytest.mark.parametrize(
    ("hand", "others", "dropped"),
    [
        pytest.param("9c 9h Kd 5s 2d", DUEL, "5s", id="R-S40-55 dear cards help to open"),
        pytest.param("Kh Kd Qs Qc Ac Kc Ah 7h 4h", DUEL, "2s", id="R-S40-55 what opens stays between two"),
        pytest.param("9c 9h Kd 5s 2d", TABLE, "Kd", id="R-S40-55 of cards alone the dearest goes"),
        pytest.param("Kh Kd Qs Qc Ac Kc Ah 7h 4h", TABLE, "7h", id="R-S40-55 what opens stays"),
        pytest.param("4h 4d 4s 9c 9h 9h 5d", TABLE, "9h", id="R-S40-55 the twin of a card makes no pair"),
        pytest.param("* 9c 9h Kd", TABLE, "Kd", id="R-S40-55 a joker stays"),
    ],
)
def test_what_it_discards_before_it_opens(hand: str, others: Sequence[str], dropped: str) -> None:
    """R-S40-55"""
    state = after(at_table(hand, *others, opened=False, stock="2s 3h"), "draw")
    assert chosen(state) == f"drop {dropped}"


@pytest.mark.parametrize(
    ("seen", "kept"),
    [
        pytest.param("", "5c 5d", id="R-S40-55 a pair that may be completed"),
        pytest.param("5h 5h 5s 5s", "8c 9c", id="R-S40-55 nothing is left for the pair"),
    ],
)
def test_it_counts_what_was_discarded(seen: str, kept: str) -> None:
    """R-S40-55: of two pairs the one stays for which more cards are left."""
    used = "" if seen else "7c 7c Tc Tc"
    state = at_table("5c 5d 8c 9c", "Qc Js 2s 9d Qs Ad Ah 3h 3d", discards=f"{seen} {used} Ks".strip(), stock="2h 3h")
    after_draw = after_its_turn(after(state, "draw"))
    assert set(kept.split()) <= {NAMES[each] for each in members(after_draw.hands[0] & ((1 << 52) - 1))}


@pytest.mark.parametrize(
    ("hand", "top", "best"),
    [
        pytest.param("9d Td 8d 6d Ks", "7d", "take", id="R-S40-55 it closes at once"),
        pytest.param("8d 9d Kc 4s Js", "7d", "take", id="R-S40-55 nothing closes yet"),
        pytest.param("8d 9d Tc 9c Ks Qs Js 2h 4h", "7d", "take", id="R-S40-55 a large hand takes what it may"),
        pytest.param("8d 9d Kc", "5c", "draw", id="R-S40-55 a pair and a card to discard stay together"),
    ],
)
def test_when_it_takes_a_discard(hand: str, top: str, best: str) -> None:
    """R-S40-55"""
    assert chosen(at_table(hand, melds="2c3c4c", discards=f"3d {top}", stock="Ks 2s")) == best


def test_it_sees_no_more_than_its_seat() -> None:
    """R-S40-55, R-S40-28: other hands and another stock behind the same view, and it plays the same."""
    lots = random.Random(55)
    for number in range(often(6)):
        state = deal_after(3 + 3 * number, 2 + number % 3, lots)
        assert len({chosen(with_other_secrets(state, state.turn, lots)) for _ in range(3)}) == 1


def deal_after(moves: int, seats: int, lots: random.Random, rules: Rules = TORNEO_003) -> State:
    state = begin(rules, lots.sample(PACK, 108), 0, seats)
    while state.turn is not None and len(state.log) < moves:
        state = play(state, state.position.seat, read_move(chosen(state)))
    return state


@pytest.mark.parametrize("name", PRESETS)
def test_it_plays_every_ruleset_within_its_work(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """R-S40-55: at tables of two, three and four; what a decision may look at is counted."""
    seen = []

    class Counted(counting_robot.Chooser):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            seen.append(self)

    monkeypatch.setattr(counting_robot, "POSITIONS", 60)
    monkeypatch.setattr(counting_robot, "Chooser", Counted)
    loose = replace(PRESETS[name], pickup_must_be_melded=False, joker_must_be_reused=False)
    for seats, rules in ((2, PRESETS[name]), (3, PRESETS[name]), (4, loose)):
        for number in range(often(1)):
            assert deal_after(2_000, seats, dice(f"{name} {seats} {number}"), rules).is_over
    assert 0 < max(each.seen for each in seen) < counting_robot.POSITIONS + len(PACK)


@pytest.mark.full
@pytest.mark.without_coverage
@pytest.mark.parametrize(
    ("seats", "bound"), [pytest.param(2, 1_120, id="R-S40-55 of two"), pytest.param(4, 460, id="R-S40-55 one of four")]
)
def test_level_three_beats_level_two(seats: int, bound: int, record_property: Callable[[str, object], None]) -> None:
    """Each seat as often the dealer; whole matches are played by ``bench.robots`` (docs/promises.md)."""
    chance, rules = dice(f"level three of scala40, {seats}"), to_json(TORNEO_003)
    won, own, others, spent, plays, longest = 0, 0, 0.0, 0.0, 0, 0.0
    for number in range(2_000):
        live = GAME.start(rules, [NAMES[each] for each in chance.sample(PACK, 108)], number % seats, seats)
        while (seat := GAME.turn(live)) is not None:
            began = time.process_time()
            action = robot_action(GAME, rules, live, seat, TWO if seat else THREE, chance.randrange)
            if not seat:
                took = time.process_time() - began
                spent, plays, longest = spent + took, plays + 1, max(longest, took)
            live = GAME.apply(live, seat, action).state
        points = GAME.score(live).points
        won += points[0] < min(points[1:])
        own, others = own + points[0], others + sum(points[1:]) / (seats - 1)
    record_property(
        "figure",
        f"robots of scala40, {seats} seats: level three closes {won:,} of 2,000 deals, and has {own / 2_000:.1f} points"
        f" of a deal where level two has {others / 2_000:.1f}",
    )
    record_property(
        "figure", f"a play of level three takes {spent / plays * 1_000:.1f} ms, {longest * 1_000:.0f} at most"
    )
    assert won >= bound
