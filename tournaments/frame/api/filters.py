"""What lists may be narrowed by: nothing but what stands here."""

from typing import Any

from django.db.models import QuerySet
from django_filters import FilterSet

from tournaments import folding

MOST = 2**31 - 1


class NameFilters(FilterSet):
    """Rows by words of a name, compared as everywhere on the site."""

    def named(self, rows: QuerySet[Any], column: str, search: str) -> QuerySet[Any]:
        """Return the rows whose ``column`` contains every word; the names are read once more."""
        told = rows.order_by().values_list("pk", column)
        return rows.filter(pk__in=[pk for pk, name in told if folding.has(name, search)])
