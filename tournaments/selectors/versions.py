"""The versions of events, for whoever waits for them to change."""

from collections.abc import Sequence

from tournaments.models import Tournament


def versions_of(tournament_ids: Sequence[int]) -> dict[int, int]:
    """The version of each event, in one query."""
    return dict(Tournament.objects.filter(pk__in=tournament_ids).values_list("pk", "version"))
