"""The sockets at one online table of this process, and what was sent to them last."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Final

from tournaments.competition.live.viewing import REFEREE, Viewer, clock_after
from tournaments.games.contract import Json, Seat
from tournaments.live.matches import frames
from tournaments.live.matches.asking import MOST_MISSED
from tournaments.live.matches.connection import Connection, Guest
from tournaments.online.writes.presence import Device, Seated

# Tolerance for the age of a page that reconnects: the network may be slow.
SAME_PAGE_MS: Final = 4_000


@dataclass(slots=True, eq=False)
class Room:
    """The sockets of one table. ``newest`` is the newest known event, ``told`` that of ``views``, 0 before the first.

    ``made`` is when each view was made, in milliseconds, ``recent`` the newest events that were sent,
    as people at the table and officials see them (True) and as spectators do. ``is_shown``: robots play here for people
    who watch. ``said`` is the number of the newest courtesy that was sent.
    """

    match_id: int
    event_id: int | None
    is_shown: bool = False
    said: int = 0
    newest: int = 0
    told: int = 0
    views: Mapping[Viewer, Json] = field(default_factory=dict)
    made: Mapping[Viewer, int] = field(default_factory=dict)
    recent: Mapping[bool, Sequence[Json]] = field(default_factory=lambda: {True: (), False: ()})
    people: list[Connection] = field(default_factory=list)
    task: asyncio.Task[None] | None = None
    seen_here: frozenset[Seat] = frozenset()
    elsewhere: Sequence[Device] = ()

    @property
    def viewers(self) -> set[Viewer]:
        """The viewers of the match in this room."""
        return {each.guest.place.viewer for each in self.people}

    def keep(self, views: Mapping[Viewer, Json], now: int) -> None:
        """Cache views of the event ``told``; cached views of the same event stay."""
        kept = {**views, **{viewer: view for viewer, view in self.views.items() if view["sequence"] == self.told}}
        self.made = {
            viewer: self.made[viewer] if view is self.views.get(viewer) else now for viewer, view in kept.items()
        }
        self.views = kept

    def remember(self, events: Mapping[Viewer, Sequence[Json]]) -> None:
        """Remember the events that were sent to everybody."""
        told = {True: events[REFEREE], False: events[None]}
        self.recent = {kind: [*self.recent[kind], *fresh][-MOST_MISSED:] for kind, fresh in told.items()}

    def view_frame(self, viewer: Viewer, since: int, now: int) -> str | None:
        """Return the frame with the whole match as it is now, for somebody who has the events up to ``since``.

        None where the database has to be asked, since not every known event was sent yet.
        """
        view = self.views.get(viewer)
        if view is None or self.told < self.newest:
            return None
        clock = clock_after(view["clock"], now - self.made[viewer])
        missed = [event for event in self.recent[viewer is not None] if event["sequence"] > since]
        is_whole = bool(missed) and missed[0]["sequence"] == since + 1
        return frames.view({**view, "clock": clock}, missed if is_whole else [])

    def at(self, seat: Seat) -> list[Connection]:
        """Return the devices of a seat, the newest last, without sockets that were ended and are still closing."""
        own = [each for each in self.people if each.guest.place.seat == seat and not each.was_ended]
        return sorted(own, key=_age)

    def restore_age(self, guest: Guest, but: Connection | None = None) -> Guest:
        """Return the guest of a page that reconnects, with the page's earlier age: its network may be slower now.

        ``but`` is its own socket, if it is here already.
        """
        own = [] if guest.place.seat is None else [each for each in self.at(guest.place.seat) if each is not but]
        same = [each.guest.opened for each in own if each.guest.session == guest.session != ""]
        same += [
            each.opened for each in self.elsewhere if each.seat == guest.place.seat and each.page == guest.page != ""
        ]
        near = [opened for opened in same if abs(opened - guest.opened) <= SAME_PAGE_MS]
        return replace(guest, opened=max([guest.opened, *near]))

    def newer(self, connection: Connection) -> int:
        """Return how many devices of this one's seat are newer, here or elsewhere; also if it has left meanwhile."""
        seat, own = connection.guest.place.seat, _age(connection)
        if seat is None:
            return 0
        return sum(_age(each) > own for each in self.at(seat)) + sum(
            (each.opened, each.place, 0) > own for each in self.elsewhere if each.seat == seat
        )

    def is_older(self, connection: Connection) -> bool:
        """Return whether another device plays this one's seat."""
        return self.newer(connection) > 0

    def devices(self, seat: Seat) -> int:
        """Return how many devices a seat has, here and elsewhere."""
        return len(self.at(seat)) + sum(each.seat == seat for each in self.elsewhere)

    def spectators(self) -> int:
        return sum(each.is_watching and not each.was_ended for each in self.people)

    def tell_devices(self, seat: Seat | None) -> None:
        """Tell the devices of a seat which of them plays, if that has changed."""
        for each in self.at(seat) if seat is not None else ():
            is_older = self.is_older(each)
            if is_older != each.is_older:
                each.is_older = is_older
                each.say(frames.OLDER if is_older else frames.NEWEST)

    def seated_devices(self, now: float) -> list[Device]:
        """Return the devices of seats that are connected here, as other processes hear of them."""
        return [
            Device(
                self.match_id, each.guest.place.seat, each.joined, each.guest.opened, each.guest.page, each.is_away(now)
            )
            for each in self.people
            if each.guest.place.seat is not None and not each.was_ended
        ]

    def hear(self, seated: Seated, most: int, now: float) -> None:
        """Take over who is connected elsewhere: to which device a seat belongs now, and who is present.

        A seat has ``most`` devices in all: each process ends the oldest of its own beyond that.
        """
        self.elsewhere = seated.elsewhere.get(self.match_id, ())
        for each in self.people:
            each.place = each.place or seated.places.get(each.joined, 0)
            if self.elsewhere:
                each.guest = self.restore_age(each.guest, each)
        for each in list(self.people):
            if not each.was_ended and self.newer(each) >= most:
                each.end(frames.FULL)
        for seat in {each.guest.place.seat for each in self.people}:
            self.tell_devices(seat)
        self.tell_here(now)

    def tell_here(self, now: float) -> bool:
        """Tell everybody who is connected, if that has changed; return whether it has."""
        seats = {each.guest.place.seat for each in self.people if not each.is_away(now)}
        seats |= {each.seat for each in self.elsewhere if not each.is_away}
        here = frozenset(seat for seat in seats if seat is not None)
        if here == self.seen_here:
            return False
        self.seen_here = here
        text = frames.here(here)
        for each in self.people:
            each.say(text)
        return True


def _age(connection: Connection) -> tuple[int, float, int]:
    """Return the order of several devices: by when the page was opened, then by when the socket was.

    Where there are several processes the place of its row says that; until it has one a socket is the newest.
    """
    return connection.guest.opened, connection.place or inf, connection.joined
