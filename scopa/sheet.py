"""The paper scoresheet of one deal at three depths: points, awards or counts, for every pile."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from scopa.cards import NAMES, SUITS, Card, card
from scopa.errors import RefusalError, brief
from scopa.primiera import COUNTED, Best, Ranks
from scopa.state import Line

Json: TypeAlias = Any

Owner: TypeAlias = int | Literal["each"] | None
"""How a sheet of two lines says who took a category; None for nobody, ``each`` where a level count is for both."""

Numbers: TypeAlias = tuple[int, ...]

Winners: TypeAlias = tuple[int, ...]
"""Who took a category; several where they are level and the rules give each a point."""

Table: TypeAlias = tuple[str, ...]
"""The piles of a table, each by the name that its fields of a form have."""

LINES: Final = "ab"
LETTERS: Final = "abcd"
"""The lines of a table, each with one pile."""

DUEL: Final[Table] = tuple(LINES)
PLAYERS: Final[Table] = ("a1", "b1", "a2", "b2")
"""Four players in the order of their seats; partners sit opposite."""

OF_PLAYERS: Final = ("player_awards", "player_counts")
DEPTHS: Final = ("points", "awards", "counts", *OF_PLAYERS)
AWARDED: Final = ("cards", "coins", "settebello", "primiera")
SHARED: Final = {"depth", "tiebreak", "last_capture"}
KEYS: Final[Mapping[str, set[str]]] = {
    "points": {*SHARED, "points"},
    "awards": {*SHARED, *AWARDED, "napola", "sweeps"},
    "counts": {*SHARED, *AWARDED, "best", "ranks", "napola", "sweeps"},
    "player_awards": {*SHARED, *AWARDED, "napola", "sweeps"},
    "player_counts": {*SHARED, *AWARDED, "best", "ranks", "napola", "sweeps"},
}
"""What the JSON of each depth may say: what belongs to another one contradicts it."""


@dataclass(frozen=True, slots=True)
class PointsSheet:
    """Only the points of each line."""

    points: Numbers


@dataclass(frozen=True, slots=True)
class AwardsSheet:
    """Who took each category, and the sweeps; the points for the napola where it is played (R-SCO-70)."""

    cards: Winners
    coins: Winners
    settebello: Winners
    primiera: Winners
    sweeps: Numbers
    napola: Numbers | None = None


@dataclass(frozen=True, slots=True)
class CountsSheet:
    """Counts of cards and coins; the primiera by best cards, by counts of ranks (R-SCO-58), or as ``primiera`` says."""

    cards: Numbers
    coins: Numbers
    settebello: Winners
    best: tuple[Best, ...] | None
    primiera: Winners
    sweeps: Numbers
    ranks: tuple[Ranks, ...] | None = None
    napola: Numbers | None = None


Content: TypeAlias = PointsSheet | AwardsSheet | CountsSheet


@dataclass(frozen=True, slots=True)
class Sheet:
    """One deal on paper; ``tiebreak`` is 0 for a regular deal, ``last_capture`` the line that captured last.

    ``content`` counts the piles that took part, ``playing``, from 0; of two lines both do. ``left`` has the cause for
    each line of a table of several that left in this deal (R-SCO-63).
    """

    content: Content
    tiebreak: int = 0
    last_capture: Line | None = None
    table: Table = DUEL
    playing: tuple[int, ...] = (0, 1)
    left: Mapping[Line, str] = field(default_factory=dict)

    @property
    def is_duel(self) -> bool:
        return self.table == DUEL

    @property
    def is_of_players(self) -> bool:
        """Whether it has four players' piles, two and two of them a line (R-SCO-57)."""
        return self.table == PLAYERS

    @property
    def is_of_several(self) -> bool:
        """Whether more than two lines sit at the table (R-SCO-59)."""
        return not self.is_duel and not self.is_of_players

    @property
    def lines(self) -> int:
        return len(LINES) if self.is_of_players else len(self.table)

    @property
    def names(self) -> Table:
        """The names of the piles that took part."""
        if len(self.playing) == len(self.table):
            return self.table
        return tuple([self.table[pile] for pile in self.playing])

    @property
    def depth(self) -> str:
        """The depth as its JSON names it."""
        if isinstance(self.content, PointsSheet):
            return "points"
        own = "awards" if isinstance(self.content, AwardsSheet) else "counts"
        return f"player_{own}" if self.is_of_players else own


def table_of(depth: str, lines: int) -> Table:
    """Return the piles of a sheet of this depth at a table of ``lines``."""
    return PLAYERS if depth in OF_PLAYERS else tuple(LETTERS[:lines])


def from_json(data: Json) -> Sheet:
    """Return the sheet from JSON; raises RefusalError when a value does not have the type of its field."""
    if not isinstance(data, Mapping) or data.get("depth") not in DEPTHS:
        typed = data.get("depth") if isinstance(data, Mapping) else data
        raise RefusalError("depth_unknown", field="depth", typed=brief(typed))
    depth: str = data["depth"]
    several = None
    values = data.get("points" if depth == "points" else "sweeps")
    if depth not in OF_PLAYERS and isinstance(values, list) and len(LINES) < len(values) <= len(LETTERS):
        several = values
    known = KEYS[depth] if several is None else KEYS[depth] | {"left"}
    if not known.issuperset(data):
        beyond = sorted(str(key) for key in data if key not in known)
        raise RefusalError("sheet_beyond", field="depth", typed=beyond[0][:40])
    table = table_of(depth, len(LINES if several is None else several))
    playing = tuple([pile for pile in range(len(table)) if several is None or several[pile] is not None])
    content = _Written(data, table, playing).content(depth)
    tiebreak = _whole(data.get("tiebreak", 0), "tiebreak")
    last_capture, lines = data.get("last_capture"), len(LINES) if several is None else len(table)
    if last_capture is not None and not (type(last_capture) is int and 0 <= last_capture < lines):
        raise RefusalError("last_capture_unknown", field="last_capture", typed=brief(last_capture))
    left: dict[Line, str] = {}
    if "left" in data:
        causes = data["left"]
        keys = [str(line) for line in range(len(table))]
        if not isinstance(causes, Mapping) or any(key not in keys for key in causes):
            raise RefusalError("left_unknown", field="left_a", typed=brief(causes))
        left = {int(key): brief(cause) for key, cause in causes.items()}
    return Sheet(content, tiebreak, last_capture, table, playing, left)


@dataclass(frozen=True, slots=True)
class _Written:
    """A sheet as JSON, with its piles and those that took part."""

    data: Mapping[str, Json]
    table: Table
    playing: tuple[int, ...]

    def content(self, depth: str) -> Content:
        if depth == "points":
            return PointsSheet(self.numbers("points"))
        if depth in ("awards", "player_awards"):
            won = {category: self.winners(category) for category in AWARDED}
            return AwardsSheet(**won, sweeps=self.numbers("sweeps"), napola=self.napola())
        best, ranks = self.data.get("best"), self.data.get("ranks")
        return CountsSheet(
            cards=self.numbers("cards"),
            coins=self.numbers("coins"),
            settebello=self.winners("settebello"),
            best=None if best is None else best_from_json(best, self.table, self.playing),
            primiera=self.winners("primiera") if best is None and ranks is None else (),
            sweeps=self.numbers("sweeps"),
            ranks=None if ranks is None else ranks_from_json(ranks, self.table, self.playing),
            napola=self.napola(),
        )

    def napola(self) -> Numbers | None:
        return self.numbers("napola") if "napola" in self.data else None

    def numbers(self, name: str) -> Numbers:
        """Return a whole number for each pile that took part, nothing for any other."""
        values = self.data.get(name)
        if not isinstance(values, list) or len(values) != len(self.table):
            code = "four_values" if self.table == PLAYERS else "two_values"
            raise RefusalError(code, field=f"{name}_{self.table[0]}")
        if len(self.playing) != len(self.table):
            absent = (pile for pile in range(len(self.table)) if pile not in self.playing)
            if any(values[pile] is not None for pile in absent):
                raise RefusalError("two_values", field=f"{name}_{self.table[0]}")
        for pile in self.playing:
            if type(values[pile]) is not int:
                raise _not_whole(values[pile], f"{name}_{self.table[pile]}")
        return tuple([values[pile] for pile in self.playing])

    def winners(self, name: str) -> Winners:
        if self.table == DUEL and name not in self.data:
            raise RefusalError("choice_missing", field=name)
        values = self.data.get(name)
        if self.table == DUEL:
            if values is None or values == "each" or (type(values) is int and values in (0, 1)):
                return winners_of(values)
            raise RefusalError("owner_unknown", field=name, typed=brief(values))
        piles = values if isinstance(values, list) else [None]
        if any(type(pile) is not int for pile in piles) or piles != [pile for pile in self.playing if pile in piles]:
            raise RefusalError("players_unknown", field=f"who_{name}", typed=brief(values))
        return tuple(self.playing.index(pile) for pile in piles)


def winners_of(owner: Owner) -> Winners:
    """Return the lines for an owner's word."""
    if owner is None:
        return ()
    return (0, 1) if owner == "each" else (int(owner),)


def owner_of(won_by: Winners) -> Owner:
    """Return the word for an owner on a sheet of two lines."""
    if len(won_by) == len(LINES):
        return "each"
    return won_by[0] if won_by else None


def _whole(value: Json, field: str) -> int:
    if type(value) is not int:
        raise _not_whole(value, field)
    return value


def _not_whole(value: Json, field: str) -> RefusalError:
    return RefusalError("whole_number", field=field, typed=brief(value))


def best_field(name: str, table: Table, suit: str = "d") -> str:
    """Return the form field with the best card of a pile: one a suit where two lines play, else one for all four."""
    return f"best_{name}_{suit}" if table == DUEL else f"best_{name}"


def best_from_json(data: Json, table: Table = DUEL, playing: Sequence[int] = (0, 1)) -> tuple[Best, ...]:
    """Return the best cards of the piles that took part: four names or nulls each, in the order of the suits."""
    if not _are_rows(data, table, playing):
        raise RefusalError("best_shape", field=best_field(table[0], table))
    found: list[Best] = []
    for pile in playing:
        own, name = data[pile], table[pile]
        if not isinstance(own, list) or len(own) != len(SUITS):
            raise RefusalError("best_shape", field=best_field(name, table))
        cards = zip(SUITS, own, strict=True)
        found.append(tuple([None if each is None else _best_card(each, suit, name, table) for suit, each in cards]))
    return tuple(found)


def _are_rows(data: Json, table: Table, playing: Sequence[int]) -> bool:
    """Return whether there is a row for each pile that took part, and nothing for the others."""
    is_whole = isinstance(data, list) and len(data) == len(table)
    return is_whole and all(data[pile] is None for pile in range(len(table)) if pile not in playing)


def ranks_field(name: str, table: Table, word: str = "sevens") -> str:
    """Return the form field with the count of a rank in a pile: one a rank where two lines play, else one for all."""
    return f"{word}_{name}" if table == DUEL else f"ranks_{name}"


def ranks_from_json(data: Json, table: Table = DUEL, playing: Sequence[int] = (0, 1)) -> tuple[Ranks, ...]:
    """Return the number of cards of each rank by pile, sevens first; all piles are counted down to the same rank."""
    field = ranks_field(table[0], table)
    rows = [data[pile] for pile in playing] if _are_rows(data, table, playing) else []
    lengths = {len(row) if isinstance(row, list) else 0 for row in rows}
    if len(lengths) != 1 or not 0 < max(lengths) <= len(COUNTED):
        raise RefusalError("ranks_shape", field=field)
    return tuple(tuple(_whole(value, field) for value in row) for row in rows)


def _best_card(name: Json, suit: str, pile: str, table: Table) -> Card:
    try:
        found = card(name)
    except RefusalError as refusal:
        raise RefusalError(refusal.code, field=best_field(pile, table, suit), **refusal.params) from None
    if NAMES[found][1] != suit:
        raise RefusalError("best_of_other_suit", field=best_field(pile, table, suit), card=name)
    return found


def to_json(sheet: Sheet) -> dict[str, Json]:
    """Return the sheet as JSON: ``from_json(to_json(sheet)) == sheet``."""
    content = sheet.content
    found: dict[str, Json] = {"depth": sheet.depth}
    if isinstance(content, PointsSheet):
        found["points"] = _spread_values(sheet, content.points)
    elif isinstance(content, AwardsSheet):
        found |= {category: _winner_values(sheet, getattr(content, category)) for category in AWARDED}
        found |= _napola(sheet, content)
        found["sweeps"] = _spread_values(sheet, content.sweeps)
    else:
        found |= {name: _spread_values(sheet, getattr(content, name)) for name in ("cards", "coins", "sweeps")}
        found["settebello"] = _winner_values(sheet, content.settebello)
        found |= _napola(sheet, content)
        if content.ranks is not None:
            found["ranks"] = _spread_values(sheet, [list(own) for own in content.ranks])
        if content.best is not None:
            names = [[None if each is None else NAMES[each] for each in own] for own in content.best]
            found["best"] = _spread_values(sheet, names)
        if content.best is None and content.ranks is None:
            found |= {"best": None, "primiera": _winner_values(sheet, content.primiera)}
    found |= {"tiebreak": sheet.tiebreak, "last_capture": sheet.last_capture}
    if sheet.is_of_several:
        found["left"] = {str(line): cause for line, cause in sorted(sheet.left.items())}
    return found


def _napola(sheet: Sheet, content: AwardsSheet | CountsSheet) -> dict[str, Json]:
    return {} if content.napola is None else {"napola": _spread_values(sheet, content.napola)}


def _spread_values(sheet: Sheet, values: Sequence[Json]) -> list[Json]:
    """Return the values of the piles that took part, at their places; None for the others."""
    by_pile = dict(zip(sheet.playing, values, strict=True))
    return [by_pile.get(pile) for pile in range(len(sheet.table))]


def _winner_values(sheet: Sheet, won_by: Winners) -> Json:
    return owner_of(won_by) if sheet.is_duel else [sheet.playing[place] for place in won_by]
