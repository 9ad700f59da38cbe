"""Find the rule that forbids a move which ``turn`` has refused, with the cards that its sentence names."""

from scala40.cards import JOKER, NAMES, Card, count_in_hand
from scala40.errors import IllegalMoveError
from scala40.layoff import attaching
from scala40.legal import least_left
from scala40.melds import Meld
from scala40.moves import Move
from scala40.opening import best_points, hand_after_laying
from scala40.state import Seat, State


def refusal(state: State, seat: Seat, move: Move) -> IllegalMoveError:
    """Why ``seat`` may not make this readable move in this position."""
    position = state.position
    if state.is_over:
        return IllegalMoveError("deal_over")
    if position.seat != seat:
        return IllegalMoveError("not_your_turn", seat=position.seat)
    if move.action in ("draw", "take"):
        if position.has_drawn:
            return IllegalMoveError("drawn_already")
        code = "take_not_used" if position.opened[seat] else "take_without_opening"
        return IllegalMoveError(code, card=NAMES[position.discards[-1]])
    if not position.has_drawn:
        return IllegalMoveError("draw_first")
    needed = [move.card or 0] if move.meld is None else list(move.meld.cards)
    if move.meld is not None and move.meld.has_joker:
        needed[needed.index(move.meld.joker)] = JOKER
    missing = next((card for card in needed if not count_in_hand(position.hand, card)), None)
    if missing is not None:
        return IllegalMoveError("card_not_in_hand", card=NAMES[missing])
    if move.meld is not None:
        return _laying(state, move.meld)
    return _dropping(state, move.card or 0) if move.at is None else _touching(state, move, move.at)


def _laying(state: State, meld: Meld) -> IllegalMoveError:
    """R-S40-08, R-S40-12, R-S40-23: the run is too long, the opening is not reached, or no card is left to discard."""
    rules, position = state.deal.rules, state.position
    if meld.is_run and meld.size > rules.max_run_when_laid:
        return IllegalMoveError("run_too_long", meld=str(meld), size=meld.size, most=rules.max_run_when_laid)
    if position.opened[position.seat]:
        return _owed_refusal(state)
    least = least_left(state.deal, position)
    rest = best_points(hand_after_laying(position.hand, meld), least, rules.max_run_when_laid)
    if rest < 0:
        return IllegalMoveError("no_discard_left", least=least)
    points = position.laid + meld.points + rest
    if points < rules.opening_points:
        return IllegalMoveError("opening_too_low", points=points, needed=rules.opening_points)
    if position.is_bound:
        return IllegalMoveError("opening_without_taken", card=NAMES[position.taken])
    return IllegalMoveError("no_discard_left", least=least)


def _owed_refusal(state: State) -> IllegalMoveError:
    """Return the refusal of a move after which the turn cannot end: something stays owed, or no card is left."""
    position = state.position
    if position.is_bound:
        return IllegalMoveError("taken_not_used", card=NAMES[position.taken])
    if position.owed:
        return IllegalMoveError("joker_not_used")
    return IllegalMoveError("no_discard_left", least=least_left(state.deal, position))


def _touching(state: State, move: Move, at: int) -> IllegalMoveError:
    """R-S40-17, R-S40-19: laying off and swapping need an opening, and a combination where the card fits."""
    position, limit = state.position, state.deal.rules.max_run_on_table
    if not position.opened[position.seat]:
        return IllegalMoveError("not_opened", needed=state.deal.rules.opening_points)
    if at >= len(position.melds):
        return IllegalMoveError("no_such_meld", at=at + 1, melds=len(position.melds))
    meld = position.melds[at]
    card = NAMES[move.card or 0]
    if move.stands is None:
        if meld.joker != move.card:
            return IllegalMoveError("no_joker_for_card", card=card, meld=str(meld))
        if not meld.may_swap:
            return IllegalMoveError("second_ace", card=card, meld=str(meld))
        # The joker could not be used in this turn.
        return _owed_refusal(state) if position.is_bound else IllegalMoveError("joker_without_use")
    if move.card == JOKER:
        is_free = move.stands in meld.stands[limit - 13]
        card = f"*={NAMES[move.stands]}"
    else:
        is_free = bool(meld.attaches[limit - 13] >> move.stands & 1)
    return _owed_refusal(state) if is_free else IllegalMoveError("does_not_attach", card=card, meld=str(meld))


def _dropping(state: State, card: Card) -> IllegalMoveError:
    """Return the refusal of a discard that is not allowed, or not yet (R-S40-16, R-S40-19, R-S40-20)."""
    position, rules = state.position, state.deal.rules
    if position.is_bound:
        return IllegalMoveError("taken_not_used", card=NAMES[position.taken])
    if position.owed:
        return IllegalMoveError("joker_not_used")
    if position.laid and not position.opened[position.seat]:
        return IllegalMoveError("opening_too_low", points=position.laid, needed=rules.opening_points)
    if card == position.taken:
        return IllegalMoveError("taken_discarded", card=NAMES[card])
    fits = [meld for meld in position.melds if attaching([meld], rules.max_run_on_table) >> card & 1]
    return IllegalMoveError("discard_attaches", card=NAMES[card], meld=str(fits[0]))
