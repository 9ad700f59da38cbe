"""Evenings with rotating partners."""

from typing import Any

from tests.tournaments import factories as make
from tournaments.models import Entry, Tournament


def evening(players: int = 9, rounds: int = 3, **overrides: Any) -> Tournament:
    options = {"kind": "partners", "rounds": rounds}
    return make.drawn(make.closed(entries=players, format=options, **{"preset": "online_002", **overrides}))


def singles(event: Tournament) -> list[Entry]:
    return list(event.entries.filter(status__in=("confirmed", "withdrawn")).order_by("number"))
