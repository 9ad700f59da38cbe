"""The time of a round and of its tables, for the pages where officials set it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from tournaments.errors import MissingError
from tournaments.events.reads.rounds import event_rounds, rounds_in
from tournaments.models import Round, Table, Tournament
from tournaments.timing.reads.extra_time import Extra, extra_time

OWN_TIME = Q(clock_started_at__isnull=False) | ~Q(clock_added_ms=0)


@dataclass(frozen=True, slots=True)
class RoundTime:
    """A round, the number of rounds, its open tables with their own time, and the extra time with its reasons."""

    round: Round
    rounds: int
    tables: Sequence[Table]
    extra: Mapping[int | None, Extra]


def round_time(event: Tournament, number: int) -> RoundTime:
    """Return the time of a round of the event; three queries, one more where it is drawn round by round."""
    rounds = event_rounds(event)
    found = next((each for each in rounds if each.number == number), None)
    if found is None:
        raise MissingError
    tables = own_time_tables(found)
    return RoundTime(found, rounds_in(event, len(rounds)), tables, extra_time(event, found, tables))


def own_time_tables(round_: Round | None) -> list[Table]:
    """Return the tables of a round with their own time, in the order of the hall; one query."""
    if round_ is None:
        return []
    over = (Table.Status.DONE, Table.Status.BYE)
    found = list(
        Table.objects.filter(OWN_TIME, round=round_).exclude(status__in=over).order_by("hall_number", "number")
    )
    for table in found:
        table.round = round_
    return found
