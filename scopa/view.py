"""What a seat, or a spectator, may see of a deal: built up from nothing, never by leaving out."""

from typing import Any, Final, TypeAlias

from scopa.cards import BIT, DENARI, NAMES, NO_CARDS, SETTEBELLO, names
from scopa.plays import write_play
from scopa.state import Seat, State
from scopa.turn import ending, sweep_cards

Json: TypeAlias = Any

PARTNERS: Final = {0: 2, 1: 3, 2: 0, 3: 1}


def view(state: State, seat: Seat | None) -> dict[str, Json]:
    """Return the deal as ``seat`` sees it, or a spectator for None (R-SCO-49).

    ``open_hands`` are the other hands that the options show to this seat, by seat. With carte viste, ``seen`` are the
    cards of earlier cycles that have left the table, and ``counted`` says how many coins of them are in each pile and
    whether the settebello is. ``swept`` are by pile the cards turned to mark sweeps. ``ending`` is what the rules did
    after the last play of a deal: the sentence of ``table_words``, the cards left on the table, and the seats that get
    them.
    """
    deal, rules = state.deal, state.deal.rules
    first = max(0, len(state.log) - deal.seats)
    plays = enumerate(state.log[first:], start=first)
    left = ending(state) if state.is_over else None
    seen, counted = None, None
    if rules.carte_viste:
        # The cards of earlier cycles that are no longer on the table (R-SCO-50, R-SCO-68).
        shown = deal.table if state.cycle else NO_CARDS
        for held in deal.cycles[: state.cycle]:
            shown |= held
        shown &= ~state.table
        seen = list(names(shown))
        counted = {
            "coins": [(own & shown & DENARI).bit_count() for own in state.taken],
            "settebello": [(own & shown & BIT[SETTEBELLO]).bit_count() for own in state.taken],
        }
    # The hands that are open to this seat: carte viste at the end, carte scoperte for partners.
    open_seats: list[Seat] = []
    if seat is not None and rules.carte_viste and deal.seats == 2 and state.cycle == len(deal.cycles) - 1:
        open_seats = [1 - seat]
    elif seat is not None and rules.carte_scoperte_partners and deal.seats == 4:
        open_seats = [PARTNERS[seat]]
    return {
        "seats": deal.seats,
        "seat": seat,
        "lines": list(deal.lines),
        "piles": list(deal.piles),
        "dealer": deal.dealer,
        "turn": state.turn,
        "cycle": state.cycle + 1,
        "cycles": len(deal.cycles),
        "over": state.is_over,
        "table_cards": list(names(state.table)),
        "hand": list(names(NO_CARDS if seat is None else state.hand(seat))),
        "held": [state.hand(each).bit_count() for each in range(deal.seats)],
        "stock": len(deal.turns) - len(state.log) - state.held.bit_count(),
        "taken": [own.bit_count() for own in state.taken],
        "taken_cards": [list(names(own)) for own in state.taken] if state.is_over else None,
        "sweeps": list(state.sweeps),
        "swept": [[NAMES[card] for card in pile] for pile in sweep_cards(state)],
        "last_capture": state.last_capture_line,
        "recent": [{"seat": deal.turns[number], "play": write_play(each)} for number, each in plays],
        "ending": {"sentence": "left", "seats": list(left.seats), "cards": list(names(left.cards))} if left else None,
        "seen": seen,
        "counted": counted,
        "open_hands": {str(each): list(names(state.hand(each))) for each in open_seats},
        "actions": [write_play(each) for each in state.legal] if seat == state.turn else [],
    }
