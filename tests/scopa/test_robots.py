"""The robot of level two: what it takes, what it leaves, and how often it beats a player at random."""

import random
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from scopa.cards import BIT, NAMES
from scopa.game import GAME
from scopa.plays import parse_play
from scopa.presets import ONLINE_002, SCOPONE_SCIENTIFICO, SEVERAL_004
from scopa.robots import _value, choose
from scopa.rules import Rules
from scopa.scoring import score_deal
from scopa.state import State
from scopa.turn import play, read_play
from scopa.view import view
from tests.scopa.tables import after, dealt, dealt_to, to_the_end
from tests.searching import dice, in_short, often
from tournaments.games.commands import robot_action

TARGET = 11


def chosen(state: State) -> set[str]:
    """What the robot may choose here, whatever the dice say."""
    seen = view(state, state.turn)
    return {choose(state.deal.rules, seen, seen["actions"], lambda bound, at=at: at % bound) for at in range(4)}


def deal_points(rules: Rules, greedy: set[int], seats: int, chance: random.Random) -> tuple[int, ...]:
    """The points of a deal by line; the seats in ``greedy`` are played at level two, the others at random."""
    state = dealt_to(rules, seats, chance)
    while (seat := state.turn) is not None:
        seen = view(state, seat)
        action = (
            choose(rules, seen, seen["actions"], chance.randrange) if seat in greedy else chance.choice(seen["actions"])
        )
        state = play(state, seat, read_play(state, action))
    return score_deal(rules, state.taken, state.sweeps).points


def winner(rules: Rules, greedy: set[int], seats: int, chance: random.Random) -> int:
    """The line that wins a match to 11; level ones play on."""
    totals: list[int] = []
    while not totals or max(totals) < TARGET or totals.count(max(totals)) > 1:
        points = deal_points(rules, greedy, seats, chance)
        totals = [sum(pair) for pair in zip(totals or [0] * len(points), points, strict=True)]
    return totals.index(max(totals))


def wins(name: str, rules: Rules, greedy: set[int], seats: int, matches: int) -> int:
    """How many of so many matches the line of the first seat wins."""
    chance = dice(name)
    return sum(winner(rules, greedy, seats, chance) == 0 for _ in range(matches))


@pytest.mark.parametrize(
    ("hand", "table", "best"),
    [
        pytest.param("7s 2c Rb", "7d 7b Rs 5c", {"7sx7d"}, id="R-SCO-64 the settebello"),
        pytest.param("5s Fb 2b", "5d 5c Rs Fs", {"5sx5d"}, id="R-SCO-64 a coin"),
        pytest.param("Cs 2s Ab", "7c 2c 4c 5c", {"Csx2c+7c"}, id="R-SCO-64 a seven"),
        pytest.param("Rs 6b Ab", "6c Rc 4b 6s", {"6bx6s", "6bx6c"}, id="R-SCO-64 what counts for the primiera"),
        pytest.param("Cs Fs Rs", "4c 5c Ac 3c", {"RsxAc+4c+5c"}, id="R-SCO-64 many cards"),
        pytest.param("Rs 4b 2b", "4c 3c 2c Ac", {"RsxAc+2c+3c+4c"}, id="R-SCO-64 a sweep"),
        pytest.param("Rs 6b 2b", "Cd Fd Cs Fs", {"Rs"}, id="R-SCO-64 nothing that somebody takes"),
    ],
)
def test_it_takes_what_is_worth_most(hand: str, table: str, best: set[str]) -> None:
    assert chosen(dealt(hand, table=table)) == best


def test_it_lays_the_card_that_fewest_can_sweep() -> None:
    """R-SCO-64: two sixes are left against three of each other value."""
    state = after(dealt("Rs 2s 3s", "6s 6c Fb", table="4c 3c 2c Ac"), "RsxAc+2c+3c+4c")
    assert chosen(state) == {"6s", "6c"}


@pytest.mark.parametrize(
    ("option", "seats", "stop"),
    [
        pytest.param("carte_viste", 2, 30, id="R-SCO-50 the other's last cards"),
        pytest.param("carte_scoperte_partners", 4, 24, id="R-SCO-51 the partner's cards"),
    ],
)
def test_it_counts_with_a_hand_that_lies_open(option: str, seats: int, stop: int) -> None:
    """R-SCO-64: what the next seat cannot hold may lie on the table."""
    open_rules = replace(ONLINE_002, **{option: True})
    differ = 0
    for number in range(often(50)):
        state = to_the_end(dealt_to(open_rules, seats, random.Random(number)), stop)
        blind = state._replace(deal=replace(state.deal, rules=ONLINE_002))
        assert chosen(state) <= set(view(state, state.turn)["actions"])
        differ += chosen(state) != chosen(blind)
    assert differ > 0


def test_before_the_last_play_it_fears_nobody() -> None:
    """R-SCO-64: the last card of a deal takes the most there is."""
    found = 0
    for number in range(often(100)):
        state = to_the_end(dealt_to(ONLINE_002, 2, random.Random(number)), 35)
        worth = {action: taken_by(action) for action in view(state, state.turn)["actions"]}
        found += len(set(worth.values())) > 1
        assert chosen(state) == {action for action, each in worth.items() if each == max(worth.values())}
    assert found > 0


def taken_by(action: str) -> int:
    """What the cards that a play takes are worth to the robot."""
    card, captured = parse_play(action)
    return _value(ONLINE_002, captured | BIT[card]) if captured else 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_sees_no_more_than_its_seat(seats: int) -> None:
    """R-SCO-64, R-SCO-49: other hands and another stock behind the same view, and it plays the same."""
    rules = GAME.presets["classica_001"]
    chance = random.Random(seats)
    for _ in range(often(5)):
        pack = chance.sample(NAMES, 40)
        own = {seats * place for place in range(3)}
        table = range(3 * seats, 3 * seats + 4)
        if sum(pack[place][0] == "R" for place in table) >= 3:
            continue
        hidden = [place for place in range(40) if place not in own and place not in table]
        played = set()
        for _ in range(5):
            for place, other in zip(hidden, chance.sample(hidden, len(hidden)), strict=True):
                pack[place], pack[other] = pack[other], pack[place]
            state = GAME.start(rules, pack, seats - 1, seats)
            played.add(robot_action(GAME, rules, state, 0, 2, lambda bound: bound - 1))
        assert len(played) == 1


@pytest.mark.without_coverage
# Level two wins nine in ten head-to-head, and as often in pairs; of three it wins eight in ten where chance wins three.
# In a short run it fails to reach the bound less than once in a million times; the 2,000 are promised.
@pytest.mark.parametrize(
    ("name", "rules", "greedy", "seats", "bound", "of_2000"),
    [
        pytest.param("head-to-head", ONLINE_002, {0}, 2, 41, 1_600, id="R-SCO-64 head-to-head"),
        pytest.param("in pairs", ONLINE_002, {0, 2}, 4, 43, 1_600, id="R-SCO-64 in pairs"),
        pytest.param("scopone in pairs", SCOPONE_SCIENTIFICO, {0, 2}, 4, 43, 1_600, id="R-SCO-64 scopone"),
        pytest.param("one of three", SEVERAL_004, {0}, 3, 31, 1_200, id="R-SCO-64 one of three"),
    ],
)
def test_level_two_beats_level_one(
    name: str,
    rules: Rules,
    greedy: set[int],
    seats: int,
    bound: int,
    of_2000: int,
    record_property: Callable[[str, object], None],
) -> None:
    matches = in_short(60, 2_000)
    won = wins(name, rules, greedy, seats, matches)
    record_property("figure", f"robots {name}: level two wins {won:,} of {matches:,} matches to {TARGET}")
    assert won >= (bound if matches == 60 else of_2000)


def test_a_play_takes_a_millisecond_at_most(record_property: Callable[[str, object], None]) -> None:
    """R-SCO-64: on average, over whole deals of two, three and four."""
    chance, spent, plays = random.Random(1), 0.0, 0
    for seats in (2, 3, 4) * 5:
        state = dealt_to(replace(ONLINE_002, redeal_kings_threshold=None), seats, chance)
        while (seat := state.turn) is not None:
            seen = view(state, seat)
            began = time.process_time()
            action = choose(state.deal.rules, seen, seen["actions"], chance.randrange)
            spent += time.process_time() - began
            plays += 1
            state = play(state, seat, read_play(state, action))
    record_property("figure", f"robots: a play of level two takes {spent / plays * 1_000:.2f} ms")
    assert spent / plays < 0.001
