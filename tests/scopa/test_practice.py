"""Tables to try scopa at: what each choice plays, and what does not go together."""

import pytest

from scopa.game import GAME
from tournaments.games.contract import RefusedError

USUAL = {name: options[0] for name, options in GAME.practice.items()}


@pytest.mark.parametrize(
    ("chosen", "seats", "rules"),
    [
        ({}, (0, 1), {"sides": "singles", "target": 11, "carte_viste": False, "carte_scoperte_partners": False}),
        ({"target": "21", "cards": "viste"}, (0, 1), {"target": 21, "carte_viste": True}),
        ({"seats": "three"}, (0, 1, 2), {"sides": "several"}),
        ({"seats": "scopone_ten", "target": "21"}, (0, 1, 0, 1), {"sides": "pairs", "cards_each": 10, "target": 21}),
        (
            {"seats": "scopone_nine", "cards": "scoperte"},
            (0, 1, 0, 1),
            {"cards_each": 9, "carte_scoperte_partners": True},
        ),
        ({"seats": "pairs", "cards": "scoperte"}, (0, 1, 0, 1), {"sides": "pairs", "carte_scoperte_partners": True}),
    ],
    ids=str,
)
def test_a_table_plays_what_was_chosen(chosen, seats, rules):
    table = GAME.practice_table({**USUAL, **chosen})
    assert (table.seats, {name: table.rules[name] for name in rules}) == (seats, rules)


@pytest.mark.parametrize("seats", ["two", "three"])
def test_without_partners_no_cards_are_shown_to_a_partner(seats):
    with pytest.raises(RefusedError, match="rule_no_partners"):
        GAME.practice_table({**USUAL, "seats": seats, "cards": "scoperte"})


@pytest.mark.parametrize("seats", ["scopone_ten", "scopone_nine"])
def test_where_all_cards_are_dealt_at_once_no_earlier_ones_are_shown(seats):
    """R-SCO-72"""
    with pytest.raises(RefusedError, match="rule_one_cycle"):
        GAME.practice_table({**USUAL, "seats": seats, "cards": "viste"})
