"""Draws, and the rounds made from them."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.competition.draw.lots import DOMAIN, LISTED, OF_HALL
from tournaments.models.timed import Timed
from tournaments.models.tournaments import Tournament


class Draw(models.Model):
    """A public draw: the commitment is shown before, the seed after; anybody can repeat it from ``document``.

    The big screen shows it place by place from ``drawn_at`` to ``shown_at``, where the hall named a number
    (``format``). ``list_digest`` is the digest of the entrants and options in the seal, empty in earlier formats.
    """

    class Status(models.TextChoices):
        COMMITTED = "committed", _("Commitment published")
        DRAFT = "draft", _("Draft")
        ANNOUNCED = "announced", _("Announced")
        DISCARDED = "discarded", _("Discarded")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="draws")
    round_number = models.PositiveSmallIntegerField(default=1)
    attempt = models.PositiveSmallIntegerField(default=1)
    reference = models.CharField(max_length=120)
    commitment = models.CharField(max_length=64)
    seed = models.CharField(max_length=64)
    format = models.CharField(max_length=20, default=DOMAIN)
    list_digest = models.CharField(max_length=64, blank=True, default="")
    status = models.CharField(max_length=10, choices=Status, default=Status.COMMITTED)
    document = models.JSONField(null=True, blank=True)
    moves = models.JSONField(default=list, blank=True)
    swaps = models.JSONField(default=list, blank=True)
    committed_at = models.DateTimeField(auto_now_add=True)
    drawn_at = models.DateTimeField(null=True, blank=True)
    shown_at = models.DateTimeField(null=True, blank=True)
    announced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["round_number", "attempt"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "round_number", "attempt"], name="draw_attempt_once"),
            models.UniqueConstraint(
                fields=["tournament", "round_number"],
                condition=~models.Q(status="discarded"),
                name="draw_in_force_once",
            ),
        ]

    def __str__(self) -> str:
        return self.reference

    @property
    def is_in_hall(self) -> bool:
        """Whether the hall names a number for it, and sees the draw as soon as it is made (R-DRW-08)."""
        return self.format in OF_HALL

    @property
    def is_listed(self) -> bool:
        """Whether its seal covers the list and the options (R-DRW-09)."""
        return self.format in LISTED

    @property
    def is_being_shown(self) -> bool:
        """Whether the big screen still shows it place by place."""
        if self.shown_at is None or self.status != self.Status.DRAFT:
            return False
        return self.is_in_hall and self.shown_at > timezone.now()

    @property
    def hall(self) -> str | None:
        """What the hall named; None before the draw, or where no hall is asked."""
        return (self.document or {}).get("hall")


class Round(Timed):
    """A round of the event. Its clock is the hall's; at zero nobody is at fault.

    ``opens_at`` is the planned hour at which an online round opens its tables. ``is_online`` is set in an event that is
    both in the hall and online.
    """

    class Status(models.TextChoices):
        PLANNED = "planned", _("Planned")
        ANNOUNCED = "announced", _("Announced")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    # The stage of its event, from 1.
    stage = models.PositiveSmallIntegerField(default=1)
    status = models.CharField(max_length=10, choices=Status, default=Status.PLANNED)
    announced_at = models.DateTimeField(null=True, blank=True)
    opens_at = models.DateTimeField(null=True, blank=True)
    is_online = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once")]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.number}"
