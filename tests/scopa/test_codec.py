"""A deal as JSON."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopa.codec import from_json, to_json
from scopa.errors import IllegalPlayError, RefusalError
from scopa.presets import PRESETS
from scopa.turn import begin, play
from tests.scopa.tables import to_the_end


@given(
    st.sampled_from(sorted(PRESETS)),
    st.sampled_from([2, 3, 4]),
    st.integers(0, 36),
    st.randoms(use_true_random=False),
)
def test_a_position_survives_json(name: str, seats: int, stop: int, lots: random.Random) -> None:
    """R-SCO-55"""
    pack = lots.sample(range(40), 40)
    if sum(card >= 36 for card in pack[3 * seats : 3 * seats + 4]) >= 3:
        pack.reverse()
    rules = PRESETS[name] if seats == 4 or PRESETS[name].sides == "both" else PRESETS["online_002"]
    state = begin(rules, pack, lots.randrange(seats), seats)
    while len(state.log) < stop:
        state = play(state, state.turn or 0, lots.choice(state.legal))
    assert from_json(json.loads(json.dumps(to_json(state)))) == state


GOOD = to_json(to_the_end(begin(PRESETS["online_002"], list(range(40)), 0, 2)))


@pytest.mark.parametrize(
    "data",
    [None, {}, GOOD | {"more": 1}, GOOD | {"plays": [*GOOD["plays"], "7d"]}, GOOD | {"pack": ["7d"]}],
    ids=["nothing", "empty", "unknown key", "a play too many", "one card"],
)
def test_what_is_no_deal(data: Any) -> None:
    with pytest.raises(RefusalError) as refused:
        from_json(data)
    assert refused.value.code in {"state_unreadable", "pack_incomplete"}


def test_the_plays_of_a_stored_deal_are_checked_again() -> None:
    """R-SCO-55"""
    with pytest.raises(IllegalPlayError):
        from_json(GOOD | {"plays": ["Rb"]})
