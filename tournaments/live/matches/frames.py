"""The frames of an online table's socket (docs/live.md): parsed, built, and kept small."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from tournaments.games.contract import Json, Seat
from tournaments.online.writes.commands import LONGEST_ID, is_text

Message: TypeAlias = dict[str, Any]

# The most bytes of a received frame; one with a play has about a hundred.
MOST_BYTES: Final = 2_048
LONGEST_TEXT: Final = 500
LARGEST: Final = 2**53
COMMANDS: Final = frozenset({"play", "ready", "abandon", "pause", "resume"})
WORDS: Final = COMMANDS | {"beat", "since", "courtesy"}
# The reasons to close a socket: codes that are free for applications.
OVER, FLOOD, SESSION, GONE, FULL, SILENT, STOPPING = 1000, 1008, 4401, 4404, 4429, 4408, 1012


@dataclass(frozen=True, slots=True)
class Asked:
    """A received frame. ``number`` is that of a beat, ``sequence`` the newest event that the client has."""

    do: str
    id: str = ""
    expected: int = 0
    text: str = ""
    number: int = 0
    sequence: int = 0


def parse_frame(text: str | None) -> Asked | None:
    """Parse a received frame; None where it is malformed, or its id could not be sent back."""
    if text is None or len(text) > MOST_BYTES:
        return None
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict):
        return None
    words = {name: said.get(name, "") for name in ("do", "id", "text")}
    numbers = {name: said.get(name, 0) for name in ("expected", "number", "sequence")}
    if not all(type(each) is str for each in words.values()) or words["do"] not in WORDS:
        return None
    if (
        len(words["id"]) > LONGEST_ID
        or not is_text(words["id"])
        or len(words["text"]) > LONGEST_TEXT
        or not all(type(each) is int and 0 <= each < LARGEST for each in numbers.values())
    ):
        return None
    asked = Asked(**words, **numbers)
    return None if asked.do in COMMANDS and not asked.id else asked


def message(text: str) -> Message:
    """Return a frame as the server sends it."""
    return {"type": "websocket.send", "text": text}


def closing(code: int) -> Message:
    return {"type": "websocket.close", "code": code}


def write_frame(**frame: Json) -> str:
    said = {name.rstrip("_"): value for name, value in frame.items()}
    return json.dumps(said, separators=(",", ":"), ensure_ascii=False)


def view(whole: Mapping[str, Json], events: Sequence[Json]) -> str:
    """Return the match as one viewer sees it, and the events that they missed, if these are few."""
    return write_frame(is_="view", view=whole, events=events)


def news(before: Mapping[str, Json], after: Mapping[str, Json], events: Sequence[Mapping[str, Json]]) -> str:
    """Return what has changed in a view: keys of the view, keys of its cards, and keys of the game in play."""
    changed = {name: value for name, value in after.items() if before.get(name) != value}
    # The sheet of a closed deal is in the score of the view, a new deal in its cards.
    short = ("sequence", "kind", "seat", "at")
    told = [
        {name: event[name] for name in short} if event["kind"] in ("closed", "prepared") else dict(event)
        for event in events
    ]
    frame: dict[str, Json] = {"is_": "news", "events": told, "changed": changed}
    old, new = before["cards"], after["cards"]
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys() and "cards" in changed:
        del changed["cards"]
        frame["cards"] = {name: value for name, value in new.items() if old[name] != value}
    was, now = before["score"], after["score"]
    if was and was != now and len(was) == len(now) and was[:-1] == now[:-1]:
        # Of the score, only the last game has changed: if deals were added to it, they and its other news are enough.
        old_game, new_game = was[-1], now[-1]
        deals = len(old_game["deals"])
        if new_game["deals"][:deals] == old_game["deals"]:
            del changed["score"]
            news_of_game = {name: value for name, value in new_game.items() if old_game[name] != value}
            frame["score"] = {**news_of_game, "deals": new_game["deals"][deals:]}
    return write_frame(**frame)


def beat(number: int, now: int, sequence: int) -> str:
    """Return a sign of life: the server's clock in milliseconds, and the newest event."""
    return write_frame(is_="beat", number=number, now=now, sequence=sequence)


def here(seats: Collection[Seat]) -> str:
    return write_frame(is_="here", seats=sorted(seats))


def receipt(client_id: str, sequence: int, *, repeated: bool) -> str:
    return write_frame(is_="receipt", id=client_id, sequence=sequence, repeated=repeated)


def refusal_frame(client_id: str, code: str, sentence: str, current: int) -> str:
    return write_frame(is_="refused", id=client_id, code=code, sentence=sentence, current=current)


def again(client_id: str) -> str:
    """Ask the client to send the same command again: the server does not know whether it was recorded."""
    return write_frame(is_="again", id=client_id)


def courtesy(seat: Seat, code: str) -> str:
    return write_frame(is_="courtesy", seat=seat, code=code)


OLDER: Final = write_frame(is_="older")
NEWEST: Final = write_frame(is_="newest")
ENDED: Final = write_frame(is_="gone")
