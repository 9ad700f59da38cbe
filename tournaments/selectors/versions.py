"""The versions of events, for whoever waits for them to change."""

from collections.abc import Sequence

from tournaments.models import Tournament


def versions_of(tournament_ids: Sequence[int]) -> dict[int, int]:
    """The version of each event, in one query."""
    return dict(Tournament.objects.filter(pk__in=tournament_ids).values_list("pk", "version"))


def public_version(slug: str) -> tuple[int, int] | None:
    """The key and the version of a public event; None for a draft as for a missing one."""
    found = Tournament.objects.filter(slug=slug).exclude(status=Tournament.Status.DRAFT)
    return found.values_list("pk", "version").first()
