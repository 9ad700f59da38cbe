"""Webhooks: the addresses that are told what happens in an event, and their deliveries."""

from django.db import models

from tournaments.models.audit import AuditEntry
from tournaments.models.people import Club, User
from tournaments.models.tournaments import Tournament


class Webhook(models.Model):
    """An address that is told of one event, or of all events of a club; no ``subjects`` means all of them.

    It is told what happens from ``since`` on: nothing from before, or from while it was paused. Its secret is derived
    from the installation's key, its id and ``generation``: nothing secret is stored.
    """

    tournament = models.ForeignKey(Tournament, null=True, blank=True, on_delete=models.CASCADE, related_name="webhooks")
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.CASCADE, related_name="webhooks")
    url = models.URLField(max_length=400)
    subjects = models.JSONField(default=list, blank=True)
    generation = models.PositiveIntegerField(default=1)
    is_active = models.BooleanField(default=True)
    made_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    since = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(tournament__isnull=False, club__isnull=True)
                | models.Q(tournament__isnull=True, club__isnull=False),
                name="webhook_of_one",
            )
        ]

    def __str__(self) -> str:
        return self.url


class WebhookDelivery(models.Model):
    """One delivery to one address: a row of the log is one delivery, however often it is retried.

    ``tries`` lists each attempt: when, the status or the error, the milliseconds.
    """

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    audit_entry = models.ForeignKey(AuditEntry, on_delete=models.CASCADE, related_name="+")
    payload = models.JSONField()
    tries = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    delivered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["webhook", "audit_entry"], name="webhook_told_once")]

    def __str__(self) -> str:
        return f"{self.webhook_id}/{self.audit_entry_id}"
