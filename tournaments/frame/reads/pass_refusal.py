"""Why a pass in this browser no longer works, for the sentence to its owner."""

from tournaments.frame.access import MOST_TABLES, Visitor, has_code, working_passes
from tournaments.models import EventPass, Table


def why_shut(visitor: Visitor, slug: str, number: int | None = None) -> str:
    """Return ``elsewhere``, ``renewed`` or ``over`` for a pass of this event, or this table; empty for none."""
    if number is not None and visitor.passes and number <= MOST_TABLES:
        tables = [held.table_id for held in visitor.passes]
        for row in Table.objects.filter(tournament__slug=slug, number=number, pk__in=tables).prefetch_related("lines"):
            held = next(held for held in visitor.passes if held.table_id == row.pk)
            login = {line.index: line.code_login for line in row.lines.all()}.get(held.line)
            if not has_code(row):
                return "over"
            if held.generation != row.code_generation:
                return "renewed"
            if login != held.login:
                return "elsewhere"
    if not visitor.entry_passes:
        return ""
    logins = {held.pass_id: held.login for held in visitor.entry_passes}
    passes = EventPass.objects.filter(tournament__slug=slug, pk__in=logins)
    working = set(working_passes(passes).values_list("pk", flat=True))
    for newest in passes.order_by("-pk"):
        if newest.revoked_at is not None:
            return "renewed"
        if newest.pk not in working:
            return "over"
        return "" if newest.login == logins[newest.pk] else "elsewhere"
    return ""
