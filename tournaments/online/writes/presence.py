"""Presence at online tables where several processes serve them: a lease a process, and the devices of every seat.

A process renews its lease twice a second and writes a row for each socket of a seat, once. When it dies, another one
ends its lease, gives its matches back the time since its last renewal, and removes its rows. Who writes under a lease
holds it until the commit, so nothing of an ended lease comes after that (docs/adr/0041). With a SQLite file there is
one process, which knows all its sockets: it has no lease.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import connection
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from tournaments.competition.timing import TOLERATED_IN_PLAY, clock_shift
from tournaments.frame.writes.stalled import end_stalled_at_tables
from tournaments.frame.writes.transaction import alone
from tournaments.games.contract import Seat
from tournaments.live_log.writes.log import give_back
from tournaments.models import LiveLease, Pulse, SeatDevice
from tournaments.timing.reads import ms_of
from tournaments.timing.writes import downtime

# How long after its last renewal a lease may be ended by others.
TERM: Final = timedelta(milliseconds=TOLERATED_IN_PLAY)


@dataclass(frozen=True, slots=True)
class Device:
    """A socket of a seat. ``number`` counts those of its process; ``place`` orders all, 0 before its row is written."""

    match_id: int
    seat: Seat
    number: int
    opened: int
    page: str
    is_away: bool = False
    place: int = 0


@dataclass(frozen=True, slots=True)
class Seated:
    """The devices at some matches: those of other processes by match, and the places of the own ones by number."""

    elsewhere: Mapping[int, Sequence[Device]]
    places: Mapping[int, int]


def is_shared() -> bool:
    """Return whether several processes may serve tables: with a SQLite file there is one."""
    return connection.vendor == "postgresql"


def is_kept() -> bool:
    """Return whether this process has a lease: it serves tables, and others may do so on the same database."""
    return settings.SERVES_TABLES and is_shared()


def new_lease() -> int:
    return LiveLease.objects.create(at=Now()).pk


def renew(lease: int) -> bool:
    """Renew a lease; False where others have ended it."""
    return bool(LiveLease.objects.filter(pk=lease, ended_at=None).update(at=Now()))


def leave(lease: int) -> None:
    """Give up a lease at the end of its process, whose sockets are closed."""
    LiveLease.objects.filter(pk=lease).delete()


def note(lease: int, entered: Collection[Device], left: Collection[int]) -> None:
    """Write the devices that have come or changed, and remove those that are gone."""
    with alone():
        if left:
            SeatDevice.objects.filter(lease=lease, number__in=left).delete()
        rows = [
            SeatDevice(
                lease_id=lease,
                match_id=each.match_id,
                seat=each.seat,
                number=each.number,
                opened=each.opened,
                page=each.page,
                is_away=each.is_away,
            )
            for each in entered
        ]
        SeatDevice.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["lease", "number"], update_fields=["opened", "is_away"]
        )


def seated_devices(lease: int, matches: Collection[int]) -> Seated:
    """Return the devices of every seat at these matches, in one query."""
    rows = SeatDevice.objects.filter(match__in=matches, lease__ended_at=None).values_list(
        "lease", "match", "seat", "number", "opened", "page", "is_away", "id"
    )
    elsewhere: dict[int, list[Device]] = defaultdict(list)
    places = {}
    for of, match, seat, number, opened, page, is_away, place in rows:
        device = Device(match, seat, number, opened, page, is_away, place)
        if of == lease:
            places[device.number] = device.place
        else:
            elsewhere[device.match_id].append(device)
    return Seated(elsewhere, places)


def _is_lapsed() -> Q:
    return Q(ended_at__isnull=False) | Q(at__lt=Now() - TERM)


def unserved_matches() -> AbstractSet[int]:
    """Return the matches with a device at a process that does not renew its lease: nothing falls due there now."""
    lapsed = list(LiveLease.objects.filter(_is_lapsed()).values_list("pk", flat=True))
    return set(SeatDevice.objects.filter(lease__in=lapsed).values_list("match", flat=True)) if lapsed else set()


def take_over(lease: int) -> int:
    """End the leases of processes that are gone, and give their matches the time back, each once; return how many.

    Any number of processes may do it at once, and any may die.
    """
    lapsed = list(LiveLease.objects.filter(_is_lapsed()).exclude(pk=lease).values_list("pk", flat=True))
    if lapsed:
        # What they were writing when they stood still would keep their leases and their matches.
        end_stalled_at_tables(TERM.total_seconds())
        # A gap of all processes is given back first, to every match.
        downtime.serve_tables()
    return sum(_end(each) for each in lapsed)


def _end(lease: int) -> bool:
    """End a lapsed lease; False while the last write under it is not over, or another process is at it."""
    with alone():
        held = LiveLease.objects.select_for_update(skip_locked=True).filter(_is_lapsed(), pk=lease).first()
        if held is None:
            return False
        if held.ended_at is None:
            LiveLease.objects.filter(pk=lease).update(ended_at=Now())
    given = Pulse.objects.filter(name=downtime.GIVEN).values_list("at", flat=True).first()
    since = held.at if given is None else max(held.at, given)
    for match in SeatDevice.objects.filter(lease=lease).order_by("match").values_list("match", flat=True).distinct():
        with alone():
            if SeatDevice.objects.filter(lease=lease, match=match).delete()[0]:
                gap = clock_shift(ms_of(since), ms_of(timezone.now()), TOLERATED_IN_PLAY)
                if gap:
                    give_back(gap, (match,))
    LiveLease.objects.filter(pk=lease).delete()
    return True
