"""How the content of a sheet grows, and how it is written by its total alone."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.competition.match.written import (
    FOUR,
    PENALTY_TABLES,
    SCALA_40_TABLES,
    SCOPA_TABLES,
    content,
    deal,
    duel,
    game,
    lost,
)
from tournaments.competition.match import contents
from tournaments.competition.match.contents import MOST_DEALS, Spot
from tournaments.competition.match.outcomes import Chairs, Regulation, circumstances_of
from tournaments.games import registry
from tournaments.games.contract import Json, RefusedError

PAPER = registry.game("punti")

ONE, TWO, THREE = (10, 5), (11, 6), (3, 1)
FAULT = lost("loss", 1)


def total(*deals: Any, time_called: bool = False) -> Json:
    return {**game(*deals, time_called=time_called), "total_only": True}


def at(game: int, number: int, *, time_called: bool = False) -> Callable[[Json], Json]:
    return lambda before: contents.with_deal(before, Spot(game, number), deal(*THREE), time_called=time_called)


def time_at(game: int, *, may_be_empty: bool = False) -> Callable[[Json], Json]:
    return lambda before: contents.with_time_called(before, game, may_be_empty=may_be_empty)


def total_at(game: int, *, time_called: bool = False) -> Callable[[Json], Json]:
    return lambda before: contents.with_total(before, game, [deal(*THREE)], time_called=time_called)


GROWN = [
    pytest.param(at(0, 0), content(), content(game(THREE)), id="the first deal"),
    pytest.param(at(0, 1), content(game(ONE)), content(game(ONE, THREE)), id="a deal more"),
    pytest.param(at(0, 0), content(game(ONE, TWO)), content(game(THREE, TWO)), id="a deal changed"),
    pytest.param(at(1, 0), content(game(ONE, TWO)), content(game(ONE, TWO), game(THREE)), id="a game more"),
    pytest.param(
        at(0, 1, time_called=True), content(game(ONE)), content(game(ONE, THREE, time_called=True)), id="and time"
    ),
    pytest.param(at(0, 0), content(total(ONE)), content(total(THREE)), id="a deal of a total"),
    pytest.param(
        at(0, 1), content(game(ONE), forfeit=FAULT), content(game(ONE, THREE), forfeit=FAULT), id="a fault stays"
    ),
    pytest.param(time_at(0), content(game(ONE)), content(game(ONE, time_called=True)), id="time"),
    pytest.param(
        time_at(0, may_be_empty=True), content(), content(game(time_called=True)), id="time before the first deal"
    ),
    pytest.param(
        time_at(0, may_be_empty=True), content(game(ONE)), content(game(ONE, time_called=True)), id="time in a deal"
    ),
    pytest.param(contents.without_last_deal, content(game(ONE, TWO)), content(game(ONE)), id="a deal less"),
    pytest.param(
        contents.without_last_deal, content(game(ONE, TWO, time_called=True)), content(game(ONE)), id="and its time"
    ),
    pytest.param(
        contents.without_last_deal, content(game(ONE, TWO), game(THREE)), content(game(ONE, TWO)), id="a game less"
    ),
    pytest.param(contents.without_last_deal, content(game(time_called=True)), content(), id="an empty game less"),
    pytest.param(total_at(0), content(), content(total(THREE)), id="a total"),
    pytest.param(total_at(0, time_called=True), content(), content(total(THREE, time_called=True)), id="and time"),
    pytest.param(total_at(0), content(game(ONE, TWO)), content(total(THREE)), id="a total in place of deals"),
    pytest.param(total_at(1), content(game(ONE, TWO)), content(game(ONE, TWO), total(THREE)), id="a total of the next"),
    pytest.param(
        lambda before: contents.with_forfeit(before, FAULT),
        content(game(ONE)),
        content(game(ONE), forfeit=FAULT),
        id="a fault",
    ),
    pytest.param(
        lambda before: contents.with_forfeit(before, None),
        content(game(ONE), forfeit=FAULT),
        content(game(ONE)),
        id="no fault",
    ),
]


@pytest.mark.parametrize(("change", "before", "after"), GROWN)
def test_a_change_gives_a_new_content_and_leaves_the_old_one_alone(
    change: Callable[[Json], Json], before: Json, after: Json
) -> None:
    written = repr(before)

    assert change(before) == after
    assert repr(before) == written


NOT_THERE = [
    pytest.param(at(1, 0), content(), "deal_missing", id="a game too far"),
    pytest.param(at(-1, 0), content(game(ONE)), "deal_missing", id="no game"),
    pytest.param(at(0, 2), content(game(ONE)), "deal_missing", id="a deal too far"),
    pytest.param(at(0, -1), content(game(ONE)), "deal_missing", id="no deal"),
    pytest.param(at(0, MOST_DEALS), content(game(*[ONE] * MOST_DEALS)), "deal_missing", id="too many"),
    pytest.param(time_at(0), content(), "deal_missing", id="time before the first deal"),
    pytest.param(time_at(2, may_be_empty=True), content(game(ONE)), "deal_missing", id="time of a game too far"),
    pytest.param(time_at(-1), content(game(ONE)), "deal_missing", id="time of no game"),
    pytest.param(contents.without_last_deal, content(), "deal_missing", id="nothing to take away"),
    pytest.param(total_at(1), content(), "game_unfinished", id="a total too far"),
    pytest.param(total_at(-1), content(game(ONE)), "game_unfinished", id="a total of no game"),
    pytest.param(
        total_at(0),
        content(game(ONE), ruled={"1": {"cause": "loss", "deals": 1}}),
        "total_ruled_out",
        id="R-PEN-12 a total says nothing of when",
    ),
]


@pytest.mark.parametrize(("change", "before", "code"), NOT_THERE)
def test_a_change_of_what_is_not_there_is_refused(change: Callable[[Json], Json], before: Json, code: str) -> None:
    with pytest.raises(RefusedError, match=code):
        change(before)


def test_a_deal_that_is_missing_is_told_by_its_number() -> None:
    with pytest.raises(RefusedError) as refusal:
        at(0, 2)(content(game(ONE)))
    assert refusal.value.params == {"deal": 3}


@pytest.mark.parametrize(
    ("sheet", "deals"), [(contents.empty(), 0), (content(game(ONE, TWO), game(THREE)), 3), ("nothing", 0)]
)
def test_the_deals_of_a_sheet_are_counted_over_its_games(sheet: Json, deals: int) -> None:
    assert contents.deals_of(sheet) == deals


# Totals

FIXED = duel(None, match_mode="fixed_deals", deals=3)
SAID = {"exits_b": "3", "exits_d": "2"}
TOTALS = [
    pytest.param(duel(), Chairs(2), (21, 11), [(10, 5), (11, 6)], id="R-SCO-29 the fewest deals"),
    pytest.param(duel(), Chairs(2), (21, 21), [(10, 10), (11, 11)], id="R-SCO-33 a tie-break is due"),
    pytest.param(FIXED, Chairs(2), (5, 3), [(1, 1), (2, 1), (2, 1)], id="R-SCO-30 as many deals as are agreed"),
    pytest.param(SCOPA_TABLES, Chairs(3, 2), (12, 0, 9), [(12, 0, 9)], id="R-SCO-60 a table of several"),
    pytest.param(
        SCOPA_TABLES,
        Chairs(4, 2, absent=frozenset({1})),
        (12, 0, 9, 3),
        [(6, None, 4, 1), (6, None, 5, 2)],
        id="R-TAB-17 an empty chair",
    ),
]


@pytest.mark.parametrize(("regulation", "chairs", "points", "deals"), TOTALS)
def test_a_total_is_written_in_the_fewest_deals(
    regulation: Regulation, chairs: Chairs, points: tuple[int, ...], deals: list[Any]
) -> None:
    assert [each["points"] for each in sheets(regulation, chairs, points)] == [list(each) for each in deals]


def sheets(
    regulation: Regulation, chairs: Chairs, points: tuple[int, ...], more: dict[str, str] | None = None
) -> list[Json]:
    setting = circumstances_of(chairs, time_called=False)
    return contents.sheets_of_total(regulation.game, regulation.rules, points, setting, more)


@pytest.mark.parametrize(
    ("more", "exits"), [(None, [None] * 4), (SAID, [None, 3, None, 2])], ids=["R-S40-49", "R-S40-49 with exits"]
)
def test_a_game_with_a_sheet_of_totals_writes_its_own(more: dict[str, str] | None, exits: list[int | None]) -> None:
    points = (30, 110, 60, 120)

    assert sheets(SCALA_40_TABLES, FOUR, points, more) == [{"depth": "totals", "points": list(points), "exits": exits}]


NO_TOTALS = [
    pytest.param(duel(), Chairs(2), (5, 3), "total_unfinished", id="R-SCO-29 too few points"),
    pytest.param(duel(), Chairs(2), (999, 0), "deal_after_end", id="R-SCO-29 too many points"),
    pytest.param(duel(), Chairs(2), (1000, 0), "points_range", id="more than a sheet takes"),
    pytest.param(duel(), Chairs(2), (-1, 21), "points_range", id="less than nothing"),
    pytest.param(SCALA_40_TABLES, FOUR, (30, 60, 70, 0), "totals_unfinished", id="R-S40-49 nobody is out"),
    pytest.param(
        SCALA_40_TABLES, Chairs(4, absent=frozenset({3})), (30, 110, 60, 7), "line_absent", id="R-TAB-17 an empty chair"
    ),
]


@pytest.mark.parametrize(("regulation", "chairs", "points", "code"), NO_TOTALS)
def test_a_total_that_no_match_ends_with_is_refused(
    regulation: Regulation, chairs: Chairs, points: tuple[int, ...], code: str
) -> None:
    with pytest.raises(RefusedError, match=code):
        sheets(regulation, chairs, points)


def so_far(points: tuple[int, ...], deals: int = 0, rules: Json = None) -> list[list[int]]:
    regulation = duel()
    setting = circumstances_of(Chairs(2), time_called=False)
    of_game = (regulation.game, regulation.rules) if rules is None else (PAPER, rules)
    found = contents.sheets_so_far(*of_game, points, setting, deals)
    return [list(each["points"]) for each in found]


# R-SCO-39: what was made before somebody gave up counts.
@pytest.mark.parametrize(("points", "deals"), [((5, 3), 0), ((5, 3), 2), ((19, 20), 0), ((0, 1), 1)], ids=str)
def test_the_score_of_a_match_that_goes_on_is_written_in_deals(points: tuple[int, ...], deals: int) -> None:
    found = so_far(points, deals)
    assert tuple(map(sum, zip(*found, strict=True))) == points
    assert len(found) == deals or not deals


@pytest.mark.parametrize("deals", [False, True], ids=["how many is not said", "how many is said"])
@pytest.mark.parametrize("points", [(1, 2), (2, 1), (2, 2), (0, 2)], ids=str)
@pytest.mark.parametrize("preset", ["briscola", "scala40_hands"])
def test_the_score_of_deals_won_is_written_as_one_deal_after_the_other(
    preset: str, points: tuple[int, ...], deals: bool
) -> None:
    found = so_far(points, sum(points) if deals else 0, PAPER.presets[preset])
    assert tuple(map(sum, zip(*found, strict=True))) == points
    assert [sum(each) for each in found] == [1] * sum(points)


@pytest.mark.parametrize("points", [(180, 180), (200, 160), (121, 119), (120, 0)], ids=str)
def test_the_score_of_deals_that_make_a_sum_keeps_to_it(points: tuple[int, ...]) -> None:
    found = so_far(points, 0, {**PAPER.presets["briscola_120"], "deals": 5})
    assert tuple(map(sum, zip(*found, strict=True))) == points
    assert {sum(each) for each in found} == {120}


@pytest.mark.parametrize(
    ("preset", "points", "code"),
    [
        ("briscola", (3, 1), "so_far_over"),
        ("briscola", (4, 3), "points_range"),
        ("briscola_120", (60, 60), "so_far_over"),
        ("briscola_120", (1, 2), "deal_sum"),
        ("briscola_120", (2, 2), "deal_sum"),
    ],
    ids=str,
)
def test_a_score_that_no_deals_make_is_refused_as_what_it_is(preset: str, points: tuple[int, ...], code: str) -> None:
    with pytest.raises(RefusedError) as refused:
        so_far(points, 0, PAPER.presets[preset])
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("points", "deals", "code", "field"),
    [
        ((1000, 0), 0, "points_range", "points_a"),
        ((0, -1), 0, "points_range", "points_b"),
        ((21, 3), 0, "so_far_over", "so_far_a"),
        ((900, 0), 0, "deal_after_end", None),
        ((60, 0), 1, "", None),
    ],
    ids=str,
)
def test_a_score_with_which_a_match_is_over_is_not_one_so_far(
    points: tuple[int, ...], deals: int, code: str, field: str | None
) -> None:
    with pytest.raises(RefusedError) as refused:
        so_far(points, deals)
    assert not code or refused.value.code == code
    assert field is None or refused.value.field == field


def test_what_a_total_asks_by_names_is_asked_of_the_game_that_asks() -> None:
    setting = circumstances_of(FOUR, time_called=False)
    scala, scopa = SCALA_40_TABLES, SCOPA_TABLES
    asked = contents.total_question(scala.game, scala.rules, (30, 110, 60, 120), setting, {})
    assert asked == scala.game.total_question(scala.rules, contents._form((30, 110, 60, 120), setting), setting)  # type: ignore[attr-defined]
    assert asked is not None
    assert contents.total_question(scopa.game, scopa.rules, (11, 5, 3, 2), setting, {}) is None


ASKED = [
    pytest.param(SCALA_40_TABLES, ["exits_a", "exits_b"], id="R-S40-49"),
    pytest.param(SCOPA_TABLES, [], id="Scopa"),
    pytest.param(PENALTY_TABLES, [], id="no totals"),
]


@pytest.mark.parametrize(("regulation", "names"), ASKED)
def test_what_is_asked_beside_a_total(regulation: Regulation, names: list[str]) -> None:
    fields = contents.total_fields(regulation.game, regulation.rules, 2)

    assert [each["name"] for each in fields] == names
