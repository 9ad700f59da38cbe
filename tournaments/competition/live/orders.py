"""Orders of the referee at an online table: each is an event with its reason, and no event is rewritten."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from tournaments.competition.live.course import content
from tournaments.competition.live.deciding import Draft, Live, Moment, Order, follow, go_on, lose, require_open, single
from tournaments.competition.live.log import Event
from tournaments.games.contract import Json, Line, RefusedError

LOSS: Final = "loss"
"""The cause of a loss that the referee rules."""
MOST_GIVEN: Final = 30 * 60_000
"""So much time at most is given to a seat by one order."""


def rule_loss(live: Live, moment: Moment, order: Order) -> list[Event]:
    """Rule that a line loses; at a table of several the others continue without it (R-PEN-12)."""
    require_open(live)
    line = order.to
    if line is None or line not in set(live.setup.seats) or line in live.state.lost:
        raise RefusedError("line_not_in_match", field="line")
    draft = Draft(live, moment)
    lose(draft, line, LOSS, order)
    return draft.events


def reinstate(live: Live, moment: Moment, order: Order, others: Collection[Line] = ()) -> list[Event]:
    """Let a line play on whose loss was cancelled, with ``others`` whose loss was cancelled before (R-LIV-06)."""
    draft, deal = Draft(live, moment), live.state.deal
    for line in (order.to, *sorted(others)):
        draft.add("reinstated", line=line, **order.in_its_events)
    if not live.state.is_over:
        follow(draft)
        return draft.events
    if deal.sheet is None and not deal.is_void:
        draft.add("voided")
    go_on(draft)
    return draft.events


def void_deal(live: Live, moment: Moment, order: Order) -> list[Event]:
    """Void the current deal; the same player deals again (R-LIV-02)."""
    require_open(live)
    if not live.state.deal.is_open:
        raise RefusedError("no_deal_in_hand")
    draft = Draft(live, moment)
    draft.add("voided", **order.in_its_events)
    go_on(draft)
    return draft.events


def add_time(live: Live, moment: Moment, order: Order) -> list[Event]:
    """Add time to a seat: for its play if plays are limited and it is in turn, else for its bank (R-LIV-03)."""
    require_open(live)
    seat = _seat(live, order)
    if not 0 < order.ms <= MOST_GIVEN:
        raise RefusedError("time_out_of_range", field="seconds", most=MOST_GIVEN // 60_000)
    is_for_play = live.limits.move is not None and live.state.turn == seat
    if not is_for_play and live.limits.bank is None:
        raise RefusedError("no_clock_to_give", field="seat")
    of = "move" if is_for_play else "bank"
    return single(live, moment, "time_added", to=seat, ms=order.ms, of=of, **order.in_its_events)


def open_hand(live: Live, moment: Moment, order: Order) -> list[Event]:
    """Show the referee the hand of a seat until the deal is over; everybody sees that it is open (R-LIV-04)."""
    require_open(live)
    seat, deal = _seat(live, order), live.state.deal
    if not deal.is_open:
        raise RefusedError("no_deal_in_hand")
    if seat not in deal.seats:
        raise RefusedError("seat_not_in_deal", field="seat")
    if seat in deal.opened:
        raise RefusedError("hand_open_already", field="seat")
    return single(live, moment, "hand_opened", to=seat, deal=deal.number, **order.in_its_events)


def _seat(live: Live, order: Order) -> int:
    if order.to is None or order.to not in range(len(live.setup.seats)):
        raise RefusedError("seat_missing", field="seat")
    return order.to


def correct(live: Live, moment: Moment, written: Json, version: int, order: Order) -> list[Event]:
    """Take over the deals of the table's sheet that an official has corrected, the first ones or all (R-LIV-05).

    ``version`` is that of the sheet. Nothing if it has other deals than the match, or the same values. The current deal
    is void if the corrected deals do not lead to it.
    """
    state, sheets = live.state, [sheet for game in written["games"] for sheet in game["deals"]]
    # The sheet may not contain yet that time was called.
    known = [_course(content(live.setup, each, len(sheets))) for each in (state, replace(state, call=None))]
    pairs = zip(state.closed, sheets, strict=False)
    changed = {str(deal.number): sheet for deal, sheet in pairs if deal.sheet != sheet}
    if state.is_over or not changed or _course(written) not in known:
        return []
    draft = Draft(live, moment)
    draft.add("corrected", sheets=changed, version=version, **order.in_its_events)
    follow(draft)
    return draft.events


def _course(written: Json) -> Sequence[tuple[int, bool, bool]]:
    """Return the number of deals in each game, and whether anything but deals decides it."""
    return [
        (len(game["deals"]), bool(game.get("time_called")), bool(game.get("total_only"))) for game in written["games"]
    ]
