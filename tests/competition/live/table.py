"""Matches for tests of the pure fold: decided and kept in memory, without a database."""

import random
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

import pytest

from tests.tournaments.toy.game import Toy
from tournaments.competition.live import deciding, viewing
from tournaments.competition.live.deciding import Live, Moment
from tournaments.competition.live.log import Deal, Event, State, fold
from tournaments.competition.live.setup import Setup
from tournaments.competition.shuffling import commitment
from tournaments.games import registry
from tournaments.games.commands import Sealed
from tournaments.games.contract import Circumstances, Json, PlayableGame, RefusedError, Seat

TOY = Toy()
MOVE = 20_000
SEED = "ab" * 16


def setup(
    seats: Sequence[int] = (0, 1),
    game: PlayableGame = TOY,
    preset: str = "club",
    *,
    best_of: int = 1,
    rules: Json = None,
    dealer: Seat | None = 0,
    **more: Any,
) -> Setup:
    limits = {name: more.pop(name) for name in ("move_ms", "bank_ms", "robots") if name in more}
    chairs = Circumstances(must_decide=True, lines=max(seats) + 1, **more)
    return Setup(game, {**game.presets[preset], **(rules or {})}, chairs, best_of, tuple(seats), dealer, **limits)


def scopa(preset: str = "online_002", seats: Sequence[int] = (0, 1), **more: Any) -> Setup:
    return setup(seats, registry.playable("scopa"), preset, **more)


def closed(number: int, points: Sequence[int | None], *, game: int = 0, tiebreak: int = 0, dealer: Seat = 0) -> Deal:
    """A deal of the toy game that brought these penalties."""
    seats = tuple(seat for seat, each in enumerate(points) if each is not None)
    sheet = {"points": list(points), "tiebreak": tiebreak}
    return Deal(number, game, tiebreak, dealer, seats, "", 1, attempt=0, sheet=sheet)


def after(*deals: Deal) -> State:
    return State(deals=deals)


class Table:
    """A match, its whole log, and the time of its server."""

    def __init__(self, of: Setup) -> None:
        self.live = Live(of, State())
        self.log: list[Event] = []
        self.do(deciding.open_match)

    @property
    def state(self) -> State:
        return self.live.state

    def do(self, decision: Callable[..., list[Event]], *args: Any, at: int = 0, **more: Any) -> list[str]:
        """The kinds of the events that a decision at ``at`` appends."""
        secret = seed(len(self.state.deals) + 1)
        pack = self.live.setup.game.pack(self.live.setup.rules)
        committed = commitment(secret, pack, self.live.setup.number, len(self.state.deals) + 1)
        moment = Moment(at, more.pop("received", at), more.pop("lag", 0), committed)
        events = decision(self.live, moment, *args, **more)
        state = fold(events, self.state)
        seeds = {deal.number: Sealed(seed(deal.number).hex()) for deal in state.deals}
        self.live = Live(self.live.setup, state, seeds)
        self.log += events
        return [event.kind for event in events]

    def deal(self, at: int = 0) -> "Table":
        for seat in self.state.deal.seats:
            self.do(deciding.ready, seat, f"{seat + 1:032x}", at=at)
        return self

    def cards(self, viewer: Seat | None) -> Json:
        return viewing.view(self.live, viewer, 0)["cards"]

    def play(self, choose: Callable[[Sequence[str]], str] = min, **more: Any) -> list[str]:
        """One legal play of the seat whose turn it is."""
        turn, live = self.state.turn, self.live
        assert turn is not None
        legal = live.setup.game.legal_actions(live.position().unseal(), self.state.deal.seats.index(turn))
        return self.do(deciding.play, turn, choose(legal), **more)

    def close(self) -> "Table":
        """Play the deal in hand to its end."""
        number = len(self.state.closed)
        while len(self.state.closed) == number:
            self.play()
        return self

    def play_out(self, lots: random.Random) -> "Table":
        while not self.state.is_over:
            if self.state.deal.is_waiting:
                self.deal()
            self.play(lots.choice)
        return self


def seed(deal: int) -> bytes:
    return sha256(f"deal {deal}".encode()).digest()


def refused(table: Table, decision, *args, **more) -> str:
    before = table.live
    with pytest.raises(RefusedError) as refusal:
        table.do(decision, *args, **more)
    assert table.live == before
    return refusal.value.code
