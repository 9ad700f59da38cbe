"""A field for JSON that nobody reads for years, of the log and of sheets: compressed where the database is a file."""

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Collection
from typing import Any, Final

from django.core.exceptions import FieldError
from django.db import models

# What a packed value begins with, as a JSON string. Its number is that of the words below, which rows are packed with
# for ever: other words need another number, and these stay.
MARK: Final = "z1:"
# Without the blanks that people would read.
CLOSE: Final = json.JSONEncoder(separators=(",", ":")).encode
# A shorter text would hardly become shorter.
LEAST: Final = 120
# What sheets, outcomes and rows of the log often say; the last words are the nearest.
WORDS_1: Final = (
    b'"reason":"","draws":{"positions":[null,"entrants":[{"key":"commitment":"","reference":"'
    b'"rule "],"parts":{"round 10":"","entries":"","penalties":"","rules":"","digest":"0123456789abcdef","seal":"'
    b'"ending":"walkover","forfeit","tiebreak","time","note":{"absent":true},"over":true,"status":"submitted","corrected"'
    b'{"games":[{"deals":[{"points":[[11,10],[21,20],[0,1],[2,3],[4,5],[6,7],[8,9],[12,13],[14,15],[16,17],[18,19]]},{'
    b'"cards":[],"order":[],"time_called":true}],"forfeit":null}],"time_called":false}],"forfeit":null}'
    b'{"over":false,"points":[0,0],"games_won":[0,0],"places":[null,null],"vp":[null,null],"mp":[null,null],"ending":"",'
    b'"note":{}}{"over":true,"points":[21,10],"games_won":[1,0],"places":[1,2],"vp":[16,4],"mp":[11,-11],"ending":"",'
    b'"note":{}}{"version":1,"status":"running","points":[0,0],"places":[null,null],"vp":[null,null],"mp":[null,null],'
    b'"ending":"","note":{},"sheet":"","seats":[1,2]}{"version":1,"status":"confirmed","points":[10,21],"places":[2,1],'
    b'"vp":[4,16],"mp":[-11,11],"ending":"","note":{},"sheet":"","seats":['
)


def pack(value: Any) -> str:
    """Return the JSON text of a value as a file stores it: as it is, or as a string with what is compressed."""
    close = CLOSE(value)
    is_like_packed = close.startswith(f'"{MARK}')
    if len(close) < LEAST and not is_like_packed:
        text = json.dumps(value)
        if len(text) < LEAST:
            return text
    # Without a header; the window and the memory are those of a text of a few kilobytes.
    press = zlib.compressobj(9, zlib.DEFLATED, -12, 5, zlib.Z_DEFAULT_STRATEGY, WORDS_1)
    small = press.compress(close.encode()) + press.flush()
    short = f'"{MARK}{b64encode(small).decode()}"'
    if len(short) < len(close) or is_like_packed:
        return short
    text = json.dumps(value)
    return short if len(short) < len(text) else text


def unpack(value: Any) -> Any:
    """Return the value of what was read from JSON, packed or not."""
    if not isinstance(value, str) or not value.startswith(MARK):
        return value
    press = zlib.decompressobj(-15, WORDS_1)
    return json.loads(press.decompress(b64decode(value[len(MARK) :])))


class PackedJSONField(models.JSONField):
    """JSON that SQLite stores packed where it is long; PostgreSQL does that itself with its own kind of value.

    What is packed cannot be asked for in a query: a value with one of the keys ``asked`` stays as it is, and a query
    may name no other key.
    """

    def __init__(self, *args: Any, asked: Collection[str] = (), **kwargs: Any) -> None:
        # No part of a migration: the column is the same.
        self.asked = frozenset(asked)
        super().__init__(*args, **kwargs)

    def clone(self) -> "PackedJSONField":
        made = super().clone()
        made.asked = self.asked
        return made

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        return unpack(super().from_db_value(value, expression, connection))

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        if connection.vendor != "sqlite":
            return super().get_db_prep_value(value, connection, prepared)
        return self.as_stored(value)

    def as_stored(self, value: Any) -> str:
        """Return the text that a file stores for a value."""
        has_asked = isinstance(value, dict) and not self.asked.isdisjoint(value)
        return json.dumps(value) if has_asked else pack(value)

    def get_transform(self, name: str) -> Any:
        # A place in a list is below a key.
        if name not in self.asked and not name.isdecimal():
            raise FieldError(f"{self}: a value with {name} may be packed; put it into the keys that are asked for")
        return super().get_transform(name)
