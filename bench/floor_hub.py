"""The minimum of a live hub: connections in a list, and a POST that writes the same bytes to each in turn."""

from typing import Any

HEADERS = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"cache-control", b"no-store")]
READERS: dict[int, Any] = {}


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] == "lifespan":
        await lifespan(receive, send)
    elif scope["method"] == "POST":
        await _tell(int(scope["path"].rpartition("/")[2]), send)
    else:
        await _listen(receive, send)


async def lifespan(receive: Any, send: Any) -> None:
    while True:
        kind = (await receive())["type"]
        await send({"type": f"{kind}.complete"})
        if kind == "lifespan.shutdown":
            return


async def _tell(version: int, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b""})
    body = b'id: %d\ndata: {"event": 1, "version": %d}\n\n' % (version, version)
    message = {"type": "http.response.body", "body": body, "more_body": True}
    for each in list(READERS.values()):
        await each(message)


async def _listen(receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await send({"type": "http.response.body", "body": b"retry: 1000\n\n", "more_body": True})
    READERS[id(send)] = send
    try:
        while (await receive())["type"] != "http.disconnect":
            pass
    finally:
        del READERS[id(send)]
