"""What the description of the API says of the format of an event: its kind, and of stages who comes to each."""

from collections.abc import Iterable
from typing import Any, Final

from tournaments.competition.formats.bracket import TablesFormat
from tournaments.competition.formats.registry import FORMATS
from tournaments.competition.formats.stages import FEWEST_STAGES, MOST_GO_ON, MOST_STAGES, STAGES
from tournaments.competition.stages.chain import AMONG, CRITERIA, MOST_CRITERIA
from tournaments.competition.stages.club_table import MOST_BEST
from tournaments.competition.stages.crossing import BY_RANK, LONGEST
from tournaments.competition.stages.points import MOST_PLACES, MOST_POINTS
from tournaments.competition.stages.ranking import RANKINGS

_GOING_ON: Final = {"type": "integer", "minimum": 0, "maximum": MOST_GO_ON, "default": 0}


def _points_at(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _names(known: Iterable[str]) -> dict[str, Any]:
    return {"type": "array", "minItems": 1, "maxItems": MOST_CRITERIA, "items": {"type": "string", "enum": [*known]}}


def _object(**properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _of_kinds(kinds: list[str], **more: Any) -> dict[str, Any]:
    """Return an object with one of these kinds, and the choices of that kind."""
    return {
        "type": "object",
        "maxProperties": 60,
        "properties": {"kind": {"type": "string", "enum": kinds}, "ranking": _points_at("EventRanking"), **more},
        "additionalProperties": _points_at("DocumentValue"),
    }


_POINTS: Final = {"type": "integer", "minimum": 0, "maximum": MOST_POINTS}

FORMAT_SCHEMAS: Final[dict[str, Any]] = {
    "EventRanking": {
        "description": "The name of a ranking, or what orders the standings and what a match gives.",
        "anyOf": [{"type": "string", "enum": [*RANKINGS]}, _points_at("OwnRanking")],
    },
    "OwnRanking": _object(
        chain=_object(criteria=_names(CRITERIA), among=_names(AMONG)),
        points=_object(
            win=_POINTS, draw=_POINTS, loss=_POINTS, places={"type": "array", "maxItems": MOST_PLACES, "items": _POINTS}
        ),
        draws={"type": "boolean"},
        clubs=_object(best={"type": "integer", "minimum": 0, "maximum": MOST_BEST, "default": 0}),
    ),
    "EventFormat": {"anyOf": [_points_at("OneStage"), _points_at("SeveralStages")]},
    "OneStage": _of_kinds([kind for kind in FORMATS if kind != STAGES]),
    "SeveralStages": {
        "type": "object",
        "description": "Stages one after the other. A knockout can only be the last, and is drawn once.",
        "properties": {
            "kind": {"type": "string", "enum": [STAGES]},
            "stages": {
                "type": "array",
                "minItems": FEWEST_STAGES,
                "maxItems": MOST_STAGES,
                "items": _points_at("OneOfStages"),
            },
        },
        "required": ["kind", "stages"],
        "additionalProperties": False,
    },
    "OneOfStages": _of_kinds(
        [kind for kind in FORMATS if kind not in (STAGES, TablesFormat.kind)],
        **{"from": _points_at("StageEntries")},
    ),
    "StageEntries": {
        "type": "object",
        "description": "Who comes to a stage; with neither `first` nor `best` everybody does, as to the first.",
        "properties": {
            "first": {**_GOING_ON, "description": "So many from each group of the stage before."},
            "best": {**_GOING_ON, "description": "So many of all others; of a stage without groups, from the top."},
            "carries": {
                "type": "boolean",
                "default": False,
                "description": "Everybody comes, and the results of the stage before count on.",
            },
            "apart": {
                "type": "boolean",
                "default": False,
                "description": "In a knockout after groups: a bracket for the firsts, one for the seconds and so on.",
            },
            "crossing": {
                "type": "string",
                "maxLength": LONGEST,
                "default": BY_RANK,
                "description": (
                    "In a knockout after groups, which places meet first: `by_rank`, group mates as late as can be; "
                    "`ends`, the first and the last, the second and the last but one; or place against place, "
                    "`1-3 2-2`."
                ),
            },
        },
        "additionalProperties": False,
    },
}
