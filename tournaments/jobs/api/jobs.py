"""Documents and long work: begun, watched, fetched, and tried again."""

from typing import Any
from uuid import uuid4

from django.http import FileResponse
from django.http.response import HttpResponseBase
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.entries.api.entry_bodies import ListedEntryBody, new_entry
from tournaments.entries.forms.entry_file import MOST_ROWS
from tournaments.errors import MissingError, RefusedError
from tournaments.frame.api.bodies import SeenBody
from tournaments.frame.api.examples import example_answered, example_sent
from tournaments.frame.api.organising import Organising, event_endpoint
from tournaments.frame.api.schema import describe, many_of
from tournaments.frame.policies import Door, Right
from tournaments.frame.serving.bodies import UPLOAD
from tournaments.jobs import operations as of_jobs
from tournaments.jobs.api.job_shapes import EXAMPLE, JobShape, job_shape
from tournaments.jobs.reads.jobs import job_of, jobs_of
from tournaments.jobs.shown.documents import ARCHIVES, DOCUMENTS, archive_payload, file_name, page_of, paper_payload
from tournaments.jobs.writes import jobs
from tournaments.jobs.writes.entry_import import payload_of
from tournaments.jobs.writes.results import path_of

KINDS = (*DOCUMENTS, *ARCHIVES, jobs.IMPORT)
MOST_ROUNDS = 99


class JobBody(SeenBody):
    """What is to be made; an import brings its entries, and what is printed of a round may name the round."""

    what = serializers.ChoiceField(choices=KINDS)
    round = serializers.IntegerField(
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
        help_text="For what is printed of one round; else the present one.",
    )
    entries = ListedEntryBody(many=True, min_length=1, max_length=MOST_ROWS, required=False)  # type: ignore[call-arg]

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        """Entries belong to an import, and an import needs them."""
        if (data["what"] == jobs.IMPORT) != ("entries" in data):
            raise serializers.ValidationError({"entries": [_("Entries belong to an import, and only there.")]})
        return data


class Jobs(Organising):
    """The long work of an event."""

    body_limit = UPLOAD

    @describe(
        "jobs_list",
        "The latest pieces of long work, newest first.",
        answers=many_of(JobShape),
        examples=[example_answered({"results": [EXAMPLE]})],
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)
        return Response({"results": [job_shape(event, job) for job in jobs_of(event)]})

    @describe(
        "job_start",
        "Begin a document, the archive of the event, or a long list of entries.",
        takes=JobBody,
        answers=JobShape,
        status=202,
        located=True,
        examples=[example_sent({"what": "poster"}), example_answered({**EXAMPLE, "status": "waiting"}, status=202)],
    )
    def post(self, request: Request, slug: str) -> Response:
        event, actor, body = self.begin_write(slug)
        what = body["what"]
        payload: dict[str, Any]
        if what in ARCHIVES:
            form = ARCHIVES[what]
            kind, payload, name = jobs.ARCHIVE, archive_payload(form, get_language()), f"{event.slug}.{form}"
        elif what == jobs.IMPORT:
            rows = [new_entry(each, str(place)) for place, each in enumerate(body["entries"], start=1)]
            kind, payload, name = jobs.IMPORT, payload_of(rows), ""
        else:
            if self.visitor.account is None and DOCUMENTS[what].is_of_organisers:
                raise RefusedError("document_of_people", field="what", value=what)
            html = page_of(self.request._request, event, what, body.get("round"))
            if not html:
                raise RefusedError("document_missing", field="what", value=what)
            kind, payload, name = jobs.PDF, paper_payload(event, html), file_name(event, DOCUMENTS[what].label)
        key = f"{what}|{uuid4().hex}"
        job = jobs.start(kind, actor=actor, tournament_id=event.pk, payload=payload, key=key, name=name)
        where = request.build_absolute_uri(f"{job.pk}/")
        return Response(job_shape(event, job), status=202, headers={"Location": where})


class OneJob(Organising):
    """A piece of long work."""

    door = Door(reads=Right.ORGANISE)

    @describe(
        "job_read",
        "How far a piece of work is, or what came of it.",
        answers=JobShape,
        examples=[example_answered(EXAMPLE)],
    )
    def get(self, request: Request, slug: str, job_id: int) -> Response:
        event, _actor = self.event(slug)
        return Response(job_shape(event, job_of(event, job_id)))


class JobFile(Organising):
    """What a piece of work made."""

    door = Door(reads=Right.ORGANISE)

    @extend_schema(
        operation_id="job_file",
        summary="The file that was made; it is kept for thirty days.",
        responses={
            (200, "application/pdf"): OpenApiTypes.BINARY,
            (200, "application/zip"): OpenApiTypes.BINARY,
            (200, "application/json"): OpenApiTypes.BINARY,
        },
    )
    def get(self, request: Request, slug: str, job_id: int) -> HttpResponseBase:
        event, _actor = self.event(slug)
        job = job_of(event, job_id)
        path = path_of(job.result)
        if path is None:
            raise MissingError
        name = job.summary.get("name") or f"settebello{path.suffix}"
        answer = FileResponse(path.open("rb"), as_attachment=True, filename=name)
        answer["Cache-Control"] = "private, no-store"
        return answer


WAITS = {**EXAMPLE, "status": "waiting"}
AGAIN = event_endpoint(of_jobs.AGAIN, job_shape, JobShape, WAITS, "jobs", there=job_of, status=202)
