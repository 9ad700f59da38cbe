"""Documents and long jobs: what can be made, the progress, the outcome, and the file to download."""

from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext, override
from django.utils.translation import gettext as _

from tournaments.errors import RefusedError
from tournaments.events.words.by_format import number_in
from tournaments.frame.operations.operation import of_event
from tournaments.frame.pages import steps
from tournaments.frame.pages.steps import officials, organiser_of, say_done, say_refused, show, to
from tournaments.frame.phrases import sentence
from tournaments.frame.policies import Right
from tournaments.jobs import operations as of_jobs
from tournaments.jobs.reads.jobs import job_of, jobs_of
from tournaments.jobs.reads.spreadsheets import tables_of
from tournaments.jobs.shown.documents import (
    ARCHIVES,
    DOCUMENTS,
    archive_payload,
    file_name,
    offered_documents,
    page_of,
    paper_payload,
)
from tournaments.jobs.shown.tables import table_file
from tournaments.jobs.words import NAMES
from tournaments.jobs.writes import jobs
from tournaments.jobs.writes.hold import refusal_of
from tournaments.jobs.writes.pdf_job import is_pango_there
from tournaments.jobs.writes.results import path_of
from tournaments.models import Job, Tournament


@officials(reads=Right.ORGANISE)
def organise_table(request: HttpRequest, slug: str, what: str, form: str) -> HttpResponse:
    """Return one table as CSV or workbook, or all of them in one workbook."""
    event, _actor = organiser_of(request, slug)
    return table_file(event, what, form)


LONGEST_KEY = 40
# A message with this tag makes the browser print the page that shows it.
PRINTS = "prints"


@officials(reads=Right.ORGANISE)
def organise_jobs(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what can be made of this event, and its jobs."""
    event, _actor = organiser_of(request, slug)
    context: dict[str, Any] = {
        "jobs": [_row(event, job) for job in jobs_of(event)],
        "documents": offered_documents(event),
        "tables": [{"what": what, "title": gettext(table.title)} for what, table in tables_of(event).items()],
        "key": uuid4().hex,
    }
    return show(request, "jobs/jobs.html", event, "organise_jobs", **context)


@officials(reads=Right.ORGANISE)
def organise_job(request: HttpRequest, slug: str, job_id: int) -> HttpResponse:
    """Show the progress or the outcome of one job."""
    event, _actor = organiser_of(request, slug)
    job = job_of(event, job_id)
    if job.kind == jobs.LIST:
        return to("organise_list", event.slug, job.pk)
    return show(request, "jobs/job.html", event, "organise_jobs", job=_row(event, job))


@officials(writes=Right.ORGANISE)
def organise_job_start(request: HttpRequest, slug: str) -> HttpResponse:
    """Start a document. The page is rendered now and printed by the job; without Pango the browser prints it."""
    event, actor = organiser_of(request, slug)
    what, key = request.POST.get("what", ""), request.POST.get("key", "")[:LONGEST_KEY] or uuid4().hex
    if what in ARCHIVES:
        form = ARCHIVES[what]
        kind, payload, name = jobs.ARCHIVE, archive_payload(form, get_language()), f"{event.slug}.{form}"
    else:
        number = number_in(request.POST.get("turno", ""))
        html = page_of(request, event, what, number)
        if not html:
            messages.error(request, _("There is no such document yet."))
            return to("organise_jobs", event.slug)
        if not is_pango_there():
            messages.info(request, sentence(RefusedError("pdf_pango_missing")), extra_tags=PRINTS)
            page = reverse(DOCUMENTS[what].page, args=[event.slug])
            return steps.SeeOther(f"{page}?{DOCUMENTS[what].query_about(number)}")
        kind, payload, name = jobs.PDF, paper_payload(event, html), file_name(event, DOCUMENTS[what].label)
    try:
        job = jobs.start(kind, actor=actor, tournament_id=event.pk, payload=payload, key=f"{what}|{key}", name=name)
    except RefusedError as refusal:
        say_refused(request, refusal, event)
        return to("organise_jobs", event.slug)
    return to("organise_job", event.slug, job.pk)


@steps.page_of(of_jobs.AGAIN, is_button=True)
def organise_job_again(request: HttpRequest, slug: str, job_id: int) -> HttpResponse:
    """Retry a failed job."""
    event, actor = organiser_of(request, slug)
    job = job_of(event, job_id)
    try:
        of_jobs.AGAIN.do(actor, of_event(event, job_id=job.pk), {})
    except RefusedError as refusal:
        say_refused(request, refusal, event)
    else:
        say_done(request, _("It is tried again."))
    return to(_page_of(job), event.slug, job.pk)


@officials(reads=Right.ORGANISE)
def organise_job_file(request: HttpRequest, slug: str, job_id: int) -> HttpResponse:
    """Return the result as a download, under a readable name and not its name on the disk."""
    event, _actor = organiser_of(request, slug)
    job = job_of(event, job_id)
    path = path_of(job.result)
    if path is None:
        messages.error(request, _("The file is not kept any more: make it again."))
        return to("organise_job", event.slug, job.pk)
    name = job.summary.get("name") or f"settebello{path.suffix}"
    answer: Any = FileResponse(path.open("rb"), as_attachment=True, filename=name)
    answer["Cache-Control"] = "private, no-store"
    found: HttpResponse = answer
    return found


def _row(event: Tournament, job: Job) -> dict[str, Any]:
    """Return a job for the pages."""
    error, name = job.error or {}, job.summary.get("name", "")
    # The subject in the reader's language: the document that has this name in any language, or the kind.
    title: Any = (name if job.kind in (jobs.PDF, jobs.LIST) else "") or NAMES.get(job.kind, job.kind)
    for language, _language_name in settings.LANGUAGES:
        with override(language):
            named = [each.label for each in DOCUMENTS.values() if file_name(event, each.label) == name]
        if named:
            title = named[0]
            break
    outcome = ""
    if job.status == Job.Status.DONE:
        if job.kind == jobs.IMPORT:
            taken = job.summary.get("taken", 0)
            outcome = ngettext("%(n)s entry taken.", "%(n)s entries taken.", taken) % {"n": taken}
        elif job.kind == jobs.LIST:
            outcome = _("The spreadsheet was read.")
        elif job.result:
            outcome = _("The file is ready.")
        else:
            outcome = _("The file was removed after thirty days: make it again.")
    return {
        "pk": job.pk,
        "title": title,
        "kind": NAMES.get(job.kind, job.kind),
        "status": job.status,
        "label": job.get_status_display(),
        "is_open": job.status in (Job.Status.WAITING, Job.Status.RUNNING),
        "done": job.done,
        "total": job.total,
        "percent": 100 * job.done // job.total if job.total else 0,
        "by": job.made_by,
        "at": job.created_at,
        "ended": job.finished_at,
        "outcome": outcome,
        "problems": [sentence(refusal_of(each), event.game) for each in error.get("refusals", [])],
        "more": error.get("more", 0),
        "stay": [label for _number, label in job.summary.get("stay", [])],
        "has_file": bool(job.result),
        "next": reverse("organise_entries", args=[event.slug]) if job.kind == jobs.IMPORT else "",
        "may_retry": job.status == Job.Status.FAILED,
        "url": reverse(_page_of(job), args=[event.slug, job.pk]),
    }


def _page_of(job: Job) -> str:
    """Return the name of a job's page; a spreadsheet has its page among the entries."""
    return "organise_list" if job.kind == jobs.LIST else "organise_job"
