"""Reads formats from the JSON of events."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from tournaments.competition.formats.bracket import KnockoutFormat
from tournaments.competition.formats.contract import Format
from tournaments.competition.formats.rounds import GroupsFormat, HeatsFormat, KingFormat, MitchellFormat, StandingFormat
from tournaments.competition.formats.tables import TablesFormat
from tournaments.competition.pairing.options import KNOCKOUT
from tournaments.competition.stages.standing_options import STANDING_KINDS
from tournaments.games.contract import Json, RefusedError

FORMATS: Mapping[str, Callable[[Json], Format]] = MappingProxyType(
    {
        KnockoutFormat.kind: KnockoutFormat.from_json,
        TablesFormat.kind: TablesFormat.from_json,
        GroupsFormat.kind: GroupsFormat.from_json,
        **dict.fromkeys(STANDING_KINDS, StandingFormat.from_json),
        MitchellFormat.kind: MitchellFormat.from_json,
        KingFormat.kind: KingFormat.from_json,
        HeatsFormat.kind: HeatsFormat.from_json,
    }
)


def format_of(data: Json) -> Format:
    """Return the format of an event, or of a draw; without a kind it is a knockout.

    Raises RefusedError naming the wrong field.
    """
    if type(data) is not dict:
        raise RefusedError("not_an_object", field="options")
    kind = data.get("kind", KNOCKOUT)
    if type(kind) is not str or kind not in FORMATS:
        raise RefusedError("unknown_format", field="kind", given=str(kind))
    return FORMATS[kind](data)
