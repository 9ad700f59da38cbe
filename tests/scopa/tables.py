"""Deals built from notation: the cards a test names lie where it says, the rest of the pack fills up."""

from collections.abc import Iterator

from scopa.cards import ALL_CARDS, Cards, members, parse_cards
from scopa.plays import write_play
from scopa.presets import ONLINE_002
from scopa.rules import Rules
from scopa.state import State
from scopa.turn import begin, play, read_play


def dealt(*hands: str, table: str, rules: Rules = ONLINE_002, dealer: int | None = None) -> State:
    """The first position of a deal; ``hands`` are those of the leader and of the players after him."""
    seats = max(2, len(hands))
    named = [list(members(parse_cards(hand))) for hand in hands] + [[]] * (seats - len(hands))
    on_table = [*members(parse_cards(table))]
    used = {card for hand in named for card in hand} | set(on_table)
    rest = iter(card for card in members(ALL_CARDS) if card not in used)
    pack = _pack([filled(hand, 3, rest) for hand in named], filled(on_table, 4, rest), list(rest))
    return begin(rules, pack, seats - 1 if dealer is None else dealer, seats)


def filled(cards: list[int], size: int, rest: Iterator[int]) -> list[int]:
    return cards + [next(rest) for _ in range(size - len(cards))]


def _pack(hands: list[list[int]], table: list[int], rest: list[int]) -> list[int]:
    return [hand[place] for place in range(3) for hand in hands] + table + rest


def after(state: State, *plays: str) -> State:
    """The position after the plays, each by the seat in turn."""
    for text in plays:
        state = play(state, state.turn or 0, read_play(state, text))
    return state


def to_the_end(state: State, stop: int = 36) -> State:
    """The position after the first legal play of everybody, until ``stop`` plays have been made."""
    while len(state.log) < stop:
        state = play(state, state.turn or 0, state.legal[0])
    return state


def plays(state: State) -> list[str]:
    """The legal plays in notation."""
    return [write_play(each) for each in state.legal]


def cards(text: str) -> Cards:
    return parse_cards(text)
