"""The door: the contract's values for JSON, and refusals that a page can show."""

import json
from typing import Any

import pytest

from scopa.game import GAME
from scopa.rules import to_json
from scopa.scoring import CATEGORIES
from scopa.sheet_score import counts_sheet
from scopa.turn import begin
from tests.scopa.tables import after, dealt, to_the_end
from tournaments.games.contract import (
    Award,
    Circumstances,
    DealScore,
    ForfeitScore,
    MatchLength,
    PlayableGame,
    RefusedError,
    ScoredGame,
    Transition,
)

ONLINE = GAME.presets["online_002"]
CLUB = ONLINE | {"forfeit_causes": ["abandon", "match_clock", "no_show"]}
KO = Circumstances(must_decide=True)
COUNTS = {
    "depth": "counts",
    "cards": [22, 18],
    "coins": [5, 5],
    "settebello": 0,
    "best": [["7d", "6c", "As", "7b"], ["6d", "7c", "7s", "6b"]],
    "sweeps": [2, 1],
}


def test_it_offers_both_protocols() -> None:
    assert isinstance(GAME, ScoredGame)
    assert isinstance(GAME, PlayableGame)


def test_the_most_points_win_and_matches_have_vp_by_every_preset() -> None:
    assert {(GAME.low_wins(rules), GAME.uses_vp(rules)) for rules in GAME.presets.values()} == {(False, True)}


def test_a_sheet_becomes_a_score_that_explains_itself() -> None:
    """R-SCO-28"""
    assert GAME.score_sheet(ONLINE, COUNTS | {"tiebreak": 1, "last_capture": 1}) == DealScore(
        points=(3 + 1, 1 + 1),
        tiebreak=1,
        awards=(
            Award("cards", (1, 0), (22, 18)),
            Award("coins", (0, 0), (5, 5)),
            Award("settebello", (1, 0), None),
            Award("primiera", (0, 1), (76, 78)),
            Award("sweeps", (2, 1), (2, 1)),
        ),
        facts={"depth": "counts", "last_capture": 1, "best": COUNTS["best"]},
    )


def test_a_sheet_without_best_cards_has_no_best_cards_to_explain() -> None:
    score = GAME.score_sheet(ONLINE, {"depth": "points", "points": [3, 1]})
    assert (score.points, dict(score.facts)) == ((3, 1), {"depth": "points", "last_capture": None})
    written = GAME.write_sheet({"depth": "points", "points": [3, 1], "tiebreak": 0, "last_capture": None})
    assert GAME.read_sheet(ONLINE, written)["points"] == [3, 1]


def test_a_refusal_is_a_sentence_with_field_value_and_rule() -> None:
    """R-SCO-28"""
    with pytest.raises(RefusedError) as refused:
        GAME.score_sheet(ONLINE, COUNTS | {"cards": [22, 19]})
    refusal = refused.value
    assert (refusal.code, refusal.field) == ("cards_sum", "cards_a")
    assert (
        GAME.phrases[refusal.code] % refusal.params == "Cards of line A: 22, of line B: 19; together they must make 40."
    )
    with pytest.raises(RefusedError) as typed:
        GAME.read_sheet(ONLINE, {"depth": "points", "points_a": "three"})
    sentence = GAME.phrases[typed.value.code] % typed.value.params
    assert sentence == "Points of line A: “three” is not a whole number."


def scored(*points: tuple[int, int]) -> list[DealScore]:
    return [DealScore(each) for each in points]


@pytest.mark.parametrize(
    ("rules", "length"),
    [
        (ONLINE, MatchLength(target=11)),
        (ONLINE | {"match_mode": "fixed_deals", "deals": 3}, MatchLength(deals=3)),
    ],
    ids=["R-SCO-29", "R-SCO-30"],
)
def test_length_of_a_match(rules: Any, length: MatchLength) -> None:
    assert GAME.match_length(rules) == length
    assert GAME.lines(rules) == (2, 2)


@pytest.mark.parametrize(("sides", "sizes"), [("pairs", (2, 1)), ("both", (2, 1)), ("singles", (1,))])
def test_people_in_a_line(sides: str, sizes: tuple[int, ...]) -> None:
    """R-SCO-02"""
    assert GAME.line_sizes(ONLINE | {"sides": sides}) == sizes


def test_the_course_of_a_match() -> None:
    """R-SCO-33, R-SCO-35"""
    level = [*scored((6, 5), (5, 6)), DealScore((2, 2), 1)]
    course = GAME.match(ONLINE, level, KO).course
    assert [[(cell.points, cell.total) for cell in row] for row in course.rows] == [
        [(6, 6), (5, 5)],
        [(5, 11), (6, 11)],
        [(2, None), (2, None)],
    ]
    assert [(line.total, line.state, line.deals) for line in course.lines] == [(11, "level", 2)] * 2
    won = GAME.match(ONLINE, [*level, DealScore((0, 1), 2)], KO).course
    assert [line.state for line in won.lines] == ["out", "through"]
    assert [line.state for line in GAME.match(ONLINE, scored((12, 3)), KO).lines] == ["through", "out"]
    assert [line.state for line in GAME.match(ONLINE, scored((2, 3)), KO).lines] == ["playing", "playing"]
    assert [line.state for line in GAME.match(ONLINE, level[:2], Circumstances()).course.lines] == [
        "playing",
        "playing",
    ]


def test_a_match_through_the_door() -> None:
    """R-SCO-33, R-SCO-34"""
    level = scored((6, 5), (5, 6))
    third = DealScore((2, 2), 3, facts={"last_capture": 0})
    played = [*level, DealScore((2, 2), 1), DealScore((1, 1), 2)]
    tie = GAME.match(ONLINE, played, KO).tie
    assert tie is not None and (tie.number, tie.lines, tie.places, tie.kind) == (3, (0, 1), (1, 2), "deal")
    assert not GAME.match(ONLINE, played, KO).is_over
    GAME.match(ONLINE, [*played, third], KO)
    assert GAME.match(ONLINE, [*played, third], KO).ranking == ((1,), (0,))
    assert GAME.match(ONLINE, [*played, third], KO).totals == (11, 11)
    with pytest.raises(RefusedError, match="last_capture_missing"):
        GAME.match(ONLINE, [*played, DealScore((2, 2), 3)], KO)


def test_a_forfeit_through_the_door() -> None:
    """R-SCO-39, R-SCO-40"""
    assert GAME.forfeit_causes(CLUB) == ("abandon", "match_clock", "no_show")
    form = {"cause": "abandon", "offender": "a", "moment": "in_deal", "f_sweeps_a": "1", "f_sweeps_b": "0"}
    form |= {f"f_{category}": "open" for category in CATEGORIES} | {"f_settebello": "a", "f_cards": "b"}
    found = GAME.read_forfeit(CLUB, form)
    assert json.loads(json.dumps(found)) == found
    assert GAME.settle_forfeit(CLUB, scored((4, 5)), found) == ForfeitScore((6, 9), 3, (0,))
    with pytest.raises(RefusedError) as refused:
        GAME.read_forfeit(ONLINE, form | {"cause": "no_show"})
    assert refused.value.field == "cause"


def test_a_line_whose_own_clock_has_run_out_loses_with_nothing_of_the_deal_awarded() -> None:
    """R-SCO-39"""
    found = GAME.clock_forfeit(CLUB, 1, 0)
    assert json.loads(json.dumps(found)) == found
    assert found["cause"] == "match_clock"
    assert GAME.settle_forfeit(CLUB, scored((4, 5)), found) == ForfeitScore((9, 5), 4, (1,))


def test_a_live_table_through_the_door() -> None:
    """R-SCO-48, R-SCO-55"""
    start = GAME.start(ONLINE, GAME.pack(ONLINE), 1, 2)
    assert (GAME.turn(start), GAME.seats(ONLINE), GAME.next_dealer(1, 2)) == (0, (2, 3, 4), 0)
    action = GAME.legal_actions(start, 0)[0]
    done = GAME.apply(start, 0, action)
    assert isinstance(done, Transition)
    assert done.action == action
    assert GAME.legal_actions(start, 1) == []
    assert GAME.view(done.state, None)["hand"] == []
    left = GAME.live_forfeit(ONLINE, (), start, 1, "abandon", 0)
    assert left["snapshot"] == dict.fromkeys(CATEGORIES, "open") | {"sweeps": [0, 0]}
    assert GAME.settle_forfeit(ONLINE, (), left).losers == (1,)
    assert GAME.live_forfeit(ONLINE, (), None, 1, "abandon", 0)["moment"] == "not_started"


def test_captured_cards_may_be_named_in_any_order() -> None:
    """R-SCO-48"""
    state = stored(dealt("7c", table="Ad 6s 5c 2b"))
    assert GAME.apply(state, 0, "7cx6s+Ad").action == "7cxAd+6s"


def stored(state: Any) -> Any:
    deal = state.deal
    begun = GAME.start(to_json(deal.rules), [GAME.pack(ONLINE)[each] for each in deal.pack], deal.dealer, deal.seats)
    for played, captured in state.log:
        taken = "+".join(GAME.pack(ONLINE)[each] for each in range(40) if captured >> each & 1)
        action = GAME.pack(ONLINE)[played] + (f"x{taken}" if taken else "")
        begun = GAME.apply(begun, GAME.turn(begun) or 0, action).state
    return begun


def names(done: Transition) -> list[str]:
    return [event["event"] for event in done.events]


def test_events() -> None:
    """R-SCO-13, R-SCO-15"""
    sweeping = dealt("4d", table="Ad Ac As Ab")
    done = GAME.apply(stored(sweeping), 0, "4dxAd+Ac+As+Ab")
    assert done.events == (
        {"event": "captured", "seat": 0, "card": "4d", "play": "4dxAd+Ac+As+Ab"},
        {"event": "swept", "seat": 0},
    )
    quiet = after(sweeping, "4dxAd+Ac+As+Ab")
    assert names(GAME.apply(stored(quiet), 1, GAME.legal_actions(stored(quiet), 1)[0])) == ["laid"]
    cycle = to_the_end(begin(sweeping.deal.rules, list(range(40)), 1, 2), 5)
    assert names(GAME.apply(stored(cycle), 1, GAME.legal_actions(stored(cycle), 1)[0]))[-1] == "dealt"


def last_events(pack: list[int], leftovers_to: str) -> list[str]:
    rules = GAME.presets["wikipedia_004"] | {"leftovers_to": leftovers_to, "redeal_kings_threshold": None}
    state = GAME.start(rules, [GAME.pack(rules)[each] for each in pack], 1, 2)
    while (turn := GAME.turn(state)) is not None:
        done = GAME.apply(state, turn, GAME.legal_actions(state, turn)[0])
        state = done.state
    return names(done)


LYING = [*range(0, 40, 2), *range(1, 40, 2)]


@pytest.mark.parametrize(
    ("pack", "leftovers_to", "events"),
    [
        pytest.param(LYING, "last_capturer", ["laid", "leftovers", "deal_over"], id="R-SCO-15 leftovers"),
        pytest.param(LYING, "nobody", ["laid", "deal_over"], id="R-SCO-15 leftovers of nobody"),
    ],
)
def test_the_end_of_a_deal(pack: list[int], leftovers_to: str, events: list[str]) -> None:
    assert last_events(pack, leftovers_to) == events


def test_what_is_not_over_has_no_score_and_no_seat_is_made_up() -> None:
    start = GAME.start(ONLINE, GAME.pack(ONLINE), 1, 2)
    with pytest.raises(RefusedError, match="deal_not_over"):
        GAME.score(start)
    with pytest.raises(RefusedError, match="seat_unknown"):
        GAME.view(start, 2)
    with pytest.raises(RefusedError, match="seats_not_allowed"):
        GAME.start(ONLINE | {"sides": "pairs"}, GAME.pack(ONLINE), 0, 2)
    with pytest.raises(RefusedError, match="unknown_card"):
        GAME.start(ONLINE, ["8d"] * 40, 0, 2)


def test_the_score_of_a_live_deal_names_its_best_cards() -> None:
    """R-SCO-18, R-SCO-21"""
    over = to_the_end(begin(dealt(table="2d").deal.rules, list(range(40)), 1, 2))
    found = GAME.score(stored(over))
    assert set(found.facts) == {"last_capture", "best"}
    assert sum(found.points) >= 1
    assert found.tiebreak == 0


def test_an_impossible_ruleset_is_a_refusal_wherever_it_is_used() -> None:
    """R-SCO-52"""
    impossible = ONLINE | {"target": None}
    for ask in (GAME.check_rules, GAME.match_length, GAME.forfeit_causes, GAME.seats):
        with pytest.raises(RefusedError) as refused:
            ask(impossible)
        assert refused.value.field == "target"
    sentence = GAME.phrases[refused.value.code] % refused.value.params
    assert sentence == "Target of points: a match to a target of points needs the number of points."


def test_the_sheet_of_a_live_deal() -> None:
    """R-SCO-28"""
    over = stored(to_the_end(begin(dealt(table="2d").deal.rules, list(range(40)), 1, 2)))
    written = GAME.sheet(over, 2)
    assert (sum(written["cards"]), sum(written["coins"]), written["tiebreak"]) == (40, 10, 2)
    assert GAME.score_sheet(ONLINE, written).points == GAME.score(over).points
    three = stored(to_the_end(begin(dealt(table="2d").deal.rules, list(range(40)), 1, 3)))
    with pytest.raises(RefusedError, match="two_lines_only"):
        GAME.sheet(three)


def test_a_settebello_that_nobody_took_is_on_no_sheet() -> None:
    """R-SCO-15"""
    assert counts_sheet(dealt(table="2d").deal.rules, (1, 2), (0, 0)).settebello == ()


def test_a_ruling_gives_away_the_next_deal_and_knows_its_lines() -> None:
    """R-SCO-43: the referee's ruling, whatever causes the ruleset knows."""
    settled = GAME.settle_ruling(ONLINE, [DealScore((3, 6))], [0], 0)
    assert (settled.points, settled.difference, settled.losers) == ((3, 11), 8, (0,))
    for losers in ([], [2], [0, 0], None):
        with pytest.raises(RefusedError, match="line_unknown"):
            GAME.settle_ruling(ONLINE, [], losers, 0)  # type: ignore[arg-type]


def test_the_next_form_has_the_depth_of_the_last() -> None:
    sheet = {"depth": "points", "points": [3, 1], "tiebreak": 0, "last_capture": None}
    assert GAME.next_form(sheet) == {"depth": "points"}
