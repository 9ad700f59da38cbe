"""Who sees what of an online match: every byte of every view, with each option and each number of seats."""

import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from tests.games.conformance import PLAYED
from tests.searching import in_short, often
from tests.tournaments.services.play import table as at
from tests.tournaments.services.play.hidden_cards import OPTIONS, hands, scanned
from tournaments.competition.live import viewing
from tournaments.competition.live.deciding import Live
from tournaments.competition.live.position import deal_input, first_attempt
from tournaments.errors import RefusedError
from tournaments.games import registry
from tournaments.models import MatchEvent
from tournaments.online.reads import live_matches

pytestmark = pytest.mark.django_db

GAMES = often(1)
# Some games go on for as long as nobody closes.
MOST_LOOKED = in_short(40, 10_000)


def told(live: Live, viewer: viewing.Viewer, match_id: int) -> str:
    """Every byte that a viewer gets: the view, and every event since the deal in hand was prepared."""
    since = live_matches.events_for(live_matches.match(match_id), live.state.deal.prepared - 1)
    return json.dumps(viewing.view(live, viewer, 0)) + json.dumps(since)


def leaks(live: Live, match_id: int) -> Iterator[tuple[viewing.Viewer, set[str]]]:
    """The cards that somebody is told and must not know: of hands that are not open to them, and of the stock."""
    return scanned(live, lambda viewer: told(live, viewer, match_id))


def cases() -> list[tuple[str, str, tuple[int, ...], str]]:
    found = []
    for key in PLAYED:
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
    looked, lots = 0, random.Random(str(case))
    for live in at.steps(match, random.Random(str(case)), most_deals=GAMES):
        if live.state.deal.is_open:
            looked += 1
            assert [found for found in leaks(live, match.pk) if found[1]] == []
            closed = [seat for seat in live.state.deal.seats if seat not in live.state.deal.opened]
            if closed and lots.random() < 0.05:
                at.ask(match, "hand", text="Conto delle carte", to=lots.choice(closed))
                assert [found for found in leaks(at.live(match), match.pk) if found[1]] == []
        if live.state.deal.number > GAMES or looked == MOST_LOOKED:
            break
    assert looked > 20


def test_an_opened_whitelist_is_found_by_the_scan(toy, monkeypatch):
    match = at.practice(toy, "club", (0, 1))
    at.deal(match)
    shown, position = viewing.views, at.live(match).position().unseal()

    def careless(live: Live, viewers: Iterable[viewing.Viewer], now: int) -> object:
        return {viewer: {**view, "position": position} for viewer, view in shown(live, viewers, now).items()}

    assert [found for _viewer, found in leaks(at.live(match), match.pk) if found] == []
    monkeypatch.setattr(viewing, "views", careless)
    assert all(found for _viewer, found in leaks(at.live(match), match.pk))


def test_an_opened_hand_is_the_referees_alone_from_then_on_until_the_deal_is_over(toy):
    match = at.practice(toy, "club", (0, 1, 2))
    at.deal(match)
    held = hands(at.live(match))
    assert at.view(match, viewing.REFEREE)["hands"] == {}
    at.ask(match, "hand", text="Carta caduta", to=1)
    assert at.view(match, viewing.REFEREE)["hands"] == {"1": at.view(match, 1)["cards"]["hand"]}
    assert set(at.view(match, viewing.REFEREE)["hands"]["1"]) == held[1]
    assert [found for _viewer, found in leaks(at.live(match), match.pk) if found] == []
    for live in at.steps(match, random.Random(1)):
        if live.state.deal.number == 2 and live.state.deal.is_open:
            break
    assert at.view(match, viewing.REFEREE)["hands"] == {}


@pytest.mark.parametrize("what", ["to_all", "unordered", "whole_view"])
def test_a_hand_that_is_opened_too_far_is_found_by_the_scan(what, monkeypatch):
    match = at.practice("scopa", "online_002", (0, 1, 0, 1))
    rules = {**match.rules, "carte_scoperte_partners": True}
    type(match).objects.filter(pk=match.pk).update(rules=rules)
    at.deal(match)
    at.ask(match, "hand", text="Carta caduta", to=1)
    live, shown, game = at.live(match), viewing.views, registry.playable("scopa")
    assert [found for _viewer, found in leaks(live, match.pk) if found] == []
    opened = {
        "to_all": viewing.view(live, viewing.REFEREE, 0)["hands"],
        "unordered": {str(seat): sorted(cards) for seat, cards in hands(live).items()},
        "whole_view": {"1": game.view(live.position().unseal(), 1)},
    }[what]

    def careless(live: Live, viewers: Iterable[viewing.Viewer], now: int) -> object:
        told_to = (*viewers,) if what == "to_all" else (viewing.REFEREE,)
        return {
            viewer: {**view, "hands": opened} if viewer in told_to else view
            for viewer, view in shown(live, viewers, now).items()
        }

    monkeypatch.setattr(viewing, "views", careless)
    found = {viewer for viewer, cards in leaks(live, match.pk) if cards}
    assert found == ({None, 0, 2} if what == "to_all" else {viewing.REFEREE})


def test_what_an_event_keeps_to_itself_leaves_no_gap(toy):
    match = at.practice(toy, "club", (0, 1))
    at.deal(match)
    found = live_matches.events_for(live_matches.match(match.pk), 0)
    assert [event["sequence"] for event in found] == [1, 2, 3, 4]
    kept = MatchEvent.objects.get(match=match, sequence=2)
    assert kept.data["seed"] not in json.dumps(found)
    assert [event["kind"] for event in found] == ["prepared", "ready", "ready", "dealt"]
    assert live_matches.events_for(live_matches.match(match.pk), 3) == found[3:]
    assert live_matches.events_for(live_matches.match(match.pk), 99) == []


def test_every_kind_of_event_says_what_may_be_shown_of_it():
    from tournaments.competition.live.log import EFFECTS

    assert set(viewing.SHOWN) == set(EFFECTS)


def test_a_seat_that_takes_no_part_in_a_deal_sees_what_all_see(toy):
    match = at.practice(toy, "club", (0, 1, 2))
    at.deal(match)
    live = at.live(match)
    smaller = replace(live.state.deal, seats=(0, 1), dealer=0)
    smaller = replace(smaller, attempt=first_attempt(deal_input(live.setup, smaller, live.seeds[smaller.number])))
    outside = replace(live, state=replace(live.state, deals=(smaller,)))
    cards = [viewing.view(outside, viewer, 0)["cards"] for viewer in (None, 2, 1)]
    assert cards[0] == cards[1]
    assert cards[1]["hand"] == [] != cards[2]["hand"]
    with pytest.raises(RefusedError, match="seat_missing"):
        at.view(match, 3)


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
    game, shown, position = type(live.setup.game), live.setup.game.view, live.position().unseal()
    deck = live.cards().deck(live.state.deal.attempt or 0)
    more = deck[-3:] if what == "stock" else {"0": shown(position, 0)["hand"], "1": shown(position, 1)["hand"]}
    assert [found for _viewer, found in leaks(live, match.pk) if found] == []
    monkeypatch.setattr(game, "view", lambda self, state, seat: {**shown(state, seat), what: more})
    assert all(found for _viewer, found in leaks(live, match.pk))
