"""The table of a season, evening by evening: a line of notation is "person:place person:place ..."."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

import pytest

from tournaments.competition.season.options import SeasonOptions
from tournaments.competition.season.table import Result, Row, table

EVENINGS = "abcdefghi"


def season(*evenings: str) -> list[Result]:
    """The results of the evenings a, b, c ...; "1:3" is person 1 in place 3, "1:3:14" with 14 VP."""
    return [
        Result(person, event, *rest)
        for event, evening in zip(EVENINGS, evenings, strict=False)
        for person, *rest in (map(int, each.split(":")) for each in evening.split())
    ]


def said(rows: Sequence[Row]) -> list[str]:
    """ "1. 7 18=10+8 (3)": place, person, points, the evenings that count, and those that are dropped."""
    return [
        f"{row.place or '-'}{'=' if row.shared else '.'} {row.person} {row.points}="
        + "+".join(str(each.points) for each in row.counted)
        + "".join(f" ({each.points})" for each in row.dropped)
        for row in rows
    ]


# R-SEA-01
def test_a_place_gives_its_points_and_those_behind_the_list_the_same_few() -> None:
    options = SeasonOptions(points=(10, 8, 6), taking_part=2)
    rows = table(season("1:1 2:2 3:3 4:4 5:5"), options)
    assert said(rows) == ["1. 1 10=10", "2. 2 8=8", "3. 3 6=6", "4= 4 2=2", "4= 5 2=2"]
    shared = table(season("1:1 2:2 3:2 4:4"), options)
    assert said(shared) == ["1. 1 10=10", "2= 2 8=8", "2= 3 8=8", "4. 4 2=2"]


# R-SEA-01
def test_the_vp_of_the_event_may_count_instead() -> None:
    rows = table(season("1:1:30 2:2:44", "1:2:12 2:1:-3"), SeasonOptions("vp"))
    assert said(rows) == ["1. 1 42=30+12", "2. 2 41=44+-3"]


# R-SEA-02
def test_an_evening_may_count_double_or_triple() -> None:
    rows = table(season("1:1", "1:2", "1:3"), SeasonOptions(twice=("b",), three_times=("c",)))
    assert said(rows) == ["1. 1 44=10+16+18"]
    assert [each.weight for each in rows[0].counted] == [1, 2, 3]
    assert rows[0].evenings == 3


# R-SEA-03
@pytest.mark.parametrize("evening", ["1:4 1:2", "1:2 1:4", "1:2 1:2"])
def test_a_person_has_one_result_of_an_evening_the_better_one(evening: str) -> None:
    assert said(table(season(evening), SeasonOptions())) == ["1. 1 8=8"]


# R-SEA-04
def test_the_best_results_count_and_the_others_are_dropped() -> None:
    evenings = season("1:3", "1:1", "1:3", "1:2", "1:9")
    assert said(table(evenings, SeasonOptions(best=3))) == ["1. 1 24=6+10+8 (6) (1)"]
    assert said(table(evenings, SeasonOptions(best=9))) == ["1. 1 31=6+10+6+8+1"]
    assert said(table(evenings, SeasonOptions())) == ["1. 1 31=6+10+6+8+1"]


# R-SEA-04
def test_seven_of_nine_evenings_of_which_two_count_double() -> None:
    places = (1, 4, 2, 2, 8, 1, 3, 9, 2)
    rows = table(season(*(f"1:{place}" for place in places)), SeasonOptions(best=7, twice=("e", "i")))
    # The eighth place of a double evening gives 2 points, and is dropped still.
    assert said(rows) == ["1. 1 63=10+5+8+8+10+6+16 (2) (1)"]


# R-SEA-05
def test_too_few_evenings_give_no_place() -> None:
    rows = table(season("1:1 2:2", "2:1 3:2"), SeasonOptions(minimum=2))
    assert said(rows) == ["1. 2 18=8+10", "-. 1 10=10", "-. 3 8=8"]
    assert rows[1].reason == ("season_too_few", {"evenings": 1, "minimum": 2})


# R-SEA-06
def test_level_persons_by_best_evening_then_evenings_then_shared() -> None:
    options = SeasonOptions(points=(10, 8, 7, 5, 3, 2), taking_part=0, best=2)
    rows = table(season("1:1 2:2 3:2 4:2", "1:6", "2:6 3:6 4:6", "2:6 3:6", "1:9"), options)
    assert said(rows) == ["1. 1 12=10+2 (0)", "2= 2 10=8+2 (2)", "2= 3 10=8+2 (2)", "4. 4 10=8+2"]
    level = table(season("1:1 2:3", "1:5 2:2", "2:7"), SeasonOptions(points=(10, 8, 7, 6, 5), taking_part=0))
    assert said(level) == ["1. 1 15=10+5", "2. 2 15=7+8+0"]


# R-SEA-08
def test_where_lots_are_drawn_nobody_shares_a_place() -> None:
    evenings = season("1:1 2:2 3:2 4:4", "1:6", "2:6 3:6 4:6", "2:6 3:6", "1:9")
    options = SeasonOptions(points=(10, 8, 7, 5, 3, 2), taking_part=0, best=2)
    orders = set()
    for number in range(32):
        lot = f"{number:032x}"
        rows = table(evenings, replace(options, lot=lot))
        behind = rows[2]
        assert (behind.place, behind.shared, behind.reason.code) == (3, False, "season_by_lot")
        two, three = (sha256(f"{lot} {person}".encode()).hexdigest() for person in (2, 3))
        assert [row.person for row in rows] == [1, 2, 3, 4] if two < three else [1, 3, 2, 4]
        orders.add(rows[1].person)
    assert orders == {2, 3}


# R-SEA-07
def test_every_row_says_why_it_stands_where_it_does() -> None:
    options = SeasonOptions(points=(10, 8, 6, 5, 2), taking_part=0, best=2)
    rows = table(season("1:1 2:2 3:2 4:4", "1:5 2:4 3:4 4:2", "2:9 3:9", "5:2", "5:5"), options)
    assert said(rows) == [
        "1= 2 13=8+5 (0)",
        "1= 3 13=8+5 (0)",
        "3. 4 13=5+8",
        "4. 1 12=10+2",
        "5. 5 10=8+2",
    ]
    assert [row.reason.code for row in rows] == [
        "season_leads",
        "season_shares_place",
        "season_fewer_evenings",
        "season_fewer_points",
        "season_fewer_points",
    ]
    level = table(season("1:1 2:2", "1:5 2:4"), SeasonOptions(points=(10, 8, 7, 4, 2)))
    assert level[1].reason == ("season_lower_best", {"better": 10, "worse": 8})
    assert level[1].points == level[0].points


def test_a_season_that_has_not_begun_has_no_rows() -> None:
    assert table((), SeasonOptions()) == ()
