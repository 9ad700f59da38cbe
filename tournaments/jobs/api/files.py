"""An event as tables and as iCalendar; what takes longer is a job (``jobs.api.jobs``)."""

from django.conf import settings
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from tournaments.events.writes.calendars import CONTENT_TYPE, calendar_of
from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.schema import documented
from tournaments.frame.policies import Door, Right
from tournaments.jobs.shown.tables import ALL, table_file
from tournaments.jobs.writes.spreadsheets import CSV, TABLES, XLSX


class TableFile(Endpoint):
    """A table of the event as a file: CSV, or a workbook; ``all`` is one workbook of all of them."""

    door = Door(reads=Right.ORGANISE)
    group = "documents"

    @extend_schema(
        parameters=[
            OpenApiParameter("what", str, OpenApiParameter.PATH, enum=[*TABLES, ALL]),
            OpenApiParameter("form", str, OpenApiParameter.PATH, enum=["csv", "xlsx"]),
        ]
    )
    @documented(
        "event_table_file", "A table of the event as CSV or XLSX.", answers=OpenApiTypes.BINARY, kinds=(CSV, XLSX)
    )
    def get(self, request: Request, slug: str, what: str, form: str) -> HttpResponseBase:
        event, _actor = self.event(slug)
        return table_file(event, what, form)


class CalendarFile(Endpoint):
    """The event as iCalendar."""

    door = Door(reads=Right.SEE)
    group = "documents"

    @documented("event_calendar", "The event as iCalendar.", answers=OpenApiTypes.STR, kinds=("text/calendar",))
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        event, _actor = self.event(slug)
        address = f"{settings.SITE_URL}{reverse('event', args=[event.slug])}"
        return HttpResponse(calendar_of([(event, address)]), content_type=CONTENT_TYPE)
