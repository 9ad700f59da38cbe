"""Files of an event: its tables, calendar and archive; and an event that comes from another installation."""

from io import BytesIO
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.events.reads.calendars import CONTENT_TYPE, calendar_of
from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.examples import example_answered
from tournaments.frame.api.negotiation import ZipParser
from tournaments.frame.api.schema import describe
from tournaments.frame.policies import Door, Right
from tournaments.frame.serving.bodies import UPLOAD
from tournaments.jobs.api.job_shapes import EXAMPLE, JobShape, job_shape
from tournaments.jobs.reads.jobs import own_job
from tournaments.jobs.reads.spreadsheets import CSV, TABLES, XLSX
from tournaments.jobs.shown.tables import ALL, table_file
from tournaments.jobs.writes import jobs
from tournaments.models import Job


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
    @describe(
        "event_table_file", "A table of the event as CSV or XLSX.", answers=OpenApiTypes.BINARY, kinds=(CSV, XLSX)
    )
    def get(self, request: Request, slug: str, what: str, form: str) -> HttpResponseBase:
        event, _actor = self.event(slug)
        return table_file(event, what, form)


class CalendarFile(Endpoint):
    """The event as iCalendar."""

    door = Door(reads=Right.SEE)
    group = "documents"

    @describe("event_calendar", "The event as iCalendar.", answers=OpenApiTypes.STR, kinds=("text/calendar",))
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        event, _actor = self.event(slug)
        address = f"{settings.SITE_URL}{reverse('event', args=[event.slug])}"
        return HttpResponse(calendar_of([(event, address)]), content_type=CONTENT_TYPE)


JSON_ARCHIVE = "application/vnd.settebello.event+json"


class JsonArchiveParser(ZipParser):
    """The archive that is one JSON document, as it was sent."""

    media_type = JSON_ARCHIVE


class EventImportShape(JobShape):
    """An archive that is looked at, and the event that it has become."""

    event = serializers.SlugField(allow_null=True, help_text="The event here, once it is taken.")


IMPORTED = {
    **EXAMPLE,
    "kind": "event_import",
    "name": "",
    "done": 812,
    "total": 812,
    "has_file": False,
    "event": "gara-di-natale",
}


def import_shape(job: Job) -> dict[str, Any]:
    """Return the state of an import job, and the slug of the event once it is imported."""
    return {**job_shape(None, job), "event": job.summary.get("slug")}


SENT: dict[str, Any] = {
    "takes": {"application/zip": OpenApiTypes.BINARY, JSON_ARCHIVE: OpenApiTypes.BINARY},
    "answers": EventImportShape,
    "status": 202,
    "located": True,
    "examples": [example_answered({**IMPORTED, "status": "waiting", "done": 0, "event": None}, status=202)],
}


class Imports(Endpoint):
    """Import the archive of an event."""

    door = Door(writes=Right.CREATE_EVENT)
    group = "documents"
    body_limit = UPLOAD
    parser_classes = [ZipParser, JsonArchiveParser]

    @describe(
        "event_import",
        "Send the archive of an event, zip or JSON; who sends it organises the event that it becomes.",
        **SENT,
    )
    def post(self, request: Request) -> Response:
        return self.start(request, again=False)

    def start(self, request: Request, *, again: bool) -> Response:
        """Start the job that checks and imports the archive; ``again`` also takes an event that is here already."""
        sent, key = request.data if isinstance(request.data, bytes) else b"", uuid4().hex
        job = jobs.start_import(
            actor=self.actor, file=BytesIO(sent), key=key, language=get_language() or "it", again=again
        )
        where = request.build_absolute_uri(reverse("api_import", args=[job.pk]))
        return Response(import_shape(job), status=202, headers={"Location": where})


class ImportsAgain(Imports):
    """Import an archive again, though its event is here already: it becomes another event."""

    @describe(
        "event_import_again",
        "Send an archive whose event is here already, to import it once more.",
        **SENT,
    )
    def post(self, request: Request) -> Response:
        return self.start(request, again=True)


class OneImport(Endpoint):
    """An archive that was sent, for anybody who sent it."""

    door = Door(reads=Right.CREATE_EVENT)
    group = "documents"

    @describe(
        "event_import_read",
        "How far the import is, then the event that it has made, or what is wrong with the archive.",
        answers=EventImportShape,
        examples=[example_answered(IMPORTED)],
    )
    def get(self, request: Request, job_id: int) -> Response:
        return Response(import_shape(own_job(self.visitor.account, jobs.EVENT_IMPORT, job_id)))
