"""Who did what, when and why: one row for every write, in the same transaction."""

from django.db import models

from tournaments.models.people import User
from tournaments.models.tournaments import Tournament


class AuditEntry(models.Model):
    """A row of the log. ``actor_label`` keeps the name of a table code or a deleted account; rows are never changed."""

    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.CASCADE, related_name="audit_entries"
    )
    at = models.DateTimeField(auto_now_add=True)
    actor = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    actor_label = models.CharField(max_length=160)
    verb = models.CharField(max_length=40)
    target = models.CharField(max_length=200)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=400, blank=True)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["tournament", "-id"])]

    def __str__(self) -> str:
        return f"{self.actor_label}: {self.verb} {self.target}"
