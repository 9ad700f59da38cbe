"""Forfeits: the cases and the worked examples of the regulation, and what a live position has clinched."""

from dataclasses import replace
from typing import Any

import pytest

from scopa import forfeit as forfeits
from scopa.cards import ALL_CARDS
from scopa.errors import RefusalError
from scopa.forfeit import Forfeit, Settlement, settle
from scopa.match import Record
from scopa.presets import CLASSICA_001, ONLINE_002
from scopa.rules import Rules, from_json, to_json
from scopa.snapshot import ForfeitSnapshot, certain_winners, snapshot_of
from scopa.turn import begin
from tests.coded import coded
from tests.scopa.tables import after, cards, dealt

CAUSES = ("move_timeout", "match_clock", "abandon", "no_show", "disqualification")


def rules(**changed: Any) -> Rules:
    """The online regulation with every cause of forfeit and these changes."""
    return from_json(to_json(ONLINE_002) | {"forfeit_causes": list(CAUSES), "target": 21} | changed)


ALL = rules()
OFFENDER, VICTIM = 0, 1
OPEN = ForfeitSnapshot()


def snapshot(**known: Any) -> ForfeitSnapshot:
    return ForfeitSnapshot(**known)


def left(found: ForfeitSnapshot | None, offender: int = OFFENDER) -> Forfeit:
    """Line ``offender`` leaves during a deal."""
    return Forfeit("abandon", (offender,), "in_deal", found)


def settled(before: tuple[int, int], found: ForfeitSnapshot, changed: Rules = ALL) -> tuple[tuple[int, int], int]:
    result = settle(changed, [Record(before)], left(found))
    assert result.losers == (OFFENDER,)
    return result.points, result.difference


# Section a: offender behind, b: ahead, c: level after the assignment; the deal just begun, all four points open.
@pytest.mark.parametrize(
    ("before", "points", "difference"),
    [
        pytest.param((1, 3), (1, 8), 7, id="R-SCO-40 7pt a"),
        pytest.param((6, 0), (6, 5), 0, id="R-SCO-45 7pt b"),
        pytest.param((5, 0), (5, 5), 0, id="R-SCO-45 7pt c"),
        pytest.param((3, 6), (3, 11), 8, id="R-SCO-40 11pt a"),
        pytest.param((10, 3), (10, 8), 0, id="R-SCO-45 11pt b"),
        pytest.param((8, 3), (8, 8), 0, id="R-SCO-45 11pt c"),
        pytest.param((8, 14), (8, 19), 11, id="R-SCO-40 21pt a"),
        pytest.param((19, 6), (19, 11), 0, id="R-SCO-45 21pt b"),
        pytest.param((12, 7), (12, 12), 0, id="R-SCO-45 21pt c"),
    ],
)
def test_the_three_cases_of_every_scale(before: tuple[int, int], points: tuple[int, int], difference: int) -> None:
    assert settled(before, OPEN) == (points, difference)


W1 = snapshot(settebello=OFFENDER, cards=VICTIM, sweeps=(1, 0))
W3 = snapshot(cards=VICTIM, sweeps=(0, 1))
W4 = snapshot(settebello=VICTIM, coins=OFFENDER, sweeps=(2, 1))
W6 = snapshot(settebello=OFFENDER, cards=OFFENDER)
W9 = snapshot(settebello=VICTIM, coins="void", sweeps=(0, 1))
W10 = snapshot(settebello=OFFENDER, primiera=OFFENDER, sweeps=(1, 0))
W11 = snapshot(cards=OFFENDER, coins=OFFENDER, settebello=OFFENDER, primiera=OFFENDER)


@pytest.mark.parametrize(
    ("before", "found", "points", "difference"),
    [
        pytest.param((4, 5), W1, (6, 9), 3, id="R-SCO-40 W1"),
        pytest.param((0, 0), OPEN, (0, 5), 5, id="R-SCO-40 W2"),
        pytest.param((1, 6), W3, (1, 12), 11, id="R-SCO-40 W3"),
        pytest.param((8, 10), W4, (11, 15), 4, id="R-SCO-40 W4"),
        pytest.param((2, 18), OPEN, (2, 23), 21, id="R-SCO-40 W5"),
        pytest.param((19, 6), W6, (21, 9), 0, id="R-SCO-45 W6"),
        pytest.param((0, 0), OPEN, (0, 5), 5, id="R-SCO-42 W7"),
        pytest.param((4, 4), W9, (4, 9), 5, id="R-SCO-44 W9"),
        pytest.param((12, 11), W10, (15, 14), 0, id="R-SCO-45 W10"),
        pytest.param((3, 2), W11, (7, 3), 0, id="R-SCO-45 W11"),
    ],
)
def test_worked_examples(
    before: tuple[int, int], found: ForfeitSnapshot, points: tuple[int, int], difference: int
) -> None:
    assert settled(before, found) == (points, difference)


FORMAL = rules(unawarded_points="formal")
STRICT = rules(unawarded_points="formal_strict")


@pytest.mark.parametrize(
    ("before", "found", "formal", "strict"),
    [
        pytest.param((4, 5), W1, (5, 10), (4, 10), id="R-SCO-41 W1"),
        pytest.param((1, 6), W3, (1, 12), (1, 11), id="R-SCO-41 W3"),
        pytest.param((8, 10), W4, (10, 16), (8, 15), id="R-SCO-41 W4"),
        pytest.param((2, 18), OPEN, (2, 23), (2, 23), id="R-SCO-41 W5"),
        pytest.param((19, 6), W6, (19, 11), (19, 11), id="R-SCO-41 W6"),
        pytest.param((12, 11), W10, (13, 16), (12, 16), id="R-SCO-41 W10"),
        pytest.param((3, 2), W11, (3, 7), (3, 7), id="R-SCO-41 W11"),
    ],
)
def test_formal_readings(
    before: tuple[int, int], found: ForfeitSnapshot, formal: tuple[int, int], strict: tuple[int, int]
) -> None:
    assert settled(before, found, FORMAL)[0] == formal
    assert settled(before, found, STRICT)[0] == strict


def test_all_scheduled_deals() -> None:
    """R-SCO-42: W7, three deals and the first just dealt: 4 + 4 + 4 + 1."""
    scheduled = rules(match_mode="fixed_deals", deals=3, unawarded_scope="all_scheduled_deals")
    assert settle(scheduled, [], left(OPEN)) == Settlement((0, 13), 13, (OFFENDER,))
    assert settle(scheduled, [Record((2, 3))], left(OPEN)).points == (2, 12)
    between = Forfeit("abandon", (OFFENDER,), "between_deals")
    assert settle(scheduled, [Record((2, 3))], between).points == (2, 12)
    nothing = rules(
        match_mode="fixed_deals", deals=3, unawarded_scope="all_scheduled_deals", between_deals="nothing_open"
    )
    assert settle(nothing, [Record((2, 3))], between).points == (2, 12)


@pytest.mark.parametrize(
    ("between_deals", "points", "difference"),
    [
        pytest.param("next_deal_open", (5, 9), 4, id="R-SCO-43 W8"),
        pytest.param("nothing_open", (5, 5), 0, id="R-SCO-43 W8 nothing open"),
    ],
)
def test_between_two_deals(between_deals: str, points: tuple[int, int], difference: int) -> None:
    found = Forfeit("abandon", (OFFENDER,), "between_deals")
    result = settle(rules(between_deals=between_deals), [Record((2, 3)), Record((3, 1))], found)
    assert (result.points, result.difference) == (points, difference)


def test_dead_points_may_go_to_the_victim() -> None:
    """R-SCO-44: W9 with the alternative."""
    assert settled((4, 4), W9, rules(dead_points="to_victim")) == ((4, 10), 6)


def test_a_level_category_that_gives_each_a_point() -> None:
    """R-SCO-44"""
    each = rules(coins_rule="majority", coins_tie="each")
    assert settled((4, 4), snapshot(settebello=VICTIM, coins="each", sweeps=(0, 1)), each) == ((5, 10), 5)


def test_a_sweep_is_added_for_the_victim() -> None:
    """R-SCO-40"""
    assert settled((0, 0), W11, rules(forfeit_bonus_sweeps=0)) == ((4, 0), 0)
    assert settled((0, 0), OPEN, rules(sweep_points=2, settebello=2)) == ((0, 7), 7)


def test_the_least_difference_is_a_parameter() -> None:
    """R-SCO-45"""
    assert settled((6, 0), OPEN, rules(diff_floor=1)) == ((6, 5), 1)


def test_the_other_line_at_fault() -> None:
    """R-SCO-39"""
    found = left(snapshot(settebello=1, cards=0, sweeps=(0, 1)), offender=1)
    assert settle(ALL, [Record((5, 4))], found) == Settlement((9, 6), 3, (1,))


@pytest.mark.parametrize("moment", ["in_deal", "between_deals", "not_started"])
def test_both_at_fault(moment: Any) -> None:
    """R-SCO-46"""
    records = [] if moment == "not_started" else [Record((5, 4))]
    before = (0, 0) if moment == "not_started" else (5, 4)
    assert settle(ALL, records, Forfeit("abandon", (0, 1), moment)) == Settlement(before, 0, (0, 1))


LEVEL = [Record((11, 10)), Record((10, 11))]


@pytest.mark.parametrize(
    ("records", "tiebreak"),
    [
        pytest.param([*LEVEL, Record((2, 2), 1)], 0, id="R-SCO-47 W12: in the second tie-break deal"),
        pytest.param(LEVEL, 1, id="R-SCO-47 in the first, as the sheet says"),
    ],
)
def test_leaving_in_a_tiebreak_deal(records: list[Record], tiebreak: int) -> None:
    found = Forfeit("abandon", (OFFENDER,), "in_deal", snapshot(sweeps=(0, 2)), tiebreak)
    assert settle(ALL, records, found) == Settlement((21, 21), 0, (OFFENDER,))


def test_tiebreak_points_of_a_forfeit_count_only_where_tiebreaks_do() -> None:
    """R-SCO-35, R-SCO-47"""
    found = Forfeit("abandon", (OFFENDER,), "in_deal", snapshot(sweeps=(0, 2)), 1)
    assert settle(rules(spareggio_points_in_mp=True), LEVEL, found) == Settlement((21, 28), 7, (OFFENDER,))


def test_no_show_is_a_forfeit_before_the_first_deal() -> None:
    """R-SCO-39"""
    assert settle(ALL, [], Forfeit("no_show", (VICTIM,), "not_started")) == Settlement((5, 0), 5, (VICTIM,))


def test_a_disqualification_may_come_after_the_end() -> None:
    """R-SCO-39"""
    won = [Record((22, 3))]
    assert settle(ALL, won, Forfeit("disqualification", (OFFENDER,), "between_deals")).losers == (OFFENDER,)


BAD: list[tuple[Rules, list[Record], Forfeit, str, str]] = [
    (CLASSICA_001, [], left(OPEN), "cause_not_allowed", "cause"),
    (ALL, [], left(None), "snapshot_missing", "f_cards"),
    (ALL, [Record((1, 2))], Forfeit("abandon", (OFFENDER,), "between_deals", OPEN), "snapshot_out_of_place", "moment"),
    (ALL, [Record((1, 2))], Forfeit("abandon", (OFFENDER,), "not_started"), "moment_started", "moment"),
    (ALL, [], Forfeit("no_show", (OFFENDER,), "in_deal", OPEN), "no_show_started", "moment"),
    (ALL, [Record((22, 3))], Forfeit("abandon", (OFFENDER,), "between_deals"), "forfeit_after_end", ""),
    (ALL, [], left(snapshot(sweeps=(-1, 0))), "sweeps_bound", "f_sweeps_a"),
    (ALL, [], left(snapshot(sweeps=(0, 19))), "sweeps_bound", "f_sweeps_b"),
    (ALL, [], left(snapshot(cards="each")), "each_not_allowed", "f_cards"),
    (ALL, [], left(snapshot(settebello="each")), "each_not_allowed", "f_settebello"),
    (ALL, [], left(snapshot(settebello="void")), "settebello_void", "f_settebello"),
]


@pytest.mark.parametrize(
    ("changed", "records", "found", "code", "field"), BAD, ids=[f"R-SCO-39 {each[3]} {each[4]}" for each in BAD]
)
def test_what_cannot_be_settled(changed: Rules, records: list[Record], found: Forfeit, code: str, field: str) -> None:
    with pytest.raises(RefusalError) as refused:
        settle(changed, records, found)
    assert (refused.value.code, refused.value.field) == (code, field)


@pytest.mark.parametrize(
    "found",
    [left(W1), left(W9), Forfeit("abandon", (0, 1), "between_deals"), Forfeit("match_clock", (1,), "in_deal", W4, 2)],
)
def test_forfeits_survive_json(found: Forfeit) -> None:
    assert forfeits.from_json(forfeits.to_json(found)) == found


GOOD = forfeits.to_json(left(W1))


@pytest.mark.parametrize(
    ("data", "code", "field"),
    [
        ([], "forfeit_unreadable", ""),
        (GOOD | {"offenders": [2]}, "offender_unknown", "offender"),
        (GOOD | {"offenders": 0}, "offender_unknown", "offender"),
        (GOOD | {"moment": "yesterday"}, "moment_unknown", "moment"),
        (GOOD | {"snapshot": 3}, "snapshot_missing", "f_cards"),
        (GOOD | {"snapshot": {"cards": 2}}, "holder_unknown", "f_cards"),
        (GOOD | {"snapshot": GOOD["snapshot"] | {"coins": True}}, "holder_unknown", "f_coins"),
        (GOOD | {"snapshot": GOOD["snapshot"] | {"napola": "each"}}, "napola_holder_unknown", "f_napola"),
        (GOOD | {"snapshot": GOOD["snapshot"] | {"napola": True}}, "napola_holder_unknown", "f_napola"),
        (GOOD | {"snapshot": GOOD["snapshot"] | {"napola_points": "3"}}, "whole_number", "f_napola_points"),
        (GOOD | {"snapshot": GOOD["snapshot"] | {"sweeps": [1]}}, "whole_number", "f_sweeps_a"),
        (GOOD | {"snapshot": GOOD["snapshot"] | {"sweeps": [1, "x"]}}, "whole_number", "f_sweeps_a"),
        (GOOD | {"tiebreak": 4}, "tiebreak_bound", "tiebreak"),
        (GOOD | {"tiebreak": "1"}, "tiebreak_bound", "tiebreak"),
    ],
)
def test_what_is_no_forfeit(data: Any, code: str, field: str) -> None:
    with pytest.raises(RefusalError) as refused:
        forfeits.from_json(data)
    assert (refused.value.code, refused.value.field) == (code, field)


TWENTY_ONE = "Ac 2c 3c 4c 5c Fc Cc Rc As 2s 3s 4s 5s Fs Cs Rs Ab 2b 3b 4b 5b"
SIX_COINS = "Ad 2d 3d 4d 5d 6d"


@pytest.mark.parametrize(
    ("mine", "theirs", "category", "holder"),
    [
        pytest.param("7d 7c", "", "settebello", 0, id="R-SCO-40 settebello once captured"),
        pytest.param("", "7d 7c", "settebello", 1, id="R-SCO-40 by the other line"),
        pytest.param("7c 6c", "", "settebello", "open", id="R-SCO-40 settebello still out"),
        pytest.param(TWENTY_ONE, "", "cards", 0, id="R-SCO-40 cards at 21"),
        pytest.param(TWENTY_ONE[:-3], "", "cards", "open", id="R-SCO-40 cards at 20"),
        pytest.param("", SIX_COINS, "coins", 1, id="R-SCO-40 coins at six"),
        pytest.param("Ad 2d 3d 4d 5d", "6d", "coins", "open", id="R-SCO-40 coins at five"),
        pytest.param("Ad 2d 3d 4d 5d", "6d 7d Fd Cd Rd", "coins", "void", id="R-SCO-44 all ten coins, five each"),
        pytest.param("7d 7c 7s 6b", "", "primiera", 0, id="R-SCO-40 primiera: 81 against 75 at most"),
        pytest.param("7d 7c 6s 6b", "", "primiera", "open", id="R-SCO-40 primiera: two sevens are out"),
        pytest.param("7d 7c 7s", "", "primiera", "open", id="R-SCO-40 primiera: a suit is missing"),
    ],
)
def test_clinched(mine: str, theirs: str, category: str, holder: Any) -> None:
    assert certain_winners(ONLINE_002, (cards(mine), cards(theirs)))[category] == holder


def test_a_level_count_is_for_each_where_the_rules_say_so() -> None:
    """R-SCO-44"""
    mine = cards("Ad 2d 3d 4d 5d")
    assert certain_winners(CLASSICA_001, (mine, cards("6d 7d Fd Cd Rd")))["coins"] == "each"
    assert certain_winners(CLASSICA_001, (mine, cards("6d 7d Fd Cd")))["coins"] == "a_shared"


def test_a_line_that_cannot_fall_below_the_shared_point_has_it() -> None:
    """R-SCO-40: 20 cards in hand are level at the least, and a level count gives a point to each."""
    twenty = cards(TWENTY_ONE[:-3])
    rules = replace(CLASSICA_001, forfeit_causes=("abandon",))
    for taken, holder, line in (((twenty, 0), "a_shared", 0), ((0, twenty), "b_shared", 1)):
        held = certain_winners(rules, taken)
        assert held["cards"] == holder
        points = {
            at_fault: settle(rules, [], Forfeit("abandon", (at_fault,), "in_deal", ForfeitSnapshot(**held))).points
            for at_fault in (0, 1)
        }
        # The line at fault keeps its point, and the other has one too; if the other is at fault it has none.
        assert points[line][line] == 1
        assert points[1 - line][1 - line] == 0
    with pytest.raises(RefusalError, check=coded("each_not_allowed")):
        settle(ONLINE_002, [], Forfeit("abandon", (0,), "in_deal", ForfeitSnapshot(cards="a_shared")))


def test_level_primiera_is_void_when_nothing_is_left() -> None:
    """R-SCO-44"""
    mine = cards("7d 7c 6s 6b")
    assert certain_winners(ONLINE_002, (mine, ALL_CARDS & ~mine))["primiera"] == "void"


def test_the_snapshot_of_a_live_table() -> None:
    """R-SCO-40"""
    state = after(dealt("7c", "Fd", table="7d 2b 4b Cb"), "7cx7d")
    assert snapshot_of(state) == snapshot(settebello=0)
    swept = after(dealt("4d", table="Ad Ac As Ab"), "4dxAd+Ac+As+Ab")
    assert snapshot_of(swept) == snapshot(sweeps=(1, 0))


def test_three_lines_have_no_forfeit() -> None:
    """R-SCO-39"""
    with pytest.raises(RefusalError, check=coded("two_lines_only")):
        snapshot_of(begin(ONLINE_002, list(range(40)), 0, 3))
