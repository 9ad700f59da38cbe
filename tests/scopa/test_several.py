"""A table of three or four single players: the match, its ties, who leaves, and the sheets of its deals."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamekit.order import states_of
from scopa import codec, sheet_fields, sheet_form
from scopa.errors import RefusalError
from scopa.game import GAME
from scopa.match import Record, Setting, check, position
from scopa.phrases import PHRASES
from scopa.presets import CLASSICA_001, SEVERAL_004, WIKIPEDIA_004
from scopa.rules import Rules, to_json
from scopa.scoring import leaders
from scopa.sheet import from_json
from scopa.sheet import to_json as written
from scopa.sheet_checks import most_points
from scopa.sheet_score import score
from scopa.state import State
from scopa.turn import begin
from tests.coded import coded
from tests.scopa.matches import is_over, ranking, tiebreak_due
from tests.scopa.tables import to_the_end
from tests.searching import often
from tournaments.games.contract import Circumstances, DealScore, RefusedError

RULES = SEVERAL_004
JSON = to_json(RULES)
EACH = replace(CLASSICA_001, partners="piles", sides="several")
SEVENS = replace(RULES, primiera_values="most_sevens")
NOBODY = replace(RULES, leftovers_to="nobody")
TWO_ON = Setting(must_decide=True, lines=4, through=2)
FINAL = Setting(must_decide=True, lines=4)
OPEN = Setting(lines=4)


def record(text: str, tiebreak: int = 0, last: int | None = None) -> Record:
    """A deal from its points: ``5 3 - x``, where - took no part and x left."""
    typed = text.split()
    points = tuple(int(each) if each.isdigit() else None for each in typed)
    return Record(points, tiebreak, last, frozenset(line for line, each in enumerate(typed) if each == "x"))


def deals(*texts: str) -> list[Record]:
    return [record(text) for text in texts]


# A through, B and C level for one place, D out.
CUT = deals("6 5 4 1", "5 2 3 1")


@pytest.mark.parametrize(
    ("rules", "played", "setting", "over", "groups"),
    [
        pytest.param(RULES, ["6 5 4 1", "4 2 2 1"], TWO_ON, False, [[0], [1], [2], [3]], id="R-SCO-60 ten is not 11"),
        pytest.param(RULES, ["6 5 4 1", "5 3 2 1"], TWO_ON, True, [[0], [1], [2], [3]], id="R-SCO-60 one has eleven"),
        pytest.param(RULES, ["6 5 4 1", "6 8 2 1"], FINAL, True, [[1], [0], [2], [3]], id="R-SCO-60 two: the greater"),
        pytest.param(RULES, ["6 5 4 1", "5 2 3 1"], TWO_ON, False, [[0], [1, 2], [3]], id="R-SCO-61 level at the cut"),
        pytest.param(RULES, ["6 6 4 1", "5 5 3 1"], TWO_ON, True, [[0, 1], [2], [3]], id="R-SCO-61 both go on"),
        pytest.param(RULES, ["6 5 3 3", "5 4 3 3"], TWO_ON, True, [[0], [1], [2, 3]], id="R-SCO-61 both are out"),
        pytest.param(RULES, ["6 6 4 1", "5 5 3 1"], FINAL, False, [[0, 1], [2], [3]], id="R-SCO-61 level for the win"),
        pytest.param(RULES, ["6 6 4 1", "5 5 3 1"], OPEN, False, [[0, 1], [2], [3]], id="R-SCO-32 004 plays on"),
        pytest.param(RULES, ["6 6 4 1", "5 5 3 1", "0 1 3 0"], OPEN, True, [[1], [0], [2], [3]], id="R-SCO-32 ends"),
        pytest.param(replace(RULES, cappotto="7-0"), ["7 0 0 0"], FINAL, True, [[0], [1, 2, 3]], id="R-SCO-36 seven"),
        pytest.param(replace(RULES, cappotto="7-0"), ["7 1 0 0"], FINAL, False, [[0], [1], [2, 3]], id="R-SCO-36 one"),
        pytest.param(RULES, ["6 5 4 x"], TWO_ON, False, [[0], [1], [2], [3]], id="R-SCO-63 three play on"),
        pytest.param(RULES, ["6 5 4 9", "1 2 2 x"], TWO_ON, False, [[0, 1], [2], [3]], id="R-SCO-63 points are lost"),
        pytest.param(RULES, ["6 5 4 x", "1 1 x -", "- x - -"], FINAL, True, [[0], [1], [2], [3]], id="R-SCO-63 later"),
        pytest.param(RULES, ["- - x x"], TWO_ON, True, [[0, 1], [2, 3]], id="R-SCO-63 too few stay"),
        pytest.param(
            RULES,
            ["6 5 4 -", "5 2 3 -"],
            replace(TWO_ON, absent=frozenset({3})),
            False,
            [[0], [1, 2], [3]],
            id="R-SCO-63 who never came is last",
        ),
        pytest.param(
            replace(RULES, match_mode="fixed_deals", target=None, deals=2),
            ["6 5 4 1", "0 0 0 1"],
            TWO_ON,
            True,
            [[0], [1], [2], [3]],
            id="R-SCO-30 two deals",
        ),
    ],
)
def test_the_end_of_a_table(
    rules: Rules, played: list[str], setting: Setting, over: bool, groups: list[list[int]]
) -> None:
    records = deals(*played)
    check(rules, records, setting)
    assert (is_over(rules, records, setting), ranking(rules, records, setting)) == (over, groups)


def test_lines_are_told_apart_by_up_to_three_deals() -> None:
    """R-SCO-61"""
    assert tiebreak_due(RULES, CUT, TWO_ON) == 1
    assert states_of(position(RULES, CUT, TWO_ON), TWO_ON) == ("through", "level", "level", "out")
    once = [*CUT, record("- 2 2 -", 1)]
    assert tiebreak_due(RULES, once, TWO_ON) == 2
    won = [*once, record("- 1 2 -", 2)]
    check(RULES, won, TWO_ON)
    assert ranking(RULES, won, TWO_ON) == [[0], [2], [1], [3]]
    assert states_of(position(RULES, won, TWO_ON), TWO_ON) == ("through", "out", "through", "out")


def test_a_tiebreak_that_nothing_asks_for_changes_nothing() -> None:
    """R-SCO-61"""
    records = [*deals("6 5 4 1", "5 3 2 1"), record("- 1 2 -", 1)]
    assert ranking(RULES, records, TWO_ON) == [[0], [1], [2], [3]]


def test_three_level_for_two_places() -> None:
    """R-SCO-61: the deal may take one of them away, or leave two for the last place."""
    level = deals("2 4 4 4", "2 7 7 7")
    tie = position(RULES, level, TWO_ON).tie
    assert tie is not None and (tie.lines, tie.places, tie.by_card) == ((1, 2, 3), (1, 3), False)
    assert is_over(RULES, [*level, record("- 1 2 2", 1)], TWO_ON)
    still = position(RULES, [*level, record("- 3 1 1", 1)], TWO_ON).tie
    assert still is not None and (still.number, still.lines, still.places) == (2, (2, 3), (2, 3))


THRICE = [*CUT, record("- 2 2 -", 1), record("- 1 1 -", 2)]


def test_level_after_the_third_the_last_capture_is_behind() -> None:
    """R-SCO-34, R-SCO-62"""
    records = [*THRICE, record("- 2 2 -", 3, last=1)]
    check(RULES, records, TWO_ON)
    assert ranking(RULES, records, TWO_ON) == [[0], [2], [1], [3]]


def test_what_the_last_capture_does_not_decide_goes_by_card() -> None:
    """R-SCO-62: of three level lines two are still level."""
    level = deals("2 4 4 4", "2 7 7 7")
    rules = replace(RULES, ko_tiebreak_deals=1)
    records = [*level, record("- 2 2 2", 1, last=3)]
    assert is_over(rules, records, TWO_ON)
    one_place = replace(FINAL)
    tie = position(rules, records, one_place).tie
    assert tie is not None and (tie.number, tie.lines, tie.by_card) == (2, (1, 2), True)
    drawn = [*records, record("- 0 1 -", 2)]
    check(rules, drawn, one_place)
    assert ranking(rules, drawn, one_place) == [[2], [1], [3], [0]]
    with pytest.raises(RefusalError, check=coded("high_card_level")):
        check(rules, [*records, record("- 1 1 -", 2)], one_place)


def test_time_called_at_a_table() -> None:
    """R-SCO-37, R-SCO-38"""
    called, high = replace(TWO_ON, time_called=True), replace(RULES, tie_after_time="high_card")
    assert is_over(RULES, deals("3 2 1 0"), called)
    tie = position(high, deals("3 2 2 0"), called).tie
    assert tie is not None and (tie.number, tie.by_card) == (1, True)
    check(high, [*deals("3 2 2 0"), record("- 1 0 -", 1)], called)
    rule = GAME.time_rule(JSON, Circumstances(must_decide=True, lines=4, through=2))
    assert rule.at_zero == ("zero_finish_deal", "ahead_go_on", "level_spareggi_3")


def test_who_leaves_a_tiebreak_loses_it() -> None:
    """R-SCO-63"""
    records = [*CUT, record("- x - -", 1)]
    check(RULES, records, TWO_ON)
    assert ranking(RULES, records, TWO_ON) == [[0], [2], [1], [3]]
    assert states_of(position(RULES, records, TWO_ON), TWO_ON) == ("through", "left", "through", "out")


def test_who_left_at_the_cut_together_draws_a_card() -> None:
    """R-SCO-62: of who left nobody plays a deal."""
    records = deals("2 2 2 2", "- x x x")
    tie = position(RULES, records, TWO_ON).tie
    assert tie is not None and (tie.lines, tie.by_card, tie.number) == ((1, 2, 3), True, 4)
    check(RULES, [*records, record("- 1 0 0", 4)], TWO_ON)


@pytest.mark.parametrize(
    ("played", "setting", "code", "field"),
    [
        pytest.param([*deals("6 5 4 1", "5 3 2 1", "1 1 1 1")], TWO_ON, "deal_after_end", "", id="R-SCO-60 after"),
        pytest.param([*CUT, record("1 2 3 4")], TWO_ON, "deal_after_end", "", id="R-SCO-61 the tie comes first"),
        pytest.param(deals("6 5 4"), TWO_ON, "lines_of_sheet", "lines", id="R-SCO-59 three of four"),
        pytest.param(deals("6 5 4 -"), TWO_ON, "points_missing", "points_d", id="R-SCO-63 one is missing"),
        pytest.param([replace(deals("6 5 4 1")[0], left=frozenset({3}))], TWO_ON, "left_points", "points_d",
                     id="R-SCO-63 who was ruled out"),
        pytest.param(deals("6 5 4 x", "1 1 1 1"), TWO_ON, "line_not_in", "points_d", id="R-SCO-63 who left"),
        pytest.param(deals("6 5 4 x", "1 1 1 x"), TWO_ON, "line_not_in", "left_d", id="R-SCO-63 left again"),
        pytest.param(
            deals("6 5 4 1"), replace(TWO_ON, absent=frozenset({2})), "line_not_in", "points_c", id="R-SCO-63 absent"
        ),
        pytest.param(deals("6 5 x x"), TWO_ON, "deal_ended_by_leaving", "left_c", id="R-SCO-63 too few stay"),
        pytest.param(deals("- - - x"), TWO_ON, "deal_goes_on", "left_d", id="R-SCO-63 enough stay"),
        pytest.param([*CUT, record("1 2 2 -", 1)], TWO_ON, "line_not_level", "points_a", id="R-SCO-61 who is through"),
        pytest.param([*CUT, record("- 2 - -", 1)], TWO_ON, "points_missing", "points_c", id="R-SCO-61 one is missing"),
        pytest.param([*CUT, record("- 2 2 -", 2)], TWO_ON, "tiebreak_number", "tiebreak", id="R-SCO-61 the second"),
        pytest.param([*CUT, record("- x 2 -", 1)], TWO_ON, "deal_ended_by_leaving", "left_b", id="R-SCO-63 one left"),
        pytest.param(
            [*deals("2 4 4 4", "2 7 7 7"), record("- x - -", 1)], FINAL, "deal_goes_on", "left_b", id="R-SCO-63 stay"
        ),
        pytest.param(
            [*THRICE, record("- 2 2 -", 3)], TWO_ON, "last_capture_missing", "last_capture", id="R-SCO-62 whose?"
        ),
        pytest.param([*CUT, record("- 2 1 -", 1), record("- 2 1 -", 2)], TWO_ON, "tiebreak_not_due", "tiebreak",
                     id="R-SCO-61 after the decision"),
        pytest.param([*deals("6 5 4 1"), record("- 2 2 -", 1)], TWO_ON, "tiebreak_not_level", "tiebreak",
                     id="R-SCO-61 nobody is level"),
        pytest.param([*CUT, record("- 2 2 -", 1), *deals("1 1 1 1")], TWO_ON, "deal_after_tiebreak", "",
                     id="R-SCO-61 regular after"),
    ],
)  # fmt: skip
def test_deals_that_cannot_follow_each_other(played: list[Record], setting: Setting, code: str, field: str) -> None:
    with pytest.raises(RefusalError) as refused:
        check(RULES, played, setting)
    assert (refused.value.code, refused.value.field) == (code, field)
    assert PHRASES[code] % {"name": "x", **refused.value.params}


points_of = st.lists(st.tuples(*[st.integers(0, 5)] * 4), min_size=1, max_size=9)


@pytest.mark.without_coverage
@settings(max_examples=often(200))
@given(st.integers(3, 4), st.integers(1, 2), points_of)
def test_a_table_is_ranked_as_somebody_would_do_it_by_hand(
    lines: int, through: int, dealt: list[tuple[int, ...]]
) -> None:
    """R-SCO-60, R-SCO-61: deals until somebody has eleven, then deals between those level across the cut."""
    setting = Setting(must_decide=True, lines=lines, through=through)
    records: list[Record] = []
    sums = [0] * lines
    coming = iter(dealt)
    for points in coming:
        if max(sums) >= 11:
            break
        sums = [total + own for total, own in zip(sums, points, strict=False)]
        records.append(Record(points[:lines]))
        check(RULES, records, setting)
    if max(sums) < 11:
        assert not is_over(RULES, records, setting)
        assert states_of(position(RULES, records, setting), setting) == ("playing",) * lines
        return
    order = by_hand(sums)
    for number, points in enumerate(dealt[:2], start=1):
        cut = across(order, through)
        if cut is None:
            break
        between = order[cut]
        extra = {line: points[line] for line in between}
        order[cut : cut + 1] = [
            [line for line in between if extra[line] == own] for own in sorted({*extra.values()}, reverse=True)
        ]
        records.append(Record(tuple(extra.get(line) for line in range(lines)), number))
        check(RULES, records, setting)
    assert ranking(RULES, records, setting) == order
    assert is_over(RULES, records, setting) == (across(order, through) is None)


def by_hand(sums: Sequence[int]) -> list[list[int]]:
    lines = sorted(range(len(sums)), key=lambda line: -sums[line])
    return [list(each) for _, each in groupby(lines, key=lambda line: sums[line])]


def across(order: list[list[int]], through: int) -> int | None:
    ahead = 0
    for number, group in enumerate(order):
        if ahead < through < ahead + len(group):
            return number
        ahead += len(group)
    return None


AWARDS: dict[str, Any] = {
    "depth": "awards",
    "cards": [2],
    "coins": [],
    "settebello": [0],
    "primiera": [3],
    "sweeps": [1, 0, 2, 0],
    "left": {},
}
COUNTS: dict[str, Any] = {
    "depth": "counts",
    "cards": [10, 8, 12, 10],
    "coins": [3, 4, 2, 1],
    "settebello": [0],
    "best": [["7d", "6c", "As", "Ab"], ["6d", "7c", "5s", "5b"], ["Ad", "Ac", "7s", "6b"], ["5d", "5c", "6s", "7b"]],
    "sweeps": [1, 0, 2, 1],
    "left": {},
}
TICKED = {name: value for name, value in COUNTS.items() if name != "best"} | {"best": None, "primiera": [3]}
TWO: dict[str, Any] = {
    "depth": "counts",
    "cards": [None, 22, None, 18],
    "coins": [None, 4, None, 6],
    "settebello": [1],
    "best": [None, ["7d", "7c", "As", "Ab"], None, ["6d", "6c", "7s", "7b"]],
    "sweeps": [None, 1, None, 0],
    "tiebreak": 1,
    "left": {},
}
RANKS = {name: value for name, value in COUNTS.items() if name != "best"} | {"ranks": [[1, 1], [1, 1], [1, 2], [1, 0]]}
TWO_RANKS = {name: value for name, value in TWO.items() if name != "best"} | {"ranks": [None, [3], None, [1]]}
POINTS: dict[str, Any] = {"depth": "points", "points": [3, 1, None, 2], "left": {"2": "abandon"}}
VOID: dict[str, Any] = {"depth": "points", "points": [None] * 4, "left": {"2": "abandon", "3": "no_show"}}


@pytest.mark.parametrize(
    ("rules", "sheet", "expected"),
    [
        pytest.param(RULES, AWARDS, (2, 0, 3, 1), id="R-SCO-59 who took what"),
        # 21 + 18 + 16 + 16, 18 + 21 + 15 + 15, 16 + 16 + 21 + 18, 15 + 15 + 18 + 21: the first and the third are level.
        pytest.param(RULES, COUNTS, (2, 1, 3, 1), id="R-SCO-59 counts and best cards"),
        pytest.param(EACH, COUNTS, (3, 1, 4, 1), id="R-SCO-59 a point to each who is level"),
        pytest.param(RULES, TICKED, (2, 1, 3, 2), id="R-SCO-59 counts and who has the primiera"),
        pytest.param(RULES, TWO, (0, 3, 0, 2), id="R-SCO-61 two play a tie-break"),
        pytest.param(SEVENS, RANKS, (2, 1, 4, 1), id="R-SCO-58 most sixes of three"),
        pytest.param(SEVENS, TWO_RANKS, (0, 4, 0, 1), id="R-SCO-58 most sevens of two"),
        pytest.param(RULES, POINTS, (3, 1, 0, 2), id="R-SCO-63 one left"),
        pytest.param(RULES, VOID, (0, 0, 0, 0), id="R-SCO-63 too few stay"),
    ],
)
def test_a_sheet_of_several_lines(rules: Rules, sheet: dict[str, Any], expected: tuple[int, ...]) -> None:
    assert score(rules, from_json(sheet)).points == expected
    whole = {"tiebreak": 0, "last_capture": None} | sheet
    assert written(from_json(sheet)) == whole
    form = sheet_form.write(whole)
    assert sheet_form.read(rules, form) == whole
    asked = {field["name"]: field for field in sheet_fields.of_deal(rules, 4, 1)}
    assert set(form) <= set(asked)


def test_awards_of_several_lines_name_what_was_compared() -> None:
    """R-SCO-59"""
    found = {award.code: (award.points, award.values) for award in score(RULES, from_json(COUNTS)).awards}
    assert found["cards"] == ((0, 0, 1, 0), (10, 8, 12, 10))
    assert found["primiera"] == ((0, 0, 0, 0), (71, 69, 71, 69))
    two = {award.code: (award.points, award.values) for award in score(RULES, from_json(TWO)).awards}
    assert two["coins"] == ((0, 0, 0, 1), (0, 4, 0, 6))
    assert GAME.score_sheet(JSON, TWO).facts["in"] == [1, 3]


@given(st.lists(st.integers(0, 12), min_size=3, max_size=4), st.sampled_from(["none", "each"]))
def test_a_count_is_won_by_the_line_that_has_more_than_every_other(counts: list[int], tie: str) -> None:
    """R-SCO-59"""
    alone = [line for line, own in enumerate(counts) if all(own > it for at, it in enumerate(counts) if at != line)]
    level = [line for line, own in enumerate(counts) if all(own >= it for it in counts)]
    assert list(leaders(tuple(counts), tie)) == (alone or (level if tie == "each" else []))


WRONG: list[tuple[Rules, dict[str, Any], str, str]] = [
    (WIKIPEDIA_004, AWARDS, "two_lines_only", "depth"),
    (RULES, AWARDS | {"cards": [3, 2]}, "players_unknown", "who_cards"),
    (RULES, AWARDS | {"cards": 2}, "players_unknown", "who_cards"),
    (RULES, AWARDS | {"cards": [0, 1]}, "each_not_allowed", "who_cards"),
    (EACH, AWARDS, "each_not_nobody", "who_coins"),
    (RULES, AWARDS | {"settebello": []}, "settebello_player", "who_settebello"),
    (RULES, AWARDS | {"settebello": [0, 1]}, "settebello_player", "who_settebello"),
    (RULES, COUNTS | {"cards": [10, 8, 12]}, "two_values", "cards_a"),
    (RULES, TWO | {"cards": [1, 22, None, 18]}, "two_values", "cards_a"),
    (RULES, TWO | {"settebello": [0]}, "players_unknown", "who_settebello"),
    (RULES, TWO | {"best": [TWO["best"][1], *TWO["best"][1:]]}, "best_shape", "best_a"),
    (RULES, RANKS, "ranks_not_counted", "who_primiera"),
    (SEVENS, RANKS | {"ranks": [[1, 1], [1, 1], [1, 1], [1, 1]]}, "ranks_undecided", "ranks_a"),
    (SEVENS, TWO_RANKS | {"ranks": [None, [3], None, None]}, "ranks_shape", "ranks_a"),
    (RULES, TWO | {"cards": [None, 22, None, 17]}, "players_sum", "cards_b"),
    (RULES, TWO | {"best": [None, TWO["best"][1], None, ["2d", *TWO["best"][3][1:]]]}, "player_best_coins", "best_b"),
    (RULES, TWO | {"last_capture": 0}, "last_capture_unknown", "last_capture"),
    (RULES, TWO | {"last_capture": 4}, "last_capture_unknown", "last_capture"),
    (RULES, TWO | {"tiebreak": 5}, "tiebreak_bound", "tiebreak"),
    (RULES, COUNTS | {"cards": [10, 8, 12, 9]}, "players_sum", "cards_a"),
    (RULES, COUNTS | {"coins": [11, 0, 0, 0]}, "out_of_range", "coins_a"),
    (RULES, COUNTS | {"sweeps": [0, 5, 0, 0]}, "player_sweeps", "sweeps_b"),
    (RULES, COUNTS | {"sweeps": [0, -1, 0, 0]}, "negative", "sweeps_b"),
    (RULES, POINTS | {"points": [30, 1, None, 2]}, "points_bound", "points_a"),
    (RULES, POINTS | {"points": [3, 1, 1, 2]}, "left_points", "left_c"),
    (RULES, POINTS | {"left": {"2": "bored"}}, "cause_not_allowed", "left_c"),
    (RULES, POINTS | {"left": {"7": "abandon"}}, "left_unknown", "left_a"),
    (RULES, POINTS | {"left": []}, "left_unknown", "left_a"),
    (RULES, POINTS | {"points": [3, None, None, None]}, "deal_alone", "points_a"),
    (RULES, VOID | {"left": {}}, "deal_alone", "points_a"),
    (RULES, AWARDS | {"cards": [], "settebello": [], "primiera": [], "sweeps": [None] * 4}, "deal_alone", "sweeps_a"),
    (RULES, {"depth": "points", "points": [2, 2, None, 2], "tiebreak": 3}, "last_capture_missing", "last_capture"),
    (NOBODY, COUNTS | {"coins": [1, 1, 1, 0]}, "other_suits_sum", "coins_a"),
]


@pytest.mark.parametrize(("rules", "sheet", "code", "field"), WRONG, ids=[f"{each[2]}-{each[3]}" for each in WRONG])
def test_a_sheet_of_several_that_contradicts_itself(rules: Rules, sheet: dict[str, Any], code: str, field: str) -> None:
    """R-SCO-59, R-SCO-63"""
    with pytest.raises(RefusalError) as refused:
        score(rules, from_json(sheet))
    assert (refused.value.code, refused.value.field) == (code, field)
    assert PHRASES[code] % {"name": "x", **refused.value.params}


FORM = {
    "depth": "counts",
    "lines": "4",
    "who_settebello": "a",
    "best_a": "",
    "who_primiera_d": "on",
    **{f"cards_{line}": text for line, text in zip("abcd", ("10", "8", "12", "10"), strict=True)},
    **{f"coins_{line}": text for line, text in zip("abcd", ("3", "4", "2", "1"), strict=True)},
    **{f"sweeps_{line}": "0" for line in "abcd"},
}


@pytest.mark.parametrize(
    ("changed", "code", "field"),
    [
        ({"lines": "5"}, "lines_of_sheet", "lines"),
        ({"cards_b": ""}, "number_missing", "cards_b"),
        ({"cards_b": "9", "who_settebello": ""}, "players_sum", "cards_a"),
        ({"who_settebello": ""}, "choice_missing", "who_settebello"),
        ({"who_settebello": "a1"}, "players_unknown", "who_settebello"),
        ({"best_a": "76A"}, "ranks_unknown", "best_a"),
        (
            dict(zip(("best_a", "best_b", "best_c", "best_d"), ("76AA", "6755", "AA76", "5567"), strict=True)),
            "primiera_contradicts",
            "who_primiera",
        ),
        ({"last_capture": "e"}, "last_capture_unknown", "last_capture"),
        ({"depth": "points", **{f"points_{line}": "0" for line in "abcd"}}, "points_none", "points_a"),
        ({"depth": "points", "points_a": "x"}, "whole_number", "points_a"),
    ],
)
def test_a_form_of_several_that_cannot_be_read(changed: dict[str, str], code: str, field: str) -> None:
    """R-SCO-59"""
    with pytest.raises(RefusalError) as refused:
        sheet_form.read(RULES, FORM | changed)
    assert (refused.value.code, refused.value.field) == (code, field)


def test_nothing_that_stands_in_the_form_is_written_about_nobody() -> None:
    """R-SCO-63: the sweeps begin at nothing, also of who left and where nobody is counted any more."""
    left = FORM | {"left_c": "abandon", "cards_c": "", "coins_c": "", "cards_d": "22", "coins_d": "3"}
    assert sheet_form.read(RULES, left)["cards"] == [10, 8, None, 22]
    empty = {name: "" if name[:5] in ("cards", "coins") else text for name, text in FORM.items()} | {
        "who_primiera_d": ""
    }
    void = sheet_form.read(RULES, empty | {"left_c": "abandon", "left_d": "no_show"})
    assert (void["cards"], void["settebello"], void["left"]) == ([None] * 4, [], {"2": "abandon", "3": "no_show"})
    assert score(RULES, from_json(void)).points == (0, 0, 0, 0)
    unseen = sheet_form.read(
        RULES, FORM | {"cards_c": "", "coins_c": "", "sweeps_c": "", "cards_d": "22", "coins_d": "3"}
    )
    assert unseen["sweeps"] == [0, 0, None, 0]


def dealt(seats: int, rules: Rules = RULES) -> State:
    return to_the_end(begin(replace(rules, redeal_kings_threshold=None), list(range(40)), seats - 1, seats))


@pytest.mark.parametrize("seats", [3, 4])
def test_a_played_deal_of_several_is_written_for_the_lines_that_sat_down(seats: int) -> None:
    """R-SCO-59: each has a pile, four of them too."""
    state = codec.to_json(dealt(seats))
    assert GAME.view(state, 0)["lines"] == GAME.view(state, 0)["piles"] == list(range(seats))
    paper = GAME.sheet(state)
    assert GAME.score_sheet(JSON, paper).points == GAME.score(state).points
    seated = [None, *range(seats)] if seats == 3 else [3, 2, 1, 0]
    other = GAME.score_sheet(JSON, GAME.sheet(state, 0, seated))
    points = GAME.score(state).points
    assert other.points == tuple(0 if seat is None else points[seat] for seat in seated)
    for wrong in ([0, 0], "x", [0.0], [None, None, *range(seats)], [*range(seats), 7]):
        with pytest.raises(RefusedError, match="seat_unknown"):
            GAME.sheet(state, 0, wrong)  # type: ignore[arg-type]
    with pytest.raises(RefusedError, match="two_lines_only"):
        GAME.live_forfeit(JSON, (), state, 0, "abandon", 0)


def test_a_table_of_several_through_the_door() -> None:
    """R-SCO-59, R-SCO-61, R-SCO-63"""
    four = Circumstances(must_decide=True, lines=4, through=2)
    assert (GAME.lines(JSON), GAME.line_sizes(JSON), GAME.seats(JSON)) == ((3, 4), (1,), (2, 3, 4))
    assert GAME.forfeit_causes(JSON | {"forfeit_causes": ["abandon"]}) == ()
    sheets = [
        {"depth": "points", "points": [6, 5, 4, 1], "left": {}},
        {"depth": "points", "points": [5, 2, 3, None], "left": {"3": "abandon"}},
    ]
    played = [GAME.score_sheet(JSON, sheet) for sheet in sheets]
    GAME.match(JSON, played, four)
    tie = GAME.match(JSON, played, four).tie
    assert tie is not None and (tie.number, tie.lines, tie.places, tie.kind) == (1, (1, 2), (2, 3), "deal")
    course = GAME.match(JSON, played, four).course
    assert [(cell.points, cell.total, cell.marks) for cell in course.rows[1]] == [
        (5, 11, ()),
        (2, 7, ()),
        (3, 7, ()),
        (None, None, ("left",)),
    ]
    assert [(line.total, line.state, line.deals) for line in course.lines] == [
        (11, "through", 2),
        (7, "level", 2),
        (7, "level", 2),
        (1, "left", 1),
    ]
    drawn = GAME.match(
        JSON | {"tie_after_time": "draw", "draws_allowed": True}, played[:1], replace(four, must_decide=False)
    ).course
    assert {line.state for line in drawn.lines} == {"playing"}
    marked = replace(DealScore((1, 1, 0, 1), facts={"in": [0, 1, 3]}), left={2: "disqualification"})
    GAME.match(JSON, [marked], four)


def test_single_players_at_a_table_have_no_partners() -> None:
    """R-SCO-59"""
    assert not replace(CLASSICA_001, sides="several").scores_players
    with pytest.raises(RefusalError, check=coded("rule_no_partners")):
        replace(RULES, carte_scoperte_partners=True)
    assert (most_points(RULES, 4), most_points(EACH, 4), most_points(EACH, 3)) == (22, 27, 25)
    clock = to_json(replace(RULES, time_expiry="clock_fault", forfeit_causes=("match_clock",)))
    assert not GAME.time_rule(clock, Circumstances(lines=4)).costs_the_match


def test_a_draw_at_a_table_leaves_lines_in_play() -> None:
    """R-SCO-32"""
    rules = replace(RULES, tie_at_end_nonko="draw", draws_allowed=True)
    records = deals("6 6 4 1", "5 5 3 1")
    assert is_over(rules, records, OPEN)
    assert states_of(position(rules, records, OPEN), OPEN) == ("playing", "playing", "out", "out")
    three = replace(OPEN, absent=frozenset({3}))
    assert states_of(position(rules, records, three), three)[3] == "absent"


def test_a_refusal_at_a_table_of_several_names_players() -> None:
    """R-SCO-59: A and B are players there, and lines where two sit."""
    typed = {"depth": "points", "points_a": "1", "points_b": "x", "points_c": "2"}
    with pytest.raises(RefusedError) as several:
        GAME.read_sheet(JSON, {"lines": "3", **typed})
    with pytest.raises(RefusedError) as two:
        GAME.read_sheet(to_json(WIKIPEDIA_004), typed)
    assert (several.value.params["name"], two.value.params["name"]) == ("Points of player B", "Points of line B")
    labels = {each["name"]: each["label"] for each in GAME.sheet_fields(JSON, 3, 0)}
    assert labels["cards_a"] == "Cards of player A"
