"""The standing of a stage, by each criterion and against one written the slow way."""

import random

import pytest

from tests.competition.stages.naive import order
from tests.competition.stages.scored import at_random, facts
from tests.searching import dice, seeds
from tournaments.competition.stages.chain import AMONG, CHAINS, CRITERIA, GIVEN, Chain
from tournaments.competition.stages.facts import Decided, Facts
from tournaments.competition.stages.league import Place, table
from tournaments.competition.stages.points import TEN_SIX_THREE_ONE, VALLIADI, PointsTerms
from tournaments.competition.stages.tallies import tallies

EACH_BEATS_THE_NEXT = ("1-2 9:3,4 rests", "2-3 7:3,4 rests", "3-1 5:3,4 rests")
"""Three with a win and a defeat each: +4, -2, -2 among them; 4 rests."""


def places(played: Facts, *criteria: str, among: tuple[str, ...] = ("points", "difference"), **given: object) -> str:
    """The standing as text, such as ``3 1=2``: those who share a place have ``=`` between them."""
    chain = Chain(criteria, among)
    rows = table(tallies(played, VALLIADI), chain, **given)  # type: ignore[arg-type]
    text = ""
    for index, row in enumerate(rows):
        text += f"{'=' if index and rows[index - 1].place == row.place else ' '}{row.key}"
    return text.strip()


# R-TIE-13
@pytest.mark.parametrize(
    ("criterion", "played", "shown"),
    [
        pytest.param("points", ("1-2 3:5",), "2 1", id="table points"),
        pytest.param("vp", ("1-2 3:5,3-4 1:7",), "4 1=2 3", id="VP"),
        pytest.param("mp", ("1-2 3:5,3-4 1:7",), "4 2 1 3", id="MP"),
        pytest.param("wins", ("1-2 3:5,3-4 5:5", "1-3 4:1,2-4 2:2"), "1=2 3=4", id="matches won"),
        pytest.param("difference", ("1-2 3:5,3-4 1:7",), "4 2 1 3", id="difference"),
        pytest.param("scored", ("1-2 3:5,3-4 1:7",), "4 2 1 3", id="scored"),
        pytest.param("conceded", ("1-2 3:5,3-4 1:6",), "4 2 1 3", id="fewer conceded"),
        pytest.param("penalties", ("1-2 3:5,3-4 1:7",), "3 1 2 4", id="fewer penalty points"),
        pytest.param("least_byes", ("1-2 3:5,3 rests",), "1=2 3", id="fewer rests"),
    ],
)
def test_each_sum_of_the_tally_orders(criterion: str, played: tuple[str, ...], shown: str) -> None:
    assert places(facts(*played), criterion) == shown


# R-TIE-13
def test_places_are_shared_and_the_next_counts_them() -> None:
    rows = table(tallies(facts("1-2 5:5,3-4 6:2"), VALLIADI), Chain(("points", "scored")))
    assert rows == (
        Place(1, 3, False, (3, 6)),
        Place(2, 1, True, (1, 5)),
        Place(2, 2, True, (1, 5)),
        Place(4, 4, False, (0, 2)),
    )


# R-TIE-13
def test_before_the_first_round_everybody_shares_the_first_place() -> None:
    nobody_met = Facts(facts("1-2 0:0", keys=5).entrants)
    assert places(nobody_met, *CRITERIA[-16:]) == "1=2=3=4=5"
    assert places(Facts(()), "points") == ""


# R-TIE-13
def test_a_lot_decides_at_last_and_nobody_without_one_goes_before() -> None:
    made = tallies(facts("1-2 5:5,3-4 5:5"), VALLIADI, lots={4: 1, 2: 2})
    rows = table(made, Chain(("points", "lot")))
    assert [(row.place, row.key) for row in rows] == [(1, 4), (2, 2), (3, 1), (3, 3)]


# R-TIE-12
@pytest.mark.parametrize("criterion", GIVEN)
def test_what_was_recorded_by_hand_decides_where_it_names_all_who_are_level(criterion: str) -> None:
    def by(*orders: tuple[int, ...], criterion: str = criterion) -> str:
        decided = [Decided(criterion, keys, 1) for keys in orders]
        return places(facts("1-2 5:5,3-4 5:5"), "points", chosen, decided=decided)

    chosen = criterion
    assert by((4, 2, 1, 3)) == "4 2 1 3"
    assert by((4, 2, 1, 3), (1, 2, 3, 4)) == "4 2 1 3"
    assert by((2, 1), (9, 4, 2, 1, 3)) == "4 2 1 3"
    assert by((2, 1)) == by() == "1=2=3=4"
    assert by((4, 2, 1, 3), criterion="lot") == "1=2=3=4"


# R-TIE-09
def test_the_average_is_of_each_settled_table() -> None:
    played = facts("1-2 9:3,3-4 5:5", "1-3 2:4")
    assert places(played, "average") == "3 1 4 2"
    rows = table(tallies(played, VALLIADI), Chain(("average",)))
    assert [row.values[0] for row in rows] == [2, VALLIADI.win / 2, 1, 0]


# R-TIE-10
def test_buchholz_adds_up_the_totals_of_the_opponents() -> None:
    # 1, 2 and 3 have a win each; 1 and 2 met somebody who won, 3 did not.
    assert places(facts("1-2 9:3,3-4 9:3", "2-4 9:3"), "points", "buchholz") == "1=2 3 4"


# R-TIE-10
def test_for_buchholz_a_rest_is_an_opponent_with_the_same_total() -> None:
    rows = table(tallies(facts("1 rests,2-3 9:3"), VALLIADI), Chain(("buchholz",)))
    assert {row.key: row.values for row in rows} == {1: (3,), 2: (0,), 3: (3,)}


# R-TIE-10
def test_sonneborn_berger_counts_those_beaten_and_half_of_those_who_drew() -> None:
    rows = table(tallies(facts("1-2 9:3,3-4 5:5", "1-3 5:5,2-4 9:3"), VALLIADI), Chain(("sonneborn_berger",)))
    worth = {row.key: row.values[0] for row in rows}
    assert worth == {1: 3 + 1, 2: 1, 3: 2 + VALLIADI.draw / 2, 4: 1}


# R-TIE-11
def test_the_match_between_two_decides_where_two_are_level() -> None:
    played = facts("1-2 3:5,3-4 1:9", "1-3 9:1,2-4 3:5")
    assert places(played, "points", "difference") == "4 1 2 3"
    # 1 and 2 have a win each, and 2 won their match; 4 is not level with them.
    assert places(played, "points", "head_to_head") == "4 2 1 3"


# R-TIE-11
def test_the_match_between_two_is_not_asked_where_three_are_level_or_two_have_not_met() -> None:
    assert places(facts(*EACH_BEATS_THE_NEXT), "points", "head_to_head") == "4 1=2=3"
    assert places(facts("1-2 9:3,3-4 9:3"), "points", "head_to_head") == "1=3 2=4"


# R-TIE-11
def test_the_match_between_two_counts_vp_where_the_chain_does() -> None:
    # 1 and 2 have 25 VP each; they drew table points 3-3 over two matches, and 1 won by more.
    played = facts("1-2 9:0", "1-2 3:5", "2 rests,1-3 0:9", "3-1 0:0,2-4 0:9")
    rows = table(tallies(played, VALLIADI), Chain(("head_to_head", "vp")), keys=(1, 2))
    assert [(row.key, row.values[0]) for row in rows] == [(1, 28), (2, 12)]


# R-TIE-11
def test_classifica_avulsa_is_a_table_among_three_who_are_level() -> None:
    assert places(facts(*EACH_BEATS_THE_NEXT), "points", "classifica_avulsa") == "4 1 2=3"
    assert places(facts(*EACH_BEATS_THE_NEXT), "points", "classifica_avulsa", "conceded") == "4 1 3 2"


# R-TIE-11
def test_classifica_avulsa_has_its_own_criteria() -> None:
    played, criteria = facts(*EACH_BEATS_THE_NEXT), ("points", "classifica_avulsa")
    assert {name: places(played, *criteria, among=(name,)) for name in AMONG} == {
        "points": "4 1=2=3",
        "vp": "4 1 3 2",
        "mp": "4 1 2=3",
        "wins": "4 1=2=3",
        "difference": "4 1 2=3",
        "scored": "4 1 2 3",
        "conceded": "4 1 3 2",
    }


# R-TIE-11
def test_classifica_avulsa_is_not_asked_for_two_or_where_some_have_not_met() -> None:
    assert places(facts("1-2 9:3", "2-1 9:5"), "points", "classifica_avulsa") == "1=2"
    assert places(facts("1-2 5:5,3-4 5:5", "1-3 5:5"), "wins", "classifica_avulsa") == "1=2=3=4"
    twice = facts("1-2 9:3", "2-3 7:3", "3-1 5:3", "1-2 5:5")
    assert places(twice, "wins", "classifica_avulsa") == "1=2=3"


# R-TIE-13
def test_a_group_is_ordered_by_itself_and_counts_opponents_of_everybody() -> None:
    made = tallies(facts("1-2 9:3,3-4 9:3", "1-3 5:5"), VALLIADI)
    rows = table(made, Chain(("points", "buchholz")), keys=(4, 3, 1))
    assert rows == (
        Place(1, 3, True, (4, 4)),
        Place(1, 1, True, (4, 4)),
        Place(3, 4, False, (0,)),
    )


# R-TIE-13
def test_a_criterion_is_worked_out_only_for_those_who_are_level() -> None:
    rows = table(tallies(facts("1-2 9:3,3-4 5:5"), VALLIADI), Chain(("points", "buchholz", "lot")))
    assert [len(row.values) for row in rows] == [1, 3, 3, 1]


# R-TIE-02
def test_points_by_place_are_added_up_exactly() -> None:
    thirds = tallies(facts("1-2-3-4 9:9:9:1", "1-2-3-4 9:9:9:1", "1-2-3-4 9:9:9:1"), TEN_SIX_THREE_ONE)
    rows = table(thirds, Chain(("points",)))
    assert [(row.place, row.values) for row in rows] == [(1, (19,)), (1, (19,)), (1, (19,)), (4, (3,))]


def chain_at_random(cast: random.Random) -> Chain:
    names = [name for name in CRITERIA if name not in GIVEN]
    return Chain(tuple(cast.sample(names, cast.randint(1, 6))), tuple(cast.sample(AMONG, cast.randint(1, 3))))


# R-TIE-13
@pytest.mark.without_coverage
@pytest.mark.parametrize("seed", seeds(60))
def test_the_standing_is_that_of_the_slow_way(seed: int) -> None:
    cast = dice(f"league {seed}")
    entrants = cast.randint(1, 9)
    played = at_random(cast, entrants, cast.randint(0, 8), most=cast.choice((1, 2, 7)))
    keys = range(1, entrants + 1)
    lots = dict(zip(keys, cast.sample(keys, entrants), strict=True))
    made = tallies(played, PointsTerms(), lots=lots)
    for chain in (
        *(CHAINS[name] for name in ("vp", "cava_manara", "swiss")),
        *(chain_at_random(cast) for _ in range(10)),
    ):
        shared: dict[int, list[int]] = {}
        for row in table(made, chain):
            shared.setdefault(row.place, []).append(row.key)
        assert [sorted(group) for group in shared.values()] == order(played, chain, keys, lots), chain
