"""All online tables of this process: their sockets, the news of each, and a sign of life every second.

A frame with news is built once for each viewer, however many sockets share that viewer.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from itertools import count
from typing import Any, Final

from django.conf import settings
from django.db import Error
from django.utils import timezone

from tournaments.errors import MissingError
from tournaments.frame.networks import SharedPlaces as Places
from tournaments.live.feeds import Listeners
from tournaments.live.hub import INFORMED_SECONDS
from tournaments.live.matches import asking, frames
from tournaments.live.matches.asking import LEASES, READERS, THREADS
from tournaments.live.matches.connection import Connection
from tournaments.live.matches.room import Room
from tournaments.live.sessions import Sessions
from tournaments.online.writes import courtesies, practice, presence
from tournaments.online.writes.presence import Device
from tournaments.outbox.mailbox import Topic
from tournaments.timing.reads import ms_of
from tournaments.timing.writes import downtime

# The most sockets of the process and of one address; at one table, of spectators and of one seat.
MOST: Final = 4_000
MOST_FROM_ONE_ADDRESS: Final = 2_500
# The places of the process that are reserved for seats and officials.
KEPT: Final = 0.25
MOST_SPECTATORS: Final = 400
MOST_DEVICES: Final = 4
# Each table has its beat once a second; a part of the tables at a time.
BEAT_SECONDS: Final = 1.0
PARTS: Final = 10
# Delay after a change of an event before its players' rights are read again, and how many at a time.
LOOK_SECONDS = 4.0
# How often rights are read again in events that are not public, of which the queries tell nothing.
CUT_SECONDS = 5.0
AT_ONCE: Final = 10
# The pulse of processes that serve tables; it ends after so long with nobody at any table.
PULSE_SECONDS = 0.5
REST_SECONDS = 60.0
# How many pulses of other processes an idle one waits for before it ends the pulse: theirs must go on.
OTHERS_PULSES: Final = 2
# The shortest time between two writes of who is connected: a crowd that comes at once is few rows, not many writes.
NOTE_SECONDS: Final = 0.1
# A process whose lease was not renewed for so long closes its sockets: others may have ended it by then.
ADRIFT_SECONDS = 2.0
# How often a spectator of a shown table keeps its robots awake.
LOOK_ON_BEATS: Final = 10
logger = logging.getLogger(__name__)


class Rooms:
    """The tables that have connected people, by match."""

    def __init__(self, most: int = MOST, most_from_one_address: int = MOST_FROM_ONE_ADDRESS) -> None:
        self.is_closed = False
        self.rooms: dict[int, Room] = {}
        self.events = _Events(self)
        self.courtesies = _Courtesies(self)
        self._places = Places(most, most_from_one_address)
        self._most_while_watching = most - round(most * KEPT)
        self._sessions: Sessions[Connection] = Sessions()
        self._numbers = count(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self._informed_at = float("-inf")
        # The lease of this process where it has one, and when its last renewal began.
        self.lease: int | None = None
        self._renewed_at = float("-inf")
        self._noted: dict[int, Device] = {}
        self._has_moved = asyncio.Event()

    @property
    def topics(self) -> Mapping[Topic, Listeners]:
        """The topics: matches, their events, which decide the rights of the people here, and courtesies."""
        return {Topic.MATCH: self, Topic.EVENT: self.events, Topic.COURTESY: self.courtesies}

    @property
    def watched(self) -> list[int]:
        return list(self.rooms)

    @property
    def sessions(self) -> list[str]:
        return self._sessions.names

    @property
    def sockets(self) -> int:
        """The number of connected sockets."""
        return self._places.taken

    def enter(self, address: str) -> bool:
        """Count a socket from that address when it opens; False where there is no place for it."""
        if self.is_closed or not self._places.has_place(address):
            return False
        self._places.enter(address)
        return True

    @property
    def no_place(self) -> int:
        """Why somebody has no place: the server stops, and they reconnect soon, or it is full."""
        return frames.STOPPING if self.is_closed else frames.FULL

    def exit(self, address: str) -> None:
        """Uncount a socket that has ended."""
        self._places.leave(address)

    def is_full(self, connection: Connection) -> bool:
        """Return whether a table is full. Officials always have a place, and seats too: their oldest device leaves."""
        if self.is_closed or not connection.is_watching:
            return self.is_closed
        room = self.rooms.get(connection.key)
        is_table_full = room is not None and room.spectators() >= MOST_SPECTATORS
        return is_table_full or self._places.taken > self._most_while_watching

    def join(self, connection: Connection) -> None:
        """Add a connection to its table: it gets the match, and the others are told who is here.

        A seat has four connections at most: the oldest is ended for the fifth.
        """
        guest = connection.guest
        room = self.rooms.setdefault(guest.match_id, Room(guest.match_id, guest.event_id, guest.is_shown, guest.said))
        seat = guest.place.seat
        own = room.at(seat) if seat is not None else []
        connection.guest = guest = room.restore_age(guest)
        if len(own) >= MOST_DEVICES:
            # After a bad network the oldest is most often a dead socket of the same device.
            own[0].end(frames.FULL)
        connection.joined = next(self._numbers)
        room.people.append(connection)
        # A guest has a session key only if the session existed, so one that is missing later has ended.
        self._sessions.enter(connection.session, connection, is_alive=True)
        if seat is not None and room.devices(seat) > 1:
            connection.is_older = room.is_older(connection)
            connection.say(frames.OLDER if connection.is_older else frames.NEWEST)
            room.tell_devices(seat)
        self._has_moved.set()
        self.show(connection, guest.since)
        if not room.tell_here(self._now()):
            connection.say(frames.here(room.seen_here))

    def leave(self, connection: Connection) -> None:
        """Remove a socket that has ended."""
        connection.forget()
        room, seat = self.rooms[connection.key], connection.guest.place.seat
        room.people.remove(connection)
        self._has_moved.set()
        self._sessions.leave(connection.session, connection)
        if not room.people:
            del self.rooms[connection.key]
            return
        room.tell_devices(seat)
        room.tell_here(self._now())

    def show(self, connection: Connection, since: int) -> None:
        """Send somebody the whole match, after what was asked for them before."""
        if not connection.is_asking:
            connection.is_asking = True
            self.begin(self._show(connection, since))

    def show_again(self, connection: Connection, since: int) -> None:
        """Send the whole match to somebody who asks, from memory where that is complete."""
        room, now = self.rooms.get(connection.key), self._now()
        if room is None or connection.is_asking or connection.is_slow or not connection.asks.take(now):
            return
        text = room.view_frame(connection.guest.place.viewer, since, ms_of(timezone.now()))
        if text is None:
            self.show(connection, since)
            return
        connection.told = room.told
        connection.say(text)

    async def _show(self, connection: Connection, since: int) -> None:
        room, guest = self.rooms.get(connection.key), connection.guest
        try:
            shown, text = await READERS(asking.whole, guest.match_id, guest.place.viewer, since)
        except MissingError:
            connection.end(frames.GONE, frames.ENDED)
            return
        except Error as error:
            logger.warning("a match was not read: %r", error)
            return
        finally:
            connection.is_asking = False
        if room is None or connection.is_slow or connection.was_ended:
            return
        if shown.sequence < room.told:
            self.show(connection, since)
            return
        connection.told = shown.sequence
        connection.say(text)
        if not room.told:
            room.told = shown.sequence
        if shown.sequence == room.told:
            room.keep(shown.views, ms_of(timezone.now()))
        self.tell(room.match_id, shown.sequence)

    def tell(self, key: int, version: int) -> None:
        """Send everybody at the table what they may see of the recorded events up to that number."""
        room = self.rooms.get(key)
        if room is None or self.is_closed:
            return
        room.newest = max(room.newest, version)
        if room.task is None and 0 < room.told < room.newest:
            room.task = self.begin(self._broadcast(room))

    async def _broadcast(self, room: Room) -> None:
        try:
            while room.told < room.newest and room.people:
                before = room.told
                found = await THREADS(asking.news_since, room.match_id, before, room.views, room.viewers)
                room.told = found.shown.sequence
                room.keep(found.shown.views, ms_of(timezone.now()))
                room.remember(found.shown.events)
                if room.told == before:
                    break
                for each in list(room.people):
                    if not each.told or each.told >= room.told or each.is_slow:
                        continue
                    text = found.told.get(each.guest.place.viewer)
                    if each.told == before and text is not None:
                        each.told = room.told
                        each.say(text)
                    else:
                        # A socket that does not have everything before the news gets the whole match.
                        self.show(each, each.told)
        except (Error, MissingError) as error:
            # The query runs twice a second and starts the task again.
            logger.warning("a match was not read: %r", error)
        finally:
            room.task = None

    def cut(self, key: int) -> None:
        """End the sockets of a match that no longer exists."""
        room = self.rooms.get(key)
        for each in list(room.people) if room is not None else ():
            each.end(frames.GONE, frames.ENDED)

    def keep(self, asked: Iterable[str], alive: set[str]) -> None:
        """Close the sockets whose sessions have ended."""
        for each in self._sessions.drop_ended(asked, alive):
            each.end(frames.SESSION, frames.ENDED)

    def record_answer(self) -> None:
        """Record the moment at which the database last answered what is new."""
        self._informed_at = self._now()

    async def look(self, people: list[Connection]) -> bool:
        """Read the place of each socket again; one whose place has changed is closed, and its page reloads.

        Return whether the database has answered for all of them.
        """
        for start in range(0, len(people), AT_ONCE):
            some = people[start : start + AT_ONCE]
            try:
                found = await THREADS(asking.places, [each.guest for each in some])
            except Error as error:
                logger.warning("places not read: %r", error)
                return False
            for each, place in zip(some, found, strict=True):
                if place != each.guest.place:
                    each.end(frames.GONE, frames.ENDED)
        return True

    async def beat(self) -> None:
        """Send signs of life, to the tables and to other processes, until cancelled; if one task fails, all end."""
        async with asyncio.TaskGroup() as tasks:
            for task in (self._beat(), self._pulse(), self._hold(), self._take_over()):
                tasks.create_task(task)

    async def _pulse(self) -> None:
        """Write that tables are served, while people are at them or may be reconnecting.

        A process that serves only pages writes nothing: the process that serves tables may be away.
        """
        if not settings.SERVES_TABLES:
            return
        used = self._now()
        written = timezone.now()
        is_resting = False
        while True:
            await asyncio.sleep(PULSE_SECONDS)
            used = self._now() if self.rooms else used
            idle = self._now() - used
            if idle < REST_SECONDS:
                is_resting = False
                await self._write(downtime.serve_tables)
                written = timezone.now()
            elif idle >= REST_SECONDS + OTHERS_PULSES * PULSE_SECONDS and not is_resting:
                is_resting = await self._write(downtime.leave_tables, unless_after=written)

    @property
    def is_adrift(self) -> bool:
        """Whether this process has lost its lease, or may have: others serve its tables."""
        return self.lease is not None and self._now() - self._renewed_at > ADRIFT_SECONDS

    async def _hold(self) -> None:
        """Keep the lease of this process, say who is connected here, and hear who is elsewhere."""
        if not presence.is_kept():
            return
        self._has_moved = asyncio.Event()
        try:
            while True:
                try:
                    await self._renew()
                except Error as error:
                    logger.warning("the lease was not renewed: %r", error)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._has_moved.wait(), PULSE_SECONDS)
                await asyncio.sleep(NOTE_SECONDS)
                self._has_moved.clear()
        finally:
            if self.lease is not None and not self.is_adrift:
                await self._write(presence.leave, lease=self.lease)
            self.lease = None

    async def _renew(self) -> None:
        begun = self._now()
        if self.lease is None or not await LEASES(presence.renew, self.lease):
            if self.lease is not None:
                logger.warning("the lease %s was ended by another process", self.lease)
                self._end_all()
            self._noted.clear()
            self.lease = await LEASES(presence.new_lease)
        self._renewed_at = begun
        devices = {each.number: each for room in self.rooms.values() for each in room.seated_devices(begun)}
        entered = [each for each in devices.values() if self._noted.get(each.number) != each]
        left = self._noted.keys() - devices.keys()
        if entered or left:
            await LEASES(presence.note, self.lease, entered, left)
            self._noted = devices
        if self.rooms:
            found = await LEASES(presence.seated_devices, self.lease, list(self.rooms))
            for room in self.rooms.values():
                room.hear(found, MOST_DEVICES, self._now())

    async def _take_over(self) -> None:
        """End the leases of processes that are gone, as long as this one has its own."""
        while presence.is_kept():
            await asyncio.sleep(PULSE_SECONDS)
            if self.lease is not None and not self.is_adrift:
                try:
                    await LEASES(presence.take_over, self.lease)
                except Error as error:
                    logger.warning("no lease was taken over: %r", error)

    def _end_all(self) -> None:
        """Close every socket: people reconnect, to a process that is not cut off."""
        for room in list(self.rooms.values()):
            for each in list(room.people):
                each.end(frames.STOPPING)

    async def _write(self, step: Callable[..., None], **values: Any) -> bool:
        """Write in a thread; return whether the database accepted it."""
        try:
            await THREADS(step, **values)
        except Error as error:
            logger.warning("%s: %r", step.__name__, error)
            return False
        return True

    async def _beat(self) -> None:
        """Send every table its beat once a second."""
        number = 0
        while True:
            await asyncio.sleep(BEAT_SECONDS / PARTS)
            number += 1
            if self.is_adrift:
                self._end_all()
            # Without an answer of the database no table here is up to date, and the pages have to say so.
            if not self.is_closed and self._now() - self._informed_at < INFORMED_SECONDS:
                for room in [each for each in self.rooms.values() if each.match_id % PARTS == number % PARTS]:
                    self.beat_at(room, number)
                    if room.is_shown and number // PARTS % LOOK_ON_BEATS == 0:
                        self.begin(self._look_on(room.match_id))

    async def _look_on(self, match_id: int) -> None:
        """Keep the robots of a shown table playing while somebody watches."""
        try:
            await self._write(practice.look, match_id=match_id)
        except MissingError:
            self.cut(match_id)

    def beat_at(self, room: Room, number: int) -> None:
        """Send a table its beat; close silent sockets, and send the match to those that are behind."""
        now = self._now()
        text = frames.beat(number, ms_of(timezone.now()), room.newest)
        for each in list(room.people):
            if each.is_silent(now):
                each.end(frames.SILENT)
                continue
            each.beat(number, text, now)
            if each.told < max(room.told, 1) and not each.is_slow:
                self.show(each, each.told)
        room.tell_here(now)

    def close(self) -> None:
        """End every socket because the server stops. People reconnect to the next one, each after their own pause."""
        if self.is_closed:
            return
        self.is_closed = True
        self._end_all()

    def open(self) -> None:
        """Accept connections again, after ``close``, because a server has started in this process."""
        self.is_closed = False

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a task, and keep a reference until it is done."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


class _Events:
    """The events whose matches are played here: a change in one may end somebody's right to see or to play."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._known: dict[int, int] = {}
        self._looking: set[int] = set()
        self._cut_at: dict[int, float] = {}
        self._rows: dict[int, int] = {}

    @property
    def watched(self) -> list[int]:
        found = {room.event_id for room in self._rooms.rooms.values()}
        return [event for event in found if event is not None]

    def tell(self, key: int, version: int) -> None:
        self._cut_at.pop(key, None)
        # A new guest may have been read before this version: it counts as known only if somebody is here.
        if version > self._known.get(key, 0) and key in self.watched:
            self._known[key] = version
            self._look_soon(key, everybody=False)

    def cut(self, key: int) -> None:
        """Read rights again now and then: officials may still see an event that is no longer public."""
        now = asyncio.get_running_loop().time()
        if now - self._cut_at.get(key, float("-inf")) >= CUT_SECONDS:
            self._cut_at[key] = now
            self._known.pop(key, None)
            self._look_soon(key, everybody=True)

    def _look_soon(self, key: int, *, everybody: bool) -> None:
        if key not in self._looking and key in self.watched:
            self._looking.add(key)
            self._rooms.begin(self._look(key, everybody=everybody))

    async def _look(self, key: int, *, everybody: bool) -> None:
        if not everybody:
            await asyncio.sleep(LOOK_SECONDS)
        self._looking.discard(key)
        if not everybody:
            # Only a new row of the event's log may change somebody's place at a match.
            try:
                newest, has_moved = await THREADS(asking.has_moved, key, self._rows.get(key))
            except Error as error:
                logger.warning("the log of an event was not read: %r", error)
                self._known.pop(key, None)
                return
            self._rows[key] = newest
            if not has_moved:
                return
        rooms = [room for room in self._rooms.rooms.values() if room.event_id == key]
        people = [each for room in rooms for each in room.people if everybody or not each.is_watching]
        if not await self._rooms.look(people):
            # The query reports the same version again, and rights are read once more.
            self._known.pop(key, None)
            self._rows.pop(key, None)


class _Courtesies:
    """Courtesies of seats: of several at once the newest is sent."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    @property
    def watched(self) -> list[int]:
        return self._rooms.watched

    def tell(self, key: int, version: int) -> None:
        room = self._rooms.rooms.get(key)
        if room is None or version <= room.said:
            return
        room.said = version
        text = frames.courtesy(*courtesies.parse_courtesy(version))
        for each in room.people:
            each.say(text)

    def cut(self, key: int) -> None:
        """Do nothing: there is nothing to end."""


ROOMS = Rooms()
