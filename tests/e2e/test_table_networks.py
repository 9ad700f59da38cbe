"""Many games at once over bad networks: frames lost, doubled and late, sockets half-open, tabs asleep.

At each end of a table a page plays by itself. At the end both have the same match, and neither was stale in silence:
what the server had written was known soon, or the page said that it is out of touch. ``FULL=1`` plays 500 games over a
network that loses frames, and 500 with a half-open socket or a tab that slept, of each game.
"""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.e2e.browsing import eventually
from tests.e2e.links import PLAYER, line, page_of, until
from tests.games.conformance import PLAYED, ruleset_of
from tests.searching import in_short, promised, short_of
from tests.tournaments.live.matches.served import Hall

GAMES = in_short(3, 25)
LOSING = in_short(1, 20)
TROUBLED = in_short(1, 10)
SHARE = 0.15
# How long people think: the trouble comes in the middle of the deal.
QUICK_MS, THINKING_MS = 5, 150
SLEEP_MS = 6_000
# Before the quickest game is over: what is cut later than that is missed by nobody.
CUT_BY_MS = 1_500
# What is said within three seconds, and what a machine with much other work may be late with it.
PATIENCE_MS = 3_000 + 5_000
# A whole deal of Scopa; one of another game may be longer, and is left in the middle.
MOST_EVENTS = 60
ARE_OVER = f"""window.games.every(({{ view }}) =>
    view && (view.deal.number === 2 || view.is_over || view.sequence >= {MOST_EVENTS}))"""
ASLEEP = "(ms) => { const now = Date.now(); while (Date.now() < now + ms); return [now, Date.now()]; }"
TROUBLES = [(game, trouble) for game in PLAYED for trouble in ("half-open", "asleep")]
Nap = tuple[int, int]


def seated(
    browser: Browser, contexts: list[BrowserContext], tables: Hall, game: str, seed: int, share: float, thinking: int
) -> tuple[list[int], list[Page]]:
    """So many matches, and a page at each of their two seats."""
    preset = ruleset_of(game, (0, 1))
    matches = [tables.tell("opened", game, preset, [0, 1])["match"] for _ in range(GAMES)]
    pages = []
    for seat in (0, 1):
        page = page_of(browser, contexts, tables, tables.tell("seated_at", matches, seat), 2 * seed + seat + 1, share)
        page.evaluate(PLAYER, [[line(match) for match in matches], True, thinking, MOST_EVENTS])
        pages.append(page)
    return matches, pages


Written = list[list[int]]


def played(tables: Hall, matches: list[int], pages: list[Page]) -> tuple[list[list[dict[str, Any]]], list[Written]]:
    """What each page has seen of each match, and what was written of it: when all is known at both."""
    for page in pages:
        until(page, ARE_OVER)
    for page in pages:
        page.evaluate("window.network.share = 0.0001")
    games: list[list[dict[str, Any]]] = []
    written: list[Written] = []

    def unknown() -> list[int]:
        # One after the other: meanwhile the server may have begun the next deal of a match.
        written[:] = [tables.tell("written", match) for match in matches]
        games[:] = [page.evaluate("window.games") for page in pages]
        newest = [log[-1][0] for log in written]
        return [
            match
            for match, number, *seats in zip(matches, newest, *games, strict=True)
            if any(seen["view"]["sequence"] != number for seen in seats)
        ]

    eventually(pages[0], unknown, [])
    return games, written


def same(view: dict[str, Any]) -> str:
    """What both seats see of a match alike."""
    cards = {**view["cards"], "seat": None, "hand": None, "actions": None}
    return json.dumps({**view, "clock": None, "you": None, "cards": cards}, sort_keys=True)


def stale(seen: dict[str, Any], written: Written, naps: list[Nap]) -> list[int]:
    """The events that a page did not know for too long while it said that it is current.

    ``written`` has the numbers of the events and when the server wrote them. A page that sleeps can say nothing: its
    time begins when it wakes.
    """
    begun = next(at for touch, at in seen["touches"] if touch == "current")
    found = []
    for number, at in written:
        knew = next(when for known, when in seen["known"] if known >= number)
        woke = [end for begin, end in naps if at < end and knew > begin]
        since = max([at, begun, *woke]) + PATIENCE_MS
        before = [touch for touch, when in seen["touches"] if when <= since]
        between = [touch for touch, when in seen["touches"] if since < when < knew]
        if knew > since and {before[-1], *between} != {"lost"}:
            found.append(number)
    return found


def held_against_the_log(
    tables: Hall, matches: list[int], pages: list[Page], naps: list[list[Nap]]
) -> list[list[dict[str, Any]]]:
    """Both pages have the same of every match, each event once and in its order, and were never stale in silence."""
    both, logs = played(tables, matches, pages)
    for written, *seats in zip(logs, *both, strict=True):
        for seen, slept in zip(seats, naps, strict=True):
            assert seen["events"] == sorted(set(seen["events"])), "an event was shown twice, or out of order"
            assert promised(stale(seen, written, slept) == [])
        assert same(seats[0]["view"]) == same(seats[1]["view"])
    return both


@pytest.mark.full
@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.parametrize("seed", range(LOSING))
def test_games_over_a_network_that_loses_doubles_and_delays_end_as_the_server_has_them(
    browser: Browser,
    contexts: list[BrowserContext],
    tables: Hall,
    game: str,
    seed: int,
    record_property: Callable[[str, Any], None],
) -> None:
    matches, pages = seated(browser, contexts, tables, game, seed, SHARE, QUICK_MS)
    both = held_against_the_log(tables, matches, pages, [[], []])
    counted = {
        name: sum(page.evaluate(f"window.network.{name}") for page in pages) for name in ("lost", "doubled", "late")
    }
    assert min(counted.values()) > GAMES
    told = sum(touch == "lost" for seats in both for seen in seats for touch, _at in seen["touches"])
    record_property(
        "figure",
        f"{GAMES} games of {game} on a bad network: {counted['lost']} frames lost, {counted['doubled']} doubled,"
        f" {counted['late']} late; out of touch said {told} times, 0 stale in silence, 0 unequal",
    )


@pytest.mark.parametrize("case", short_of(TROUBLES, str(TROUBLES[0])), ids=str)
@pytest.mark.parametrize("seed", range(TROUBLED))
def test_games_whose_socket_is_half_open_or_whose_tab_sleeps_come_back_or_say_so(
    browser: Browser,
    contexts: list[BrowserContext],
    tables: Hall,
    case: tuple[str, str],
    seed: int,
    record_property: Callable[[str, Any], None],
) -> None:
    game, trouble = case
    dice = random.Random(f"{game} {trouble} {seed}")
    matches, pages = seated(browser, contexts, tables, game, seed, 0.0, THINKING_MS)
    naps: list[list[Nap]] = [[], []]
    for page in pages:
        until(page, "window.games.every((each) => each.touches.at(-1)?.[0] === 'current')")
    if trouble == "half-open":
        for match in matches:
            dice.choice(pages).evaluate(
                "([path, ms]) => { window.setTimeout(() => window.network.cut(path), ms); }",
                [line(match), dice.randrange(CUT_BY_MS)],
            )
    else:
        until(pages[0], f"window.games[0].events.length >= {dice.randrange(12)}")
        naps[0].append(tuple(pages[0].evaluate(ASLEEP, SLEEP_MS)))
    both = held_against_the_log(tables, matches, pages, naps)
    again = sum(page.evaluate("window.network.sockets") for page in pages) - 2 * GAMES
    told = sum(touch == "lost" for seats in both for seen in seats for touch, _at in seen["touches"])
    if trouble == "half-open":
        assert min(again, told) >= GAMES
    record_property(
        "figure",
        f"{GAMES} games of {game}, {trouble}: {again} dialled again, out of touch said {told} times,"
        " 0 stale in silence, 0 unequal",
    )
