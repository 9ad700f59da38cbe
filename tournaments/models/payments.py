"""Money taken for entries, one row a payment or refund, and the receipts given for it."""

from typing import Final

from django.db import models
from django.utils import timezone

from tournaments.models.entries import Entry
from tournaments.models.people import User
from tournaments.models.tournaments import Tournament


class Payment(models.Model):
    """Money taken for an entry, in cents; negative for a refund. Rows are only added.

    When two singles become a pair, their rows become those of the pair. ``taken_by`` is empty where a program took the
    money, and where nobody knows: ``is_imported`` says that the row comes from another installation or from before
    rows.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="payments")
    cents = models.IntegerField()
    taken_at = models.DateTimeField(default=timezone.now)
    taken_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    is_imported = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.cents}"


class Receipt(models.Model):
    """A receipt for money taken; numbered from 1 in its event without a gap, and never issued again.

    It keeps what it said when it was given: ``payers`` are ``{"person": key, "name": full name}``. ``cents`` are
    negative in a note of refund, which has a number of the same series.
    """

    # Room for a pair with the longest names that a person may have.
    MOST_PAYERS: Final = 2
    LONGEST_NAME: Final = 140

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="receipts")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="receipts")
    number = models.PositiveIntegerField()
    cents = models.IntegerField()
    payers = models.JSONField(default=list)
    event_name = models.CharField(max_length=120, blank=True)
    event_starts_at = models.DateTimeField(default=timezone.now)
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="receipt_number_once")]

    def __str__(self) -> str:
        return f"{self.number}: {self.cents}"
