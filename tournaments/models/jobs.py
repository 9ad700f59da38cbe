"""Long work as rows: continued where it stopped, watched while it runs; its result is kept for later downloads."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.people import User
from tournaments.models.tournaments import Tournament


class Job(models.Model):
    """A piece of long work: ``done`` of ``total`` steps; ``lease_until`` is set while a worker is at it.

    ``result`` is the file's name in the folder of job results, ``summary`` what a page says of the outcome, and
    ``error`` the code and values of a refusal. ``key`` makes a repeated request one job.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("a job", "Waiting")
        RUNNING = "running", pgettext_lazy("a job", "Running")
        DONE = "done", pgettext_lazy("a job", "Done")
        FAILED = "failed", _("Failed")

    kind = models.CharField(max_length=40)
    tournament = models.ForeignKey(Tournament, null=True, blank=True, on_delete=models.CASCADE, related_name="jobs")
    made_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="jobs")
    payload = models.JSONField(default=dict)
    key = models.CharField(max_length=64, unique=True)
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    result = models.CharField(max_length=200, blank=True)
    summary = models.JSONField(default=dict, blank=True)
    error = models.JSONField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["id"], condition=models.Q(status__in=["waiting", "running"]), name="job_open"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
