"""Napola: what it is worth, what a sheet says of it, what no deal can give, and what of it is won at a fault."""

import random
import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopa import forfeit_form, sheet_fields, sheet_form
from scopa.cards import CARD_OF_NAME, DENARI, NAMES, RANKS, members
from scopa.errors import RefusalError
from scopa.forfeit import Forfeit, by_clock, settle
from scopa.game import GAME
from scopa.napola import napolas
from scopa.napola_checks import Said, may_be
from scopa.playout import playout
from scopa.presets import CLASSICA_001, ONLINE_002, PRESETS, SEVENS_004, SEVERAL_004, VALLIADI_2022, WIKIPEDIA_004
from scopa.primiera import worth
from scopa.robots import choose
from scopa.rules import Rules, to_json
from scopa.scoring import CATEGORIES, score_deal, winners
from scopa.sheet import LETTERS, PLAYERS, AwardsSheet, CountsSheet, Sheet, from_json
from scopa.sheet import to_json as sheet_json
from scopa.sheet_checks import most_points
from scopa.sheet_score import counts_sheet, score
from scopa.snapshot import ForfeitSnapshot, certain_napola
from scopa.view import view
from tests.coded import coded
from tests.posting import Form
from tests.scopa.pages import page
from tests.scopa.tables import cards, dealt

TEN = replace(VALLIADI_2022, napola="to_ten")
SIX = replace(VALLIADI_2022, napola="to_six")
NOBODYS = replace(TEN, leftovers_to="nobody")
ALL_COINS = " ".join(rank + "d" for rank in RANKS)


def test_only_scopa_d_assi_plays_it() -> None:
    """R-SCO-70, R-SCO-74: no seed speaks of it; any other event has it where its organiser says so."""
    assert [name for name, preset in PRESETS.items() if preset.napola != "off"] == ["scopa_d_assi"]
    assert PRESETS["scopa_d_assi"].napola == "to_ten"


@pytest.mark.parametrize(
    ("pile", "to_six", "to_ten"),
    [
        pytest.param("Ad 2d", 0, 0, id="R-SCO-70 two coins"),
        pytest.param("Ad 2d 4d 5d 6d", 0, 0, id="R-SCO-70 without the three"),
        pytest.param("2d 3d 4d 5d", 0, 0, id="R-SCO-70 without the ace"),
        pytest.param("Ad 2c 3d", 0, 0, id="R-SCO-70 another suit"),
        pytest.param("Ad 2d 3d", 3, 3, id="R-SCO-70 ace two three"),
        pytest.param("Ad 2d 3d 5d 6d 7d", 3, 3, id="R-SCO-70 a gap ends it"),
        pytest.param("Ad 2d 3d 4d 5d Fd", 5, 5, id="R-SCO-70 up to the five"),
        pytest.param("Ad 2d 3d 4d 5d 6d", 6, 6, id="R-SCO-70 up to the six"),
        pytest.param("Ad 2d 3d 4d 5d 6d 7d Fd", 6, 8, id="R-SCO-70 past the six"),
        pytest.param(ALL_COINS, 6, 10, id="R-SCO-70 all coins"),
    ],
)
def test_the_points_of_a_napola(pile: str, to_six: int, to_ten: int) -> None:
    assert napolas(SIX, (cards(pile), 0)) == (to_six, 0)
    assert napolas(TEN, (0, cards(pile))) == (0, to_ten)
    assert napolas(VALLIADI_2022, (cards(pile), 0)) == (0, 0)


def test_it_is_an_award_of_its_own() -> None:
    """R-SCO-70: beside the four points of the pack, before the sweeps; nothing of it where it is not played."""
    piles = cards("Ad 2d 3d 4d 7c"), cards("7d 6d 5d 7s")
    found = score_deal(TEN, piles, (1, 0))
    assert [(each.code, each.points) for each in found.awards][-2:] == [("napola", (4, 0)), ("sweeps", (1, 0))]
    assert found.points[0] - score_deal(VALLIADI_2022, piles, (1, 0)).points[0] == 4
    assert "napola" not in {each.code for each in score_deal(VALLIADI_2022, piles, (1, 0)).awards}
    assert GAME.phrases["napola"]


DEALT: Mapping[str, Rules] = {
    "lines": TEN,
    "to six": SIX,
    "leftovers": NOBODYS,
    "sevens": replace(SEVENS_004, napola="to_ten"),
    "players": replace(CLASSICA_001, napola="to_ten"),
    "several": replace(SEVERAL_004, napola="to_six"),
}


@pytest.mark.parametrize("name", DEALT)
@given(seed=st.integers(0, 10**9), seats=st.sampled_from([2, 4]))
def test_paper_says_of_a_napola_what_the_engine_says(name: str, seed: int, seats: int) -> None:
    """R-SCO-70: at every depth, through JSON and through the form; no deal is refused."""
    compare_paper(name, seed, seats)


@pytest.mark.parametrize("name", DEALT)
def test_paper_says_so_of_some_deals(name: str) -> None:
    """R-SCO-70: the same of a few, for the coverage."""
    for seed in range(4):
        compare_paper(name, seed, 4)


def compare_paper(name: str, seed: int, seats: int) -> None:
    """Play a deal by these rules, and hold what its sheets say against what the engine says."""
    rules, chance = DEALT[name], random.Random(seed)
    chairs = 3 if rules.is_for_several else seats
    # Coins that stay together make more of them.
    pack = [*chance.sample([*range(0, 40, 4)], 10), *chance.sample([each for each in range(40) if each % 4], 30)]
    pack = pack if seed % 2 else chance.sample(range(40), 40)
    end = playout(rules, pack, chairs, [chance.randrange(60) for _play in range(36)])
    piles, table = len(end.taken), tuple(LETTERS[: len(end.taken)])
    table = PLAYERS if rules.scores_players and piles == len(PLAYERS) else table
    counts = counts_sheet(rules, end.taken, end.sweeps)
    won = {category: winners(rules, category, end.taken) for category in CATEGORIES}
    said = AwardsSheet(**won, sweeps=end.sweeps, napola=counts.napola)
    wanted = score_deal(rules, end.taken, end.sweeps)
    for content in (counts, replace(counts, best=None, ranks=None, primiera=won["primiera"]), said):
        sheet = Sheet(content, 0, None, table, tuple(range(piles)))
        data = sheet_json(sheet)
        assert from_json(data) == sheet
        assert sheet_form.read(rules, sheet_form.write(data)) == data
        assert score(rules, sheet).points == wanted.points
    assert sum(wanted.points) <= most_points(rules, piles)


def of_coins(shared: tuple[int, ...], piles: int, rules: Rules) -> Said:
    """What a sheet says of coins that lie so; ``shared`` is by rank the pile, or the table."""
    own = [sum(1 << 4 * place for place, pile in enumerate(shared) if pile == each) for each in range(piles)]
    best = tuple(
        max((at for at, pile in enumerate(shared) if pile == each), key=lambda at: (worth(4 * at), -at), default=None)
        for each in range(piles)
    )
    owner = shared[RANKS.index("7")]
    coins = tuple(each.bit_count() for each in own)
    return Said(coins, owner if owner < piles else None, napolas(rules, own), best)


@pytest.mark.without_coverage
@pytest.mark.parametrize(
    ("rules", "piles"), [(TEN, 2), (SIX, 2), (TEN, 3), (NOBODYS, 2)], ids=["ten", "six", "3", "table"]
)
def test_what_can_be_said_is_what_some_cards_give(rules: Rules, piles: int) -> None:
    """R-SCO-70, R-SCO-28: by exhaustion over all ways to share out the coins."""
    bins = piles + (not rules.all_taken)
    there = {of_coins(shared, piles, rules) for shared in product(range(bins), repeat=10)}
    without = {each._replace(best=None) for each in there}
    for coins in product(range(11), repeat=piles):
        for owner in (*range(piles), *(() if rules.all_taken else (None,))):
            for pile, points in product(range(piles), (0, *range(3, rules.longest_napola + 1))):
                said = Said(coins, owner, tuple(points if each == pile else 0 for each in range(piles)))
                assert may_be(rules, said) == (said in without), said
    chance = random.Random(7)
    known = chance.sample(sorted(there, key=str), min(300, len(there)))
    for each in known:
        assert may_be(rules, each)
        other = chance.choice(known)
        mixed = each._replace(best=other.best)
        if piles == 2:
            assert may_be(rules, mixed) == any(_alike(mixed, real) for real in there), mixed


def test_the_coins_of_a_napola_are_ten() -> None:
    """R-SCO-70"""
    assert [may_be(TEN, Said(coins, 0, (4, 0))) for coins in ((7, 3), (7, 4), (7, 2))] == [True, False, False]
    all_of_them = from_json(AWARDS | {"napola": [10, 0]})
    assert score(TEN, all_of_them).awards[-2].points == (10, 0)


def _alike(said: Said, real: Said) -> bool:
    """Whether the cards are those of the sheet; of figures alone, which count alike, a sheet may name any."""
    pairs = zip(said.best or (), real.best or (), strict=True)
    return said[:3] == real[:3] and all(
        a == b or (a is not None and b is not None and min(a, b) >= 7) for a, b in pairs
    )


COUNTS = {
    "depth": "counts",
    "cards": [24, 16],
    "coins": [7, 3],
    "settebello": 0,
    "best": None,
    "primiera": 0,
    "napola": [4, 0],
    "sweeps": [1, 0],
}
AWARDS = {
    "depth": "awards",
    "cards": 0,
    "coins": 0,
    "settebello": 0,
    "primiera": None,
    "napola": [4, 0],
    "sweeps": [1, 0],
}


@pytest.mark.parametrize(
    ("sheet", "changed", "code", "field"),
    [
        (COUNTS, {"napola": [2, 0]}, "napola_value", "napola_a"),
        (COUNTS, {"napola": [0, 11]}, "napola_value", "napola_b"),
        (COUNTS, {"napola": [3, 3]}, "napola_twice", "napola_b"),
        (COUNTS, {"napola": [0, 4]}, "napola_impossible", "napola_b"),
        (COUNTS, {"napola": [8, 0]}, "napola_impossible", "napola_a"),
        (COUNTS, {"napola": [6, 0]}, "napola_impossible", "napola_a"),
        (COUNTS, {"coins": [10, 0], "napola": [9, 0]}, "napola_impossible", "napola_a"),
        (COUNTS, {"coins": [10, 0], "napola": [0, 0]}, "napola_missing", "napola_a"),
        (COUNTS, {"napola": [4]}, "two_values", "napola_a"),
        (COUNTS, {"napola": [4, "0"]}, "whole_number", "napola_b"),
        (AWARDS, {"napola": [0, 6]}, "napola_impossible", "napola_b"),
        (AWARDS, {"napola": [6, 0], "coins": None, "settebello": 1}, "napola_impossible", "napola_a"),
        (AWARDS, {"napola": [7, 0], "settebello": 1}, "napola_impossible", "napola_a"),
        (AWARDS, {"napola": [10, 0], "primiera": 1}, "napola_impossible", "napola_a"),
    ],
)
def test_a_napola_that_no_deal_gives_is_refused(
    sheet: dict[str, Any], changed: dict[str, Any], code: str, field: str
) -> None:
    """R-SCO-70"""
    assert score(TEN, from_json(sheet)).awards[-2].points == (4, 0)
    with pytest.raises(RefusalError) as refused:
        score(TEN, from_json(sheet | changed))
    assert (refused.value.code, refused.value.field) == (code, field)
    assert GAME.phrases[code] % (refused.value.params | {"name": "Napola"})


@pytest.mark.parametrize("sheet", [COUNTS, AWARDS], ids=["counts", "awards"])
def test_a_napola_is_asked_exactly_where_it_is_played(sheet: dict[str, Any]) -> None:
    """R-SCO-70: a sheet that forgets it is not a sheet without one, and other rules know nothing of it."""
    forgotten = {name: value for name, value in sheet.items() if name != "napola"}
    with pytest.raises(RefusalError, check=coded("number_missing", field="napola_a")):
        score(TEN, from_json(forgotten))
    with pytest.raises(RefusalError, check=coded("napola_not_played", field="napola_a")):
        score(VALLIADI_2022, from_json(sheet))
    assert score(VALLIADI_2022, from_json(forgotten)).points[0] == score(TEN, from_json(sheet)).points[0] - 4


def test_the_primiera_that_is_said_must_fit_the_napola() -> None:
    """R-SCO-28, R-SCO-70: ace, two and three are all the coins of A, whose ace cannot come level with the seven."""
    said = {
        "depth": "counts",
        "cards": [6, 34],
        "coins": [3, 7],
        "settebello": 1,
        "best": None,
        "primiera": None,
        "sweeps": [0, 0],
    }
    other = replace(WIKIPEDIA_004, napola="to_ten")
    assert score(WIKIPEDIA_004, from_json(said)).points == (0, 3)
    assert score(other, from_json(said | {"napola": [0, 0]})).points == (0, 3)
    with pytest.raises(RefusalError, check=coded("primiera_impossible", field="primiera")):
        score(other, from_json(said | {"napola": [3, 0]}))
    assert score(other, from_json(said | {"napola": [3, 0], "primiera": 1})).points == (3, 4)


def test_points_are_bounded_with_the_napola() -> None:
    """R-SCO-26, R-SCO-70"""
    off = most_points(VALLIADI_2022)
    assert (most_points(SIX) - off, most_points(TEN) - off) == (6, 10)
    most = from_json({"depth": "points", "points": [off + 10, 0]})
    assert score(TEN, most).points == (off + 10, 0)
    with pytest.raises(RefusalError, check=coded("points_bound")):
        score(SIX, most)


# The forms.


def test_the_fields_of_a_napola() -> None:
    """R-SCO-70: for programs, with its bounds, at the depths that ask it."""
    for rules, most in ((SIX, 6), (TEN, 10)):
        found = {each["name"]: each for each in sheet_fields.of_deal(rules, 2, 0)}
        assert (found["napola_b"]["least"], found["napola_b"]["most"]) == (0, most)
        assert (found["napola_b"]["depths"], found["napola_b"]["label"]) == (["awards", "counts"], "Napola of line B")
    for rules, lines in ((VALLIADI_2022, 2), (SEVERAL_004, 3), (CLASSICA_001, 2)):
        fields = {each["name"] for each in sheet_fields.of_deal(rules, lines, 0)}
        assert not {name for name in fields if "napola" in name}
        more = {each["name"] for each in sheet_fields.of_deal(replace(rules, napola="to_ten"), lines, 0)}
        assert {name.split("_")[0] for name in more - fields} == {"napola"}


SHOWN: Mapping[str, tuple[Rules, dict[str, Any]]] = {
    "lines": (TEN, {}),
    "players": (replace(CLASSICA_001, napola="to_ten", sides="pairs"), {"size": 2}),
    "several": (replace(SEVERAL_004, napola="to_six"), {}),
}


@pytest.mark.parametrize("name", SHOWN)
def test_the_page_asks_for_the_napola_where_it_is_played(name: str) -> None:
    """R-SCO-70: 0 where nothing was typed, what was typed where something was, and its error beside it."""
    rules, more = SHOWN[name]
    piles = {"lines": "ab", "players": PLAYERS, "several": "abc"}[name]

    def shown(rules: Rules, typed: dict[str, str], errors: dict[str, str]) -> tuple[Form, str]:
        seats = [
            {
                "letter": letter,
                "name": letter,
                "state": "playing",
                "total": 0,
                "deals": 0,
                "is_in": True,
                "typed": {"napola": typed[f"napola_{letter}"]} if typed else {},
                "wrong": {"napola": errors[f"napola_{letter}"]} if f"napola_{letter}" in errors else {},
            }
            for letter in piles
        ]
        context = more | ({"seats": seats} if name == "several" else {})
        text = page("_sheet.html", rules=to_json(rules), values=typed, errors=errors, **context)
        return Form(text), text

    fields = [f"napola_{pile}" for pile in piles]
    assert {field: shown(rules, {}, {})[0].values[field] for field in fields} == dict.fromkeys(fields, "0")
    assert not [each for each in shown(replace(rules, napola="off"), {}, {})[0].values if "napola" in each]
    typed = dict.fromkeys(fields, "0") | {fields[0]: "", fields[1]: "5"}
    form, text = shown(rules, typed, {fields[0]: "a number is missing"})
    assert {field: form.values[field] for field in fields} == typed
    assert "a number is missing" in text
    assert [each for each in form.pointed if each not in form.ids] == []
    (legend,) = [block for block in re.findall(r"<fieldset.*?</fieldset>", text, re.DOTALL) if fields[1] in block]
    assert "Napola" in legend


def test_a_form_without_a_number_is_refused() -> None:
    """R-SCO-70"""
    form = sheet_form.write(COUNTS)
    assert sheet_form.read(TEN, form)["napola"] == [4, 0]
    assert "napola" not in sheet_form.read(VALLIADI_2022, form)
    with pytest.raises(RefusalError) as refused:
        sheet_form.read(TEN, form | {"napola_b": ""})
    assert (refused.value.code, refused.value.field, refused.value.also) == ("number_missing", "napola_b", [])


# Faults.

FAULTS = replace(ONLINE_002, napola="to_ten", target=21)
OPEN = ForfeitSnapshot(napola="open")


@pytest.mark.parametrize(
    ("mine", "theirs", "found"),
    [
        pytest.param("", "", ("open", 0), id="R-SCO-40 nothing taken"),
        pytest.param("Ad 2d", "", ("open", 0), id="R-SCO-40 two of three"),
        pytest.param("Ad", "2d", ("void", 0), id="R-SCO-40 nobody can have it any more"),
        pytest.param("Ad 2d 3d", "", (0, 3), id="R-SCO-40 it is there"),
        pytest.param("", "Ad 2d 3d 4d 6d", (1, 4), id="R-SCO-40 so far"),
    ],
)
def test_what_is_won_of_a_napola(mine: str, theirs: str, found: tuple[Any, int]) -> None:
    assert certain_napola(FAULTS, (cards(mine), cards(theirs))) == found
    assert certain_napola(FAULTS, (cards(mine), 0, 0, cards(theirs))) == found
    assert certain_napola(ONLINE_002, (cards(mine), cards(theirs))) == (None, 0)


@pytest.mark.parametrize(
    ("snapshot", "points"),
    [
        pytest.param(OPEN, (0, 8), id="R-SCO-70 open: the smallest goes to the other line"),
        pytest.param(replace(OPEN, napola="void"), (0, 5), id="R-SCO-70 void"),
        pytest.param(replace(OPEN, napola=0, napola_points=4), (4, 5), id="R-SCO-70 who has it keeps it"),
        pytest.param(replace(OPEN, napola=1, napola_points=5), (0, 10), id="R-SCO-70 the other line has it"),
    ],
)
def test_a_napola_at_a_fault(snapshot: ForfeitSnapshot, points: tuple[int, int]) -> None:
    found = Forfeit("abandon", (0,), "in_deal", snapshot)
    assert settle(FAULTS, [], found).points == points
    formal = replace(FAULTS, unawarded_points="formal")
    taken = max(3, snapshot.napola_points)
    assert settle(formal, [], found).points == (0, 4 + taken + 1)


def test_a_deal_that_is_not_begun_has_the_smallest_napola() -> None:
    """R-SCO-43, R-SCO-70: four points, three of a napola, and the sweep."""
    assert settle(FAULTS, [], Forfeit("abandon", (1,), "not_started")).points == (8, 0)
    assert settle(ONLINE_002, [], Forfeit("abandon", (1,), "not_started")).points == (5, 0)
    for rules in (FAULTS, ONLINE_002):
        ended = settle(rules, [], by_clock(rules, 1, 0))
        assert ended.points == (4 + 3 * bool(rules.longest_napola) + 1, 0)


@pytest.mark.parametrize(
    ("rules", "snapshot", "code", "field"),
    [
        (FAULTS, ForfeitSnapshot(), "choice_missing", "f_napola"),
        (ONLINE_002, OPEN, "napola_not_played", "f_napola"),
        (FAULTS, replace(OPEN, napola_points=3), "napola_nobody", "f_napola_points"),
        (FAULTS, replace(OPEN, napola=0), "napola_value", "f_napola_points"),
        (replace(FAULTS, napola="to_six"), replace(OPEN, napola=0, napola_points=7), "napola_value", "f_napola_points"),
        (FAULTS, replace(OPEN, napola=0, napola_points=7), "napola_settebello", "f_napola_points"),
        (FAULTS, replace(OPEN, napola=0, napola_points=6, settebello=0), "napola_settebello", "f_napola_points"),
    ],
)
def test_a_fault_with_a_napola_that_cannot_be(rules: Rules, snapshot: ForfeitSnapshot, code: str, field: str) -> None:
    """R-SCO-70"""
    with pytest.raises(RefusalError, check=coded(code, field=field)) as refused:
        settle(rules, [], Forfeit("abandon", (0,), "in_deal", snapshot))
    assert GAME.phrases[code] % (refused.value.params | {"name": "Napola"})


def test_the_form_of_a_fault_asks_for_the_napola() -> None:
    """R-SCO-70: it is read as it is shown, and survives JSON; other rules ask nothing of it."""
    form = {
        "cause": "abandon",
        "offender": "a",
        "moment": "in_deal",
        "tiebreak": "0",
        "f_cards": "open",
        "f_coins": "open",
        "f_settebello": "b",
        "f_primiera": "open",
        "f_napola": "b",
        "f_napola_points": "8",
        "f_sweeps_a": "0",
        "f_sweeps_b": "1",
    }
    read = forfeit_form.read(FAULTS, form)
    assert (read["snapshot"]["napola"], read["snapshot"]["napola_points"]) == (1, 8)
    assert GAME.settle_forfeit(to_json(FAULTS), [], read).points == (0, 3 + 1 + 8 + 1 + 1)
    assert "napola" not in forfeit_form.read(ONLINE_002, form)["snapshot"]
    with pytest.raises(RefusalError, check=coded("number_missing", field="f_napola_points")):
        forfeit_form.read(FAULTS, form | {"f_napola_points": ""})
    with pytest.raises(RefusalError, check=coded("napola_holder_unknown", field="f_napola")):
        forfeit_form.read(FAULTS, form | {"f_napola": "each"})
    causes = [{"value": "abandon", "label": "Left the match"}]
    shown = Form(page("_forfeit.html", rules=to_json(FAULTS), causes=causes, values=form))
    assert (shown.values["f_napola"], shown.values["f_napola_points"]) == ("b", "8")
    assert shown.choices["f_napola"] == ["a", "open", "void", "b"]
    fields = {each["name"] for each in sheet_fields.of_forfeit(FAULTS)} - {
        each["name"] for each in sheet_fields.of_forfeit(ONLINE_002)
    }
    assert fields == {"f_napola", "f_napola_points"}


# Robots.


def test_a_robot_takes_the_coins_of_a_napola() -> None:
    """R-SCO-64, R-SCO-70: the ace of coins is worth more than a coin of no run."""
    for rules, best in ((ONLINE_002, "5cx5d"), (replace(ONLINE_002, napola="to_ten"), "3cx3d")):
        state = dealt("5c 3c Rc", table="5d 3d Fs Fb", rules=rules)
        seen = view(state, state.turn)
        assert choose(rules, seen, seen["actions"], lambda _bound: 0) == best


def test_coins_are_the_cards_of_a_run() -> None:
    assert [NAMES[each] for each in members(DENARI)] == [rank + "d" for rank in RANKS]
    assert CARD_OF_NAME["Ad"] == 0
    assert isinstance(counts_sheet(TEN, (0, 0), (0, 0)), CountsSheet)
