"""The audit log: who did what, when and why. One row a write, in its transaction, chained to the row before."""

from typing import Final

from django.db import models
from django.utils import timezone

from tournaments.models.packing import PackedJSONField
from tournaments.models.people import User
from tournaments.models.tournaments import Tournament

HASH: Final = 64
# The keys by which rows are found: of people, accounts and invitations, of who left an entry, of what was paid and
# taken over.
ASKED: Final = frozenset({"person", "account", "invitation", "replaced", "fee_paid", "first_of_each"})


class AuditEntry(models.Model):
    """A row of the log. ``actor_label`` keeps the name of a table code or a deleted account; rows are never changed.

    The rows of an event form one chain; those about no event form another. ``seq`` counts from 1, ``previous`` is the
    hash of the row before. ``digest`` is the hash of the row's words with its ``salt``, ``hash`` that of all of these.

    When somebody is made anonymous, only their names are removed from a row, and a later row says so. The chain still
    holds, because ``hash`` is made of ``digest`` and not of the words.
    """

    # Without an index of its own: two others begin with it.
    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.CASCADE, related_name="audit_entries", db_index=False
    )
    at = models.DateTimeField(default=timezone.now)
    actor = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    actor_label = models.CharField(max_length=160)
    verb = models.CharField(max_length=40)
    target = models.CharField(max_length=200)
    before = PackedJSONField(null=True, blank=True, asked=ASKED)
    after = PackedJSONField(null=True, blank=True, asked=ASKED)
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
    """The number of rows in the log of an event, which shows that a last row is missing. Event 0: about no event."""

    NO_EVENT: Final = 0

    event = models.PositiveBigIntegerField(primary_key=True)
    length = models.PositiveBigIntegerField()

    def __str__(self) -> str:
        return f"{self.event}: {self.length}"
