"""The score of a deal from its sheet: the written points, or those of the cards left."""

from collections.abc import Collection, Sequence

from scala40 import scoring
from scala40.match import Line
from scala40.rules import Rules
from scala40.scoring import Score
from scala40.sheet import Drawing, Sheet, Totals, Written
from scala40.sheet_checks import check, check_drawing, check_totals


def score(rules: Rules, sheet: Written) -> Score:
    """Return the points of each line; raises RefusalError when the sheet contradicts itself or the rules."""
    if isinstance(sheet, Drawing):
        check_drawing(sheet)
        return Score((0,) * sheet.lines)
    if isinstance(sheet, Totals):
        check_totals(rules, sheet)
        return Score(tuple(points or 0 for points in sheet.points))
    check(rules, sheet)
    if sheet.depth == "points":
        return Score(tuple(points or 0 for points in sheet.points))
    return scoring.score(rules, sheet.cards, in_hand=sheet.in_hand, unopened=sheet.unopened)


def counts_sheet(
    hands: Sequence[str | None], closer: Line | None, *, tiebreak: int, in_hand: bool, unopened: Collection[Line]
) -> Sheet:
    """Return the sheet that careful players would write about the cards left, as ranks; None for absent lines."""
    return Sheet("cards", tiebreak, closer, in_hand, (), tuple(hands), frozenset(unopened), {})
