"""Who went out last: the question beside the totals where places depend on it, asked by names (R-S40-50).

The answers are written as deals, since that is what the sheet keeps; where only the order is known its numbers say the
order: of three who are out the last one has 3.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scala40.match import LETTERS, Line, Setting
from scala40.rules import Rules
from scala40.sheet import Totals, field
from scala40.totals_checks import lines_out, was_over

TOGETHER: Final = "exits_together"
"""The form's field for those who went out in one deal, while they are being named: their letters, or a dash."""
BEFORE: Final = "exits_before"
"""The form's field for those who were out before the last deal, while they are being named."""
NOBODY: Final = "-"
LAST: Final = 2


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: the line that it names, or the phrase ``code``; and the fields of the form that it sets."""

    said: Mapping[str, str]
    line: Line | None = None
    code: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """The next question by the code of its phrase, its answers, and what the form keeps of those given so far."""

    code: str
    answers: Sequence[Answer]
    kept: Mapping[str, str]


def question(rules: Rules, totals: Totals, setting: Setting, form: Mapping[str, str]) -> Question | None:
    """Return what has to be asked next; None where nothing is left. ``form`` keeps who was named so far.

    Before the final it is who was out before the last deal: those who went out in it are ahead, by their totals, and
    the others need not be told apart. In a final it is the whole order, from the last one on.
    """
    out = lines_out(rules, totals.points)
    left = [line for line in out if totals.exits[line] is None]
    if len(left) < 2:
        return None
    if not setting.is_final:
        return _before_the_last(rules, totals, setting, form.get(BEFORE, "")) if left == out else None
    known = [totals.exits[line] or 1 for line in out if line not in left]
    number = min(known, default=len(out) + 1) - 1
    kept = {field("exits", line): str(totals.exits[line]) for line in out if line not in left}
    together = form.get(TOGETHER, "")
    if together:
        # Those who can be named next, and the end of the naming once there are two.
        chosen, answers = _read_lines(left, together), []
        for line in left:
            if line in chosen:
                continue
            named = [*chosen, line]
            is_all = len(named) == len(left)
            said = _number_lines(named, number) | {TOGETHER: ""} if is_all else {TOGETHER: _letters(named)}
            answers.append(Answer(said, line))
        if len(chosen) >= 2:
            answers.append(Answer(_exits(left, chosen, number) | {TOGETHER: ""}, code="asked.only_they"))
        return Question("asked.together", answers, {**kept, TOGETHER: together})
    answers = [Answer(_exits(left, [line], number), line) for line in left]
    same = _exits(left, left, number) if len(left) == 2 else {TOGETHER: NOBODY}
    return Question("asked.before" if known else "asked.last", [*answers, Answer(same, code="asked.same")], kept)


def _before_the_last(rules: Rules, totals: Totals, setting: Setting, before: str) -> Question:
    """Ask who was out before the last deal, as long as enough others are left for the table to have gone on."""
    out = lines_out(rules, totals.points)
    early = _read_lines(out, before)
    left = [line for line in out if line not in early]
    fewest = next(size for size in range(1, len(out) + 1) if not was_over(rules, totals.points, setting, out[:size]))
    answers = []
    for line in left:
        rest = [each for each in left if each != line]
        named = {BEFORE: _letters([*early, line])}
        answers.append(Answer(_number_lines(rest, LAST) | {BEFORE: ""} if len(rest) == fewest else named, line))
    nobody = Answer(_number_lines(left, LAST) | {BEFORE: ""}, code="asked.nobody_else" if early else "asked.nobody")
    return Question("asked.else" if early else "asked.early", [*answers, nobody], {BEFORE: before} if before else {})


def _read_lines(lines: Sequence[Line], letters: str) -> list[Line]:
    return [line for line in lines if LETTERS[line].lower() in letters]


def _letters(lines: Sequence[Line]) -> str:
    return "".join(LETTERS[line].lower() for line in sorted(lines))


def _exits(left: Sequence[Line], chosen: Sequence[Line], number: int) -> dict[str, str]:
    """Return the fields of ``chosen``, and of the one who is left over: that one went out before them."""
    others = [line for line in left if line not in chosen]
    return _number_lines(chosen, number) | _number_lines(others if len(others) == 1 else [], number - 1)


def _number_lines(lines: Sequence[Line], number: int) -> dict[str, str]:
    return {field("exits", line): str(max(1, number)) for line in lines}
