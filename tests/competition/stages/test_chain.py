"""The chain of criteria: which are known, what is refused, and how an event keeps it."""

import json
from typing import Any

import pytest

from tournaments.competition.stages.chain import CHAINS, CRITERIA, Chain, chain_from_json, chain_to_json
from tournaments.games.contract import Json, RefusedError


# R-TIE-07
@pytest.mark.parametrize(
    ("choice", "code", "field"),
    [
        pytest.param({"criteria": ()}, "criteria_count", "criteria", id="none"),
        pytest.param({"criteria": (*CRITERIA, "vp")}, "criteria_count", "criteria", id="more than sixteen"),
        pytest.param({"criteria": ("vp", "charm")}, "unknown_criterion", "criteria", id="unknown"),
        pytest.param({"criteria": ("vp", ["mp"])}, "unknown_criterion", "criteria", id="no name"),
        pytest.param({"criteria": ("vp", "mp", "vp")}, "criterion_twice", "criteria", id="twice"),
        pytest.param({"criteria": ("vp",), "among": ()}, "criteria_count", "among", id="nothing among them"),
        pytest.param({"criteria": ("vp",), "among": ("lot",)}, "unknown_criterion", "among", id="a lot among them"),
    ],
)
def test_an_impossible_chain_is_refused(choice: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        Chain(**choice)
    assert (refusal.value.code, refusal.value.field) == (code, field)


# R-TIE-08
@pytest.mark.parametrize("chain", CHAINS.values(), ids=list(CHAINS))
def test_the_chains_of_the_clubs_survive_json(chain: Chain) -> None:
    assert chain_from_json(json.loads(json.dumps(chain_to_json(chain)))) == chain


# R-TIE-08
def test_the_chains_of_the_clubs_are_those_of_their_regulations() -> None:
    assert {name: " ".join(chain.criteria) for name, chain in CHAINS.items()} == {
        "vp": "vp mp head_to_head wins scored lot",
        "valliadi": "points difference scored conceded highest_card",
        "cava_manara": "points head_to_head classifica_avulsa wins",
        "genova": "vp head_to_head lot",
        "genova_places": "points scored wins",
        "swiss": "vp mp buchholz head_to_head wins scored lot",
        "rotating": "vp mp wins lot",
        "olzago": "penalties",
    }


@pytest.mark.parametrize(
    ("data", "code", "field"),
    [
        pytest.param([], "not_an_object", "options", id="a list"),
        pytest.param({}, "missing_field", "criteria", id="nothing"),
        pytest.param({"criteria": "vp"}, "bad_value", "criteria", id="a text"),
        pytest.param({"criteria": ["vp"], "inner": []}, "unknown_field", "inner", id="unknown"),
        pytest.param({"criteria": [3]}, "unknown_criterion", "criteria", id="a number"),
    ],
)
def test_a_stored_chain_that_is_wrong_names_the_field(data: Json, code: str, field: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        chain_from_json(data)
    assert (refusal.value.code, refusal.value.field) == (code, field)


# R-TIE-09
@pytest.mark.parametrize(
    ("criteria", "total"),
    [(("mp", "vp", "points"), "vp"), (("points", "vp"), "points"), (("wins", "lot"), "points")],
)
def test_the_total_is_the_first_of_points_and_vp(criteria: tuple[str, ...], total: str) -> None:
    assert Chain(criteria).total == total


# R-TIE-13
def test_plain_numbers_are_looked_at_together_and_the_others_one_by_one() -> None:
    assert Chain(("vp", "lot", "buchholz", "average", "wins", "head_to_head", "extra_deal")).steps == (
        ("vp", "lot"),
        ("buchholz",),
        ("average",),
        ("wins",),
        ("head_to_head",),
        ("extra_deal",),
    )
