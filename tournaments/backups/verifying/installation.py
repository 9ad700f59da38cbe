"""Verify the whole installation at one moment: its checksum, and every violation."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from django.db import DEFAULT_DB_ALIAS, DatabaseError, IntegrityError, connections

from tournaments.backups.verifying.chain import chain_violations, lost_logs
from tournaments.backups.verifying.events import violations_of
from tournaments.backups.verifying.violations import NO_EVENT, Violation, read_or_report
from tournaments.backups.writes import checked
from tournaments.backups.writes.checked import Known
from tournaments.backups.writes.snapshot import checksum, snapshot
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Verified:
    """The checksum of an installation and its violations.

    ``changed`` are the closed events in which a row is another one than at their last whole check.
    """

    checksum: str
    violations: list[Violation]
    changed: list[str]


def verify(*, is_deep: bool = False) -> Verified:
    """Check everything in one snapshot, while the site runs.

    A closed event that was checked whole before is compared with its digest of then, unless the check ``is_deep``.
    """
    # Read now: an upgrade while this check runs must not sign for what it has not judged.
    checked.program()
    fresh: dict[int, tuple[str, checked.Sums]] = {}
    with snapshot():
        violations, sums = list[Violation](), list[checked.Sums]()
        digests = checked.digests()
        before = checked.known_events(digests)
        known = Known({}, before.changed) if is_deep else before
        events = list(Tournament.objects.order_by("pk").values_list("pk", "slug", "status"))
        try:
            # Dangling references; PostgreSQL allows none.
            connections[DEFAULT_DB_ALIAS].check_constraints()
        except IntegrityError as error:
            violations.append(Violation("dangling", {"detail": str(error)}))
        violations += [*read_or_report(NO_EVENT, "log", chain_violations(None)), *lost_logs()]
        unreadable = list[Violation]()
        for pk, slug, status in events:
            if pk in known.sums:
                sums.append(known.sums[pk])
                continue
            found = list(read_or_report(slug, "event", _of_event(pk)))
            violations += found
            try:
                own = checked.sums_of(pk)
            except ValueError as error:
                unreadable.append(Violation("unreadable", {"event": slug, "what": "rows", "why": str(error)}))
                continue
            sums.append(own)
            if not found and status == Tournament.Status.FINISHED:
                fresh[pk] = digests[pk], own
        try:
            sums.append(checked.sums_of_the_rest())
        except ValueError as error:
            unreadable.append(Violation("unreadable", {"event": NO_EVENT, "what": "rows", "why": str(error)}))
        whole = "" if unreadable else checksum(checked.join_sums(sums))
        changed = [slug for pk, slug, _status in events if pk in known.changed]
    # A full disk and a standby take nothing: what was found is said all the same, and judged again next time.
    with suppress(DatabaseError):
        checked.remember(fresh)
    return Verified(whole, [*unreadable, *violations], changed)


def _of_event(pk: int) -> Iterator[Violation]:
    yield from violations_of(Tournament.objects.get(pk=pk))
