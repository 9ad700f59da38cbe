"""A deal that is over, play by play, its shuffle checked by the script, and the match as a text."""

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.services.play import table as at
from tournaments.games import registry
from tournaments.models import Match
from tournaments.online.reads import live_matches
from tournaments.online.writes import practice

pytestmark = pytest.mark.django_db

USUAL = {"seats": "two", "target": "11", "cards": "covered"}
PLAYS = 36


@pytest.fixture
def match(client: Client) -> Match:
    """A match for practice in its second deal; the browser has its first seat."""
    client.post("/prova/", {"game": "scopa", "level": "1", **USUAL})
    found = Match.objects.get()
    found.chairs = {**found.chairs, "robots": {}}
    found.save()
    for live in at.steps(found, random.Random(3)):
        if live.state.deal.number == 2 and live.state.deal.plays:
            return found
    raise AssertionError("one deal was the whole match")


def replay(client: Client, match: Match, deal: int = 1, plays: int = 0):
    return client.get(reverse("live_replay", args=[match.pk, deal, plays]))


def test_every_step_shows_all_hands_and_leads_on(client, match):
    dealt = live_matches.replay(match.pk, 1, 0)
    page = replay(client, match)
    assert page.status_code == 200
    text = page.content.decode()
    for seat in ("0", "1"):
        for card in dealt["cards"][seat]["hand"]:
            assert f"#card-{card}" in text
    assert [way["url"] for way in page.context["ways"]][2:] == [
        reverse("live_replay", args=[match.pk, 1, plays]) + "#replay" for plays in (1, PLAYS)
    ]
    assert [way["url"] for way in page.context["ways"]][:2] == ["", ""]
    last = replay(client, match, plays=PLAYS)
    assert [bool(way["url"]) for way in last.context["ways"]] == [True, True, False, False]
    assert len(last.context["steps"]) == PLAYS
    assert last.context["said"] == last.context["steps"][-1]["words"]


def test_each_play_of_a_replay_names_its_player(client, match):
    played = [event for event in live_matches.events_for(live_matches.match(match.pk), 0) if event["kind"] == "played"][
        :PLAYS
    ]
    found = live_matches.replay(match.pk, 1, 0)
    assert found["turns"] == [event["seat"] for event in played]
    assert found["plays"] == [event["play"] for event in played]


@pytest.mark.parametrize(("deal", "plays"), [(2, 0), (3, 0), (0, 0), (1, PLAYS + 1), (10**12, 0)])
def test_a_deal_that_is_not_over_or_a_play_that_there_is_not_is_not_found(client, match, deal, plays):
    assert replay(client, match, deal, plays).status_code == 404
    if plays == 0:
        assert client.get(reverse("live_reveal", args=[match.pk, deal])).status_code == 404


def test_a_match_for_practice_is_replayed_by_its_browser_alone(client, match):
    stranger = Client()
    for address in (
        reverse("live_replay", args=[match.pk, 1, 0]),
        reverse("live_reveal", args=[match.pk, 1]),
        reverse("live_text", args=[match.pk]),
    ):
        assert client.get(address).status_code == 200
        assert stranger.get(address).status_code == 404


def test_the_downloaded_script_checks_the_downloaded_deal(client, match, tmp_path: Path):
    script, deal = client.get(reverse("shuffle_verifier")), client.get(reverse("live_reveal", args=[match.pk, 1]))
    (tmp_path / "verify_shuffle.py").write_bytes(script.content)
    document = json.loads(deal.content)
    commitment = live_matches.live(live_matches.match(match.pk)).state.deals[0].commitment
    assert document["commitment"] == commitment

    def says(data: bytes) -> str:
        done = subprocess.run(
            [sys.executable, tmp_path / "verify_shuffle.py"], input=data, capture_output=True, check=False
        )
        return (done.stdout or done.stderr).decode().strip()

    # One deal in some hundreds has three kings on the table, and is dealt again.
    assert says(deal.content).startswith("OK")
    document["server_seed"] = "00" * 32
    assert says(json.dumps(document).encode()).startswith("Differs")


def test_the_page_says_what_the_shuffle_does_not_prove(client, match):
    page = replay(client, match).content.decode()
    assert "Che cosa non dimostra." in page
    reveal = live_matches.replay(match.pk, 1, 0)["reveal"]
    for value in (reveal["commitment"], reveal["server_seed"], *reveal["client_seeds"]):
        assert value in page


def test_the_text_holds_the_closed_deals_and_each_is_read_back(client, match):
    answer = client.get(reverse("live_text", args=[match.pk]))
    assert answer.headers["Content-Type"].startswith("text/plain")
    parts = re.split(r"\n(?=# Smazzata)", answer.content.decode())
    assert len(parts) == 2
    live = at.live(match)
    state = registry.game("scopa").read_deal(parts[1])
    assert tuple(state["plays"]) == live.state.deals[0].plays
    open_cards = live_matches.live(live_matches.match(match.pk)).position().unseal()["pack"]
    assert " ".join(open_cards) not in answer.content.decode()


def test_of_a_match_without_a_closed_deal_the_text_holds_no_card(client):
    client.post("/prova/", {"game": "scopa", "level": "1", **USUAL})
    found = Match.objects.get()
    at.ask(found, "ready", practice.OWN, "")
    text = client.get(reverse("live_text", args=[found.pk])).content.decode()
    assert text.splitlines()[-1] == "# Nessuna smazzata è ancora finita."
    assert all(line.startswith("#") for line in text.splitlines())
