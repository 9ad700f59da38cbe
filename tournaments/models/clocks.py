"""Deadlines as rows: they survive anything, and each takes effect once."""

from django.db import models

from tournaments.models.rounds import Round
from tournaments.models.tournaments import Tournament


class Deadline(models.Model):
    """Something due at a time: ``kind`` says what, ``fired_at`` that it has taken effect."""

    class Kind(models.TextChoices):
        ROUND_TIME = "round_time"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="deadlines")
    round = models.ForeignKey(Round, null=True, blank=True, on_delete=models.CASCADE, related_name="deadlines")
    kind = models.CharField(max_length=12, choices=Kind)
    due_at = models.DateTimeField()
    fired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["due_at"]
        constraints = [models.UniqueConstraint(fields=["round", "kind"], name="deadline_once_a_round")]
        indexes = [models.Index(fields=["due_at"], condition=models.Q(fired_at__isnull=True), name="deadline_pending")]

    def __str__(self) -> str:
        return f"{self.kind} {self.due_at:%H:%M:%S}"
