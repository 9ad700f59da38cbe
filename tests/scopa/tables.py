"""Deals built from notation: the cards a test names lie where it says, the rest of the pack fills up."""

from scopa import text
from scopa.cards import Cards, card, parse_cards
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


def after(state: State, *plays: str) -> State:
    """The position after the plays, each by the seat in turn."""
    for typed in plays:
        state = play(state, state.turn or 0, read_play(state, typed))
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
