"""What a fault, a ruling, a walkover and a bye give to the lines of a match."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.competition.match.written import (
    FINAL,
    FOUR,
    PENALTY_TABLES,
    SCALA_40_TABLES,
    SCOPA_TABLES,
    THREE_GAMES,
    TWO,
    Pair,
    by_line,
    content,
    deal,
    duel,
    game,
    lost,
    spareggio,
)
from tournaments.competition.match.outcomes import Chairs, Outcome, Regulation, bye, judge, walkover
from tournaments.games.contract import Json, RefusedError

# What each line has clinched, from the offender's side: O the offender, V the other line.
HOLDERS = {"O": 0, "V": 1, "open": "open", "void": "void"}
NAMES = {"C": "cards", "D": "coins", "S": "settebello", "P": "primiera"}


def deals(points: Sequence[int]) -> list[Json]:
    """Four deals that add up to the points of both lines, none with more than a pack can give."""
    number = 4
    parts = [tuple(each // number + (part < each % number) for each in points) for part in range(number)]
    return [deal(*part) for part in parts]


def snapshot(culprit: int, held: dict[str, str], sweeps: Pair) -> Json:
    """The running deal as the referee writes it; ``held`` and ``sweeps`` are from the offender's side."""
    found: dict[str, Json] = {}
    for letter, name in NAMES.items():
        holder = HOLDERS[held.get(letter, "open")]
        found[name] = abs(culprit - holder) if isinstance(holder, int) else holder
    return {**found, "sweeps": list(turned(sweeps, culprit))}


def turned(pair: Sequence[Any], culprit: int) -> Sequence[Any]:
    """The values of the offender and of the other line as those of lines 0 and 1, or the other way round."""
    return pair if culprit == 0 else pair[::-1]


def fault(
    *culprits: int, snap: Json = None, moment: str = "in_deal", cause: str = "abandon", tiebreak: int = 0
) -> Json:
    return {"cause": cause, "offenders": list(culprits), "moment": moment, "snapshot": snap, "tiebreak": tiebreak}


def written(culprit: int, before: Pair, forfeit: Json, *tiebreaks: Json) -> Json:
    """A match of one game that ends by a fault; ``before`` are the points of the offender and of the other line."""
    played = [*deals(turned(before, culprit)), *tiebreaks] if sum(before) else []
    return content(*([game(*played)] if played else []), forfeit=forfeit)


def told(found: Outcome, culprit: int) -> tuple[Any, ...]:
    """Points (offender, other), then place, VP and MP of the other line and of the offender."""
    return tuple(turned(found.points, culprit)), *turned(by_line(found), 1 - culprit)


# A fault at the table

CASES = [
    pytest.param(7, (1, 3), {}, (0, 0), [1, 8], (17, 7), -8, id="R-VP-06 7pt (a)"),
    pytest.param(7, (6, 0), {}, (0, 0), [6, 5], (14, 4), -8, id="R-VP-06 7pt (b)"),
    pytest.param(7, (5, 0), {}, (0, 0), [5, 5], (14, 4), -8, id="R-VP-06 7pt (c)"),
    pytest.param(11, (3, 6), {}, (0, 0), [3, 11], (17, 8), -14, id="R-VP-06 11pt (a)"),
    pytest.param(11, (10, 3), {}, (0, 0), [10, 8], (14, 4), -14, id="R-VP-06 11pt (b)"),
    pytest.param(11, (8, 3), {}, (0, 0), [8, 8], (14, 4), -14, id="R-VP-06 11pt (c)"),
    pytest.param(21, (8, 14), {}, (0, 0), [8, 19], (16, 10), -20, id="R-VP-06 21pt (a)"),
    pytest.param(21, (19, 6), {}, (0, 0), [19, 11], (14, 6), -20, id="R-VP-06 21pt (b)"),
    pytest.param(21, (12, 7), {}, (0, 0), [12, 12], (14, 6), -20, id="R-VP-06 21pt (c)"),
    pytest.param(11, (4, 5), {"S": "O", "C": "V"}, (1, 0), [6, 9], (14, 4), -14, id="R-VP-07 W1"),
    pytest.param(7, (0, 0), {}, (0, 0), [0, 5], (15, 5), -8, id="R-VP-07 W2"),
    pytest.param(7, (1, 6), {"C": "V"}, (0, 1), [1, 12], (18, 8), -8, id="R-VP-07 W3"),
    pytest.param(21, (8, 10), {"S": "V", "D": "O"}, (2, 1), [11, 15], (14, 6), -20, id="R-VP-07 W4"),
    pytest.param(21, (2, 18), {}, (0, 0), [2, 23], (20, 20), -20, id="R-VP-07 W5"),
    pytest.param(21, (19, 6), {"S": "O", "C": "O"}, (0, 0), [21, 9], (14, 6), -20, id="R-VP-07 W6"),
    pytest.param(11, (4, 4), {"S": "V", "D": "void"}, (0, 1), [4, 9], (15, 5), -14, id="R-VP-07 W9"),
    pytest.param(21, (12, 11), {"S": "O", "P": "O"}, (1, 0), [15, 14], (14, 6), -20, id="R-VP-07 W10"),
    pytest.param(7, (3, 2), dict.fromkeys("CDSP", "O"), (0, 0), [7, 3], (14, 4), -8, id="R-VP-07 W11"),
]


@pytest.mark.parametrize("culprit", [0, 1])
@pytest.mark.parametrize(("target", "before", "held", "sweeps", "points", "victim", "offender_mp"), CASES)
def test_a_fault_in_a_deal(
    target: int,
    before: Pair,
    held: dict[str, str],
    sweeps: Pair,
    points: list[int],
    victim: Pair,
    offender_mp: int,
    culprit: int,
) -> None:
    at_fault = written(culprit, before, fault(culprit, snap=snapshot(culprit, held, sweeps)))

    found = judge(duel(target), TWO, at_fault)

    assert told(found, culprit) == (tuple(points), (1, *victim), (2, 0, offender_mp))
    assert (found.over, found.ending, found.note) == (True, "forfeit", {"cause": "abandon", "losers": [culprit]})


ALTERNATIVES = [
    pytest.param("formal", 11, (4, 5), {"S": "O", "C": "V"}, (1, 0), (15, 5), -14, id="R-VP-07 W1 formal"),
    pytest.param("formal_strict", 11, (4, 5), {"S": "O", "C": "V"}, (1, 0), (16, 6), -14, id="R-VP-07 W1 strict"),
    pytest.param("formal_strict", 7, (1, 6), {"C": "V"}, (0, 1), (18, 8), -8, id="R-VP-07 W3 strict"),
    pytest.param("formal", 21, (8, 10), {"S": "V", "D": "O"}, (2, 1), (14, 6), -20, id="R-VP-07 W4 formal"),
    pytest.param("formal_strict", 21, (8, 10), {"S": "V", "D": "O"}, (2, 1), (14, 6), -20, id="R-VP-07 W4 strict"),
    pytest.param("formal", 21, (12, 11), {"S": "O", "P": "O"}, (1, 0), (14, 6), -20, id="R-VP-07 W10 formal"),
    pytest.param("formal", 7, (3, 2), dict.fromkeys("CDSP", "O"), (0, 0), (14, 4), -8, id="R-VP-07 W11 formal"),
]


@pytest.mark.parametrize(("reading", "target", "before", "held", "sweeps", "victim", "offender_mp"), ALTERNATIVES)
def test_the_other_readings_of_a_running_deal(
    reading: str, target: int, before: Pair, held: dict[str, str], sweeps: Pair, victim: Pair, offender_mp: int
) -> None:
    at_fault = written(0, before, fault(0, snap=snapshot(0, held, sweeps)))

    found = judge(duel(target, unawarded_points=reading), TWO, at_fault)

    assert told(found, 0)[1:] == ((1, *victim), (2, 0, offender_mp))


FIRST_OF_THREE = [
    pytest.param("current_deal", (15, 5), id="R-VP-07 W7"),
    pytest.param("all_scheduled_deals", (19, 12), id="R-VP-07 W7 all deals"),
]


@pytest.mark.parametrize(("scope", "victim"), FIRST_OF_THREE)
def test_a_fault_in_the_first_of_three_deals(scope: str, victim: Pair) -> None:
    by = duel(None, match_mode="fixed_deals", deals=3, unawarded_scope=scope)

    found = judge(by, TWO, content(forfeit=fault(0, snap=snapshot(0, {}, (0, 0)))))

    assert told(found, 0)[1:] == ((1, *victim), (2, 0, -14))


BETWEEN_DEALS = [
    pytest.param("next_deal_open", (5, 9), id="R-VP-07 W8"),
    pytest.param("nothing_open", (5, 5), id="R-VP-07 W8 nothing open"),
]


@pytest.mark.parametrize(("between", "points"), BETWEEN_DEALS)
def test_a_fault_between_two_deals(between: str, points: Pair) -> None:
    by = duel(11, between_deals=between)

    found = judge(by, TWO, written(0, (5, 4), fault(0, moment="between_deals")))

    assert told(found, 0) == (points, (1, 14, 4), (2, 0, -14))


OTHER_TERMS = [
    pytest.param(7, {"missing_row_policy": "last_row"}, (0, 0), (15, 5), -8, id="R-VP-08 the last row"),
    pytest.param(7, {"missing_row_policy": "extrapolate"}, (0, 0), (15, 5), -10, id="R-VP-08 the pattern carried on"),
    pytest.param(7, {"missing_row_policy": "mirror_victim"}, (0, 0), (15, 5), -5, id="R-VP-08 the victim's"),
    pytest.param(11, {"victim_vp_value": "floor"}, (3, 6), (14, 4), -14, id="R-VP-11 exactly the floor"),
    pytest.param(11, {"mp_source": "difference"}, (3, 6), (17, 8), -8, id="R-VP-11 the actual difference"),
]


@pytest.mark.parametrize(("target", "terms", "before", "victim", "offender_mp"), OTHER_TERMS)
def test_other_terms_of_an_event(
    target: int, terms: dict[str, str], before: Pair, victim: Pair, offender_mp: int
) -> None:
    at_fault = written(1, before, fault(1, snap=snapshot(1, {}, (0, 0))))

    found = judge(duel(target, terms=terms), TWO, at_fault)

    assert told(found, 1)[1:] == ((1, *victim), (2, 0, offender_mp))


@pytest.mark.parametrize("culprit", [0, 1])
def test_a_fault_in_a_tie_break_deal_ends_the_match_level_on_points(culprit: int) -> None:
    """R-VP-05, R-VP-07: W12, in the second tie-break; the ties that were broken stay on record."""
    at_fault = written(
        culprit, (7, 7), fault(culprit, snap=snapshot(culprit, {}, (0, 0)), tiebreak=2), spareggio(1, 2, 2)
    )

    found = judge(duel(7), TWO, at_fault)

    assert told(found, culprit) == ((7, 7), (1, 14, 4), (2, 0, -8))
    assert ([(each.tie.number, each.is_open) for each in found.ties], found.tiebreak_due) == ([(1, False)], 0)


BOTH = [
    pytest.param(fault(0, 1, moment="between_deals"), id="R-VP-10 by a fault"),
    pytest.param(lost("loss", 1, 0), id="R-PEN-10 by a ruling"),
]


@pytest.mark.parametrize("at_fault", BOTH)
@pytest.mark.parametrize(("target", "mp"), [(7, -8), (11, -14), (21, -20)])
def test_where_both_lines_lose_nobody_has_a_place(target: int, mp: int, at_fault: Json) -> None:
    found = judge(duel(target), TWO, written(0, (5, 1), at_fault))

    assert (found.points, by_line(found)) == ((5, 1), [(None, 0, mp)] * 2)
    assert found.note["losers"] == [0, 1]


def test_a_match_that_both_lose_may_have_to_be_played_again() -> None:
    """R-VP-10"""
    with pytest.raises(RefusedError, match="double_forfeit_is_replayed"):
        judge(duel(terms={"double_forfeit": "replay"}), TWO, written(0, (5, 1), fault(0, 1, moment="between_deals")))


def test_a_fault_in_a_longer_match_leaves_the_games_before_their_worth() -> None:
    """R-VP-06, R-PEN-11: 16-4 and 4-16 were played, then a fault in the third, 2 behind and 5 to come."""
    games = game((10, 5), (11, 6)), game((5, 10), (6, 11)), game((3, 5))

    found = judge(duel(), THREE_GAMES, content(*games, forfeit=fault(0, moment="between_deals")))

    assert (found.games_won, found.points, by_line(found)) == (
        (1, 1),
        (3, 10),
        [(2, 16 + 4, 10 - 10 - 20), (1, 4 + 16 + 14, -10 + 10 + 6)],
    )
    assert (found.deals_played, list(found.deals)) == (5, [5, 5])


def test_without_a_vp_table_a_fault_gives_places_only() -> None:
    """R-VP-14"""
    found = judge(duel(has_vp=False), TWO, written(0, (5, 4), fault(0, moment="between_deals")))

    assert by_line(found) == [(2, None, None), (1, None, None)]


def test_a_match_that_is_decided_is_not_lost_by_a_fault() -> None:
    """R-VP-06"""
    with pytest.raises(RefusedError, match="match_decided"):
        judge(duel(), TWO, written(0, (21, 11), fault(0, moment="between_deals")))


# A ruling on a match of two

BY_PENALTY = [
    pytest.param(7, (1, 3), (1, 8), (17, 7), -8, id="R-PEN-11 7pt (a)"),
    pytest.param(7, (6, 0), (6, 5), (14, 4), -8, id="R-PEN-11 7pt (b)"),
    pytest.param(7, (5, 0), (5, 5), (14, 4), -8, id="R-PEN-11 7pt (c)"),
    pytest.param(11, (3, 6), (3, 11), (17, 8), -14, id="R-PEN-11 11pt (a)"),
    pytest.param(11, (10, 3), (10, 8), (14, 4), -14, id="R-PEN-11 11pt (b)"),
    pytest.param(11, (8, 3), (8, 8), (14, 4), -14, id="R-PEN-11 11pt (c)"),
    pytest.param(21, (8, 14), (8, 19), (16, 10), -20, id="R-PEN-11 21pt (a)"),
    pytest.param(21, (19, 6), (19, 11), (14, 6), -20, id="R-PEN-11 21pt (b)"),
    pytest.param(21, (12, 7), (12, 12), (14, 6), -20, id="R-PEN-11 21pt (c)"),
    pytest.param(21, (0, 0), (0, 5), (14, 6), -20, id="R-PEN-11 before the first deal"),
    pytest.param(21, (21, 11), (21, 11), (14, 6), -20, id="R-PEN-11 won and not yet confirmed"),
    pytest.param(21, (11, 21), (11, 21), (16, 10), -20, id="R-PEN-11 lost and not yet confirmed"),
    pytest.param(7, (7, 7), (7, 7), (14, 4), -8, id="R-PEN-11 a tie-break is due"),
]


@pytest.mark.parametrize("culprit", [0, 1])
@pytest.mark.parametrize(("target", "before", "points", "victim", "offender_mp"), BY_PENALTY)
@pytest.mark.parametrize("kind", ["loss", "disqualification"])
def test_a_match_lost_by_penalty(
    kind: str, target: int, before: Pair, points: Pair, victim: Pair, offender_mp: int, culprit: int
) -> None:
    found = judge(duel(target), TWO, written(culprit, before, lost(kind, culprit)))

    assert told(found, culprit) == (points, (1, *victim), (2, 0, offender_mp))
    assert (found.ending, found.note) == ("forfeit", {"cause": kind, "losers": [culprit], "ruled": True})


def test_where_both_lose_a_match_that_was_over_its_points_stand_and_no_difference() -> None:
    """R-PEN-10, R-PEN-11"""
    by = duel(terms={"mp_source": "difference"})

    found = judge(by, TWO, content(game((10, 5), (11, 6)), forfeit=lost("loss", 0, 1)))

    assert (found.points, by_line(found)) == ((21, 11), [(None, 0, 0)] * 2)


WON, LOST = game((10, 5), (11, 6)), game((5, 10), (6, 11))
LONGER = [
    pytest.param([WON], (1, 0), [(2, 16, 10 - 20), (1, 4 + 14, -10 + 6)], id="R-PEN-11 before the second game"),
    pytest.param([WON, game((3, 5))], (1, 0), [(2, 16, 10 - 20), (1, 4 + 14, -10 + 6)], id="R-PEN-11 in the second"),
    pytest.param(
        [WON, LOST, WON],
        (1, 1),
        [(2, 16 + 4, 10 - 10 - 20), (1, 4 + 16 + 14, -10 + 10 + 6)],
        id="R-PEN-11 its last game is taken",
    ),
]


@pytest.mark.parametrize(("games", "won", "lines"), LONGER)
def test_a_longer_match_lost_by_penalty(games: list[Json], won: Pair, lines: list[Any]) -> None:
    found = judge(duel(), THREE_GAMES, content(*games, forfeit=lost("loss", 0)))

    assert (found.games_won, by_line(found)) == (won, lines)


# Nobody came, or somebody rests

NO_SHOWS = [
    pytest.param("flat", 7, (14, 4), -8, id="R-VP-09 7pt"),
    pytest.param("flat", 11, (14, 4), -14, id="R-VP-09 11pt"),
    pytest.param("flat", 21, (14, 6), -20, id="R-VP-09 21pt"),
    pytest.param("as_forfeit", 7, (15, 5), -8, id="R-VP-09 7pt as a fault"),
    pytest.param("as_forfeit", 11, (15, 5), -14, id="R-VP-09 11pt as a fault"),
    pytest.param("as_forfeit", 21, (14, 6), -20, id="R-VP-09 21pt as a fault"),
]


@pytest.mark.parametrize("culprit", [0, 1])
@pytest.mark.parametrize(("no_show", "target", "victim", "offender_mp"), NO_SHOWS)
def test_a_no_show_by_a_ruling_and_a_walkover_are_worth_the_same(
    no_show: str, target: int, victim: Pair, offender_mp: int, culprit: int
) -> None:
    """R-PEN-09"""
    by = duel(target, terms={"no_show": no_show})

    ruled = judge(by, TWO, content(forfeit=lost("no_show", culprit)))
    walked = walkover(by, TWO, [1 - culprit])

    assert told(ruled, culprit) == told(walked, culprit) == ((0, 0), (1, *victim), (2, 0, offender_mp))
    assert (ruled.ending, ruled.note["losers"]) == ("forfeit", [culprit])
    assert (walked.ending, walked.note) == ("walkover", {"cause": "no_show", "losers": [culprit]})
    assert (walked.over, walked.deals_played, walked.deals[0]) == (True, 0, 0)


def test_where_nobody_comes_both_lose() -> None:
    """R-PEN-10, R-VP-10"""
    ruled = judge(duel(), TWO, content(forfeit=lost("no_show", 0, 1)))
    walked = walkover(duel(), TWO, [])

    assert by_line(ruled) == by_line(walked) == [(None, 0, -20)] * 2


WALKOVERS = [
    pytest.param(PENALTY_TABLES, FOUR, [3, 1], (None, 2, None, 1), id="R-TAB-17 two go on in their order"),
    pytest.param(PENALTY_TABLES, FOUR, [2], (None, None, 1, None), id="R-TAB-17 one came alone"),
    pytest.param(PENALTY_TABLES, FINAL, [2], (2, 2, 1, 2), id="R-TAB-17 a final"),
    pytest.param(duel(has_vp=False), TWO, [1], (2, 1), id="R-VP-14 of two without VP"),
]


@pytest.mark.parametrize(("regulation", "chairs", "present", "places"), WALKOVERS)
def test_a_walkover_without_vp(
    regulation: Regulation, chairs: Chairs, present: list[int], places: tuple[int | None, ...]
) -> None:
    found = walkover(regulation, chairs, present)

    nothing = (None,) * chairs.lines
    assert (found.places, found.vp, found.mp, found.points) == (places, nothing, nothing, (0,) * chairs.lines)


BYES = [
    pytest.param(duel(7), TWO, [1], [(None, None, None), (1, 14, 4)], id="R-VP-12 7pt"),
    pytest.param(duel(21), TWO, [0], [(1, 14, 6), (None, None, None)], id="R-VP-12 21pt"),
    pytest.param(
        duel(21, terms={"bye_vp": 12, "bye_mp": 0}),
        TWO,
        [0],
        [(1, 12, 0), (None, None, None)],
        id="R-VP-12 other numbers",
    ),
    pytest.param(duel(21), TWO, [], [(None, None, None)] * 2, id="R-KO-13 nobody is present"),
    pytest.param(
        SCALA_40_TABLES,
        Chairs(3, 2),
        [2, 0],
        [(2, None, None), (None, None, None), (1, None, None)],
        id="R-TAB-07 of two",
    ),
]


@pytest.mark.parametrize(("regulation", "chairs", "present", "lines"), BYES)
def test_a_bye(regulation: Regulation, chairs: Chairs, present: list[int], lines: list[Any]) -> None:
    found = bye(regulation, chairs, present)

    assert (by_line(found), found.ending, found.over, found.note) == (lines, "bye", True, {})
    assert found.tie is None


# A ruling that ends a table of several

ENDED = [
    pytest.param(
        PENALTY_TABLES, FOUR, content(game((10, 101, 30, 40)), forfeit=lost("loss", 0)), (4, 3, 1, 2),
        id="R-PEN-12 who stays, who was out, who is ruled out",
    ),
    pytest.param(
        SCALA_40_TABLES, FOUR, content(game(deal(0, 101, 30, 40, closer=0)), forfeit=lost("loss", 0)), (4, 3, 1, 2),
        id="R-PEN-12 Scala 40",
    ),
    pytest.param(
        SCOPA_TABLES, Chairs(3, through=2), content(game((3, 5, 1)), forfeit=lost("loss", 1)), (1, 3, 2),
        id="R-PEN-12 Scopa",
    ),
    pytest.param(
        PENALTY_TABLES, FOUR, content(game((10, 20, 30, 40)), forfeit=lost("loss", 3, 0)), (3, 1, 2, 3),
        id="R-PEN-12 two are ruled out together",
    ),
    pytest.param(
        PENALTY_TABLES, FOUR, content(forfeit=lost("no_show", 1, 3)), (1, None, 2, None),
        id="R-PEN-12 before the first deal there is no place",
    ),
    pytest.param(
        PENALTY_TABLES, Chairs(4, 2, absent=frozenset({0})), content(game((None, 20, 30, 40)), forfeit=lost("loss", 1)),
        (None, 3, 1, 2), id="R-PEN-12 an empty chair has no place",
    ),
    pytest.param(
        PENALTY_TABLES, FINAL, content(game((10, 101, 102, 40)), forfeit=lost("loss", 3)), (1, 2, 3, 4),
        id="R-PEN-12 in a final",
    ),
    pytest.param(
        PENALTY_TABLES, FOUR, content(game((10, 10, 120, 130)), forfeit=lost("loss", 3)), (1, 2, 3, 4),
        id="R-PEN-12 not yet confirmed, those who go on are level",
    ),
    pytest.param(
        PENALTY_TABLES, FOUR, content(game((10, 20, 30, 40)), forfeit=lost("loss", 0)), (4, 1, 2, 3),
        id="R-PEN-12 more stay than go on",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("regulation", "chairs", "sheet", "places"), ENDED)
def test_a_table_that_a_ruling_ends(
    regulation: Regulation, chairs: Chairs, sheet: Json, places: tuple[int | None, ...]
) -> None:
    found = judge(regulation, chairs, sheet)

    points = sheet["games"][0]["deals"][0]["points"] if sheet["games"] else [0] * chairs.lines
    assert (found.places, found.points) == (places, tuple(each or 0 for each in points))
    assert (found.over, found.ending, found.note["ruled"], found.vp) == (True, "forfeit", True, (None,) * chairs.lines)


NO_FAULTS = [
    pytest.param(SCOPA_TABLES, "cause_not_allowed", id="R-SCO-63"),
    pytest.param(SCALA_40_TABLES, "no_forfeits", id="R-S40-45"),
]


@pytest.mark.parametrize(("regulation", "code"), NO_FAULTS)
def test_a_fault_at_the_table_ends_no_table_of_several(regulation: Regulation, code: str) -> None:
    with pytest.raises(RefusedError, match=code):
        judge(regulation, FOUR, content(forfeit=fault(0, moment="not_started")))
