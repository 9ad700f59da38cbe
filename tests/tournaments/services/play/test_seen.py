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
from tournaments.models import DealSecret, MatchEvent
from tournaments.selectors import live_matches

pytestmark = pytest.mark.django_db

GAMES = often(1)
OPTIONS = ("carte_viste", "carte_scoperte_partners")


def hands(live: Live) -> dict[int, set[str]]:
    """The cards that each seat holds, by the position itself."""
    position, seats = live.position().opened(), live.state.deal.seats
    views = {seat: live.setup.game.view(position, number) for number, seat in enumerate(seats)}
    return {seat: set(found["hand"]) for seat, found in views.items()}


def unseen(live: Live) -> tuple[dict[int, set[str]], set[str]]:
    """The hands, and the cards of the deck that nobody has been dealt or shown."""
    cards = dealt(live.setup, live.state.deal, live.seeds[live.state.deal.number])
    position = live.position().opened()
    shown = named(cards.deck(cards.attempt), json.dumps(live.setup.game.view(position, None)))
    played = named(cards.deck(cards.attempt), " ".join(live.state.deal.plays))
    held = hands(live)
    return held, set(cards.deck(cards.attempt)) - shown - played - set().union(*held.values())


def named(cards: tuple[str, ...], text: str) -> set[str]:
    return {card for card in cards if re.search(rf"(?<![a-z0-9]){re.escape(card)}(?![0-9a-f])", text)}


def told(live: Live, viewer: int | None, match_id: int) -> str:
    """Every byte that a viewer gets: the view, and every event since the deal in hand was prepared."""
    since = live_matches.events_since(match_id, live.state.deal.prepared - 1)
    return json.dumps(viewing.view(live, viewer, 0)) + json.dumps(since)


def leaks(live: Live, match_id: int) -> Iterator[tuple[int | None, set[str]]]:
    """The cards that somebody is told and must not know: of hands that no option opens to them, and of the stock."""
    held, stock = unseen(live)
    deck, position = live.cards().deck(live.state.deal.attempt or 0), live.position().opened()
    for viewer in (None, *range(len(live.setup.seats))):
        seat = live.state.deal.seats.index(viewer) if viewer in live.state.deal.seats else None
        opened = set().union(*map(set, live.setup.game.view(position, seat).get("open_hands", {}).values()))
        others = set().union(*(cards for owner, cards in held.items() if owner != viewer)) - opened
        found = named(deck, told(live, viewer, match_id)) & (stock | others)
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
    outside = replace(live.state.deal, seats=(0, 1))
    assert viewing._of_deal(live, live.state.deal, None, 0) == viewing.view(live, None, 0)["cards"]
    assert 2 not in outside.seats
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


def test_hands_are_opened_when_every_table_that_plays_the_deal_has_closed_it(toy):
    done, other = at.practice(toy, "club", (0, 1)), at.practice(toy, "club", (0, 1))
    at.play_out(done, random.Random(1))
    secret = DealSecret.objects.get(match=done, deal=1)
    DealSecret.objects.filter(match=other, deal=1).update(commitment=secret.commitment)
    with pytest.raises(RefusedError, match="deal_still_played"):
        live_matches.replay(done.pk, 1, 0)
    at.play_out(other, random.Random(1))
    assert live_matches.replay(done.pk, 1, 0)["plays"]
