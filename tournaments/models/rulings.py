"""Decisions of a referee or an organiser: cancelled with a reason, never deleted."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.entries import Entry
from tournaments.models.people import User
from tournaments.models.tables import Table
from tournaments.models.tournaments import Tournament


class Ruling(models.Model):
    """A withdrawal, a forfeit, a correction, a warning, a penalty or a place filled, with its reason.

    ``value`` is what a penalty takes away: points, VP or MP, always positive. A proposal waits for the referee and has
    no effect; ``decided_by`` and ``decided_at`` say who decided it and when. A proposal can be dismissed, a ruling in
    force cancelled: both with a reason, and both stay on record.

    ``reason`` is for officials. The public reads ``public_reason``, which is empty unless somebody wrote it for them.

    ``details`` keeps what is needed to cancel the ruling, and the rule that a proposal follows from. Of entries that
    were level it has the ``round`` after which they were, and their ``order``, best first; ``cause`` is the criterion.
    """

    class Kind(models.TextChoices):
        WITHDRAWAL = "withdrawal", _("Withdrawal")
        FORFEIT = "forfeit", _("Forfeit")
        CORRECTION = "correction", _("Correction")
        WARNING = "warning", _("Warning")
        REPLACEMENT = "replacement", _("Replacement")
        POINTS = "points", _("Penalty in points")
        VP = "vp", _("Penalty in VP")
        MP = "mp", _("Penalty in MP")
        LOSS = "loss", _("Loss of the match")
        NO_SHOW = "no_show", _("No-show")
        DISQUALIFICATION = "disqualification", _("Disqualification")
        LEVEL = "level", _("Order of those who were level")

    class Status(models.TextChoices):
        PROPOSED = "proposed", pgettext_lazy("a ruling", "Proposed")
        IN_FORCE = "in_force", pgettext_lazy("a ruling", "In force")
        DISMISSED = "dismissed", pgettext_lazy("a ruling", "Not applied")
        CANCELLED = "cancelled", pgettext_lazy("a ruling", "Cancelled")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rulings")
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.CASCADE, related_name="rulings")
    entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.CASCADE, related_name="rulings")
    kind = models.CharField(max_length=16, choices=Kind)
    status = models.CharField(max_length=10, choices=Status, default=Status.IN_FORCE)
    value = models.PositiveIntegerField(null=True, blank=True)
    cause = models.CharField(max_length=40, blank=True)
    reason = models.CharField(max_length=400, blank=True)
    public_reason = models.CharField(max_length=400, blank=True, default="", db_default="")
    details = models.JSONField(default=dict, blank=True)
    made_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    decided_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)
    cancelled_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancel_reason = models.CharField(max_length=400, blank=True)

    class Meta:
        ordering = ["-made_at", "-id"]
        indexes = [models.Index(fields=["tournament", "status", "kind"])]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "entry", "kind"], condition=models.Q(status="proposed"), name="ruling_proposed_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.made_at:%H:%M}"
