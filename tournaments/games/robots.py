"""Robots for any playable game: level one chooses at random, what is above it is the game's own."""

from collections.abc import Sequence

from tournaments.games.contract import Dice, Json, PlayableGame, Robot, Seat


def levels(game: PlayableGame) -> range:
    """The levels of robot that a game can be played with, from 1."""
    return range(1, len(_robots(game)) + 1)


def robot_action(game: PlayableGame, rules: Json, state: Json, seat: Seat, level: int, dice: Dice) -> str:
    """The action of a robot of one of the ``levels`` for the seat whose turn it is.

    It is told what the seat sees and may do, and nothing else of the state.
    """
    return _robots(game)[level - 1](rules, game.view(state, seat), game.legal_actions(state, seat), dice)


def _robots(game: PlayableGame) -> tuple[Robot, ...]:
    # Those of a ``RobotGame``; to ask whether it is one takes as long as a robot thinks.
    own: Sequence[Robot] = getattr(game, "robots", ())
    return (_any_action, *own)


def _any_action(rules: Json, view: Json, actions: Sequence[str], dice: Dice) -> str:
    return actions[dice(len(actions))]
