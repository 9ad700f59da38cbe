"""What a command adds to the log of a match, or why it is refused; the game decides about plays."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from tournaments.competition.live import clocks
from tournaments.competition.live.clocks import Limits
from tournaments.competition.live.course import games, next_deal
from tournaments.competition.live.log import Event, State, fold
from tournaments.competition.live.position import Dealt, dealt, first_attempt, position
from tournaments.competition.live.setup import Setup
from tournaments.competition.shuffling import CLIENT_BYTES, MOST_SEATS
from tournaments.games.contract import Json, RefusedError, Seat
from tournaments.games.sealed import Sealed

ABANDON: Final = "abandon"


@dataclass(frozen=True, slots=True)
class Moment:
    """When a command is decided, when it reached the server, and how long its way there was known to take.

    ``commitment`` is that of a fresh seed, for the deal that may come next.
    """

    now: int
    received: int
    lag: int = 0
    commitment: str = ""


@dataclass(frozen=True, slots=True)
class Live:
    """A match as it is: its setup, the state after its log, and the seeds of its deals by their number."""

    setup: Setup
    state: State
    seeds: Mapping[int, Sealed[str]] = field(default_factory=dict)

    @property
    def limits(self) -> Limits:
        return Limits(self.setup.move_ms, self.setup.bank_ms)

    def cards(self) -> Dealt:
        """What the deal in hand is dealt from."""
        deal = self.state.deal
        return dealt(self.setup, deal, self.seeds[deal.number])

    def position(self) -> Sealed[Json]:
        """The position of the deal in hand, which has been dealt."""
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


def open_match(live: Live, moment: Moment) -> list[Event]:
    """The first event of a match: its first deal is prepared."""
    draft = Draft(live, moment)
    _go_on(draft)
    return draft.events


def ready(live: Live, moment: Moment, seat: Seat, seed: str) -> list[Event]:
    """A seat is ready for the deal and adds its seed, which may be empty; when all are, the cards are dealt."""
    _require_running(live)
    deal = live.state.deal
    if not deal.is_waiting:
        raise RefusedError("deal_begun")
    _require_in_deal(live, seat)
    if seat in deal.seeds:
        raise RefusedError("ready_already")
    if not _is_seed(seed):
        raise RefusedError("bad_seat_seed", field="seed", bytes=CLIENT_BYTES, most=MOST_SEATS)
    draft = Draft(live, moment)
    draft.add("ready", seat, seed=seed)
    if len(draft.live.state.deal.seeds) == len(deal.seats):
        _deal(draft)
    return draft.events


def _is_seed(seed: str) -> bool:
    try:
        return len(bytes.fromhex(seed)) in (0, CLIENT_BYTES) and seed == bytes.fromhex(seed).hex()
    except ValueError:
        return False


def deal_now(live: Live, moment: Moment) -> list[Event]:
    """The seats have been asked for long enough: the cards are dealt without the seeds of those who said nothing."""
    draft = Draft(live, moment)
    if live.state.deal.is_waiting and not live.state.is_paused and not live.state.is_over:
        _deal(draft)
    return draft.events


def _deal(draft: Draft) -> None:
    attempt = first_attempt(draft.live.cards())
    position = draft.live.cards().start(attempt)
    turn = _turn(draft.live, position)
    draft.add("dealt", attempt=attempt, turn=turn)
    if turn is None:
        _close(draft, position)


def _turn(live: Live, position: Json) -> Seat | None:
    """Whose turn it is in a position of the deal in hand, by the seats of the match; None when the deal is over."""
    turn = live.setup.game.turn(position)
    return None if turn is None else live.state.deal.seats[turn]


def play(live: Live, moment: Moment, seat: Seat, action: str) -> list[Event]:
    """A seat plays; the game refuses what is not legal. The last play closes the deal."""
    _require_running(live)
    if live.state.turn != seat:
        raise RefusedError("other_turn")
    taken = clocks.elapsed(live.state.clocks, moment.received)
    credit = min(taken, clocks.credit(live.state.clocks, moment.lag))
    elapsed = taken - credit
    limit = clocks.allowed(live.state.clocks, live.limits)
    if limit is not None and elapsed > limit[0]:
        raise RefusedError("time_is_over")
    done = live.setup.game.apply(live.position().opened(), live.state.deal.seats.index(seat), action)
    turn = _turn(live, done.state)
    draft = Draft(live, moment)
    draft.add(
        "played", seat, play=done.action, told=[dict(each) for each in done.events], elapsed=elapsed, credit=credit,
        turn=turn,
    )  # fmt: skip
    if turn is None:
        _close(draft, done.state)
    return draft.events


def _close(draft: Draft, position: Json) -> None:
    """The deal is over: its sheet, as careful players would have written it, and what comes after it."""
    setup, deal = draft.live.setup, draft.live.state.deal
    lines = [setup.seats[seat] for seat in deal.seats]
    seated = [lines.index(line) if line in lines else None for line in range(setup.circumstances.lines)]
    draft.add("closed", sheet=setup.game.sheet(position, deal.tiebreak, seated))
    _go_on(draft)


def _go_on(draft: Draft) -> None:
    """Prepare the next deal, or end the match."""
    after = next_deal(draft.live.setup, draft.live.state)
    if after is None:
        draft.add("ended")
        return
    draft.add(
        "prepared", game=after.game, tiebreak=after.tiebreak, dealer=after.dealer, seats=list(after.seats),
        commitment=draft.moment.commitment,
    )  # fmt: skip


def abandon(live: Live, moment: Moment, seat: Seat) -> list[Event]:
    """A seat leaves for good: its line loses the match, or at a table of several the referee is asked.

    Refused while the referee is asked about another fault, and to a seat that does not play the deal in hand.
    """
    if live.state.is_over:
        raise RefusedError("match_is_over_online")
    if live.state.fault is not None:
        raise RefusedError("match_is_paused")
    _require_in_deal(live, seat)
    return _fault(live, moment, "abandoned", seat, ABANDON)


def time_out(live: Live, moment: Moment) -> list[Event]:
    """The clock of the turn has run out; nothing where it has not."""
    due, limit = clocks.due(live.state.clocks, live.limits), clocks.allowed(live.state.clocks, live.limits)
    if due is None or limit is None or moment.now < due:
        return []
    return _fault(live, moment, "timed_out", live.state.turn, limit[1])


def _fault(live: Live, moment: Moment, kind: str, seat: Seat | None, cause: str) -> list[Event]:
    draft = Draft(live, moment)
    line = live.setup.seats[seat or 0]
    draft.add(kind, seat, line=line, cause=cause, forfeit=_forfeit(live, line, cause))
    if live.setup.is_duel:
        draft.add("ended")
    elif not live.state.is_paused:
        draft.add("paused", reason=cause)
    return draft.events


def _forfeit(live: Live, line: int, cause: str) -> Json | None:
    """What the sheet says of the fault, from the position; None where the rules know no such fault."""
    setup, deal = live.setup, live.state.deal
    if not setup.is_duel or cause not in setup.game.forfeit_causes(setup.rules):
        return None
    played = games(setup, live.state)
    scores = played[-1].deals if played and not played[-1].is_over else ()
    position = live.position().opened() if deal.is_open else None
    return setup.game.live_forfeit(setup.rules, scores, position, line, cause, deal.tiebreak)


def pause(live: Live, moment: Moment) -> list[Event]:
    """The referee stops the match: no clock runs."""
    _require_running(live)
    draft = Draft(live, moment)
    draft.add("paused", reason="referee")
    return draft.events


def resume(live: Live, moment: Moment) -> list[Event]:
    """The referee lets the match go on."""
    if live.state.is_over:
        raise RefusedError("match_is_over_online")
    if not live.state.is_paused:
        raise RefusedError("match_not_paused")
    draft = Draft(live, moment)
    draft.add("resumed")
    return draft.events


def settle(live: Live, moment: Moment) -> list[Event]:
    """An official has decided the match elsewhere; nothing where it is over."""
    draft = Draft(live, moment)
    if not live.state.is_over:
        draft.add("settled")
    return draft.events


def give_time(live: Live, moment: Moment, ms: int) -> list[Event]:
    """Nobody could be served for a while: the running clock does not pay for it (tempo di cortesia)."""
    draft = Draft(live, moment)
    if live.state.clocks.since is not None:
        draft.add("time_given", ms=ms)
    return draft.events


def _require_in_deal(live: Live, seat: Seat) -> None:
    if seat not in live.state.deal.seats:
        raise RefusedError("not_in_deal")


def _require_running(live: Live) -> None:
    if live.state.is_over:
        raise RefusedError("match_is_over_online")
    if live.state.is_paused:
        raise RefusedError("match_is_paused")
