"""Deals as JSON, and what is no deal."""

import json
import random
from typing import Any

import pytest

from scala40.cards import PACK
from scala40.codec import from_json, to_json
from scala40.errors import RefusalError
from scala40.moves import read_move, write_move
from scala40.playout import choose_move, playout
from scala40.presets import PRESETS, TORNEO_003
from scala40.state import State
from scala40.turn import begin, play, replay
from tests.coded import coded


def finished(seed: int, seats: int = 4) -> State:
    lots = random.Random(seed)
    pack = lots.sample(PACK, 108)
    return playout(TORNEO_003, pack, 0, seats, iter(lambda: lots.randrange(1_000), -1))


@pytest.mark.without_coverage
@pytest.mark.parametrize("name", PRESETS)
def test_a_position_survives_json(name: str) -> None:
    """R-S40-29, R-S40-22: at every move, without the kept positions too."""
    lots = random.Random(name)
    state = begin(PRESETS[name], lots.sample(PACK, 108), 1, 3)
    while not state.is_over:
        assert from_json(json.loads(json.dumps(to_json(state)))) == state
        state = play(state, state.position.seat, choose_move(state.legal, lots.randrange(1_000)))
    assert from_json(to_json(state)) == state


def test_replaying_the_notation_gives_the_same_position() -> None:
    """R-S40-27, R-S40-29"""
    for seed in range(20):
        state = finished(seed, seats=2 + seed % 5)
        start = begin(TORNEO_003, state.deal.pack, 0, state.deal.seats)
        assert replay(start, [read_move(write_move(each)) for each in state.log]) == state


def written() -> dict[str, Any]:
    return to_json(finished(7))


CHANGED: list[tuple[dict[str, Any], str]] = [
    ({"moves": "draw"}, "state_unreadable"),
    ({"moves": [None]}, "state_unreadable"),
    ({"moves": ["draw"] * 30_000}, "state_unreadable"),
    ({"pack": 7}, "state_unreadable"),
    ({"dealer": True}, "state_unreadable"),
    ({"seats": "4"}, "state_unreadable"),
    ({"more": 1}, "state_unreadable"),
    ({"seats": 9}, "seats_not_allowed"),
    ({"pack": ["7x"] * 108}, "unknown_card"),
    ({"pack": ["7h"] * 108}, "pack_incomplete"),
    ({"moves": ["draw", "draw"]}, "drawn_already"),
    ({"moves": ["nonsense"]}, "malformed_move"),
    ({"rules": {}}, "rule_missing"),
]


@pytest.mark.parametrize(("changed", "code"), CHANGED, ids=[f"R-S40-29 {code}" for _, code in CHANGED])
def test_what_is_no_deal_is_refused(changed: dict[str, Any], code: str) -> None:
    with pytest.raises(RefusalError) as refused:
        from_json(written() | changed)
    assert refused.value.code == code


@pytest.mark.parametrize("data", [None, [], {}, "draw", 7])
def test_what_is_no_record_is_refused(data: Any) -> None:
    with pytest.raises(RefusalError, check=coded("state_unreadable")):
        from_json(data)


def test_a_move_after_the_end_is_refused() -> None:
    """R-S40-29"""
    data = written()
    with pytest.raises(RefusalError, check=coded("state_unreadable")):
        from_json(data | {"moves": [*data["moves"], "draw"]})
