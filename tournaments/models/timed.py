"""The clock that a round or a table has: when it started, how long it runs, whether it stands still."""

from django.db import models


class Timed(models.Model):
    """A clock as fields, in the server's time (``tournaments.competition.timing`` says what follows from them).

    It runs out ``clock_minutes`` and ``clock_added_ms`` after ``clock_started_at``: extra time and pauses that are over
    are added. While ``clock_paused_at`` is set it stands still. Time in which nobody could be served moves both of
    these moments (``services.downtime``). ``time_called_at`` is when it ran out. A table whose clock was never started
    goes by that of its round, and ``clock_added_ms`` is then the extra time that it alone has.
    """

    clock_started_at = models.DateTimeField(null=True, blank=True)
    clock_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    clock_added_ms = models.BigIntegerField(default=0)
    clock_paused_at = models.DateTimeField(null=True, blank=True)
    time_called_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
