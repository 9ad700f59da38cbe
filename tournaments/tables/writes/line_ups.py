"""Who sits at the boards of a match is of the team that sits there."""

from collections.abc import Iterable

from tournaments.errors import RefusedError
from tournaments.games import registry
from tournaments.games.contract import Json, TeamGame
from tournaments.models import TableLine, Tournament
from tournaments.tables.reads.line_ups import members_of


def require_members(event: Tournament, lines: Iterable[TableLine], content: Json) -> None:
    """Refuse a sheet that names a number which the team at that line does not have (R-SQU-16)."""
    game = registry.game(event.game)
    if not isinstance(game, TeamGame):
        return
    by_line = {line.index: line.entry for line in lines if line.entry is not None}
    members = members_of(entry.pk for entry in by_line.values())
    for played in content["games"]:
        for sheet in played["deals"]:
            for index, named in enumerate(game.line_ups(event.rules, sheet)):
                entry = by_line.get(index)
                known = members.get(entry.pk, {}) if entry is not None else {}
                for field, number in named.items():
                    if number not in known:
                        raise RefusedError("member_unknown", field=field, number=number, name=str(entry or "–"))
