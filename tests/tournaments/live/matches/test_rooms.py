"""Rooms without a server: who plays, who is present, who is behind, and how slow a line is."""

import asyncio
import json
from collections.abc import Coroutine
from typing import Any, TypeVar

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import DataError
from django.utils import timezone
from pytest_django.fixtures import Settings

from tests.tournaments.live.lines import AnyLine, played
from tests.tournaments.live.matches.served import merged
from tests.waiting import until_so
from tournaments.competition.live.clocks import MOST_CREDIT
from tournaments.competition.live.viewing import OFFICIAL, REFEREE
from tournaments.frame.access import Visitor
from tournaments.live.matches import asking, frames
from tournaments.live.matches import connection as connection_module
from tournaments.live.matches import rooms as rooms_module
from tournaments.live.matches import socket as socket_module
from tournaments.live.matches.asking import Found
from tournaments.live.matches.connection import ASKED_AT_ONCE, AWAY_SECONDS, BURST, SILENT_SECONDS, Connection, Guest
from tournaments.live.matches.room import Room
from tournaments.live.matches.rooms import MOST_DEVICES, Rooms
from tournaments.live.matches.socket import Talk
from tournaments.live.reader import Message
from tournaments.online.reads.live_matches import ShownMatch
from tournaments.online.writes.courtesies import COURTESIES, MOST_COURTESIES, OF_ONE
from tournaments.online.writes.presence import Device, Seated
from tournaments.outbox.mailbox import Topic
from tournaments.tables.reads.seats import MatchPlace

T = TypeVar("T")
MATCH, EVENT = 7, 3


class Line(AnyLine):
    """The connection of a page of a table."""

    @property
    def said(self) -> list[dict[str, Any]]:
        return [json.loads(each["text"]) for each in self.messages if each["type"] == "websocket.send"]

    @property
    def code(self) -> int | None:
        return next((each["code"] for each in self.messages if each["type"] == "websocket.close"), None)

    def kinds(self) -> list[str]:
        return [each["is"] for each in self.said if each["is"] != "here"]


class Log:
    """A match that is at an event; what the threads would read of it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sequence = 1
        self.reads = 0
        self.places: list[MatchPlace] = []
        self.failures: list[Exception] = []
        self.commands: list[str] = []
        self.has_moved = True
        self.looks = 0
        for pool in ("THREADS", "READERS"):
            monkeypatch.setattr(rooms_module, pool, self)

    async def __call__(self, question: Any, *given: Any) -> Any:
        self.reads += 1
        await asyncio.sleep(0.001)
        if question is asking.whole:
            _match, viewer, since = given
            shown = self.shown({viewer}, since)
            return shown, frames.view(shown.views[viewer], shown.events[viewer] if since else [])
        if question is asking.news_since:
            _match, since, before, viewers = given
            shown = self.shown(viewers, since)
            told = {
                each: frames.news(before[each], view, shown.events[each])
                for each, view in shown.views.items()
                if each in before
            }
            return Found(shown, told)
        if question is asking.obey:
            _guest, asked, *_others = given
            self.commands.append(asked.id)
            return frames.receipt(asked.id, self.sequence, repeated=False)
        if question is asking.has_moved:
            return 1, self.has_moved
        assert question is asking.places
        self.looks += 1
        if self.failures:
            raise self.failures.pop()
        return self.places

    def shown(self, viewers: Any, since: int) -> ShownMatch:
        events: list[Any] = [
            {"sequence": n, "kind": "played", "seat": 0, "at": n} for n in range(since + 1, self.sequence + 1)
        ]
        views = {
            each: {
                "sequence": self.sequence,
                "you": each,
                "cards": {"n": self.sequence},
                "score": [],
                "clock": {"turn": 0, "is_running": True, "move_ms": [60_000, None], "bank_ms": [90_000, 90_000]},
            }
            for each in viewers
        }
        return ShownMatch(self.sequence, dict.fromkeys((None, REFEREE, *viewers), events), views)


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Log:
    return Log(monkeypatch)


def came(
    rooms: Rooms,
    seat: int | None = None,
    opened: int = 0,
    since: int = 0,
    session: str = "",
    is_referee: bool = False,
    said: int = 0,
) -> tuple[Line, Connection]:
    line = Line()
    guest = Guest(
        match_id=MATCH,
        event_id=EVENT,
        visitor=Visitor(AnonymousUser()),
        place=MatchPlace(may_see=True, seat=seat, is_referee=is_referee),
        language="it",
        session=session,
        opened=opened,
        since=since,
        said=said,
    )
    connection = Connection(guest, "192.0.2.1", line.send, asyncio.get_running_loop().time())
    rooms.enter(connection.address)
    rooms.join(connection)
    return line, connection


async def settled(rooms: Rooms) -> None:
    await until_so(lambda: not rooms._tasks, "nothing is on its way")


def scene(step: Coroutine[Any, Any, T]) -> T:
    return played(step)


def test_news_is_read_once_for_all_sockets_of_a_table(log: Log) -> None:
    async def run() -> tuple[int, set[str]]:
        rooms = Rooms()
        lines = [came(rooms)[0] for _ in range(20)]
        await settled(rooms)
        log.reads, log.sequence = 0, 2
        rooms.tell(MATCH, 2)
        await settled(rooms)
        return log.reads, {json.dumps(line.said[-1]) for line in lines}

    reads, told = scene(run())
    assert (reads, len(told)) == (1, 1)
    assert json.loads(told.pop())["is"] == "news"


def test_events_that_come_while_others_are_told_are_told_in_order_and_none_twice(log: Log) -> None:
    async def run() -> list[list[int]]:
        rooms = Rooms()
        lines = [came(rooms, seat=seat)[0] for seat in (0, 1, None)]
        await settled(rooms)
        for sequence in range(2, 40):
            log.sequence = sequence
            rooms.tell(MATCH, sequence)
            if sequence % 7 == 0:
                lines.append(came(rooms, since=sequence - 3)[0])
            await asyncio.sleep(0.0007 * (sequence % 4))
        await settled(rooms)
        found = []
        for line in lines:
            view: dict[str, Any] = {}
            for frame in line.said:
                if frame["is"] == "view":
                    view = frame["view"]
                elif frame["is"] == "news":
                    view = merged(view, frame)
            found.append([view["sequence"], view["cards"]["n"]])
        return found

    assert scene(run()) == [[39, 39]] * 8


def test_a_socket_that_missed_news_gets_the_whole_match_at_the_next_beat(log: Log) -> None:
    async def run() -> list[str]:
        rooms = Rooms()
        line, _connection = came(rooms)
        await settled(rooms)
        line.has_room.clear()
        for sequence in (2, 3, 4):
            log.sequence = sequence
            rooms.tell(MATCH, sequence)
            await settled(rooms)
        line.has_room.set()
        await asyncio.sleep(0.1)
        rooms.beat_at(rooms.rooms[MATCH], 1)
        await settled(rooms)
        assert line.said[-1]["view"]["sequence"] == 4
        return line.kinds()

    assert scene(run()) == ["view", "news", "beat", "view"]


def test_a_repeated_request_for_the_match_is_answered_from_memory_once_a_second(log: Log) -> None:
    async def run() -> tuple[int, list[dict[str, Any]]]:
        rooms = Rooms()
        line, connection = came(rooms, seat=0)
        await settled(rooms)
        for sequence in (2, 3, 4):
            log.sequence = sequence
            rooms.tell(MATCH, sequence)
            await settled(rooms)
        room = rooms.rooms[MATCH]
        room.made = {viewer: made - 5_000 for viewer, made in room.made.items()}
        log.reads, before = 0, len(line.said)
        for since in (2, 0, *[1] * 100):
            rooms.show_again(connection, since)
        await settled(rooms)
        return log.reads, line.said[before:]

    reads, said = scene(run())
    assert (reads, len(said)) == (0, ASKED_AT_ONCE)
    assert [[event["sequence"] for event in each["events"]] for each in said] == [[3, 4], []]
    view = said[0]["view"]
    assert (view["sequence"], view["you"]) == (4, 0)
    # The clock has gone on since the view was made.
    assert 50_000 < view["clock"]["move_ms"][0] <= 55_000
    assert view["clock"]["bank_ms"][1] == 90_000


def test_from_memory_each_viewer_is_told_what_is_for_them() -> None:
    room = Room(MATCH, None)
    told = {"sequence": 1, "kind": "paused", "note": "Malore"}
    shown = {viewer: {"sequence": 1, "clock": {"is_running": False}} for viewer in (None, 0, OFFICIAL)}
    room.newest = room.told = 1
    room.keep(shown, 0)
    room.remember({REFEREE: [told], None: [{"sequence": 1, "kind": "paused"}]})
    frames_of = {viewer: room.view_frame(viewer, 0, 0) or "" for viewer in shown}
    assert {viewer: "Malore" in frame for viewer, frame in frames_of.items()} == {None: False, 0: True, OFFICIAL: True}


def test_a_request_for_the_match_is_answered_with_the_newest_event(log: Log) -> None:
    async def run() -> dict[str, Any]:
        rooms = Rooms()
        line, connection = came(rooms)
        await settled(rooms)
        log.sequence = rooms.rooms[MATCH].newest = 3
        rooms.show_again(connection, 1)
        await settled(rooms)
        return next(each for each in reversed(line.said) if each["is"] == "view")

    shown = scene(run())
    assert shown["view"]["sequence"] == 3
    assert [event["sequence"] for event in shown["events"]] == [2, 3]


def talk(log: Log, monkeypatch: pytest.MonkeyPatch, rooms: Rooms, **who: Any) -> tuple[Line, Connection, Talk]:
    """Somebody at a socket, whose commands the threads take."""
    monkeypatch.setattr(socket_module, "THREADS", log)
    line, connection = came(rooms, **who)
    return line, connection, Talk(rooms, connection)


def said_play(number: int) -> str:
    return json.dumps({"do": "play", "id": f"p{number}", "text": "7d"})


def test_commands_of_a_socket_are_done_at_a_bounded_rate_and_none_is_lost(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_module, "COMMANDS_AT_ONCE", 3)
    monkeypatch.setattr(connection_module, "COMMANDS_A_SECOND", 50)

    async def run() -> tuple[float, list[str]]:
        rooms, loop = Rooms(), asyncio.get_running_loop()
        line, _connection, said = talk(log, monkeypatch, rooms, seat=0)
        await settled(rooms)
        begun = loop.time()
        for number in range(9):
            said.hear(said_play(number))
        await settled(rooms)
        return loop.time() - begun, [each["id"] for each in line.said if each["is"] == "receipt"]

    seconds, done = scene(run())
    assert done == [f"p{number}" for number in range(9)]
    assert seconds > 6 / 50 - 0.01


def test_commands_of_a_spectator_are_refused_without_a_thread(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> tuple[int, dict[str, Any]]:
        rooms = Rooms()
        line, _connection, said = talk(log, monkeypatch, rooms)
        await settled(rooms)
        log.reads = 0
        said.hear(said_play(1))
        await settled(rooms)
        return log.reads, line.said[-1]

    reads, answer = scene(run())
    assert (reads, answer["is"], answer["code"]) == (0, "refused", "only_watching")


def test_a_command_of_an_older_device_that_has_left_is_refused(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> list[str]:
        rooms = Rooms()
        _line, older, said = talk(log, monkeypatch, rooms, seat=0, opened=1)
        came(rooms, seat=0, opened=2)
        await settled(rooms)
        log.commands.clear()
        said.hear(said_play(1))
        rooms.leave(older)
        await settled(rooms)
        return log.commands

    assert scene(run()) == []


@pytest.mark.parametrize(("is_ended", "done"), [(True, ["p0"]), (False, ["p0", "p1", "p2"])])
def test_waiting_commands_are_dropped_when_the_server_closes_and_done_when_the_client_leaves(
    log: Log, monkeypatch: pytest.MonkeyPatch, is_ended: bool, done: list[str]
) -> None:
    async def run() -> list[str]:
        rooms = Rooms()
        _line, connection, said = talk(log, monkeypatch, rooms, seat=0)
        await settled(rooms)
        for number in range(3):
            said.hear(said_play(number))
        await asyncio.sleep(0)
        if is_ended:
            connection.end(frames.SESSION, frames.ENDED)
        rooms.leave(connection)
        await settled(rooms)
        return log.commands

    assert scene(run()) == done


def test_the_newest_device_plays_and_when_it_goes_the_one_before(log: Log) -> None:
    async def run() -> list[list[str]]:
        rooms = Rooms()
        (first, _one), (second, two) = came(rooms, seat=0, opened=1), came(rooms, seat=0, opened=2)
        (third, _three) = came(rooms, seat=0, opened=1)
        await settled(rooms)
        rooms.leave(two)
        await settled(rooms)
        return [[kind for kind in line.kinds() if kind != "view"] for line in (first, second, third)]

    # Of two that were opened at the same time the one that came later plays.
    assert scene(run()) == [["older"], ["newest"], ["older", "newest"]]


def test_everybody_at_the_table_hears_a_courtesy_wherever_it_was_said(log: Log) -> None:
    async def run() -> list[list[Any]]:
        rooms = Rooms()
        people = [came(rooms, seat=0), came(rooms)]
        await settled(rooms)
        said = 5 * OF_ONE + MOST_COURTESIES + list(COURTESIES).index("thanks")
        heard = rooms.topics[Topic.COURTESY]
        assert heard.watched == [MATCH]
        # By a hint, by the question after it, and once more by a hint that comes late; and at another table.
        for key, number in ((MATCH, said), (MATCH, said), (MATCH, said - OF_ONE), (MATCH + 1, said)):
            heard.tell(key, number)
        people.append(came(rooms, said=said))
        heard.tell(MATCH, said)
        await settled(rooms)
        return [[each for each in line.said if each["is"] == "courtesy"] for line, _connection in people]

    assert scene(run()) == [[{"is": "courtesy", "seat": 1, "code": "thanks"}]] * 2 + [[]]


def test_everybody_hears_who_is_connected_and_a_silent_player_is_away(log: Log) -> None:
    async def run() -> tuple[list[list[int]], int | None]:
        rooms = Rooms()
        watching, _stranger = came(rooms)
        line, connection = came(rooms, seat=1)
        connection.heard -= AWAY_SECONDS + 1
        rooms.beat_at(rooms.rooms[MATCH], 1)
        connection.heard -= SILENT_SECONDS
        rooms.beat_at(rooms.rooms[MATCH], 2)
        return [each["seats"] for each in watching.said if each["is"] == "here"], line.code

    assert scene(run()) == ([[], [1], []], frames.SILENT)


def test_a_table_has_a_limit_of_spectators_and_always_a_place_for_a_seat(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_module, "MOST_SPECTATORS", 2)

    async def run() -> list[bool]:
        rooms = Rooms()
        found = []
        for seat in (None, None, None, 0, 0, 0, 0, 0):
            _line, connection = came(rooms, seat=seat)
            rooms.leave(connection)
            found.append(rooms.is_full(connection))
            came(rooms, seat=seat)
        return found

    assert scene(run()) == [False, False, True, False, False, False, False, False]


def test_officials_and_seats_have_a_place_however_many_watch(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms_module, "MOST_SPECTATORS", 1)

    async def run() -> list[bool]:
        rooms = Rooms()
        found = []
        for who in ({"is_referee": True}, {}, {"is_referee": True}, {"seat": 0}, {}):
            _line, connection = came(rooms, **who)
            rooms.leave(connection)
            found.append(rooms.is_full(connection))
            rooms.join(connection)
        return found

    assert scene(run()) == [False, False, False, False, True]


def test_a_part_of_all_places_is_kept_for_seats_and_officials(log: Log) -> None:
    async def run() -> tuple[list[bool], int]:
        rooms = Rooms(most=8, most_from_one_address=8)
        assert all(rooms.enter(f"198.51.100.{number}") for number in range(5))
        found = [rooms.is_full(came(rooms, **who)[1]) for who in ({}, {}, {"is_referee": True}, {"seat": 0})]
        return found, rooms.sockets

    assert scene(run()) == ([False, True, False, False], 7)


def test_a_socket_has_its_place_from_its_opening_on_and_gives_it_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> tuple[list[int | None], int, int]:
        rooms = Rooms(most=3, most_from_one_address=2)
        is_found = asyncio.Event()

        async def readers(_question: Any, *_given: Any) -> None:
            await is_found.wait()

        async def opened() -> Message:
            return {"type": "websocket.connect"}

        monkeypatch.setattr(socket_module, "ROOMS", rooms)
        monkeypatch.setattr(socket_module, "READERS", readers)
        monkeypatch.setattr(socket_module.entering, "is_own_page", lambda _request: True)
        lines = [Line() for _ in range(3)]
        scope = {"path": "/tavolo/7/filo/", "headers": [], "query_string": b"", "client": ("192.0.2.1", 1)}
        tasks = [asyncio.create_task(socket_module.serve(scope, opened, line.send)) for line in lines]
        await asyncio.sleep(0.1)
        during = rooms.sockets
        is_found.set()
        await asyncio.gather(*tasks)
        return [line.code for line in lines], during, rooms.sockets

    assert scene(run()) == ([frames.GONE, frames.GONE, frames.FULL], 2, 0)


def test_a_socket_opened_while_the_server_stops_is_closed_as_stopping(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> list[int | None]:
        rooms, lines = Rooms(), [Line(), Line()]
        found = Guest(
            match_id=MATCH,
            event_id=EVENT,
            visitor=Visitor(AnonymousUser()),
            place=MatchPlace(may_see=True, seat=0),
            language="it",
        )

        async def readers(_question: Any, *_given: Any) -> Guest:
            rooms.close()
            return found

        async def opened() -> Message:
            return {"type": "websocket.connect"}

        monkeypatch.setattr(socket_module, "ROOMS", rooms)
        monkeypatch.setattr(socket_module, "READERS", readers)
        monkeypatch.setattr(socket_module.entering, "is_own_page", lambda _request: True)
        scope = {"path": "/tavolo/7/filo/", "headers": [], "query_string": b"", "client": ("192.0.2.1", 1)}
        for line in lines:
            await socket_module.serve(scope, opened, line.send)
        return [line.code for line in lines]

    assert scene(run()) == [frames.STOPPING, frames.STOPPING]


def test_a_process_that_may_have_lost_its_lease_refuses_a_socket_before_it_is_opened(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> list[Message]:
        rooms, line = Rooms(), Line()
        rooms.lease = 1

        async def opened() -> Message:
            return {"type": "websocket.connect"}

        monkeypatch.setattr(socket_module, "ROOMS", rooms)
        monkeypatch.setattr(socket_module.entering, "is_own_page", lambda _request: True)
        scope = {"path": "/tavolo/7/filo/", "headers": [], "query_string": b"", "client": ("192.0.2.1", 1)}
        await socket_module.serve(scope, opened, line.send)
        return line.messages

    first, *_body = scene(run())
    assert (first["type"], first["status"]) == ("websocket.http.response.start", 503)


def test_devices_of_other_processes_are_present_and_the_newest_of_all_plays(log: Log) -> None:
    def there(place: int, opened: int, *, seat: int = 0, page: str = "", is_away: bool = False) -> Device:
        return Device(MATCH, seat, place, opened, page, is_away, place)

    async def run() -> tuple[list[str], list[list[int]], int | None]:
        rooms = Rooms()
        line, connection = came(rooms, seat=0, opened=10_000, session="abcdefgh")
        await settled(rooms)
        room = rooms.rooms[MATCH]
        same = connection.guest.page
        for elsewhere in (
            [there(2, 20_000), there(3, 1, seat=1)],
            # The page's own socket from before, which looked newer over a slow network; the other seat is away.
            [there(4, 10_900, page=same), there(3, 1, seat=1, is_away=True)],
            [there(5, 30_000 + each) for each in range(MOST_DEVICES)],
        ):
            room.hear(
                Seated({MATCH: elsewhere}, {connection.joined: 9}), MOST_DEVICES, asyncio.get_running_loop().time()
            )
        here = [each["seats"] for each in line.said if each["is"] == "here"]
        return [kind for kind in line.kinds() if kind != "view"], here, line.code

    assert scene(run()) == (["older", "newest"], [[0], [0, 1], [0]], frames.FULL)


def test_one_more_device_of_a_seat_closes_its_oldest_socket_also_a_dead_one(log: Log) -> None:
    async def run() -> tuple[list[int | None], list[list[str]]]:
        rooms = Rooms()
        # The sockets of a device whose line breaks again and again: none has been heard to end.
        lines = [came(rooms, seat=0, opened=5)[0] for _ in range(MOST_DEVICES + 2)]
        lines.append(came(rooms, seat=0, opened=3)[0])
        came(rooms, seat=1)
        await settled(rooms)
        return [line.code for line in lines], [[k for k in line.kinds() if k != "view"] for line in lines[-2:]]

    codes, said = scene(run())
    assert codes == [*[frames.FULL] * 3, *[None] * MOST_DEVICES]
    assert said == [["newest"], ["older"]]


@pytest.mark.parametrize(("session", "kinds"), [("abcdefgh", ["newest"]), ("ijklmnop", ["older"])])
def test_a_page_that_dials_again_plays_however_slow_its_first_dial_was(
    log: Log, session: str, kinds: list[str]
) -> None:
    async def run() -> list[str]:
        rooms = Rooms()
        came(rooms, seat=0, opened=10_900, session="abcdefgh")
        line, _connection = came(rooms, seat=0, opened=10_100, session=session)
        await settled(rooms)
        return [kind for kind in line.kinds() if kind != "view"]

    assert scene(run()) == kinds


def test_when_the_newest_device_is_ended_the_one_before_plays_at_once(log: Log) -> None:
    async def run() -> tuple[bool, list[str]]:
        rooms = Rooms()
        (line, older), (_line, newest) = came(rooms, seat=0, opened=1), came(rooms, seat=0, opened=2)
        await settled(rooms)
        newest.end(frames.SILENT)
        is_older = rooms.rooms[MATCH].is_older(older)
        rooms.leave(newest)
        await settled(rooms)
        return is_older, [kind for kind in line.kinds() if kind != "view"]

    assert scene(run()) == (False, ["older", "newest"])


def test_an_address_has_so_many_sockets_and_a_server_that_stops_takes_none(log: Log) -> None:
    async def run() -> tuple[bool, bool, int | None]:
        rooms = Rooms(most=10, most_from_one_address=1)
        line, _connection = came(rooms)
        before = (rooms.enter("192.0.2.1"), rooms.enter("192.0.2.2"))
        rooms.exit("192.0.2.2")
        rooms.close()
        assert not rooms.enter("192.0.2.2")
        return (*before, line.code)

    assert scene(run()) == (False, True, frames.STOPPING)


def test_a_process_that_serves_pages_only_leaves_the_pulse_of_the_tables_alone(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    monkeypatch.setattr(rooms_module, "PULSE_SECONDS", 0.01)
    monkeypatch.setattr(rooms_module, "REST_SECONDS", 0.5)

    async def run() -> set[str]:
        done: set[str] = set()

        async def note(step: Any, **_values: Any) -> None:
            done.add(step.__name__)

        monkeypatch.setattr(rooms_module, "THREADS", note)
        beats = asyncio.create_task(Rooms().beat())
        await asyncio.sleep(0.8)
        await until_so(lambda: not settings.SERVES_TABLES or len(done) >= 2, "the pulse beats")
        beats.cancel()
        return done

    found = {}
    for serves in (False, True):
        settings.SERVES_TABLES = serves
        found[serves] = scene(run())
    assert found == {False: set(), True: {"serve_tables", "leave_tables"}}


def test_after_an_error_of_one_task_none_of_the_others_goes_on_beside_its_next_self(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rooms_module, "PULSE_SECONDS", 0.01)

    async def stumble(_step: Any, **_values: Any) -> None:
        raise LookupError

    async def run() -> int:
        monkeypatch.setattr(rooms_module, "THREADS", stumble)
        with pytest.raises(ExceptionGroup):
            await Rooms().beat()
        return len(asyncio.all_tasks() - {asyncio.current_task()})

    assert scene(run()) == 0


def test_a_socket_whose_rights_have_changed_is_closed(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms_module, "LOOK_SECONDS", 0.01)

    async def run() -> tuple[int | None, int | None, int | None]:
        rooms = Rooms()
        (player, _one), (other, _two), (stranger, _three) = came(rooms, seat=0), came(rooms, seat=1), came(rooms)
        await settled(rooms)
        log.places = [MatchPlace(may_see=True, seat=0), MatchPlace(may_see=True)]
        rooms.topics[Topic.EVENT].tell(EVENT, 2)
        await settled(rooms)
        return player.code, other.code, stranger.code

    assert scene(run()) == (None, frames.GONE, None)


def test_rights_are_read_again_only_after_steps_that_may_change_them(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms_module, "LOOK_SECONDS", 0.01)

    async def run() -> list[int]:
        rooms, looks = Rooms(), []
        came(rooms, seat=0)
        log.places = [MatchPlace(may_see=True, seat=0)]
        await settled(rooms)
        for version, log.has_moved in enumerate((True, False, False, True), start=2):
            rooms.topics[Topic.EVENT].tell(EVENT, version)
            await settled(rooms)
            looks.append(log.looks)
        return looks

    assert scene(run()) == [1, 1, 1, 2]


def test_rights_in_an_event_that_is_not_public_are_read_again_at_intervals(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> list[int]:
        rooms, looks = Rooms(), []
        came(rooms, seat=0)
        log.places = [MatchPlace(may_see=True, seat=0)]
        await settled(rooms)
        # An interval that does not end, is over, and does not end.
        for interval, cuts in ((3600.0, 4), (0.0, 1), (3600.0, 3)):
            monkeypatch.setattr(rooms_module, "CUT_SECONDS", interval)
            for _ in range(cuts):
                rooms.topics[Topic.EVENT].cut(EVENT)
                await settled(rooms)
            looks.append(log.looks)
        return looks

    assert scene(run()) == [1, 2, 2]


@pytest.mark.parametrize("miss", ["an answer of the database", "the moment before they came"])
def test_rights_that_could_not_be_read_are_read_at_the_next_news_of_the_event(
    log: Log, monkeypatch: pytest.MonkeyPatch, miss: str
) -> None:
    monkeypatch.setattr(rooms_module, "LOOK_SECONDS", 0.01)

    async def run() -> int | None:
        rooms = Rooms()
        if miss == "the moment before they came":
            rooms.topics[Topic.EVENT].tell(EVENT, 2)
        line, _connection = came(rooms, seat=0)
        await settled(rooms)
        log.places = [MatchPlace(may_see=True)]
        log.failures = [DataError()] if miss == "an answer of the database" else []
        for _ in range(2):
            rooms.topics[Topic.EVENT].tell(EVENT, 2)
            await settled(rooms)
        return line.code

    assert scene(run()) == frames.GONE


def test_a_socket_whose_session_has_ended_is_closed_and_a_stranger_stays(log: Log) -> None:
    async def run() -> tuple[int | None, int | None]:
        rooms = Rooms()
        (known, _one), (stranger, _two) = came(rooms, seat=0, session="abcdefgh"), came(rooms)
        rooms.keep(rooms.sessions, {"abcdefgh"})
        rooms.keep(rooms.sessions, set())
        return known.code, stranger.code

    assert scene(run()) == (frames.SESSION, None)


def test_a_session_that_ends_before_it_was_ever_asked_for_is_ended(log: Log) -> None:
    async def run() -> int | None:
        rooms = Rooms()
        line, _connection = came(rooms, seat=0, session="abcdefgh")
        rooms.keep(rooms.sessions, set())
        return line.code

    assert scene(run()) == frames.SESSION


def test_the_lag_of_a_socket_is_the_median_of_its_answers_within_the_credit(log: Log) -> None:
    async def run() -> list[int]:
        rooms = Rooms()
        _line, connection = came(rooms)
        found = [connection.lag_ms]
        for number, way in enumerate((0.04, 0.05, 9.0, 0.06, 0.05)):
            connection.beat(number, frames.beat(number, 0, 1), 100.0)
            connection.record_round_trip(number, 100.0 + way)
            # Neither a second answer nor one to a beat that was never sent counts.
            connection.record_round_trip(number, 500.0)
            connection.record_round_trip(99, 500.0)
        found.append(connection.lag_ms)
        for number in range(10, 20):
            connection.beat(number, frames.beat(number, 0, 1), 100.0)
            connection.record_round_trip(number, 130.0)
        found.append(connection.lag_ms)
        return found

    assert scene(run()) == [0, 50, MOST_CREDIT]


def test_frames_are_counted_by_the_second(log: Log) -> None:
    async def run() -> tuple[int, bool]:
        rooms = Rooms()
        _line, connection = came(rooms)
        now = connection.heard
        taken = sum(connection.may_speak(now) for _ in range(2 * BURST))
        return taken, connection.may_speak(now + 1)

    assert scene(run()) == (BURST, True)


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "null",
        '"play"',
        "[" * 3000,
        '{"do":"play"}',
        '{"do":"play","id":""}',
        '{"do":["play"]}',
        '{"do":"play","id":"' + "x" * 65 + '"}',
        '{"do":"play","id":"a","text":7}',
        '{"do":"__class__"}',
        '{"do":"play","id":"a","expected":-1}',
        '{"do":"play","id":"a","expected":true}',
        '{"do":"play","id":"a","expected":1.5}',
        '{"do":"beat","number":99999999999999999999}',
        r'{"do":"play","id":"\ud83c"}',
        r'{"do":"pause","id":"a\u0000"}',
    ],
)
def test_a_malformed_frame_is_not_read(text: str | None) -> None:
    assert frames.parse_frame(text) is None


def test_a_frame_is_read_with_defaults_for_missing_fields() -> None:
    assert frames.parse_frame('{"do":"beat","number":3,"more":1}') == frames.Asked("beat", number=3)
    assert frames.parse_frame('{"do":"play","id":"a","expected":2,"text":"7d"}') == frames.Asked("play", "a", 2, "7d")


def test_a_text_that_the_database_rejects_is_refused_for_good(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> Connection:
        return came(Rooms())[1]

    def refuse(*_asked: object) -> None:
        raise DataError

    monkeypatch.setattr(asking, "_submit", refuse)
    answer = asking.obey(scene(run()).guest, frames.Asked("pause", "a"), timezone.now(), 0)
    assert json.loads(answer)["code"] == "text_unreadable"
