"""What a check of all records found whole: the digest of a closed event's rows, not judged again while it holds."""

from django.db import models

from tournaments.models.audit import HASH


class EventCheck(models.Model):
    """The last whole check of a closed event that found nothing.

    ``digest`` is that of all its rows, ``sums`` are its share of the installation's checksum by model. ``seal`` is made
    with the key of the installation and by this very program: another key or another program checks everything anew.
    """

    event = models.PositiveBigIntegerField(primary_key=True)
    digest = models.CharField(max_length=HASH)
    sums = models.JSONField()
    seal = models.CharField(max_length=HASH)

    def __str__(self) -> str:
        return f"{self.event}: {self.digest}"
