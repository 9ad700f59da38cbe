"""The sheet and the forfeit as values of a form."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopa import forfeit_form, sheet_form
from scopa.errors import RefusalError
from scopa.presets import CLASSICA_001, ONLINE_002, PRESETS
from scopa.rules import Rules
from tests.coded import coded

CLUB = Rules(forfeit_causes=("abandon", "no_show"))

BEST = {
    "best_a_d": "7",
    "best_a_c": "6",
    "best_a_s": "a",
    "best_a_b": "7",
    "best_b_d": "6",
    "best_b_c": "7",
    "best_b_s": "7",
    "best_b_b": "",
}
COUNTS = {
    "depth": "counts",
    "cards_a": "22",
    "cards_b": " 18 ",
    "coins_a": "5",
    "coins_b": "5",
    "settebello": "a",
    "sweeps_a": "2",
    "sweeps_b": "1",
    "tiebreak": "0",
    "last_capture": "",
}
AWARDS = {
    "depth": "awards",
    "cards": "a",
    "coins": "none",
    "settebello": "b",
    "primiera": "each",
    "sweeps_a": "0",
    "sweeps_b": "0",
    "last_capture": "b",
}


def test_points() -> None:
    """R-SCO-26"""
    form = {"depth": "points", "points_a": "3", "points_b": "1", "tiebreak": "3", "last_capture": "a"}
    assert sheet_form.read(ONLINE_002, form) == {
        "depth": "points",
        "points": [3, 1],
        "tiebreak": 3,
        "last_capture": 0,
    }


def test_awards() -> None:
    """R-SCO-27"""
    assert sheet_form.read(CLASSICA_001, AWARDS) == {
        "depth": "awards",
        "cards": 0,
        "coins": None,
        "settebello": 1,
        "primiera": "each",
        "sweeps": [0, 0],
        "tiebreak": 0,
        "last_capture": 1,
    }


def test_counts_with_best_cards() -> None:
    """R-SCO-28"""
    found = sheet_form.read(ONLINE_002, COUNTS | BEST)
    assert found["best"] == [["7d", "6c", "As", "7b"], ["6d", "7c", "7s", None]]
    assert (found["cards"], found["coins"], found["sweeps"]) == ([22, 18], [5, 5], [2, 1])
    assert "primiera" not in found


def test_counts_with_the_winner_of_the_primiera() -> None:
    """R-SCO-28"""
    found = sheet_form.read(ONLINE_002, COUNTS | {"primiera": "b"} | dict.fromkeys(BEST, ""))
    assert (found["best"], found["primiera"]) == (None, 1)


@pytest.mark.parametrize(
    ("rules", "changed", "owner"),
    [
        (ONLINE_002, {}, "a"),
        (ONLINE_002, {"best_b_b": "6"}, "b"),
        (ONLINE_002, {"best_b_b": "A"}, "none"),
        (CLASSICA_001, {"best_b_b": "A"}, "each"),
    ],
)
def test_best_cards_and_winner_may_be_given_when_they_agree(rules: Rules, changed: dict[str, str], owner: str) -> None:
    """R-SCO-28: the best cards of line A make 76, those of line B without a club nothing that counts."""
    found = sheet_form.read(rules, COUNTS | BEST | changed | {"primiera": owner})
    assert found["best"] is not None
    for other in {"a", "b", "none", "each"} - {owner}:
        with pytest.raises(RefusalError) as refused:
            sheet_form.read(rules, COUNTS | BEST | changed | {"primiera": other})
        assert (refused.value.code, refused.value.field) == ("primiera_contradicts", "primiera")


BAD = [
    ({"depth": ""}, "depth_unknown", "depth", {"typed": ""}),
    ({"depth": "all"}, "depth_unknown", "depth", {"typed": "all"}),
    ({"cards_a": ""}, "number_missing", "cards_a", {}),
    ({"coins_b": "five"}, "whole_number", "coins_b", {"typed": "five"}),
    ({"sweeps_a": "1.5"}, "whole_number", "sweeps_a", {"typed": "1.5"}),
    ({"sweeps_b": "٣"}, "whole_number", "sweeps_b", {"typed": "٣"}),
    ({"cards_b": "9" * 50}, "whole_number", "cards_b", {"typed": "9" * 40}),
    ({"settebello": ""}, "choice_missing", "settebello", {}),
    ({"settebello": "c"}, "owner_unknown", "settebello", {"typed": "c"}),
    ({"last_capture": "x"}, "last_capture_unknown", "last_capture", {"typed": "x"}),
    ({"tiebreak": "one"}, "whole_number", "tiebreak", {"typed": "one"}),
    ({"best_a_d": "8"}, "rank_unknown", "best_a_d", {"typed": "8"}),
    ({"best_a_d": "7d"}, "rank_unknown", "best_a_d", {"typed": "7d"}),
]


@pytest.mark.parametrize(
    ("changed", "code", "field", "params"), BAD, ids=[f"{code}-{field}" for _, code, field, _ in BAD]
)
def test_a_refusal_names_the_field_and_what_was_typed(
    changed: dict[str, str], code: str, field: str, params: dict[str, Any]
) -> None:
    """R-SCO-28"""
    with pytest.raises(RefusalError) as refused:
        sheet_form.read(ONLINE_002, COUNTS | BEST | changed)
    assert (refused.value.code, refused.value.field, refused.value.params) == (code, field, params)


def test_a_form_without_fields_is_refused() -> None:
    with pytest.raises(RefusalError, check=coded("depth_unknown")):
        sheet_form.read(ONLINE_002, {})


pair = st.lists(st.integers(-5, 99), min_size=2, max_size=2)
owner = st.sampled_from([0, 1, None, "each"])
best_line = st.tuples(*(st.sampled_from([None, *(rank + suit for rank in "A234567FCR")]) for suit in "dcsb")).map(list)
best = st.lists(best_line, min_size=2, max_size=2).filter(lambda lines: any(any(line) for line in lines))
common = {"tiebreak": st.integers(0, 3), "last_capture": st.sampled_from([0, 1, None])}
owners = dict.fromkeys(("cards", "coins", "settebello", "primiera"), owner)
counts = {"cards": pair, "coins": pair, "settebello": owner, "sweeps": pair}
sheets = st.one_of(
    st.fixed_dictionaries({"depth": st.just("points"), "points": pair.filter(any)} | common),
    st.fixed_dictionaries({"depth": st.just("awards"), "sweeps": pair} | owners | common),
    st.fixed_dictionaries({"depth": st.just("counts"), "best": best} | counts | common),
    st.fixed_dictionaries({"depth": st.just("counts"), "best": st.none(), "primiera": owner} | counts | common),
)


# Counts of a preset that goes by sevens have no best cards, and some have a napola besides: test_most_sevens.py and
# test_napola.py have their forms.
BY_CARDS = [name for name, each in sorted(PRESETS.items()) if not each.counts_ranks and not each.longest_napola]


@given(st.sampled_from(BY_CARDS), sheets)
def test_a_sheet_shown_again_is_the_same_sheet(name: str, sheet: dict[str, Any]) -> None:
    """R-SCO-26, R-SCO-27, R-SCO-28"""
    assert sheet_form.read(PRESETS[name], sheet_form.write(sheet)) == sheet


def test_a_sheet_without_tiebreak_can_be_shown() -> None:
    assert sheet_form.write({"depth": "points", "points": [3, 1]}) == {
        "depth": "points",
        "points_a": "3",
        "points_b": "1",
        "tiebreak": "0",
        "last_capture": "",
    }


FORFEIT = {
    "cause": "abandon",
    "offender": "b",
    "moment": "in_deal",
    "f_cards": "a",
    "f_coins": "void",
    "f_settebello": "b",
    "f_primiera": "open",
    "f_sweeps_a": "1",
    "f_sweeps_b": "0",
}


def test_forfeit_in_a_deal() -> None:
    """R-SCO-40"""
    assert forfeit_form.read(CLUB, FORFEIT) == {
        "cause": "abandon",
        "offenders": [1],
        "moment": "in_deal",
        "snapshot": {"cards": 0, "coins": "void", "settebello": 1, "primiera": "open", "sweeps": [1, 0]},
        "tiebreak": 0,
    }


@pytest.mark.parametrize(
    "changed",
    [{"moment": "between_deals"}, {"offender": "both"}, {"cause": "no_show", "moment": "not_started"}],
    ids=["R-SCO-43 between deals", "R-SCO-46 both", "R-SCO-39 no show"],
)
def test_forfeits_without_a_snapshot(changed: dict[str, str]) -> None:
    assert forfeit_form.read(CLUB, FORFEIT | changed)["snapshot"] is None


def test_forfeit_in_a_tiebreak_deal() -> None:
    """R-SCO-47"""
    assert forfeit_form.read(CLUB, FORFEIT | {"tiebreak": "2"})["tiebreak"] == 2


BAD_FORFEITS = [
    (CLUB, {"cause": ""}, "choice_missing", "cause"),
    (CLUB, {"cause": "rain"}, "cause_not_allowed", "cause"),
    (ONLINE_002, {"cause": "no_show"}, "cause_not_allowed", "cause"),
    (CLUB, {"offender": "c"}, "offender_unknown", "offender"),
    (CLUB, {"moment": "later"}, "moment_unknown", "moment"),
    (CLUB, {"f_cards": ""}, "choice_missing", "f_cards"),
    (CLUB, {"f_coins": "none"}, "holder_unknown", "f_coins"),
    (CLUB, {"f_primiera": "each"}, "each_not_allowed", "f_primiera"),
    (CLUB, {"f_sweeps_a": ""}, "number_missing", "f_sweeps_a"),
    (CLUB, {"f_sweeps_b": "40"}, "sweeps_bound", "f_sweeps_b"),
    (CLUB, {"cause": "no_show"}, "no_show_started", "moment"),
    (CLUB, {"tiebreak": "7"}, "tiebreak_bound", "tiebreak"),
]


@pytest.mark.parametrize(
    ("rules", "changed", "code", "field"), BAD_FORFEITS, ids=[f"R-SCO-39 {each[2]} {each[3]}" for each in BAD_FORFEITS]
)
def test_bad_forfeits(rules: Rules, changed: dict[str, str], code: str, field: str) -> None:
    with pytest.raises(RefusalError) as refused:
        forfeit_form.read(rules, FORFEIT | changed)
    assert (refused.value.code, refused.value.field) == (code, field)


def test_nothing_to_nothing_is_refused_where_somebody_has_the_settebello() -> None:
    """R-SCO-26"""
    nothing = {"depth": "points", "points_a": "0", "points_b": "0"}
    with pytest.raises(RefusalError) as refused:
        sheet_form.read(ONLINE_002, nothing)
    assert (refused.value.code, refused.value.field) == ("points_none", "points_a")
    for rules in (Rules(settebello=0), Rules(leftovers_to="nobody")):
        assert sheet_form.read(rules, nothing)["points"] == [0, 0]
