"""Deadlines as rows, which survive a crash and take effect once; and the pulse that shows a gap in service."""

from django.db import models

from tournaments.models.rounds import Round
from tournaments.models.tables import Table
from tournaments.models.tournaments import Tournament


class Deadline(models.Model):
    """Something due at a time: ``kind`` says what, ``key`` names its target; ``fired_at`` is when it took effect.

    ``line`` is the index of a line at the table, ``step`` counts the steps of the lateness ladder from 0. A deadline
    whose clock is paused has no ``due_at``.
    """

    class Kind(models.TextChoices):
        ROUND_TIME = "round_time"
        TABLE_TIME = "table_time"
        LATENESS = "lateness"
        LINE_CLOCK = "line_clock"
        ROUND_OPENS = "round_opens"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="deadlines")
    round = models.ForeignKey(Round, null=True, blank=True, on_delete=models.CASCADE, related_name="deadlines")
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.CASCADE, related_name="deadlines")
    line = models.PositiveSmallIntegerField(null=True, blank=True)
    step = models.PositiveSmallIntegerField(default=0)
    kind = models.CharField(max_length=12, choices=Kind)
    key = models.CharField(max_length=60, unique=True)
    due_at = models.DateTimeField(null=True, blank=True)
    fired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["due_at", "id"]
        indexes = [models.Index(fields=["due_at"], condition=models.Q(fired_at__isnull=True), name="deadline_pending")]

    def __str__(self) -> str:
        return self.key


class Pulse(models.Model):
    """When a part of the installation was last alive. A gap in service is measured by the pulse ``clocks``."""

    name = models.CharField(max_length=40, unique=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} {self.at:%H:%M:%S}"
