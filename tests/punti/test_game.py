"""The door of the game to the platform, and a match by its sheets from the first deal to the drawn card."""

from punti.game import GAME
from punti.presets import PINNACOLA
from punti.rules import to_json
from tests.punti.matches import TO_21
from tournaments.games.contract import Circumstances, DealScore, Json, Line, Tie
from tournaments.games.guards import RuledOut, with_leaving

RULES = to_json(TO_21)
KNOCKOUT = Circumstances(must_decide=True)
SEVERAL: Json = RULES | {"most_lines": 6, "people": "singles"}


def written(*points: int | None, tiebreak: int = 0) -> DealScore:
    return GAME.score_sheet(RULES, {"depth": "points", "points": list(points), "tiebreak": tiebreak})


def drawn(*order: Line, tiebreak: int, lines: int = 2) -> DealScore:
    return GAME.score_sheet(RULES, {"depth": "card", "order": list(order), "tiebreak": tiebreak, "lines": lines})


def test_lines_and_their_people() -> None:
    """R-PTI-03, R-PTI-02"""
    assert (GAME.lines(RULES), GAME.line_sizes(RULES)) == ((2, 2), (2, 1))
    assert GAME.lines(GAME.presets["machiavelli"]) == (2, 6)
    assert (GAME.low_wins(RULES), GAME.low_wins(GAME.presets["machiavelli"])) == (False, True)


def test_rules_and_sheets_are_read_and_written() -> None:
    """R-PTI-05"""
    GAME.check_rules(RULES)
    assert GAME.upgrade_rules(RULES) == RULES
    sheet = GAME.read_sheet(RULES, {"depth": "points", "points_a": "12", "points_b": "9"})
    assert GAME.read_sheet(RULES, GAME.write_sheet(sheet)) == sheet


def test_a_match_from_its_sheets_to_the_card() -> None:
    """R-PTI-14"""
    level = [written(20, 19), written(2, 3)]
    assert GAME.match(RULES, level, KNOCKOUT).tie == Tie(1, (0, 1), (1, 2))
    still = [*level, *(written(1, 1, tiebreak=number) for number in (1, 2, 3))]
    assert GAME.match(RULES, still, KNOCKOUT).tie == Tie(4, (0, 1), (1, 2), "card")
    found = GAME.match(RULES, [*still, drawn(1, 0, tiebreak=4)], KNOCKOUT)
    assert (found.is_over, found.winner, found.totals) == (True, 1, (22, 22))
    assert sorted(found.broken) == [2, 3, 4, 5]
    assert [cell.marks for cell in found.course.rows[-1]] == [(), ("highest_card",)]
    assert [[cell.total for cell in row] for row in found.course.rows[:3]] == [[20, 19], [22, 22], [None, None]]


def test_a_total_is_one_sheet() -> None:
    """R-PTI-18"""
    form = {"lines": "2", "points_a": "21", "points_b": "20"}
    (sheet,) = GAME.read_totals(RULES, form, KNOCKOUT)
    assert sheet == {"depth": "totals", "points": [21, 20]}
    assert GAME.match(RULES, [GAME.score_sheet(RULES, sheet)], KNOCKOUT).winner == 0
    assert (GAME.total_fields(RULES, 2), GAME.next_form(sheet)) == ((), {})


def test_a_ruling_takes_a_line_out_of_a_table_of_several() -> None:
    """R-PTI-22"""
    setting = Circumstances(must_decide=True, lines=3)
    deals = [
        GAME.score_sheet(SEVERAL, {"depth": "points", "points": points})
        for points in ([5, 3, 2], [9, None, 4], [9, None, 1])
    ]
    left = with_leaving(GAME, SEVERAL, deals, {1: RuledOut(1, "disqualification")}, setting)
    found = GAME.match(SEVERAL, left, setting)
    assert (found.totals, [line.state for line in found.lines]) == ((23, 3, 7), ["through", "left", "out"])
    assert found.course.rows[1][1].marks == ("left",)
    assert [line.deals for line in found.lines] == [3, 1, 3]


def test_time_is_nobodys_fault_and_the_deal_in_progress_counts() -> None:
    """R-PTI-19"""
    rule = GAME.time_rule(RULES, KNOCKOUT)
    assert (rule.at_zero[0], rule.over[0]) == ("zero_finish_deal", "over_finish_deal")
    assert (rule.counts_last_deal, rule.costs_the_match, rule.own_clock) == (True, False, ())
    assert GAME.time_rule(to_json(PINNACOLA), KNOCKOUT).at_zero == ("zero_stop_deal", "ahead_win", "level_deals")


def test_the_form_of_a_deal_is_described_for_programs() -> None:
    """R-PTI-05"""
    burraco = GAME.presets["burraco_3"]
    fields = {field["name"]: field for field in GAME.sheet_fields(burraco, 2, 0)}
    assert list(fields) == ["depth", "tiebreak", "lines", "points_a", "points_b"]
    assert (fields["points_b"]["least"], fields["points_b"]["most"], fields["points_b"]["needed"]) == (
        -1_000,
        3_000,
        True,
    )
    of_three = [field["name"] for field in GAME.sheet_fields(SEVERAL, 3, 0)]
    assert of_three[3:] == ["points_a", "points_b", "points_c", "left_a", "left_b", "left_c"]
    tie = {field["name"]: field for field in GAME.sheet_fields(RULES, 2, 1)}
    assert tie["depth"]["choices"] == ["points", "card"]
    assert tie["order_1"]["needed"]
    card = [field["name"] for field in GAME.sheet_fields(RULES, 2, 4)]
    assert card == ["depth", "tiebreak", "lines", "level", "order_1", "order_2"]
