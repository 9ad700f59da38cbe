"""Events in rounds: drawn, paired and played, the lower key winning."""

from collections import Counter
from typing import Any

from tests.competition.rounds_script import verdict
from tests.tournaments import factories as make
from tournaments.draw.writes import pairings
from tournaments.entries.writes import participation
from tournaments.models import Entry, Table, Tournament
from tournaments.standings.reads.standings import all_standings
from tournaments.tables.reads import stages

LEVEL = {"games": [{"deals": [make.points_sheet((11, 11))], "time_called": True}], "forfeit": None}


def drawn(kind: str, entries: int = 9, **options: Any) -> Tournament:
    return make.drawn(make.closed(entries=entries, preset="online_002", format={"kind": kind, **options}))


def pair(event: Tournament) -> Tournament:
    pairings.pair_round(actor=make.boss_of(event), tournament_id=event.pk)
    return make.fresh(event)


def play(event: Tournament, number: int) -> None:
    """The entry with the lower key wins every table of the round."""
    make.called(event, round=number)
    for table in make.tables_of(event, number):
        first, second = table.lines.order_by("index").values_list("entry_id", flat=True)
        make.play(table, 0 if (first or 0) < (second or 0) else 1)


def played_out(event: Tournament, rounds: int) -> Tournament:
    for number in range(1, rounds + 1):
        if not event.rounds.filter(number=number).exists():
            pair(event)
        play(event, number)
    return make.fresh(event)


def rests(event: Tournament) -> Counter[int]:
    seated = event.tables.filter(status="bye", lines__entry__isnull=False)
    return Counter(seated.values_list("lines__entry", flat=True))


def late(event: Tournament, number: int = 90, **more: Any) -> Entry:
    return participation.enter_late(new=make.names(number), **make.where(event), **more)


def resting(event: Tournament, round_: int) -> int:
    found = Table.objects.get(tournament=event, round__number=round_, status=Table.Status.BYE)
    return int(found.lines.exclude(entry=None).values_list("entry", flat=True)[0])


def fates(event: Tournament) -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    for row in all_standings(event):
        if row.outlook:
            found.setdefault(row.outlook.fate, set()).add(row.entry)
    return found


def tables(event: Tournament, number: int) -> list[tuple[int, ...]]:
    """The entries of each table of a round, those of a pair one by one."""
    seats = [seat for seat in stages.seats_of(event) if seat.round == number]
    return [meeting.keys for meeting in stages.meetings_of(seats)]


def script_of(event: Tournament) -> str:
    return verdict(make.client_of().get(f"/api/v1/events/{event.slug}/state/").json())
