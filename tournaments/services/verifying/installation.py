"""The whole installation, looked over at one moment: its checksum, and everything that is wrong with it."""

from dataclasses import dataclass

from django.db import DEFAULT_DB_ALIAS, IntegrityError, connections

from tournaments.models import Tournament
from tournaments.services.backups.checksum import of_installation
from tournaments.services.backups.snapshot import snapshot
from tournaments.services.verifying.chain import chain_violations, lost_logs
from tournaments.services.verifying.events import violations_of
from tournaments.services.verifying.violations import Violation


@dataclass(frozen=True, slots=True)
class Verified:
    """The checksum of an installation, and its violations."""

    checksum: str
    violations: list[Violation]


def verify() -> Verified:
    """Look at everything, while the site goes on: all of it as it is at one moment."""
    with snapshot():
        checksum = of_installation()
        violations = [*_dangling(), *chain_violations(None), *lost_logs()]
        for event in Tournament.objects.order_by("pk").iterator(chunk_size=50):
            violations += violations_of(event)
        return Verified(checksum, violations)


def _dangling() -> list[Violation]:
    """Rows that point at nothing; PostgreSQL lets none be."""
    try:
        connections[DEFAULT_DB_ALIAS].check_constraints()
    except IntegrityError as error:
        return [Violation("dangling", {"detail": str(error)})]
    return []
