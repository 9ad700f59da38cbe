"""Deals built from notation: the cards a test names lie where it says, the rest of the pack fills up."""

import random
from dataclasses import replace

from scopa import text
from scopa.cards import NAMES, Cards, card, mask
from scopa.errors import RefusalError
from scopa.plays import write_play
from scopa.presets import ONLINE_002
from scopa.rules import VERSION, Rules
from scopa.state import State
from scopa.turn import begin, play, read_play


def dealt(*hands: str, table: str, rules: Rules = ONLINE_002, dealer: int | None = None) -> State:
    """The first position of a deal; ``hands`` are those of the leader and of the players after him."""
    seats = max(2, len(hands))
    giver = seats - 1 if dealer is None else dealer
    led = dict(zip(text.LETTERS[giver + 1 : seats] + text.LETTERS[: giver + 1], hands, strict=False))
    lines = [f"{letter} {led.get(letter, '')}" for letter in text.LETTERS[:seats]]
    lines += [f"scopa {VERSION}", "rules online_002", f"dealer {text.LETTERS[giver]}", f"table {table}"]
    return begin(rules, [card(name) for name in text.read("\n".join(lines))["pack"]], giver, seats)


def dealt_to(rules: Rules, seats: int, chance: random.Random) -> State:
    """The first position of a deal by chance, dealt again as often as the rules ask for it."""
    while True:
        try:
            return begin(rules, chance.sample(range(40), 40), chance.randrange(seats), seats)
        except RefusalError as refusal:
            assert refusal.code == "redeal"


def dealt_cards(hands: list[list[str]], table: list[str], rules: Rules) -> list[int]:
    """A pack of four seats that gives these cards to the leader and the players after him, and the rest to fill up."""
    named = {*table, *(name for hand in hands for name in hand)}
    rest = [name for name in NAMES if name not in named]
    full = [[*hand, *(rest.pop() for _ in range(rules.cards_each - len(hand)))] for hand in hands]
    return [card(name) for name in (*(name for round_ in zip(*full, strict=True) for name in round_), *table, *rest)]


def played_at(rules: Rules, seats: int) -> Rules:
    """The rules for so many seats, dealt whatever lies on the table; those of scopone are played at four."""
    sides = "pairs" if rules.deals_all_at_once and seats == 4 else "both"
    each = rules.cards_each if sides == "pairs" else 3
    return replace(rules, sides=sides, cards_each=each, redeal_kings_threshold=None, redeal_low_sum=None)


def after(state: State, *plays: str) -> State:
    """The position after the plays, each by the seat in turn."""
    for typed in plays:
        state = play(state, state.turn or 0, read_play(state, typed))
    return state


def to_the_end(state: State, stop: int = 40) -> State:
    """The position after the first legal play of everybody, until ``stop`` plays have been made or the deal is over."""
    while len(state.log) < stop and not state.is_over:
        state = play(state, state.turn or 0, state.legal[0])
    return state


def plays(state: State) -> list[str]:
    """The legal plays in notation."""
    return [write_play(each) for each in state.legal]


def cards(text: str) -> Cards:
    """The set written as names between spaces: ``"7s 3c 4b"``."""
    return mask(card(name) for name in text.split())
