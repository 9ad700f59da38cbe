"""One play: what is legal, and the position after it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from scopa.capture import house_plays, may_sweep, plain_plays, takes_all
from scopa.cards import BIT, NAMES, NO_CARDS, VALUE, Card, Cards, members, names
from scopa.dealing import deal
from scopa.errors import AmbiguousPlayError, IllegalPlayError
from scopa.plays import Play, parse_play, write_play
from scopa.rules import Rules
from scopa.state import Deal, Seat, State

_cards_in_hand = lru_cache(maxsize=1 << 14)(members)
"""All the hands of one to three cards there are, and no more."""


def begin(rules: Rules, pack: Sequence[Card], dealer: Seat, seats: int) -> State:
    """Return the first position of a deal; ``pack`` holds the 40 cards, top first.

    Raises RefusalError ``redeal`` when the same dealer must shuffle and deal again (R-SCO-12, R-SCO-73).
    """
    dealt = deal(rules, pack, dealer, seats)
    held, table = dealt.cycles[0], dealt.table
    nothing = (0,) * (max(dealt.piles) + 1)
    return State(dealt, held, table, nothing, nothing, None, (), _legal(dealt, held, table, 0))


def _legal(deal: Deal, held: Cards, table: Cards, number: int) -> tuple[Play, ...]:
    """Return every legal play of the seat whose play is the ``number``-th of the deal."""
    own = held & deal.dealt[deal.turns[number]]
    hand = _cards_in_hand(own) if len(deal.cycles) > 1 else members(own)
    return plain_plays(hand, table) if deal.plain_capture else house_plays(deal.rules, hand, table)


def play(state: State, seat: Seat, chosen: Play) -> State:
    """Return the position after ``seat`` has played; raises IllegalPlayError with the rule that forbids it."""
    deal, held, table, taken, sweeps, last_capturer, log, legal = state
    number = len(log)
    if chosen not in legal or deal.turns[number] != seat:
        raise _refusal(state, seat, chosen)
    card, captured = chosen
    bit = BIT[card]
    held ^= bit
    if captured:
        table &= ~captured
        last_capturer = seat
        taken = _with_added(taken, deal.piles[seat], captured | bit)
        if _is_sweep(deal, number, chosen, table):
            sweeps = _with_added(sweeps, deal.piles[seat], 1)
    else:
        table |= bit
    log += (chosen,)
    number += 1
    if not held:
        if number == len(deal.turns):
            if last_capturer is not None and deal.rules.all_taken:
                # The cards left on the table go to the line that captured last (R-SCO-15).
                taken = _with_added(taken, deal.piles[last_capturer], table)
                table = NO_CARDS
            return State(deal, held, table, taken, sweeps, last_capturer, log, ())
        held = deal.cycles[number // (deal.rules.cards_each * deal.seats)]
    legal = _legal(deal, held, table, number)
    return tuple.__new__(State, (deal, held, table, taken, sweeps, last_capturer, log, legal))


def _is_sweep(deal: Deal, number: int, chosen: Play, table: Cards) -> bool:
    """Return whether a capture, play ``number`` of the deal, that leaves ``table`` is a sweep (R-SCO-13, R-SCO-14)."""
    return not table and number < deal.sweeps_until and (deal.plain_capture or may_sweep(deal.rules, *chosen))


def sweep_cards(state: State) -> list[list[Card]]:
    """Return by pile the cards that made a sweep, in the order of their plays (R-SCO-67)."""
    deal, table = state.deal, state.deal.table
    by_pile: list[list[Card]] = [[] for _each in state.sweeps]
    for number, (card, captured) in enumerate(state.log if any(state.sweeps) else ()):
        table = table & ~captured if captured else table | BIT[card]
        if captured and _is_sweep(deal, number, (card, captured), table):
            by_pile[deal.piles[deal.turns[number]]].append(card)
    return by_pile


def _with_added(values: tuple[int, ...], pile: int, more: int) -> tuple[int, ...]:
    """Return the values with something added for one pile."""
    changed = list(values)
    changed[pile] += more
    return tuple(changed)


class Ending(NamedTuple):
    """The cards left on the table after the last play of a deal, and the seats that get them: empty if nobody does."""

    cards: Cards
    seats: tuple[Seat, ...]


def ending(state: State) -> Ending | None:
    """Return what the rules did with the cards left after a finished deal (R-SCO-15); None where none were left."""
    left = NO_CARDS
    for card in state.deal.pack:
        left |= BIT[card]
    for card, captured in state.log:
        if captured:
            left &= ~(captured | BIT[card])
    if not left:
        return None
    last, piles = state.last_capturer, state.deal.piles
    own = [] if state.table or last is None else [seat for seat, pile in enumerate(piles) if pile == piles[last]]
    return Ending(left, tuple(own))


def replay(start: State, plays: Sequence[Play]) -> State:
    """Return the position after the plays, each by the seat whose turn it is."""
    state = start
    for chosen in plays:
        state = play(state, state.deal.turns[len(state.log) % len(state.deal.turns)], chosen)
    return state


def read_play(state: State, text: str) -> Play:
    """Return the play that ``text`` denotes here; ``7dx`` captures where only one capture is possible (R-SCO-48)."""
    card, captured = parse_play(text)
    if captured is not None:
        return card, captured
    found = tuple(taken for mine, taken in state.legal if mine == card and taken)
    if not found:
        is_held = any(mine == card for mine, _ in state.legal)
        raise IllegalPlayError("nothing_to_capture" if is_held else "card_not_in_hand", card=NAMES[card])
    if len(found) > 1:
        raise AmbiguousPlayError("ambiguous_play", typed=text, options=_text(card, found))
    return card, found[0]


def _refusal(state: State, seat: Seat, chosen: Play) -> IllegalPlayError:
    """Why ``seat`` may not play ``chosen`` here."""
    if state.turn is None:
        return IllegalPlayError("deal_over")
    if state.turn != seat:
        return IllegalPlayError("not_your_turn", seat=state.turn)
    card, captured = chosen
    if not state.hand(seat) & BIT[card]:
        return IllegalPlayError("card_not_in_hand", card=NAMES[card])
    found = tuple(each for mine, each in state.legal if mine == card)
    played = write_play((card, captured))
    if not captured:
        return IllegalPlayError("must_capture", play=played, options=_text(card, found))
    missing = captured & ~state.table
    if missing:
        return IllegalPlayError("card_not_on_table", play=played, cards=" ".join(names(missing)))
    total, is_ace = sum(VALUE[each] for each in members(captured)), takes_all(state.deal.rules, card)
    if total != VALUE[card] and not is_ace:
        return IllegalPlayError("wrong_sum", play=played, total=total, card=NAMES[card], value=VALUE[card])
    if state.deal.rules.equal_card_priority and found[0].bit_count() == 1:
        code = "equal_card_first"
    else:
        code = "ace_takes_table" if is_ace and captured != state.table else "fewest_cards_first"
    return IllegalPlayError(code, play=played, options=_text(card, found))


def _text(card: Card, found: tuple[Cards, ...]) -> str:
    return ", ".join(write_play((card, captured)) for captured in found)
