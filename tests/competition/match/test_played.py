"""What a match that is played gives to its lines, by its sheet alone."""

from dataclasses import replace
from typing import Any

import pytest

from tests.competition.match.written import (
    FINAL,
    FOUR,
    MACHIAVELLI_TABLES,
    PENALTY_TABLES,
    SCALA_40_TABLES,
    SCOPA_TABLES,
    THREE_GAMES,
    TWO,
    by_line,
    content,
    deal,
    duel,
    game,
    lost,
    spareggio,
)
from tournaments.competition.match.outcomes import (
    Chairs,
    FoundTie,
    Regulation,
    games_of,
    in_play,
    is_of_several,
    judge,
    marks_of,
    places_of,
)
from tournaments.games.contract import Json, RefusedError, Tie

WON, LOST = game((10, 5), (11, 6)), game((5, 10), (6, 11))
LEVEL = ((10, 10), (11, 11))
OPEN = [(None, None, None)] * 2


# Between two

OF_TWO = [
    pytest.param(content(), (0, 0), OPEN, id="R-VP-03 nothing is written yet"),
    pytest.param(content(game((10, 5))), (10, 5), OPEN, id="R-VP-03 in play"),
    pytest.param(content(WON), (21, 11), [(1, 16, 10), (2, 4, -10)], id="R-VP-03 the first wins"),
    pytest.param(content(LOST), (11, 21), [(2, 4, -10), (1, 16, 10)], id="R-VP-03 the second wins"),
    pytest.param(content(game(*LEVEL)), (21, 21), OPEN, id="R-VP-05 level, a tie-break is due"),
    pytest.param(
        content(game(*LEVEL, spareggio(1, 1, 4))), (21, 21), [(2, 10, 0), (1, 10, 0)], id="R-VP-05 a tie-break decides"
    ),
]


@pytest.mark.parametrize(("written", "points", "lines"), OF_TWO)
def test_a_match_of_two(written: Json, points: tuple[int, int], lines: list[Any]) -> None:
    found = judge(duel(), TWO, written)

    assert (found.points, by_line(found), found.over) == (points, lines, lines != OPEN)


def test_two_lines_are_a_match_and_three_a_table_of_several() -> None:
    assert [is_of_several(range(lines)) for lines in (2, 3)] == [False, True]


def test_without_a_vp_table_a_match_of_two_has_places_only() -> None:
    """R-VP-14"""
    assert by_line(judge(duel(has_vp=False), TWO, content(WON))) == [(1, None, None), (2, None, None)]


NOT_OVER = "not over"
THREE_TIEBREAKS = [spareggio(1, 2, 2), spareggio(2, 3, 3), spareggio(3, 1, 1, last_capture=0)]
ENDINGS = [
    pytest.param({}, game((10, 5)), NOT_OVER, (None, None), id="R-SCO-29 in play"),
    pytest.param({}, WON, "", (1, 2), id="R-SCO-29 by points"),
    pytest.param({}, game((9, 5), time_called=True), "time", (1, 2), id="R-SCO-37 by time"),
    pytest.param({}, game(*LEVEL, spareggio(1, 3, 2)), "tiebreak", (1, 2), id="R-SCO-33 by a tie-break"),
    pytest.param({}, game(*LEVEL, *THREE_TIEBREAKS[:2]), NOT_OVER, (None, None), id="R-SCO-33 the third is due"),
    pytest.param({}, game(*LEVEL, *THREE_TIEBREAKS), "last_capture", (2, 1), id="R-SCO-34 by the last capture"),
    pytest.param(
        {"tie_after_time": "high_card"},
        game((9, 9), spareggio(1, 0, 1), time_called=True),
        "card",
        (2, 1),
        id="R-SCO-38 by the higher card",
    ),
]


@pytest.mark.parametrize(("rules", "played", "ending", "places"), ENDINGS)
def test_how_a_match_ended(rules: dict[str, Json], played: Json, ending: str, places: tuple[int, int]) -> None:
    found = judge(duel(**rules), TWO, content(played))

    assert (found.ending if found.over else NOT_OVER, found.places) == (ending, places)


LONGER = [
    pytest.param([WON], (1, 0), OPEN, id="R-KO-10 one game of the two that are needed"),
    pytest.param([WON, game((2, 3))], (1, 0), OPEN, id="R-KO-10 the second in play"),
    pytest.param([WON, WON], (2, 0), [(1, 32, 20), (2, 8, -20)], id="R-KO-10 two to nothing"),
    pytest.param([WON, LOST, LOST], (1, 2), [(2, 24, -10), (1, 36, 10)], id="R-KO-10 one to two"),
]


@pytest.mark.parametrize(("games", "won", "lines"), LONGER)
def test_a_match_of_several_games(games: list[Json], won: tuple[int, int], lines: list[Any]) -> None:
    found = judge(duel(), THREE_GAMES, content(*games))

    assert (found.points, found.games_won, by_line(found)) == (won, won, lines)


@pytest.mark.parametrize(
    ("games", "won", "places"),
    [
        pytest.param([], (1, 0), (None, None), id="before it begins"),
        pytest.param([WON], (2, 0), (1, 2), id="who has not lost wins once"),
        pytest.param([LOST], (1, 1), (None, None), id="a second final"),
        pytest.param([LOST, WON], (2, 1), (1, 2), id="who has not lost wins the second"),
        pytest.param([LOST, LOST], (1, 2), (2, 1), id="beaten twice"),
    ],
)
def test_who_leads_a_final_has_to_be_beaten_twice(games: list[Json], won: tuple[int, int], places: Any) -> None:
    """R-DBL-11"""
    found = judge(duel(), Chairs(2, best_of=3, lead=1), content(*games))
    assert (found.games_won, found.places) == (won, places)
    with pytest.raises(RefusedError, match="match_decided"):
        judge(duel(), Chairs(2, best_of=3, lead=1), content(WON, LOST))


def test_the_note_of_a_longer_match_has_the_points_of_its_games() -> None:
    """R-KO-10"""
    assert judge(duel(), THREE_GAMES, content(WON, game((2, 3)))).note == {"games": [[21, 11], [2, 3]]}


# Tables of several

TABLES = [
    pytest.param(
        PENALTY_TABLES, FOUR, content(game((10, 5, 120, 120))), (2, 1, 3, 3), "", {}, id="R-TAB-01 shared below the cut"
    ),
    pytest.param(SCOPA_TABLES, FOUR, content(game((3, 11, 4, 3))), (3, 1, 2, 3), "", {}, id="R-SCO-60 the target"),
    pytest.param(
        SCALA_40_TABLES, FOUR, content(game(deal(0, 101, 7, 120, closer=0))), (1, 3, 2, 4), "", {}, id="R-S40-36"
    ),
    pytest.param(
        SCALA_40_TABLES, FINAL, content(game(deal(0, 101, 7, 120, closer=0))), (None,) * 4, "",
        {"states": ["playing", "out", "playing", "out"]}, id="R-S40-42 a final goes on",
    ),
    pytest.param(
        SCALA_40_TABLES, FOUR, content(game(deal(30, 0, 20, 10, closer=1), time_called=True)), (4, 1, 3, 2), "time", {},
        id="R-S40-44 by time",
    ),
    pytest.param(
        PENALTY_TABLES, Chairs(4, through=2, absent=frozenset({0})), content(game((None, 5, 120, 20))), (None, 1, 3, 2),
        "", {}, id="R-TAB-17 an empty chair",
    ),
    pytest.param(
        PENALTY_TABLES, FOUR, content(game((10, 12, 20, 14), deal(0, 8, None, 9, left={"2": "abandon"}))), (None,) * 4,
        "", {"states": ["playing", "playing", "out", "playing"], "left": {"2": "abandon"}}, id="R-TAB-01 one leaves",
    ),
    pytest.param(
        SCALA_40_TABLES, FOUR,
        content(game(deal(0, 20, 30, 40, closer=0), deal(5, 0, 71, None, closer=1, left={"3": "abandon"}))),
        (1, 2, 3, 4), "", {"left": {"3": "abandon"}}, id="R-S40-45 who leaves is behind who goes out",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("regulation", "chairs", "written", "places", "ending", "note"), TABLES)
def test_a_table_of_several(
    regulation: Regulation, chairs: Chairs, written: Json, places: tuple[int | None, ...], ending: str, note: Json
) -> None:
    found = judge(regulation, chairs, written)

    assert (found.over, found.places, found.ending, found.note) == (any(places), places, ending, note)
    assert (found.vp, found.mp) == ((None,) * chairs.lines,) * 2


def test_a_line_has_the_deals_that_it_took_part_in() -> None:
    """R-TAB-18"""
    found = judge(PENALTY_TABLES, FOUR, content(game((10, 5, 120, 20), (3, 0, None, 90))))

    assert (list(found.deals), found.points) == ([2, 2, 1, 2], (13, 5, 120, 110))
    assert found.deals_played == 2


# Ties

LEVEL_TABLE = (10, 104, 110, 104)
FIRST, SECOND, CARD = Tie(1, (1, 3), (2, 3)), Tie(2, (1, 3), (2, 3)), Tie(3, (1, 3), (2, 3), "card")
STILL_LEVEL = [spareggio(number, None, 5, None, 5) for number in (1, 2)]
SCALA_LEVEL = [deal(0, 10, 110, 20, closer=0), deal(0, 95, None, 85, closer=0)]
SCALA_TIEBREAKS = [spareggio(number, None, 0, None, 0) for number in (1, 2)]
SCALA_CARD = {"depth": "card", "tiebreak": 3, "order": [3, 1], "lines": 4}
SCOPA_TIEBREAKS = [spareggio(number, 1, None, 1, None, last_capture=0) for number in (1, 2, 3)]
TIES = [
    pytest.param(SCALA_40_TABLES, FOUR, SCALA_LEVEL, [], FIRST, "", id="R-S40-38 open"),
    pytest.param(
        SCALA_40_TABLES, FOUR, [*SCALA_LEVEL, spareggio(1, None, 0, None, 30, closer=1)], [FIRST], None, "tiebreak",
        id="R-S40-38 broken by a deal",
    ),
    pytest.param(
        SCALA_40_TABLES, FOUR, [*SCALA_LEVEL, *SCALA_TIEBREAKS, SCALA_CARD], [FIRST, SECOND, CARD], None, "card",
        id="R-S40-38 broken by a card",
    ),
    pytest.param(
        SCOPA_TABLES, FOUR, [(5, 11, 5, 1), *SCOPA_TIEBREAKS], [Tie(number, (0, 2), (2, 3)) for number in (1, 2, 3)],
        None, "last_capture", id="R-SCO-62 broken by the last capture",
    ),
    pytest.param(PENALTY_TABLES, FOUR, [LEVEL_TABLE], [], FIRST, "", id="R-SCO-61 open"),
    pytest.param(
        PENALTY_TABLES, FOUR, [LEVEL_TABLE, spareggio(1, None, 9, None, 0)], [FIRST], None, "tiebreak",
        id="R-SCO-61 broken by a deal",
    ),
    pytest.param(
        PENALTY_TABLES, FOUR, [LEVEL_TABLE, *STILL_LEVEL], [FIRST, SECOND], CARD, "", id="R-SCO-62 a card is due"
    ),
    pytest.param(
        PENALTY_TABLES, FOUR, [LEVEL_TABLE, *STILL_LEVEL, spareggio(3, None, 0, None, 1)], [FIRST, SECOND, CARD], None,
        "card", id="R-SCO-62 broken by a card",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("regulation", "chairs", "deals", "broken", "tie", "ending"), TIES)
def test_the_ties_of_a_table(
    regulation: Regulation, chairs: Chairs, deals: list[Json], broken: list[Tie], tie: Tie | None, ending: str
) -> None:
    found = judge(regulation, chairs, content(game(*deals)))

    waiting = [FoundTie(0, tie, True)] if tie else []
    assert found.ties == (*(FoundTie(0, each, False) for each in broken), *waiting)
    assert (found.tie, found.tiebreak_due, found.over) == (tie, tie.number if tie else 0, tie is None)
    assert (found.ending, len(found.note.get("tiebreaks", []))) == (ending, len(broken))


@pytest.mark.parametrize(
    ("regulation", "level"),
    [
        pytest.param(MACHIAVELLI_TABLES, [(30, 5, 5)] * 4, id="R-PTI-22"),
        pytest.param(SCOPA_TABLES, [(0, 11, 11)], id="R-SCO-63"),
    ],
)
def test_a_tie_that_ends_because_somebody_leaves_is_decided_by_no_capture(
    regulation: Regulation, level: list[tuple[int, ...]]
) -> None:
    leaving = spareggio(1, None, None, None, left={"2": "abandon"})
    found = judge(regulation, Chairs(3), content(game(*level, leaving)))
    assert (found.over, found.ending, found.places[1]) == (True, "tiebreak", 1)


def test_the_note_of_a_tie_has_the_points_of_its_tie_breaks() -> None:
    """R-SCO-34"""
    assert judge(duel(), TWO, content(game(*LEVEL, *THREE_TIEBREAKS))).note == {"tiebreaks": [[2, 2], [3, 3], [1, 1]]}


def test_ties_are_numbered_by_the_games_of_a_longer_match() -> None:
    """R-KO-10, R-VP-05"""
    found = judge(duel(), THREE_GAMES, content(game(*LEVEL, spareggio(1, 1, 4)), game(*LEVEL)))

    assert [(each.game, each.is_open) for each in found.ties] == [(0, False), (1, True)]


# Places

RANKINGS = [
    pytest.param([[1], [0], [2, 3], [4], [5]], (2, 1, 3, 3, 5, None), id="R-TAB-01 shared below the cut"),
    pytest.param([[0, 1], [2, 3, 4, 5]], (1, 2, 3, 3, 3, None), id="R-TAB-01 level lines that go on have their own"),
    pytest.param([[0], [1, 2, 3], [4], [5]], (1, 2, 3, 3, 5, None), id="R-TAB-01 level across the cut"),
]


@pytest.mark.parametrize(("ranking", "places"), RANKINGS)
def test_places_below_the_cut_are_shared_and_the_absent_have_none(
    ranking: list[list[int]], places: tuple[int | None, ...]
) -> None:
    assert places_of(ranking, Chairs(6, through=2, absent=frozenset({5}))) == places


# Who is still in play

OUT_OF_PLAY = [
    pytest.param(FOUR, content(), [0, 1, 2, 3], id="R-PEN-12 before the first deal"),
    pytest.param(Chairs(4, 2, absent=frozenset({1})), content(), [0, 2, 3], id="R-PEN-12 an empty chair"),
    pytest.param(FOUR, content(game((30, 101, 10, 20))), [2, 3, 0], id="R-PEN-12 the best first"),
    pytest.param(FOUR, content(game((30, 101, 10, 101))), [2, 0], id="R-PEN-12 when it is over, who goes on"),
    pytest.param(
        FOUR,
        content(game((30, 40, 10, 20), (5, 5, None, 5)), ruled={"2": {"cause": "loss", "deals": 1}}),
        [3, 0, 1],
        id="R-PEN-12 ruled out before the last deal",
    ),
    pytest.param(
        Chairs(4, 2, absent=frozenset({1})), content(game((30, None, 10, 20))), [2, 3, 0], id="R-PEN-12 absent"
    ),
]


@pytest.mark.parametrize(("chairs", "written", "lines"), OUT_OF_PLAY)
def test_the_lines_in_play_are_told_with_the_best_first(chairs: Chairs, written: Json, lines: list[int]) -> None:
    assert in_play(PENALTY_TABLES, chairs, written) == lines


RULED = {"0": {"cause": "loss", "deals": 1}}


def test_a_line_that_is_ruled_out_leaves_in_the_next_deal() -> None:
    """R-PEN-12"""
    before = judge(PENALTY_TABLES, FOUR, content(game((10, 20, 30, 40)), ruled=RULED))
    after = judge(PENALTY_TABLES, FOUR, content(game((10, 20, 30, 40), (None, 5, 5, 70)), ruled=RULED))

    assert (before.over, before.left, before.note["ruled"]) == (False, {}, {"0": "loss"})
    assert (after.over, after.left, after.note) == (True, {0: "loss"}, {"ruled": {"0": "loss"}})
    assert after.places == (4, 1, 2, 3)


def test_who_leaves_in_the_deal_after_a_ruling_has_left_too() -> None:
    """R-PEN-12"""
    after = deal(None, 5, 5, None, left={"3": "abandon"})

    found = judge(PENALTY_TABLES, FOUR, content(game((10, 20, 30, 40), after), ruled=RULED))

    assert (found.left, found.note) == ({0: "loss", 3: "abandon"}, {"left": {"3": "abandon"}, "ruled": {"0": "loss"}})


def test_the_marks_of_a_sheet_are_by_line() -> None:
    """R-PEN-12"""
    assert marks_of(content(ruled=RULED)) == {0: {"cause": "loss", "deals": 1}}


# What is refused

HALF, RULING = game((5, 3)), lost("loss", 0)
REFUSED = [
    pytest.param(TWO, content(WON, WON), "match_decided", id="R-KO-10 a game after the match"),
    pytest.param(THREE_GAMES, content(HALF, WON), "game_unfinished", id="R-KO-10 an unfinished game before another"),
    pytest.param(TWO, content(WON, HALF, forfeit=RULING), "match_decided", id="R-PEN-11 a game after the match"),
    pytest.param(THREE_GAMES, content(HALF, WON, forfeit=RULING), "game_unfinished", id="R-PEN-11 an unfinished game"),
    pytest.param(TWO, content(game((10, 5), (11, 6), (3, 1))), "deal_after_end", id="R-SCO-29 a deal after the end"),
    pytest.param(
        TWO,
        content(game((10, 5), (11, 6), spareggio(1, 3, 1))),
        "tiebreak_not_level",
        id="R-SCO-33 a tie-break, not level",
    ),
    pytest.param(TWO, {"games": 1}, "sheet_unreadable", id="no sheet"),
]


@pytest.mark.parametrize(("chairs", "written", "code"), REFUSED)
def test_a_sheet_that_no_match_can_have_is_refused(chairs: Chairs, written: Json, code: str) -> None:
    with pytest.raises(RefusedError, match=code):
        judge(duel(), chairs, written)


def test_a_table_of_several_has_one_game_also_where_those_who_go_on_are_level() -> None:
    """R-TAB-01"""
    with pytest.raises(RefusedError, match="match_decided"):
        judge(PENALTY_TABLES, FOUR, content(game((10, 10, 120, 130)), game((10, 5, 120, 130))))


def test_an_outcome_has_the_games_that_it_was_judged_by() -> None:
    found = judge(duel(), TWO, content(WON))

    assert list(found.games) == games_of(duel(), TWO, content(WON))
    assert found == replace(found, games=())


# Somebody is ruled out while the others play on

S40 = SCALA_40_TABLES
RULED_OUT = [
    pytest.param(
        S40, FOUR, content(game(deal(0, 40, 30, 110, closer=0), deal(0, 20, 30, None, closer=0)),
                           ruled={"3": {"cause": "loss", "deals": 1}}),
        ("playing", "playing", "playing", "out"), id="R-PEN-12 already out: the others play on",
    ),
    pytest.param(
        SCOPA_TABLES, FOUR, content(game((6, 2, 2, 2), (6, 2, 2, 2), spareggio(1, None, 2, 1, 0)),
                                    ruled={"0": {"cause": "loss", "deals": 2}}),
        ("left", "through", "through", "out"), id="R-PEN-12 safe: the others play for what that makes free",
    ),
    pytest.param(
        SCOPA_TABLES, FOUR, content(game((6, 2, 2, 2), (6, 2, 2, 2), spareggio(1, None, 2, 1, 1)),
                                    ruled={"0": {"cause": "loss", "deals": 2}}),
        ("left", "through", "level", "level"), id="R-PEN-12 safe: who is level for the second place plays again",
    ),
    pytest.param(
        SCOPA_TABLES, FOUR, content(game((6, 3, 3, 1), (6, 2, 2, 1), spareggio(1, None, 2, 1, None)),
                                    ruled={"3": {"cause": "loss", "deals": 2}}),
        ("through", "through", "out", "out"), id="R-PEN-12 behind the tie: nothing changes for it",
    ),
    pytest.param(
        S40, FOUR, content(game(deal(0, 101, 101, 60, closer=0)), ruled={"1": {"cause": "loss", "deals": 1}}),
        ("through", "out", "out", "through"), id="R-PEN-12 no deal after it",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("regulation", "chairs", "written", "states"), RULED_OUT)
def test_the_others_play_on_without_who_is_ruled_out(
    regulation: Regulation, chairs: Chairs, written: Json, states: tuple[str, ...]
) -> None:
    (found,) = games_of(regulation, chairs, written)

    assert tuple(line.state for line in found.lines) == states
