"""Ties: lines that are level where places are decided, and how each tie was broken."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.scoresheets import Scoresheet
from tournaments.models.tables import Table


class Tie(models.Model):
    """One tie of a match: ``lines`` (of ``TableLine.index``) are level for ``places``, the first and the last at stake.

    ``game`` counts the games of the match from 0, ``number`` its tie-breaks from 1; ``kind`` is what breaks the tie, in
    the game's own words. ``sheet`` is the version that decided it. A tie that was taken back stays as cancelled.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("Open")
        DECIDED = "decided", _("Decided")
        CANCELLED = "cancelled", _("Cancelled")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="ties")
    game = models.PositiveSmallIntegerField(default=0)
    number = models.PositiveSmallIntegerField()
    lines = models.JSONField()
    places = models.JSONField()
    kind = models.CharField(max_length=16)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    sheet = models.ForeignKey(Scoresheet, null=True, blank=True, on_delete=models.CASCADE, related_name="ties_decided")
    opened_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["table_id", "id"]
        constraints = [
            models.UniqueConstraint(fields=["table"], condition=models.Q(status="open"), name="tie_open_once"),
            models.UniqueConstraint(
                fields=["table", "game", "number"], condition=~models.Q(status="cancelled"), name="tie_number_once"
            ),
            models.CheckConstraint(
                condition=~models.Q(status="decided") | models.Q(sheet__isnull=False), name="tie_decided_by_a_sheet"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"
