"""Verify the whole installation at one moment: its checksum, and every violation."""

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
    """Check everything in one snapshot, while the site runs."""
    with snapshot():
        checksum = of_installation()
        violations = [*_dangling(), *chain_violations(None), *lost_logs()]
        for event in Tournament.objects.order_by("pk").iterator(chunk_size=50):
            violations += violations_of(event)
        return Verified(checksum, violations)


def _dangling() -> list[Violation]:
    """Return rows with dangling references; PostgreSQL allows none."""
    try:
        connections[DEFAULT_DB_ALIAS].check_constraints()
    except IntegrityError as error:
        return [Violation("dangling", {"detail": str(error)})]
    return []
