"""A second game with an online table: robots, practice, replay and texts come to it by what it declares alone."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings as site
from django.test import Client
from django.urls import reverse

from tests.tournaments.services.play import table as at
from tests.tournaments.toy_online import game as toy
from tournaments.games import registry
from tournaments.games.contract import PractisedGame, RobotGame, TabledGame, WrittenGame
from tournaments.models import Match
from tournaments.online.reads import live_matches
from tournaments.upkeep.writes import sweeping

pytestmark = pytest.mark.django_db

NAME = toy.GAME.key
TEMPLATES = Path(toy.__file__).parent / "templates"


@pytest.fixture(autouse=True)
def _second_game(settings: object) -> Iterator[None]:
    engine = site.TEMPLATES[0]
    settings.TEMPLATES = [{**engine, "DIRS": [*engine["DIRS"], TEMPLATES]}]  # type: ignore[attr-defined]
    settings.ROBOT_PAUSE_MS = 0  # type: ignore[attr-defined]
    registry.configure((*site.GAMES, NAME))
    yield
    registry.configure(site.GAMES)


def begun(client: Client, size: str = "two", level: int = 2) -> Match:
    answer = client.post("/prova/", {"game": NAME, "level": level, "size": size})
    assert answer.status_code == 303
    return Match.objects.get()


def played_out(match: Match) -> None:
    """The person plays anything legal, the robots by the sweeper."""
    lots = random.Random(5)
    for _ in range(500):
        state = at.live(match).state
        if state.is_over:
            return
        if state.deal.is_waiting and set(state.deal.seats) - set(state.deal.seeds):
            at.deal(match)
        elif state.turn == 0:
            at.ask(match, "play", 0, lots.choice(list(at.plays(match))))
        else:
            sweeping.fire_due()
    raise AssertionError("the match does not end")


def test_the_toy_declares_what_a_game_can() -> None:
    for declared in (RobotGame, PractisedGame, TabledGame, WrittenGame):
        assert isinstance(toy.GAME, declared)


def test_it_is_offered_for_practice_with_its_own_choices(client: Client) -> None:
    page = client.get(f"/prova/?game={NAME}")
    assert list(page.context["form"].fields) == ["level", "size"]
    assert "Three of us" in page.content.decode()
    assert client.post("/prova/", {"game": NAME, "level": 2, "size": "nine"}).status_code == 422


@pytest.mark.parametrize("size", ["two", "three"])
def test_its_robots_play_a_whole_match_by_its_own_choice(client: Client, size: str) -> None:
    match = begun(client, size)
    played_out(match)
    live = at.live(match)
    assert live.state.is_over
    for deal in live.state.closed:
        replay = live_matches.replay(match.pk, deal.number, 0)
        hands = {seat: replay["cards"][str(seat)]["hand"] for seat in deal.seats}
        firsts: dict[int, str] = {}
        for seat, play in zip(replay["turns"], replay["plays"], strict=True):
            firsts.setdefault(seat, play)
        assert all(firsts[seat] == toy.highest(None, None, hands[seat], int) for seat in deal.seats if seat)


def test_its_table_and_every_step_of_its_replay_are_shown(client: Client) -> None:
    match = begun(client)
    at.deal(match)
    hand = at.view(match, 0)["cards"]["hand"]
    page = client.get(reverse("live_table", args=[match.pk]))
    assert f'<p id="toy-hand">{" ".join(hand)}</p>' in page.content.decode()
    played_out(match)
    replay = live_matches.replay(match.pk, 1, 0)
    for plays in range(len(replay["plays"]) + 1):
        page = client.get(reverse("live_replay", args=[match.pk, 1, plays]))
        shown = live_matches.replay(match.pk, 1, plays)["cards"]
        for seat in ("0", "1"):
            assert f": {' '.join(shown[seat]['hand'])}</p>" in page.content.decode()
    assert page.context["said"].startswith(("You lay card ", "Robot lays card "))


def test_its_closed_deals_are_a_text_that_it_reads_back(client: Client) -> None:
    match = begun(client)
    played_out(match)
    text = client.get(reverse("live_text", args=[match.pk])).content.decode()
    deals = [toy.GAME.read_deal(line) for line in text.splitlines() if line and not line.startswith("#")]
    assert [tuple(deal["plays"]) for deal in deals] == [deal.plays for deal in at.live(match).state.closed]
