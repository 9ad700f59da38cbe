"""What lists may be narrowed by: nothing but what stands here."""

from typing import Any

import django_filters
from django.db.models import QuerySet
from django_filters import FilterSet

from tournaments import folding
from tournaments.models import AuditEntry, Entry, Match, Table, Tournament
from tournaments.selectors.public_lists import SHOWN

MOST = 2**31 - 1
PUBLIC = [(key, key) for key in Tournament.Status.values if key != Tournament.Status.DRAFT]


class NameFilters(FilterSet):
    """Rows by words of a name, compared as everywhere on the site."""

    def named(self, rows: QuerySet[Any], column: str, search: str) -> QuerySet[Any]:
        """Return the rows whose ``column`` contains every word; the names are read once more."""
        told = rows.order_by().values_list("pk", column)
        return rows.filter(pk__in=[pk for pk, name in told if folding.has(name, search)])


class EventFilters(NameFilters):
    """Events by status, club, circuit, day and a part of the name."""

    status = django_filters.ChoiceFilter(choices=PUBLIC, help_text="How far the event has come")
    club = django_filters.NumberFilter("club_id", min_value=1, max_value=MOST, help_text="The club that holds it")
    circuit = django_filters.CharFilter("circuit__slug", max_length=80, help_text="The circuit it belongs to")
    starts_from = django_filters.DateFilter("starts_at__date", "gte", help_text="This day or later")
    starts_to = django_filters.DateFilter("starts_at__date", "lte", help_text="This day or earlier")
    search = django_filters.CharFilter("name", method="named", max_length=100, help_text="A part of the name")

    class Meta:
        model = Tournament
        fields: list[str] = []


class EntryFilters(NameFilters):
    """Entries by status, club and a part of the name."""

    status = django_filters.ChoiceFilter(choices=[(key.value, key.value) for key in SHOWN], help_text="Their status")
    club = django_filters.NumberFilter("club_id", min_value=1, max_value=MOST, help_text="Their club")
    search = django_filters.CharFilter("label", method="named", max_length=100, help_text="A part of the name")

    class Meta:
        model = Entry
        fields: list[str] = []


class TableFilters(FilterSet):
    """Tables by round, status, section and the number in the hall."""

    round = django_filters.NumberFilter("round__number", min_value=1, max_value=MOST, help_text="The round")
    status = django_filters.ChoiceFilter(choices=[(key, key) for key in Table.Status.values], help_text="Their status")
    section = django_filters.ChoiceFilter(
        choices=[(key, key) for key in Table.Section.values], help_text="The part of the bracket"
    )
    hall_number = django_filters.NumberFilter(min_value=1, max_value=MOST, help_text="The number in the hall")

    class Meta:
        model = Table
        fields: list[str] = []


class LogFilters(FilterSet):
    """Rows of the log by what was done, and when."""

    verb = django_filters.CharFilter("verb", max_length=40, help_text="What was done")
    target = django_filters.CharFilter("target", max_length=200, help_text="What it was done to")
    since = django_filters.IsoDateTimeFilter("at", "gte", help_text="Not before")

    class Meta:
        model = AuditEntry
        fields: list[str] = []


class MatchFilters(FilterSet):
    """Online matches by round, table and status."""

    round = django_filters.NumberFilter("table__round__number", min_value=1, max_value=MOST, help_text="The round")
    table = django_filters.NumberFilter("table__number", min_value=1, max_value=MOST, help_text="The table")
    status = django_filters.ChoiceFilter(choices=[(key, key) for key in Match.Status.values], help_text="Their status")

    class Meta:
        model = Match
        fields: list[str] = []
