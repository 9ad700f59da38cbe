"""What a play costs each viewer: less than a kilobyte on the wire over whole matches, and little more at the worst."""

import json
import random
import zlib
from itertools import islice

import pytest

from tests.searching import in_short
from tests.tournaments.live.matches.served import merged
from tests.tournaments.services.play import table as at
from tournaments.config.connections import SHORT
from tournaments.games import registry
from tournaments.live.matches import frames
from tournaments.online.reads import live_matches

pytestmark = pytest.mark.django_db

MOST = 1024
CASES = [
    ("scopa", "online_002", (0, 1)),
    ("scopa", "several_004", (0, 1, 2)),
    ("scopa", "online_002", (0, 1, 0, 1)),
    ("scopa", "scopone_scientifico", (0, 1, 0, 1)),
    ("scala40", "torneo_003", (0, 1)),
    pytest.param("scala40", "torneo_003", (0, 1, 2, 3, 4, 5), marks=pytest.mark.full),
]
# A match of Scala 40 at random has thousands of plays; after so many every kind of them was seen.
MOST_PLAYS = in_short(300, 3_000)


# The hand of Scala 40 with the most plays that a search has found, where runs of any length may be laid.
WHOLE_SUIT = """
scala40 2
rules federazione
dealer B
A Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh
B 3s 3d
up 7s
stock * 8d 8d
moves
"""
MOST_AT_THE_WORST = 1_400


def on_the_wire(text: str) -> int:
    """The bytes of a frame as the server packs it, without the head of four."""
    said = text.encode()
    if len(said) <= SHORT:
        return len(said)
    packer = zlib.compressobj(9, wbits=-12, memLevel=5)
    return len(packer.compress(said) + packer.flush(zlib.Z_SYNC_FLUSH)) - 4


@pytest.mark.parametrize(("game", "preset", "seats"), CASES)
def test_a_play_costs_each_viewer_less_than_a_kilobyte_and_news_add_up_to_the_view(
    game: str, preset: str, seats: tuple[int, ...]
) -> None:
    match = at.practice(game, preset, seats, move_ms=30_000, bank_ms=600_000)
    viewers = [None, *range(len(seats))]
    before = live_matches.match_views(match.pk, viewers, 0, at.NOW)
    kept, most = dict(before.views), 0
    for _live in islice(at.steps(match, random.Random(str(seats))), MOST_PLAYS):
        now = live_matches.match_views(match.pk, viewers, before.sequence, at.NOW)
        for viewer in viewers:
            text = frames.news(before.views[viewer], now.views[viewer], now.events[viewer])
            most = max(most, on_the_wire(text))
            kept[viewer] = merged(kept[viewer], json.loads(text))
            assert kept[viewer] == json.loads(json.dumps(now.views[viewer]))
        before = now
    print(f"{game}, {len(seats)} seats: {most} bytes at most")  # noqa: T201 - the figure is what it is about
    assert most <= MOST


def test_the_longest_list_of_plays_is_sent_in_little_more() -> None:
    game = registry.playable("scala40")
    state = game.read_deal(WHOLE_SUIT)  # type: ignore[attr-defined]
    drawn = game.apply(state, 0, "draw")
    before, after = game.view(state, 0), game.view(drawn.state, 0)
    assert len(after["actions"]) > 550
    event = {"sequence": 2, "kind": "played", "seat": 0, "at": 1_796_000_000_000, "play": "draw", "told": drawn.events}
    views = [{"sequence": number, "cards": cards, "score": []} for number, cards in ((1, before), (2, after))]
    text = frames.news(*views, [{**event, "elapsed": 4_000, "turn": 0}])
    print(f"the longest list of plays: {on_the_wire(text)} bytes")  # noqa: T201 - the figure is what it is about
    assert on_the_wire(text) <= MOST_AT_THE_WORST
