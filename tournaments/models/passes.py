"""Access without an account: event passes and API tokens; and the attempts that limits count in the database."""

from django.db import models

from tournaments.models.entries import Entry
from tournaments.models.people import Club, User
from tournaments.models.tournaments import Tournament


class EventPass(models.Model):
    """A player's access to one event: a link as QR, or a PIN with the entry's number. Only hashes are kept.

    ``login`` names the browser that opened it last, the only one for which it works; empty before the first.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="passes")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="passes")
    secret_hash = models.CharField(max_length=64, unique=True)
    pin_hash = models.CharField(max_length=64)
    made_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    login = models.CharField(max_length=32, blank=True)
    last_login_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["entry__number", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry"], condition=models.Q(revoked_at__isnull=True), name="event_pass_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.entry_id}"


class ApiToken(models.Model):
    """A program's key, of a person or a club; ``prefix`` is shown, the rest is kept as a hash only.

    ``scopes`` are names of ``tournaments.frame.policies.SCOPES``: a token may never do more than its owner.
    """

    name = models.CharField(max_length=80)
    prefix = models.CharField(max_length=12, unique=True)
    secret_hash = models.CharField(max_length=64)
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.CASCADE, related_name="tokens")
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.CASCADE, related_name="tokens")
    scopes = models.JSONField(default=list)
    made_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(user__isnull=False, club__isnull=True)
                | models.Q(user__isnull=True, club__isnull=False),
                name="token_of_one",
            )
        ]

    def __str__(self) -> str:
        return self.prefix


class Tries(models.Model):
    """How many attempts were made since ``since``: counted in the database where a secret can be guessed."""

    key = models.CharField(max_length=120, primary_key=True)
    count = models.PositiveIntegerField(default=0)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.key}: {self.count}"
