"""Who always plays at one table or in one room, since they cannot move: what the log says last (R-HND-10, R-HND-13)."""

from collections.abc import Mapping
from typing import Final

from tournaments.models import AuditEntry, Entry, Tournament

FIXED: Final = "table_fixed"
UNFIXED: Final = "table_unfixed"


def fixed_tables(event: Tournament) -> Mapping[int, int]:
    """Return the number of the fixed table of each entry that has one; one query where nobody has, else two.

    Who has left has none; who comes back has theirs again, unless somebody else has got it.
    """
    rows = AuditEntry.objects.filter(tournament=event, verb__in=(FIXED, UNFIXED)).order_by("seq")
    found: dict[int, int | None] = {}
    for after in rows.values_list("after", flat=True):
        (number, _name), *_ = (after or {})["entries"]
        table = (after or {}).get("fixed")
        found = {each: has for each, has in found.items() if has != table}
        found[number] = table
    if not any(found.values()):
        return {}
    entries = Entry.objects.filter(tournament=event).exclude(status=Entry.Status.WITHDRAWN)
    keys = dict(entries.values_list("number", "pk"))
    return {keys[number]: table for number, table in found.items() if table is not None and number in keys}


def fixed_rooms(event: Tournament) -> Mapping[int, str]:
    """Return the name of the room of each entry that always plays in one; an event without rooms is not asked."""
    if not event.rooms:
        return {}
    rows = AuditEntry.objects.filter(tournament=event, verb__in=(FIXED, UNFIXED)).order_by("seq")
    found: dict[int, str | None] = {}
    for after in rows.values_list("after", flat=True):
        (number, _name), *_ = (after or {})["entries"]
        found[number] = (after or {}).get("room")
    if not any(found.values()):
        return {}
    entries = Entry.objects.filter(tournament=event).exclude(status=Entry.Status.WITHDRAWN)
    keys = dict(entries.values_list("number", "pk"))
    return {keys[number]: room for number, room in found.items() if room and number in keys}
