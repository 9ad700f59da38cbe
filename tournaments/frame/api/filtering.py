"""What lists may be narrowed by, and how that is described."""

from collections.abc import Mapping
from typing import Any

import django_filters
from django.db.models import QuerySet
from django_filters import FilterSet
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from tournaments import folding

MOST = 2**31 - 1


class NameFilters(FilterSet):
    """Rows by words of a name, compared as everywhere on the site."""

    def filter_by_name(self, rows: QuerySet[Any], column: str, search: str) -> QuerySet[Any]:
        """Return the rows whose ``column`` contains every word; the names are read once more."""
        told = rows.order_by().values_list("pk", column)
        return rows.filter(pk__in=[pk for pk, name in told if folding.has(name, search)])


def parameters_of(filters: type[FilterSet] | None) -> list[OpenApiParameter]:
    """Return each filter of the set as a query parameter for the schema."""
    found = []
    for name, one in (filters.base_filters if filters else {}).items():
        kind: Any
        choices = None
        if isinstance(one, django_filters.ChoiceFilter):
            kind, choices = OpenApiTypes.STR, [str(key) for key, _label in one.extra["choices"]]
        elif isinstance(one, django_filters.NumberFilter):
            low, high = one.extra.get("min_value", 0), one.extra.get("max_value", 2**31 - 1)
            kind = {"type": "integer", "minimum": low, "maximum": high}
        elif isinstance(one, django_filters.BooleanFilter):
            kind = OpenApiTypes.BOOL
        elif isinstance(one, django_filters.DateFilter):
            kind = OpenApiTypes.DATE
        elif isinstance(one, django_filters.IsoDateTimeFilter):
            kind = OpenApiTypes.DATETIME
        else:
            kind = {"type": "string", "maxLength": one.extra.get("max_length", 100)}
        said = str(one.extra.get("help_text", "") or one.label or "")
        found.append(OpenApiParameter(name, kind, description=said, enum=choices))
    return found


def ill_formed(filters: type[FilterSet], given: Mapping[str, Any]) -> str:
    """The first that is not of the form that the schema tells; the framework reads nothing as not asked for."""
    for name, one in filters.base_filters.items():
        value = given.get(name)
        if value is None:
            continue
        if isinstance(one, django_filters.NumberFilter):
            is_formed = value.isascii() and value.isdigit()
        elif isinstance(one, django_filters.BooleanFilter):
            is_formed = value in ("true", "false")
        else:
            is_formed = bool(value) or isinstance(one, django_filters.CharFilter)
        if not is_formed:
            return str(name)
    return ""
