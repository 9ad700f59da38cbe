"""Whether a round is played online, when it opens, and why it did not open."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Final

from tournaments.games.contract import Json
from tournaments.models import AuditEntry, Deadline, Match, Round, Table, Tournament

Mode = Tournament.Mode
# Seconds between the last result of a round and the next round that opens by itself; and between commitment and draw.
PAUSE: Final = timedelta(minutes=2)
# The log's verbs for a round that was not opened, and for the organiser's answers to it.
REFUSED: Final = "round_not_opened"
OPENING: Final = (REFUSED, "round_announced", "round_planned", "draw_committed", "draw_announced", "round_paired")
# So many are listed: where more tables were refused, all had the same reason.
MOST_NAMED: Final = 4


@dataclass(frozen=True, slots=True)
class NotOpened:
    """An online round that was not opened, or a table of it, with its refusal in the log.

    ``is_draw``: the round was not even drawn.
    """

    round: int
    is_draw: bool
    table: Table | None
    refusal: Json
    at: datetime


def is_online(event: Tournament, round_: Round) -> bool:
    """Return whether the tables of the round are online tables."""
    return event.mode == Mode.ONLINE or (event.mode == Mode.BOTH and round_.is_online)


def open_matches(tables: Iterable[Table | int]) -> dict[int, int]:
    """Return the match that is being played at each of these tables, by the keys of both; in one query."""
    found = Match.objects.filter(table__in=list(tables)).exclude(status=Match.Status.OVER)
    return {table: match for table, match in found.values_list("table", "pk") if table is not None}


def opens_at(event: Tournament) -> dict[int, datetime]:
    """Return when each waiting round opens, by the number of the round."""
    pending = Deadline.objects.filter(
        tournament=event,
        kind=Deadline.Kind.ROUND_OPENS,
        fired_at__isnull=True,
        due_at__isnull=False,
        round__status=Round.Status.PLANNED,
    )
    return {number: due for number, due in pending.values_list("round__number", "due_at") if number and due}


def next_draw_time(event: Tournament) -> datetime | None:
    """Return when the next round is drawn or paired automatically; None where that waits for the organiser."""
    pending = Deadline.objects.filter(
        tournament=event,
        kind=Deadline.Kind.ROUND_OPENS,
        key__startswith="draws:",
        fired_at__isnull=True,
        due_at__isnull=False,
    ).first()
    if pending is None or pending.due_at is None:
        return None
    # The first step publishes the commitment, the second one draws or pairs.
    return pending.due_at if pending.step else pending.due_at + PAUSE


def not_opened(event: Tournament) -> Sequence[NotOpened]:
    """Return what the server could not open and the organiser has not retried since, newest first.

    Rounds and tables that were opened or ended in another way meanwhile are left out.
    """
    if event.mode == Mode.HALL or event.status != Tournament.Status.RUNNING:
        return []
    rows = AuditEntry.objects.filter(tournament=event, verb__in=OPENING).order_by("-pk")[:MOST_NAMED]
    refused = list(takewhile(lambda row: row.verb == REFUSED, rows))
    rounds = Round.objects.filter(tournament=event) if refused else ()
    undrawn = max((each.number for each in rounds), default=0) + 1
    waiting = {undrawn, *(each.number for each in rounds if each.status == Round.Status.PLANNED)}
    called = Table.objects.filter(tournament=event, status=Table.Status.CALLED) if refused else ()
    tables = {each.number: each for each in called}
    found = [(row, int(row.target[1:]), row.after or {}) for row in refused]
    return [
        NotOpened(number, number == undrawn, tables.get(after.get("table", 0)), after.get("refusal"), row.at)
        for row, number, after in found
        if (after["table"] in tables if "table" in after else number in waiting)
    ]
