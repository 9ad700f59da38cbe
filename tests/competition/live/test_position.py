"""The deck of a deal follows from its seeds, and its position from its plays."""

import json
from dataclasses import replace

import pytest

from tests.competition.live.table import TOY, Table, setup
from tests.tournaments.toy.game import REDEAL, Toy
from tournaments.competition.live.position import MOST_ATTEMPTS, Dealt, first_attempt, position
from tournaments.games.commands import Sealed
from tournaments.games.contract import RefusedError

CARDS = Dealt(TOY, json.dumps(TOY.presets["club"]), Sealed("00" * 32), ("", ""), 0, 0, 0)


class Refusing(Toy):
    """Counts how often it is asked to deal, and never does."""

    def __init__(self, code: str) -> None:
        self.code, self.asked = code, 0

    def start(self, rules, pack, dealer, seats):
        self.asked += 1
        raise RefusedError(self.code)


def test_every_seed_the_number_and_the_attempt_change_the_deck():
    others = [
        CARDS,
        replace(CARDS, seeds=("", "ab" * 16)),
        replace(CARDS, number=1),
        replace(CARDS, seed=Sealed("01" * 32)),
    ]
    assert len({cards.deck(attempt) for cards in others for attempt in range(5)}) == 20
    assert {frozenset(cards.deck(0)) for cards in others} == {frozenset(TOY.pack({}))}


def test_a_deal_that_the_rules_want_dealt_again_has_the_next_attempt():
    numbered = (replace(CARDS, number=deal) for deal in range(999))
    again = next(cards for cards in numbered if cards.deck(0)[0] == REDEAL)
    assert first_attempt(again) == 1
    assert first_attempt(replace(again, number=again.number + 1)) == 0


@pytest.mark.parametrize(("code", "asked"), [("redeal", MOST_ATTEMPTS + 1), ("pack_wrong", 1)])
def test_dealing_again_has_an_end_and_other_refusals_are_not_hidden(code, asked):
    game = Refusing(code)
    with pytest.raises(RefusedError, match=code):
        first_attempt(replace(CARDS, game=game))
    assert game.asked == asked


def test_a_position_is_the_same_whichever_was_asked_for_before():
    table = Table(setup()).deal()
    cards, found = table.live.cards(), [table.live.position()]
    while len(table.state.deal.plays) < 3:
        table.play()
        found.append(table.live.position())
    plays = table.state.deal.plays
    for number in (3, 0, 2, 1, 1, 3):
        assert position(cards, plays[:number]) == found[number]
    other = max(TOY.legal_actions(found[0].unseal(), 1))
    assert other != plays[0]
    assert position(cards, (other,)).unseal()["plays"] == [other]


def test_a_log_with_a_play_too_many_is_noticed():
    table = Table(setup()).deal().close()
    deal = table.state.closed[0]
    cards = replace(table.live.cards(), number=1, seeds=tuple(deal.seeds.values()), attempt=0, dealer=0)
    cards = replace(cards, seed=table.live.seeds[1])
    with pytest.raises(ValueError, match="after the end"):
        position(cards, (*deal.plays, "k1"))
