"""The log's rows by which an entry came to its label, to remove a person's names and to show them their data."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from tournaments.models import AuditEntry

RENAMED: Final = "entry_renamed"
PAIRED: Final = "singles_paired"
# In a row of a new name: by position, the key of who is not in the entry any more, or None; and the entry's number.
REPLACED: Final = "replaced"
NUMBER: Final = "entry"


class Rename(NamedTuple):
    """A row of the log; ``replaced`` is by position. ``singles`` are the labels of the two players of a new pair."""

    pk: int
    at: datetime
    before: str
    after: str
    number: int | None
    replaced: Sequence[int | None]
    singles: Sequence[str]


def renames(events: Iterable[int]) -> dict[int, list[Rename]]:
    """Return the rows of these events, the newest first; one query. Rows of another shape are left out."""
    rows: Iterable[Any] = (
        AuditEntry.objects.filter(tournament__in=set(events), verb__in=(RENAMED, PAIRED))
        .order_by("-pk")
        .values_list("pk", "tournament", "at", "before", "after")
    )
    found: dict[int, list[Rename]] = {}
    for pk, event, at, before, after in rows:
        if not isinstance(before, dict) or not isinstance(after, dict):
            continue
        replaced, singles, number = before.get(REPLACED), before.get("singles"), after.get(NUMBER)
        row = Rename(
            pk,
            at,
            str(before.get("label", "")),
            str(after.get("label", "")),
            number if isinstance(number, int) else None,
            [each if isinstance(each, int) else None for each in replaced] if isinstance(replaced, list) else (),
            [str(one.get("label", "")) for one in singles if isinstance(one, dict)]
            if isinstance(singles, list)
            else (),
        )
        found.setdefault(event, []).append(row)
    return found


def of_entry(rows: Sequence[Rename], label: str, number: int | None, until: int | None = None) -> Iterator[Rename]:
    """Yield the rows by which an entry came to its label, the newest first; ``until`` is the row to begin before.

    The last is that of a new pair, if there is one. Older rows have no number: there the label tells the entry.
    """
    for row in rows:
        is_later = until is not None and row.pk >= until
        is_others = None not in (row.number, number) and row.number != number
        if is_later or is_others or row.after != label:
            continue
        yield row
        if row.singles:
            return
        label = row.before
