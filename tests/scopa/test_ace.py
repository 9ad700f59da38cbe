"""Asso piglia tutto: what an ace takes, when that is a sweep, and what it does on an empty table."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopa import codec, text
from scopa.capture import house_options, may_sweep, options
from scopa.cards import BIT, NAMES, card, mask, members
from scopa.errors import RefusalError
from scopa.game import GAME
from scopa.phrases import PHRASES
from scopa.playout import playout
from scopa.presets import ONLINE_002, PRESETS
from scopa.robots import choose
from scopa.rules import Rules
from scopa.state import State
from scopa.table_words import SENTENCES
from scopa.turn import begin, play, read_play, sweep_cards
from scopa.view import view
from tests.coded import coded
from tests.scopa.tables import after, cards, dealt, plays

NO_SWEEP = replace(ONLINE_002, ace_takes_all="no_sweep")
SWEEP = replace(ONLINE_002, ace_takes_all="sweep")
TAKEN = replace(SWEEP, ace_on_empty="taken")


def test_only_scopa_d_assi_has_it() -> None:
    """R-SCO-71, R-SCO-74: no seed speaks of it."""
    having = {name: preset for name, preset in PRESETS.items() if preset.aces_take_all}
    assert {(name, each.ace_takes_all, each.ace_on_empty) for name, each in having.items()} == {
        ("scopa_d_assi", "no_sweep", "taken")
    }


@pytest.mark.parametrize(
    ("rules", "table", "wanted"),
    [
        pytest.param(SWEEP, "5d 7c Rb", ["5d 7c Rb"], id="R-SCO-71 all the cards"),
        pytest.param(NO_SWEEP, "5d", ["5d"], id="R-SCO-71 a single card"),
        pytest.param(SWEEP, "As 5d 7c", ["As"], id="R-SCO-71 an ace before all"),
        pytest.param(SWEEP, "As Ab 7c", ["As", "Ab"], id="R-SCO-11 one of two aces"),
        pytest.param(replace(SWEEP, equal_card_priority=False), "As 5d", ["As", "As 5d"], id="R-SCO-07 no priority"),
        pytest.param(replace(SWEEP, equal_card_priority=False), "As", ["As"], id="R-SCO-71 an ace is all"),
        pytest.param(
            replace(SWEEP, equal_card_priority=False, sum_choice="fewest_cards"), "As 5d", ["As"], id="R-SCO-10"
        ),
        pytest.param(replace(SWEEP, forced_capture="equal_only"), "5d 7c", ["5d 7c", ""], id="R-SCO-09 not compulsory"),
        pytest.param(SWEEP, "", [""], id="R-SCO-71 it stays on an empty table"),
        pytest.param(TAKEN, "", ["Ad"], id="R-SCO-71 it takes itself"),
        pytest.param(ONLINE_002, "5d 7c Rb", [""], id="R-SCO-08 off"),
    ],
)
def test_what_an_ace_takes(rules: Rules, table: str, wanted: list[str]) -> None:
    assert sorted(options(rules, card("Ad"), cards(table))) == sorted(cards(each) for each in wanted)


@given(st.sampled_from([SWEEP, NO_SWEEP, TAKEN]), st.integers(4, 39), st.sets(st.integers(0, 39), max_size=10))
def test_every_other_card_takes_what_it_took(rules: Rules, played: int, on_table: set[int]) -> None:
    """R-SCO-71: the ace alone is another card; a sum may still hold aces."""
    table = mask(on_table - {played})
    assert house_options(rules, played, table) == options(ONLINE_002, played, table)


@pytest.mark.parametrize(
    ("rules", "table", "written", "sweeps"),
    [
        pytest.param(SWEEP, "5s 7c Rb", "Ad", 1, id="R-SCO-71 a sweep"),
        pytest.param(NO_SWEEP, "5s 7c Rb", "Ad", 0, id="R-SCO-71 no sweep"),
        pytest.param(NO_SWEEP, "5s", "Ad", 0, id="R-SCO-71 no sweep of a single card"),
        pytest.param(NO_SWEEP, "As", "Ad", 1, id="R-SCO-71 an ace alone is taken as ever"),
        pytest.param(SWEEP, "As", "Ad", 1, id="R-SCO-71 and here"),
        pytest.param(NO_SWEEP, "3s 2c", "5d", 1, id="R-SCO-13 another card sweeps"),
    ],
)
def test_when_an_ace_sweeps(rules: Rules, table: str, written: str, sweeps: int) -> None:
    state = on(rules, table, written)
    found = after(state, written + "x")
    assert (found.table, found.sweeps) == (0, (sweeps, 0))
    assert [len(pile) for pile in sweep_cards(found)] == [sweeps, 0]


@pytest.mark.parametrize(("rules", "told"), [(SWEEP, ["captured", "swept"]), (NO_SWEEP, ["captured"])])
def test_what_everybody_is_told_of_an_ace(rules: Rules, told: list[str]) -> None:
    """R-SCO-71: through the door of the game."""
    state = codec.to_json(dealt("Ad", table="5s 7c Rb Fs", rules=rules))
    step = GAME.apply(state, 0, "Adx")
    assert step.action == "Adx5s+7c+Fs+Rb"
    assert [each["event"] for each in step.events] == told


def on(rules: Rules, table: str, hand: str) -> State:
    """A position with just this table, however it came about: the other cards of the four are gone."""
    state = dealt(hand, table="Rs Rc Fs Cs", rules=replace(rules, redeal_kings_threshold=None))
    lying = cards(table)
    legal = tuple((card(hand), each) for each in options(state.deal.rules, card(hand), lying))
    deal = replace(state.deal, table=lying)
    return state._replace(deal=deal, table=lying, legal=legal)


def test_an_ace_that_takes_itself() -> None:
    """R-SCO-71: its notation names it, it is a capture and no sweep, and it goes to the pile of its player."""
    state = on(TAKEN, "", "Ad")
    assert [each for each in plays(state) if each.startswith("A")] == ["AdxAd"]
    assert read_play(state, "Adx") == read_play(state, "AdxAd")
    found = play(state, 0, read_play(state, "AdxAd"))
    assert (found.table, found.taken, found.sweeps, found.last_capturer) == (0, (BIT[card("Ad")], 0), (0, 0), 0)
    assert GAME.action_words("AdxAd") == ("keep", "kept", {"card": ["Ad"]})
    assert {"keep", "keep_here", "kept", "you_kept", "let_go_keep", "takes_itself"} <= set(SENTENCES)
    with pytest.raises(RefusalError, check=coded("must_capture")):
        read = read_play(state, "Ad")
        play(state, 0, read)


def test_a_card_that_takes_itself_is_no_play_elsewhere() -> None:
    """R-SCO-48, R-SCO-71"""
    with pytest.raises(RefusalError, check=coded("card_named_twice")):
        read_play(on(TAKEN, "", "Ad"), "7dx7d")
    for rules in (ONLINE_002, SWEEP):
        state = on(rules, "", "Ad")
        with pytest.raises(RefusalError, check=coded("card_not_on_table")):
            play(state, 0, read_play(state, "AdxAd"))


@pytest.mark.parametrize(
    ("table", "typed", "code"),
    [
        ("5d 7c", "Asx5d", "ace_takes_table"),
        ("5d 7c", "As", "must_capture"),
        ("Ad 7c", "AsxAd+7c", "equal_card_first"),
        ("Ad 7c", "Asx7c", "equal_card_first"),
    ],
)
def test_why_an_ace_may_not(table: str, typed: str, code: str) -> None:
    """R-SCO-71: said in words of its own; a sum is not what is wrong with it."""
    state = on(SWEEP, table, "As")
    with pytest.raises(RefusalError, check=coded(code)) as refused:
        play(state, 0, read_play(state, typed))
    assert PHRASES[code] % refused.value.params


def test_an_ace_on_the_last_play_makes_no_sweep() -> None:
    """R-SCO-14"""
    state = on(SWEEP, "5s 7c", "Ad")
    late = state._replace(deal=replace(state.deal, sweeps_until=0))
    assert after(late, "Adx").sweeps == (0, 0)


@pytest.mark.parametrize("rules", [SWEEP, NO_SWEEP, TAKEN], ids=["sweep", "no sweep", "taken"])
@given(seed=st.integers(0, 10**9), seats=st.sampled_from([2, 3, 4]))
def test_deals_end_with_every_card_in_a_pile(rules: Rules, seed: int, seats: int) -> None:
    """R-SCO-71: engine and playout agree play by play, through the text of the deal, and no card is lost."""
    chance, free = random.Random(seed), replace(rules, redeal_kings_threshold=None)
    state = begin(free, chance.sample(range(40), 40), seats - 1, seats)
    while state.turn is not None:
        state = play(state, state.turn, chance.choice(state.legal))
        lying = [each for pile in state.taken for each in members(pile)]
        assert len(lying) == len(set(lying))
        assert not set(lying) & set(members(state.table))
    assert sum(pile.bit_count() for pile in state.taken) == len(NAMES)
    assert codec.from_json(text.read(text.write(codec.to_json(state)))) == state
    assert [len(pile) for pile in sweep_cards(state)] == list(state.sweeps)
    end = playout(free, state.deal.pack, seats, [chance.randrange(60) for _play in range(36)])
    assert sum(pile.bit_count() for pile in end.taken) == len(NAMES)
    assert sum(end.sweeps) <= 18


def test_what_is_a_sweep_of_an_ace() -> None:
    """R-SCO-71: beside another card no ace is taken where aces go first."""
    ace = card("Ad")
    assert [may_sweep(SWEEP, ace, cards(each)) for each in ("As", "As 5d", "5d", "Ad")] == [True, True, True, False]
    assert [may_sweep(NO_SWEEP, ace, cards(each)) for each in ("As", "As 5d", "5d")] == [True, False, False]
    assert may_sweep(ONLINE_002, ace, cards("As"))


@pytest.mark.parametrize(
    ("rules", "best"),
    [
        pytest.param(SWEEP, "Acx6s+7s+Rb", id="R-SCO-64 it takes all"),
        pytest.param(TAKEN, "Acx6s+7s+Rb", id="R-SCO-64 and here"),
    ],
)
def test_a_robot_takes_all_with_an_ace(rules: Rules, best: str) -> None:
    state = on_three(rules)
    seen = view(state, state.turn)
    assert choose(state.deal.rules, seen, seen["actions"], lambda _bound: 0) == best


def on_three(rules: Rules) -> State:
    state = dealt("Ac 3b 2b", table="7s 6s Rb Fs", rules=rules)
    lying = cards("7s 6s Rb")
    legal = tuple((card(each), found) for each in ("Ac", "3b", "2b") for found in options(rules, card(each), lying))
    return state._replace(deal=replace(state.deal, table=lying), table=lying, legal=legal)


def test_a_robot_plays_every_variant_to_the_end() -> None:
    """R-SCO-64, R-SCO-71: also with an ace in its hand and nothing on the table."""
    for rules in (SWEEP, NO_SWEEP, TAKEN):
        chance = random.Random(11)
        free = replace(rules, redeal_kings_threshold=None)
        state = begin(free, chance.sample(range(40), 40), 1, 2)
        while (seat := state.turn) is not None:
            seen = view(state, seat)
            action = choose(free, seen, seen["actions"], chance.randrange)
            assert action in seen["actions"]
            state = play(state, seat, read_play(state, action))
    empty = on(TAKEN, "", "Ad")
    seen = view(empty, 0)
    assert choose(TAKEN, seen, seen["actions"], lambda _bound: 0) in seen["actions"]
