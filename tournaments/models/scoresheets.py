"""Scoresheets of a match: versions are appended, at most one is confirmed."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.packing import PackedJSONField
from tournaments.models.people import User
from tournaments.models.tables import Table


class Scoresheet(models.Model):
    """One version of a table's sheet.

    ``content`` is ``{"games": [{"deals": [sheet, ...], "time_called": bool}, ...], "forfeit": {...} or null}``
    in the game's own JSON; ``outcome`` is what the rules made of it when it was written.
    """

    class Status(models.TextChoices):
        RUNNING = "running", _("In progress")
        SUBMITTED = "submitted", _("To confirm")
        CONFIRMED = "confirmed", _("Confirmed")
        DISPUTED = "disputed", _("Disputed")
        SUPERSEDED = "superseded", _("Replaced")
        UNDONE = "undone", _("Undone")

    # Without an index of its own: that of the table and the version begins with it.
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="scoresheets", db_index=False)
    version = models.PositiveIntegerField()
    status = models.CharField(max_length=10, choices=Status)
    content = PackedJSONField()
    outcome = PackedJSONField(default=dict)
    entered_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    entered_by_line = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=400, blank=True)
    idempotency_key = models.CharField(max_length=64, null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["table_id", "version"]
        constraints = [
            models.UniqueConstraint(fields=["table", "version"], name="scoresheet_version_once"),
            models.UniqueConstraint(
                fields=["table"], condition=models.Q(status="confirmed"), name="scoresheet_confirmed_once"
            ),
            models.UniqueConstraint(
                fields=["table", "idempotency_key"],
                condition=models.Q(idempotency_key__isnull=False),
                name="scoresheet_key_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} v{self.version}"
