"""Messages to the outside: written with the fact that they tell, sent after the commit, at least once."""

from django.db import models


class OutboxMessage(models.Model):
    """One message. ``dedupe_key`` makes a repeated event one message; a failed one is retried later.

    ``channel`` says how it is sent; ``payload`` is what the channel needs.
    """

    class Channel(models.TextChoices):
        MAIL = "mail"
        WEBHOOK = "webhook"
        PUSH = "push"

    # After so many attempts a message is given up; the organiser and the monitoring see it.
    MOST_ATTEMPTS = 11

    channel = models.CharField(max_length=12, choices=Channel, default=Channel.MAIL)
    kind = models.CharField(max_length=40)
    payload = models.JSONField()
    dedupe_key = models.CharField(max_length=160, unique=True)
    run_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    last_error = models.CharField(max_length=400, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["run_at"]
        indexes = [models.Index(fields=["run_at"], condition=models.Q(done_at__isnull=True), name="outbox_pending")]

    def __str__(self) -> str:
        return f"{self.kind} {self.dedupe_key}"
