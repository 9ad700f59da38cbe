"""The points of each seat when a deal is over, for ``view`` and ``library``; ``scoring`` counts a written sheet."""

from collections.abc import Sequence
from typing import Final

from scala40.cards import Hand, hand_points
from scala40.rules import Rules
from scala40.state import Seat, State

# R-S40-25; the other rules for players who had not opened when a deal was closed in hand.
FLAT: Final = 100


def points_at_close(
    rules: Rules, hands: Sequence[Hand], opened: Sequence[bool], closer: Seat | None, in_hand: bool
) -> tuple[int, ...]:
    """Return the points of each seat for the cards left (R-S40-25); zero when nobody has closed (R-S40-26)."""
    if closer is None:
        return (0,) * len(hands)
    penalty = rules.hand_close_penalty if in_hand else "count"
    factor = 2 if penalty == "double" else 1
    return tuple(
        FLAT if penalty == "flat_100_unopened" and not has_opened and seat != closer else factor * hand_points(hand)
        for seat, (has_opened, hand) in enumerate(zip(opened, hands, strict=True))
    )


def deal_points(state: State) -> tuple[int, ...]:
    """Return the points of each seat for a deal that is over."""
    return points_at_close(state.deal.rules, state.hands, state.opened, state.closer, state.in_hand)
