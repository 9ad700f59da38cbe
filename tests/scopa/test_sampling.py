"""The robot of level three: it plays the end without a fault, counts the cards, and beats level two."""

import random
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from scopa import sampling_robot
from scopa.cards import NAMES, NO_CARDS, card, names
from scopa.game import GAME
from scopa.presets import ONLINE_002, PRESETS
from scopa.rules import to_json
from scopa.sampling_robot import choose
from scopa.scoring import score_deal
from scopa.state import State
from scopa.turn import play, read_play
from scopa.view import view
from tests.scopa.tables import cards, dealt, dealt_to, played_at, to_the_end
from tests.searching import dice, often
from tournaments.games.commands import robot_action

TWO, THREE = 2, 3


def chosen(state: State, chance: random.Random) -> str:
    seat = state.turn
    assert seat is not None
    seen = {**view(state, seat), "memory": [names(own) for own in state.taken]}
    return choose(state.deal.rules, seen, seen["actions"], chance.randrange)


def points_ahead(state: State, line: int) -> int:
    """By how many points a line is ahead at the end, when both play without a fault and see both hands."""

    @cache
    def best(at: State) -> int:
        if at.turn is None:
            points = score_deal(at.deal.rules, at.taken, at.sweeps).points
            return points[line] - points[1 - line]
        ends = [best(play(at, at.turn, each)) for each in at.legal]
        return max(ends) if at.deal.lines[at.turn] == line else min(ends)

    return best(state)


@pytest.mark.parametrize("leftovers", ["last_capturer", "nobody"])
def test_it_plays_the_last_cards_without_a_fault(leftovers: str) -> None:
    """R-SCO-75: between two the last cards of the other are those that nobody has seen."""
    lost = 0
    for number in range(often(6)):
        chance = random.Random(number)
        state = to_the_end(dealt_to(replace(ONLINE_002, leftovers_to=leftovers), 2, chance), 32)
        while (seat := state.turn) is not None:
            most = points_ahead(state, seat)
            other = min(points_ahead(play(state, seat, each), seat) for each in state.legal)
            state = play(state, seat, read_play(state, chosen(state, chance)))
            assert points_ahead(state, seat) == most
            lost += other < most
    assert lost > 0


@pytest.mark.parametrize(
    ("taken", "best"),
    [
        pytest.param("Rd Rc Rs Rb", "4s", id="R-SCO-75 no king comes any more"),
        pytest.param("Fd Fc Fs Fb", "2s", id="R-SCO-75 no fante comes any more"),
    ],
)
def test_it_remembers_what_was_taken(taken: str, best: str) -> None:
    """R-SCO-75: beside a six, a four lets a king sweep, and a two a fante."""
    state = dealt("4s 2s", table="6c 5d 5b 4d", rules=replace(ONLINE_002, redeal_kings_threshold=None))
    state = state._replace(table=cards("6c"), held=state.held & ~cards("Cs"), taken=(cards(taken), 0))
    state = state._replace(legal=tuple((card(name), NO_CARDS) for name in ("4s", "2s")))
    assert chosen(state, random.Random(1)) == best


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_sees_no_more_than_its_seat(seats: int) -> None:
    """R-SCO-75, R-SCO-49: other hands and another stock behind the same view, and it plays the same."""
    rules = replace(PRESETS["classica_001"], redeal_kings_threshold=None)
    chance = random.Random(seats)
    pack = chance.sample(NAMES, 40)
    shown = {seats * place for place in range(3)} | set(range(3 * seats, 3 * seats + 4))
    hidden = [place for place in range(40) if place not in shown]
    played = set()
    for _ in range(3):
        for place, other in zip(hidden, chance.sample(hidden, len(hidden)), strict=True):
            pack[place], pack[other] = pack[other], pack[place]
        state = GAME.start(to_json(rules), pack, seats - 1, seats)
        played.add(robot_action(GAME, to_json(rules), state, 0, THREE, random.Random(7).randrange))
    assert len(played) == 1


@pytest.mark.parametrize("name", PRESETS)
def test_it_plays_every_ruleset_within_its_work(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """R-SCO-75: two, three and four seats; what a decision may look at is counted."""
    monkeypatch.setattr(sampling_robot, "POSITIONS", 40)
    monkeypatch.setattr(sampling_robot, "ORDERS", 2)
    searched = []

    class Counted(sampling_robot.Position):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            searched.append(self)

    monkeypatch.setattr(sampling_robot, "Position", Counted)
    for seats in (2, 3, 4):
        rules, chance = played_at(PRESETS[name], seats), dice(f"{name} {seats}")
        state = to_the_end(dealt_to(rules, seats, chance), 18)
        while state.turn is not None:
            state = play(state, state.turn, read_play(state, chosen(state, chance)))
    most = 200
    assert 0 < max(each.seen for each in searched) < most


@pytest.mark.parametrize(
    ("option", "seats"),
    [pytest.param("carte_viste", 2, id="R-SCO-50"), pytest.param("carte_scoperte_partners", 4, id="R-SCO-51")],
)
def test_a_hand_that_lies_open_is_not_sampled(option: str, seats: int) -> None:
    """R-SCO-75: what its seat sees of other hands is so in every search."""
    rules = replace(ONLINE_002, redeal_kings_threshold=None, **{option: True})
    state = to_the_end(dealt_to(rules, seats, random.Random(seats)), 33)
    seat = state.turn
    assert seat is not None
    seen = {**view(state, seat), "memory": [names(own) for own in state.taken]}
    hands = sampling_robot.Position(rules, seen).hands(lambda bound: bound - 1)
    assert [hands[int(other)] for other in seen["open_hands"]] == [
        state.hand(int(other)) for other in seen["open_hands"]
    ]
    assert seen["open_hands"]


@pytest.mark.full
@pytest.mark.without_coverage
@pytest.mark.parametrize(
    ("preset", "seats", "bound"),
    [
        pytest.param("online_002", 2, 1_160, id="R-SCO-75 head-to-head"),
        pytest.param("online_002", 4, 1_160, id="R-SCO-75 in pairs"),
    ],
)
def test_level_three_beats_level_two(
    preset: str, seats: int, bound: int, record_property: Callable[[str, object], None]
) -> None:
    chance, rules, target = dice(f"{preset} {seats}"), to_json(PRESETS[preset]), 11
    won, spent, plays, longest = 0, 0.0, 0, 0.0
    for number in range(2_000):
        totals = [0, 0]
        while max(totals) < target or totals[0] == totals[1]:
            state = dealt_to(PRESETS[preset], seats, chance)
            live = GAME.start(rules, [NAMES[each] for each in state.deal.pack], state.deal.dealer, seats)
            while (seat := GAME.turn(live)) is not None:
                level = THREE if seat % 2 == number % 2 else TWO
                began = time.process_time()
                action = robot_action(GAME, rules, live, seat, level, chance.randrange)
                if level == THREE:
                    took = time.process_time() - began
                    spent, plays, longest = spent + took, plays + 1, max(longest, took)
                live = GAME.apply(live, seat, action).state
            totals = [own + more for own, more in zip(totals, GAME.score(live).points, strict=True)]
        won += totals[number % 2] > totals[1 - number % 2]
    record_property("figure", f"robots: level three wins {won:,} of 2,000 matches of {seats} to {target}")
    record_property(
        "figure", f"a play of level three takes {spent / plays * 1_000:.1f} ms, {longest * 1_000:.0f} at most"
    )
    assert won >= bound
