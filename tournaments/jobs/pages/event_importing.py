"""Import an event from another installation: upload the archive, then follow the job that checks it."""

from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext

from tournaments.errors import RefusedError
from tournaments.frame.pages.steps import officials, refuse, to
from tournaments.frame.phrases import sentence
from tournaments.frame.policies import Actor, Right
from tournaments.frame.serving.bodies import reads_upload
from tournaments.jobs.forms import ArchiveForm
from tournaments.jobs.reads.jobs import own_job
from tournaments.jobs.writes import event_archive, jobs
from tournaments.jobs.writes.hold import refusal_of
from tournaments.models import Job, User


@reads_upload
@officials(reads=Right.CREATE_EVENT, writes=Right.CREATE_EVENT)
def event_import(request: HttpRequest) -> HttpResponse:
    """Take an archive; the account that sends it becomes the organiser."""
    if request.method != "POST":
        return _page(request, ArchiveForm(initial={"key": uuid4().hex}))
    form = ArchiveForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, form, 422)
    account = request.user
    actor = Actor(user=account if isinstance(account, User) else None, label=str(account))
    try:
        job = jobs.start_import(
            actor=actor,
            file=form.cleaned_data["file"],
            key=form.cleaned_data["key"] or uuid4().hex,
            language=get_language() or "it",
            again=form.cleaned_data["again"],
        )
    except RefusedError as refusal:
        return _page(request, form, refuse(form, refusal))
    return to("event_import_job", job.pk)


def _page(request: HttpRequest, form: ArchiveForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "crumbs": _crumbs(), "mb": event_archive.MOST_BYTES / 1_000_000}
    return render(request, "jobs/event_import.html", context, status=status)


@officials(reads=Right.CREATE_EVENT)
def event_import_job(request: HttpRequest, job_id: int) -> HttpResponse:
    """Show the progress of the import, then the event, or the errors of the archive."""
    job = own_job(request.user, jobs.EVENT_IMPORT, job_id)
    slug = job.summary.get("slug", "")
    context = {
        "crumbs": _crumbs(),
        "job": {
            "url": reverse("event_import_job", args=[job.pk]),
            "status": job.status,
            "is_open": job.status in (Job.Status.WAITING, Job.Status.RUNNING),
            "done": job.done,
            "total": job.total,
            "percent": 100 * job.done // job.total if job.total else 0,
            "problems": [sentence(refusal_of(each)) for each in (job.error or {}).get("refusals", [])],
            "event": job.summary.get("event", ""),
            "event_url": reverse("organise", args=[slug]) if slug else "",
        },
    }
    return render(request, "jobs/event_import_job.html", context)


def _crumbs() -> list[dict[str, str]]:
    home = {"label": gettext("My events"), "url": reverse("my_events")}
    return [home, {"label": gettext("Event from an archive"), "url": ""}]
