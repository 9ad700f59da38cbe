"""A spreadsheet with a list of entries: sent, read beside the pages, and answered as entries that can be sent back."""

from io import BytesIO
from typing import Any
from uuid import uuid4

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.entries.forms.entry_file import TO_LOOK_AT, EntryFile, UnreadableListError
from tournaments.entries.forms.reading_lists import read_list
from tournaments.entries.writes.entries import NewEntry
from tournaments.frame.api.bodies import Shape
from tournaments.frame.api.examples import example_answered
from tournaments.frame.api.negotiation import ZipParser
from tournaments.frame.api.organising import Organising, event_endpoint
from tournaments.frame.api.schema import describe
from tournaments.frame.names import TextProblem
from tournaments.frame.numbers import whole
from tournaments.frame.policies import Door, Right
from tournaments.frame.serving.bodies import UPLOAD
from tournaments.jobs import operations as of_jobs
from tournaments.jobs.api.job_shapes import EXAMPLE, JobShape, job_shape
from tournaments.jobs.reads.jobs import ahead_of, list_of
from tournaments.jobs.writes import jobs
from tournaments.jobs.writes.uploaded_workbooks import sheet_of
from tournaments.models import Job, Tournament

WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
BYTES = "application/octet-stream"
AGAIN_SECONDS = 1


class WorkbookParser(ZipParser):
    """The spreadsheet as it was sent: it is opened by a process of its own."""

    media_type = WORKBOOK


class SpreadsheetParser(ZipParser):
    """The same, from a program that does not say what its bytes are."""

    media_type = BYTES


class ListedPerson(Shape):
    """A person by name."""

    family_name = serializers.CharField()
    given_name = serializers.CharField(allow_blank=True)


class ListedEntry(Shape):
    """An entry of the list, as entries are sent."""

    people = ListedPerson(many=True)
    name = serializers.CharField(allow_blank=True, help_text="Of a team; other entries are called by their people.")
    club = serializers.CharField(allow_blank=True)
    circle = serializers.CharField(allow_blank=True)
    seed = serializers.IntegerField(allow_null=True)
    contact = serializers.CharField(allow_blank=True)
    phone = serializers.CharField(allow_blank=True)
    is_paid = serializers.BooleanField()
    status = serializers.CharField(allow_blank=True, help_text="“pending” or “waiting” where the list says so.")


class ListProblem(Shape):
    """What is wrong in the list."""

    line = serializers.IntegerField(help_text="The row of the sheet; 0: the whole list.")
    code = serializers.CharField()
    detail = serializers.CharField()


class ListReading(Shape):
    """What a row may mean."""

    code = serializers.CharField()
    entries = ListedEntry(many=True, help_text="What it makes then; none if it is no entry.")


class ListDoubt(ListProblem):
    """A row that is not sure, and what it may mean."""

    text = serializers.CharField(help_text="The row as the list has it.")
    readings = ListReading(many=True, help_text="The likeliest first.")


class ListRest(ListProblem):
    """A row that is no entry: a title, a heading, a total, a reserve, somebody who is entered already."""

    text = serializers.CharField()


class ListSheet(Shape):
    """A sheet of a spreadsheet that has several lists."""

    number = serializers.IntegerField(help_text="For “?sheet=”.")
    name = serializers.CharField()
    hidden = serializers.BooleanField()
    rows = serializers.IntegerField(help_text="How many rows have names.")
    is_read = serializers.BooleanField()


class ListShape(JobShape):
    """A spreadsheet on its way, what was read of it, or why it was not."""

    ahead = serializers.IntegerField(help_text="How many others are read before it.")
    entries = ListedEntry(many=True, help_text="What is sure; to be sent to “entries/bulk/” or “jobs/”.")
    wrong = ListProblem(many=True, help_text="What keeps other rows from being taken.")
    doubtful = ListDoubt(many=True, help_text="Those rows, with what each may mean.")
    rest = ListRest(many=True, help_text="Rows that are no entries, each with the reason.")
    sheets = ListSheet(many=True, help_text="The sheets, if somebody has to say which one is the list.")


LIST_READ = {
    **EXAMPLE,
    "kind": "list",
    "name": "",
    "has_file": False,
    "ahead": 0,
    "wrong": [],
    "doubtful": [],
    "rest": [],
    "sheets": [],
    "entries": [
        {
            "people": [{"family_name": "Solero", "given_name": ""}],
            "name": "",
            "club": "",
            "circle": "",
            "seed": None,
            "contact": "",
            "phone": "",
            "is_paid": False,
            "status": "",
        }
    ],
}
LIST_WAITS = {**LIST_READ, "status": "waiting", "done": 0, "total": 0, "finished_at": None, "ahead": 2, "entries": []}


def list_shape(event: Tournament, job: Job, sheet: int | None = None) -> dict[str, Any]:
    """Return the state of reading a spreadsheet, with what was found in the likeliest sheet or in ``sheet``."""
    payload = dict(job.payload) if job.status == Job.Status.DONE else {}
    read: EntryFile | None = None
    problems: list[TextProblem] = []
    if job.status == Job.Status.DONE:
        try:
            read = read_list(event, **({"text": ""} | sheet_of(payload, sheet)))
            problems = list(read.problems)
        except UnreadableListError as error:
            problems = [error.problem]
    is_read = payload.get("sheet") if sheet is None else sheet
    return {
        **job_shape(event, job),
        "ahead": ahead_of(job),
        "entries": [_entry(each) for each in read.entries] if read else [],
        "wrong": [_problem(each) for each in problems],
        "doubtful": [
            {
                **_problem(row.why[0]),
                "text": row.text,
                "readings": [
                    {"code": each.code, "entries": [_entry(new) for new in each.entries]} for each in row.choices
                ],
            }
            for row in (read.to_look_at if read else ())
        ],
        "rest": [
            {**_problem(row.why[0]), "text": row.text}
            for row in (read.listed if read else ())
            if row.why and row.state not in TO_LOOK_AT
        ],
        "sheets": [
            {
                "number": place + 1,
                "name": each["name"],
                "hidden": each["hidden"],
                "rows": each["named"],
                "is_read": place == is_read,
            }
            for place, each in enumerate(payload.get("sheets", []))
        ],
    }


def _problem(problem: TextProblem) -> dict[str, Any]:
    return {"line": problem.line, "code": problem.code, "detail": str(problem)}


def _entry(new: NewEntry) -> dict[str, Any]:
    people = [{"family_name": one.family_name, "given_name": one.given_name} for one in new.people]
    return {
        "people": people,
        "name": new.name,
        "club": new.club,
        "circle": new.circle,
        "seed": new.seed,
        "contact": new.contact,
        "phone": new.phone,
        "is_paid": new.is_paid,
        "status": new.status,
    }


def _list_response(
    event: Tournament, job: Job, *, status: int = 200, headers: dict[str, str] | None = None, sheet: int | None = None
) -> Response:
    """The state; while it is not over, when to ask again."""
    is_open = job.status in (Job.Status.WAITING, Job.Status.RUNNING)
    again = {"Retry-After": str(AGAIN_SECONDS)} if is_open else {}
    return Response(list_shape(event, job, sheet), status=status, headers={**again, **(headers or {})})


class Lists(Organising):
    """Read a spreadsheet with a list of entries."""

    door = Door(writes=Right.ORGANISE)
    body_limit = UPLOAD
    parser_classes = [WorkbookParser, SpreadsheetParser]

    @describe(
        "list_read_start",
        "Send a spreadsheet (.xlsx, .ods or .xls, 2 MB) with a list of entries; an account has one read at a time.",
        takes={WORKBOOK: OpenApiTypes.BINARY, BYTES: OpenApiTypes.BINARY},
        answers=ListShape,
        status=202,
        located=True,
        awaited=True,
        examples=[example_answered(LIST_WAITS, status=202)],
    )
    def post(self, request: Request, slug: str) -> Response:
        event, actor = self.event(slug)
        sent = request.data if isinstance(request.data, bytes) else b""
        job = jobs.start_list(actor=actor, tournament_id=event.pk, file=BytesIO(sent), key=uuid4().hex, name="")
        where = request.build_absolute_uri(reverse("api_list", args=[event.slug, job.pk]))
        return _list_response(event, job, status=202, headers={"Location": where})


class OneList(Organising):
    """A spreadsheet that was sent."""

    door = Door(reads=Right.ORGANISE)

    @describe(
        "list_read",
        "How far the reading of a spreadsheet is, then its entries, kept for a day, or what is wrong with it.",
        answers=ListShape,
        awaited=True,
        examples=[example_answered(LIST_READ)],
    )
    def get(self, request: Request, slug: str, job_id: int) -> Response:
        event, _actor = self.event(slug)
        sheet = whole(request.query_params.get("sheet"))
        return _list_response(event, list_of(event, job_id), sheet=sheet - 1 if sheet else None)


CANCELLED = {**LIST_WAITS, "status": "failed"}
CANCEL = event_endpoint(of_jobs.CANCEL_LIST, list_shape, ListShape, CANCELLED, "lists", there=list_of)
