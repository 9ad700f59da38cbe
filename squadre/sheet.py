"""The paper sheet of a match of teams, its form and its checks: the results of its boards, or that of the decider."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from gamekit.typed import ANY, Form, field_text, whole
from squadre.errors import Faults, RefusalError, brief
from squadre.match import LETTERS, TEAMS, Board, Line, Points
from squadre.rules import MOST_BOARDS, MOST_MEMBERS, MOST_PEOPLE, MOST_POINTS, Rules

Json: TypeAlias = Any

KEYS: Final[Mapping[str, set[str]]] = {
    "boards": {"depth", "tiebreak", "boards"},
    "decider": {"depth", "tiebreak", "points"},
}
"""What the JSON of each depth may say: what belongs to another one contradicts it."""
DEPTHS: Final = tuple(KEYS)
LOSERS: Final[Mapping[str, tuple[Line, ...]]] = {"a": (0,), "b": (1,), "both": (0, 1)}
MOST_TIEBREAK: Final = 1
"""One decider, and it has a winner."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Results of boards by their number, from 1 (R-SQU-07); or the points of each team in the decider (R-SQU-09)."""

    boards: Mapping[int, Board] = field(default_factory=dict)
    decider: Points | None = None
    tiebreak: int = 0


def from_json(data: Json) -> Sheet:
    """Return the sheet from JSON; raises RefusalError when a value does not have the type of its field."""
    depth = data.get("depth") if isinstance(data, Mapping) else data
    if not isinstance(depth, str) or depth not in DEPTHS:
        raise RefusalError("depth_unknown", field="depth", typed=brief(depth))
    beyond = sorted(str(key) for key in data if key not in KEYS[depth])
    if beyond:
        raise RefusalError("sheet_beyond", field="depth", typed=beyond[0][:40])
    tiebreak = _whole(data.get("tiebreak", 0), "tiebreak")
    if depth == "decider":
        return Sheet(decider=_pair(data.get("points"), "points_a"), tiebreak=tiebreak)
    written = data.get("boards")
    known = {str(number): number for number in range(1, MOST_BOARDS + 1)}
    if not isinstance(written, Mapping) or any(number not in known for number in written):
        raise RefusalError("boards_unreadable", field="depth", most=MOST_BOARDS)
    return Sheet({known[number]: _board(known[number], one) for number, one in written.items()}, tiebreak=tiebreak)


def _board(number: int, data: Json) -> Board:
    keys = {*data} if isinstance(data, Mapping) else set()
    if not keys or not keys <= {"points", "lost", "who"} or {"points", "lost"} <= keys:
        raise RefusalError("board_unreadable", field=f"points_{number}_a", board=number)
    who = _people(number, data["who"]) if "who" in data else ((), ())
    if "lost" in data:
        if data["lost"] not in ([0], [1], [0, 1]):
            raise RefusalError("lost_unknown", field=f"lost_{number}", typed=brief(data["lost"]))
        return Board(lost=tuple(map(int, data["lost"])), who=who)
    return Board(_pair(data["points"], f"points_{number}_a") if "points" in data else None, who=who)


def _people(number: int, data: Json) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return who sits at a board from JSON: for each team a list of numbers of its people."""
    if not isinstance(data, list) or len(data) != TEAMS or not all(isinstance(each, list) for each in data):
        raise RefusalError("who_unreadable", field=f"who_{number}_a_1", board=number)
    first, second = (
        tuple(_whole(member, f"who_{number}_{letter}_{place}") for place, member in enumerate(team, start=1))
        for letter, team in zip(LETTERS.lower(), data, strict=True)
    )
    return first, second


def _pair(values: Json, name: str) -> Points:
    if not isinstance(values, list) or len(values) != TEAMS:
        raise RefusalError("values_of_teams", field=name)
    return _whole(values[0], name), _whole(values[1], f"{name[:-1]}b")


def _whole(value: Json, name: str) -> int:
    if type(value) is not int:
        raise RefusalError("whole_number", field=name, typed=brief(value))
    return value


def to_json(sheet: Sheet) -> dict[str, Json]:
    """Return the sheet as JSON: ``from_json(to_json(sheet)) == sheet``."""
    if sheet.decider is not None:
        return {"depth": "decider", "tiebreak": sheet.tiebreak, "points": list(sheet.decider)}
    boards = {str(number): _board_json(board) for number, board in sorted(sheet.boards.items())}
    return {"depth": "boards", "tiebreak": sheet.tiebreak, "boards": boards}


def without_line_ups(sheet: Sheet, lines: Sequence[Line]) -> Sheet | None:
    """Return the sheet without the people of these teams; None where nothing is left of it."""
    boards = {}
    for number, board in sheet.boards.items():
        first, second = (() if line in lines else board.who[line] for line in range(TEAMS))
        if board.is_over or first or second:
            boards[number] = replace(board, who=(first, second))
    return replace(sheet, boards=boards) if boards or sheet.decider is not None else None


def with_line_up_of(sheet: Sheet, before: Sheet, own: Line) -> Sheet:
    """Return the sheet as the team ``own`` may write it: of the other one people sit as ``before`` has it (R-SQU-18).

    Raises RefusalError where it says something else of the other team's people.
    """
    other = 1 - own
    boards = dict(sheet.boards)
    for number in sorted({*boards, *before.boards}):
        board = boards.get(number, Board())
        kept = before.boards[number].who[other] if number in before.boards else ()
        if board.who[other] and board.who[other] != kept:
            raise RefusalError("who_of_others", field=f"who_{number}_{LETTERS[other].lower()}_1", board=number)
        if kept or number in boards:
            who = (board.who[0], kept) if own == 0 else (kept, board.who[1])
            boards[number] = replace(board, who=who)
    return replace(sheet, boards=boards)


def _board_json(board: Board) -> dict[str, Json]:
    found: dict[str, Json] = {"lost": list(board.lost)} if board.lost else {}
    if board.points is not None:
        found["points"] = list(board.points)
    if any(board.who):
        found["who"] = [list(team) for team in board.who]
    return found


def read(form: Form) -> Sheet:
    """Return the sheet in the form; raises RefusalError with every field that is unreadable."""
    depth = field_text(form, "depth")
    if depth not in DEPTHS:
        raise RefusalError("depth_unknown", field="depth", typed=depth[:40])
    tiebreak = whole(form, "tiebreak", RefusalError, missing=0, digits=ANY)
    faults = Faults()
    if depth == "decider":
        found: list[int] = []
        for letter in LETTERS.lower():
            with faults:
                found.append(_require_whole(form, f"points_{letter}"))
        faults.refuse()
        return Sheet(decider=(found[0], found[1]), tiebreak=tiebreak)
    boards = {}
    for number in range(1, MOST_BOARDS + 1):
        names = [f"points_{number}_{letter}" for letter in LETTERS.lower()]
        lost, typed = field_text(form, f"lost_{number}"), [name for name in names if field_text(form, name)]
        with faults:
            who = _people_typed(form, number)
            if lost:
                if lost not in LOSERS:
                    raise RefusalError("lost_unknown", field=f"lost_{number}", typed=lost[:40])
                if typed:
                    raise RefusalError("lost_points", field=typed[0], board=number)
                boards[number] = Board(lost=LOSERS[lost], who=who)
            elif typed:
                boards[number] = Board((_require_whole(form, names[0]), _require_whole(form, names[1])), who=who)
            elif any(who):
                boards[number] = Board(who=who)
    faults.refuse()
    if not boards:
        raise RefusalError("boards_missing", field="points_1_a")
    return Sheet(boards, tiebreak=tiebreak)


def _people_typed(form: Form, number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return who sits at a board as the form says, without the chairs that are left open."""
    first, second = (
        tuple(
            whole(form, name, RefusalError, missing=0, digits=ANY)
            for place in range(1, MOST_PEOPLE + 1)
            if field_text(form, name := f"who_{number}_{letter}_{place}")
        )
        for letter in LETTERS.lower()
    )
    return first, second


def _require_whole(form: Form, name: str) -> int:
    if not field_text(form, name):
        raise RefusalError("points_missing", field=name)
    return whole(form, name, RefusalError, missing=0, digits=ANY)


def write(sheet: Sheet) -> dict[str, str]:
    """Return the form values that show a sheet again: ``read(write(sheet)) == sheet``."""
    if sheet.decider is not None:
        first, second = map(str, sheet.decider)
        return {"depth": "decider", "tiebreak": str(sheet.tiebreak), "points_a": first, "points_b": second}
    values = {"depth": "boards", "tiebreak": str(sheet.tiebreak)}
    letters = {lines: name for name, lines in LOSERS.items()}
    for number, board in sorted(sheet.boards.items()):
        for letter, team in zip(LETTERS.lower(), board.who, strict=True):
            values |= {f"who_{number}_{letter}_{place}": str(member) for place, member in enumerate(team, start=1)}
        if board.lost:
            values[f"lost_{number}"] = letters[board.lost]
        elif board.points is not None:
            values |= {f"points_{number}_{LETTERS[line].lower()}": str(each) for line, each in enumerate(board.points)}
    return values


def check(rules: Rules, sheet: Sheet) -> None:
    """Raise RefusalError with every contradiction between the sheet, the rules and itself."""
    if sheet.tiebreak != (0 if sheet.decider is None else MOST_TIEBREAK):
        raise RefusalError("tiebreak_range", field="tiebreak", tiebreak=sheet.tiebreak)
    if sheet.decider is not None:
        # R-SQU-09: a decider is played until one team is ahead.
        faults = Faults()
        for line, points in enumerate(sheet.decider):
            with faults:
                _require_bound(points, MOST_POINTS, f"points_{LETTERS[line].lower()}")
        faults.refuse()
        if sheet.decider[0] == sheet.decider[1]:
            raise RefusalError("decider_level", field="points_a", points=sheet.decider[0])
        return
    if not sheet.boards:
        raise RefusalError("boards_missing", field="points_1_a")
    faults = Faults()
    for number, board in sorted(sheet.boards.items()):
        name = f"points_{number}_a"
        with faults:
            if number > len(rules.boards):
                raise RefusalError("board_unknown", field=name, board=number, boards=len(rules.boards))
            # R-SQU-03: between nothing and the most points of a board.
            for line, points in enumerate(board.points or ()):
                _require_bound(points, rules.board_most, f"points_{number}_{LETTERS[line].lower()}")
            _check_people(rules, number, board)
            # R-SQU-04: a board may be level, or it is played on.
            if rules.level_board == "never" and board.points is not None and board.points[0] == board.points[1]:
                raise RefusalError("board_level", field=name, board=number, game=rules.boards[number - 1])
    faults.refuse()


def _check_people(rules: Rules, number: int, board: Board) -> None:
    """R-SQU-16: a team says of all its chairs at a board who sits there, or of none."""
    for letter, team in zip(LETTERS.lower(), board.who, strict=True):
        if team and len(team) != rules.people:
            field = f"who_{number}_{letter}_{min(len(team), rules.people) + (len(team) < rules.people)}"
            raise RefusalError("who_count", field=field, board=number, people=rules.people, found=len(team))
        for place, member in enumerate(team, start=1):
            if not 1 <= member <= MOST_MEMBERS:
                field = f"who_{number}_{letter}_{place}"
                raise RefusalError("member_bound", field=field, member=member, most=MOST_MEMBERS)


def _require_bound(points: int, most: int, name: str) -> None:
    if not 0 <= points <= most:
        raise RefusalError("points_bound", field=name, points=points, most=most)
