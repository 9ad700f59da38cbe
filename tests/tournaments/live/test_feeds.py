"""What feeds the hub goes on, whatever a hint, the database or a connection does."""

import asyncio
from collections.abc import Callable, Sequence

import pytest
from django.db import InterfaceError, OperationalError

from tests.tournaments.live.lines import EVENT, Line, joined, played, settled
from tests.waiting import until_so
from tournaments.live import feeds, stream, ticker
from tournaments.live.finding import FINDER
from tournaments.live.hub import ALIVE, END, Hub, version_event
from tournaments.live.reader import Message
from tournaments.outbox import fanout


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(feeds, "AGAIN_SECONDS", 0.01)
    monkeypatch.setattr("tournaments.live.hub.GRACE_SECONDS", 0.001)
    monkeypatch.setattr("tournaments.live.hub.BEAT_SECONDS", 600.0)


@pytest.mark.parametrize("error", [OperationalError, InterfaceError, ValueError, RuntimeError])
def test_a_question_that_fails_is_asked_again_and_the_readers_hear_the_answer(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    failing = iter([True, True])

    async def read(_question: Callable[..., object], watched: Sequence[int]) -> dict[int, int]:
        if next(failing, False):
            raise error("gone")
        return dict.fromkeys(watched, 9)

    monkeypatch.setattr(feeds, "read", read)
    assert played(told_by_the_feeds()) == [version_event(EVENT, 9)]


def test_a_hub_gives_no_sign_of_life_while_the_database_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    answering = False

    async def read(_question: Callable[..., object], watched: Sequence[int]) -> dict[int, int]:
        if not answering:
            raise OperationalError("gone")
        return dict.fromkeys(watched, 1)

    async def scene() -> tuple[list[bytes], bytes]:
        nonlocal answering
        hub = Hub()
        line, _reader = joined(hub)
        running = asyncio.create_task(feeds.run(hub))
        await asyncio.sleep(0.1)
        before, answering = list(line.told), True
        await until_so(lambda: line.told or running.done(), "the reader is told")
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        return before, line.told[0]

    monkeypatch.setattr(feeds, "read", read)
    monkeypatch.setattr("tournaments.live.hub.BEAT_SECONDS", 0.02)
    assert played(scene()) == ([], ALIVE["body"])


@pytest.mark.parametrize("error", [OSError, KeyError, ValueError])
def test_a_hint_that_cannot_be_read_is_not_the_last_one(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    failing = iter([True, True])

    async def listen(parts: Sequence[Hub]) -> None:
        if next(failing, False):
            raise error("what?")
        parts[0].tell(EVENT, 9)
        await asyncio.Event().wait()

    async def read(_question: Callable[..., object], watched: Sequence[int]) -> dict[int, int]:
        return dict.fromkeys(watched, 0)

    monkeypatch.setattr(feeds, "read", read)
    monkeypatch.setattr(feeds, "_redis", listen)
    monkeypatch.setattr(fanout, "carrier", lambda: fanout.Carrier.REDIS)
    assert played(told_by_the_feeds()) == [version_event(EVENT, 9)]


def test_the_streams_of_an_event_that_is_public_no_more_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    async def read(_question: Callable[..., object], watched: Sequence[int]) -> dict[int, int]:
        return {event: 1 for event in watched if event != EVENT}

    async def scene() -> tuple[bool, bool]:
        hub = Hub()
        (hidden, _reader), (shown, _other) = joined(hub), joined(hub, event=EVENT + 1)
        running = asyncio.create_task(feeds.run(hub))
        await until_so(lambda: END in hidden.messages or running.done(), "the stream ends")
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        return END in hidden.messages, END in shown.messages

    monkeypatch.setattr(feeds, "read", read)
    assert played(scene()) == (True, False)


async def told_by_the_feeds() -> list[bytes]:
    """What a reader is told while the feeds run."""
    hub = Hub()
    line, _reader = joined(hub)
    running = asyncio.create_task(feeds.run(hub))
    await until_so(lambda: line.told or running.done(), "the reader is told")
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    return line.told


def test_a_reader_whose_answer_is_over_keeps_nothing_from_the_others() -> None:
    class Over(Line):
        async def send(self, message: Message) -> None:
            if self.bodies:
                raise RuntimeError("Unexpected ASGI message 'http.response.body', after response already completed")
            await super().send(message)

    async def scene() -> list[bytes]:
        hub = Hub()
        for _ in range(20):
            hub.join(EVENT, 1, 1, "192.0.2.1", Over().send)
        line, _reader = joined(hub)
        hub.tell(EVENT, 2)
        await settled(hub)
        return line.told

    assert played(scene()) == [version_event(EVENT, 2)]


def test_a_server_that_stops_begins_no_broadcast() -> None:
    async def scene() -> bool:
        hub = Hub()
        joined(hub)
        hub.close()
        hub.tell(EVENT, 2)
        return hub._events[EVENT].broadcast is None

    assert played(scene())


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_a_stream_without_a_database_says_come_again(monkeypatch: pytest.MonkeyPatch, error: type[Exception]) -> None:
    async def find(_slug: str) -> None:
        raise error("gone")

    async def receive() -> dict[str, object]:
        return {"type": "http.disconnect"}

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    monkeypatch.setattr(FINDER, "find", find)
    monkeypatch.setattr(stream, "HUB", Hub())
    asyncio.run(stream.serve({"type": "http", "method": "GET", "path": "/e/x/live/", "headers": []}, receive, send))
    assert sent[0]["status"] == 503


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_a_server_starts_without_a_database(monkeypatch: pytest.MonkeyPatch, error: type[Exception]) -> None:
    def gone() -> None:
        raise error("gone")

    closed: list[bool] = []
    monkeypatch.setattr("tournaments.timing.writes.downtime.close_gap", gone)
    monkeypatch.setattr(ticker, "close_old_connections", lambda: closed.append(True))
    ticker._close_gap()
    assert closed == [True]
