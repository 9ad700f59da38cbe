"""The sockets at one online table of this process, and what was sent to them last."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tournaments.competition.live.viewing import REFEREE, Viewer, clock_after
from tournaments.games.contract import Json, Seat
from tournaments.live.matches import frames
from tournaments.live.matches.asking import MOST_MISSED
from tournaments.live.matches.connection import Connection, Guest

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

    def happened(self, events: Mapping[Viewer, Sequence[Json]]) -> None:
        """Remember the events that were sent to everybody."""
        told = {True: events[REFEREE], False: events[None]}
        self.recent = {kind: [*self.recent[kind], *fresh][-MOST_MISSED:] for kind, fresh in told.items()}

    def seen(self, viewer: Viewer, since: int, now: int) -> str | None:
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

    def dialled_again(self, guest: Guest) -> Guest:
        """Return the guest of a page that reconnects, with the page's earlier age: its network may be slower now."""
        own = [] if guest.place.seat is None else [each.guest for each in self.at(guest.place.seat)]
        same = [each.opened for each in own if each.session == guest.session != ""]
        near = [opened for opened in same if abs(opened - guest.opened) <= SAME_PAGE_MS]
        return replace(guest, opened=max([guest.opened, *near]))

    def is_older(self, connection: Connection) -> bool:
        """Return whether another device plays this one's seat; also if this one has left meanwhile."""
        seat = connection.guest.place.seat
        newest = self.at(seat)[-1:] if seat is not None else []
        return any(_age(each) > _age(connection) for each in newest)

    def spectators(self) -> int:
        return sum(each.is_watching and not each.was_ended for each in self.people)

    def tell_devices(self, seat: Seat | None, before: Connection | None) -> None:
        """Tell the devices of a seat which of them plays, if that has changed; ``before`` is the one that did."""
        own = self.at(seat) if seat is not None else []
        if own and own[-1] is not before:
            own[-1].say(frames.NEWEST)
            for each in own[:-1]:
                each.say(frames.OLDER)

    def tell_here(self, now: float) -> bool:
        """Tell everybody who is connected, if that has changed; return whether it has."""
        seats = {each.guest.place.seat for each in self.people if not each.is_away(now)}
        here = frozenset(seat for seat in seats if seat is not None)
        if here == self.seen_here:
            return False
        self.seen_here = here
        text = frames.here(here)
        for each in self.people:
            each.say(text)
        return True


def _age(connection: Connection) -> tuple[int, int]:
    """Return the order of several devices: by when the page was opened, then by when the socket was."""
    return connection.guest.opened, connection.joined
