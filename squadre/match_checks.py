"""Checks of the order of sheets and of who sits at which board: each refusal names its field, value and rule."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from squadre.errors import RefusalError
from squadre.match import LETTERS, Board, Record, Setting, all_boards, boards_of, is_ended, position, totals
from squadre.rules import Rules


def check(rules: Rules, records: Sequence[Record], setting: Setting) -> None:
    """Raise RefusalError when these sheets cannot follow each other."""
    for number, record in enumerate(records):
        before = records[:number]
        if record.decider is not None:
            found = position(rules, before, setting)
            if not found.is_level:
                code = "decider_not_level" if found.is_ended else "decider_too_early"
                raise RefusalError(code, field="depth", totals=_score(rules, before))
            continue
        if any(each.decider is not None for each in before):
            raise RefusalError("board_after_decider", field="depth")
        twice = [number for number, board in record.boards.items() if board.is_over and number in boards_of(before)]
        if twice:
            name = rules.boards[twice[0] - 1]
            raise RefusalError("board_twice", field=f"points_{twice[0]}_a", board=twice[0], game=name)
        if is_ended(rules, before, replace(setting, time_called=False)):
            raise RefusalError("board_after_end", field="depth", totals=_score(rules, before))
        check_people(all_boards(records[: number + 1]), record)


def check_people(boards: Mapping[int, Board], record: Record) -> None:
    """R-SQU-17: who sits at one board of a match sits at no other; ``record`` is the sheet that is written."""
    for line, letter in enumerate(LETTERS.lower()):
        at: dict[int, int] = {}
        # The sheet that is written is at fault, not an earlier one.
        for number in sorted(boards, key=lambda each: (each in record.boards, each)):
            for place, member in enumerate(boards[number].who[line], start=1):
                if member in at:
                    field = f"who_{number}_{letter}_{place}"
                    raise RefusalError("member_twice", field=field, member=member, board=at[member])
                at[member] = number


def _score(rules: Rules, records: Sequence[Record]) -> str:
    """Return the points of the match, as a refusal names them."""
    return " – ".join(map(str, totals(rules, records)))
