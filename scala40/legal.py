"""The legal moves of the seat in turn: those after which the turn can still end with a discard."""

from scala40.cards import Hand, size, with_card
from scala40.layoff import discardable, layoffs, swaps
from scala40.melds import melds_in
from scala40.moves import DRAW, TAKE, Move
from scala40.opening import hand_after_laying, may_open, may_open_keeping, may_open_with, uses
from scala40.owing import Turn, settles, turn_after
from scala40.state import NOTHING_TAKEN, Deal, Position


def legal(deal: Deal, position: Position) -> tuple[Move, ...]:
    """Return the legal moves; empty only when the deal is over."""
    if position.is_over:
        return ()
    if not position.has_drawn:
        return (DRAW, TAKE) if may_take(deal, position) else (DRAW,)
    rules, hand, melds = deal.rules, position.hand, position.melds
    laid = melds_in(hand, rules.max_run_when_laid)
    moves: tuple[Move, ...] = ()
    if not position.opened[position.seat]:
        # Combinations while the opening can be reached; discards if none was laid, or all points are.
        needed = rules.opening_points - position.laid
        is_begun = position.laid or position.is_bound
        if laid and (is_begun or _reaches(deal, position, hand, needed)):
            for meld in laid:
                after = position
                if uses(meld, position.taken):
                    after = position._replace(taken=NOTHING_TAKEN, is_bound=False)
                if _reaches(deal, after, hand_after_laying(hand, meld), needed - meld.points):
                    moves += (Move("lay", None, meld),)
        # Only closing in hand uses all cards but one before the points are reached (R-S40-13).
        if is_begun and size(hand) > 1:
            return moves
        return moves + discardable(rules, hand, melds, position.taken)
    # Moves that leave a way to the discard, and discards when nothing is owed.
    turn, least = turn_of(position), least_left(deal, position)
    attached = layoffs(hand, melds, rules.max_run_on_table)
    if not turn.is_settled or turn.taken != NOTHING_TAKEN:
        found = (*(Move("lay", None, meld) for meld in laid), *attached, *swaps(hand, melds))
        moves = tuple(move for move in found if settles(rules, turn_after(rules, turn, move), least))
        return moves + discardable(rules, hand, melds, position.taken) if turn.is_settled else moves
    spare = size(hand) - least
    moves = tuple(Move("lay", None, meld) for meld in laid if meld.size <= spare)
    moves += tuple(attached) if spare else ()
    moves += tuple(move for move in swaps(hand, melds) if settles(rules, turn_after(rules, turn, move), least))
    return moves + discardable(rules, hand, melds, NOTHING_TAKEN)


def least_left(deal: Deal, position: Position) -> int:
    """Return the cards that must be left before the discard: two where nobody may close yet (R-S40-23, R-S40-24)."""
    return 2 if deal.rules.no_close_first_round and position.turns < deal.seats else 1


def may_take(deal: Deal, position: Position) -> bool:
    """Return whether the top discard may be taken: the taker's duties must be possible (R-S40-15, R-S40-16)."""
    if not position.turns:
        return True
    card = position.discards[-1]
    hand = with_card(position.hand, card)
    if not position.opened[position.seat]:
        after = position._replace(taken=card, is_bound=True)
        return _reaches(deal, after, hand, deal.rules.opening_points)
    if not deal.rules.pickup_must_be_melded:
        return True
    return settles(deal.rules, Turn(hand, position.melds, card, True, 0), least_left(deal, position))


def _reaches(deal: Deal, position: Position, hand: Hand, points: int) -> bool:
    """Return whether ``hand`` can still lay ``points``, with the taken card among them where it must be."""
    rules, least = deal.rules, least_left(deal, position)
    closing = least == 1 and not rules.hand_close_needs_40
    if position.taken == NOTHING_TAKEN:
        return may_open(hand, points, least, rules.max_run_when_laid, closing=closing)
    search = may_open_with if position.is_bound else may_open_keeping
    return search(position.taken, hand, points, least, rules.max_run_when_laid, closing=closing)


def turn_of(position: Position) -> Turn:
    return Turn(position.hand, position.melds, position.taken, position.is_bound, position.owed)
