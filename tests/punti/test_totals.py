"""A match of which only the totals are known, and the widest difference of one with VP."""

from dataclasses import replace
from itertools import product
from random import Random
from typing import TypeAlias

import pytest
from django.utils import translation
from django.utils.translation import gettext

from punti.errors import RefusalError
from punti.match import Record, Setting, is_level, position, regular_end
from punti.match_checks import check
from punti.phrases import PHRASES, label
from punti.presets import BRISCOLA, BRISCOLA_120, BURRACO_3, BURRACO_2005, PINNACOLA, PRESETS, TRESSETTE
from punti.rules import Rules
from punti.sheet import Sheet
from punti.sheet import check as check_sheet
from tests.punti.matches import KNOCKOUT, ROUND, TO_21, deals, total

Points: TypeAlias = tuple[int, ...]

CALLED = Setting(time_called=True)
CALLED_KNOCKOUT = Setting(must_decide=True, time_called=True)
DRAWN_OR_NOT = Rules(target=3, deal_most=1)
ELEVEN = Rules(game="tressette", target=21, deal_most=11, deal_sum=11)
ODD = Rules(match_mode="fixed_deals", target=None, deals=2, deal_most=3, deal_sum=3)
EVEN = Rules(match_mode="fixed_deals", target=None, deals=2, deal_most=100, deal_sum=100)


@pytest.mark.parametrize(
    ("rules", "points", "setting", "code", "field"),
    [
        pytest.param(TO_21, (20, 3), KNOCKOUT, "totals_unfinished", "points_a", id="nobody is there"),
        pytest.param(TO_21, (22, 22), ROUND, "totals_level", "points_a", id="level, and played on"),
        pytest.param(BRISCOLA, (4, 1), KNOCKOUT, "totals_reach", "points_a", id="one too many"),
        pytest.param(BRISCOLA, (2, 7), ROUND, "totals_reach", "points_b", id="far beyond, in a group"),
        pytest.param(BRISCOLA, (9, 0), CALLED, "totals_reach", "points_a", id="far beyond, at time"),
        pytest.param(BRISCOLA, (3, 3), KNOCKOUT, "totals_last", "points_a", id="both won the last deal"),
        pytest.param(TRESSETTE, (100, 3), ROUND, "totals_decider", "points_a", id="more than two deals above it"),
        pytest.param(TRESSETTE, (100, 3), KNOCKOUT, "totals_reach", "points_a", id="more than one deal above it"),
        pytest.param(ELEVEN, (36, 41), ROUND, "totals_decider", "points_b", id="level again with an odd sum"),
        pytest.param(DRAWN_OR_NOT, (2, 4), ROUND, "totals_decider", "points_b", id="ahead before"),
        pytest.param(EVEN, (250, 50), ROUND, "totals_added", "points_a", id="ahead after two deals"),
        pytest.param(ODD, (9, 6), ROUND, "totals_added", "points_a", id="level again after a deal that decides"),
        pytest.param(EVEN, (60, 40), ROUND, "totals_sum_least", "points_a", id="one deal of two"),
        pytest.param(EVEN, (210, 90), CALLED_KNOCKOUT, "totals_sum_most", "points_a", id="three deals of two"),
        pytest.param(
            BURRACO_2005, (2_400, -60_005), KNOCKOUT, "totals_least", "points_b", id="less than 60 deals make"
        ),
        pytest.param(BURRACO_3, (9_005, 0), ROUND, "totals_bound", "points_a", id="more than three deals make"),
        pytest.param(BURRACO_3, (0, -3_005), ROUND, "totals_least", "points_b", id="less than three deals make"),
        pytest.param(BRISCOLA_120, (70, 40), ROUND, "totals_sum", "points_a", id="not 120 together"),
        pytest.param(EVEN, (60, 60), Setting(time_called=True), "totals_sum", "points_a", id="no whole deals"),
        pytest.param(EVEN, (150, 60), ROUND, "totals_sum", "points_a", id="no whole deals, played on"),
        pytest.param(
            replace(EVEN, level_at_end="draw", deal_sum_test="at_most"),
            (150, 60),
            ROUND,
            "totals_sum_most",
            "points_a",
            id="more than two deals make together",
        ),
    ],
)
def test_totals_with_which_no_match_ends(
    rules: Rules, points: tuple[int, ...], setting: Setting, code: str, field: str
) -> None:
    """R-PTI-16, R-PTI-17"""
    with pytest.raises(RefusalError) as refused:
        check(rules, total(*points), setting)
    assert (refused.value.code, refused.value.field) == (code, field)
    assert str(refused.value)


@pytest.mark.parametrize(
    ("rules", "points", "setting"),
    [
        (TO_21, (21, 20), KNOCKOUT),
        (TO_21, (20, 3), CALLED),
        (BRISCOLA, (3, 2), KNOCKOUT),
        (BRISCOLA_120, (61, 59), ROUND),
        (BURRACO_3, (2_450, -150), ROUND),
        (PINNACOLA, (1_505, 1_495), KNOCKOUT),
        (EVEN, (160, 40), ROUND),
        (EVEN, (190, 110), ROUND),
        (ODD, (6, 3), ROUND),
        (BRISCOLA, (3, 2), ROUND),
        (TRESSETTE, (80, 40), KNOCKOUT),
        (TRESSETTE, (100, 60), ROUND),
        (ELEVEN, (22, 33), ROUND),
        (DRAWN_OR_NOT, (5, 4), ROUND),
        (BURRACO_2005, (2_400, -30_000), KNOCKOUT),
        (BURRACO_2005, (5_000, -30_000), ROUND),
        (EVEN, (60, 40), CALLED),
        (EVEN, (110, 90), KNOCKOUT),
        (replace(EVEN, deal_sum_test="at_most"), (110, 30), ROUND),
        (replace(EVEN, deal_sum_test="at_most"), (110, 30), KNOCKOUT),
    ],
    ids=str,
)
def test_totals_with_which_a_match_ends(rules: Rules, points: tuple[int, ...], setting: Setting) -> None:
    """R-PTI-15"""
    check(rules, total(*points), setting)
    assert position(rules, total(*points), setting).is_over


@pytest.mark.parametrize(
    ("rules", "points", "setting", "english", "italian"),
    [
        (
            BRISCOLA,
            (7, 2),
            ROUND,
            "Points of line A: 7, but a match ends when somebody has 3, and a deal gives a line 1 at most:"
            " nobody can end with more than 3.",
            "Punti della linea A: 7, ma la partita finisce quando qualcuno arriva a 3 e una smazzata dà a una linea al"
            " massimo 1: nessuno può finire con più di 3.",
        ),
        (
            BRISCOLA,
            (3, 3),
            KNOCKOUT,
            "Points of line A: at 3 – 3 the match was over before. It ends with the deal in which somebody reaches 3,"
            " and a deal makes 1 together.",
            "Punti della linea A: sul 3 – 3 la partita era già finita prima. Finisce con la smazzata in cui qualcuno"
            " arriva a 3, e una smazzata fa 1 in tutto.",
        ),
        (
            TRESSETTE,
            (100, 3),
            ROUND,
            "Points of line A: at 100 – 3 the match was over before. It ends when somebody has 41 and is ahead:"
            " more deals are played only while it is level.",
            "Punti della linea A: sul 100 – 3 la partita era già finita prima. Finisce quando qualcuno arriva a 41 ed è"
            " avanti: altre smazzate si giocano solo finché si è pari.",
        ),
        (
            EVEN,
            (250, 50),
            ROUND,
            "Points of line A: at 250 – 50 the match was over before. Its deals are 2, and more are played only while"
            " it is level.",
            "Punti della linea A: sul 250 – 50 la partita era già finita prima. Il numero delle smazzate è 2:"
            " altre si giocano solo finché si è pari.",
        ),
    ],
)
def test_a_refused_total_names_its_line_its_points_and_the_rule(
    rules: Rules, points: tuple[int, ...], setting: Setting, english: str, italian: str
) -> None:
    """R-PTI-15"""
    with pytest.raises(RefusalError) as refused:
        check(rules, total(*points), setting)
    sentence = PHRASES[refused.value.code]
    for language, expected in (("en", english), ("it", italian)):
        with translation.override(language):
            values = {"name": gettext(label(refused.value.field)), **refused.value.params}
            assert gettext(sentence) % values == expected


def ends(rules: Rules, setting: Setting, widest: int) -> tuple[set[Points], set[Points]]:
    """The totals with which a match can end, and those that it can have when time is called, found deal by deal."""
    values = range(-(-rules.deal_least // rules.deal_step) * rules.deal_step, rules.deal_most + 1, rules.deal_step)
    together = [sum(deal) for deal in product(values, repeat=setting.lines)]
    is_exact = rules.deal_sum_test == "exactly"
    possible = [
        deal
        for deal, whole in zip(product(values, repeat=setting.lines), together, strict=True)
        if rules.deal_sum is None or whole == rules.deal_sum or (whole < rules.deal_sum and not is_exact)
    ]
    start = (0, (0,) * setting.lines)
    known, todo, over = {start}, [start], set()
    while todo:
        count, points = todo.pop()
        is_there = max(points) >= (rules.target or 0) if rules.match_mode == "target" else count == rules.deals
        is_final = setting.must_decide or rules.level_at_end == "draw"
        if is_there and (is_final or not is_level(rules, total(*points), setting)):
            over.add(points)
            continue
        for deal in possible:
            # Only that all the deals of the rules were played counts, and not how many more.
            after = (min(count + 1, rules.deals or 0), tuple(map(sum, zip(points, deal, strict=True))))
            if max(map(abs, after[1])) <= widest and after not in known:
                known.add(after)
                todo.append(after)
    return over, {points for _count, points in known}


def is_accepted(rules: Rules, points: Points, setting: Setting) -> bool:
    try:
        check_sheet(rules, Sheet(points, is_total=True))
        check(rules, total(*points), setting)
    except RefusalError:
        return False
    return True


SMALL = [
    {"match_mode": mode, "target": size if mode == "target" else None, "deals": size if mode != "target" else None}
    | {"deal_least": least, "deal_most": most, "deal_step": step, "deal_sum": whole, "deal_sum_test": test}
    | {"level_at_end": level, "most_lines": 6}
    for mode, size, least, (most, step), (whole, test), level in product(
        ("target", "fixed_deals"),
        (1, 3),
        (0, -1),
        ((1, 1), (3, 1), (3, 2)),
        ((None, "exactly"), (1, "at_most"), (3, "at_most"), (1, "exactly"), (2, "exactly"), (3, "exactly")),
        ("play_on", "draw"),
    )
    if (whole or 0) <= 2 * most and (whole or 0) % step == 0 and ((most, step) != (3, 1) or whole == 3)
]


@pytest.mark.without_coverage
@pytest.mark.parametrize("must_decide", [True, False])
def test_totals_of_two_are_accepted_exactly_where_deals_lead_to_them(must_decide: bool) -> None:
    """R-PTI-15 to R-PTI-17: every small match, played in every way."""
    for values in SMALL:
        rules = Rules(**values)
        setting = Setting(must_decide=must_decide)
        over, on_the_way = ends(rules, setting, widest=10)
        # Points below nothing may need more room to come back from.
        near = list(product(range(-6, 7), repeat=2))
        assert {points for points in near if is_accepted(rules, points, setting)} == over & {*near}, values
        called = replace(setting, time_called=True)
        assert {points for points in near if is_accepted(rules, points, called)} == on_the_way & {*near}, values


@pytest.mark.without_coverage
@pytest.mark.parametrize("through", [1, 2])
def test_no_totals_of_three_are_refused_to_which_deals_lead(through: int) -> None:
    """R-PTI-15 to R-PTI-17"""
    for values in SMALL:
        rules = Rules(**values)
        for must_decide in (True, False):
            setting = Setting(must_decide=must_decide, lines=3, through=through)
            over, on_the_way = ends(rules, setting, widest=3)
            called = replace(setting, time_called=True)
            assert [points for points in over if not is_accepted(rules, points, setting)] == [], values
            assert [points for points in on_the_way if not is_accepted(rules, points, called)] == [], values


@pytest.mark.parametrize("preset", PRESETS)
def test_the_totals_of_a_match_that_was_played_deal_by_deal_are_accepted(preset: str) -> None:
    """R-PTI-15: as a preset has it, in a knockout and outside it."""
    # A difference that is too wide for VP is another matter (R-PTI-24).
    rules, dice = replace(PRESETS[preset], vp="none"), Random(7)
    for number in range(200):
        lines = dice.randint(rules.fewest_lines, rules.most_lines)
        setting = Setting(must_decide=number % 2 == 0, lines=lines)
        points = [0] * lines
        played: list[Record] = []
        while not regular_end(rules, played, setting):
            least, most = rules.deal_least // 2 // rules.deal_step, rules.deal_most // rules.deal_step
            deal = [dice.randint(least, most) * rules.deal_step for _line in range(lines)]
            if rules.deal_sum is not None:
                first = dice.randint(0, rules.deal_sum)
                rest = rules.deal_sum - first
                deal = [first, rest if rules.deal_sum_test == "exactly" else dice.randint(0, rest)]
            played.append(Record(tuple(deal)))
            points = [before + each for before, each in zip(points, deal, strict=True)]
        assert is_accepted(rules, tuple(points), setting), (played, setting)


def test_a_total_stands_alone() -> None:
    """R-PTI-18"""
    for records in ([*total(21, 3), *deals((1, 0))], [*deals((1, 0)), *total(21, 3)]):
        with pytest.raises(RefusalError) as refused:
            check(TO_21, records, KNOCKOUT)
        assert (refused.value.code, refused.value.field) == ("totals_beside_deals", "depth")


def test_level_totals_of_a_knockout_go_to_tie_breaks() -> None:
    """R-PTI-12"""
    tied = total(22, 22)
    check(TO_21, [*tied, Record((2, 1), tiebreak=1)], KNOCKOUT)
    assert position(TO_21, [*tied, Record((2, 1), tiebreak=1)], KNOCKOUT).groups[0].lines == (0,)


def test_a_difference_too_wide_for_vp_is_refused_on_the_line_ahead() -> None:
    """R-PTI-24"""
    for rows, field in ((deals((3_000, -1_000), (3_000, -1_000)), "points_a"), (total(-3_000, 3_505), "points_b")):
        with pytest.raises(RefusalError) as refused:
            check(BURRACO_3, rows, ROUND)
        assert (refused.value.code, refused.value.field) == ("difference_bound", field)
    check(BURRACO_3, total(3_500, -3_000), ROUND)
    check(replace(BURRACO_3, vp="none"), deals((3_000, -1_000), (3_000, -1_000)), ROUND)
