"""Robots for any playable game: level one plays at random, higher levels are the game's own."""

from collections.abc import Sequence

from tournaments.games.contract import Dice, Json, PlayableGame, Robot, Seat


def levels(game: PlayableGame) -> range:
    """Return the levels of robots of a game, from 1."""
    return range(1, len(_robots(game)) + 1)


def robot_action(game: PlayableGame, rules: Json, state: Json, seat: Seat, level: int, dice: Dice) -> str:
    """Return the action of a robot of one of the ``levels`` for the seat in turn.

    The robot gets what the seat sees and may do, and nothing else of the state.
    """
    return _robots(game)[level - 1](rules, game.view(state, seat), game.legal_actions(state, seat), dice)


def _robots(game: PlayableGame) -> tuple[Robot, ...]:
    # The robots of a ``RobotGame``. An isinstance check of the protocol would take as long as the robot's decision.
    own: Sequence[Robot] = getattr(game, "robots", ())
    return (_any_action, *own)


def _any_action(rules: Json, view: Json, actions: Sequence[str], dice: Dice) -> str:
    return actions[dice(len(actions))]
