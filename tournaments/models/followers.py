"""Browsers that asked to be alerted when an entry is called to its table."""

from django.db import models

from tournaments.models.entries import Entry


class Follower(models.Model):
    """One browser that follows one entry: the address of its push service, and its keys (RFC 8291).

    It has no account and no name. Its row is deleted when the event is over, when the browser unsubscribes, when its
    push service says that it is gone, and after ``MOST_FAILURES`` refused alerts in a row.
    """

    MOST_FAILURES = 8
    # Limits: browsers that follow somebody in one event, and entries that one browser follows in all events.
    MOST_OF_EVENT = 1000
    MOST_OF_BROWSER = 8

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="followers")
    endpoint = models.CharField(max_length=400)
    p256dh = models.CharField(max_length=88)
    auth = models.CharField(max_length=24)
    language = models.CharField(max_length=8)
    failures = models.PositiveSmallIntegerField(default=0, db_default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["entry", "endpoint"], name="follower_once")]
        indexes = [models.Index(fields=["endpoint"], name="follower_endpoint")]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.pk}"
