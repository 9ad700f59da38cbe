"""Why one entry stands ahead of another one."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise

import pytest

from tests.competition.stages.scored import at_random, facts
from tests.searching import dice, seeds
from tournaments.competition.phrases import PHRASES
from tournaments.competition.stages.chain import CRITERIA, GIVEN, VP_ORDER, Chain
from tournaments.competition.stages.facts import Facts, Reason
from tournaments.competition.stages.league import Place, table
from tournaments.competition.stages.points import TEN_SIX_THREE_ONE, VALLIADI, PointsTerms
from tournaments.competition.stages.tallies import tallies
from tournaments.competition.stages.why import COUNTED, deciding_reason, why


def told(
    played: Facts,
    one: int,
    other: int,
    *criteria: str,
    terms: PointsTerms = VALLIADI,
    lots: dict[int, int] | None = None,
) -> str:
    """The sentences that explain two entries, in English."""
    chain = Chain(criteria)
    rows = {row.key: row for row in table(tallies(played, terms, lots=lots or {}), chain)}
    return " ".join(PHRASES[code] % params for code, params in why(chain, rows[one], rows[other]))


# R-TIE-14
@pytest.mark.parametrize(
    ("criteria", "sentences"),
    [
        pytest.param("scored", "Ahead on points scored: 9 to 8.", id="the first criterion"),
        pytest.param("vp mp", "Level on VP: 15. Ahead on MP: +7 to +6.", id="MP with their sign"),
        pytest.param(
            "points conceded",
            "Level on points: 3. Ahead on points conceded: 1 to 3, fewer are better.",
            id="fewer are better",
        ),
        pytest.param(
            "wins lot", "Level on matches won: 1. Ahead by lot: 2 to -, the lower number goes first.", id="a lot"
        ),
        pytest.param(
            "vp extra_deal",
            "Level on VP: 15. No extra deal between them has been recorded. "
            "Level on everything that counts: they share the place.",
            id="level on everything",
        ),
        pytest.param(
            "vp head_to_head classifica_avulsa mp",
            "Level on VP: 15. Their own match does not count: more than two are level, or they have not met. "
            "No table among those who are level counts: only two are, or not all of them have met equally often. "
            "Ahead on MP: +7 to +6.",
            id="what does not apply",
        ),
    ],
)
def test_the_criterion_that_tells_two_apart_is_said_with_both_values(criteria: str, sentences: str) -> None:
    names = criteria.split()
    played = facts("1-2 9:3,3-4 8:1")
    better = (1, 3) if names[-1] in ("scored", "lot") else (3, 1)
    assert told(played, *better, *names, lots={1: 2} if "lot" in names else None) == sentences
    assert told(played, better[1], better[0], *names, lots={1: 2} if "lot" in names else None) == sentences


# R-TIE-14
def test_a_lot_that_neither_has_is_not_said() -> None:
    assert told(facts("1-2 9:3,3-4 8:1"), 1, 3, "wins", "lot") == (
        "Level on matches won: 1. Level on everything that counts: they share the place."
    )


# R-TIE-14
def test_the_match_between_two_is_said() -> None:
    played = facts("1-2 3:5,3-4 1:9", "1-3 9:1,2-4 3:5")
    assert told(played, 1, 2, "points", "head_to_head") == "Level on points: 3. Ahead in their own match: 3 to 0."


# R-TIE-14
def test_the_table_among_three_is_said_with_all_its_values() -> None:
    played = facts("1-2 9:3", "2-3 7:3", "3-1 5:3")
    criteria = ("points", "classifica_avulsa", "scored")
    assert told(played, 1, 2, *criteria) == (
        "Level on points: 3. Ahead in the table among those who are level: 3, +4 to 3, -2."
    )
    assert told(played, 3, 2, *criteria) == (
        "Level on points: 3. Level in the table among those who are level: 3, -2. Ahead on points scored: 10 to 8."
    )


# R-TIE-14
def test_fractions_are_said_exactly() -> None:
    assert told(facts("1-2-3 3:2:2,4 rests"), 1, 2, "points", terms=TEN_SIX_THREE_ONE) == "Ahead on points: 10 to 4½."


# R-TIE-14
def test_every_criterion_has_its_sentences() -> None:
    codes = {f"ahead_on_{name}" for name in CRITERIA} | {f"level_on_{name}" for name in {*CRITERIA}.difference(GIVEN)}
    unused = {f"unused_{name}" for name in (*GIVEN, "head_to_head", "classifica_avulsa")}
    assert codes | unused | {"level_on_everything"} == {
        code for code in PHRASES if code.startswith(("ahead_on_", "level_on_", "unused_"))
    }


def any_two(seed: int) -> Iterator[tuple[Chain, Place, Place]]:
    """Each two of a standing by five criteria, the better one first."""
    cast = dice(f"why {seed}")
    chain = Chain(tuple(cast.sample(CRITERIA, 5)))
    rows = table(tallies(at_random(cast, 7, 4, most=2), VALLIADI), chain)
    return ((chain, one, other) for one, other in combinations(rows, 2))


# R-TIE-14
@pytest.mark.parametrize("seed", seeds(20))
def test_the_last_reason_is_the_one_that_tells_them_apart(seed: int) -> None:
    for chain, one, other in any_two(seed):
        reasons = why(chain, one, other)
        assert (reasons[-1] == Reason("level_on_everything")) == (one.place == other.place)
        assert not any(reason.code.startswith("ahead") for reason in reasons[:-1])
        assert [code for code, _ in reasons] == sorted(
            (code for code, _ in reasons), key=lambda code: order_of(chain, code)
        )


def order_of(chain: Chain, code: str) -> int:
    name = code.removeprefix("ahead_on_").removeprefix("level_on_").removeprefix("unused_")
    return chain.criteria.index(name) if name in chain.criteria else len(chain.criteria)


# R-TIE-14
def test_neighbours_of_the_usual_order_are_explained() -> None:
    rows = table(tallies(facts("1-2 9:0,3-4 8:0", "1-3 5:5,2-4 6:2"), VALLIADI), VP_ORDER)
    assert [[reason.code for reason in why(VP_ORDER, one, other)] for one, other in pairwise(rows)] == [
        ["ahead_on_vp"],
        ["ahead_on_vp"],
        ["ahead_on_vp"],
    ]


# R-TIE-18
@pytest.mark.parametrize(
    ("criteria", "lots", "sentence"),
    [
        pytest.param("scored", None, "Points scored that B lacked to be level: 1.", id="a sum"),
        pytest.param("conceded", None, "Points conceded that A had too many to be level: 2.", id="fewer are better"),
        pytest.param("wins lot", {1: 2}, None, id="a lot"),
        pytest.param("vp extra_deal", None, None, id="they share the place"),
    ],
)
def test_what_would_have_made_them_level_is_said(
    criteria: str, lots: dict[int, int] | None, sentence: str | None
) -> None:
    chain = Chain(tuple(criteria.split()))
    rows = {row.key: row for row in table(tallies(facts("1-2 9:3,3-4 8:1"), VALLIADI, lots=lots or {}), chain)}
    for found in (deciding_reason(chain, rows[1], rows[3]), deciding_reason(chain, rows[3], rows[1])):
        worse = "B" if rows[1].values > rows[3].values else "A"
        assert (PHRASES[found.code] % {**found.params, "worse": worse} if found else None) == sentence


# R-TIE-18
@pytest.mark.parametrize("seed", seeds(20))
def test_with_what_was_lacking_the_two_are_level_there(seed: int) -> None:
    for chain, one, other in any_two(seed):
        found, last = deciding_reason(chain, one, other), why(chain, one, other)[-1].code
        assert (found is not None) == (last.removeprefix("ahead_on_") in COUNTED)
        if found is not None:
            name = found.code.removeprefix("turned_")
            at = sum(chain.width(each) for each in chain.criteria[: chain.criteria.index(name)])
            assert one.values[:at] == other.values[:at]
            assert other.values[at] + Fraction(str(found.params["value"])) == one.values[at]


# R-TIE-18
def test_every_sum_has_its_words() -> None:
    assert {f"turned_{name}" for name in COUNTED} == {code for code in PHRASES if code.startswith("turned_")}
