"""The table of a circuit in words: lines of the page, and rows of the file."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.competition.season.table import Evening, Row
from tournaments.seasons.reads import SeasonTable
from tournaments.standings.words.stage_tables import sentence

PAGE = 100
# Of the evenings of a person, so many are shown; the file has all.
MOST_EVENINGS = 8
# What the columns show already.
PLAIN = ("season_leads", "season_fewer_points", "season_shares_place")


class SeasonLine(NamedTuple):
    """A person of the table, with the evenings that count and those that are dropped as text."""

    row: Row
    name: str
    counted: Sequence[str]
    dropped: Sequence[str]
    why: str


def lines(table: SeasonTable, page: str) -> "Page[Any]":
    """Return a page of the table; what the columns do not show is said."""
    found: Page[Any] = Paginator(table.rows, PAGE).get_page(page)
    shown = []
    for row in found.object_list:
        why = "" if row.reason.code in PLAIN else sentence(row.reason)
        shown.append(SeasonLine(row, table.people[row.person], _points(row.counted), _points(row.dropped), why))
    found.object_list = shown
    return found


def _points(evenings: Sequence[Evening]) -> list[str]:
    """Return the points of each evening, with its weight: 20 of a double evening is “10×2”."""
    shown = evenings if len(evenings) <= MOST_EVENINGS else evenings[-MOST_EVENINGS:]
    found = [f"{one.points // one.weight}×{one.weight}" if one.weight > 1 else str(one.points) for one in shown]
    return found if len(found) == len(evenings) else ["…", *found]


def csv_rows(table: SeasonTable) -> Iterator[Sequence[object]]:
    """Return the head and the rows of the file, with a column for each event."""
    yield _("Place"), _("Name"), _("Points"), pgettext("of a season", "Evenings"), _("Dropped"), *table.events.values()
    for row in table.rows:
        points = {each.event: each.points for each in (*row.counted, *row.dropped)}
        dropped = " ".join(str(each.points) for each in row.dropped)
        yield (
            row.place,
            table.people[row.person],
            row.points,
            row.evenings,
            dropped,
            *(points.get(event) for event in table.events),
        )
