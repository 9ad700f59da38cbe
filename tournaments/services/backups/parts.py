"""Which rows a backup holds, in which order they are written back, and which it leaves out and why."""

from typing import Final, TypeAlias

from django.apps import apps
from django.db.models import Model

from tournaments import models

AnyModel: TypeAlias = type[Model]

# Whoever is pointed at comes before whoever points.
MODELS: Final[tuple[AnyModel, ...]] = (
    models.User,
    models.Club,
    models.Person,
    models.Tournament,
    models.Membership,
    models.Entry,
    models.EntryMember,
    models.Draw,
    models.Round,
    models.Table,
    models.TableLine,
    models.Scoresheet,
    models.Tie,
    models.Ruling,
    models.Deadline,
    models.Pulse,
    models.OutboxMessage,
    models.Job,
    models.AuditEntry,
)

# A pulse is no fact: it moves while nothing happens. It is kept, so that the clocks know how long nobody was served.
BEATS: Final[frozenset[AnyModel]] = frozenset({models.Pulse})

LEFT_OUT: Final = {
    "sessions.Session": "everybody logs in again",
    "contenttypes.ContentType": "made by the migrations",
    "auth.Permission": "made by the migrations; rights are roles in an event",
    "auth.Group": "not used: rights are roles in an event",
}


def label(model: AnyModel) -> str:
    """The name of a model in an archive: ``tournaments.entry``."""
    return model._meta.label_lower


def part_name(model: AnyModel) -> str:
    """The file of a model inside an archive."""
    return f"parts/{label(model)}.jsonl"


def unplaced() -> list[str]:
    """Models of the installation that a backup neither holds nor leaves out; there must be none."""
    known = {model._meta.label for model in MODELS} | LEFT_OUT.keys()
    return sorted(model._meta.label for model in apps.get_models() if model._meta.label not in known)
