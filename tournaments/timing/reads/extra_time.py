"""Extra time with its reasons, from the log."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.models import AuditEntry, Round, Table, Tournament

GIVEN = "time_added"
AFRESH = ("clock_started", "clock_stopped", "table_clock_started", "table_clock_stopped")


@dataclass(frozen=True, slots=True)
class Extra:
    """Minutes added to a clock (negative: taken away), and why, in the order of the evening."""

    minutes: int = 0
    reasons: tuple[str, ...] = ()


def extra_time(event: Tournament, round_: Round, tables: Iterable[Table] = ()) -> Mapping[int | None, Extra]:
    """Return the extra time of the round (under None) and of these tables (by number) since each clock was started.

    One query. A clock that is started again has none, and a new start of the round's clock ends that of its tables.
    """
    of_round, keys = f"R{round_.number}", {f"T{table.number}": table.number for table in tables}
    rows = AuditEntry.objects.filter(tournament=event, target__in=[of_round, *keys], verb__in=[GIVEN, *AFRESH])
    found: dict[int | None, Extra] = {}
    for verb, target, after, reason in rows.order_by("pk").values_list("verb", "target", "after", "reason"):
        key = keys.get(target)
        if verb == GIVEN:
            before = found.get(key, Extra())
            found[key] = Extra(before.minutes + (after or {}).get("minutes", 0), (*before.reasons, reason))
        elif key is None:
            found.clear()
        else:
            found.pop(key, None)
    return found
