"""Robots of any game: level one of every game, more where a game offers them, and each as blind as its seat."""

import random
from collections.abc import Sequence

import pytest

from tests.games.conformance import PLAYED, presets, states
from tests.games.two_hands import STATE, Toy
from tournaments.games import registry
from tournaments.games.commands import levels, robot_action
from tournaments.games.contract import Dice, Json, RobotGame


@pytest.mark.without_coverage
@pytest.mark.parametrize("key", PLAYED)
def test_every_robot_of_every_game_plays_what_is_legal(key: str) -> None:
    game, chance = registry.playable(key), random.Random(key)
    assert levels(game)[0] == 1
    for number, rules in enumerate(presets(game)):
        seats = list(game.seats(rules))[number % len(game.seats(rules))]
        for state in list(states(game, rules, seats, chance))[:-1:3]:
            turn = game.turn(state)
            assert turn is not None
            kept = repr(state)
            for level in levels(game):
                action = robot_action(game, rules, state, turn, level, chance.randrange)
                assert action in game.legal_actions(state, turn)
            assert repr(state) == kept


def highest(rules: Json, view: Json, actions: Sequence[str], dice: Dice) -> str:
    """A robot of the toy: it says all that it was told."""
    assert (rules, view) == ({"toy": True}, {"hand": ["2", "9"]})
    return max(actions)


class ToyWithRobots(Toy, RobotGame):
    """The same, and it knows how to play it."""

    robots = (highest,)


def test_a_game_without_robots_has_those_of_level_one() -> None:
    toy = Toy()
    assert list(levels(toy)) == [1]
    assert [robot_action(toy, {}, STATE, 1, 1, lambda bound, at=at: at % bound) for at in range(4)] == list("5757")


def test_a_game_adds_robots_from_level_two_and_they_see_what_their_seat_sees() -> None:
    toy = ToyWithRobots()
    assert list(levels(toy)) == [1, 2]
    assert robot_action(toy, {"toy": True}, STATE, 0, 1, lambda bound: 0) == "2"
    assert robot_action(toy, {"toy": True}, STATE, 0, 2, lambda bound: 0) == "9"
