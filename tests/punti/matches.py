"""Matches as rows of points, for tests."""

from punti.match import Record, Setting
from punti.rules import Rules

TO_21 = Rules()
KNOCKOUT = Setting(must_decide=True)
ROUND = Setting()
FOUR = Setting(must_decide=True, lines=4, through=2)


def deals(*rows: tuple[int | None, ...]) -> list[Record]:
    """Regular deals."""
    return [Record(row) for row in rows]


def total(*points: int | None) -> list[Record]:
    """A match of which only the totals are known."""
    return [Record(points, is_total=True)]
