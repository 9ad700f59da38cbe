"""Who sees what of an online match: every byte of every view, with each option and each number of seats."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.conf import settings

from tests.searching import often
from tests.tournaments.services.play import table as at
from tests.tournaments.services.play.test_playing import toy as toy
from tournaments.competition.live import viewing
from tournaments.competition.live.deciding import Live
from tournaments.competition.live.position import dealt
from tournaments.errors import RefusedError
from tournaments.games import registry
from tournaments.models import MatchEvent
from tournaments.selectors import live_matches

pytestmark = pytest.mark.django_db

GAMES = often(1)
OPTIONS = ("carte_viste", "carte_scoperte_partners")
# After how many cards for each seat the first cards of a deal are turned up, and how many.
FACE_UP = {"scopa": (3, 4), "scala40": (13, 1)}
# The plays of a deal of Scopa head to head before its last six.
LAST_CYCLE = 30


def hands(live: Live) -> dict[int, set[str]]:
    """The cards that each seat holds, by the position itself."""
    position, seats = live.position().opened(), live.state.deal.seats
    views = {seat: live.setup.game.view(position, number) for number, seat in enumerate(seats)}
    return {seat: set(found["hand"]) for seat, found in views.items()}


def unseen(live: Live) -> tuple[dict[int, set[str]], set[str]]:
    """The hands, and the cards of the deck that nobody holds, has played or has been shown: by the order of dealing."""
    deal = live.state.deal
    deck, held = dealt(live.setup, deal, live.seeds[deal.number]).deck(deal.attempt or 0), hands(live)
    first, number = FACE_UP.get(live.setup.game.key, (0, 0))
    begins = first * len(deal.seats)
    public = {*deck[begins : begins + number], *named(deck, " ".join(deal.plays))}
    return held, set(deck) - public - set().union(*held.values())


def opened(live: Live, seat: int | None) -> set[int]:
    """The seats of the deal whose hands an option opens to ``seat``."""
    rules, seats, plays = live.setup.rules, len(live.state.deal.seats), len(live.state.deal.plays)
    if seat is not None and rules.get("carte_viste") and seats == 2 and plays >= LAST_CYCLE:
        return {1 - seat}
    if seat is not None and rules.get("carte_scoperte_partners") and seats == 4:
        return {(seat + 2) % 4}
    return set()


def named(cards: tuple[str, ...], text: str) -> set[str]:
    return {card for card in cards if re.search(rf"(?<![a-z0-9]){re.escape(card)}(?![0-9a-f])", text)}


def told(live: Live, viewer: int | None, match_id: int) -> str:
    """Every byte that a viewer gets: the view, and every event since the deal in hand was prepared."""
    since = live_matches.events_since(match_id, live.state.deal.prepared - 1)
    return json.dumps(viewing.view(live, viewer, 0)) + json.dumps(since)


def leaks(live: Live, match_id: int) -> Iterator[tuple[int | None, set[str]]]:
    """The cards that somebody is told and must not know: of hands that no option opens to them, and of the stock."""
    held, stock = unseen(live)
    seats, deck = live.state.deal.seats, live.cards().deck(live.state.deal.attempt or 0)
    for viewer in (None, *range(len(live.setup.seats))):
        seat = seats.index(viewer) if viewer in seats else None
        open_hands = opened(live, seat)
        secret = [cards for owner, cards in held.items() if owner != viewer and seats.index(owner) not in open_hands]
        found = named(deck, told(live, viewer, match_id)) & stock.union(*secret)
        # A copy of a card that lies in sight is no secret.
        yield viewer, {card for card in found if deck.count(card) == 1}


def cases() -> list[tuple[str, str, tuple[int, ...], str]]:
    found = []
    for key in settings.GAMES:
        rules = next(iter(registry.game(key).presets.values()))
        for option in ("", *(each for each in OPTIONS if each in rules)):
            four = (0, 1, 0, 1) if max(registry.game(key).line_sizes(rules)) > 1 else (0, 1, 2, 3)
            for seats in ((0, 1), four):
                if len(seats) in registry.playable(key).seats(rules) and (option != OPTIONS[1] or len(seats) == 4):
                    found.append((key, next(iter(registry.game(key).presets)), seats, option))
    return found


@pytest.mark.parametrize("case", cases(), ids=str)
def test_no_viewer_is_told_a_card_before_its_time(case):
    key, preset, seats, option = case
    rules = {**registry.game(key).presets[preset], **({option: True} if option else {})}
    match = at.practice(key, preset, seats)
    type(match).objects.filter(pk=match.pk).update(rules=rules)
    looked = 0
    for live in at.steps(match, random.Random(str(case)), most_deals=GAMES):
        if live.state.deal.is_open:
            looked += 1
            assert [found for found in leaks(live, match.pk) if found[1]] == []
        if live.state.deal.number > GAMES:
            break
    assert looked > 20


def test_an_opened_whitelist_is_found_by_the_scan(toy, monkeypatch):
    match = at.practice(toy, "club", (0, 1))
    at.deal(match)
    shown = viewing._cards

    def _careless(live: Live, viewer: int | None) -> object:
        return {**shown(live, viewer), "position": live.position().opened()}

    assert [found for _viewer, found in leaks(at.live(match), match.pk) if found] == []
    monkeypatch.setattr(viewing, "_cards", _careless)
    assert all(found for _viewer, found in leaks(at.live(match), match.pk))


def test_what_an_event_keeps_to_itself_leaves_no_gap(toy):
    match = at.practice(toy, "club", (0, 1))
    at.deal(match)
    found = live_matches.events_since(match.pk, 0)
    assert [event["sequence"] for event in found] == [1, 2, 3, 4]
    kept = MatchEvent.objects.get(match=match, sequence=2)
    assert kept.data["seed"] not in json.dumps(found)
    assert [event["kind"] for event in found] == ["prepared", "ready", "ready", "dealt"]
    assert live_matches.events_since(match.pk, 3) == found[3:]
    assert live_matches.events_since(match.pk, 99) == []


def test_every_kind_of_event_says_what_may_be_shown_of_it():
    from tournaments.competition.live.log import EFFECTS

    assert set(viewing.SHOWN) == set(EFFECTS)


def test_a_seat_that_takes_no_part_in_a_deal_sees_what_all_see(toy):
    match = at.practice(toy, "club", (0, 1, 2))
    at.deal(match)
    live = at.live(match)
    smaller = replace(live.state.deal, seats=(0, 1), dealer=0)
    outside = replace(live, state=replace(live.state, deals=(smaller,)))
    cards = [viewing.view(outside, viewer, 0)["cards"] for viewer in (None, 2, 1)]
    assert cards[0] == cards[1]
    assert cards[1]["hand"] == [] != cards[2]["hand"]
    with pytest.raises(RefusedError, match="seat_missing"):
        live_matches.view(match.pk, 3, at.NOW)


def test_a_closed_deal_is_replayed_with_every_hand_and_can_be_checked(toy):
    match = at.practice(toy, "club", (0, 1))
    with pytest.raises(RefusedError, match="deal_not_closed"):
        live_matches.replay(match.pk, 1, 0)
    at.play_out(match, random.Random(1))
    first = live_matches.replay(match.pk, 1, 0)
    assert set(first["cards"]) == {"all", "0", "1"}
    assert sorted(first["cards"]["0"]["hand"] + first["cards"]["1"]["hand"]) == sorted(first["plays"])
    assert live_matches.replay(match.pk, 1, len(first["plays"]))["cards"]["0"]["hand"] == []
    assert first["reveal"]["commitment"] == first["deal"]["commitment"]
    with pytest.raises(RefusedError, match="deal_not_closed"):
        live_matches.replay(match.pk, 1, 5)


@pytest.mark.parametrize("what", ["open_hands", "stock"])
def test_a_game_that_shows_too_much_is_found_by_the_scan(what, monkeypatch):
    match = at.practice("scopa", "online_002", (0, 1))
    at.deal(match)
    live = at.live(match)
    game, shown, position = type(live.setup.game), live.setup.game.view, live.position().opened()
    deck = live.cards().deck(live.state.deal.attempt or 0)
    more = deck[-3:] if what == "stock" else {"0": shown(position, 0)["hand"], "1": shown(position, 1)["hand"]}
    assert [found for _viewer, found in leaks(live, match.pk) if found] == []
    monkeypatch.setattr(game, "view", lambda self, state, seat: {**shown(state, seat), what: more})
    assert all(found for _viewer, found in leaks(live, match.pk))
