"""R-SCO-28: who can have the primiera beside counts of cards and coins, against every way to share out a suit."""

from collections import defaultdict
from itertools import product
from typing import Any

import pytest

from scopa import primiera_checks, scoring
from scopa.cards import CARD_OF_NAME, PACK_SIZE, RANKS
from scopa.errors import RefusalError
from scopa.presets import CLASSICA_001, ONLINE_002, VALLIADI_2022, WIKIPEDIA_004
from scopa.primiera import best_cards, worth
from scopa.rules import Rules
from scopa.sheet import CountsSheet, from_json, to_json
from scopa.sheet_checks import check
from scopa.sheet_score import counts_sheet
from tests.searching import dice, in_short, measured, often, seeds

NOBODY = Rules(leftovers_to="nobody")
RULES = {
    "valliadi_2022": VALLIADI_2022,
    "online_002": ONLINE_002,
    "classica_001": CLASSICA_001,
    "wikipedia_004": WIKIPEDIA_004,
    "leftovers to nobody": NOBODY,
}


@pytest.mark.without_coverage
@pytest.mark.parametrize("owner", [None, 0, 1, 2], ids=["any", "first", "second", "table"])
@pytest.mark.parametrize("all_taken", [True, False], ids=["all taken", "some left"])
@pytest.mark.parametrize("scale", ["std", "figures_zero"])
def test_what_can_come_of_a_suit_is_what_comes_of_all_ways_to_share_it_out(
    scale: str, all_taken: bool, owner: int | None
) -> None:
    """R-SCO-28"""
    values = [worth(CARD_OF_NAME[rank + "d"], scale) for rank in RANKS]
    found: dict[tuple[int, int], set[tuple[bool, bool, int]]] = defaultdict(set)
    for owners in product(range(2 if all_taken else 3), repeat=len(RANKS)):
        if owner is None or owners[RANKS.index("7")] == owner:
            first = [value for value, has in zip(values, owners, strict=True) if has == 0]
            second = [value for value, has in zip(values, owners, strict=True) if has == 1]
            lead = (not first, not second, max(first, default=0) - max(second, default=0))
            found[len(first), len(second)].add(lead)
    assert primiera_checks._of_suit(scale, all_taken, owner) == found


@pytest.mark.parametrize("name", measured(RULES, "leftovers to nobody"))
@pytest.mark.parametrize("seed", seeds(in_short(1, 3)))
def test_no_deal_is_refused(name: str, seed: int) -> None:
    """R-SCO-28: the piles of any deal, however unequal, are taken with the primiera that they give."""
    rules, throw = RULES[name], dice(f"primiera beside counts {name} {seed}")
    for _each in range(often(400)):
        weights = [throw.random() for _pile in range(2)] + [0.0 if rules.all_taken else throw.random()]
        piles = [0, 0, 0]
        for card in range(PACK_SIZE):
            piles[throw.choices(range(3), weights)[0]] |= 1 << card
        content = counts_sheet(rules, piles[:2], (0, 0))
        best = tuple(map(best_cards, piles[:2]))
        won = scoring.primiera_winners(rules, best, scoring.primes(rules, best))
        sheet = CountsSheet(content.cards, content.coins, content.settebello, None, won, (0, 0))
        assert primiera_checks.may_have_primiera(rules, sheet), (content, won)


@pytest.mark.without_coverage
def test_who_has_it_by_counts_alone_is_who_can_have_every_suit() -> None:
    """R-SCO-28: with three sevens and a coin a line is ahead of anybody; with fewer cards it lacks a suit."""
    for cards, coins, owner, line in product(range(41), range(11), (0, 1), (0, 1)):
        piles, golds = (cards, 40 - cards), (coins, 10 - coins)
        others = [each - gold for each, gold in zip(piles, golds, strict=True)]
        if min(others) < 0 or not golds[owner]:
            continue
        sheet = CountsSheet(piles, golds, (owner,), None, (line,), (0, 0))
        wanted = golds[line] >= 1 and others[line] >= 3
        assert primiera_checks.may_have_primiera(VALLIADI_2022, sheet) == wanted, sheet


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("valliadi_2022", {"cards": [18, 22], "coins": [10, 0], "settebello": 0, "primiera": 1}),
        ("online_002", {"cards": [12, 28], "coins": [10, 0], "settebello": 0, "primiera": 1}),
        ("online_002", {"cards": [4, 36], "coins": [2, 8], "settebello": 1, "primiera": 0}),
        ("classica_001", {"cards": [20, 20], "coins": [0, 10], "settebello": 1, "primiera": "each"}),
        ("wikipedia_004", {"cards": [2, 38], "coins": [1, 9], "settebello": 0, "primiera": 0}),
        ("wikipedia_004", {"cards": [39, 1], "coins": [10, 0], "settebello": 0, "primiera": None}),
        ("leftovers to nobody", {"cards": [3, 20], "coins": [1, 5], "settebello": 0, "primiera": 0}),
    ],
)
def test_a_primiera_that_no_deal_can_give_is_refused(name: str, values: dict[str, Any]) -> None:
    """R-SCO-28"""
    sheet = from_json({"depth": "counts", "best": None, "sweeps": [0, 0], **values})
    assert from_json(to_json(sheet)) == sheet
    with pytest.raises(RefusalError) as refused:
        check(RULES[name], sheet)
    assert (refused.value.code, refused.value.field) == ("primiera_impossible", "primiera")


@pytest.mark.parametrize(("winners", "is_taken"), [([1], False), ([0], True), ([0, 1], False), ([], True)], ids=str)
def test_a_player_without_a_coin_has_no_primiera_of_four(winners: list[int], is_taken: bool) -> None:
    """R-SCO-28, R-SCO-57"""
    values = {
        "depth": "player_counts",
        "cards": [10, 10, 10, 10],
        "coins": [5, 0, 3, 2],
        "settebello": [0],
        "best": None,
        "primiera": winners,
        "sweeps": [0, 0, 0, 0],
    }
    content = from_json(values).content
    assert isinstance(content, CountsSheet)
    assert primiera_checks.may_have_primiera(CLASSICA_001, content) == is_taken
