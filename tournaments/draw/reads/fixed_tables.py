"""Who always plays at the same table of the hall, since they cannot move: what the log says last (R-HND-10)."""

from collections.abc import Mapping
from typing import Final

from tournaments.models import AuditEntry, Entry, Tournament

FIXED: Final = "table_fixed"
UNFIXED: Final = "table_unfixed"


def fixed_tables(event: Tournament) -> Mapping[int, int]:
    """Return the number of the fixed table of each entry that has one; one query where nobody has, else two."""
    rows = AuditEntry.objects.filter(tournament=event, verb__in=(FIXED, UNFIXED)).order_by("seq")
    found: dict[int, int | None] = {}
    for after in rows.values_list("after", flat=True):
        (number, _name), *_ = (after or {})["entries"]
        found[number] = (after or {}).get("fixed")
    if not any(found.values()):
        return {}
    keys = dict(Entry.objects.filter(tournament=event).values_list("number", "pk"))
    return {keys[number]: table for number, table in found.items() if table is not None and number in keys}
