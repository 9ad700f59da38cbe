"""Answers kept by idempotency key, of pages and of programs, with the effect: a retry gets the same one again."""

from django.db import models


class ApiAnswer(models.Model):
    """The answer to an idempotency key, written with its effect: a retry gets the same answer.

    ``fingerprint`` is the hash of method, address and body; the same key with another one is refused.
    """

    owner = models.CharField(max_length=64)
    key = models.CharField(max_length=128)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    body = models.JSONField(null=True, blank=True)
    headers = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["created_at"])]
        constraints = [models.UniqueConstraint(fields=["owner", "key"], name="api_answer_once")]

    def __str__(self) -> str:
        return f"{self.owner} {self.key}"
