"""The audit log of an event, for those who organise it."""

from typing import Any

import django_filters
from django_filters import FilterSet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.frame.api.bodies import Shape
from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.pagination import a_page
from tournaments.frame.api.schema import describe, page_of_shape
from tournaments.frame.policies import Door, Right
from tournaments.log.reads import log_rows
from tournaments.models import AuditEntry


class LogFilters(FilterSet):
    """Rows of the log by what was done, and when."""

    verb = django_filters.CharFilter("verb", max_length=40, help_text="What was done")
    target = django_filters.CharFilter("target", max_length=200, help_text="What it was done to")
    since = django_filters.IsoDateTimeFilter("at", "gte", help_text="Not before")

    class Meta:
        model = AuditEntry
        fields: list[str] = []


GROUP = "records"


class LogShape(Shape):
    """A row of the log, chained to the one before by its hash."""

    seq = serializers.IntegerField()
    at = serializers.DateTimeField()
    actor = serializers.CharField(source="actor_label")
    verb = serializers.CharField()
    target = serializers.CharField()
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    previous = serializers.CharField()
    hash = serializers.CharField()


LOG_EXAMPLE: dict[str, Any] = {
    "seq": 12,
    "at": "2026-12-20T20:30:00+01:00",
    "actor": "Anna Rossi",
    "verb": "entries_closed",
    "target": "event",
    "before": None,
    "after": None,
    "reason": "",
    "previous": "0" * 64,
    "hash": "b" * 64,
}
LOG = page_of_shape(LogShape)


class Log(Endpoint):
    """The log of an event."""

    door = Door(reads=Right.ORGANISE)
    is_list = True
    filters = LogFilters
    group = GROUP

    @describe(
        "log_list",
        "Who did what, when and why, the newest first.",
        answers=LOG,
        examples=[a_page(LOG_EXAMPLE)],
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)
        return self.paginate(log_rows(event), LogShape.of, "-seq")
