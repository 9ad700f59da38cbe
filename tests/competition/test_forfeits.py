"""VP and MP of faults, absences and byes: every case of the regulation worked out."""

import json
from dataclasses import replace

import pytest

from tournaments.competition.scoring import (
    PUBLISHED,
    ForfeitTerms,
    LineResult,
    Scale,
    ScaleRow,
    bye,
    check_terms,
    forfeit_results,
    terms_from_json,
    terms_to_json,
)
from tournaments.games.contract import Json, RefusedError

TERMS = ForfeitTerms()
CLUB = Scale("club", (ScaleRow(10, 10, 0, 4), ScaleRow(15, 4, 5, None)))


# R-VP-06, R-VP-07
@pytest.mark.parametrize(
    ("key", "difference", "victim", "offender_mp"),
    [
        pytest.param("7pt", 7, (17, 7), -8, id="7pt (a) offender behind"),
        pytest.param("7pt", 0, (14, 4), -8, id="7pt (b) offender ahead, (c) level"),
        pytest.param("11pt", 8, (17, 8), -14, id="11pt (a)"),
        pytest.param("11pt", 0, (14, 4), -14, id="11pt (b), (c)"),
        pytest.param("21pt", 11, (16, 10), -20, id="21pt (a)"),
        pytest.param("21pt", 0, (14, 6), -20, id="21pt (b), (c)"),
        pytest.param("11pt", 3, (14, 4), -14, id="W1"),
        pytest.param("11pt", 5, (15, 5), -14, id="W1 formal"),
        pytest.param("11pt", 6, (16, 6), -14, id="W1 formal strict, W9 dead points to the victim"),
        pytest.param("7pt", 5, (15, 5), -8, id="W2"),
        pytest.param("7pt", 11, (18, 8), -8, id="W3"),
        pytest.param("7pt", 10, (18, 8), -8, id="W3 formal strict"),
        pytest.param("21pt", 4, (14, 6), -20, id="W4"),
        pytest.param("21pt", 6, (14, 6), -20, id="W4 formal"),
        pytest.param("21pt", 7, (14, 6), -20, id="W4 formal strict"),
        pytest.param("21pt", 21, (20, 20), -20, id="W5"),
        pytest.param("21pt", 0, (14, 6), -20, id="W6"),
        pytest.param("11pt", 5, (15, 5), -14, id="W7"),
        pytest.param("11pt", 13, (19, 12), -14, id="W7 all scheduled deals"),
        pytest.param("11pt", 4, (14, 4), -14, id="W8"),
        pytest.param("11pt", 0, (14, 4), -14, id="W8 nothing open between deals"),
        pytest.param("11pt", 5, (15, 5), -14, id="W9"),
        pytest.param("21pt", 0, (14, 6), -20, id="W10"),
        pytest.param("21pt", 3, (14, 6), -20, id="W10 formal"),
        pytest.param("7pt", 0, (14, 4), -8, id="W11"),
        pytest.param("7pt", 4, (14, 4), -8, id="W11 formal"),
    ],
)
@pytest.mark.parametrize("cause", ["move_timeout", "match_clock", "abandon", "disqualification"])
def test_forfeit_table(key: str, difference: int, victim: tuple[int, int], offender_mp: int, cause: str) -> None:
    offender, other = LineResult(0, offender_mp), LineResult(*victim)
    assert forfeit_results(PUBLISHED[key], TERMS, difference, (0,), cause) == (offender, other)
    assert forfeit_results(PUBLISHED[key], TERMS, difference, (1,), cause) == (other, offender)


# R-VP-08
@pytest.mark.parametrize(
    ("policy", "difference", "offender_mp"),
    [
        pytest.param("last_row", 5, -8, id="last published row"),
        pytest.param("extrapolate", 5, -10, id="W2 extrapolated: two rows past 18-2"),
        pytest.param("mirror_victim", 5, -5, id="the victim's own minimum"),
        pytest.param("mirror_victim", 0, -4, id="the victim's minimum, floored"),
    ],
)
def test_offender_without_a_row(policy: str, difference: int, offender_mp: int) -> None:
    offender, _ = forfeit_results(
        PUBLISHED["7pt"], ForfeitTerms(missing_row_policy=policy), difference, (0,), "abandon"
    )
    assert offender == LineResult(0, offender_mp)


# R-VP-08
@pytest.mark.parametrize("policy", ["last_row", "extrapolate", "mirror_victim"])
def test_a_scale_with_the_row_needs_no_policy(policy: str) -> None:
    offender, _ = forfeit_results(PUBLISHED["11pt"], ForfeitTerms(missing_row_policy=policy), 5, (0,), "abandon")
    assert offender == LineResult(0, -14)


# R-VP-06
@pytest.mark.parametrize(("vp", "mp"), [(8, -2), (6, -4)])
def test_offender_with_vp_of_his_own(vp: int, mp: int) -> None:
    offender, _ = forfeit_results(PUBLISHED["11pt"], ForfeitTerms(offender_vp=vp), 0, (0,), "abandon")
    assert offender == LineResult(vp, mp)


# R-VP-09
@pytest.mark.parametrize(
    ("key", "flat", "as_forfeit"),
    [("7pt", (14, 4), (15, 5)), ("11pt", (14, 4), (15, 5)), ("21pt", (14, 6), (14, 6))],
)
def test_no_show(key: str, flat: tuple[int, int], as_forfeit: tuple[int, int]) -> None:
    assert forfeit_results(PUBLISHED[key], TERMS, 5, (1,), "no_show")[0] == LineResult(*flat)
    settled = replace(TERMS, no_show="as_forfeit")
    assert forfeit_results(PUBLISHED[key], settled, 5, (1,), "no_show")[0] == LineResult(*as_forfeit)


# R-VP-10
@pytest.mark.parametrize(("key", "mp"), [("7pt", -8), ("11pt", -14), ("21pt", -20)])
@pytest.mark.parametrize("policy", ["last_row", "mirror_victim"])
def test_double_forfeit(key: str, mp: int, policy: str) -> None:
    terms = ForfeitTerms(missing_row_policy=policy)
    assert forfeit_results(PUBLISHED[key], terms, 0, (0, 1), "abandon") == (LineResult(0, mp), LineResult(0, mp))


# R-VP-10
def test_double_forfeit_that_is_replayed() -> None:
    with pytest.raises(RefusedError) as refusal:
        forfeit_results(PUBLISHED["7pt"], ForfeitTerms(double_forfeit="replay"), 0, (0, 1), "abandon")
    assert (refusal.value.code, refusal.value.field) == ("double_forfeit_is_replayed", "losers")


# R-VP-11
def test_exactly_the_floor() -> None:
    terms = ForfeitTerms(victim_vp_value="floor")
    assert forfeit_results(PUBLISHED["11pt"], terms, 13, (0,), "abandon")[1] == LineResult(14, 4)


# R-VP-11
def test_mp_from_the_actual_difference() -> None:
    terms = ForfeitTerms(mp_source="difference")
    assert forfeit_results(PUBLISHED["11pt"], terms, 5, (0,), "abandon") == (LineResult(0, -5), LineResult(15, 5))
    assert forfeit_results(PUBLISHED["11pt"], terms, 0, (0, 1), "abandon") == (LineResult(0, 0), LineResult(0, 0))


# R-VP-12
@pytest.mark.parametrize(("key", "mp"), [("7pt", 4), ("11pt", 4), ("21pt", 6)])
def test_bye(key: str, mp: int) -> None:
    assert bye(PUBLISHED[key], TERMS) == LineResult(14, mp)


# R-VP-12
@pytest.mark.parametrize(
    ("terms", "line"),
    [
        (ForfeitTerms(bye_vp=12), LineResult(12, 2)),
        (ForfeitTerms(bye_vp=18), LineResult(18, 10)),
        (ForfeitTerms(bye_vp=18, bye_mp=0), LineResult(18, 0)),
    ],
)
def test_bye_by_other_terms(terms: ForfeitTerms, line: LineResult) -> None:
    assert bye(PUBLISHED["11pt"], terms) == line


@pytest.mark.parametrize("losers", [(), (2,), (1, 0), (0, 1, 2)])
def test_losers_that_cannot_be_are_a_bug(losers: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="losers"):
        forfeit_results(PUBLISHED["7pt"], TERMS, 0, losers, "abandon")


# R-VP-13
def test_published_scales_have_every_row_the_defaults_ask_for() -> None:
    for scale in PUBLISHED.values():
        check_terms(scale, TERMS)


# R-VP-13
@pytest.mark.parametrize(
    ("terms", "field"),
    [
        pytest.param(ForfeitTerms(bye_mp=3), "victim_vp_floor", id="floor"),
        pytest.param(ForfeitTerms(victim_vp_floor=15), "bye_vp", id="bye"),
    ],
)
def test_terms_that_ask_for_a_row_that_is_not_there(terms: ForfeitTerms, field: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        check_terms(CLUB, terms)
    assert (refusal.value.code, refusal.value.field, refusal.value.params) == (
        "no_row_for_vp",
        field,
        {"vp": 14, "scale": "club"},
    )


# R-VP-13
def test_terms_that_name_their_mp_ask_for_no_row() -> None:
    terms = ForfeitTerms(mp_source="difference", bye_mp=5)
    check_terms(CLUB, terms)
    assert bye(CLUB, terms) == LineResult(14, 5)


# R-VP-13
def test_a_missing_row_is_refused_when_it_is_asked_for() -> None:
    with pytest.raises(RefusedError) as refusal:
        bye(CLUB, TERMS)
    assert refusal.value.code == "no_row_for_vp"


# R-VP-08
def test_extrapolation_on_a_scale_of_a_club() -> None:
    terms = ForfeitTerms(victim_vp_floor=10, missing_row_policy="extrapolate")
    assert forfeit_results(CLUB, terms, 3, (0,), "abandon") == (LineResult(0, -9), LineResult(10, 0))


def test_terms_survive_json() -> None:
    terms = ForfeitTerms(offender_vp=6, bye_mp=2, no_show="as_forfeit", missing_row_policy="mirror_victim")
    assert terms_from_json(json.loads(json.dumps(terms_to_json(terms)))) == terms
    assert terms_from_json({}) == TERMS


@pytest.mark.parametrize(
    ("data", "code", "field"),
    [
        pytest.param(7, "not_an_object", "terms", id="a number"),
        pytest.param({"vp": 3}, "unknown_field", "vp", id="unknown"),
        pytest.param({"offender_vp": -1}, "bad_value", "offender_vp", id="negative"),
        pytest.param({"victim_vp_floor": "14"}, "bad_value", "victim_vp_floor", id="a text"),
        pytest.param({"bye_vp": True}, "bad_value", "bye_vp", id="a choice"),
        pytest.param({"bye_mp": "average"}, "bad_value", "bye_mp", id="unknown source"),
        pytest.param({"bye_mp": 1_001}, "bad_value", "bye_mp", id="too many"),
        pytest.param({"victim_vp_value": "best"}, "unknown_choice", "victim_vp_value", id="victim"),
        pytest.param({"mp_source": None}, "unknown_choice", "mp_source", id="source"),
        pytest.param({"missing_row_policy": []}, "unknown_choice", "missing_row_policy", id="missing row"),
        pytest.param({"double_forfeit": "both"}, "unknown_choice", "double_forfeit", id="double"),
        pytest.param({"no_show": 0}, "unknown_choice", "no_show", id="no-show"),
    ],
)
def test_kept_terms_that_are_wrong_name_the_field(data: Json, code: str, field: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        terms_from_json(data)
    assert (refusal.value.code, refusal.value.field) == (code, field)
