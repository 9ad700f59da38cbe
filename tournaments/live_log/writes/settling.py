"""Matches follow an official's decision at their table: they end, go on without a line, or take over a correction."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Final

from tournaments.competition.live import deciding, orders
from tournaments.competition.live.deciding import Live, Moment, Order
from tournaments.competition.live.log import Event, State
from tournaments.errors import RefusedError
from tournaments.events.reads.online import open_matches
from tournaments.frame.policies import SYSTEM
from tournaments.frame.writes.transaction import record
from tournaments.games.contract import Line
from tournaments.live_log.writes.log import decide, lock_match
from tournaments.models import Match, Scoresheet, Table, TableLine, Tournament
from tournaments.online.reads import live_matches

LOSING: Final = ("ruled", "abandoned", "timed_out")
"""Events by which a line is out of a match."""


def end_matches(tables: Iterable[Table]) -> None:
    """End the open matches of these tables of a locked event; deals not reported yet are not written."""
    for key in sorted(open_matches(tables).values()):
        with lock_match(key) as match:
            decide(match, deciding.settle)


def take_over(sheet: Scoresheet, by: int | None) -> None:
    """Make the open match of a sheet's table count the deals as an official has corrected them."""
    order = Order(sheet.reason, by)
    for key in open_matches([sheet.table_id]).values():
        with lock_match(key) as match:
            decide(match, partial(orders.correct, written=sheet.content, version=sheet.version, order=order))


def go_on_without(table_id: int, line: int, reason: str, by: int | None) -> None:
    """Continue the open match of a table of several without a line that a penalty has ruled out.

    ``reason`` is the public one.
    """
    for key in open_matches([table_id]).values():
        with lock_match(key) as match:
            decide(match, partial(_rule_out, order=Order(reason, by, line, is_public=True)))


def bring_back(line: TableLine, deals: int, order: Order, cancelled: Mapping[Line, datetime]) -> bool:
    """Bring a line back into its match, when its loss is being cancelled.

    Return whether a new match must open: the line has no seat in this one, or no card was dealt. Do nothing if match
    and sheet have different numbers of deals; ``deals`` is that of the sheet. Do nothing either in a match of two where
    another line is out and has no loss that was ``cancelled`` since. Refused where the others have played on without
    the line.
    """
    newest = Match.objects.filter(table=line.table_id).order_by("-pk").first()
    if newest is None:
        return False
    with lock_match(newest.pk) as match:
        live = live_matches.live(match)
        state, fault = live.state, live.state.fault
        # The other lines that are out of a match of two; at a table of several each comes back alone.
        others: set[Line] = set()
        if live.setup.is_duel:
            others = {*state.lost, *([] if fault is None else [fault.line])} - {line.index}
        if line.index not in match.seats or not state.dealt:
            _require_none_closed(state, line, 0)
            decide(match, deciding.settle)
            return True
        if line.index in state.lost:
            _require_none_closed(state, line, state.lost[line.index].deals)
        is_out = line.index in state.lost or state.is_over
        if is_out:
            # A cancelled line may play if its loss at the table, if any, was before the cancellation.
            events = match.events.filter(kind__in=LOSING).order_by("sequence")
            lost = {event.data["line"]: event.at for event in events}
            is_out = others <= {each for each, at in cancelled.items() if each not in lost or lost[each] <= at}
        if is_out and len(state.closed) == deals:
            decide(match, partial(orders.reinstate, order=replace(order, to=line.index), others=others))
        return False


def _require_none_closed(state: State, line: TableLine, since: int) -> None:
    if len(state.closed) > since:
        table = line.table.public_number
        raise RefusedError("played_without", name=str(line.entry), table=table)


def _rule_out(live: Live, moment: Moment, order: Order) -> list[Event]:
    is_playing = order.to in live.setup.seats and order.to not in live.state.lost
    return orders.rule_loss(live, moment, order) if is_playing else []


def call_if_out_of_step(tournament: Tournament, table: Table, entry_id: int | None) -> None:
    """Call the referee if a table goes on although its match is over, or plays without an entry that is back."""
    newest = Match.objects.filter(table=table).order_by("-pk").first()
    if newest is None:
        return
    state, entries = live_matches.live(newest).state, newest.chairs["entries"]
    if state.is_over or entry_id in {entries[line] for line in state.lost}:
        call_referee(tournament, table)


def call_referee(tournament: Tournament, table: Table) -> None:
    """Call the referee to a table that is not over, once."""
    table = Table.objects.get(pk=table.pk)
    if not table.is_over and not table.referee_called:
        table.referee_called = True
        table.save(update_fields=["referee_called"])
        record(by=SYSTEM, verb="referee_called", target=f"T{table.number}", tournament=tournament)
