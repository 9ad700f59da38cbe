"""Long work as programs watch it."""

from typing import Any

from rest_framework import serializers

from tournaments.frame import phrases
from tournaments.frame.api.bodies import Shape
from tournaments.jobs.writes import jobs
from tournaments.jobs.writes.hold import refusal_of
from tournaments.models import Job, Tournament


class JobProblem(Shape):
    """Why a job could not be done."""

    code = serializers.CharField()
    field = serializers.CharField(allow_blank=True)
    detail = serializers.CharField()


class JobShape(Shape):
    """A piece of long work: how far it is, or what came of it."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=list(jobs.KINDS))
    name = serializers.CharField(allow_blank=True, help_text="What its file is called.")
    status = serializers.ChoiceField(choices=Job.Status.values)
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    has_file = serializers.BooleanField()
    problems = JobProblem(many=True)
    more_problems = serializers.IntegerField(help_text="How many are not listed.")
    stay = serializers.ListField(
        child=serializers.CharField(), help_text="Entries of a list taken back that stay: somebody has used them since."
    )


EXAMPLE = {
    "id": 21,
    "kind": "pdf",
    "name": "gara-di-natale-locandina.pdf",
    "status": "done",
    "done": 1,
    "total": 1,
    "created_at": "2026-12-20T20:00:00+01:00",
    "finished_at": "2026-12-20T20:00:04+01:00",
    "has_file": True,
    "problems": [],
    "more_problems": 0,
    "stay": [],
}


def job_shape(event: Tournament | None, job: Job) -> dict[str, Any]:
    """A job of an event, or of none yet, without what it is made from."""
    error = job.error or {}
    refusals = [refusal_of(kept) for kept in error.get("refusals", [])]
    game = event.game if event else ""
    return {
        "id": job.pk,
        "kind": job.kind,
        "name": job.summary.get("name", ""),
        "status": job.status,
        "done": job.done,
        "total": job.total,
        "created_at": job.created_at,
        "finished_at": job.finished_at,
        "has_file": bool(job.result),
        "problems": [
            {"code": refusal.code, "field": refusal.field, "detail": phrases.sentence(refusal, game)}
            for refusal in refusals
        ],
        "more_problems": error.get("more", 0),
        "stay": [label for _number, label in job.summary.get("stay", [])],
    }
