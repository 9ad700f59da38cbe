"""Decisions of a referee or an organiser: cancelled with a reason, never deleted."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Entry
from tournaments.models.people import User
from tournaments.models.tables import Table
from tournaments.models.tournaments import Tournament


class Ruling(models.Model):
    """A withdrawal, a forfeit, a correction, a warning or a place filled, with its reason.

    ``details`` keeps what taking the ruling back needs to know.
    """

    class Kind(models.TextChoices):
        WITHDRAWAL = "withdrawal", _("Withdrawal")
        FORFEIT = "forfeit", _("Forfeit")
        CORRECTION = "correction", _("Correction")
        WARNING = "warning", _("Warning")
        REPLACEMENT = "replacement", _("Replacement")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rulings")
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.CASCADE, related_name="rulings")
    entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.CASCADE, related_name="rulings")
    kind = models.CharField(max_length=12, choices=Kind)
    cause = models.CharField(max_length=40, blank=True)
    reason = models.CharField(max_length=400, blank=True)
    details = models.JSONField(default=dict, blank=True)
    made_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    cancelled_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancel_reason = models.CharField(max_length=400, blank=True)

    class Meta:
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.made_at:%H:%M}"
