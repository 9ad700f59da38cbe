"""The server's seed of each deal at online tables, sealed, in a table that no other table points to."""

from typing import Any

from django.db import models

from tournaments.games.commands import Sealed
from tournaments.models.matches import Match


class SealedField(models.JSONField):
    """JSON that leaves the database sealed: code that shows or sends rows cannot show or send it."""

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        return self.to_python(super().from_db_value(value, expression, connection))

    def to_python(self, value: Any) -> Any:
        return value if isinstance(value, Sealed) else Sealed(value)

    def get_prep_value(self, value: Any) -> Any:
        return super().get_prep_value(value.unseal() if isinstance(value, Sealed) else value)


class DealSecret(models.Model):
    """The source of one deal's shuffle: ``seed`` is the server's, as text."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    deal = models.PositiveIntegerField()
    seed = SealedField()

    class Meta:
        ordering = ["match_id", "deal"]
        constraints = [models.UniqueConstraint(fields=["match", "deal"], name="deal_secret_once")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.deal}"
