"""Reads formats from the JSON of events."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType

from tournaments.competition.formats.bracket import KnockoutFormat, TablesFormat
from tournaments.competition.formats.contract import Format
from tournaments.competition.formats.rounds import (
    GroupsFormat,
    HeatsFormat,
    InRounds,
    KingFormat,
    MitchellFormat,
    PartnersFormat,
    StandingFormat,
)
from tournaments.competition.formats.stages import MOST_STAGES, Part, StagesFormat, coming_from_json
from tournaments.competition.pairing.options import KNOCKOUT, check_kept
from tournaments.competition.stages.partners import PARTNERS
from tournaments.competition.stages.standing_options import STANDING_KINDS
from tournaments.competition.stages.version import VERSION
from tournaments.games.contract import Json, RefusedError
from tournaments.games.memo import key_of, value_of


def stages_of(data: Json) -> StagesFormat:
    """Return the stages of an event. Raises RefusedError naming the wrong field."""
    check_kept(data, {"kind": str, "stages": list})
    given = data.get("stages", [])
    if len(given) > MOST_STAGES:
        raise RefusedError("bad_number_of_stages", field="stages", given=len(given), least=2, most=MOST_STAGES)
    parts: list[Part] = []
    for each in given:
        if type(each) is not dict:
            raise RefusedError("not_an_object", field="stages")
        found = format_of_stage(each)
        if not isinstance(found, InRounds | KnockoutFormat) or isinstance(found, PartnersFormat):
            raise RefusedError("no_stage", field="stages", given=found.kind)
        parts.append(Part(found, **coming_from_json(each.get("from", {}))))
    return StagesFormat(tuple(parts))


def format_of_stage(data: Mapping[str, Json]) -> Format:
    """Return the format of a stage as if it were an event of its own, without who comes to it."""
    return format_of({name: value for name, value in data.items() if name != "from"})


def format_of(data: Json) -> Format:
    """Return the format of an event, or of a draw; without a kind it is a knockout.

    Raises RefusedError naming the wrong field.
    """
    if type(data) is not dict:
        raise RefusedError("not_an_object", field="options")
    return _format_of(key_of(data))


@lru_cache(maxsize=256)
def _format_of(key: bytes) -> Format:
    """Return a format by its key: an event has the same one on all its pages."""
    data = value_of(key)
    kind = data.get("kind", KNOCKOUT)
    if type(kind) is not str or kind not in FORMATS:
        raise RefusedError("unknown_format", field="kind", given=str(kind))
    return FORMATS[kind](data)


def of_today(data: Json) -> Json:
    """Return a format as an event is begun with it: each Danish, Swiss and rotating partners by today's rule."""
    if data.get("kind") in (*STANDING_KINDS, PARTNERS):
        return {**data, "version": VERSION}
    return {**data, "stages": [of_today(each) for each in data["stages"]]} if "stages" in data else data


def kind_of(data: Json) -> str:
    """Return the kind of a format, for lists of several events; empty where it cannot be read, nothing is raised."""
    kind = data.get("kind", KNOCKOUT) if type(data) is dict else ""
    return kind if type(kind) is str else ""


FORMATS: Mapping[str, Callable[[Json], Format]] = MappingProxyType(
    {
        KnockoutFormat.kind: KnockoutFormat.from_json,
        TablesFormat.kind: TablesFormat.from_json,
        GroupsFormat.kind: GroupsFormat.from_json,
        **dict.fromkeys(STANDING_KINDS, StandingFormat.from_json),
        MitchellFormat.kind: MitchellFormat.from_json,
        KingFormat.kind: KingFormat.from_json,
        PartnersFormat.kind: PartnersFormat.from_json,
        HeatsFormat.kind: HeatsFormat.from_json,
        StagesFormat.kind: stages_of,
    }
)
