"""What the conformance tests need to know about a game without knowing which one it is."""

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any

from django.conf import settings

from tournaments.games import registry
from tournaments.games.contract import Json, PlayableGame, RefusedError, ScoredGame

KEYS: tuple[str, ...] = tuple(settings.GAMES)
MOST_ACTIONS = 2_000
"""A deal that takes longer is taken for endless."""


def games() -> list[ScoredGame]:
    return [registry.game(key) for key in KEYS]


def presets(game: ScoredGame) -> list[Json]:
    return list(game.presets.values())


def package(key: str) -> Any:
    return import_module(key)


def started(game: PlayableGame, rules: Json, seats: int, lots: random.Random) -> Json:
    """The first state of a deal, dealt again by the same dealer as often as the game asks for it."""
    dealer = lots.randrange(seats)
    while True:
        pack = list(game.pack(rules))
        lots.shuffle(pack)
        try:
            return game.start(rules, pack, dealer, seats)
        except RefusedError as refusal:
            assert refusal.code == "redeal"


def states(game: PlayableGame, rules: Json, seats: int, lots: random.Random) -> Iterator[Json]:
    """Every state of a deal played at random, the last one finished."""
    state = started(game, rules, seats, lots)
    for _ in range(MOST_ACTIONS):
        yield state
        seat = game.turn(state)
        if seat is None:
            return
        state = game.apply(state, seat, lots.choice(list(game.legal_actions(state, seat)))).state
    raise AssertionError("the deal does not end")


def finished(game: PlayableGame, rules: Json, seats: int, lots: random.Random) -> Json:
    return list(states(game, rules, seats, lots))[-1]


def strings(value: Json) -> Iterator[str]:
    """Every text inside a JSON value."""
    if isinstance(value, dict):
        for each in value.values():
            yield from strings(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from strings(each)
    elif isinstance(value, str):
        yield value


def told(value: Json) -> str:
    """Everything that a JSON value says, as one text."""
    return " ".join(strings(value))


def named(cards: Iterable[str], text: str) -> set[str]:
    """The cards that a text names; behind ``=`` stands what a card is played for, not a card."""
    return {card for card in cards if card in text and re.search(rf"(?<!=){re.escape(card)}", text)}


def hidden_from(pack: Mapping[str, int], hands: Sequence[Iterable[str]], viewer: int | None) -> set[str]:
    """The names of which every copy lies in a hand that ``viewer`` (None: a spectator) does not see."""
    held = Counter(card for seat, hand in enumerate(hands) if seat != viewer for card in hand)
    return {card for card, copies in held.items() if copies == pack[card]}
