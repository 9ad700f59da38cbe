"""Positions built from notation: what a test does not name is empty, or dealt from what is left of the pack."""

import random
from collections import Counter
from collections.abc import Sequence

from scala40.cards import PACK, Card, card, cards_of, hand_of, parse_hand
from scala40.legal import legal
from scala40.melds import Meld
from scala40.moves import read_meld, read_move, write_move
from scala40.presets import TORNEO_003
from scala40.rules import Rules
from scala40.state import NOTHING_TAKEN, Deal, Position, State
from scala40.turn import begin, play


def at_table(
    hand: str,
    *others: str,
    melds: str = "",
    discards: str = "Kd",
    stock: str = "2c 3c 4c 5c",
    opened: Sequence[bool] | bool = True,
    turns: int = 10,
    rules: Rules = TORNEO_003,
) -> State:
    """Seat 0 is about to draw from ``stock`` (top first) or to take the last of ``discards``."""
    hands = (hand, *others) if others else (hand, "Ks Qc 2s")
    is_open = (opened,) * len(hands) if isinstance(opened, bool) else tuple(opened)
    deal = Deal(rules, len(hands), len(hands) - 1, ())
    position = Position(
        seat=0,
        turns=turns,
        has_drawn=False,
        hands=tuple(parse_hand(each) for each in hands),
        stock=cards(stock),
        drawn=0,
        discards=cards(discards),
        melds=tuple(read_meld(each) for each in melds.split()),
        opened=is_open,
        was_open=is_open[0],
        taken=NOTHING_TAKEN,
        is_bound=False,
        owed=0,
        laid=0,
        remakes=0,
        is_over=False,
    )
    return State(deal, position, (), legal(deal, position))


def dealt(*hands: str, upcard: str = "Kd", stock: str = "", rules: Rules = TORNEO_003, dealer: int = -1) -> State:
    """The first position of a deal; ``hands`` are those of the leader and of the players after him, filled up."""
    rest = Counter(PACK)
    named = [list(cards(hand)) for hand in hands]
    top = [*cards(upcard), *cards(stock)]
    for each in (*named, top):
        rest -= Counter(each)
    spare = sorted(rest.elements(), key=lambda each: (each * 37) % 53)
    filled = [own + [spare.pop() for _ in range(13 - len(own))] for own in named]
    pack = [own[place] for place in range(13) for own in filled] + top + spare
    return begin(rules, pack, len(hands) - 1 if dealer < 0 else dealer, len(hands))


def after(state: State, *moves: str) -> State:
    """The position after the moves, each by the seat in turn."""
    for text in moves:
        state = play(state, state.position.seat, read_move(text))
    return state


def moves(state: State, action: str = "") -> list[str]:
    """The legal moves in notation, all or those of one kind."""
    return [write_move(each) for each in state.legal if each.action == (action or each.action)]


def cards(text: str) -> tuple[Card, ...]:
    return tuple(card(name) for name in text.split())


def meld(text: str) -> Meld:
    return read_meld(text)


def everywhere(state: State) -> Counter[Card]:
    """Every card of the deal, wherever it lies: jokers of combinations as jokers."""
    position = state.position
    found = Counter([*position.stock[position.drawn :], *position.discards])
    for hand in position.hands:
        found.update(cards_of(hand))
    for each in position.melds:
        found.update(52 if at == each.joker_at else own for at, own in enumerate(each.cards))
    return found


def with_other_secrets(state: State, seat: int | None, lots: random.Random) -> State:
    """The same position for ``seat``, with all that it cannot know dealt anew: other hands and the stock."""
    position = state.position
    others = [each for each in range(state.deal.seats) if each != seat]
    hidden = [card for each in others for card in cards_of(position.hands[each])] + list(
        position.stock[position.drawn :]
    )
    lots.shuffle(hidden)
    hands = list(position.hands)
    for each in others:
        number = len(cards_of(hands[each]))
        hands[each], hidden = hand_of(hidden[:number]), hidden[number:]
    stock = (*position.stock[: position.drawn], *hidden)
    changed = position._replace(hands=tuple(hands), stock=stock)
    return State(state.deal, changed, state.log, legal(state.deal, changed))
