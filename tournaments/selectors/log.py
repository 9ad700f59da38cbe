"""The log of an event: who did what, when and why."""

import re
from collections.abc import Iterable

from django.core.paginator import Page, Paginator
from django.db.models import Q

from tournaments.models import AuditEntry, Table, Tournament

PAGE = 30


def hall_tables(tournament: Tournament, entries: Iterable[AuditEntry]) -> dict[int, Table]:
    """The tables that rows of the log are about, by their number, in one query."""
    numbers = {int(each.target[1:]) for each in entries if re.fullmatch(r"T\d{1,9}", each.target)}
    rows = Table.objects.filter(tournament=tournament, number__in=numbers).select_related("round")
    return {table.number: table for table in rows}


def log(
    tournament: Tournament, *, verbs: tuple[str, ...] = (), search: str = "", number: str = "1"
) -> Page[AuditEntry]:
    """A page of the log, the newest first, in two queries."""
    rows = AuditEntry.objects.filter(tournament=tournament)
    if verbs:
        rows = rows.filter(verb__in=verbs)
    for word in search.split()[:5]:
        rows = rows.filter(Q(actor_label__icontains=word) | Q(target__icontains=word) | Q(reason__icontains=word))
    page = Paginator(rows.order_by("-id"), PAGE).get_page(number)
    page.object_list = list(page.object_list)
    return page
