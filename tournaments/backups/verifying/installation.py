"""Verify the whole installation at one moment: its checksum, and every violation."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import DEFAULT_DB_ALIAS, IntegrityError, connections

from tournaments.backups.verifying.chain import chain_violations, lost_logs
from tournaments.backups.verifying.events import violations_of
from tournaments.backups.verifying.violations import NO_EVENT, Violation, read_or_report
from tournaments.backups.writes.snapshot import of_installation, snapshot
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Verified:
    """The checksum of an installation, and its violations."""

    checksum: str
    violations: list[Violation]


def verify() -> Verified:
    """Check everything in one snapshot, while the site runs."""
    with snapshot():
        checksum, violations = "", list[Violation]()
        try:
            checksum = of_installation()
        except ValueError as error:
            violations.append(Violation("unreadable", {"event": NO_EVENT, "what": "rows", "why": str(error)}))
        try:
            # Dangling references; PostgreSQL allows none.
            connections[DEFAULT_DB_ALIAS].check_constraints()
        except IntegrityError as error:
            violations.append(Violation("dangling", {"detail": str(error)}))
        violations += [*read_or_report(NO_EVENT, "log", chain_violations(None)), *lost_logs()]
        for pk, slug in Tournament.objects.order_by("pk").values_list("pk", "slug"):
            violations += read_or_report(slug, "event", _of_event(pk))
        return Verified(checksum, violations)


def _of_event(pk: int) -> Iterator[Violation]:
    yield from violations_of(Tournament.objects.get(pk=pk))
