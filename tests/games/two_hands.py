"""A game of two open hands and a hidden stock, to see what a robot is told."""

from collections.abc import Sequence

from tournaments.games.contract import Json, PlayableGame, Seat

STATE = {"hands": [["2", "9"], ["5", "7"]], "stock": ["1"]}


class Toy(PlayableGame):
    """Two cards in hand and one hidden, of which no robot hears."""

    key = "toy"
    low_wins = uses_vp = takes_totals = False
    presets: dict[str, Json] = {}
    phrases: dict[str, str] = {}

    def legal_actions(self, state: Json, seat: Seat) -> Sequence[str]:
        return list(state["hands"][seat])

    def view(self, state: Json, seat: Seat | None) -> Json:
        return {"hand": [] if seat is None else state["hands"][seat]}
