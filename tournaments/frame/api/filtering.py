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

    def named(self, rows: QuerySet[Any], column: str, search: str) -> QuerySet[Any]:
        """Return the rows whose ``column`` contains every word; the names are read once more."""
        told = rows.order_by().values_list("pk", column)
        return rows.filter(pk__in=[pk for pk, name in told if folding.has(name, search)])


def parameters_of(filters: type[FilterSet] | None) -> list[OpenApiParameter]:
    """Return each filter of the set as a query parameter for the schema."""
    return [_parameter(name, each) for name, each in (filters.base_filters if filters else {}).items()]


def ill_formed(filters: type[FilterSet], given: Mapping[str, Any]) -> str:
    """The first that is not of the form that the schema tells; the framework reads nothing as not asked for."""
    return next((name for name, one in filters.base_filters.items() if _is_ill_formed(one, given.get(name))), "")


def _is_ill_formed(one: Any, value: str | None) -> bool:
    if value is None:
        return False
    if isinstance(one, django_filters.NumberFilter):
        return not (value.isascii() and value.isdigit())
    if isinstance(one, django_filters.BooleanFilter):
        return value not in ("true", "false")
    return not value and not isinstance(one, django_filters.CharFilter)


def _parameter(name: str, one: Any) -> OpenApiParameter:
    said = str(one.extra.get("help_text", "") or one.label or "")
    if isinstance(one, django_filters.ChoiceFilter):
        choices = [str(key) for key, _label in one.extra["choices"]]
        return OpenApiParameter(name, OpenApiTypes.STR, description=said, enum=choices)
    if isinstance(one, django_filters.NumberFilter):
        low, high = one.extra.get("min_value", 0), one.extra.get("max_value", 2**31 - 1)
        return OpenApiParameter(name, {"type": "integer", "minimum": low, "maximum": high}, description=said)
    if isinstance(one, django_filters.BooleanFilter):
        return OpenApiParameter(name, OpenApiTypes.BOOL, description=said)
    if isinstance(one, django_filters.DateFilter):
        return OpenApiParameter(name, OpenApiTypes.DATE, description=said)
    if isinstance(one, django_filters.IsoDateTimeFilter):
        return OpenApiParameter(name, OpenApiTypes.DATETIME, description=said)
    most = one.extra.get("max_length", 100)
    return OpenApiParameter(name, {"type": "string", "maxLength": most}, description=said)
