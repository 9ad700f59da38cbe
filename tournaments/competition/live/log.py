"""The log of a match: numbered events, and the effect of each on the state. The state is the fold of its events."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
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

    ``seats`` of the match play it, in order: the game counts them from 0. ``prepared`` is the number of the event that
    published the commitment; ``attempt`` is None until it is dealt, ``dealer`` too where the seeds draw one. ``sheet``
    is None until it is closed.
    """

    number: int
    game: int
    tiebreak: int
    dealer: Seat | None
    seats: tuple[Seat, ...]
    commitment: str
    prepared: int
    seeds: Mapping[Seat, str] = field(default_factory=dict)
    attempt: int | None = None
    plays: tuple[str, ...] = ()
    sheet: Json | None = None
    opened: frozenset[Seat] = frozenset()
    is_void: bool = False
    is_dealer_drawn: bool = False

    @property
    def is_waiting(self) -> bool:
        """Whether the seats are still asked to be ready, or were when the deal became void."""
        return self.attempt is None

    @property
    def is_open(self) -> bool:
        """Whether cards are being played."""
        return self.attempt is not None and self.sheet is None and not self.is_void


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that ended the match, or a line's part in it: ``cause`` has a phrase ``cause.<name>`` of the game.

    ``forfeit`` is its content on the sheet; None if the rules do not know the fault and a ruling decides.
    """

    line: Line
    cause: str
    forfeit: Json | None


@dataclass(frozen=True, slots=True)
class Loss:
    """A line that is out of the match after so many closed ``deals``: the cause, the reason, and the ruling account."""

    deals: int
    cause: str
    note: str
    by: int | None


@dataclass(frozen=True, slots=True)
class Replaced:
    """A robot of a ``level`` that plays a seat to the end of the deal, since the seat's line was at fault."""

    level: int
    cause: str


@dataclass(frozen=True, slots=True)
class Call:
    """Time was called in the deal number ``deal`` of ``game``, after so many of its ``plays``.

    ``is_heeded``: the regular deals of that game are over. The call does not concern its tie-break deals.
    """

    deal: int
    game: int
    plays: int
    is_tiebreak: bool
    is_heeded: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """The match after the event number ``sequence``; the last of ``deals`` is the current one.

    ``moved`` is the number of the last event that changed more than clocks and the referee's view. ``fault`` has ended
    the match, or waits for the referee; ``forgiven`` are the lines and causes of faults that were dismissed, ``lost``
    the lines that are out, ``replaced`` the seats that robots play to the end of the deal. ``adopted`` is the version
    of the last sheet that was taken over, ``orders`` are the newest orders of the referee. ``call`` is set once time
    was called.
    """

    sequence: int = 0
    moved: int = 0
    deals: tuple[Deal, ...] = ()
    clocks: Clocks = field(default_factory=Clocks)
    is_paused: bool = False
    is_over: bool = False
    fault: Fault | None = None
    forgiven: frozenset[tuple[Line, str]] = frozenset()
    lost: Mapping[Line, Loss] = field(default_factory=dict)
    replaced: Mapping[Seat, Replaced] = field(default_factory=dict)
    adopted: int = 0
    orders: tuple[Event, ...] = ()
    call: Call | None = None

    @property
    def deal(self) -> Deal:
        """The current deal; it exists from the first event on."""
        return self.deals[-1]

    @property
    def closed(self) -> tuple[Deal, ...]:
        return tuple(deal for deal in self.deals if deal.sheet is not None)

    @property
    def dealt(self) -> tuple[Deal, ...]:
        """The deals that have cards; the last one may still be in play."""
        return tuple(deal for deal in self.deals if not deal.is_waiting)

    @property
    def last_dealer(self) -> Seat | None:
        """The seat that dealt the newest deal with cards; None before any."""
        return self.dealt[-1].dealer if self.dealt else None

    @property
    def forfeit(self) -> Json | None:
        """The content on the sheet of the fault that ended the match; None without one, or where a ruling decides."""
        return self.fault.forfeit if self.fault is not None else None

    def is_out_of_time(self, game: int) -> bool:
        """Return whether no further regular deal of a game is played, since time was called."""
        call = self.call
        if call is None or game < call.game:
            return False
        return game > call.game or (call.is_heeded and not call.is_tiebreak)

    @property
    def turn(self) -> Seat | None:
        """The seat in turn; None while no cards are played."""
        return self.clocks.seat


MOST_ORDERS: Final = 5
TIME: Final = "time"
"""Why a deal is void that the call of time has stopped."""
# Events between a position and the play on it that do not change the position.
NOT_MOVING: Final = frozenset({"time_given", "time_added", "time_called", "time_extended", "hand_opened"})


def fold(events: Iterable[Event], start: State | None = None) -> State:
    """Return the state after all of ``events``; they follow ``start``, or are the whole log from its first event on."""
    state = start or State()
    for event in events:
        if event.sequence != state.sequence + 1:
            raise ValueError(f"event {event.sequence} after {state.sequence}")
        moved = state.moved if event.kind in NOT_MOVING else event.sequence
        orders = (*state.orders, event)[-MOST_ORDERS:] if "note" in event.data else state.orders
        state = replace(EFFECTS[event.kind](state, event), sequence=event.sequence, moved=moved, orders=orders)
    return state


def _with_deal(state: State, **changes: Json) -> State:
    return replace(state, deals=(*state.deals[:-1], replace(state.deal, **changes)))


def _on_prepared(state: State, event: Event) -> State:
    """Add the next deal with its published commitment; its seats are asked to be ready."""
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
    return replace(state, deals=(*state.deals, deal), replaced={})


def _ready(state: State, event: Event) -> State:
    return _with_deal(state, seeds={**state.deal.seeds, event.seat: event.data["seed"]})


def _on_dealt(state: State, event: Event) -> State:
    drawn = {"dealer": event.data["dealer"], "is_dealer_drawn": True} if "dealer" in event.data else {}
    dealt = _with_deal(state, attempt=event.data["attempt"], **drawn)
    return replace(dealt, clocks=clocks.start(state.clocks, event.data["turn"], event.at))


def _apply_play(state: State, event: Event) -> State:
    data = event.data
    played = _with_deal(state, plays=(*state.deal.plays, data["play"]))
    charged = clocks.charge(state.clocks, data["elapsed"], data["credit"])
    return replace(played, clocks=clocks.start(charged, data["turn"], event.at))


def _apply_close(state: State, event: Event) -> State:
    return _heeding(_with_deal(state, sheet=event.data["sheet"]))


def _heeding(state: State) -> State:
    """Mark the call of time as heeded: the deal in progress was the last."""
    return replace(state, call=replace(state.call, is_heeded=True)) if state.call else state


def _on_paused(state: State, event: Event) -> State:
    return replace(state, is_paused=True, clocks=clocks.stop(state.clocks, event.at))


def _on_resumed(state: State, event: Event) -> State:
    """Resume the match. After a fault the turn starts again, or a clock that ran out would run out at once."""
    go_on = clocks.start(state.clocks, state.turn, event.at) if state.fault else clocks.resume(state.clocks, event.at)
    forgiven = state.forgiven | {(state.fault.line, state.fault.cause)} if state.fault else state.forgiven
    return replace(state, is_paused=False, fault=None, forgiven=forgiven, clocks=go_on)


def _time_given(state: State, event: Event) -> State:
    return replace(state, clocks=clocks.give(state.clocks, event.data["ms"], event.at))


def _time_added(state: State, event: Event) -> State:
    data = event.data
    return replace(state, clocks=clocks.add(state.clocks, data["to"], data["ms"], is_for_play=data["of"] == "move"))


def _time_called(state: State, _event: Event) -> State:
    deal = state.deal
    return replace(state, call=Call(deal.number, deal.game, len(deal.plays), is_tiebreak=bool(deal.tiebreak)))


def _time_extended(state: State, _event: Event) -> State:
    """Take the call of time back, because there is more time."""
    return replace(state, call=None)


def _hand_opened(state: State, event: Event) -> State:
    return _with_deal(state, opened=state.deal.opened | {event.data["to"]})


def _on_fault(state: State, event: Event) -> State:
    """Stop the match for a fault, unless a robot takes the seat over: then its turn, if any, begins anew."""
    if "robot" in event.data and event.seat is not None:
        robot = Replaced(event.data["robot"], event.data["cause"])
        is_turn = state.turn == event.seat and not state.is_paused
        turn = clocks.start(state.clocks, state.turn, event.at) if is_turn else state.clocks
        return replace(state, replaced={**state.replaced, event.seat: robot}, clocks=turn)
    fault = Fault(event.data["line"], event.data["cause"], event.data["forfeit"])
    return replace(state, fault=fault, clocks=clocks.stop(state.clocks, event.at))


def _on_ruling(state: State, event: Event) -> State:
    """Take a line out of the match; an open question to the referee about it is answered."""
    data = event.data
    loss = Loss(len(state.closed), data["cause"], data["note"], data["by"])
    fault = None if state.fault and state.fault.line == data["line"] else state.fault
    return replace(state, lost={**state.lost, data["line"]: loss}, fault=fault)


def _on_reinstated(state: State, event: Event) -> State:
    """Bring a line back; the match continues if it was over, and the cause of the loss no longer counts."""
    back = event.data["line"]
    lost = {line: loss for line, loss in state.lost.items() if line != back}
    fault = None if state.fault and state.fault.line == back else state.fault
    return replace(state, lost=lost, fault=fault, is_over=False)


def _on_void(state: State, event: Event) -> State:
    """End the current deal without a score; it is dealt again unless time has stopped it."""
    void = _with_deal(state, is_void=True)
    if event.data.get("cause") == TIME:
        void = _heeding(void)
    return replace(void, clocks=clocks.start(state.clocks, None, event.at))


def _on_corrected(state: State, event: Event) -> State:
    sheets = event.data["sheets"]
    deals = tuple(replace(deal, sheet=sheets.get(str(deal.number), deal.sheet)) for deal in state.deals)
    return replace(state, deals=deals, adopted=event.data["version"])


def _on_end(state: State, event: Event) -> State:
    """End the match: it was played to its end, or settled at its table by an official."""
    return replace(state, is_over=True, clocks=clocks.stop(state.clocks, event.at))


EFFECTS: Final[Mapping[str, Callable[[State, Event], State]]] = {
    "prepared": _on_prepared,
    "ready": _ready,
    "dealt": _on_dealt,
    "played": _apply_play,
    "closed": _apply_close,
    "paused": _on_paused,
    "resumed": _on_resumed,
    "time_given": _time_given,
    "time_added": _time_added,
    "time_called": _time_called,
    "time_extended": _time_extended,
    "hand_opened": _hand_opened,
    "ruled": _on_ruling,
    "reinstated": _on_reinstated,
    "voided": _on_void,
    "corrected": _on_corrected,
    "abandoned": _on_fault,
    "timed_out": _on_fault,
    "ended": _on_end,
    "settled": _on_end,
}
