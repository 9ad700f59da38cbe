"""The log of a match: numbered events, and how each moves the state on; the state is nothing but their fold."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Final

from tournaments.competition.live import clocks
from tournaments.competition.live.clocks import Clocks
from tournaments.games.contract import Json, Line, Seat


@dataclass(frozen=True, slots=True)
class Event:
    """One row of the log. ``at`` is when it was decided, in milliseconds; ``seat`` None is the referee or the server.

    The kinds and their data are the functions of ``EFFECTS``.
    """

    sequence: int
    kind: str
    at: int
    seat: Seat | None = None
    data: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal: ``number`` from 1 through the whole match, ``game`` from 0, ``tiebreak`` as in ``DealScore``.

    ``seats`` of the match play it, in their order: the game counts them from 0. ``prepared`` is the number of the event
    that published the commitment; ``attempt`` is None until it is dealt. ``sheet`` is None until it is closed.
    """

    number: int
    game: int
    tiebreak: int
    dealer: Seat
    seats: tuple[Seat, ...]
    commitment: str
    prepared: int
    seeds: Mapping[Seat, str] = field(default_factory=dict)
    attempt: int | None = None
    plays: tuple[str, ...] = ()
    sheet: Json | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether the seats are still asked whether they are ready."""
        return self.attempt is None

    @property
    def is_open(self) -> bool:
        """Whether cards are being played."""
        return self.attempt is not None and self.sheet is None


@dataclass(frozen=True, slots=True)
class Fault:
    """How a line ended the match, or its part in it: ``cause`` has a phrase ``cause.<name>`` of the game.

    ``forfeit`` is what the sheet says of it; None where the rules know no such fault, and a ruling decides.
    """

    line: Line
    cause: str
    forfeit: Json | None


@dataclass(frozen=True, slots=True)
class State:
    """Where a match is after the event number ``sequence``; the last of ``deals`` is the one in hand.

    ``moved`` is the number of the last event that did not only give time. ``fault`` has ended the match, or the referee
    has not yet let it go on.
    """

    sequence: int = 0
    moved: int = 0
    deals: tuple[Deal, ...] = ()
    clocks: Clocks = field(default_factory=Clocks)
    is_paused: bool = False
    is_over: bool = False
    fault: Fault | None = None

    @property
    def deal(self) -> Deal:
        """The deal in hand; there is one from the first event on."""
        return self.deals[-1]

    @property
    def closed(self) -> tuple[Deal, ...]:
        return tuple(deal for deal in self.deals if deal.sheet is not None)

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; None while no cards are played."""
        return self.clocks.seat


def fold(events: Iterable[Event], start: State | None = None) -> State:
    """The state after all of ``events``, which follow ``start``, or are the whole log from its first event on."""
    return reduce(_after, events, start or State())


def _after(state: State, event: Event) -> State:
    if event.sequence != state.sequence + 1:
        raise ValueError(f"event {event.sequence} after {state.sequence}")
    moved = state.moved if event.kind == "time_given" else event.sequence
    return replace(EFFECTS[event.kind](state, event), sequence=event.sequence, moved=moved)


def _with_deal(state: State, **changes: Json) -> State:
    return replace(state, deals=(*state.deals[:-1], replace(state.deal, **changes)))


def _prepared(state: State, event: Event) -> State:
    """The commitment of the next deal is published, and the seats are asked whether they are ready."""
    data = event.data
    deal = Deal(
        number=len(state.deals) + 1,
        game=data["game"],
        tiebreak=data["tiebreak"],
        dealer=data["dealer"],
        seats=tuple(data["seats"]),
        commitment=data["commitment"],
        prepared=event.sequence,
    )
    return replace(state, deals=(*state.deals, deal))


def _ready(state: State, event: Event) -> State:
    return _with_deal(state, seeds={**state.deal.seeds, event.seat: event.data["seed"]})


def _dealt(state: State, event: Event) -> State:
    dealt = _with_deal(state, attempt=event.data["attempt"])
    return replace(dealt, clocks=clocks.start(state.clocks, event.data["turn"], event.at))


def _played(state: State, event: Event) -> State:
    data = event.data
    played = _with_deal(state, plays=(*state.deal.plays, data["play"]))
    charged = clocks.charge(state.clocks, data["elapsed"], data["credit"])
    return replace(played, clocks=clocks.start(charged, data["turn"], event.at))


def _closed(state: State, event: Event) -> State:
    return _with_deal(state, sheet=event.data["sheet"])


def _paused(state: State, event: Event) -> State:
    return replace(state, is_paused=True, clocks=clocks.stop(state.clocks, event.at))


def _resumed(state: State, event: Event) -> State:
    """After a fault the turn begins anew: what had run out would run out again at once."""
    go_on = clocks.start(state.clocks, state.turn, event.at) if state.fault else clocks.resume(state.clocks, event.at)
    return replace(state, is_paused=False, fault=None, clocks=go_on)


def _time_given(state: State, event: Event) -> State:
    return replace(state, clocks=clocks.give(state.clocks, event.data["ms"], event.at))


def _faulted(state: State, event: Event) -> State:
    fault = Fault(event.data["line"], event.data["cause"], event.data["forfeit"])
    return replace(state, fault=fault, clocks=clocks.stop(state.clocks, event.at))


def _ended(state: State, event: Event) -> State:
    """The match is over: played to its end, or settled at its table by an official."""
    return replace(state, is_over=True, clocks=clocks.stop(state.clocks, event.at))


EFFECTS: Final[Mapping[str, Callable[[State, Event], State]]] = {
    "prepared": _prepared,
    "ready": _ready,
    "dealt": _dealt,
    "played": _played,
    "closed": _closed,
    "paused": _paused,
    "resumed": _resumed,
    "time_given": _time_given,
    "abandoned": _faulted,
    "timed_out": _faulted,
    "ended": _ended,
    "settled": _ended,
}
