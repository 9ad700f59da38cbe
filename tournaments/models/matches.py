"""Online matches: who plays what, the log of each match, and its deadlines."""

from django.db import models

from tournaments.models.tables import Table


class Match(models.Model):
    """A match at an online table. The row is the lock of its log and ``sequence`` its version (ADR 20).

    ``rules`` are a copy, with their version. ``chairs`` describes the table: ``lines``, ``through``, ``best_of``,
    ``absent``, ``must_decide``, in an event also ``entries`` by line; ``robots`` has the level of every seat that a
    robot plays. ``seats`` has the line of every seat in playing order; the players of a line take its seats in their
    order in the entry. ``dealer`` is the seat that deals first; None: the seeds of the first deal draw it.

    ``move_ms`` limits each play and ``bank_ms`` all the plays of a player; None is no limit. Without ``table`` it is a
    practice match. ``said`` is the number of the newest courtesy: other processes read it. ``words`` counts how often
    names were removed from its log, which processes keep in memory.
    """

    class Status(models.TextChoices):
        OPEN = "open"
        PAUSED = "paused"
        OVER = "over"

    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.PROTECT, related_name="matches")
    game = models.CharField(max_length=40)
    rules = models.JSONField()
    chairs = models.JSONField()
    seats = models.JSONField()
    dealer = models.PositiveSmallIntegerField(null=True, blank=True)
    move_ms = models.PositiveIntegerField(null=True, blank=True)
    bank_ms = models.PositiveIntegerField(null=True, blank=True)
    status = models.CharField(max_length=6, choices=Status, default=Status.OPEN)
    sequence = models.PositiveIntegerField(default=0)
    said = models.PositiveIntegerField(default=0)
    words = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["status", "id"])]
        constraints = [
            models.UniqueConstraint(fields=["table"], condition=~models.Q(status="over"), name="match_open_once")
        ]

    # True after an append to the log since the row was read: what follows from it may still be rolled back.
    is_appended = False

    def __str__(self) -> str:
        return f"{self.pk}@{self.sequence}"


class MatchEvent(models.Model):
    """One row of a match's log, appended under the match's lock; the database refuses every change of it but one.

    Names may be removed from ``data["note"]``, the words of a referee's order.

    ``data`` becomes public: it holds no card that is not on the table. ``client_id`` names the command that asked for
    it, ``fingerprint`` is the hash of that command; ``seat`` is None for the referee and the server. ``at`` is when it
    was decided; how long a player thought is in ``data``.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="events")
    sequence = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    data = models.JSONField(default=dict)
    at = models.DateTimeField()
    client_id = models.CharField(max_length=64, null=True, blank=True)
    fingerprint = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["match_id", "sequence"]
        constraints = [
            models.UniqueConstraint(fields=["match", "sequence"], name="match_event_once"),
            models.UniqueConstraint(fields=["match", "seat", "client_id"], name="match_command_once"),
            models.UniqueConstraint(
                fields=["match", "client_id"], condition=models.Q(seat__isnull=True), name="match_order_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.sequence} {self.kind}"


class MatchDeadline(models.Model):
    """A deadline in a match: at most one of each ``kind``, deleted in the commit that applies it."""

    class Kind(models.TextChoices):
        TURN = "turn"
        DEAL = "deal"
        REPORT = "report"
        ROBOT = "robot"
        NO_SHOW = "no_show"
        TIME = "time"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="deadlines")
    kind = models.CharField(max_length=8, choices=Kind)
    due_at = models.DateTimeField()

    class Meta:
        ordering = ["due_at", "id"]
        indexes = [models.Index(fields=["due_at"])]
        constraints = [models.UniqueConstraint(fields=["match", "kind"], name="match_deadline_once")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.kind}"
