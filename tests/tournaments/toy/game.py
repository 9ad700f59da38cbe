"""The smallest game that an online table can play: two cards each, the lowest card of a trick costs its player 40.

A state is ``{"pack": [...], "dealer": 0, "seats": 3, "plays": [...]}``; a card is ``k1`` to ``k40``.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from tests.tournaments.penalty.game import Penalty
from tournaments.games.contract import Circumstances, DealScore, Json, Line, RefusedError, Seat, Transition

HELD: Final = 2
COST: Final = 40
REDEAL: Final = "k40"
"""On top of the pack, it has the same dealer deal again."""


class Toy(Penalty):
    key = "toy"
    phrases: Mapping[str, str] = Penalty.phrases | {"not_held": "You do not hold this card."}

    def seats(self, rules: Json) -> Sequence[int]:
        return (2, 3, 4)

    def pack(self, rules: Json) -> Sequence[str]:
        return [f"k{number}" for number in range(1, 41)]

    def start(self, rules: Json, pack: Sequence[str], dealer: Seat, seats: int) -> Json:
        if pack[0] == REDEAL:
            raise RefusedError("redeal")
        return {"pack": list(pack), "dealer": dealer, "seats": seats, "plays": []}

    def turn(self, state: Json) -> Seat | None:
        played = len(state["plays"])
        return None if played == HELD * state["seats"] else (state["dealer"] + 1 + played) % state["seats"]

    def legal_actions(self, state: Json, seat: Seat) -> Sequence[str]:
        return self._hand(state, seat) if self.turn(state) == seat else []

    def apply(self, state: Json, seat: Seat, action: str) -> Transition:
        if action not in self.legal_actions(state, seat):
            raise RefusedError("not_held")
        told = {"event": "laid", "seat": seat, "card": action}
        return Transition({**state, "plays": [*state["plays"], action]}, action, (told,))

    def view(self, state: Json, seat: Seat | None) -> Json:
        return {
            "hand": [] if seat is None else self._hand(state, seat),
            "plays": state["plays"],
            "actions": [] if seat is None else self.legal_actions(state, seat),
        }

    def score(self, state: Json) -> DealScore:
        return DealScore(self._points(state))

    def sheet(self, state: Json, tiebreak: int = 0, seated: Sequence[Seat | None] | None = None) -> Json:
        points = self._points(state)
        chairs = range(state["seats"]) if seated is None else seated
        return {"points": [None if seat is None else points[seat] for seat in chairs], "tiebreak": tiebreak}

    def stops_at_time(self, rules: Json, state: Json, called_after: int) -> bool:
        return self.turn(state) is not None and not self.time_rule(rules, Circumstances()).counts_last_deal

    def live_forfeit(
        self, rules: Json, deals: Sequence[DealScore], state: Json | None, line: Line, cause: str, tiebreak: int
    ) -> Json:
        raise RefusedError("no_forfeits")

    def _hand(self, state: Json, seat: Seat) -> list[str]:
        dealt = state["pack"][seat * HELD : (seat + 1) * HELD]
        return [card for card in dealt if card not in state["plays"]]

    def _points(self, state: Json) -> tuple[int, ...]:
        seats, points = state["seats"], [0] * state["seats"]
        for first in range(0, HELD * seats, seats):
            trick = state["plays"][first : first + seats]
            lowest = min(range(seats), key=lambda place: int(trick[place][1:]))
            points[(state["dealer"] + 1 + first + lowest) % seats] += COST
        return tuple(points)


GAME = Toy()
