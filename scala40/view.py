"""What a seat, or a spectator, may see of a deal: built up from nothing, never by leaving out."""

from typing import Any, TypeAlias

from scala40.cards import NAMES, NO_CARDS, names, size
from scala40.closing import deal_points
from scala40.moves import write_move
from scala40.state import NOTHING_TAKEN, Seat, State

Json: TypeAlias = Any


def view(state: State, seat: Seat | None) -> dict[str, Json]:
    """Return the deal as ``seat`` sees it, or a spectator for None (R-S40-28).

    ``hands_left`` and ``points`` are shown when the deal is over, since all hands are then laid open to be counted.
    Of a combination ``seat`` is who laid it. ``opening`` has the points that open, and the longest run that may be
    laid. ``ending`` is how a deal that is over has ended, with the name of its sentence in ``table_words``.
    """
    position, deal = state.position, state.deal
    # The moves of the turn in progress and of one turn of every seat before it, oldest first.
    turn, moves = 0, []
    owners: list[Seat | None] = []
    for move in state.log:
        mover = (deal.dealer + 1 + turn) % deal.seats
        moves.append((turn, {"seat": mover, "play": write_move(move)}))
        turn += move.action == "drop"
        if move.meld is not None:
            owners.append(mover)
    recent = [each for number, each in moves if number >= turn - deal.seats]
    melds: list[dict[str, Json]] = []
    # A position that was set up has combinations that nobody laid.
    owners = [*[None] * (len(position.melds) - len(owners)), *owners]
    for number, (meld, owner) in enumerate(zip(position.melds, owners, strict=True), start=1):
        cards = [NAMES[card] for card in meld.cards]
        if meld.has_joker:
            # A joker is ``*=9c``: the nine of clubs itself may be in somebody's hand.
            cards[meld.joker_at] = f"*={cards[meld.joker_at]}"
        kind = "run" if meld.is_run else "set"
        melds.append({"name": f"m{number}", "seat": owner, "kind": kind, "cards": cards})
    ending: Json = None
    if state.is_over:
        sentence = "void" if state.closer is None else "closed_in_hand" if state.in_hand else "closed_deal"
        ending = {"sentence": sentence, "seats": [] if state.closer is None else [state.closer], "cards": []}
    return {
        "seats": deal.seats,
        "seat": seat,
        "dealer": deal.dealer,
        "turn": state.turn,
        "turns": position.turns,
        "over": state.is_over,
        "closer": state.closer,
        "in_hand": state.in_hand,
        "ending": ending,
        "hand": list(names(NO_CARDS if seat is None else position.hands[seat])),
        "held": [size(hand) for hand in position.hands],
        "opened": list(position.opened),
        "stock": len(position.stock) - position.drawn,
        "remakes": position.remakes,
        "discards": len(position.discards),
        "top_discard": NAMES[position.discards[-1]] if position.discards else None,
        "melds": melds,
        "opening": {"points": deal.rules.opening_points, "longest": deal.rules.max_run_when_laid},
        # The progress of the turn, all of it public: the discard that was taken was visible.
        "doing": {
            "has_drawn": position.has_drawn,
            "taken": None if position.taken == NOTHING_TAKEN else NAMES[position.taken],
            "must_use_taken": position.is_bound,
            "jokers_to_use": position.owed,
            "laid": position.laid,
        },
        "recent": recent,
        "hands_left": [list(names(hand)) for hand in position.hands] if state.is_over else None,
        "points": list(deal_points(state)) if state.is_over else None,
        "actions": [write_move(each) for each in state.legal] if seat == state.turn else [],
    }
