"""The events that a command adds to the log of a match, or its refusal; the game decides about plays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tournaments.competition.live import clocks
from tournaments.competition.live.clocks import Limits
from tournaments.competition.live.course import games, next_deal
from tournaments.competition.live.log import TIME, Event, State, fold
from tournaments.competition.live.position import Dealt, deal_input, first_attempt, position
from tournaments.competition.live.setup import Setup
from tournaments.competition.shuffling import CLIENT_BYTES, MOST_SEATS
from tournaments.games.commands import Sealed, fault_way, levels, robot_action
from tournaments.games.contract import DealScore, Dice, Json, RefusedError, Seat

ABANDON: Final = "abandon"


@dataclass(frozen=True, slots=True)
class Moment:
    """When a command is decided, when it reached the server, and its known delay on the way.

    ``commitment`` is that of a fresh seed, for a deal that may come next.
    """

    now: int
    received: int
    lag: int = 0
    commitment: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """A referee's order: the reason, which both sides see, and the ordering account, which nobody sees.

    ``to`` is the seat or the line that it is about, ``ms`` the time that is given. ``is_public``: the reason was
    written for everybody.
    """

    note: str = ""
    by: int | None = None
    to: int | None = None
    ms: int = 0
    is_public: bool = False

    @property
    def in_its_events(self) -> dict[str, Json]:
        """The data in every event of an order."""
        return {"note": self.note, "by": self.by, **({"is_public": True} if self.is_public else {})}


BY_THE_RULES: Final = Order()
"""What follows without anybody's order."""


@dataclass(frozen=True, slots=True)
class Live:
    """The match now: its setup, the state after its log, and the seeds of its deals by number."""

    setup: Setup
    state: State
    seeds: Mapping[int, Sealed[str]] = field(default_factory=dict)

    @property
    def limits(self) -> Limits:
        return Limits(self.setup.move_ms, self.setup.bank_ms)

    @property
    def robots(self) -> Mapping[Seat, int]:
        """The level of each seat that a robot plays now."""
        return {**self.setup.robots, **{seat: each.level for seat, each in self.state.replaced.items()}}

    def cards(self) -> Dealt:
        """Return the input from which the current deal is dealt."""
        deal = self.state.deal
        return deal_input(self.setup, deal, self.seeds[deal.number])

    def position(self) -> Sealed[Json]:
        """Return the position of the current deal, which has been dealt."""
        return position(self.cards(), self.state.deal.plays)


class Draft:
    """The events that a decision appends, and the match after each of them."""

    def __init__(self, live: Live, moment: Moment) -> None:
        self.live = live
        self.moment = moment
        self.events: list[Event] = []

    def add(self, kind: str, seat: Seat | None = None, **data: Json) -> None:
        event = Event(self.live.state.sequence + 1, kind, self.moment.now, seat, data)
        self.events.append(event)
        self.live = Live(self.live.setup, fold([event], self.live.state), self.live.seeds)


def single(live: Live, moment: Moment, kind: str, **data: Json) -> list[Event]:
    """Return a decision of one event without consequences."""
    draft = Draft(live, moment)
    draft.add(kind, **data)
    return draft.events


def open_match(live: Live, moment: Moment) -> list[Event]:
    """Return the first event of a match, which prepares its first deal."""
    draft = Draft(live, moment)
    go_on(draft)
    return draft.events


def ready(live: Live, moment: Moment, seat: Seat, seed: str) -> list[Event]:
    """Mark a seat as ready, with its seed for the shuffle, which may be empty; deal once all seats are ready."""
    _require_running(live)
    deal = live.state.deal
    if not deal.is_waiting:
        raise RefusedError("deal_begun")
    _require_in_deal(live, seat)
    if seat in deal.seeds:
        raise RefusedError("ready_already")
    try:
        is_seed = len(bytes.fromhex(seed)) in (0, CLIENT_BYTES) and seed == bytes.fromhex(seed).hex()
    except ValueError:
        is_seed = False
    if not is_seed:
        raise RefusedError("bad_seat_seed", field="seed", bytes=CLIENT_BYTES, most=MOST_SEATS)
    draft = Draft(live, moment)
    draft.add("ready", seat, seed=seed)
    if len(draft.live.state.deal.seeds) == len(deal.seats):
        _deal(draft)
    return draft.events


def deal_now(live: Live, moment: Moment) -> list[Event]:
    """Deal after the wait for the seats has ended, without the seeds of those that did not answer."""
    draft = Draft(live, moment)
    if live.state.deal.is_waiting and not live.state.is_paused and not live.state.is_over:
        _deal(draft)
    return draft.events


def _deal(draft: Draft) -> None:
    cards, deal = draft.live.cards(), draft.live.state.deal
    attempt = first_attempt(cards)
    position = cards.start(attempt)
    turn = _turn(draft.live, position)
    drawn = {"dealer": deal.seats[cards.dealer]} if deal.dealer is None else {}
    draft.add("dealt", attempt=attempt, turn=turn, **drawn)
    if turn is None:
        _close(draft, position)


def _turn(live: Live, position: Json) -> Seat | None:
    """Return the match's seat in turn at a position of the current deal; None when the deal is over."""
    turn = live.setup.game.turn(position)
    return None if turn is None else live.state.deal.seats[turn]


def play(live: Live, moment: Moment, seat: Seat, action: str) -> list[Event]:
    """Carry out a play of a seat; the game refuses illegal ones. The last play closes the deal."""
    _require_person(live, seat)
    return _play(live, moment, seat, action)


def _play(live: Live, moment: Moment, seat: Seat, action: str) -> list[Event]:
    _require_running(live)
    if live.state.turn != seat:
        raise RefusedError("other_turn")
    taken = clocks.turn_time(live.state.clocks, moment.received)
    credit = min(taken, clocks.credit(live.state.clocks, moment.lag))
    elapsed = taken - credit
    limit = clocks.turn_limit(live.state.clocks, live.limits)
    if limit is not None and elapsed > limit[0]:
        raise RefusedError("time_is_over")
    done = live.setup.game.apply(live.position().unseal(), live.state.deal.seats.index(seat), action)
    turn = _turn(live, done.state)
    draft = Draft(live, moment)
    draft.add(
        "played",
        seat,
        play=done.action,
        told=[dict(each) for each in done.events],
        elapsed=elapsed,
        credit=credit,
        turn=turn,
    )
    if turn is None:
        _close(draft, done.state)
    else:
        _heed_call(draft)
    return draft.events


def robot_play(live: Live, moment: Moment, dice: Dice) -> list[Event]:
    """Let the robot in turn play what it chooses from its own view; nothing if it is no robot's turn.

    The pause before it lets people follow: no clock pays for it.
    """
    turn, setup, robots = live.state.clocks, live.setup, live.robots
    if turn.seat is None or turn.since is None or turn.seat not in robots:
        return []
    seat = live.state.deal.seats.index(turn.seat)
    action = robot_action(setup.game, setup.rules, live.position().unseal(), seat, robots[turn.seat], dice)
    return _play(live, replace(moment, received=turn.since - turn.spent), turn.seat, action)


def _close(draft: Draft, position: Json) -> None:
    """Close the deal: append its sheet, as careful players would have written it, and what follows."""
    setup, deal = draft.live.setup, draft.live.state.deal
    lines = [setup.seats[seat] for seat in deal.seats]
    seated = [lines.index(line) if line in lines else None for line in range(setup.circumstances.lines)]
    draft.add("closed", sheet=setup.game.sheet(position, deal.tiebreak, seated))
    go_on(draft)


def go_on(draft: Draft) -> None:
    """Prepare the next deal, without the lines for which robots have played, or end the match."""
    after = next_deal(draft.live.setup, draft.live.state)
    if after is not None and draft.live.state.replaced:
        for seat, robot in sorted(draft.live.state.replaced.items()):
            line = draft.live.setup.seats[seat]
            if line not in draft.live.state.lost:
                draft.add("ruled", line=line, cause=robot.cause, **BY_THE_RULES.in_its_events)
        after = next_deal(draft.live.setup, draft.live.state)
    if after is None:
        draft.add("ended")
        return
    draft.add(
        "prepared",
        game=after.game,
        tiebreak=after.tiebreak,
        dealer=after.dealer,
        seats=list(after.seats),
        commitment=draft.moment.commitment,
    )
    for seat in after.seats:
        if seat in draft.live.setup.robots:
            draft.add("ready", seat, seed="")


def abandon(live: Live, moment: Moment, seat: Seat) -> list[Event]:
    """Let a seat leave for good: its line loses; at a table of several the rules say how, or the referee (R-LIV-01)."""
    _require_may_leave(live, seat)
    return _fault(live, moment, "abandoned", seat, ABANDON)


def if_abandoned(live: Live, seat: Seat) -> tuple[int, ...] | None:
    """Return the points of each line if a seat left now; None where the rules leave that to the referee.

    Refused as ``abandon`` is.
    """
    _require_may_leave(live, seat)
    return forfeit_points(live, _forfeit(live, live.setup.seats[seat], ABANDON))


def forfeit_points(live: Live, forfeit: Json | None) -> tuple[int, ...] | None:
    """Return the points of each line if a fault ends the match; None if the rules do not know this fault."""
    if forfeit is None:
        return None
    return live.setup.game.settle_forfeit(live.setup.rules, _open_game(live), forfeit).points


def _require_may_leave(live: Live, seat: Seat) -> None:
    _require_person(live, seat)
    require_open(live)
    if live.state.fault is not None:
        raise RefusedError("match_is_paused")
    _require_in_deal(live, seat)


def time_out(live: Live, moment: Moment) -> list[Event]:
    """Decide the time-out of the turn; nothing if its clock has time left."""
    due, limit = clocks.due(live.state.clocks, live.limits), clocks.turn_limit(live.state.clocks, live.limits)
    if due is None or limit is None or moment.now < due or live.state.turn in live.robots:
        return []
    return _fault(live, moment, "timed_out", live.state.turn, limit[1])


def _fault(live: Live, moment: Moment, kind: str, seat: Seat | None, cause: str) -> list[Event]:
    draft, way = Draft(live, moment), fault_way_now(live)
    line = live.setup.seats[seat or 0]
    robot = {"robot": levels(live.setup.game)[-1]} if way == "robot" else {}
    draft.add(kind, seat, line=line, cause=cause, forfeit=_forfeit(live, line, cause), **robot)
    if way == "robot":
        return draft.events
    if way == "ended":
        draft.add("ended")
    elif way == "void" or (line, cause) in live.state.forgiven:
        lose(draft, line, cause, BY_THE_RULES)
    elif not live.state.is_paused:
        draft.add("paused", reason=cause)
    return draft.events


def fault_way_now(live: Live) -> str:
    """Return how the match goes on when a line is at fault now: it is ``ended``, or one of ``FAULT_WAYS``.

    Between two deals there is nothing that a robot could play.
    """
    if live.setup.is_duel or not live.setup.has_referee:
        return "ended"
    way = fault_way(live.setup.game, live.setup.rules)
    return "void" if way == "robot" and not live.state.deal.is_open else way


def lose(draft: Draft, line: int, cause: str, order: Order) -> None:
    """Take a line out of the match: a match of two is over, at a table of several the others replay the deal."""
    draft.add("ruled", line=line, cause=cause, **order.in_its_events)
    if draft.live.setup.is_duel:
        draft.add("ended")
    else:
        follow(draft)


def follow(draft: Draft) -> None:
    """Continue the current deal if it still is the next one; otherwise void it."""
    after, deal = next_deal(draft.live.setup, draft.live.state), draft.live.state.deal
    if after is None or (after.game, after.tiebreak, after.seats) != (deal.game, deal.tiebreak, deal.seats):
        draft.add("voided")
        go_on(draft)


def _forfeit(live: Live, line: int, cause: str) -> Json | None:
    """Return the fault for the sheet, from the position; None if the rules do not know it."""
    setup, deal = live.setup, live.state.deal
    if not setup.is_duel or cause not in setup.game.forfeit_causes(setup.rules):
        return None
    position = live.position().unseal() if deal.is_open else None
    return setup.game.live_forfeit(setup.rules, _open_game(live), position, line, cause, deal.tiebreak)


def _open_game(live: Live) -> Sequence[DealScore]:
    """Return the deals of the game in progress; none if the next deal begins a new game."""
    played = games(live.setup, live.state)
    return played[-1].deals if played and not played[-1].is_over else ()


def pause(live: Live, moment: Moment, order: Order = BY_THE_RULES) -> list[Event]:
    """Pause the match by order of the referee: no clock runs."""
    _require_running(live)
    return single(live, moment, "paused", reason="referee", **order.in_its_events)


def resume(live: Live, moment: Moment, order: Order = BY_THE_RULES) -> list[Event]:
    """Resume the match by order of the referee."""
    require_open(live)
    if not live.state.is_paused:
        raise RefusedError("match_not_paused")
    draft = Draft(live, moment)
    draft.add("resumed", **order.in_its_events)
    _heed_call(draft)
    return draft.events


def keep_time(live: Live, moment: Moment, *, is_called: bool) -> list[Event]:
    """Follow the clock of the table: call time, or take the call back (R-LIV-07).

    In a paused match the call takes effect when it is resumed. It is taken back for more time, unless a tie-break or
    another game was dealt after it; a tie-break that waits to be dealt is replaced by a regular deal.
    """
    state, call = live.state, live.state.call
    if state.is_over or is_called == (call is not None):
        return []
    draft = Draft(live, moment)
    if call is None:
        draft.add("time_called")
        if not state.is_paused:
            _heed_call(draft)
        return draft.events
    if call.game != state.deal.game or (call.is_heeded and not state.deal.is_waiting):
        return []
    if any(deal.tiebreak and deal.game == call.game for deal in state.dealt) and not call.is_tiebreak:
        return []
    draft.add("time_extended", note="")
    follow(draft)
    return draft.events


def _heed_call(draft: Draft) -> None:
    """Stop a regular deal that has no cards yet, or that the rules stop; the game then ends, or tie-breaks begin.

    Nothing if time was not called, or if the last deal continues.
    """
    live, setup, deal = draft.live, draft.live.setup, draft.live.state.deal
    call = live.state.call
    if call is None or call.is_heeded or call.is_tiebreak or not (deal.is_waiting or deal.is_open):
        return
    if deal.is_waiting:
        # A deal that was void for another reason is dealt again as the last one.
        rule = setup.game.time_rule(setup.rules, setup.circumstances)
        is_stopped = deal.number == call.deal or not rule.counts_last_deal
    else:
        called_after = call.plays if deal.number == call.deal else 0
        is_stopped = setup.game.stops_at_time(setup.rules, live.position().unseal(), called_after)
    if is_stopped:
        draft.add("voided", cause=TIME)
        go_on(draft)


def settle(live: Live, moment: Moment) -> list[Event]:
    """End a match that an official has decided elsewhere; nothing if it is over."""
    return [] if live.state.is_over else single(live, moment, "settled")


def give_time(live: Live, moment: Moment, ms: int) -> list[Event]:
    """Do not charge the running clock for a gap in service (tempo di cortesia)."""
    return [] if live.state.clocks.since is None else single(live, moment, "time_given", ms=ms)


def _require_person(live: Live, seat: Seat) -> None:
    """Refuse a command of a seat that a robot plays: a person and a robot must not share a hand."""
    if seat in live.robots:
        raise RefusedError("seat_has_robot")


def _require_in_deal(live: Live, seat: Seat) -> None:
    if seat not in live.state.deal.seats:
        raise RefusedError("not_in_deal")


def require_open(live: Live) -> None:
    """Refuse a match that is over."""
    if live.state.is_over:
        raise RefusedError("match_is_over_online")


def _require_running(live: Live) -> None:
    require_open(live)
    if live.state.is_paused:
        raise RefusedError("match_is_paused")
