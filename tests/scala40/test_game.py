"""The door: contract values out of sheets, matches and live deals."""

import random
from typing import Any

import pytest

from scala40 import closing, codec
from scala40.game import GAME
from scala40.presets import TORNEO_003
from scala40.rules import Rules, to_json
from tournaments.games.commands import robot_action
from tournaments.games.contract import (
    Cell,
    Circumstances,
    DealScore,
    ForfeitScore,
    LineState,
    MatchLength,
    RefusedError,
    Tie,
)

RULES = to_json(TORNEO_003)
FOUR = Circumstances(must_decide=True, lines=4, through=2)


def written(*points: int | None, closer: int | None = 0, **more: Any) -> DealScore:
    sheet = {"depth": "points", "tiebreak": 0, "closer": closer, "in_hand": False, "points": list(points), "left": {}}
    return GAME.score_sheet(RULES, sheet | more)


def drawn(*order: int) -> DealScore:
    return GAME.score_sheet(RULES, {"depth": "card", "tiebreak": 3, "order": list(order), "lines": 4})


LEVEL = [written(0, 52, 55, 52), written(0, 52, 55, 52)]


def test_what_the_platform_asks_of_the_game() -> None:
    """R-S40-02"""
    assert (GAME.lines(RULES), GAME.line_sizes(RULES), list(GAME.seats(RULES))) == ((2, 6), (1,), [2, 3, 4, 5, 6])
    assert (GAME.low_wins(RULES), GAME.uses_vp(RULES), GAME.takes_totals) == (True, False, True)
    assert GAME.match_length(RULES) == MatchLength(target=101, is_out=True)
    assert GAME.match_length(GAME.presets["batteria_60"]) == MatchLength(target=101, minutes=60, is_out=True)
    assert (len(GAME.pack(RULES)), GAME.next_dealer(3, 4)) == (108, 0)
    assert not GAME.stops_at_time(RULES, GAME.start(RULES, list(GAME.pack(RULES)), 0, 2), 0)
    # R-S40-54: how a table online goes on without somebody.
    assert [GAME.fault_way({**RULES, "fault_online": way}) for way in ("robot", "void")] == ["robot", "void"]


def test_a_table_from_its_first_sheet_to_the_card() -> None:
    """R-S40-38"""
    assert GAME.match(RULES, LEVEL[:1], FOUR).tie is None
    assert GAME.match(RULES, LEVEL, FOUR).tie == Tie(1, (1, 3), (2, 3))
    assert not GAME.match(RULES, LEVEL, FOUR).is_over
    breaks = [written(None, 9, None, 0, closer=3, tiebreak=1), written(None, 5, None, 0, closer=3, tiebreak=1)]
    assert GAME.match(RULES, [*LEVEL, breaks[0]], FOUR).ranking == ((0,), (3,), (1,), (2,))
    void = {"closer": None}
    still = [written(None, 0, None, 0, tiebreak=number, **void) for number in (1, 2)]
    assert GAME.match(RULES, [*LEVEL, *still], FOUR).tie == Tie(3, (1, 3), (2, 3), "card")
    played = [*LEVEL, *still, drawn(1, 3)]
    GAME.match(RULES, played, FOUR)
    assert GAME.match(RULES, played, FOUR).is_over
    assert GAME.match(RULES, played, FOUR).ranking == ((0,), (1,), (3,), (2,))
    assert GAME.match(RULES, played, FOUR).totals == (0, 104, 110, 104)


def test_the_course_of_a_table() -> None:
    """R-S40-47"""
    played = [written(0, 101, 50, None, left={"3": "abandon"}, in_hand=True)]
    found = GAME.match(RULES, played, FOUR).course
    assert found.rows == (
        (Cell(0, 0, ("closed_in_hand",)), Cell(101, 101, ("bust",)), Cell(50, 50), Cell(None, None, ("left",))),
    )
    assert found.lines == (
        LineState(0, "through", 1),
        LineState(101, "out", 1),
        LineState(50, "through", 1),
        LineState(0, "left", 1),
    )
    assert played[0].left == {3: "abandon"}


def test_a_deal_leaves_nothing_to_the_form_of_the_next() -> None:
    assert GAME.next_form({"depth": "points"}) == {}


def test_time_and_empty_chairs_are_circumstances() -> None:
    """R-S40-44"""
    timed = Circumstances(time_called=True, lines=4, through=2, absent=frozenset({3}))
    played = [written(0, 30, 20, None)]
    GAME.match(RULES, played, timed)
    assert GAME.match(RULES, played, timed).ranking == ((0,), (2,), (1,), (3,))
    assert GAME.match(RULES, played, timed).is_over


def test_refusals_name_the_field_in_words() -> None:
    """R-S40-30"""
    with pytest.raises(RefusedError) as refused:
        written(0, 199)
    assert (refused.value.code, refused.value.field) == ("points_bound", "points_b")
    sentence = GAME.phrases[refused.value.code] % refused.value.params
    assert sentence == "Points of player B: 199 is too much for the cards left (13): they cost 198 points at most."
    with pytest.raises(RefusedError) as second:
        GAME.match(RULES, [written(0, 30, 20, 10)], Circumstances(lines=7))
    assert GAME.phrases[second.value.code] % second.value.params == "A table of 7: Scala 40 is played by 2 to 6."


def test_nobody_loses_a_match_by_fault() -> None:
    """R-S40-45"""
    assert GAME.forfeit_causes(RULES) == ()
    asked = (
        lambda: GAME.read_forfeit(RULES, {}),
        lambda: GAME.settle_forfeit(RULES, [], {}),
        lambda: GAME.clock_forfeit(RULES, 0, 0),
        lambda: GAME.live_forfeit(RULES, (), None, 0, "abandon", 0),
    )
    for ask in asked:
        with pytest.raises(RefusedError) as refused:
            ask()
        assert (refused.value.code, refused.value.field) == ("no_forfeits", "cause")


def test_a_match_that_is_lost_by_a_ruling_keeps_what_has_been_paid() -> None:
    """R-S40-45"""
    played = [written(0, 30), written(0, 12)]
    assert GAME.settle_ruling(RULES, played, [0], 0) == ForfeitScore((0, 42), 0, (0,))
    assert GAME.settle_ruling(RULES, [], [1], 0) == ForfeitScore((0, 0), 0, (1,))


def finished(rules: Rules, seats: int, seed: int) -> Any:
    lots = random.Random(seed)
    pack = list(GAME.pack(RULES))
    lots.shuffle(pack)
    state = GAME.start(to_json(rules), pack, 0, seats)
    while (seat := GAME.turn(state)) is not None:
        actions = list(GAME.legal_actions(state, seat))
        melds = [each for each in actions if each.startswith(("lay", "off", "swap"))]
        state = GAME.apply(state, seat, lots.choice(melds or actions)).state
    return state


@pytest.mark.without_coverage
@pytest.mark.parametrize("penalty", ["count", "double", "flat_100_unopened"])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_paper_of_a_played_deal_costs_what_the_engine_counts(penalty: str, seats: int) -> None:
    """R-S40-25"""
    rules = Rules(hand_close_penalty=penalty)
    for seed in range(4):
        state = finished(rules, seats, seed)
        position = codec.from_json(state)
        sheet = GAME.sheet(state)
        assert GAME.score(state).points == closing.deal_points(position)
        assert GAME.score_sheet(to_json(rules), sheet).points == closing.deal_points(position)
        assert GAME.read_sheet(to_json(rules), GAME.write_sheet(sheet)) == sheet


def test_a_played_deal_is_written_for_the_lines_that_sat_down() -> None:
    """R-S40-34"""
    state = finished(TORNEO_003, 3, 1)
    sheet = GAME.sheet(state, 2, [2, None, 0, 1])
    hands = GAME.sheet(state)["cards"]
    assert GAME.score(state).points == closing.deal_points(codec.from_json(state))
    assert (sheet["tiebreak"], sheet["cards"]) == (2, [hands[2], None, hands[0], hands[1]])
    assert sheet["cards"][sheet["closer"]] == ""


def test_seats_and_deals_that_are_not_there_are_refused() -> None:
    """R-S40-28"""
    pack = list(GAME.pack(RULES))
    state = GAME.start(RULES, pack, 0, 2)
    assert GAME.view(state, 0)["held"] == [13, 13]
    assert GAME.legal_actions(state, 0) == []
    for code, ask in {
        "seat_unknown": lambda: GAME.view(state, 2),
        "deal_not_over": lambda: GAME.score(state),
        "rules_not_a_mapping": lambda: GAME.check_rules(None),
        "state_unreadable": lambda: GAME.turn({}),
    }.items():
        with pytest.raises(RefusedError) as refused:
            ask()
        assert refused.value.code == code


def test_a_robot_of_level_two_plays_what_is_legal_to_the_end_of_a_deal() -> None:
    """R-S40-52; and how the deal began is told when it is over."""
    chance = random.Random(2)
    pack = chance.sample(GAME.pack(RULES), 108)
    state = GAME.start(RULES, pack, 1, 2)
    while (seat := GAME.turn(state)) is not None:
        actions = GAME.legal_actions(state, seat)
        state = GAME.apply(state, seat, GAME.robots[0](RULES, GAME.view(state, seat), actions, chance.randrange)).state
    began = GAME.initial_deal(state)
    assert ([len(hand) for hand in began["hands"]], began["table"]) == ([13, 13], [pack[26]])


def test_a_robot_of_level_three_has_seen_the_discards_under_the_top_one() -> None:
    """R-S40-55"""
    chance = random.Random(3)
    state = GAME.start(RULES, chance.sample(GAME.pack(RULES), 108), 1, 2)
    lain: list[str] = []
    while len(lain) < 4:
        lain.append(GAME.view(state, 0)["top_discard"])
        seat = GAME.turn(state) or 0
        while GAME.turn(state) == seat:
            action = robot_action(GAME, RULES, state, seat, 3, chance.randrange)
            if action == "take":
                lain.pop()
            state = GAME.apply(state, seat, action).state
    assert GAME.memory(state, 0) == lain
