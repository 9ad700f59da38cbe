"""Which process serves the sockets of online tables, where there are several: its lease, and its devices."""

from django.db import models

from tournaments.models.matches import Match


class LiveLease(models.Model):
    """The lease of a process that serves sockets; ``pk`` is its number, and a process that lost one gets another.

    ``at`` is its last renewal by the clock of the database. After ``ended_at`` nothing is written under this number.
    """

    at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.pk} {self.at:%H:%M:%S}"


class SeatDevice(models.Model):
    """A socket of a seat: ``number`` counts those of its process, ``opened`` is when its page was, in milliseconds.

    ``page`` is the same for the sockets of one browser. A match is named without a constraint: a play that locks its
    match must not make the lease of a process wait.
    """

    lease = models.ForeignKey(LiveLease, on_delete=models.CASCADE, related_name="devices")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, db_constraint=False, related_name="devices")
    seat = models.PositiveSmallIntegerField()
    number = models.PositiveBigIntegerField()
    opened = models.BigIntegerField()
    page = models.CharField(max_length=32, blank=True)
    is_away = models.BooleanField(default=False)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["lease", "number"], name="seat_device_once")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat} at {self.lease_id}"
