"""The hub and what its readers are sent, without a server: a connection here is a list of what was written to it."""

import asyncio

import pytest

from tests.tournaments.live.lines import EVENT, HERE, OTHER, Line, joined, played, settled
from tests.waiting import until_so
from tournaments.frame.networks import peer_of
from tournaments.live import hub as hub_module
from tournaments.live import stream
from tournaments.live.finding import Finder
from tournaments.live.hub import AGAIN, Hub, version_event
from tournaments.live.reader import Message


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "PAUSE_SECONDS", 0.05)


def test_a_reader_first_hears_the_version_that_was_read_and_then_every_newer_one() -> None:
    async def scene() -> list[bytes]:
        hub = Hub()
        line, _reader = joined(hub, version=3, seen=0)
        hub.tell(EVENT, 4)
        await settled(hub)
        return line.bodies

    assert played(scene()) == [b"retry: 1000\n\n" + version_event(EVENT, 3), version_event(EVENT, 4)]


def test_a_message_names_event_and_version_and_is_far_below_a_kilobyte() -> None:
    assert version_event(12, 345) == b'id: 345\ndata: {"event": 12, "version": 345}\n\n'
    assert len(version_event(2**63, 2**63)) < 1024


def test_a_reader_who_comes_back_with_the_newest_version_is_told_nothing() -> None:
    async def scene() -> list[bytes]:
        hub = Hub()
        line, _reader = joined(hub, version=3, seen=3)
        hub.tell(EVENT, 3)
        hub.tell(EVENT, 5)
        await settled(hub)
        return line.bodies

    assert played(scene()) == [b"retry: 1000\n\n", version_event(EVENT, 5)]


def test_a_reader_whose_version_was_read_before_a_newer_one_was_told_hears_the_newer_one() -> None:
    async def scene() -> list[bytes]:
        hub = Hub()
        joined(hub)
        hub.tell(EVENT, 9)
        line, _reader = joined(hub, version=8, seen=0)
        await settled(hub)
        return line.bodies

    assert played(scene()) == [b"retry: 1617\n\n" + version_event(EVENT, 9)]


def test_a_version_that_a_new_reader_brings_is_told_to_the_others() -> None:
    async def scene() -> list[bytes]:
        hub = Hub()
        line, _reader = joined(hub, version=3, seen=3)
        joined(hub, version=4, seen=0)
        await settled(hub)
        return line.told

    assert played(scene()) == [version_event(EVENT, 4)]


def test_many_results_at_once_are_the_first_and_the_newest_and_one_message_object_for_all() -> None:
    async def scene() -> tuple[list[bytes], int, float]:
        hub = Hub()
        lines = [joined(hub)[0] for _ in range(120)]
        begun = asyncio.get_running_loop().time()
        hub.tell(EVENT, 2)
        while not lines[-1].told:
            await asyncio.sleep(0)
        for version in range(3, 50):
            hub.tell(EVENT, version)
        await settled(hub)
        assert len({tuple(line.told) for line in lines}) == 1
        return lines[0].told, len({id(line.messages[-1]) for line in lines}), asyncio.get_running_loop().time() - begun

    told, objects, seconds = played(scene())
    assert told == [version_event(EVENT, 2), version_event(EVENT, 49)]
    assert objects == 1
    assert seconds >= 0.05


def test_at_most_four_broadcasts_a_second_and_none_later_than_the_pause() -> None:
    async def scene() -> tuple[list[bytes], float]:
        hub, clock = Hub(), asyncio.get_running_loop().time
        line, _reader = joined(hub)
        begun = clock()
        for version in range(2, 60):
            hub.tell(EVENT, version)
            await asyncio.sleep(0.005)
        await settled(hub)
        return line.told, clock() - begun

    told, seconds = played(scene())
    assert 3 <= len(told) <= 1 + seconds / hub_module.PAUSE_SECONDS
    assert told[-1] == version_event(EVENT, 59)
    assert told == sorted(told, key=lambda body: int(body.split(b"\n")[0].removeprefix(b"id: ")))


def test_the_events_do_not_wait_for_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "PAUSE_SECONDS", 3600)

    async def scene() -> tuple[list[bytes], list[bytes]]:
        hub = Hub()
        one, _reader = joined(hub)
        other, _reader = joined(hub, event=OTHER)
        hub.tell(EVENT, 2)
        await until_so(lambda: one.told, "one is told")
        hub.tell(EVENT, 3)
        hub.tell(OTHER, 2)
        await until_so(lambda: other.told, "the other is told")
        return one.told, other.told

    assert played(scene()) == ([version_event(EVENT, 2)], [version_event(OTHER, 2)])


def test_a_slow_reader_holds_nobody_up_keeps_one_message_and_hears_the_newest_in_the_end() -> None:
    async def scene() -> tuple[list[bytes], list[bytes], int]:
        hub = Hub()
        slow, _reader = joined(hub)
        quick, _other = joined(hub)
        slow.has_room.clear()
        for version in (2, 3, 4, 5):
            hub.tell(EVENT, version)
            await settled(hub)
        waiting = len(asyncio.all_tasks()) - 1
        assert slow.told == []
        slow.has_room.set()
        await until_so(lambda: len(slow.told) >= 2, "the slow one is told")
        await settled(hub)
        return quick.told, slow.told, waiting

    quick, slow, waiting = played(scene())
    assert quick == [version_event(EVENT, version) for version in (2, 3, 4, 5)]
    assert slow == [version_event(EVENT, 2), version_event(EVENT, 5)]
    assert waiting == 1


def test_a_slow_reader_who_goes_leaves_nothing_behind() -> None:
    async def scene() -> tuple[int, list[int], int]:
        hub = Hub()
        slow, reader = joined(hub)
        slow.has_room.clear()
        hub.tell(EVENT, 2)
        await settled(hub)
        hub.leave(reader)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return hub.readers, hub.watched, len(asyncio.all_tasks())

    assert played(scene()) == (0, [], 1)


def test_a_connection_that_breaks_while_it_is_written_to_harms_nobody() -> None:
    class Broken(Line):
        async def send(self, message: Message) -> None:
            if self.bodies:
                raise ConnectionResetError
            await super().send(message)

    async def scene() -> list[bytes]:
        hub = Hub()
        hub.join(EVENT, 1, 1, HERE, Broken().send)
        line, _reader = joined(hub)
        hub.tell(EVENT, 2)
        await settled(hub)
        return line.told

    assert played(scene()) == [version_event(EVENT, 2)]


def test_a_reader_who_goes_is_forgotten_and_so_is_an_event_without_readers() -> None:
    async def scene() -> tuple[int, list[int], bool]:
        hub = Hub(most_from_one_address=1)
        _line, reader = joined(hub)
        hub.leave(reader)
        hub.tell(EVENT, 5)
        return hub.readers, hub.watched, hub.has_room(HERE)

    assert played(scene()) == (0, [], True)


def test_everybody_hears_a_sign_of_life_by_one_timer_and_never_all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "BEAT_SECONDS", 0.02)

    async def scene() -> tuple[set[bytes], list[int], int]:
        hub = Hub()
        hub.record_answer()
        lines = [joined(hub)[0] for _ in range(60)]
        beating = asyncio.create_task(hub.beat())
        heard, steps = 0, []
        while not lines[-1].told:
            await asyncio.sleep(0)
            now = sum(len(line.told) for line in lines)
            if now > heard:
                steps.append(now - heard)
            heard = now
        tasks = len(asyncio.all_tasks())
        beating.cancel()
        return {told for line in lines for told in line.told}, steps, tasks

    told, steps, tasks = played(scene())
    assert told == {b"event: alive\ndata:\n\n"}
    assert steps == [60 // hub_module.SHARES] * hub_module.SHARES
    assert tasks == 2


def test_a_reader_who_goes_hears_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "BEAT_SECONDS", 0.02)

    async def scene() -> tuple[list[bytes], int]:
        hub = Hub()
        hub.record_answer()
        (gone, reader), (line, _other) = joined(hub), joined(hub)
        hub.leave(reader)
        beating = asyncio.create_task(hub.beat())
        await until_so(lambda: len(line.told) >= 2, "who stays is told")
        beating.cancel()
        return gone.told, len(line.told)

    assert played(scene()) == ([], 2)


def test_a_hall_fits_and_more_than_that_from_one_address_does_not() -> None:
    async def scene() -> tuple[bool, bool, bool]:
        hub = Hub(most=12, most_from_one_address=5)
        for _ in range(5):
            joined(hub)
        from_there, from_elsewhere = hub.has_room(HERE), hub.has_room("192.0.2.2")
        for number in range(7):
            joined(hub, event=OTHER, address=f"192.0.2.{10 + number}")
        return from_there, from_elsewhere, hub.has_room("192.0.2.4")

    assert played(scene()) == (False, True, False)
    assert hub_module.MOST_FROM_ONE_ADDRESS > 2 * 1024
    assert hub_module.MOST_READERS >= 5000


def test_four_addresses_that_take_all_they_can_leave_places_for_those_who_have_few() -> None:
    async def scene() -> list[bool]:
        hub = Hub(most=80, most_from_one_address=25)
        for address in ("198.51.100.1", "198.51.100.2", "198.51.100.3", "198.51.100.4"):
            while hub.has_room(address):
                joined(hub, address=address)
        found = []
        for number in range(3):
            found.append(hub.has_room(f"192.0.2.{number}"))
            joined(hub, address=f"192.0.2.{number}")
        return found

    assert played(scene()) == [True, True, True]


def test_the_pauses_after_a_restart_are_spread_evenly_over_two_seconds() -> None:
    async def scene() -> list[int]:
        hub = Hub()
        lines = [joined(hub)[0] for _ in range(2000)]
        return [int(line.bodies[0].split()[1]) for line in lines]

    pauses = played(scene())
    assert sorted(pauses) == list(range(1000, 3000))
    assert max(sum(1 for pause in pauses[:200] if low <= pause < low + 100) for low in range(1000, 3000, 100)) <= 11


def test_closing_the_hub_ends_every_stream_once_and_takes_nobody_any_more() -> None:
    ended = {"type": "http.response.body", "body": b""}

    async def scene() -> tuple[list[Message], bool]:
        hub = Hub()
        lines = [joined(hub)[0] for _ in range(5)]
        hub.tell(EVENT, 2)
        hub.close()
        hub.close()
        hub.tell(EVENT, 3)
        await until_so(lambda: all(line.messages[-1] == ended for line in lines), "all have ended")
        return [line.messages[-1] for line in lines], hub.has_room(HERE)

    ends, has_room = played(scene())
    assert ends == [ended] * 5
    assert has_room is False


def test_thousands_who_come_back_at_once_ask_the_database_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def answer(_question: object, slug: str) -> tuple[int, int]:
        asked.append(slug)
        await asyncio.sleep(0.01)
        return EVENT, 345

    monkeypatch.setattr("tournaments.live.finding.read", answer)

    async def scene() -> None:
        finder = Finder()
        monkeypatch.setattr("tournaments.live.finding.KEPT_SECONDS", 3600)
        found = await asyncio.gather(*(finder.find("serata") for _ in range(5000)))
        assert set(found) == {(EVENT, 345)}
        assert await finder.find("serata") == (EVENT, 345)
        assert asked == ["serata"]

        monkeypatch.setattr("tournaments.live.finding.KEPT_SECONDS", 0.01)
        await finder.find("festa")
        while len(asked) == 2:
            await asyncio.sleep(0.02)
            await finder.find("festa")
        assert asked == ["serata", "festa", "festa"]

    played(scene())


@pytest.mark.parametrize(
    ("scope", "status"),
    [
        pytest.param({"type": "http", "method": "POST", "path": "/e/x/live/", "headers": []}, 404, id="not a reader"),
        pytest.param(
            {"type": "http", "method": "GET", "path": "/nowhere/live/", "headers": []}, 404, id="no such page"
        ),
    ],
)
def test_what_is_not_a_stream_is_refused(scope: dict[str, object], status: int) -> None:
    assert refusal(scope)[0] == status


def test_who_finds_no_room_is_told_when_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "HUB", Hub(most=0))
    scope: dict[str, object] = {
        "type": "http",
        "method": "GET",
        "path": "/e/x/live/",
        "headers": [],
        "client": (HERE, 1),
    }
    assert refusal(scope) == (503, {b"cache-control": b"no-store", b"content-length": b"0", b"retry-after": b"30"})


def refusal(scope: dict[str, object]) -> tuple[int, dict[bytes, bytes]]:
    sent: list[Message] = []

    async def receive() -> dict[str, object]:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(stream.serve(scope, receive, send))
    return sent[0]["status"], dict(sent[0]["headers"])


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:1:2::5", "2001:db8:1:2:ffff::1", True),
        ("2001:db8:1:2::5", "2001:db8:1:3::5", False),
    ],
)
def test_a_house_with_ipv6_counts_as_one_address(one: str, other: str, is_same: bool) -> None:
    assert (peer_of({"client": (one, 1)}) == peer_of({"client": (other, 2)})) is is_same


def test_who_listens_with_a_session_that_has_ended_is_told_once_to_look_again() -> None:
    async def scene() -> list[list[bytes]]:
        hub = Hub()
        lines = [joined(hub, session=session)[0] for session in ("ended", "ended", "goes on", "")]
        hub.keep(hub.sessions, {"ended", "goes on"})
        for _turn in range(2):
            hub.keep(hub.sessions, {"goes on"})
        return [line.told for line in lines]

    again = [AGAIN["body"]]
    assert played(scene()) == [again, again, [], []]


def test_a_session_that_was_over_before_sends_nobody_round_in_circles() -> None:
    async def scene() -> tuple[list[bytes], list[str]]:
        hub = Hub()
        line, reader = joined(hub, session="of an old cookie")
        hub.keep(hub.sessions, set())
        hub.leave(reader)
        return line.told, hub.sessions

    assert played(scene()) == ([], [])


def test_a_session_is_forgotten_with_the_last_who_listens_with_it() -> None:
    async def scene() -> list[list[str]]:
        hub = Hub()
        (_line, first), (_other, second) = joined(hub, session="one"), joined(hub, session="one")
        hub.keep(["one"], {"one"})
        left = []
        for reader in (first, second):
            hub.leave(reader)
            left.append(hub.sessions)
        hub.keep(["one"], set())
        return left

    assert played(scene()) == [["one"], []]
