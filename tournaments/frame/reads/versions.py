"""The versions of events and matches, for those who wait for a change."""

from collections.abc import Sequence

from django.db import connection

from tournaments.models import Match, Tournament


def versions_of(tournament_ids: Sequence[int]) -> dict[int, int]:
    """Return the versions of those events that are public, in one query."""
    rows = Tournament.objects.filter(pk__in=tournament_ids).exclude(status=Tournament.Status.DRAFT)
    return dict(rows.values_list("pk", "version"))


def sequences_of(match_ids: Sequence[int]) -> dict[int, int]:
    """Return the number of the newest event of each of these matches, in one query."""
    return dict(Match.objects.filter(pk__in=match_ids).values_list("pk", "sequence"))


def said_in(match_ids: Sequence[int]) -> dict[int, int]:
    """Return the number of the newest courtesy of each of these matches, in one query."""
    return dict(Match.objects.filter(pk__in=match_ids).values_list("pk", "said"))


def public_version(slug: str) -> tuple[int, int] | None:
    """Return the key and the version of a public event; None for a draft and for a missing one."""
    found = Tournament.objects.filter(slug=slug).exclude(status=Tournament.Status.DRAFT)
    return found.values_list("pk", "version").first()


def version_of(tournament_id: int) -> int | None:
    """Return the version of an event; every reader of a cached page needs it, so nothing else is read."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT version FROM tournaments_tournament WHERE id = %s", (tournament_id,))
        found = cursor.fetchone()
    return int(found[0]) if found else None
