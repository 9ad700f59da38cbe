"""Orders of the referee in a match: who may give which, with a reason; then they are commands like others."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from tournaments.errors import ForbiddenError, RefusedError
from tournaments.frame.policies import Right, may
from tournaments.models import Table
from tournaments.online.writes import commands
from tournaments.online.writes.commands import CommandReceipt, MatchCommand
from tournaments.tables.reads.seats import MatchPlace

LONGEST_NOTE: Final = 200
SITS_HERE: Final = "referee_sits_here"

# The right that each order requires at the table of the match.
RIGHTS: Final[Mapping[str, Right]] = {
    commands.PAUSE: Right.RUN_TABLE,
    commands.RESUME: Right.RUN_TABLE,
    commands.TIME: Right.RUN_TABLE,
    commands.VOID: Right.DIRECT,
    commands.LOSS: Right.DIRECT,
    commands.HAND: Right.DIRECT,
}


def give_order(
    *,
    place: MatchPlace,
    table: Table,
    match_id: int,
    command: MatchCommand,
    now: datetime | None = None,
    lease: int | None = None,
) -> CommandReceipt:
    """Submit an order of an official at the match of ``table``, which is loaded with its event.

    ``place`` is the official's part in the match: nobody orders anything in their own match, and a player of the event
    opens no hand (R-LIV-04). All orders but the resumption need a reason, which both sides see.
    """
    actor, right = place.actor, RIGHTS.get(command.kind)
    if right is None:
        raise RefusedError("command_unknown")
    if not may(actor, right, table.tournament, table):
        raise ForbiddenError
    if place.seat is not None:
        raise RefusedError(SITS_HERE)
    note = " ".join(command.text.split())
    if len(note) > LONGEST_NOTE:
        raise RefusedError("reason_too_long", field="note", most=LONGEST_NOTE)
    if not note and command.kind != commands.RESUME:
        raise RefusedError("reason_missing", field="note")
    if command.kind == commands.HAND:
        # Nobody could be asked about a hand that was opened to a program without an account.
        if actor.user is None:
            raise ForbiddenError
        if not place.sees_opened:
            raise RefusedError("referee_plays_here")
    by = actor.user.pk if actor.user is not None else None
    ordered = replace(command, seat=None, text=note, by=by)
    return commands.submit(match_id=match_id, command=ordered, now=now, lease=lease)
