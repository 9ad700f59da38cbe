"""The log of an event: who did what, when and why."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.core.paginator import Page, Paginator
from django.db.models import CharField, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat

from tournaments.models import AuditEntry, Table, Tournament

PAGE = 30


def hall_tables(tournament: Tournament, entries: Iterable[AuditEntry]) -> dict[int, Table]:
    """The tables that rows of the log are about, by their number, in one query."""
    numbers = {int(each.target[1:]) for each in entries if re.fullmatch(r"T\d{1,9}", each.target)}
    rows = Table.objects.filter(tournament=tournament, number__in=numbers).select_related("round")
    return {table.number: table for table in rows}


@dataclass(frozen=True, slots=True)
class Asked:
    """What of the log is looked for: kinds of steps, words, who did it, a table of the hall, a day."""

    verbs: tuple[str, ...] = ()
    search: str = ""
    who: str = ""
    table: int | None = None
    day: date | None = None


def rows_of(tournament: Tournament, asked: Asked) -> QuerySet[AuditEntry]:
    """The rows of the log that are looked for, the newest first."""
    rows = AuditEntry.objects.filter(tournament=tournament)
    if asked.verbs:
        rows = rows.filter(verb__in=asked.verbs)
    for word in asked.search.split()[:5]:
        rows = rows.filter(Q(actor_label__icontains=word) | Q(target__icontains=word) | Q(reason__icontains=word))
    for word in asked.who.split()[:5]:
        rows = rows.filter(actor_label__icontains=word)
    if asked.table is not None:
        tables = Table.objects.filter(tournament=tournament, hall_number=asked.table)
        rows = rows.filter(target__in=tables.values_list(Concat(Value("T"), Cast("number", CharField()))))
    if asked.day is not None:
        rows = rows.filter(at__date=asked.day)
    return rows.order_by("-id")


def log(tournament: Tournament, asked: Asked, *, number: str = "1") -> Page[AuditEntry]:
    """A page of the log, the newest first, in two queries."""
    page = Paginator(rows_of(tournament, asked), PAGE).get_page(number)
    page.object_list = list(page.object_list)
    return page
