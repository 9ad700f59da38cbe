"""The online options of an event: clocks, the wait for players, how rounds open (R-ONL-01 to R-ONL-03)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from types import MappingProxyType
from typing import Final

from tournaments.games.contract import Json, RefusedError

ITSELF, WORD = "itself", "word"
OPENS: Final = (ITSELF, WORD)
"""The next round opens by itself when the one before it is over, or on the organiser's word."""

# The least and the most of each number; a clock may also be None.
BOUNDS: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {"move_seconds": (5, 600), "bank_minutes": (1, 180), "grace_minutes": (1, 60)}
)
CLOCKS: Final = ("move_seconds", "bank_minutes")


@dataclass(frozen=True, slots=True)
class OnlineOptions:
    """``move_seconds`` limits each play, ``bank_minutes`` all the plays of a player in a match; None is no limit.

    A player who is not ready ``grace_minutes`` after the table has opened is absent. With ``robots`` a robot plays in
    their seat, else their line loses the match.
    """

    move_seconds: int | None = 30
    bank_minutes: int | None = 15
    grace_minutes: int = 10
    opens: str = ITSELF
    robots: bool = False

    def __post_init__(self) -> None:
        for name, (least, most) in BOUNDS.items():
            value = getattr(self, name)
            if value is None and name in CLOCKS:
                continue
            if type(value) is not int or not least <= value <= most:
                raise RefusedError(f"bad_{name}", field=name, given=str(value)[:40], least=least, most=most)
        if self.opens not in OPENS:
            raise RefusedError("bad_value", field="opens", name="opens")
        if type(self.robots) is not bool:
            raise RefusedError("bad_value", field="robots", name="robots")


USUAL: Final = "usual"
# The regulation has both clocks but not their length (R-ONL-03): these lengths are this project's.
PACES: Final[Mapping[str, tuple[int | None, int | None]]] = MappingProxyType(
    {"quick": (15, 8), USUAL: (30, 15), "calm": (60, 30), "none": (None, None)}
)


def pace_of(options: OnlineOptions) -> str:
    """Return the name of these two clocks in the usual list; empty for custom ones."""
    clocks = (options.move_seconds, options.bank_minutes)
    return next((name for name, usual in PACES.items() if usual == clocks), "")


def online_to_json(options: OnlineOptions) -> Json:
    """Return the options as JSON for an event; ``online_from_json`` reads them back."""
    return asdict(options)


def online_from_json(data: Json) -> OnlineOptions:
    """Read stored settings; missing ones have the default. Raises RefusedError naming the field."""
    if not isinstance(data, Mapping):
        raise RefusedError("not_an_object", field="online")
    known = {field.name for field in fields(OnlineOptions)}
    for name in data:
        if name not in known:
            raise RefusedError("unknown_field", field=str(name), name=str(name))
    return OnlineOptions(**data)
