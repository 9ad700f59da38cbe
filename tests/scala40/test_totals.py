"""A whole table written by its totals: what can be, what the end says by itself, what has to be said beside them."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from scala40.game import GAME
from scala40.phrases import PHRASES
from scala40.presets import TORNEO_003
from scala40.rules import Rules, to_json
from tests.searching import in_short
from tournaments.games.contract import Circumstances, DealScore, Json, RefusedError, Tie, TotalChoice, TotalQuestion

RULES = to_json(TORNEO_003)
FOUR = Circumstances(must_decide=True, lines=4, through=2)
FIVE = Circumstances(must_decide=True, lines=5, through=2)
FINAL = Circumstances(must_decide=True, lines=4, through=1)
TIME = Circumstances(must_decide=True, lines=4, through=2, time_called=True)


def form(*points: int | None, **more: str) -> dict[str, str]:
    letters = zip("abcdef", points, strict=False)
    return {
        "lines": str(len(points)),
        **{f"points_{x}": str(each) for x, each in letters if each is not None},
        **more,
    }


def total(*points: int | None, at: Circumstances = FOUR, rules: Json = RULES, **more: str) -> list[DealScore]:
    """The deals that stand for the totals, checked as the platform checks them."""
    sheets = GAME.read_totals(rules, form(*points, **more), at)
    deals = [GAME.score_sheet(rules, sheet) for sheet in sheets]
    GAME.match(rules, deals, at)
    return deals


def refused(*points: int | None, at: Circumstances = FOUR, rules: Json = RULES, **more: str) -> tuple[str, list[str]]:
    """The code of the first refusal, and the fields of all."""
    with pytest.raises(RefusedError) as refusal:
        total(*points, at=at, rules=rules, **more)
    found = [refusal.value, *refusal.value.also]
    assert all(PHRASES[each.code] % {"name": "", **each.params} for each in found)
    return refusal.value.code, [each.field for each in found]


@pytest.mark.parametrize(
    ("points", "at", "more", "ranking"),
    [
        pytest.param((64, 112, 88, 105), FOUR, {}, [[0], [2], [1, 3]], id="R-S40-49 two are in"),
        pytest.param((64, 112, 0, 105), FOUR, {"exits_b": "7", "exits_d": "4"}, [[2], [0], [1], [3]],
                     id="R-S40-50 who went out later is ahead"),
        pytest.param((98, 101, 104, 109), FOUR, {"exits_b": "5", "exits_c": "8", "exits_d": "8"},
                     [[0], [2], [3], [1]], id="R-S40-50 three are out"),
        pytest.param((98, 101, 104, 109), FOUR, {"exits_b": "8", "exits_c": "8", "exits_d": "8"},
                     [[0], [1], [2], [3]], id="R-S40-50 three are out together"),
        pytest.param((98, 101, 104, 109), FOUR, {"exits_c": "2", "exits_d": "2"}, [[0], [2], [3], [1]],
                     id="R-S40-50 who went out in the last deal is ahead of who was out before"),
        pytest.param((98, 101, 104, 109, 120), FIVE, {"exits_c": "2", "exits_d": "2"}, [[0], [2], [3], [1, 4]],
                     id="R-S40-50 nobody asks for the order of those who do not go on"),
        pytest.param((80, None, 120, 101), Circumstances(lines=4, through=2, absent=frozenset({1})), {},
                     [[0], [3], [2], [1]], id="R-S40-50 of three two can go out only together"),
        pytest.param((80, 104, 110, 130), FINAL, {"exits_b": "3", "exits_c": "9", "exits_d": "6"},
                     [[0], [2], [3], [1]], id="R-S40-50 every place of a final"),
        pytest.param((36, 52, 88, 97), TIME, {}, [[0], [1], [2], [3]], id="R-S40-44 time was called"),
        pytest.param((0, 0, 0, 0), TIME, {}, [[0, 1, 2, 3]], id="R-S40-44 before anything was played"),
    ],
)  # fmt: skip
def test_the_order_of_a_table_by_its_totals(
    points: Sequence[int | None], at: Circumstances, more: Mapping[str, str], ranking: list[list[int]]
) -> None:
    deals = total(*points, at=at, **more)

    assert [sorted(group) for group in GAME.match(RULES, deals, at).ranking] == ranking
    assert GAME.match(RULES, deals, at).is_over == (any(points))
    assert GAME.match(RULES, deals, at).totals == tuple(each or 0 for each in points)


@pytest.mark.parametrize(
    ("points", "more", "code", "fields"),
    [
        pytest.param((36, 52, 88, 97), {}, "totals_unfinished", ["points_a"], id="R-S40-49 four are in"),
        pytest.param((101, 104, 110, 130), {}, "totals_nobody_in", ["points_a"], id="R-S40-49 somebody closed last"),
        pytest.param((0, 0, 110, 130), {}, "totals_zeros", ["points_b"], id="R-S40-49 two who paid nothing"),
        pytest.param((1, 50, 110, 130), {}, "totals_one", ["points_a"], id="R-S40-49 one point"),
        pytest.param((64, 299, 88, 105), {}, "totals_bound", ["points_b"], id="R-S40-49 more than a hand"),
        pytest.param(
            (64, 298, 88, 298),
            {"exits_b": "2", "exits_d": "2"},
            "exits_together",
            ["exits_b"],
            id="R-S40-31 two dear hands",
        ),
        pytest.param((-4, 112, 88, 105), {}, "negative", ["points_a"], id="R-S40-49 less than nothing"),
        pytest.param((64, 112, 88, None), {}, "points_missing", ["points_d"], id="R-S40-34 nothing of who is there"),
        pytest.param(
            (98, 101, 104, 109),
            {},
            "exit_missing",
            ["exits_b", "exits_c", "exits_d"],
            id="R-S40-50 three are out and one goes on",
        ),
        pytest.param((64, 112, 88, 105), {"exits_b": "3"}, "exit_missing", ["exits_d"], id="R-S40-50 of one only"),
        pytest.param((64, 112, 88, 105), {"exits_a": "3"}, "exit_in", ["exits_a"], id="R-S40-50 of who is in"),
        pytest.param((64, 112, 88, 105), {"exits_b": "100"}, "exit_range", ["exits_b"], id="R-S40-50 deal 100"),
        pytest.param(
            (98, 101, 104, 109),
            {"exits_b": "5", "exits_c": "5", "exits_d": "8"},
            "exits_after_end",
            ["exits_d"],
            id="R-S40-36 it was over before",
        ),
    ],
)
def test_totals_that_no_table_ends_with(
    points: Sequence[int | None], more: Mapping[str, str], code: str, fields: list[str]
) -> None:
    assert refused(*points, **more) == (code, fields)


def test_every_place_of_a_final_depends_on_who_went_out_when() -> None:
    """R-S40-50"""
    assert refused(80, 104, 110, 130, at=FINAL) == ("exit_missing", ["exits_b", "exits_c", "exits_d"])


def test_more_was_paid_where_a_close_in_hand_doubles() -> None:
    """R-S40-49"""
    double = to_json(Rules(hand_close_penalty="double"))
    assert refused(64, 497, 88, 105, rules=double)[0] == "totals_bound"
    assert GAME.match(double, total(64, 496, 88, 105, rules=double), FOUR).totals == (64, 496, 88, 105)


def test_level_at_the_cut_the_tie_is_broken_as_always() -> None:
    """R-S40-38, R-S40-49"""
    level = total(30, 60, 60, 110, at=TIME)
    broken = GAME.score_sheet(
        RULES,
        {
            "depth": "points",
            "tiebreak": 1,
            "closer": 2,
            "in_hand": False,
            "points": [None, 9, 0, None],
            "left": {},
        },
    )

    assert GAME.match(RULES, level, TIME).tie == Tie(1, (1, 2), (2, 3))
    GAME.match(RULES, [*level, broken], TIME)
    assert GAME.match(RULES, [*level, broken], TIME).ranking == ((0,), (2,), (1,), (3,))


@pytest.mark.parametrize("way", ["last_deal", "deals_closed"])
def test_where_the_rules_look_at_the_deals_a_level_total_does_not_do(way: str) -> None:
    """R-S40-41, R-S40-49"""
    rules = to_json(Rules(table_tiebreak=way))
    assert refused(30, 60, 60, 110, at=TIME, rules=rules)[0] == "totals_level"


def test_totals_stand_alone() -> None:
    """R-S40-49"""
    deal = GAME.score_sheet(
        RULES,
        {
            "depth": "points",
            "tiebreak": 0,
            "closer": 0,
            "in_hand": False,
            "points": [0, 5, 6, 7],
            "left": {},
        },
    )
    whole = total(36, 52, 88, 97, at=TIME)
    for deals in ([deal, *whole], [*whole, deal]):
        with pytest.raises(RefusedError) as refusal:
            GAME.match(RULES, deals, TIME)
        assert refusal.value.code == "totals_beside_deals"


def test_totals_are_written_as_they_were_read() -> None:
    """R-S40-49"""
    (sheet,) = GAME.read_totals(RULES, form(98, 101, 104, None, exits_b="5", exits_c="8"), FOUR)
    assert GAME.read_sheet(RULES, GAME.write_sheet(sheet)) == sheet
    assert [field["name"] for field in GAME.total_fields(RULES, 3)] == ["exits_a", "exits_b", "exits_c"]


@pytest.mark.parametrize(
    ("sheet", "field"),
    [
        ({"points": [1], "exits": []}, "exits_a"),
        ({"points": "x", "exits": []}, "points_a"),
        ({"points": [5, 6], "exits": [None, "3"]}, "exits_b"),
        ({"points": [5, 6], "exits": [None, None], "closer": 1}, "depth"),
    ],
)
def test_a_sheet_of_totals_without_its_shape(sheet: Mapping[str, Any], field: str) -> None:
    """R-S40-49"""
    with pytest.raises(RefusedError) as refusal:
        GAME.score_sheet(RULES, {"depth": "totals", **sheet})
    assert refusal.value.field == field


def test_what_is_typed_and_is_no_number_is_named_field_by_field() -> None:
    """R-S40-49"""
    with pytest.raises(RefusedError) as refusal:
        GAME.read_totals(RULES, {"lines": "2", "points_a": "x", "exits_b": "y"}, FOUR)
    assert [each.field for each in (refusal.value, *refusal.value.also)] == ["points_a", "exits_b"]


@pytest.mark.without_coverage
def test_a_table_says_by_its_totals_what_its_deals_say() -> None:
    """R-S40-49, R-S40-50: whatever is played, the totals with their exits are taken and give the same order."""
    chance = random.Random(40)
    for _ in range(in_short(80, 300)):
        at = chance.choice([FOUR, FINAL, Circumstances(lines=3, through=2), Circumstances(lines=6, through=2)])
        deals, exits = played(chance, at)
        points = GAME.match(RULES, deals, at).totals
        said = {f"exits_{'abcdef'[line]}": str(deal) for line, deal in exits.items()}
        whole = total(*points, at=at, **said)
        assert GAME.match(RULES, whole, at).ranking == GAME.match(RULES, deals, at).ranking
        assert GAME.match(RULES, whole, at).tie == GAME.match(RULES, deals, at).tie
        assert [line.deals for line in GAME.match(RULES, whole, at).course.lines] == [
            line.deals for line in GAME.match(RULES, deals, at).course.lines
        ]


def played(chance: random.Random, at: Circumstances) -> tuple[list[DealScore], dict[int, int]]:
    """A table dealt to its end, and the deal in which each who is out went out."""
    deals: list[DealScore] = []
    exits: dict[int, int] = {}
    while GAME.match(RULES, deals, at).tie is None and not GAME.match(RULES, deals, at).is_over:
        inside = [line for line in range(at.lines) if line not in exits]
        closer = chance.choice(inside)
        points = [
            0 if line == closer else chance.randint(2, 90) if line in inside else None for line in range(at.lines)
        ]
        deals.append(
            GAME.score_sheet(
                RULES,
                {
                    "depth": "points",
                    "tiebreak": 0,
                    "closer": closer,
                    "in_hand": False,
                    "points": points,
                    "left": {},
                },
            )
        )
        sums = GAME.match(RULES, deals, at).totals
        exits |= {line: len(deals) for line in inside if sums[line] >= TORNEO_003.out_at}
    return deals, exits


def answered(points: Sequence[int], at: Circumstances, *names: str) -> tuple[list[str], dict[str, str]]:
    """The questions that come one after the other where these letters, or the answer 0, are given; and the fields."""
    said: dict[str, str] = {}
    codes = []
    for name in names:
        question = GAME.total_question(RULES, form(*points, **said), at)
        assert question is not None
        codes.append(question.code)
        said = {**question.kept, **_choice(question, name).said}
    assert GAME.total_question(RULES, form(*points, **said), at) is None
    return codes, {key: value for key, value in said.items() if value}


def _choice(question: TotalQuestion, name: str) -> TotalChoice:
    shown = {"0" if each.line is None else "abcdef"[each.line]: each for each in question.choices}
    return shown[name]


@pytest.mark.parametrize(
    ("points", "at", "names", "codes", "exits"),
    [
        pytest.param((98, 101, 104, 109), FOUR, "b", ["early"], {"exits_c": "2", "exits_d": "2"},
                     id="R-S40-50 one was out before"),
        pytest.param((98, 101, 104, 109), FOUR, "0", ["early"], {f"exits_{x}": "2" for x in "bcd"},
                     id="R-S40-50 all in the last deal"),
        pytest.param((98, 101, 104, 109, 120), FIVE, "be", ["early", "else"], {"exits_c": "2", "exits_d": "2"},
                     id="R-S40-50 two were out before"),
        pytest.param((98, 101, 104, 109, 120), FIVE, "b0", ["early", "else"],
                     {f"exits_{x}": "2" for x in "cde"}, id="R-S40-50 one of four"),
        pytest.param((80, 104, 110, 130), FINAL, "cd", ["last", "before"],
                     {"exits_c": "3", "exits_d": "2", "exits_b": "1"}, id="R-S40-50 every place of a final"),
        pytest.param((80, 104, 110, 130), FINAL, "c0", ["last", "before"],
                     {"exits_c": "3", "exits_d": "2", "exits_b": "2"}, id="R-S40-50 two before in one deal"),
        pytest.param((80, 104, 110, 130), FINAL, "0bd0", ["last", "together", "together", "together"],
                     {"exits_b": "3", "exits_d": "3"}, id="R-S40-50 two of three in the last deal"),
    ],
)  # fmt: skip
def test_the_order_is_asked_by_names(
    points: Sequence[int], at: Circumstances, names: str, codes: list[str], exits: dict[str, str]
) -> None:
    asked, said = answered(points, at, *names)

    assert [code.removeprefix("asked.") for code in asked] == codes
    assert {**said, **exits} == said
    total(*points, at=at, **said)


def test_nothing_is_asked_where_the_order_follows() -> None:
    assert GAME.total_question(RULES, form(64, 112, 88, 95), FOUR) is None
