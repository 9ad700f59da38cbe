"""Checks of the order of sheets: each refusal names the field, the value and the rule."""

from collections.abc import Sequence
from dataclasses import replace

from squadre.errors import RefusalError
from squadre.match import Record, Setting, boards_of, is_ended, position, totals
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
        twice = [board for board in record.boards if board in boards_of(before)]
        if twice:
            name = rules.boards[twice[0] - 1]
            raise RefusalError("board_twice", field=f"points_{twice[0]}_a", board=twice[0], game=name)
        if is_ended(rules, before, replace(setting, time_called=False)):
            raise RefusalError("board_after_end", field="depth", totals=_score(rules, before))


def _score(rules: Rules, records: Sequence[Record]) -> str:
    """Return the points of the match, as a refusal names them."""
    return " – ".join(map(str, totals(rules, records)))
