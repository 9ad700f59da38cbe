"""The clock of a round or a table: when it started, how long it runs, whether it is paused."""

from django.db import models


class Timed(models.Model):
    """A clock as fields, in the server's time (``tournaments.competition.timing`` computes from them).

    It ends ``clock_minutes`` and ``clock_added_ms`` after ``clock_started_at``; the latter holds extra time and past
    pauses. While ``clock_paused_at`` is set it is paused. A gap in service moves both of these moments
    (``timing.writes.downtime``). ``time_called_at`` is when it ended. A table whose clock was never started uses
    that of its round; its ``clock_added_ms`` is then its own extra time.
    """

    clock_started_at = models.DateTimeField(null=True, blank=True)
    clock_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    clock_added_ms = models.BigIntegerField(default=0)
    clock_paused_at = models.DateTimeField(null=True, blank=True)
    time_called_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
