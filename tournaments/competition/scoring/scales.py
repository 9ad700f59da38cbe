"""The published VP scales: from the MP difference of a match to the VP of its two lines (R-VP-01 to R-VP-04)."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from tournaments.games.contract import Json, RefusedError


class UnknownScaleError(RefusedError):
    """There is no published scale for this length of match: the organiser has to choose one."""


@dataclass(frozen=True, slots=True)
class ScaleRow:
    """VP of the winner and of the loser for MP differences ``from_mp`` to ``to_mp`` (None: and more)."""

    winner_vp: int
    loser_vp: int
    from_mp: int
    to_mp: int | None


@dataclass(frozen=True, slots=True)
class Scale:
    """A VP scale: rows from a level match upwards, without gap or overlap, the last one open."""

    key: str
    rows: tuple[ScaleRow, ...]

    def __post_init__(self) -> None:
        _check(self)


def _check(scale: Scale) -> None:
    if not scale.rows:
        raise RefusedError("scale_empty", field="rows")
    if scale.rows[0].from_mp != 0 or scale.rows[0].winner_vp != scale.rows[0].loser_vp:
        raise RefusedError("scale_starts_level", field="rows.0")
    for index, row in enumerate(scale.rows):
        if row.winner_vp < row.loser_vp or row.loser_vp < 0 or (row.to_mp is not None and row.to_mp < row.from_mp):
            raise RefusedError("scale_row_impossible", field=f"rows.{index}", row=index)
    for index, (row, after) in enumerate(zip(scale.rows, scale.rows[1:], strict=False), 1):
        _check_step(index, row, after)
    if scale.rows[-1].to_mp is not None:
        raise RefusedError("scale_must_end_open", field=f"rows.{len(scale.rows) - 1}")


def _check_step(index: int, row: ScaleRow, after: ScaleRow) -> None:
    if row.to_mp is None or after.from_mp != row.to_mp + 1:
        raise RefusedError("scale_gap", field=f"rows.{index}", row=index)
    if after.winner_vp <= row.winner_vp or after.loser_vp > row.loser_vp:
        raise RefusedError("scale_not_rising", field=f"rows.{index}", row=index)


def _published(key: str, starts: tuple[int, ...]) -> Scale:
    ends = (*(start - 1 for start in starts[1:]), None)
    rows = (ScaleRow(10 + step, 10 - step, starts[step], ends[step]) for step in range(len(starts)))
    return Scale(key, tuple(rows))


# R-VP-01; the column "da MP" of the table of the online regulation, rows 10-10, 11-9 ... downwards.
PUBLISHED: Mapping[str, Scale] = MappingProxyType(
    {
        "7pt": _published("7pt", (0, 1, 2, 3, 4, 5, 6, 7, 8)),
        "11pt": _published("11pt", (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 14)),
        "21pt": _published("21pt", (0, 1, 2, 4, 6, 8, 10, 12, 14, 17, 20)),
    }
)

# R-VP-02; the heads of the columns.
BY_TARGET: Mapping[int, str] = MappingProxyType({7: "7pt", 11: "11pt", 21: "21pt"})
BY_DEALS: Mapping[int, str] = MappingProxyType({1: "7pt", 2: "7pt", 3: "11pt", 4: "21pt", 5: "21pt"})


def scale_for(target: int | None = None, deals: int | None = None) -> Scale:
    """Return the published scale for a target of points or a number of deals (R-VP-02).

    Raises UnknownScaleError for every other length, for both at once and for neither: there is no silent default.
    """
    if target is not None and deals is not None:
        raise UnknownScaleError("scale_ambiguous", field="scale", target=target, deals=deals)
    key = BY_TARGET.get(target) if target is not None else BY_DEALS.get(deals) if deals is not None else None
    if key is None:
        raise UnknownScaleError("unknown_scale", field="scale", target=target, deals=deals)
    return PUBLISHED[key]


def row_for(scale: Scale, difference: int) -> ScaleRow:
    """Return the row of an MP difference, winner minus loser; a negative difference is a bug of the caller."""
    if difference < 0:
        raise ValueError("an MP difference is never negative")
    return next(row for row in scale.rows if row.to_mp is None or difference <= row.to_mp)


def winner_row(scale: Scale, vp: int) -> ScaleRow | None:
    """Return the row that gives a winner exactly ``vp``."""
    return next((row for row in scale.rows if row.winner_vp == vp), None)


def loser_row(scale: Scale, vp: int) -> ScaleRow | None:
    """Return the row that leaves a loser exactly ``vp``: the one with the smallest difference."""
    return next((row for row in scale.rows if row.loser_vp == vp), None)


ROW_FIELDS = ("winner_vp", "loser_vp", "from_mp", "to_mp")


def scale_to_json(scale: Scale) -> Json:
    """Return the scale as JSON for an event, so that last year's results never change."""
    return {"key": scale.key, "rows": [{name: getattr(row, name) for name in ROW_FIELDS} for row in scale.rows]}


def scale_from_json(data: Json) -> Scale:
    """Read a stored scale; raises RefusedError naming the field when it is incomplete or impossible."""
    published = _published_as(data)
    if published is not None:
        return published
    if type(data) is not dict:
        raise RefusedError("not_an_object", field="scale")
    _check_names(data, ("key", "rows"), "")
    if type(data["key"]) is not str or not data["key"]:
        raise RefusedError("bad_value", field="key", name="key")
    if type(data["rows"]) is not list:
        raise RefusedError("bad_value", field="rows", name="rows")
    return Scale(data["key"], tuple(_row(row, f"rows.{index}") for index, row in enumerate(data["rows"])))


def _published_as(data: Json) -> Scale | None:
    """Return the published scale equal to ``data`` in every value: every result reads its scale again."""
    for scale, written in _AS_WRITTEN:
        if data == written and {type(value) for row in data["rows"] for value in row.values()} <= _WHOLE_OR_OPEN:
            return scale
    return None


_AS_WRITTEN: Final = tuple((scale, scale_to_json(scale)) for scale in PUBLISHED.values())
# 1 equals True and 1.0, which are not valid in a row.
_WHOLE_OR_OPEN: Final = frozenset((int, type(None)))


def _check_names(data: Mapping[str, Json], names: tuple[str, ...], path: str) -> None:
    for name in data:
        if name not in names:
            raise RefusedError("unknown_field", field=f"{path}{name}", name=str(name))
    for name in names:
        if name not in data:
            raise RefusedError("missing_field", field=f"{path}{name}", name=name)


def _row(data: Json, path: str) -> ScaleRow:
    if type(data) is not dict:
        raise RefusedError("not_an_object", field=path)
    _check_names(data, ROW_FIELDS, f"{path}.")
    for name in ROW_FIELDS:
        if type(data[name]) is not int and not (name == "to_mp" and data[name] is None):
            raise RefusedError("bad_value", field=f"{path}.{name}", name=name)
    return ScaleRow(**data)
