"""The pulse of a part of the installation: when it was last alive."""

from datetime import datetime

from tournaments.models import Pulse

WORKER = "worker"


def beat(name: str, now: datetime) -> None:
    """Write that ``name`` is alive at ``now``."""
    Pulse.objects.update_or_create(name=name, defaults={"at": now})
