"""What the conformance tests need to know about a game without knowing which one it is."""

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any

from django.conf import settings

from tournaments.games import registry
from tournaments.games.contract import Circumstances, DealScore, Json, PlayableGame, RefusedError, ScoredGame

KEYS: tuple[str, ...] = tuple(settings.GAMES)
PLAYED: tuple[str, ...] = tuple(key for key in KEYS if isinstance(registry.game(key), PlayableGame))
"""The games that can be played at a live table; the others are written on paper only."""
MOST_ACTIONS = 2_000
"""A deal that takes longer is taken for endless."""


def games() -> list[ScoredGame]:
    return [registry.game(key) for key in KEYS]


def presets(game: ScoredGame) -> list[Json]:
    return list(game.presets.values())


def ruleset_of(key: str, seats: Sequence[int]) -> str:
    """The first ruleset of a game by which these seats, each with its line, play at a live table."""
    game, lines = registry.playable(key), max(seats) + 1
    for name, rules in game.presets.items():
        fewest, most = game.lines(rules)
        if (
            len(seats) in game.seats(rules)
            and fewest <= lines <= most
            and len(seats) // lines in game.line_sizes(rules)
        ):
            return name
    raise LookupError(f"{key} knows no table of {seats}")


def live_tables(*numbers: int) -> list[tuple[str, tuple[int, ...]]]:
    """Every game at tables of so many single players, as far as it has them."""
    return [
        (key, tuple(range(number)))
        for key in PLAYED
        for number in numbers
        if any(number in registry.playable(key).seats(rules) for rules in presets(registry.playable(key)))
    ]


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


def typed_sheet(game: ScoredGame, rules: Json, lines: Sequence[int], number: int, lots: random.Random) -> Json:
    """A sheet of a deal of these ``lines`` as its form describes it, typed anew as long as its numbers cannot be."""
    fields = game.sheet_fields(rules, max(lines) + 1, number)
    depth = fields[0]["choices"][0]
    asked = [field for field in fields if depth in field["depths"] and field["kind"] == "whole"]
    own = [field for field in asked if field["name"][-1] in ["abcdef"[line] for line in lines]]
    while True:
        form = {"depth": depth, "tiebreak": str(number), "lines": str(max(lines) + 1)}
        form |= {field["name"]: str(lots.randint(field["least"], field["most"])) for field in own}
        sheet = game.read_sheet(rules, form)
        try:
            game.score_sheet(rules, sheet)
        except RefusedError:
            continue
        return sheet


def a_sheet(game: ScoredGame, rules: Json, lots: random.Random) -> Json:
    """The sheet of a deal: of one that was played where the game has one, else typed."""
    if isinstance(game, PlayableGame):
        return game.sheet(finished(game, rules, min(game.seats(rules)), lots))
    return typed_sheet(game, rules, range(game.lines(rules)[0]), 0, lots)


def next_sheet(
    game: ScoredGame, rules: Json, deals: Sequence[DealScore], circumstances: Circumstances, lots: random.Random
) -> Json:
    """The sheet of the deal that comes next, of the lines that are still in it: played at random, or typed."""
    state = game.match(rules, deals, circumstances)
    playing = state.tie.lines if state.tie else [n for n, line in enumerate(state.lines) if line.state == "playing"]
    if not isinstance(game, PlayableGame):
        return typed_sheet(game, rules, playing, state.tiebreak_due, lots)
    # Pairs play as one line from two seats.
    seats = min(number for number in game.seats(rules) if number >= len(playing))
    seated = [playing.index(line) if line in playing else None for line in range(circumstances.lines)]
    return game.sheet(finished(game, rules, seats, lots), state.tiebreak_due, seated)


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
