"""The paper scoresheet of one deal at its three depths: points, who took what, or counts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from scopa.cards import NAMES, SUITS, Card, card
from scopa.errors import RefusalError, brief
from scopa.primiera import COUNTED, Best, Ranks
from scopa.state import Line

Json: TypeAlias = Any

Owner: TypeAlias = int | Literal["each"] | None
"""The line that took a category; None for nobody, ``each`` where the rules give a level count to both."""

Pair: TypeAlias = tuple[int, int]

Winners: TypeAlias = tuple[int, ...]
"""The players who took a category, by seat; several where they are level and the rules give each a point."""

LINES: Final = "ab"
PLAYERS: Final = ("a1", "b1", "a2", "b2")
"""Four players in the order of their seats; partners sit opposite."""

OF_PLAYERS: Final = ("player_awards", "player_counts")
DEPTHS: Final = ("points", "awards", "counts", *OF_PLAYERS)
AWARDED: Final = ("cards", "coins", "settebello", "primiera")
SHARED: Final = {"depth", "tiebreak", "last_capture"}
KEYS: Final[Mapping[str, set[str]]] = {
    "points": {*SHARED, "points"},
    "awards": {*SHARED, *AWARDED, "sweeps"},
    "counts": {*SHARED, *AWARDED, "best", "ranks", "sweeps"},
    "player_awards": {*SHARED, *AWARDED, "sweeps"},
    "player_counts": {*SHARED, *AWARDED, "best", "ranks", "sweeps"},
}
"""What the JSON of each depth may say: what belongs to another one contradicts it."""


@dataclass(frozen=True, slots=True)
class PointsSheet:
    """Only the points of each line."""

    points: Pair


@dataclass(frozen=True, slots=True)
class AwardsSheet:
    """Who took each category, and the sweeps."""

    cards: Owner
    coins: Owner
    settebello: Owner
    primiera: Owner
    sweeps: Pair


@dataclass(frozen=True, slots=True)
class CountsSheet:
    """Counts of cards and coins; the primiera by the best cards, by counts of ranks (R-SCO-58), or by ``primiera``."""

    cards: Pair
    coins: Pair
    settebello: Owner
    best: tuple[Best, ...] | None
    primiera: Owner
    sweeps: Pair
    ranks: tuple[Ranks, ...] | None = None


@dataclass(frozen=True, slots=True)
class PlayerAwardsSheet:
    """Which of four players took each category, and the sweeps of each (R-SCO-57)."""

    cards: Winners
    coins: Winners
    settebello: Winners
    primiera: Winners
    sweeps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayerCountsSheet:
    """Counts of four players; the primiera as on the sheet of two lines."""

    cards: tuple[int, ...]
    coins: tuple[int, ...]
    settebello: Winners
    best: tuple[Best, ...] | None
    primiera: Winners
    sweeps: tuple[int, ...]
    ranks: tuple[Ranks, ...] | None = None


Content: TypeAlias = PointsSheet | AwardsSheet | CountsSheet | PlayerAwardsSheet | PlayerCountsSheet


@dataclass(frozen=True, slots=True)
class Sheet:
    """One deal on paper; ``tiebreak`` is 0 for a regular deal, ``last_capture`` the line that captured last."""

    content: Content
    tiebreak: int = 0
    last_capture: Line | None = None


def from_json(data: Json) -> Sheet:
    """The sheet written as JSON; raises RefusalError when a value has not the shape of its field."""
    if not isinstance(data, Mapping) or data.get("depth") not in DEPTHS:
        typed = data.get("depth") if isinstance(data, Mapping) else data
        raise RefusalError("depth_unknown", field="depth", typed=brief(typed))
    beyond = sorted(str(key) for key in data if key not in KEYS[data["depth"]])
    if beyond:
        raise RefusalError("sheet_beyond", field="depth", typed=beyond[0][:40])
    return Sheet(
        READ[data["depth"]](data), _whole(data.get("tiebreak", 0), "tiebreak"), _last_capture(data.get("last_capture"))
    )


def _points(data: Mapping[str, Json]) -> PointsSheet:
    return PointsSheet(_pair(data, "points"))


def _awards(data: Mapping[str, Json]) -> AwardsSheet:
    return AwardsSheet(
        cards=_owner(data, "cards"),
        coins=_owner(data, "coins"),
        settebello=_owner(data, "settebello"),
        primiera=_owner(data, "primiera"),
        sweeps=_pair(data, "sweeps"),
    )


def _counts(data: Mapping[str, Json]) -> CountsSheet:
    best, ranks = data.get("best"), data.get("ranks")
    return CountsSheet(
        cards=_pair(data, "cards"),
        coins=_pair(data, "coins"),
        settebello=_owner(data, "settebello"),
        best=None if best is None else best_from_json(best),
        primiera=_owner(data, "primiera") if best is None and ranks is None else None,
        sweeps=_pair(data, "sweeps"),
        ranks=None if ranks is None else ranks_from_json(ranks, "sevens_a", len(LINES)),
    )


def _player_awards(data: Mapping[str, Json]) -> PlayerAwardsSheet:
    return PlayerAwardsSheet(
        **{category: _winners(data, category) for category in AWARDED}, sweeps=_four(data, "sweeps")
    )


def _player_counts(data: Mapping[str, Json]) -> PlayerCountsSheet:
    best, ranks = data.get("best"), data.get("ranks")
    return PlayerCountsSheet(
        cards=_four(data, "cards"),
        coins=_four(data, "coins"),
        settebello=_winners(data, "settebello"),
        best=None if best is None else best_of_players(best),
        primiera=_winners(data, "primiera") if best is None and ranks is None else (),
        sweeps=_four(data, "sweeps"),
        ranks=None if ranks is None else ranks_from_json(ranks, "ranks_a1", len(PLAYERS)),
    )


READ: Final[Mapping[str, Callable[[Mapping[str, Json]], Content]]] = {
    "points": _points,
    "awards": _awards,
    "counts": _counts,
    "player_awards": _player_awards,
    "player_counts": _player_counts,
}


def _pair(data: Mapping[str, Json], name: str) -> Pair:
    values = data.get(name)
    if not isinstance(values, list) or len(values) != 2:
        raise RefusalError("two_values", field=f"{name}_a")
    first, second = (_whole(value, f"{name}_{line}") for line, value in zip(LINES, values, strict=True))
    return first, second


def _four(data: Mapping[str, Json], name: str) -> tuple[int, ...]:
    values = data.get(name)
    if not isinstance(values, list) or len(values) != len(PLAYERS):
        raise RefusalError("four_values", field=f"{name}_a1")
    return tuple(_whole(value, f"{name}_{player}") for player, value in zip(PLAYERS, values, strict=True))


def _winners(data: Mapping[str, Json], name: str) -> Winners:
    """The players as a list in their order, each once."""
    values = data.get(name)
    seats = values if isinstance(values, list) else [None]
    if any(type(seat) is not int for seat in seats) or seats != [seat for seat in range(len(PLAYERS)) if seat in seats]:
        raise RefusalError("players_unknown", field=f"who_{name}", typed=brief(values))
    return tuple(seats)


def _whole(value: Json, field: str) -> int:
    if type(value) is not int:
        raise RefusalError("whole_number", field=field, typed=brief(value))
    return value


def _owner(data: Mapping[str, Json], name: str) -> Owner:
    if name not in data:
        raise RefusalError("choice_missing", field=name)
    value = data[name]
    if value is None or value == "each" or (type(value) is int and value in (0, 1)):
        owner: Owner = value
        return owner
    raise RefusalError("owner_unknown", field=name, typed=brief(value))


def _last_capture(value: Json) -> Line | None:
    if value is None or (type(value) is int and value in (0, 1)):
        line: Line | None = value
        return line
    raise RefusalError("last_capture_unknown", field="last_capture", typed=brief(value))


def best_from_json(data: Json) -> tuple[Best, Best]:
    """The best cards of both lines, each a list of four names or nulls in the order of the suits."""
    if not isinstance(data, list) or len(data) != 2:
        raise RefusalError("best_shape", field="best_a_d")
    first, second = (_best_of_line(cards, line) for line, cards in zip(LINES, data, strict=True))
    return first, second


def best_of_players(data: Json) -> tuple[Best, ...]:
    """The best cards of four players, each as those of a line."""
    if not isinstance(data, list) or len(data) != len(PLAYERS):
        raise RefusalError("best_shape", field="best_a1")
    return tuple(_best_of_player(cards, f"best_{player}") for player, cards in zip(PLAYERS, data, strict=True))


def _best_of_player(data: Json, field: str) -> Best:
    if not isinstance(data, list) or len(data) != len(SUITS):
        raise RefusalError("best_shape", field=field)
    return tuple(_best_card(name, suit, field) for suit, name in zip(SUITS, data, strict=True))


def _best_of_line(data: Json, line: str) -> Best:
    if not isinstance(data, list) or len(data) != len(SUITS):
        raise RefusalError("best_shape", field=f"best_{line}_d")
    return tuple(_best_card(name, suit, f"best_{line}_{suit}") for suit, name in zip(SUITS, data, strict=True))


def _best_card(name: Json, suit: str, field: str) -> Card | None:
    if name is None:
        return None
    try:
        found = card(name)
    except RefusalError as refusal:
        raise RefusalError(refusal.code, field=field, **refusal.params) from None
    if NAMES[found][1] != suit:
        raise RefusalError("best_of_other_suit", field=field, card=name)
    return found


def ranks_from_json(data: Json, field: str, piles: int) -> tuple[Ranks, ...]:
    """By pile how many cards it has of each rank, sevens first, each as far down as the others."""
    rows = data if isinstance(data, list) else []
    lengths = {len(row) if isinstance(row, list) else 0 for row in rows}
    if len(rows) != piles or len(lengths) != 1 or not 0 < max(lengths) <= len(COUNTED):
        raise RefusalError("ranks_shape", field=field)
    return tuple(tuple(_whole(value, field) for value in row) for row in rows)


def to_json(sheet: Sheet) -> dict[str, Json]:
    """The sheet as JSON: ``from_json(to_json(sheet)) == sheet``."""
    return _content(sheet.content) | {"tiebreak": sheet.tiebreak, "last_capture": sheet.last_capture}


def _content(content: Content) -> dict[str, Json]:
    if isinstance(content, PointsSheet):
        return {"depth": "points", "points": list(content.points)}
    if isinstance(content, AwardsSheet):
        owners: dict[str, Json] = {category: getattr(content, category) for category in AWARDED}
        return {"depth": "awards"} | owners | {"sweeps": list(content.sweeps)}
    if isinstance(content, PlayerAwardsSheet):
        winners: dict[str, Json] = {category: list(getattr(content, category)) for category in AWARDED}
        return {"depth": "player_awards"} | winners | {"sweeps": list(content.sweeps)}
    if isinstance(content, PlayerCountsSheet):
        return {"depth": "player_counts"} | _player_content(content)
    counts = {"cards": list(content.cards), "coins": list(content.coins), "settebello": content.settebello}
    return {"depth": "counts"} | counts | _primiera(content, content.primiera) | {"sweeps": list(content.sweeps)}


def _player_content(content: PlayerCountsSheet) -> dict[str, Json]:
    counts = {name: list(getattr(content, name)) for name in ("cards", "coins", "settebello", "sweeps")}
    return counts | _primiera(content, list(content.primiera))


def _primiera(content: CountsSheet | PlayerCountsSheet, said: Json) -> dict[str, Json]:
    found: dict[str, Json] = {}
    if content.ranks is not None:
        found["ranks"] = [list(own) for own in content.ranks]
    if content.best is not None:
        found["best"] = [_best_names(each) for each in content.best]
    return found or {"best": None, "primiera": said}


def _best_names(best: Sequence[Card | None]) -> list[str | None]:
    return [None if each is None else NAMES[each] for each in best]
