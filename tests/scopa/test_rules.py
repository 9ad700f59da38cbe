"""Rulesets: what a parameter may be, what excludes what, and the four published ones."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.domains import Choice, Domain, Flag, Several, Whole
from scopa.errors import RefusalError, brief
from scopa.phrases import PHRASES
from scopa.presets import PRESETS, WIKIPEDIA_004
from scopa.rules import DOMAINS, FIELDS, REMOVED, RULESETS, VERSION, Rules, from_json, to_json, upgrade
from tests.coded import coded


def test_every_parameter_has_a_domain_and_a_label() -> None:
    assert tuple(DOMAINS) == FIELDS
    assert [name for name in FIELDS if f"rule.{name}" not in PHRASES] == []


def test_every_named_value_has_a_phrase() -> None:
    named = [(name, value) for name, domain in DOMAINS.items() if isinstance(domain, Choice) for value in domain.values]
    assert [each for each in named if f"rule.{each[0]}.{each[1]}" not in PHRASES] == []
    causes = DOMAINS["forfeit_causes"]
    assert isinstance(causes, Several)
    assert [cause for cause in causes.values if f"cause.{cause}" not in PHRASES] == []


@pytest.mark.parametrize("name", PRESETS, ids=lambda name: f"R-SCO-53 {name}")
def test_presets_are_whole_and_survive_json(name: str) -> None:
    written = to_json(PRESETS[name])
    assert tuple(written) == ("version", *FIELDS)
    assert from_json(written) == PRESETS[name]


DIFFERENCES: dict[str, dict[str, Any]] = {
    "valliadi_2022": {"target": 21, "time_limit_min": 60, "time_expiry": "no_fault", "draws_allowed": False},
    "classica_001": {"target": 11, "cards_tie": "each", "coins_tie": "each", "primiera_tie": "each"},
    "online_002": {"cards_rule": "threshold", "tie_at_end_nonko": "draw", "draws_allowed": True},
    "wikipedia_004": {"primiera_requires_all_suits": False, "primiera_one_incomplete": "compare_sums"},
    "several_004": {"sides": "several", "target": 11},
    "sevens_004": {"primiera_values": "most_sevens", "sides": "both", "target": 11},
    "scopone_scientifico": {"sides": "pairs", "cards_each": 10, "target": 21, "sweep_exclusion": "last_play"},
    "scopone_classico": {"sides": "pairs", "cards_each": 9, "redeal_kings_threshold": 3, "target": 11},
    "scopa_d_assi": {"cards_each": 10, "ace_takes_all": "no_sweep", "napola": "to_ten", "target": 21},
}


@pytest.mark.parametrize("name", DIFFERENCES, ids=lambda name: f"R-SCO-53 {name}")
def test_presets_say_what_their_source_says(name: str) -> None:
    found = to_json(PRESETS[name])
    assert {parameter: found[parameter] for parameter in DIFFERENCES[name]} == DIFFERENCES[name]


SWEEPS = {"valliadi_2022": "last_play", "classica_001": "last_cycle", "online_002": "last_play"}


def test_the_common_rules_are_common() -> None:
    """R-SCO-53: every source deals again on three kings, captures alike, and counts four points and the sweeps."""
    common = ("forced_capture", "equal_card_priority", "sum_choice", "settebello")
    assert {tuple(to_json(preset)[name] for name in common) for preset in PRESETS.values()} == {
        ("always", True, "free", 1)
    }
    dealt_again = {(each.first_table_cards, each.redeal_kings_threshold) for each in PRESETS.values()}
    assert dealt_again == {(4, 3), (0, None)}
    assert {name: PRESETS[name].sweep_exclusion for name in SWEEPS} == SWEEPS


def test_faults_lose_a_match_only_where_the_ruleset_says_so() -> None:
    """R-SCO-39: off by default in 000, 001 and 004."""
    assert {name: preset.forfeit_causes for name, preset in PRESETS.items()} == {
        "valliadi_2022": (),
        "classica_001": (),
        "online_002": ("move_timeout", "match_clock", "abandon"),
        "wikipedia_004": (),
        "several_004": (),
        "sevens_004": (),
        "scopone_scientifico": (),
        "scopone_classico": (),
        "scopa_d_assi": (),
    }


IMPOSSIBLE: list[tuple[dict[str, Any], str, str]] = [
    ({"cards_rule": "threshold", "cards_tie": "each"}, "rule_threshold_tie", "cards_tie"),
    ({"coins_rule": "threshold", "coins_tie": "each"}, "rule_threshold_tie", "coins_tie"),
    ({"primiera_one_incomplete": "compare_sums"}, "rule_primiera_one", "primiera_one_incomplete"),
    ({"primiera_requires_all_suits": False}, "rule_primiera_one", "primiera_one_incomplete"),
    (
        {"primiera_requires_all_suits": False, "primiera_one_incomplete": "compare_sums"},
        "rule_primiera_both",
        "primiera_both_incomplete",
    ),
    ({"primiera_values": "most_sevens"}, "rule_primiera_sevens", "primiera_requires_all_suits"),
    ({"target": None}, "rule_target_unset", "target"),
    ({"match_mode": "fixed_deals"}, "rule_deals_unset", "deals"),
    ({"tie_at_end_nonko": "draw"}, "rule_draws", "draws_allowed"),
    ({"tie_after_time": "draw"}, "rule_draws", "draws_allowed"),
    ({"time_limit_min": 60}, "rule_time_expiry_unset", "time_expiry"),
    ({"time_expiry": "clock_fault"}, "rule_clock_fault", "time_expiry"),
    ({"unawarded_scope": "all_scheduled_deals"}, "rule_scope_target", "unawarded_scope"),
    ({"cards_each": 10}, "rule_cards_each", "cards_each"),
    ({"cards_each": 9, "sides": "singles"}, "rule_cards_each", "cards_each"),
    ({"cards_each": 9, "sides": "pairs", "sweep_exclusion": "last_cycle"}, "rule_one_cycle", "sweep_exclusion"),
    ({"cards_each": 10, "sides": "pairs", "carte_viste": True}, "rule_one_cycle", "carte_viste"),
    ({"ace_on_empty": "taken"}, "rule_ace_on_empty", "ace_on_empty"),
    ({"sides": "singles", "carte_scoperte_partners": True}, "rule_no_partners", "carte_scoperte_partners"),
]


@pytest.mark.parametrize(
    ("changed", "code", "field"), IMPOSSIBLE, ids=[f"R-SCO-52 {code}-{field}" for _, code, field in IMPOSSIBLE]
)
def test_what_cannot_both_hold(changed: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(RefusalError) as refused:
        Rules(**changed)
    assert (refused.value.code, refused.value.field) == (code, field)


def outside(domain: Domain) -> list[Any]:
    """Values that are not in the domain, the near misses of JSON among them."""
    if isinstance(domain, Whole):
        return [domain.low - 1, domain.high + 1, str(domain.low), True, 1.0]
    if isinstance(domain, Flag):
        return [0, "true", None]
    return ["", 7, [], True] if isinstance(domain, Choice) else ["abandon", ["abandon", "abandon"], ["rain"], [{}]]


@pytest.mark.parametrize("name", FIELDS, ids=lambda name: f"R-SCO-52 {name}")
def test_a_value_outside_its_domain_is_refused_by_name(name: str) -> None:
    for value in outside(DOMAINS[name]):
        with pytest.raises(RefusalError) as refused:
            from_json(to_json(WIKIPEDIA_004) | {name: value})
        assert (refused.value.code, refused.value.field) == ("rule_value", name)
        assert refused.value.params == {
            "typed": brief(value),
            "allowed": DOMAINS[name].text(),
        }


def test_parameters_and_domains_stand_in_one_order() -> None:
    assert tuple(DOMAINS) == FIELDS


def test_optional_numbers_may_be_unset() -> None:
    assert DOMAINS["deals"].text() == "1..99, null"
    assert Rules(deals=None).deals is None


def test_unknown_and_missing_parameters_are_refused() -> None:
    whole = to_json(WIKIPEDIA_004)
    with pytest.raises(RefusalError) as unknown:
        from_json(whole | {"asso_piglia_tutto": True})
    assert (unknown.value.code, unknown.value.field) == ("rule_unknown", "asso_piglia_tutto")
    del whole["target"]
    with pytest.raises(RefusalError) as misspelt:
        from_json(whole | {"traget": 11})
    assert (misspelt.value.code, misspelt.value.field) == ("rule_unknown", "traget")
    with pytest.raises(RefusalError) as missing:
        from_json(whole)
    assert (missing.value.code, missing.value.field) == ("rule_missing", "target")
    with pytest.raises(RefusalError, check=coded("rules_not_a_mapping")):
        from_json(["target", 11])


def test_rules_of_the_first_release_are_read_in_those_of_today() -> None:
    """R-SCO-56: they had no version; what is no older ruleset is left for the check."""
    whole = to_json(WIKIPEDIA_004)
    old = {name: value for name, value in whole.items() if name != "version"}
    assert upgrade(old) == whole
    for other in (whole, whole | {"version": 99}, None, ["target"], 7):
        assert upgrade(other) is other


def test_partners_of_older_events_had_one_pile() -> None:
    """R-SCO-56, R-SCO-57: an event by 001 that was made before there was a choice goes on as it began."""
    today = to_json(PRESETS["classica_001"])
    for version in (1, 2):
        old = {name: value for name, value in today.items() if name != "partners"} | {"version": version}
        assert upgrade(old) == today | {"partners": "piles"}
        assert list(upgrade(old)) == list(today)


@pytest.mark.parametrize("then", range(1, 4))
def test_a_parameter_that_is_gone_is_read_with_its_only_value(then: int) -> None:
    """R-SCO-56: five of one value were in the rules of versions 1 to 3; another value was never allowed."""
    today, gone = to_json(PRESETS["online_002"]), RULESETS.retired
    assert set(REMOVED[4]) <= set(gone)
    old = today | gone | {"version": then}
    assert upgrade(old) == today
    kept = upgrade(old | {"race_rule": "first_there"})
    with pytest.raises(RefusalError, check=coded("rule_unknown")):
        from_json(kept)
    with pytest.raises(RefusalError, check=coded("rule_unknown")):
        from_json(today | gone)


@pytest.mark.parametrize("version", [1, VERSION + 1, True, str(VERSION), None, [[]]])
def test_another_version_of_the_rules_is_refused(version: object) -> None:
    """R-SCO-56"""
    with pytest.raises(RefusalError) as refused:
        from_json(to_json(WIKIPEDIA_004) | {"version": version})
    assert (refused.value.code, refused.value.field) == ("rules_version", "version")


def any_of(domain: Domain) -> st.SearchStrategy[Any]:
    if isinstance(domain, Choice):
        return st.sampled_from(domain.values)
    if isinstance(domain, Several):
        return st.lists(st.sampled_from(domain.values), unique=True).map(tuple)
    if isinstance(domain, Whole):
        return st.integers(domain.low, domain.high) | (st.none() if domain.optional else st.nothing())
    return st.booleans()


@given(st.fixed_dictionaries({name: any_of(domain) for name, domain in DOMAINS.items()}))
def test_every_ruleset_is_refused_by_field_or_survives_json(values: dict[str, Any]) -> None:
    try:
        found = Rules(**values)
    except RefusalError as refusal:
        assert refusal.field in DOMAINS
    else:
        assert from_json(to_json(found)) == found
