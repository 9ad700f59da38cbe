"""The log of an event: its rows, filtered; the tables and clubs that they name; the verbs of what came since a row."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import islice

from django.core.paginator import Page, Paginator
from django.db.models import CharField, QuerySet, Value
from django.db.models.functions import Cast, Concat

from tournaments.folding import has
from tournaments.games.contract import Json
from tournaments.models import AuditEntry, Club, Table, Tournament

PAGE = 30
# Steps of an event that are read at once; a request further back has to read everything anyway.
# The most rows that a search by words finds.
MOST_SEARCHED = 10_000
MOST_SINCE = 200
# Larger than any key or number of a table.
MOST = 10**9


def named_tables(tournament: Tournament, entries: Iterable[AuditEntry]) -> dict[int, Table]:
    """Return the tables that rows of the log name, by their number, in one query."""
    numbers: set[int] = set()
    for entry in entries:
        if re.fullmatch(r"T\d{1,9}", entry.target, re.ASCII):
            numbers.add(int(entry.target[1:]))
        # Where no tables were called, "tables" has numbers in the hall, of a role, or a count.
        names = ("table", "touched", "tables") if entry.verb == "round_announced" else ("table", "touched")
        for value in [told[name] for told in _kept_changes(entry) for name in told if name in names]:
            found = value if isinstance(value, list) else [value]
            numbers.update(each for each in found if type(each) is int and 0 < each < MOST)
    rows = Table.objects.filter(tournament=tournament, number__in=numbers).select_related("round")
    return {table.number: table for table in rows}


def _kept_changes(entry: AuditEntry) -> list[Mapping[str, Json]]:
    return [told for told in (entry.before, entry.after) if isinstance(told, Mapping)]


def named_clubs(entries: Iterable[AuditEntry]) -> dict[int, str]:
    """Return the clubs that rows of the log name by their key, in one query."""
    keys = [told.get("club") for entry in entries for told in _kept_changes(entry)]
    rows = Club.objects.filter(pk__in=[key for key in keys if type(key) is int and 0 < key < MOST])
    return dict(rows.values_list("pk", "name"))


def verbs_since(event_id: int, seq: int) -> list[tuple[int, str]]:
    """Return the steps of an event after that row of its log: the number and the verb of each, newest first."""
    rows = AuditEntry.objects.filter(tournament=event_id, seq__gt=seq).order_by("-seq")
    return list(rows.values_list("seq", "verb")[:MOST_SINCE])


@dataclass(frozen=True, slots=True)
class LogFilter:
    """Filters of the log: kinds of steps, words, the person, a table of the hall, a day."""

    verbs: tuple[str, ...] = ()
    search: str = ""
    who: str = ""
    table: int | None = None
    day: date | None = None


def rows_of(tournament: Tournament, asked: LogFilter) -> QuerySet[AuditEntry]:
    """Return the rows of the log that match, newest first; the newest ``MOST_SEARCHED`` of a search by words."""
    rows = AuditEntry.objects.filter(tournament=tournament)
    if asked.verbs:
        rows = rows.filter(verb__in=asked.verbs)
    if asked.table is not None:
        tables = Table.objects.filter(tournament=tournament, hall_number=asked.table)
        rows = rows.filter(target__in=tables.values_list(Concat(Value("T"), Cast("number", CharField()))))
    if asked.day is not None:
        rows = rows.filter(at__date=asked.day)
    rows = rows.order_by("-id")
    if asked.search.strip() or asked.who.strip():
        told = rows.values_list("pk", "actor_label", "target", "reason")
        found = (
            pk
            for pk, actor, target, reason in told
            if has(f"{actor} {target} {reason}", asked.search) and has(actor, asked.who)
        )
        rows = rows.filter(pk__in=list(islice(found, MOST_SEARCHED)))
    return rows


def log(tournament: Tournament, asked: LogFilter, *, number: str = "1") -> Page[AuditEntry]:
    """Return a page of the log, newest first, in two queries."""
    page = Paginator(rows_of(tournament, asked), PAGE).get_page(number)
    page.object_list = list(page.object_list)
    return page


def log_rows(event: Tournament) -> QuerySet[AuditEntry]:
    """Return the log of an event."""
    return AuditEntry.objects.filter(tournament=event)
