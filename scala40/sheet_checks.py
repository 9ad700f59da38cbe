"""Impossible sheets, refused when a sheet is typed or scored: each contradiction with its field, value and rule."""

from typing import Final

from scala40.closing import FLAT
from scala40.errors import Faults, RefusalError, brief
from scala40.hand_bound import HELD, MOST_CARDS, beyond_pack, possible, together
from scala40.match import LETTERS, Line
from scala40.rules import Rules
from scala40.sheet import Drawing, Sheet, Totals, field

FEWEST_LINES: Final = 2
MOST_TIEBREAK: Final = 9
MOST_DEALS: Final = 99


def check(rules: Rules, sheet: Sheet) -> None:
    """Raise RefusalError with every contradiction between the sheet of a deal, the rules and itself."""
    _check_size(sheet.lines, sheet.tiebreak)
    closer, faults = sheet.closer, Faults()
    with faults:
        for line, cause in sheet.left.items():
            if cause not in rules.leave_causes:
                allowed = ", ".join(rules.leave_causes)
                raise RefusalError("leave_cause", field=field("left", line), typed=cause[:40], allowed=allowed)
            if line == closer:
                raise RefusalError("closer_left", field=field("left", line), line=LETTERS[line])
            if line in sheet.playing:
                raise RefusalError("left_points", field=field(sheet.depth, line), line=LETTERS[line])
    with faults:
        _check_closer(sheet)
    with faults:
        # R-S40-33: the flat 100 is for those who had not opened when somebody closed in hand.
        has_flat = sheet.in_hand and rules.hand_close_penalty == "flat_100_unopened" and sheet.depth == "cards"
        for line in sorted(sheet.unopened):
            if not has_flat or line == closer or line not in sheet.playing:
                raise RefusalError("unopened_place", field=field("unopened", line), line=LETTERS[line])
    if closer is not None:
        with faults:
            check_hands(rules, sheet)
    faults.refuse()


def _check_closer(sheet: Sheet) -> None:
    """R-S40-30: one line closes and pays nothing; nobody does only in a void deal, or one that ended by leaving."""
    if sheet.in_hand and sheet.closer is None:
        raise RefusalError("in_hand_nobody", field="in_hand")
    if not sheet.playing and sheet.closer is None and sheet.left:
        return  # R-S40-45: a deal that ended because somebody left.
    if len(sheet.playing) < FEWEST_LINES:
        raise RefusalError("deal_alone", field=field(sheet.depth, 0), lines=len(sheet.playing))
    if sheet.closer is not None and sheet.closer not in sheet.playing:
        raise RefusalError("closer_out", field="closer", line=LETTERS[sheet.closer])
    for line, value in enumerate(sheet.values):
        # R-S40-26: a deal that nobody closed is void, so nobody pays.
        if value and sheet.closer is None:
            raise RefusalError("nobody_closed", field=field(sheet.depth, line), line=LETTERS[line], typed=brief(value))


def check_hands(rules: Rules, sheet: Sheet) -> None:
    """Raise RefusalError with everything that is wrong with the cards left, also where nobody has closed yet."""
    faults = Faults()
    for line in sheet.playing:
        with faults:
            if sheet.depth == "points":
                _check_points(rules, sheet, line)
            else:
                _check_cards(sheet, line)
    faults.refuse()
    # Hands that are possible one by one may contradict each other.
    if sheet.depth == "points":
        # R-S40-31: jokers and aces in one hand are in no other.
        counted = {
            line: points
            for line, points in enumerate(sheet.points)
            if points is not None and line != sheet.closer and not _is_flat(rules, sheet, points)
        }
        total, bound = sum(counted.values()), _factor(rules, sheet) * together(len(counted))
        if total > bound:
            place = field("points", max(counted, key=counted.__getitem__))
            raise RefusalError("points_together", field=place, total=total, hands=len(counted), bound=bound)
        return
    beyond = beyond_pack([hand or "" for hand in sheet.cards])
    if beyond is not None:
        line, rank, held = beyond
        values = {"card": rank, "held": held, "most": HELD[rank], "line": LETTERS[line]}
        raise RefusalError("cards_beyond_pack", field=field("cards", line), **values)


def check_drawing(drawing: Drawing) -> None:
    """Raise RefusalError for an impossible draw of cards (R-S40-38)."""
    _check_size(drawing.lines, drawing.tiebreak)
    if not drawing.tiebreak:
        raise RefusalError("drawing_without_tie", field="tiebreak")
    if len(drawing.order) < FEWEST_LINES or len(set(drawing.order)) < len(drawing.order):
        drawn = ", ".join(LETTERS[line] for line in drawing.order)
        raise RefusalError("order_twice", field="order_1", drawn=drawn)


def check_totals(rules: Rules, totals: Totals) -> None:
    """Raise RefusalError with every total that no deals can add up to (R-S40-49)."""
    _check_size(totals.lines, 0)
    faults = Faults()
    # Before the last deal a total is below the limit, and that deal adds the points of one hand (R-S40-31).
    most = _most_total(rules, 1)
    for line, (points, exit_) in enumerate(zip(totals.points, totals.exits, strict=True)):
        values = {"field": field("points", line), "line": LETTERS[line]}
        with faults:
            if points is not None and points < 0:
                raise RefusalError("negative", points=points, **values)
            if points == 1:
                raise RefusalError("totals_one", **values)
            if points is not None and points > most:
                raise RefusalError("totals_bound", points=points, bound=most, out_at=rules.out_at, **values)
            if exit_ is not None and not 1 <= exit_ <= MOST_DEALS:
                raise RefusalError("exit_range", field=field("exits", line), deal=exit_, most=MOST_DEALS)
            if exit_ is not None and (points is None or points < rules.out_at):
                raise RefusalError("exit_in", field=field("exits", line), line=LETTERS[line], out_at=rules.out_at)
    faults.refuse()
    with faults:
        # In every deal that counts, only the closer pays nothing, so only one line can have closed all of them.
        nothing = [line for line in totals.playing if not totals.points[line]]
        if len(nothing) > 1 and any(totals.points):
            first, second = (LETTERS[line] for line in nothing[:2])
            raise RefusalError("totals_zeros", field=field("points", nothing[1]), line=second, other=first)
    with faults:
        # R-S40-31: lines that went out in the same deal shared its jokers and aces.
        for deal in sorted({each for each in totals.exits if each is not None}):
            out = [line for line in totals.playing if totals.exits[line] == deal]
            total, bound = sum(totals.points[line] or 0 for line in out), _most_total(rules, len(out))
            if total > bound:
                lines = ", ".join(LETTERS[line] for line in out)
                raise RefusalError("exits_together", field=field("exits", out[0]), lines=lines, deal=deal, bound=bound)
    faults.refuse()


def _most_total(rules: Rules, lines: int) -> int:
    """Return the highest sum of the totals of so many lines that go out in one deal."""
    factor = 2 if rules.hand_close_penalty == "double" else 1
    flat = FLAT * lines if rules.hand_close_penalty == "flat_100_unopened" else 0
    return lines * (rules.out_at - 1) + max(factor * together(lines), flat)


def _check_size(lines: int, tiebreak: int) -> None:
    if lines < FEWEST_LINES:
        raise RefusalError("lines_at_table", field="lines", lines=lines, fewest=FEWEST_LINES, most=len(LETTERS))
    if not 0 <= tiebreak <= MOST_TIEBREAK:
        raise RefusalError("tiebreak_range", field="tiebreak", tiebreak=tiebreak, most=MOST_TIEBREAK)


def _check_points(rules: Rules, sheet: Sheet, line: Line) -> None:
    """R-S40-31: 13 cards at most, and at least one; a close in hand may double them or make them a flat 100."""
    points = sheet.points[line] or 0
    values = {"field": field("points", line), "line": LETTERS[line]}
    if points < 0:
        raise RefusalError("negative", points=points, **values)
    if line == sheet.closer:
        if points:
            raise RefusalError("closer_points", points=points, **values)
        return
    if not points and sheet.closer is None:
        return
    if not points:
        raise RefusalError("two_closers", **values)
    factor, bound = _factor(rules, sheet), _factor(rules, sheet) * together(1)
    if points > bound:
        raise RefusalError("points_bound", points=points, bound=bound, cards=MOST_CARDS, **values)
    if points not in (factor * each for each in possible()) and not _is_flat(rules, sheet, points):
        code = "points_impossible" if factor == 1 else "points_not_doubled"
        raise RefusalError(code, points=points, **values)


def _factor(rules: Rules, sheet: Sheet) -> int:
    return 2 if sheet.in_hand and rules.hand_close_penalty == "double" else 1


def _is_flat(rules: Rules, sheet: Sheet, points: int) -> bool:
    return sheet.in_hand and rules.hand_close_penalty == "flat_100_unopened" and points == FLAT


def _check_cards(sheet: Sheet, line: Line) -> None:
    hand = sheet.cards[line] or ""
    values = {"field": field("cards", line), "line": LETTERS[line]}
    if line == sheet.closer and hand:
        raise RefusalError("closer_cards", cards=len(hand), **values)
    if line != sheet.closer and not hand and sheet.closer is not None:
        raise RefusalError("cards_missing", **values)
    if len(hand) > MOST_CARDS:
        raise RefusalError("cards_too_many", cards=len(hand), most=MOST_CARDS, **values)
