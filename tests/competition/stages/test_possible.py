"""What is still possible, against every way in which the rest of a stage can go."""

from collections.abc import Iterable, Sequence
from itertools import combinations, product

import pytest

from tests.searching import dice, seeds
from tournaments.competition.scoring import PUBLISHED, ForfeitTerms
from tournaments.competition.stages.facts import Meeting
from tournaments.competition.stages.points import TEN_SIX_THREE_ONE, TWO_ONE_NIL, VALLIADI, PointsTerms
from tournaments.competition.stages.possible import (
    MOST_WEIGHED,
    Chances,
    Gains,
    can_qualify,
    chances,
    gains_in_vp,
    gains_of,
    through,
)
from tournaments.competition.stages.tallies import Tally

TWENTY_NIL = gains_in_vp(PUBLISHED["21pt"], ForfeitTerms())
WAYS_OF_VP = ((20, 0), (14, 6), (10, 10), (14, 0), (0, 0))
WAYS = {
    "3-1-0": (gains_of(VALLIADI), "points", ((3, 0), (1, 1), (0, 0))),
    "2-1-0": (gains_of(TWO_ONE_NIL), "points", ((2, 0), (1, 1), (0, 0))),
    "VP": (TWENTY_NIL, "vp", WAYS_OF_VP),
}


def now(totals: Sequence[int]) -> dict[int, Tally]:
    """Tallies with these totals, as table points and as VP."""
    return {key: Tally(key, points=has, vp=has) for key, has in enumerate(totals, 1)}


def meetings(text: str) -> list[Meeting]:
    return [Meeting(1, tuple(map(int, who.split("-")))) for who in text.split()]


def played_out(
    totals: Sequence[int], remaining: Iterable[Meeting], ways: Sequence[tuple[int, int]], rest: int
) -> dict[int, Chances]:
    """The best and worst places over every way in which the remaining tables can end."""
    both = {way for pair in ways for way in (pair, pair[::-1])}
    seen: dict[int, list[int]] = {key: [] for key, _ in enumerate(totals, 1)}
    tables = [meeting.keys for meeting in remaining]
    for ends in product(*([(rest,)] if len(keys) == 1 else sorted(both) for keys in tables)):
        final = dict(enumerate(totals, 1))
        for keys, end in zip(tables, ends, strict=True):
            for key, got in zip(keys, end, strict=True):
                final[key] += got
        for key, has in final.items():
            above = sum(other > has for other in final.values())
            seen[key] += [1 + above, above + sum(other == has for other in final.values())]
    return {key: Chances(min(places), max(places)) for key, places in seen.items()}


# R-TIE-15
@pytest.mark.without_coverage
@pytest.mark.parametrize("name", WAYS)
@pytest.mark.parametrize("seed", seeds(25))
def test_nothing_that_can_happen_is_outside_the_bounds(name: str, seed: int) -> None:
    gains, total, ways = WAYS[name]
    cast = dice(f"possible {name} {seed}")
    entrants = cast.randint(1, 5)
    totals = [cast.randint(0, 3 * gains.most) for _ in range(entrants)]
    pairs = [Meeting(1, pair) for pair in combinations(range(1, entrants + 1), 2)]
    remaining = cast.sample(pairs, min(len(pairs), 4)) + [Meeting(1, (1,))] * cast.randint(0, 1)
    bounds = chances(now(totals), gains, remaining, total=total)
    for key, can in played_out(totals, remaining, ways, gains.rest).items():
        assert bounds[key].best <= can.best <= can.worst <= bounds[key].worst, (totals, remaining, key)


# R-TIE-15
@pytest.mark.parametrize(
    ("totals", "remaining", "places"),
    [
        pytest.param((6, 4, 4, 0), "2-3", "1-2 1-3 1-3 4-4", id="only one of two who meet can come past"),
        pytest.param((6, 4, 4, 4, 4), "2-3 4-5", "1-3 1-5 1-5 1-5 1-5", id="one of each pair"),
        pytest.param((6, 5, 5, 0), "2-3", "1-3 1-3 1-3 4-4", id="a draw is enough for both"),
        pytest.param((6, 0, 5, 0), "2-4", "1-1 3-4 2-2 3-4", id="nobody else can reach them"),
        pytest.param((3, 2), "2", "2-2 1-1", id="a rest that is still to come"),
        pytest.param((3, 3, 1), "", "1-2 1-2 3-3", id="level entries may stand either way"),
    ],
)
def test_places_that_are_certain(totals: tuple[int, ...], remaining: str, places: str) -> None:
    gains = gains_of(TWO_ONE_NIL) if remaining else gains_of(VALLIADI)
    bounds = chances(now(totals), gains, meetings(remaining))
    assert " ".join(f"{each.best}-{each.worst}" for each in bounds.values()) == places


# R-TIE-15
def test_a_round_that_is_not_paired_yet_can_give_anybody_the_most() -> None:
    bounds = chances(now((43, 22, 1)), TWENTY_NIL, (), total="vp", unpaired=2)
    assert bounds == {1: Chances(1, 2), 2: Chances(1, 3), 3: Chances(2, 3)}


# R-TIE-15
def test_a_group_is_bounded_by_itself() -> None:
    bounds = chances(now((6, 4, 9)), gains_of(VALLIADI), meetings("2-3"), keys=(1, 2))
    assert bounds == {1: Chances(1, 2), 2: Chances(1, 2)}


# R-TIE-15
def test_a_large_field_is_bounded_without_asking_who_meets() -> None:
    totals = (6, 4, 4, *[0] * (MOST_WEIGHED - 2))
    bounds = chances(now(totals), gains_of(TWO_ONE_NIL), meetings("2-3"))
    assert bounds[1] == Chances(1, 3)


# R-TIE-15
@pytest.mark.parametrize(
    ("terms", "gains"),
    [
        pytest.param(VALLIADI, Gains(0, 3, 3, 3), id="3-1-0"),
        pytest.param(TWO_ONE_NIL, Gains(0, 2, 2, 2), id="2-1-0"),
        pytest.param(PointsTerms(3, 2, 1), Gains(1, 3, 4, 3), id="two draws are the most"),
        pytest.param(TEN_SIX_THREE_ONE, Gains(0, 10, 16, 10), id="by places"),
        pytest.param(PointsTerms(places=(1,)), Gains(0, 1, 1, 1), id="the first place alone"),
    ],
)
def test_what_a_table_can_give_follows_from_its_points(terms: PointsTerms, gains: Gains) -> None:
    assert gains_of(terms) == gains


# R-TIE-16
def test_who_is_through_and_who_can_still_qualify() -> None:
    bounds = chances(now((9, 6, 5, 0)), gains_of(VALLIADI), meetings("2-3 1-4"))
    assert [set(through(bounds, 2)), set(can_qualify(bounds, 2))] == [{1}, {1, 2, 3}]
    assert [set(through(bounds, 3)), set(can_qualify(bounds, 3))] == [{1, 2, 3}, {1, 2, 3}]


def test_partners_have_the_same_of_a_table_and_take_nothing_from_each_other() -> None:
    rotating = Meeting(1, (2, 3, 4, 5), size=2)
    found = chances(now((6, 4, 4, 0, 0)), gains_of(VALLIADI), [rotating])
    assert found[1].worst == 3
