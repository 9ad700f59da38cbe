"""The pulse of a part of the installation: when it was last alive."""

from datetime import datetime

from tournaments.models import Pulse
from tournaments.services.writing import alone

WORKER, READY = "worker", "ready"


def beat(name: str, now: datetime) -> None:
    """Write that ``name`` is alive at ``now``."""
    with alone():
        Pulse.objects.update_or_create(name=name, defaults={"at": now})
