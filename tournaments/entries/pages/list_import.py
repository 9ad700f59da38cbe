"""Import a list of entries: preview it, take the good rows, keep the wrong ones to be corrected."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from io import BytesIO
from types import MappingProxyType
from typing import Any
from uuid import uuid4

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from tournaments.entries.forms.desk import ListForm
from tournaments.entries.forms.entry_file import (
    MOST_BYTES,
    MOST_COLUMNS,
    MOST_ROWS,
    EntryFile,
    UnreadableListError,
)
from tournaments.entries.forms.list_files import decode
from tournaments.entries.forms.list_mending import list_settings, row_decisions, settings_of_list, with_taken
from tournaments.entries.forms.reading_lists import read_list
from tournaments.entries.pages.list_preview import preview
from tournaments.entries.writes import entries
from tournaments.entries.writes.entries import TAKING
from tournaments.errors import RefusedError
from tournaments.frame.names import TextProblem, printable
from tournaments.frame.numbers import whole
from tournaments.frame.operations.operation import of_event
from tournaments.frame.pages.middleware import body_refused, says_so_itself
from tournaments.frame.pages.steps import officials, officials_only, organiser_of, page_of, refuse, say_done, show, to
from tournaments.frame.pages.steps import say_refused as refused_above
from tournaments.frame.phrases import sentence
from tournaments.frame.policies import Actor, Right, door
from tournaments.frame.reads.teams import is_of_teams
from tournaments.frame.serving.bodies import reads_upload, refused_status
from tournaments.jobs import operations as of_jobs
from tournaments.jobs.reads import spreadsheets
from tournaments.jobs.reads.jobs import ahead_of, list_of, open_list_of
from tournaments.jobs.shown.tables import file_answer
from tournaments.jobs.writes import jobs, uploaded_workbooks
from tournaments.jobs.writes.entry_import import payload_of
from tournaments.jobs.writes.hold import refusal_of
from tournaments.jobs.writes.uploaded_workbooks import PASSING, sheet_of
from tournaments.models import Job, Tournament

# More rows are taken by a job, with a progress bar.
MOST_AT_ONCE = 300
# The headings of the columns, and what they contain.
PLAYER_COLUMNS = (
    (
        "Giocatore 1, Coppia, Player 1",
        gettext_lazy("whole names, in either order; both players may stand in one cell"),
    ),
    ("Cognome 1, Surname 1", gettext_lazy("family name of the first player")),
    ("Nome 1, Given name 1", gettext_lazy("name of the first player")),
)
PARTNER_COLUMNS = (
    ("Cognome 2, Surname 2", gettext_lazy("family name of the partner; empty: looks for one")),
    ("Nome 2, Given name 2", gettext_lazy("name of the partner")),
)
THREE_COLUMNS = (
    ("Cognome 2, Surname 2", gettext_lazy("family name of the second player")),
    ("Nome 2, Given name 2", gettext_lazy("name of the second player")),
    ("Cognome 3, Surname 3", gettext_lazy("family name of the third player")),
    ("Nome 3, Given name 3", gettext_lazy("name of the third player")),
)
OTHER_COLUMNS = (
    ("Circolo, Club", gettext_lazy("club; players of one club can be kept apart")),
    ("Valle, Circle", gettext_lazy("valley or league that the club belongs to")),
    ("Testa di serie, Seed", gettext_lazy("1 for the best, empty for none")),
)
TEAM_COLUMNS = (
    ("Squadra, Team", gettext_lazy("the name of the team")),
    (
        "Giocatore 1, Giocatore 2 … Player 1",
        gettext_lazy("the people, the family name first: a column for each, or all in one cell with commas between"),
    ),
    OTHER_COLUMNS[0],
)
# By the people of an entry.
OF_PARTNERS = {1: (), 2: PARTNER_COLUMNS, 3: THREE_COLUMNS}


@door(reads=Right.ORGANISE, writes=Right.ORGANISE)
@reads_upload
@says_so_itself
@csrf_exempt
@officials_only
@require_http_methods(["GET", "HEAD", "POST"])
def organise_import(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer a body that is too big with a sentence; pass everything else to the guarded view."""
    status = refused_status(request, organise_import)
    if status == 413:
        event, _actor = organiser_of(request, slug)
        form = ListForm({})
        form.add_error("text", str(TextProblem("file_too_big", params={"most": MOST_BYTES // 1_000_000})))
        return _page(request, event, form, status=413)
    if status:
        return body_refused(request, status)
    answer: HttpResponse = _guarded_import(request, slug)
    return answer


@csrf_protect
def _guarded_import(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = organiser_of(request, slug)
    if request.method != "POST":
        return _page(request, event, ListForm())
    form = ListForm(request.POST, request.FILES)
    form.is_valid()
    try:
        file, data = request.FILES.get("file"), b""
        if isinstance(file, UploadedFile):
            if (file.size or 0) > MOST_BYTES:
                # Refused unread.
                raise UnreadableListError("file_too_big", most=MOST_BYTES // 1_000_000)
            data = file.read()
        if uploaded_workbooks.is_workbook(data):
            # Read by a job; a form sent twice starts one job only.
            name = printable(str(getattr(file, "name", "")))
            key = request.POST.get("key", "")[:40] or uuid4().hex
            job = jobs.start_list(actor=actor, tournament_id=event.pk, file=BytesIO(data), key=key, name=name)
            return to("organise_list", event.slug, job.pk)
        text, encoding = decode(data) if data else (request.POST.get("text", ""), request.POST.get("encoding", "")[:20])
        said = {} if data else list_settings(request.POST)
        before = (
            read_list(event, text, encoding="", **said, chosen=row_decisions(request.POST))
            if "all" in request.POST
            else None
        )
        chosen = {} if data else row_decisions(request.POST, before)
        read = read_list(event, text, encoding=encoding, chosen=chosen, **said)
    except UnreadableListError as error:
        form.add_error("file" if request.FILES else "text", str(error.problem))
        return _page(request, event, form, status=422)
    except RefusedError as refusal:
        return _page(request, event, form, status=refuse(form, refusal, event.game))
    if "confirm" not in request.POST or not read.good:
        status = 422 if read.problems or ("confirm" in request.POST) else 200
        return _page(request, event, form, read=read, text=text, chosen=chosen, said=said, status=status)
    # The sure rows are taken; the others are kept, and shown next.
    left = settings_of_list(read, said, with_taken(chosen, read))
    try:
        if len(read.good) > MOST_AT_ONCE and event.status in TAKING:
            # The same list sent twice starts one job only.
            key = request.POST.get("key", "")[:40] or sha256(text.encode()).hexdigest()
            payload = payload_of(read.good)
            job = jobs.start(jobs.IMPORT, actor=actor, tournament_id=event.pk, payload=payload, key=key)
            _keep_doubtful_rows(request, event, actor, read, text, left)
            return to("organise_job", event.slug, job.pk)
        made = entries.import_entries(actor=actor, tournament_id=event.pk, rows=read.good)
    except RefusedError as refusal:
        status = refuse(form, refusal, event.game)
        return _page(request, event, form, read=read, text=text, chosen=chosen, said=said, status=status)
    say_done(request, ngettext("%(n)s entry taken.", "%(n)s entries taken.", len(made)) % {"n": len(made)})
    kept = _keep_doubtful_rows(request, event, actor, read, text, left)
    return to("organise_list", event.slug, kept.pk) if kept else to("organise_entries", event.slug)


@officials(reads=Right.ORGANISE)
def organise_list(request: HttpRequest, slug: str, job_id: int) -> HttpResponse:
    """Show the progress of reading a spreadsheet, then its preview, or the reason of the failure."""
    event, _actor = organiser_of(request, slug)
    job, form = list_of(event, job_id), ListForm()
    payload = dict(job.payload) if job.status == Job.Status.DONE else {}
    sheet = whole(request.GET.get("foglio"))
    if "sheets" in payload and not (sheet and sheet <= len(payload["sheets"])):
        # The sheets to choose from: the likeliest first, hidden ones last.
        sheets = []
        for place, each in enumerate(payload["sheets"]):
            lines = [" ".join(line.replace(";", " ").split()) for line in each["text"].splitlines()]
            sheets.append(
                {
                    "number": place + 1,
                    "name": printable(each["name"]),
                    "is_hidden": each["hidden"],
                    "named": each["named"],
                    "sample": [printable(line) for line in lines if line][:3],
                    "is_likely": place == payload["sheet"],
                }
            )
        sheets.sort(key=lambda each: (not each["is_likely"], each["is_hidden"]))
        return _page(request, event, ListForm(), job=job, sheets=sheets)
    payload = sheet_of(payload, sheet - 1 if sheet else None)
    text = payload.pop("text", "")
    if job.status == Job.Status.DONE:
        form = ListForm({})
        try:
            if not job.payload:
                raise RefusedError("list_gone", field="file")
            read = read_list(event, text, encoding="", **payload)
            chosen = payload.pop("chosen", {})
            return _page(request, event, form, read=read, text=text, job=job, chosen=chosen, said=payload)
        except UnreadableListError as error:
            form.add_error("file", str(error.problem))
        except RefusedError as refusal:
            refuse(form, refusal, event.game)
    return _page(request, event, form, text=text, job=job)


@page_of(of_jobs.CANCEL_LIST, is_button=True)
def organise_list_cancel(request: HttpRequest, slug: str, job_id: int) -> HttpResponse:
    """Read a spreadsheet no further."""
    event, actor = organiser_of(request, slug)
    job = list_of(event, job_id)
    try:
        of_jobs.CANCEL_LIST.do(actor, of_event(event, job_id=job.pk), {})
    except RefusedError as refusal:
        refused_above(request, refusal, event)
    return to("organise_list", event.slug, job.pk)


def _keep_doubtful_rows(
    request: HttpRequest, event: Tournament, actor: Actor, read: EntryFile, text: str, left: Mapping[str, Any]
) -> Job | None:
    """Keep a list with rows to be looked at for a day; None if there are none."""
    wrong = len(read.to_look_at)
    if not wrong:
        return None
    kept = jobs.keep_list(actor=actor, tournament_id=event.pk, text=text, said=left)
    said = ngettext(
        "%(n)s row is left to be looked at: it is kept for a day under “Documents”.",
        "%(n)s rows are left to be looked at: they are kept for a day under “Documents”.",
        wrong,
    )
    say_done(request, said % {"n": wrong})
    return kept


def _page(
    request: HttpRequest,
    event: Tournament,
    form: ListForm,
    *,
    read: EntryFile | None = None,
    text: str = "",
    job: Job | None = None,
    status: int = 200,
    chosen: Mapping[str, str] = MappingProxyType({}),
    said: Mapping[str, Any] = MappingProxyType({}),
    sheets: Sequence[Mapping[str, Any]] = (),
) -> HttpResponse:
    before = open_list_of(request.user) if job is None and read is None else None
    reading = waiting = None
    if job is not None:
        # A spreadsheet being read, or the reason why it was not.
        refusals = [refusal_of(each) for each in (job.error or {}).get("refusals", [])]
        reading = {
            "pk": job.pk,
            "name": job.summary.get("name", ""),
            "is_open": job.status in (Job.Status.WAITING, Job.Status.RUNNING),
            "is_running": job.status == Job.Status.RUNNING,
            "ahead": ahead_of(job),
            "url": reverse("organise_list", args=[event.slug, job.pk]),
            "problems": [sentence(each, event.game) for each in refusals],
            "may_retry": bool(job.payload) and any(each.code in PASSING for each in refusals),
        }
    if before is not None and before.tournament is not None:
        # The page of a spreadsheet that its sender has to wait for.
        url = reverse("organise_list", args=[before.tournament.slug, before.pk])
        waiting = {"name": before.summary.get("name", ""), "url": url}
    of_teams = is_of_teams(event)
    columns = [*PLAYER_COLUMNS, *OF_PARTNERS[min(event.entry_size, 3)], *OTHER_COLUMNS]
    context = {
        "job": reading,
        "before": waiting,
        "form": form,
        "help": [{"names": names, "what": what} for names, what in (TEAM_COLUMNS if of_teams else columns)],
        "of_teams": of_teams,
        "limits": {"mb": MOST_BYTES // 1_000_000, "rows": MOST_ROWS, "columns": MOST_COLUMNS},
        "takes": event.status in TAKING,
        "read": read,
        "sheets": sheets,
        "preview": preview(event, read, chosen) if read else None,
        "chosen": json.dumps(dict(chosen), ensure_ascii=False) if chosen else "",
        "unseen": json.dumps(dict(said["unseen"])) if said.get("unseen") else "",
        "text": text,
        # A short list needs no idempotency key: sent twice, it is refused because its people are already entered.
        "key": uuid4().hex if read and len(read.good) > MOST_AT_ONCE else "",
        "file_key": uuid4().hex,
    }
    return show(request, "entries/import.html", event, "organise_entries", status=status, **context)


EXAMPLE = (
    ("Cognome 1", "Nome 1", "Cognome 2", "Nome 2", "Circolo", "Valle", "Testa di serie"),
    ("Castagneri", "Mario", "Vottero", "Piera", "Circolo di Traves", "Valli di Lanzo", "1"),
    ("Bertolotto", "Luca", "Airola", "Anna", "Bocciofila Viù", "Valle di Viù", ""),
    ("Solero", "Giulia", "", "", "Circolo di Ceres", "Val d'Ala", ""),
)
SINGLE_PLACES = (0, 1, 4, 5, 6)
EXAMPLE_OF_THREES = (
    (*EXAMPLE[0][:4], "Cognome 3", "Nome 3", *EXAMPLE[0][4:]),
    (*EXAMPLE[1][:4], "Perino", "Ugo", *EXAMPLE[1][4:]),
    (*EXAMPLE[2][:4], "Solero", "Giulia", *EXAMPLE[2][4:]),
)

EXAMPLE_OF_TEAMS = (
    ("Squadra", "Circolo", "Giocatore 1", "Giocatore 2", "Giocatore 3", "Giocatore 4"),
    ("Arci Prato", "Arci Prato", "Castagneri Mario", "Vottero Piera", "Perino Ugo", "Solero Giulia"),
    ("Dopolavoro", "", "Bertolotto Luca", "Airola Anna", "Gallo Rita", ""),
)


@officials(reads=Right.ORGANISE)
def organise_import_example(request: HttpRequest, slug: str) -> HttpResponse:
    """Return an example list for this event, with the byte order mark by which Excel detects UTF-8."""
    event, _actor = organiser_of(request, slug)
    rows = EXAMPLE_OF_TEAMS if is_of_teams(event) else EXAMPLE_OF_THREES if event.entry_size > 2 else EXAMPLE
    places = SINGLE_PLACES if event.entry_size == 1 else range(len(rows[0]))
    data = spreadsheets.to_csv([row[place] for place in places] for row in rows)
    return file_answer(data, spreadsheets.CSV, "iscritti.csv")
