"""What a play at an online table asks of the database: the same at its first as at its last card, and no more."""

import random
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.api.players import Player, opened
from tests.tournaments.services.play import table as at
from tournaments.models import Match
from tournaments.timing.writes import downtime

# With the transaction's own statements. PostgreSQL takes what tells nothing with the next question.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_gap")]
# The pulse, the lock, whether it was asked before, the row of the log, the match, what is due.
PLAY = {"sqlite": 8, "postgresql": 7}
# Over the API also the token, the match with its table and event, the player, what they are to the event.
BY_API = {"sqlite": 13, "postgresql": 12}
UNCHANGED = 4


@pytest.fixture(autouse=True)
def _no_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pulse is no part of a play: it is due twice a second, and when nothing is pending every two seconds."""
    monkeypatch.setattr(downtime, "BUSY", timedelta(hours=1))
    monkeypatch.setattr(downtime, "IDLE", timedelta(hours=1))


def asked(match: Match) -> int:
    """The statements of the next play."""
    state, play = at.live(match).state, random.Random(1).choice(list(at.plays(match)))
    with CaptureQueriesContext(connection) as found:
        at.ask(match, "play", state.turn, play, expected=state.sequence)
    return len(found)


def test_a_play_takes_the_same_queries_at_its_first_as_at_its_last_card() -> None:
    match = opened(rules={"match_mode": "fixed_deals", "deals": 2, "target": None})
    at.deal(match)
    found = [asked(match) for _ in range(30)]
    assert set(found) == {PLAY[connection.vendor]}


def test_a_play_over_the_api_and_an_unchanged_match_take_few_queries() -> None:
    match = opened()
    at.deal(match)
    player = Player(match, at.live(match).state.turn or 0)
    known = player.get()
    with CaptureQueriesContext(connection) as looked:
        assert player.get(if_none_match=known.headers["ETag"]).status_code == 304
    action, sequence = known.json()["view"]["cards"]["actions"][0], known.json()["view"]["sequence"]
    with CaptureQueriesContext(connection) as played:
        assert player.ask("play", action, sequence).status_code == 200
    assert len(looked) <= UNCHANGED, [query["sql"][:90] for query in looked]
    assert len(played) <= BY_API[connection.vendor], [query["sql"][:90] for query in played]
