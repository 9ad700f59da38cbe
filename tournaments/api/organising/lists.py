"""A spreadsheet with a list of entries: sent, read beside the pages, and answered as entries that can be sent back."""

from io import BytesIO
from typing import Any
from uuid import uuid4

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.bodies import Shape
from tournaments.api.documents.imports import ZipParser
from tournaments.api.organising.base import Organising, event_endpoint
from tournaments.api.organising.examples import answered
from tournaments.api.organising.job_shapes import EXAMPLE, JobShape, job_shape
from tournaments.api.schema import documented
from tournaments.forms.entry_file import EntryFile, Problem, UnreadableError, read_for
from tournaments.models import Job, Tournament
from tournaments.operations import of_jobs
from tournaments.policies import Door, Right
from tournaments.selectors.jobs import ahead_of, list_of
from tournaments.services.entries.entries import NewEntry
from tournaments.services.jobs import jobs
from tournaments.serving.bodies import UPLOAD

WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
BYTES = "application/octet-stream"
AGAIN_SECONDS = 1


class WorkbookParser(ZipParser):
    """The spreadsheet as it was sent: it is opened by a process of its own."""

    media_type = WORKBOOK


class BytesParser(ZipParser):
    """The same, from a program that does not say what its bytes are."""

    media_type = BYTES


class ListedPerson(Shape):
    """A person by name."""

    family_name = serializers.CharField()
    given_name = serializers.CharField(allow_blank=True)


class ListedEntry(Shape):
    """An entry of the list, as entries are sent."""

    people = ListedPerson(many=True)
    club = serializers.CharField(allow_blank=True)
    circle = serializers.CharField(allow_blank=True)
    seed = serializers.IntegerField(allow_null=True)


class ListProblem(Shape):
    """What is wrong in the list."""

    line = serializers.IntegerField(help_text="The row of the sheet; 0: the whole list.")
    code = serializers.CharField()
    detail = serializers.CharField()


class ListShape(JobShape):
    """A spreadsheet on its way, what was read of it, or why it was not."""

    ahead = serializers.IntegerField(help_text="How many others are read before it.")
    entries = ListedEntry(many=True, help_text="What was read; to be sent to “entries/bulk/” or “jobs/”.")
    wrong = ListProblem(many=True, help_text="What keeps these entries from being taken.")


LIST_READ = {
    **EXAMPLE, "kind": "list", "name": "", "has_file": False, "ahead": 0, "wrong": [],
    "entries": [{"people": [{"family_name": "Solero", "given_name": ""}], "club": "", "circle": "", "seed": None}],
}  # fmt: skip
LIST_WAITS = {**LIST_READ, "status": "waiting", "done": 0, "total": 0, "finished_at": None, "ahead": 2, "entries": []}


def list_shape(event: Tournament, job: Job) -> dict[str, Any]:
    """Return the state of reading a spreadsheet, with the entries and errors found while they are kept."""
    read, problems = _read(event, job.payload) if job.status == Job.Status.DONE else (None, [])
    return {
        **job_shape(event, job),
        "ahead": ahead_of(job),
        "entries": [_entry(each) for each in read.entries] if read else [],
        "wrong": [{"line": each.line, "code": each.code, "detail": str(each)} for each in problems],
    }


def _read(event: Tournament, payload: dict[str, Any]) -> tuple[EntryFile | None, list[Problem]]:
    try:
        read = read_for(event, **({"text": ""} | payload))
    except UnreadableError as error:
        return None, [error.problem]
    return read, list(read.problems)


def _entry(new: NewEntry) -> dict[str, Any]:
    people = [{"family_name": one.family_name, "given_name": one.given_name} for one in new.people]
    return {"people": people, "club": new.club, "circle": new.circle, "seed": new.seed}


def _told(event: Tournament, job: Job, *, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """The state; while it is not over, when to ask again."""
    is_open = job.status in (Job.Status.WAITING, Job.Status.RUNNING)
    again = {"Retry-After": str(AGAIN_SECONDS)} if is_open else {}
    return Response(list_shape(event, job), status=status, headers={**again, **(headers or {})})


class Lists(Organising):
    """Read a spreadsheet with a list of entries."""

    door = Door(writes=Right.ORGANISE)
    body_limit = UPLOAD
    parser_classes = [WorkbookParser, BytesParser]

    @documented(
        "list_read_start",
        "Send a spreadsheet (.xlsx, 2 MB) with a list of entries; an account has one read at a time.",
        takes={WORKBOOK: OpenApiTypes.BINARY, BYTES: OpenApiTypes.BINARY},
        answers=ListShape,
        status=202,
        located=True,
        awaited=True,
        examples=[answered(LIST_WAITS, status=202)],
    )
    def post(self, request: Request, slug: str) -> Response:
        event, actor = self.event(slug)
        sent = request.data if isinstance(request.data, bytes) else b""
        job = jobs.start_list(actor=actor, tournament_id=event.pk, file=BytesIO(sent), key=uuid4().hex, name="")
        where = request.build_absolute_uri(reverse("api_list", args=[event.slug, job.pk]))
        return _told(event, job, status=202, headers={"Location": where})


class OneList(Organising):
    """A spreadsheet that was sent."""

    door = Door(reads=Right.ORGANISE)

    @documented(
        "list_read",
        "How far the reading of a spreadsheet is, then its entries, kept for a day, or what is wrong with it.",
        answers=ListShape,
        awaited=True,
        examples=[answered(LIST_READ)],
    )
    def get(self, request: Request, slug: str, job_id: int) -> Response:
        event, _actor = self.event(slug)
        return _told(event, list_of(event, job_id))


CANCELLED = {**LIST_WAITS, "status": "failed"}
CANCEL = event_endpoint(of_jobs.CANCEL_LIST, list_shape, ListShape, CANCELLED, "lists", there=list_of)
