"""Who did what, when and why: one row for every write, in the same transaction, each chained to the one before."""

from typing import Final

from django.db import models
from django.utils import timezone

from tournaments.models.people import User
from tournaments.models.tournaments import Tournament

HASH: Final = 64


class AuditEntry(models.Model):
    """A row of the log. ``actor_label`` keeps the name of a table code or a deleted account; rows are never changed.

    Each event's rows are one chain, and those about no event another: ``seq`` counts from 1, ``previous`` is the hash
    of the row before, ``digest`` that of what the row says together with its ``salt``, ``hash`` that of all of these.
    Only the names of somebody who was made anonymous are ever taken out of a row, and a later row says so: the chain
    holds without them, because ``hash`` is made of ``digest`` and not of the words.
    """

    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.CASCADE, related_name="audit_entries"
    )
    at = models.DateTimeField(default=timezone.now)
    actor = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    actor_label = models.CharField(max_length=160)
    verb = models.CharField(max_length=40)
    target = models.CharField(max_length=200)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=400, blank=True)
    seq = models.PositiveBigIntegerField()
    salt = models.CharField(max_length=32)
    digest = models.CharField(max_length=HASH)
    previous = models.CharField(max_length=HASH)
    hash = models.CharField(max_length=HASH)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["tournament", "-id"])]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "seq"], name="audit_seq_once"),
            models.UniqueConstraint(
                fields=["seq"], condition=models.Q(tournament__isnull=True), name="audit_seq_once_no_event"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.actor_label}: {self.verb} {self.target}"


class AuditChain(models.Model):
    """How many rows the log of an event has, so that a row missing at its end is missed; event 0 is about no event."""

    NO_EVENT: Final = 0

    event = models.PositiveBigIntegerField(primary_key=True)
    length = models.PositiveBigIntegerField()

    def __str__(self) -> str:
        return f"{self.event}: {self.length}"
