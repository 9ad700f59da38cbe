"""The hub and what one reader is sent, without a server."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from tournaments.live import stream
from tournaments.live.hub import Hub

EVENT = 7


async def following(messages: AsyncIterator[bytes], count: int) -> list[bytes]:
    return [await asyncio.wait_for(anext(messages), 2) for _ in range(count)]


def said(version: int) -> bytes:
    return b'id: %d\ndata: {"version": %d}\n\n' % (version, version)


def test_a_reader_first_hears_the_version_that_was_read_and_then_every_newer_one() -> None:
    async def scene() -> list[bytes]:
        hub = Hub()
        messages = stream.messages(hub, EVENT, 3, 0)
        heard = await following(messages, 2)
        hub.tell(EVENT, 4)
        return [*heard, *await following(messages, 1)]

    assert asyncio.run(scene()) == [b"retry: 2000\n\n", said(3), said(4)]


def test_a_reader_who_comes_back_with_the_newest_version_is_told_nothing() -> None:
    async def scene() -> list[bytes]:
        hub = Hub()
        messages = stream.messages(hub, EVENT, 3, 3)
        heard = await following(messages, 1)
        waiting = asyncio.ensure_future(anext(messages))
        await asyncio.sleep(0)
        hub.tell(EVENT, 3)
        hub.tell(EVENT, 5)
        return [*heard, await waiting]

    assert asyncio.run(scene()) == [b"retry: 2000\n\n", said(5)]


def test_a_version_told_between_the_reading_and_the_listening_is_not_lost() -> None:
    async def scene() -> list[bytes]:
        hub = Hub()
        hub.subscribe(EVENT)
        hub.tell(EVENT, 9)
        return await following(stream.messages(hub, EVENT, 8, 0), 2)

    assert asyncio.run(scene())[1] == said(9)


def test_many_results_at_once_are_one_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "PAUSE_SECONDS", 0.02)

    async def scene() -> list[bytes]:
        hub = Hub()
        messages = stream.messages(hub, EVENT, 1, 1)
        await following(messages, 1)
        waiting = asyncio.ensure_future(anext(messages))
        await asyncio.sleep(0)
        for version in range(2, 50):
            hub.tell(EVENT, version)
        return [await waiting]

    assert asyncio.run(scene()) == [said(49)]


def test_a_silent_stream_gives_a_sign_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT_SECONDS", 0.01)

    async def scene() -> list[bytes]:
        return await following(stream.messages(Hub(), EVENT, 1, 1), 3)

    assert asyncio.run(scene()) == [b"retry: 2000\n\n", b": still here\n\n", b": still here\n\n"]


def test_closing_the_hub_ends_every_stream_and_leaves_nobody_behind() -> None:
    async def scene() -> tuple[int, list[bytes], int]:
        hub = Hub()
        streams = [stream.messages(hub, EVENT, 1, 1) for _ in range(5)]
        for messages in streams:
            await following(messages, 1)
        readers = hub.readers
        rest = [asyncio.ensure_future(anext(messages, b"")) for messages in streams]
        await asyncio.sleep(0)
        hub.close()
        return readers, list(await asyncio.gather(*rest)), hub.readers

    assert asyncio.run(scene()) == (5, [b""] * 5, 0)


def test_a_reader_who_goes_is_forgotten() -> None:
    async def scene() -> int:
        hub = Hub()
        messages = stream.messages(hub, EVENT, 1, 0)
        await following(messages, 2)
        await messages.aclose()
        return hub.readers

    assert asyncio.run(scene()) == 0


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
    sent: list[dict[str, object]] = []

    async def receive() -> dict[str, object]:
        return {"type": "http.disconnect"}

    async def send(message: dict[str, object]) -> None:
        sent.append(message)

    asyncio.run(stream.serve(scope, receive, send))
    assert sent[0]["status"] == status
