"""The page of a table of Scala 40: what each reader is shown of it, and its finished deals."""

import random
import re
from collections import Counter
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.services.play import table as at
from tournaments.models import Match
from tournaments.online.reads import live_matches

pytestmark = pytest.mark.django_db

HAND = re.compile(r'<ul class="hand".*?</ul>', re.DOTALL)
CARD = re.compile(r'data-card="([^"]+)"')
SHOWN = re.compile(r"#card-([^\"]+)\"")
MELD = re.compile(r'data-meld="(m\d+)"(.*?)</li>', re.DOTALL)
PLAY = re.compile(r'<button class="table-play"\s+name="text" value="([^"]+)">(.*?)</button>', re.DOTALL)
SEATS = 4


def laid_first(match: Match, *, deal: int = 1, has_melds: bool = False) -> None:
    """Play on to a turn of seat 0 in that deal, with combinations on the table if wanted; who can lay lays."""
    dice = random.Random(40)
    while True:
        live = at.live(match)
        if live.state.deal.is_waiting:
            at.deal(match)
            continue
        turn = live.state.turn
        assert turn is not None
        cards = at.view(match, turn)["cards"]
        is_there = turn == 0 and live.state.deal.number >= deal and not cards["doing"]["has_drawn"]
        if is_there and (cards["melds"] or not has_melds):
            return
        laying = [each for each in cards["actions"] if each.startswith(("lay", "off"))]
        at.ask(match, "play", turn, dice.choice(laying or cards["actions"]))


@pytest.fixture
def match() -> Match:
    found = at.practice("scala40", "torneo_003", range(SEATS), dealer=SEATS - 1)
    found.chairs = {**found.chairs, "shown": True}
    # Cards that lie badly would end it with its first deal.
    found.rules = {**found.rules, "out_at": 999}
    found.save()
    return found


@pytest.fixture
def player(client: Client, match: Match) -> Client:
    """The browser of seat 0."""
    session = client.session
    session["practice"] = [[match.pk, 0]]
    session.save()
    return client


def page(client: Client, match: Match) -> str:
    answer = client.get(f"/tavolo/{match.pk}/")
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_a_player_sees_the_own_hand_the_piles_and_the_combinations_of_each(match: Match, player: Client) -> None:
    """R-S40-28"""
    laid_first(match, has_melds=True)
    html, cards = page(player, match), at.view(match, 0)["cards"]
    (hand,) = HAND.findall(html)
    assert Counter(CARD.findall(hand)) == Counter(cards["hand"])
    assert cards["melds"]
    drawn = {name: SHOWN.findall(inside) for name, inside in MELD.findall(html)}
    assert drawn == {
        meld["name"]: ["*" if card.startswith("*") else card for card in meld["cards"]] for meld in cards["melds"]
    }
    for meld in cards["melds"]:
        section = html[html.index(f'data-owner="{meld["seat"]}"') :]
        assert f'data-meld="{meld["name"]}"' in section[: section.index("</section>")]
    assert f'<span data-tally="stock">{cards["stock"]}</span>' in html
    assert f'data-top="{cards["top_discard"] or ""}"' in html


def test_without_scripts_every_legal_move_is_a_button(match: Match, player: Client) -> None:
    laid_first(match)
    assert [unescape(text) for text, _inside in PLAY.findall(page(player, match))] == at.view(match, 0)["cards"][
        "actions"
    ]
    at.ask(match, "play", 0, "draw")
    buttons = PLAY.findall(page(player, match))
    assert [unescape(text) for text, _inside in buttons] == at.view(match, 0)["cards"]["actions"]
    assert all(re.search(r"#card-\S+\"", inside) for _text, inside in buttons)


def test_who_watches_sees_no_hand(match: Match) -> None:
    """R-S40-28: no picture of a card that lies in no sight, and nothing to press."""
    laid_first(match, has_melds=True)
    html, cards = page(Client(), match), at.view(match, None)["cards"]
    open_cards = {"back", cards["top_discard"]} | {
        "*" if card.startswith("*") else card for meld in cards["melds"] for card in meld["cards"]
    }
    assert set(SHOWN.findall(html)) <= open_cards
    assert 'data-pile="stock"' in html and "<button" not in html[html.index("data-table") : html.index("data-action")]


def play_one_deal(match: Match, **rules: object) -> None:
    """Play the first deal to its end; who can lay lays."""
    match.rules = {**match.rules, **rules}
    match.save()
    at.deal(match)
    dice = random.Random(7)
    while at.live(match).state.deal.number == 1:
        actions = at.plays(match)
        laying = [each for each in actions if each.startswith(("lay", "off"))]
        at.ask(match, "play", at.live(match).state.turn, dice.choice(laying or actions))


def test_between_two_deals_it_is_said_who_closed_and_who_is_out(match: Match, player: Client) -> None:
    """R-S40-23, R-S40-35: who is out is also read out; rows of cards that nobody had to pay are left out."""
    play_one_deal(match, out_at=60)
    view = at.view(match, 0)
    closer, deal = view["cards"]["closer"], view["score"][-1]["deals"][-1]
    out = sorted(set(range(SEATS)) - set(view["deal"]["seats"]))
    assert out and closer not in out
    found = player.get(f"/tavolo/{match.pk}/", headers={"accept-language": "it"})
    closing, html = found.context["closing"], found.content.decode()
    assert closing["closed"] == ("Chiudi." if closer == 0 else "Ospite chiude.")
    assert ("Sei fuori." in closing["out"], "Ospite" in closing["out"]) == (0 in out, out != [0])
    assert f"<p>{closing['closed']} {closing['out']}</p>" in html
    assert found.context["told"].endswith(closing["out"])
    rows = [row["points"] for row in found.context["reasons"][0]["awards"]]
    assert rows == [list(each["points"]) for each in deal["awards"] if any(each["points"])]


def test_a_finished_deal_is_replayed_with_every_hand(match: Match, player: Client) -> None:
    laid_first(match, deal=2)
    dealt = live_matches.replay(match.pk, 1, 0)
    text = player.get(reverse("live_replay", args=[match.pk, 1, 0])).content.decode()
    for seat in range(SEATS):
        for card in dealt["cards"][str(seat)]["hand"]:
            assert f"#card-{card}" in text
    last = len(dealt["plays"])
    found = player.get(reverse("live_replay", args=[match.pk, 1, last]))
    assert len(found.context["steps"]) == last
    melds = {name for name, _inside in MELD.findall(found.content.decode())}
    assert melds == {meld["name"] for meld in live_matches.replay(match.pk, 1, last)["cards"]["all"]["melds"]}
