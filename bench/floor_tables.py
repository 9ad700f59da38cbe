"""The minimum of an online table: a socket that writes one row for each play, durably, and sends it to both seats.

``/<match>/<seat>/``; frames like those of the site (docs/live.md), with only what is needed to play on.
"""

import asyncio
import json
import os
import sqlite3
from collections import defaultdict
from pathlib import Path
from typing import Any

from bench.floor_hub import lifespan

ROOMS: dict[int, dict[int, Any]] = defaultdict(dict)
PLAYS: dict[int, int] = defaultdict(int)
WRITING = asyncio.Lock()


def _database() -> sqlite3.Connection:
    made = sqlite3.connect(Path(os.environ["FLOOR_DATA"]) / "floor.sqlite3", check_same_thread=False)
    made.execute("PRAGMA journal_mode=WAL")
    made.execute("PRAGMA synchronous=FULL")
    made.execute("CREATE TABLE IF NOT EXISTS play (id INTEGER PRIMARY KEY, game INTEGER, number INTEGER, text TEXT)")
    return made


DATABASE = _database()


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] == "lifespan":
        await lifespan(receive, send)
    elif scope["type"] == "websocket":
        match, seat = (int(part) for part in scope["path"].strip("/").split("/"))
        await _serve_seat(match, seat, receive, send)


async def _serve_seat(match: int, seat: int, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    ROOMS[match][seat] = send
    view = {"you": seat, "is_over": False, "is_paused": False, "deal": {"is_waiting": False}, **_state(match, seat)}
    await _tell(send, {"is": "view", "view": view})
    while (message := await receive())["type"] == "websocket.receive":
        asked = json.loads(message["text"])
        if asked["do"] == "play":
            await _play(match, asked, send)


async def _play(match: int, asked: dict[str, Any], send: Any) -> None:
    async with WRITING:
        PLAYS[match] += 1
        await asyncio.to_thread(_write, match, PLAYS[match], asked["text"])
    number = PLAYS[match]
    await _tell(send, {"is": "receipt", "id": asked["id"], "sequence": number, "repeated": False})
    event = {"sequence": number, "kind": "played", "play": asked["text"]}
    for seat, each in list(ROOMS[match].items()):
        state = _state(match, seat)
        await _tell(each, {"is": "news", "events": [event], "changed": state, "cards": state["cards"]})


def _write(match: int, number: int, text: str) -> None:
    with DATABASE:
        DATABASE.execute("INSERT INTO play (game, number, text) VALUES (?, ?, ?)", (match, number, text))


def _state(match: int, seat: int) -> dict[str, Any]:
    turn = PLAYS[match] % 2
    return {
        "sequence": PLAYS[match],
        "clock": {"turn": turn},
        "cards": {"actions": ["7d"] if seat == turn else []},
    }


async def _tell(send: Any, frame: dict[str, Any]) -> None:
    await send({"type": "websocket.send", "text": json.dumps(frame)})
