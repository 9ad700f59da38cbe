"""What a seat, or a spectator, may see of a deal: built up from nothing, never by leaving out."""

from typing import Any, Final, TypeAlias

from scopa.cards import BIT, DENARI, NAMES, NO_CARDS, SETTEBELLO, Cards, names
from scopa.plays import write_play
from scopa.state import PLAYS_IN_DEAL, Seat, State
from scopa.turn import ending, swept

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
    deal = state.deal
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
        "stock": PLAYS_IN_DEAL - len(state.log) - state.held.bit_count(),
        "taken": [own.bit_count() for own in state.taken],
        "taken_cards": [list(names(own)) for own in state.taken] if state.is_over else None,
        "sweeps": list(state.sweeps),
        "swept": [[NAMES[card] for card in pile] for pile in swept(state)],
        "last_capture": state.last_capture_line,
        "recent": _recent(state),
        "ending": _ending(state) if state.is_over else None,
        "seen": list(names(_seen(state))) if deal.rules.carte_viste else None,
        "counted": _counted(state) if deal.rules.carte_viste else None,
        "open_hands": {str(each): list(names(state.hand(each))) for each in _open_to(state, seat)},
        "actions": [write_play(each) for each in state.legal] if seat == state.turn else [],
    }


def _recent(state: State) -> list[dict[str, Json]]:
    """Return the last play of every seat, oldest first."""
    first = max(0, len(state.log) - state.deal.seats)
    plays = enumerate(state.log[first:], start=first)
    return [{"seat": state.deal.turns[number], "play": write_play(each)} for number, each in plays]


def _counted(state: State) -> dict[str, list[int]]:
    """Return by pile the coins and the settebello among the cards that carte viste shows (R-SCO-68)."""
    shown = _seen(state)
    return {
        "coins": [(own & shown & DENARI).bit_count() for own in state.taken],
        "settebello": [(own & shown & BIT[SETTEBELLO]).bit_count() for own in state.taken],
    }


def _ending(state: State) -> Json:
    left = ending(state)
    return {"sentence": "left", "seats": list(left.seats), "cards": list(names(left.cards))} if left else None


def _seen(state: State) -> Cards:
    """Return the cards of earlier cycles that are no longer on the table (R-SCO-50)."""
    shown = state.deal.table if state.cycle else NO_CARDS
    for held in state.deal.cycles[: state.cycle]:
        shown |= held
    return shown & ~state.table


def _open_to(state: State, seat: Seat | None) -> tuple[Seat, ...]:
    """Return the seats whose hands are open to ``seat``: carte viste at the end, carte scoperte for partners."""
    rules, seats = state.deal.rules, state.deal.seats
    if seat is None:
        return ()
    if rules.carte_viste and seats == 2 and state.cycle == len(state.deal.cycles) - 1:
        return tuple(each for each in range(seats) if each != seat)
    if rules.carte_scoperte_partners and seats == 4:
        return (PARTNERS[seat],)
    return ()
