"""Why a pass in this browser no longer works, for the sentence to its owner."""

from tournaments.frame.access import MOST_TABLES, Visitor, has_code, working_passes
from tournaments.models import EventPass, Table


def why_shut(visitor: Visitor, slug: str, number: int | None = None) -> str:
    """Return ``elsewhere``, ``renewed`` or ``over`` for a pass of this event, or this table; empty for none."""
    if number is not None and visitor.passes and number <= MOST_TABLES:
        found = _of_table(visitor, slug, number)
        if found:
            return found
    return _of_event(visitor, slug) if visitor.entry_passes else ""


def _of_table(visitor: Visitor, slug: str, number: int) -> str:
    rows = Table.objects.filter(tournament__slug=slug, number=number, pk__in=[held.table_id for held in visitor.passes])
    for row in rows.prefetch_related("lines"):
        for held in visitor.passes:
            if held.table_id != row.pk:
                continue
            logins = {line.index: line.code_login for line in row.lines.all()}
            if not has_code(row):
                return "over"
            return (
                "renewed" if held.generation != row.code_generation else _why_taken(logins.get(held.line), held.login)
            )
    return ""


def _of_event(visitor: Visitor, slug: str) -> str:
    logins = {held.pass_id: held.login for held in visitor.entry_passes}
    rows = EventPass.objects.filter(tournament__slug=slug, pk__in=logins)
    working = set(working_passes(rows).values_list("pk", flat=True))
    for row in rows.order_by("-pk"):
        if row.revoked_at is not None:
            return "renewed"
        return "over" if row.pk not in working else _why_taken(row.login, logins[row.pk])
    return ""


def _why_taken(login: str | None, held: str) -> str:
    return "" if login == held else "elsewhere"
