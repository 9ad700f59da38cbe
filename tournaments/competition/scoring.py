"""What a match gives: VP scales by the published tables, MP, and the terms of an event for faults and byes.

The published VP scales: from the MP difference of a match to the VP of its two lines (R-VP-01 to R-VP-04).
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType

from tournaments.games.contract import Json, RefusedError
from tournaments.games.memo import key_of, value_of


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
        rows = self.rows
        if not rows:
            raise RefusedError("scale_empty", field="rows")
        if rows[0].from_mp != 0 or rows[0].winner_vp != rows[0].loser_vp:
            raise RefusedError("scale_starts_level", field="rows.0")
        for index, row in enumerate(rows):
            if row.winner_vp < row.loser_vp or row.loser_vp < 0 or (row.to_mp is not None and row.to_mp < row.from_mp):
                raise RefusedError("scale_row_impossible", field=f"rows.{index}", row=index)
        for index, (row, after) in enumerate(pairwise(rows), 1):
            if row.to_mp is None or after.from_mp != row.to_mp + 1:
                raise RefusedError("scale_gap", field=f"rows.{index}", row=index)
            if after.winner_vp <= row.winner_vp or after.loser_vp > row.loser_vp:
                raise RefusedError("scale_not_rising", field=f"rows.{index}", row=index)
        if rows[-1].to_mp is not None:
            raise RefusedError("scale_must_end_open", field=f"rows.{len(rows) - 1}")


def _scale(key: str, starts: tuple[int, ...]) -> Scale:
    ends = (*(start - 1 for start in starts[1:]), None)
    rows = (ScaleRow(10 + step, 10 - step, starts[step], ends[step]) for step in range(len(starts)))
    return Scale(key, tuple(rows))


# R-VP-01; the column "da MP" of the table of the online regulation, rows 10-10, 11-9 ... downwards.
PUBLISHED: Mapping[str, Scale] = MappingProxyType(
    {
        "7pt": _scale("7pt", (0, 1, 2, 3, 4, 5, 6, 7, 8)),
        "11pt": _scale("11pt", (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 14)),
        "21pt": _scale("21pt", (0, 1, 2, 4, 6, 8, 10, 12, 14, 17, 20)),
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
    if type(data) is not dict:
        raise RefusedError("not_an_object", field="scale")
    return _scale_of(key_of(data))


@lru_cache(maxsize=64)
def _scale_of(key: bytes) -> Scale:
    """Return a scale by its key: every result of an event reads the same one."""
    data = value_of(key)
    _check_names(data, ("key", "rows"), "")
    if type(data["key"]) is not str or not data["key"]:
        raise RefusedError("bad_value", field="key", name="key")
    if type(data["rows"]) is not list:
        raise RefusedError("bad_value", field="rows", name="rows")
    for index, row in enumerate(data["rows"]):
        path = f"rows.{index}"
        if type(row) is not dict:
            raise RefusedError("not_an_object", field=path)
        _check_names(row, ROW_FIELDS, f"{path}.")
        for name in ROW_FIELDS:
            if type(row[name]) is not int and not (name == "to_mp" and row[name] is None):
                raise RefusedError("bad_value", field=f"{path}.{name}", name=name)
    return Scale(data["key"], tuple(ScaleRow(**row) for row in data["rows"]))


def _check_names(data: Mapping[str, Json], names: tuple[str, ...], path: str) -> None:
    for name in data:
        if name not in names:
            raise RefusedError("unknown_field", field=f"{path}{name}", name=str(name))
    for name in names:
        if name not in data:
            raise RefusedError("missing_field", field=f"{path}{name}", name=name)


ROW_MINIMUM = "row_minimum"

CHOICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "victim_vp_value": ("table_or_floor", "floor"),
        "mp_source": (ROW_MINIMUM, "difference"),
        "missing_row_policy": ("last_row", "extrapolate", "mirror_victim"),
        "double_forfeit": ("both_lose", "replay"),
        "no_show": ("flat", "as_forfeit"),
    }
)
NUMBERS = ("offender_vp", "victim_vp_floor", "bye_vp")
MOST_VP = 1_000


@dataclass(frozen=True, slots=True)
class ForfeitTerms:
    """The defaults are those of the online regulation and, for no-show and bye, of the clubs.

    - ``offender_vp``: VP of the line at fault. ``victim_vp_floor``: the least VP of the other line.
    - ``victim_vp_value``: ``table_or_floor`` is the better of the row and the floor, ``floor`` exactly the floor.
    - ``mp_source``: ``row_minimum`` of each line's own VP, or the actual ``difference``.
    - ``missing_row_policy``: the offender's MP when no row leaves his VP: ``last_row`` published, ``extrapolate``
      by one MP a row, ``mirror_victim``.
    - ``double_forfeit``: ``both_lose`` or ``replay``. ``no_show``: ``flat`` floor, or ``as_forfeit``.
    - ``bye_vp`` and ``bye_mp``: of a line without opponent; the MP are a number or ``row_minimum`` of the VP.
    """

    offender_vp: int = 0
    victim_vp_floor: int = 14
    victim_vp_value: str = "table_or_floor"
    mp_source: str = ROW_MINIMUM
    missing_row_policy: str = "last_row"
    double_forfeit: str = "both_lose"
    no_show: str = "flat"
    bye_vp: int = 14
    bye_mp: int | str = ROW_MINIMUM

    def __post_init__(self) -> None:
        for name, choices in CHOICES.items():
            if getattr(self, name) not in choices:
                raise RefusedError("unknown_choice", field=name, given=str(getattr(self, name)))
        for name in NUMBERS:
            _check_number(name, getattr(self, name))
        if self.bye_mp != ROW_MINIMUM:
            _check_number("bye_mp", self.bye_mp)


def _check_number(name: str, value: Json) -> None:
    if type(value) is not int or not 0 <= value <= MOST_VP:
        raise RefusedError("bad_value", field=name, name=name)


def check_terms(scale: Scale, terms: ForfeitTerms) -> None:
    """Refuse terms that need a row that this scale does not have, naming the field."""
    if terms.mp_source == ROW_MINIMUM and winner_row(scale, terms.victim_vp_floor) is None:
        raise RefusedError("no_row_for_vp", field="victim_vp_floor", vp=terms.victim_vp_floor, scale=scale.key)
    if terms.bye_mp == ROW_MINIMUM and winner_row(scale, terms.bye_vp) is None:
        raise RefusedError("no_row_for_vp", field="bye_vp", vp=terms.bye_vp, scale=scale.key)


def terms_to_json(terms: ForfeitTerms) -> Json:
    """Return the terms as JSON for an event; ``terms_from_json`` reads them back."""
    return asdict(terms)


def terms_from_json(data: Json) -> ForfeitTerms:
    """Read stored terms; missing ones have their default. Raises RefusedError naming the field."""
    if type(data) is not dict:
        raise RefusedError("not_an_object", field="terms")
    known = asdict(ForfeitTerms())
    for name in data:
        if name not in known:
            raise RefusedError("unknown_field", field=str(name), name=str(name))
    return ForfeitTerms(**data)


@dataclass(frozen=True, slots=True)
class LineResult:
    """The result of one line: VP, and signed MP. Never derived from the other line's."""

    vp: int
    mp: int


def results_played(scale: Scale, points: Sequence[int], *, low_wins: bool = False) -> tuple[LineResult, LineResult]:
    """Return the results of a match that was played to its end, from its regular points (R-VP-03, R-VP-05).

    ``low_wins``: fewer points are better, so the difference is that of the other line.
    """
    first, second = points
    difference = second - first if low_wins else first - second
    row = row_for(scale, abs(difference))
    winner, loser = LineResult(row.winner_vp, abs(difference)), LineResult(row.loser_vp, -abs(difference))
    return (winner, loser) if difference >= 0 else (loser, winner)


def forfeit_results(
    scale: Scale, terms: ForfeitTerms, difference: int, losers: tuple[int, ...], cause: str
) -> tuple[LineResult, LineResult]:
    """Return the results of a match between lines 0 and 1 that ended by the fault of ``losers`` (R-VP-06 to R-VP-11).

    ``difference`` is what the game's own rule gave to the other line, at least 0.
    """
    if losers == (0, 1):
        if terms.double_forfeit == "replay":
            raise RefusedError("double_forfeit_is_replayed", field="losers")
        # The last row for both: without a victim there is nothing to mirror (R-VP-10).
        loser = LineResult(terms.offender_vp, _offender_mp(scale, terms, difference, scale.rows[-1].from_mp))
        return loser, loser
    if losers not in ((0,), (1,)):
        raise ValueError("the losers of a forfeit are line 0, line 1, or both")
    flat = terms.victim_vp_value == "floor" or (cause == "no_show" and terms.no_show == "flat")
    vp = terms.victim_vp_floor if flat else max(terms.victim_vp_floor, row_for(scale, difference).winner_vp)
    by_row = terms.mp_source == ROW_MINIMUM
    victim = LineResult(vp, _winner_minimum(scale, vp, "victim_vp_floor") if by_row else difference)
    offender = LineResult(terms.offender_vp, _offender_mp(scale, terms, difference, victim.mp))
    return (offender, victim) if losers == (0,) else (victim, offender)


def bye(scale: Scale, terms: ForfeitTerms) -> LineResult:
    """Return the result of a line without an opponent in this round (R-VP-12)."""
    if isinstance(terms.bye_mp, int):
        return LineResult(terms.bye_vp, terms.bye_mp)
    return LineResult(terms.bye_vp, _winner_minimum(scale, terms.bye_vp, "bye_vp"))


def _winner_minimum(scale: Scale, vp: int, name: str) -> int:
    row = winner_row(scale, vp)
    if row is None:
        raise RefusedError("no_row_for_vp", field=name, vp=vp, scale=scale.key)
    return row.from_mp


def _offender_mp(scale: Scale, terms: ForfeitTerms, difference: int, victim_mp: int) -> int:
    if terms.mp_source != ROW_MINIMUM:
        return -difference
    row = loser_row(scale, terms.offender_vp)
    if row is not None:
        return -row.from_mp
    last = scale.rows[-1]
    if terms.missing_row_policy == "last_row":
        return -last.from_mp
    if terms.missing_row_policy == "extrapolate":
        return -(last.from_mp + last.loser_vp - terms.offender_vp)
    return -victim_mp
