"""The order of a match of two teams: boards add up, and in a knockout a decider parts teams that are level."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from squadre.rules import Rules

Line: TypeAlias = int
Points: TypeAlias = tuple[int, int]

LETTERS: Final = "AB"
TEAMS: Final = 2


@dataclass(frozen=True, slots=True)
class Board:
    """One board: the points written for each team, or the teams that lose it by forfeit; neither while it is played.

    ``who`` are the people of each team that sit there, by their numbers in the team (R-SQU-16); empty: it is not said.
    """

    points: Points | None = None
    lost: tuple[Line, ...] = ()
    who: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())

    @property
    def is_over(self) -> bool:
        """Whether it has a result."""
        return self.points is not None or bool(self.lost)


@dataclass(frozen=True, slots=True)
class Record:
    """One sheet: results by the number of the board, from 1; or the points of the decider, of which one is higher."""

    boards: Mapping[int, Board] = field(default_factory=dict)
    decider: Points | None = None


@dataclass(frozen=True, slots=True)
class Setting:
    """The setting: whether somebody must win, whether time was called, the chairs that stay empty."""

    must_decide: bool = False
    time_called: bool = False
    absent: frozenset[Line] = frozenset()


@dataclass(frozen=True, slots=True)
class Position:
    """The match after some sheets: its points, the teams by place, whether it is played, whether a decider is due."""

    totals: Points
    ranking: tuple[tuple[Line, ...], ...]
    is_ended: bool
    is_level: bool

    @property
    def is_over(self) -> bool:
        """Whether nothing more is played."""
        return self.is_ended and not self.is_level


def board_points(rules: Rules, board: Board) -> Points:
    """Return what a board gives to each team of the points of the match (R-SQU-05, R-SQU-06)."""
    first, second = shown_points(rules, board)
    if rules.board_gives == "points":
        return first, second
    if len(board.lost) == TEAMS:
        return rules.board_loss, rules.board_loss
    if first == second:
        return rules.board_draw, rules.board_draw
    return (rules.board_win, rules.board_loss) if first > second else (rules.board_loss, rules.board_win)


def shown_points(rules: Rules, board: Board) -> Points:
    """Return the points of a board as they are shown: of one that was lost by forfeit those of the rules."""
    if not board.lost:
        return board.points or (0, 0)
    first, second = (0 if line in board.lost else rules.forfeit_points for line in range(TEAMS))
    return first, second


def boards_of(records: Sequence[Record]) -> dict[int, Board]:
    """Return the boards that have a result."""
    return {number: board for number, board in all_boards(records).items() if board.is_over}


def all_boards(records: Sequence[Record]) -> dict[int, Board]:
    """Return everything that was written of each board: who sits there may be said before its result or after it."""
    found: dict[int, Board] = {}
    for record in records:
        for number, board in record.boards.items():
            said = found.get(number, board).who
            who = (board.who[0] or said[0], board.who[1] or said[1])
            found[number] = replace(board if board.is_over else found.get(number, board), who=who)
    return dict(sorted(found.items()))


def totals(rules: Rules, records: Sequence[Record]) -> Points:
    """Return the points of the match: a decider adds nothing to them (R-SQU-09)."""
    given = [board_points(rules, board) for board in boards_of(records).values()]
    return sum(each[0] for each in given), sum(each[1] for each in given)


def is_ended(rules: Rules, records: Sequence[Record], setting: Setting) -> bool:
    """Return whether the boards are over: all are written, a team is out of reach, or time was called (R-SQU-08)."""
    left = len(rules.boards) - len(boards_of(records))
    if not left or setting.time_called or setting.absent:
        return True
    first, second = totals(rules, records)
    return rules.length == "decided" and abs(first - second) > left * (rules.board_win - rules.board_loss)


def position(rules: Rules, records: Sequence[Record], setting: Setting) -> Position:
    """Return the match after ``records``: the one computation of its end and its order."""
    first, second = totals(rules, records)
    decider = next((record.decider for record in records if record.decider is not None), None)
    # R-SQU-11: who is not there is behind who is; then the points of the match, then the decider.
    keys = [
        (line not in setting.absent, points, decider[line] if decider else 0)
        for line, points in enumerate((first, second))
    ]
    ended = is_ended(rules, records, setting)
    if keys[0] == keys[1]:
        return Position((first, second), ((0, 1),), ended, ended and setting.must_decide)
    best = 0 if keys[0] > keys[1] else 1
    return Position((first, second), ((best,), (1 - best,)), ended, False)


def states(found: Position, setting: Setting) -> tuple[str, str]:
    """Return the state of each team: playing, level, through, out, absent; a draw has neither through nor out."""

    def state(line: Line) -> str:
        if line in setting.absent:
            return "absent"
        if found.is_level:
            return "level"
        if not found.is_ended or len(found.ranking) == 1:
            return "playing"
        return "through" if found.ranking[0] == (line,) else "out"

    return state(0), state(1)
