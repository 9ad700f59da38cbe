"""Every byte that each viewer is told, in thousands of deals without a database: no card before its time.

A run that everybody waits for tries each game, number of seats and set of options once, by the first ruleset that has
them, with a deal each; ``FULL=1`` every ruleset, with 10,000 deals of each game.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from tests.games.conformance import PLAYED
from tests.searching import FULL, TIMES, in_short
from tests.tournaments.services.play.hidden_cards import OPTIONS, scanned
from tests.tournaments.services.play.table import chairs
from tournaments.competition import shuffling
from tournaments.competition.live import deciding, viewing
from tournaments.competition.live.deciding import Live, Moment
from tournaments.competition.live.log import Event, State, fold
from tournaments.competition.live.setup import Setup, circumstances_from_json
from tournaments.games import registry
from tournaments.games.commands import Sealed
from tournaments.games.contract import Json, PlayableGame, RefusedError

DEALS = 10_000
# Some games go on for as long as nobody closes: so many plays of a deal are looked at.
MOST_PLAYS = in_short(30, 60)
Case = tuple[str, str, tuple[int, ...], tuple[str, ...]]


def cases() -> list[Case]:
    """Every ruleset, with every set of its options, at every number of seats."""
    found: list[Case] = []
    for key in PLAYED:
        game = registry.playable(key)
        for preset, rules in game.presets.items():
            own = [each for each in OPTIONS if each in rules]
            sets = [each for size in range(len(own) + 1) for each in combinations(own, size)]
            for number in game.seats(rules):
                in_pairs = number == 4 and max(game.line_sizes(rules)) > 1
                seats = (0, 1, 0, 1) if in_pairs else tuple(range(number))
                found += [(key, preset, seats, options) for options in sets if _fits(game, rules, options, seats)]
    return found


def _fits(game: PlayableGame, rules: Json, options: tuple[str, ...], seats: tuple[int, ...]) -> bool:
    """Who sees a partner has one, and the rules allow what is shown."""
    try:
        game.check_rules({**rules, **dict.fromkeys(options, True)})
    except RefusedError:
        return False
    return OPTIONS[1] not in options or len(set(seats)) < len(seats)


CASES = cases()
FIRST = {(key, seats, options): (key, preset, seats, options) for key, preset, seats, options in reversed(CASES)}
TRIED = CASES if FULL or TIMES > 1 else sorted(FIRST.values())
OF_GAME = Counter(key for key, *_others in CASES)


def deals_of(case: Case) -> int:
    return -(-DEALS // OF_GAME[case[0]]) if FULL else TIMES


class InMemory:
    """A match without a database: its log, its seeds, and what follows from them."""

    def __init__(self, case: Case, dice: random.Random) -> None:
        key, preset, seats, options = case
        game = registry.playable(key)
        rules = {**game.presets[preset], **dict.fromkeys(options, True)}
        lines = max(seats) + 1
        setup = Setup(game, rules, circumstances_from_json(chairs(lines)), 1, seats, dice.choice(range(len(seats))))
        self.dice, self.live = dice, Live(setup, State(), {})
        # What happened since everybody was last looked at: what was told before was looked at when it was told.
        self.fresh = list[Event]()
        self.decide(deciding.open_match)

    def decide(self, decision: Any, *asked: Any) -> None:
        live, seed = self.live, self.dice.randbytes(shuffling.SERVER_BYTES)
        pack = live.setup.game.pack(live.setup.rules)
        commitment = shuffling.commitment(seed, pack, live.setup.number, len(live.state.deals) + 1)
        events = decision(live, Moment(0, 0, 0, commitment), *asked)
        state, seeds = fold(events, live.state), dict(live.seeds)
        if any(event.kind == "prepared" for event in events):
            seeds[state.deal.number] = Sealed(seed.hex())
        self.fresh += events
        self.live = Live(live.setup, state, seeds)

    def deal(self) -> Iterator[Live]:
        """The first deal, after each of its plays."""
        for seat in self.live.state.deal.seats:
            self.decide(deciding.ready, seat, self.dice.randbytes(shuffling.CLIENT_BYTES).hex())
        while self.live.state.deal.is_open and len(self.live.state.deal.plays) < MOST_PLAYS:
            yield self.live
            self.fresh.clear()
            turn = self.live.state.turn
            shown = viewing.view(self.live, turn, 0)["cards"]
            try:
                self.decide(deciding.play, turn, self.dice.choice(shown["actions"]))
            except RefusedError as refusal:
                # Rules that know no score for three: by then every card has been played.
                assert refusal.code == "two_lines_only"
                return

    def told(self, viewer: viewing.Viewer) -> str:
        seen = [viewing.view_of_event(event, viewer) for event in self.fresh]
        return json.dumps(viewing.view(self.live, viewer, 0)) + json.dumps(seen)


@pytest.mark.parametrize("case", TRIED, ids=str)
def test_no_viewer_is_told_a_card_before_its_time(case: Case) -> None:
    looked = 0
    for number in range(deals_of(case)):
        match = InMemory(case, random.Random(f"{case} {number}"))
        for live in match.deal():
            looked += 1
            assert [found for found in scanned(live, match.told) if found[1]] == []
    assert looked > 20 * deals_of(case)


def test_every_ruleset_is_among_the_cases() -> None:
    assert {(key, preset) for key, preset, *_others in CASES} == {
        (key, preset) for key in PLAYED for preset in registry.game(key).presets
    }
    assert {options for *_others, options in CASES} >= {(), OPTIONS[:1], OPTIONS[1:], OPTIONS}
