"""The end of a table, the order of its players, and what tells level ones apart."""

import pytest

from scala40.match import Record, Setting, after_time, totals
from scala40.phrases import PHRASES
from scala40.rules import Rules
from tests.scala40.paper import FINAL, FOUR, deals, drawn, extra, order, stands, tie

# The five cases of rules 11 and 14, each as the totals before the last deal and that deal; A closes it.
S1 = deals("80 0 70 0", "0 95 0 99", "0 12 40 5")
S2 = deals("80 0 70 0", "0 99 0 99", "0 5 40 5")
S3 = deals("60 0 103 90", "0 98 - 0", "0 10 - 11")
S4 = deals("60 0 40 30", "0 101 0 90")
S5 = deals("60 0 40 30", "0 101 0 60")


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        pytest.param(S1, "A D B C", id="R-S40-37 S1 three out together: the lowest total is second"),
        pytest.param(S2, "A BD C", id="R-S40-38 S2 level for the second place"),
        pytest.param(S3, "A D B C", id="R-S40-37 S3 who went out earlier is behind"),
        pytest.param(S4, "C A B D", id="R-S40-35 S4 exactly 101 is out"),
        pytest.param(S5, "C A D B", id="R-S40-36 S5 one out: the others play on"),
    ],
)
def test_the_five_cases(played: list[Record], expected: str) -> None:
    assert order(played) == expected


@pytest.mark.parametrize(
    ("played", "finished", "over"),
    [
        pytest.param(S1, True, True, id="R-S40-36 three out"),
        pytest.param(S2, True, False, id="R-S40-40 no end while the second place is open"),
        pytest.param(S3, True, True, id="R-S40-36 two are left"),
        pytest.param(S4, True, True, id="R-S40-36 two are left by 101"),
        pytest.param(S5, False, False, id="R-S40-36 three are left"),
        pytest.param([], False, False, id="R-S40-36 nothing is played"),
        pytest.param(deals("100 0 100 100"), False, False, id="R-S40-35 a hundred stays in"),
        pytest.param(deals("101 0 101 100"), True, True, id="R-S40-35 a hundred and one is out"),
    ],
)
def test_the_end_of_a_table(played: list[Record], finished: bool, over: bool) -> None:
    found = stands(played)
    assert (found.is_finished, found.is_over) == (finished, over)


@pytest.mark.parametrize(
    ("lines", "played", "expected"),
    [
        pytest.param(2, [], "AB", id="R-S40-36 a table of two that both go on is not played"),
        pytest.param(3, deals("0 101 50"), "A C B", id="R-S40-36 one is out of three"),
        pytest.param(5, deals("0 101 50 102 103"), "A C B D E", id="R-S40-36 three are out of five"),
        pytest.param(
            6,
            deals("0 101 50 102 103 0", "0 - 60 - - 20"),
            "A F C B D E",
            id="R-S40-36 four are out of six",
        ),
    ],
)
def test_tables_of_other_sizes(lines: int, played: list[Record], expected: str) -> None:
    setting = Setting(lines=lines, through=2)
    assert (order(played, setting), stands(played, setting).is_over) == (expected, True)


def test_scores_begin_at_nothing() -> None:
    """R-S40-39"""
    assert [standing.total for standing in stands([]).standings] == [0, 0, 0, 0]


def test_totals_are_those_of_the_regular_deals() -> None:
    """R-S40-38"""
    assert totals([*S2, *extra("- 0 - 9")]) == (80, 104, 110, 104)


@pytest.mark.parametrize(
    ("breaks", "open_tie", "expected"),
    [
        pytest.param([], "1 BD 2-3 deal", "A BD C", id="R-S40-38 an extra deal between the two"),
        pytest.param(extra("- 0 - 9"), "", "A B D C", id="R-S40-38 who closes goes on"),
        pytest.param(extra("- 12 - 9"), "", "A D B C", id="R-S40-38 fewer points go on"),
        pytest.param(extra("- 9 - 9"), "2 BD 2-3 deal", "A BD C", id="R-S40-38 level again: once more"),
        pytest.param(extra("- 9 - 9", "- 8 - 0"), "", "A D B C", id="R-S40-38 the second one decides"),
        pytest.param(extra("- 9 - 9", "- 0 - 0"), "3 BD 2-3 card", "A BD C", id="R-S40-38 then the highest card"),
        pytest.param([*extra("- 9 - 9", "- 0 - 0"), drawn(3, 3, 1)], "", "A D B C", id="R-S40-38 the card decides"),
        pytest.param([*extra("- 0 - 9"), *extra("- 9 - 0")], "", "A B D C", id="R-S40-38 decided once is decided"),
    ],
)
def test_level_at_the_cut(breaks: list[Record], open_tie: str, expected: str) -> None:
    assert (tie([*S2, *breaks]), order([*S2, *breaks])) == (open_tie, expected)


@pytest.mark.parametrize(
    ("breaks", "open_tie", "expected"),
    [
        pytest.param([], "1 BCD 2-4 deal", "A BCD", id="R-S40-38 three level for one place"),
        pytest.param(extra("- 0 12 20"), "", "A B C D", id="R-S40-38 one is better"),
        pytest.param(extra("- 9 9 20"), "2 BC 2-3 deal", "A BC D", id="R-S40-38 only those still level play on"),
        pytest.param(extra("- 0 9 9"), "", "A B CD", id="R-S40-46 the others share their places"),
        pytest.param(extra("- 9 9 20", "- 5 5 -"), "3 BC 2-3 card", "A BC D", id="R-S40-38 the card after two deals"),
        pytest.param([*extra("- 9 9 9", "- 5 5 5"), drawn(3, 2, 3, 1)], "", "A C D B", id="R-S40-38 three cards"),
        pytest.param([*extra("- 9 9 9", "- 5 5 5"), drawn(3, 2)], "", "A C BD", id="R-S40-38 the highest card goes on"),
    ],
)
def test_three_level_for_one_place(breaks: list[Record], open_tie: str, expected: str) -> None:
    played = [*deals("0 104 104 104"), *breaks]
    assert (tie(played), order(played)) == (open_tie, expected)


@pytest.mark.parametrize(
    ("breaks", "open_tie", "expected"),
    [
        pytest.param([], "1 ABC 1-3 deal", "ABC D", id="R-S40-38 three level for two places"),
        pytest.param(extra("0 9 9 -"), "2 BC 2-3 deal", "A BC D", id="R-S40-38 one is through, two play on"),
        pytest.param(extra("9 9 0 -"), "2 AB 2-3 deal", "C AB D", id="R-S40-38 no matter who it is"),
        pytest.param(extra("9 9 20 -"), "", "AB C D", id="R-S40-46 both go on, whatever their order"),
        pytest.param(extra("0 9 9 -", "- 0 3 -"), "", "A B C D", id="R-S40-38 the second deal decides"),
    ],
)
def test_three_level_for_two_places(breaks: list[Record], open_tie: str, expected: str) -> None:
    setting = Setting(lines=4, through=2, time_called=True)
    played = [*deals("0 20 20 101", "20 0 0 -"), *breaks]
    assert (tie(played, setting), order(played, setting)) == (open_tie, expected)


def test_places_that_do_not_matter_are_shared() -> None:
    """R-S40-46"""
    level_below = deals("0 50 104 104")
    level_above = deals("0 50 110 104", "50 0 - -")
    assert (order(level_below), tie(level_below)) == ("A B CD", "")
    assert (order(level_above), tie(level_above)) == ("AB D C", "")


LAST_DEAL = Rules(table_tiebreak="last_deal")
CLOSED = Rules(table_tiebreak="deals_closed")
LOT = Rules(table_tiebreak="lot")
LEVEL_BY_TWO_WAYS = deals("80 0 70 30", "0 99 0 70", "0 5 40 4")
SAME_LAST = deals("80 0 70 99", "0 99 0 0", "0 5 40 5")


@pytest.mark.parametrize(
    ("rules", "played", "open_tie", "expected"),
    [
        pytest.param(LAST_DEAL, LEVEL_BY_TWO_WAYS, "", "A D B C", id="R-S40-41 fewer points in the last deal"),
        pytest.param(CLOSED, LEVEL_BY_TWO_WAYS, "", "A B D C", id="R-S40-41 more deals closed"),
        pytest.param(LOT, LEVEL_BY_TWO_WAYS, "1 BD 2-3 card", "A BD C", id="R-S40-41 straight to the card"),
        pytest.param(LAST_DEAL, SAME_LAST, "1 BD 2-3 card", "A BD C", id="R-S40-41 level in the last deal: the card"),
    ],
)
def test_other_ways_to_break_a_tie(rules: Rules, played: list[Record], open_tie: str, expected: str) -> None:
    assert (tie(played, rules=rules), order(played, rules=rules)) == (open_tie, expected)


def test_the_card_follows_what_the_rules_compare() -> None:
    """R-S40-41"""
    assert order([*SAME_LAST, drawn(1, 3, 1)], rules=LAST_DEAL) == "A D B C"


TWO_OUT = Rules(final_mode="two_out")
EVERY_PLACE = Rules(final_ties="extra_deal")


@pytest.mark.parametrize(
    ("rules", "played", "over", "expected"),
    [
        pytest.param(Rules(), deals("0 101 50 102"), False, "A C B D", id="R-S40-42 two are left: play on"),
        pytest.param(Rules(), deals("0 101 50 102", "0 - 60 -"), True, "A C B D", id="R-S40-42 one is left"),
        pytest.param(TWO_OUT, deals("0 101 50 102"), True, "A C B D", id="R-S40-42 two are out, the rest by total"),
        pytest.param(TWO_OUT, deals("0 101 50 99"), False, "A C D B", id="R-S40-42 one is out: play on"),
        pytest.param(TWO_OUT, deals("0 101 104 102"), True, "A B D C", id="R-S40-42 three are out, one survives"),
        pytest.param(Rules(), deals("0 104 50 104", "0 - 60 -"), True, "A C BD", id="R-S40-43 third place shared"),
    ],
)
def test_finals(rules: Rules, played: list[Record], over: bool, expected: str) -> None:
    assert (stands(played, FINAL, rules).is_over, order(played, FINAL, rules)) == (over, expected)


def test_the_first_place_of_a_final_is_never_shared() -> None:
    """R-S40-43"""
    level = deals("0 104 50 103", "50 - 0 -")
    assert tie(level, FINAL, TWO_OUT) == "1 AC 1-2 deal"
    assert order([*level, *extra("7 - 0 -")], FINAL, TWO_OUT) == "C A D B"


def test_where_it_is_agreed_every_place_of_a_final_is_decided() -> None:
    """R-S40-43"""
    rules = Rules(final_mode="two_out", final_ties="extra_deal")
    level = deals("0 104 50 104", "50 - 0 -")
    assert tie(level, FINAL, rules) == "1 AC 1-2 deal"
    assert [each.places for each in stands(level, FINAL, rules).ties] == [(1, 2), (3, 4)]
    after_first = [*level, *extra("0 - 7 -")]
    assert tie(after_first, FINAL, rules) == "1 BD 3-4 deal"
    assert order([*after_first, *extra("- 8 - 0")], FINAL, rules) == "A C D B"
    assert stands([*after_first, *extra("- 8 - 0")], FINAL, rules).is_over


TIME = Setting(lines=4, through=2, time_called=True)


@pytest.mark.parametrize(
    ("played", "open_tie", "expected"),
    [
        pytest.param(deals("0 30 20 10"), "", "A D C B", id="R-S40-44 the lower total"),
        pytest.param(deals("0 30 20 102"), "", "A C B D", id="R-S40-44 who is out is behind"),
        pytest.param(deals("0 20 20 50"), "1 BC 2-3 deal", "A BC D", id="R-S40-44 level at time: an extra deal"),
        pytest.param([], "1 ABCD 1-4 deal", "ABCD", id="R-S40-44 nothing is played"),
    ],
)
def test_time_called(played: list[Record], open_tie: str, expected: str) -> None:
    assert (tie(played, TIME), order(played, TIME)) == (open_tie, expected)
    assert stands(played, TIME).is_finished


@pytest.mark.parametrize(
    ("played", "over", "expected"),
    [
        pytest.param(deals("0 20 x 30"), False, "A B D C", id="R-S40-45 the others play on"),
        pytest.param(deals("0 101 x 30"), True, "A D B C", id="R-S40-45 behind who goes out in the same deal"),
        pytest.param(
            deals("0 101 20 30", "0 - x 10", "20 - - 0"),
            True,
            "A D C B",
            id="R-S40-45 before who went out earlier",
        ),
        pytest.param(deals("0 101 20 30", "- - x -"), True, "A D C B", id="R-S40-45 the leaving ends the table"),
        pytest.param(deals("0 101 20 30", "- - x x"), True, "A C D B", id="R-S40-45 two leave: the lower total"),
    ],
)
def test_leaving(played: list[Record], over: bool, expected: str) -> None:
    assert (stands(played).is_over, order(played)) == (over, expected)


def test_who_leaves_at_the_cut_with_another_draws_a_card() -> None:
    """R-S40-45"""
    level = deals("0 101 20 20", "- - x x")
    assert (order(level), tie(level)) == ("A CD B", "3 CD 2-3 card")
    assert order([*level, drawn(3, 3, 2)]) == "A D C B"


def test_places_of_a_final_that_were_left_are_not_played_for() -> None:
    """R-S40-45"""
    level = deals("0 0 x x", "0 101 - -")
    assert (order(level, FINAL, EVERY_PLACE), tie(level, FINAL, EVERY_PLACE)) == ("A B CD", "")


def test_who_leaves_in_a_tiebreak_loses_it() -> None:
    """R-S40-45"""
    played = [*S2, *extra("- x - -")]
    assert (order(played), tie(played)) == ("A D B C", "")
    three = [*deals("0 104 104 104"), *extra("- x 0 0")]
    assert (order(three), tie(three)) == ("A CD B", "2 CD 2-3 deal")


def test_who_leaves_the_tiebreak_of_a_final_loses_it_who_it_is() -> None:
    """R-S40-43, R-S40-45"""
    level = deals("0 20 104 104", "0 101 - -")
    assert tie(level, FINAL, EVERY_PLACE) == "1 CD 3-4 deal"
    assert order([*level, *extra("- - x -")], FINAL, EVERY_PLACE) == "A B D C"
    assert order([*level, *extra("- - - x")], FINAL, EVERY_PLACE) == "A B C D"


def test_a_tiebreak_that_both_have_left_is_not_that_of_the_next_two() -> None:
    """R-S40-43, R-S40-45"""
    final_of_five = Setting(lines=5, through=1)
    level = deals("0 20 20 104 104", "0 90 90 - -")
    assert tie(level, final_of_five, EVERY_PLACE) == "1 BC 2-3 deal"
    both = [*level, *extra("- x x - -")]
    assert (order(both, final_of_five, EVERY_PLACE), tie(both, final_of_five, EVERY_PLACE)) == (
        "A BC DE",
        "1 DE 4-5 deal",
    )


def test_two_out_ends_finals_only() -> None:
    """R-S40-36, R-S40-42"""
    five = Setting(lines=5, through=2)
    played = deals("0 20 30 101 104")
    assert not stands(played, five, TWO_OUT).is_over
    assert stands([*played, *deals("0 10 99 - -")], five, TWO_OUT).is_over


def test_a_void_tiebreak_deal_counts_as_played() -> None:
    """R-S40-26, R-S40-38"""
    void = Record((None, 0, None, 0), 1)
    assert tie([*S2, void]) == "2 BD 2-3 deal"


def test_who_never_came_is_last() -> None:
    """R-S40-45"""
    short = Setting(lines=4, through=2, absent=frozenset({1}))
    assert order(deals("101 - 50 0"), short) == "D C A B"
    alone = Setting(lines=4, through=2, absent=frozenset({0, 1, 3}))
    assert (order([], alone), stands([], alone).is_over) == ("C ABD", True)
    nobody = Setting(lines=2, through=1, absent=frozenset({0, 1}))
    assert (order([], nobody), stands([], nobody).is_over) == ("AB", True)


def test_a_tiebreak_that_nothing_asks_for_changes_nothing() -> None:
    """R-S40-40"""
    assert order([*S1, *extra("- 0 7 -")]) == "A D B C"


def test_a_void_deal_changes_no_total() -> None:
    """R-S40-26"""
    void = Record((0, 0, 0, 0))
    assert order([*deals("0 30 20 10"), void], FOUR) == "A D C B"


@pytest.mark.parametrize(
    ("rules", "setting", "codes"),
    [
        pytest.param(Rules(), FINAL, ("fewest_win", "level_extra_deal"), id="R-S40-44 a final has one winner"),
        pytest.param(Rules(), FOUR, ("fewest_go_on", "level_extra_deal"), id="R-S40-44 elsewhere the best go on"),
        *(
            pytest.param(
                Rules(table_tiebreak=how),
                FOUR,
                ("fewest_go_on", f"level_{how}"),
                id=f"R-S40-44 level at the cut: {how}",
            )
            for how in ("last_deal", "deals_closed", "lot")
        ),
    ],
)
def test_what_decides_after_time(rules: Rules, setting: Setting, codes: tuple[str, str]) -> None:
    assert after_time(rules, setting) == codes
    assert [code for code in codes if f"time.{code}" not in PHRASES] == []
