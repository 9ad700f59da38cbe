"""The parts of an event's own ruleset, each written as a whole document."""

from collections.abc import Callable
from typing import Any, Final

from tournaments.events.operations.format_help import FORMAT_HELP
from tournaments.events.writes import tournaments
from tournaments.frame.operations.inputs import EVENT_SEEN, Document, Field, Input, Text
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Right
from tournaments.games.contract import Json


def _part(
    summary: str,
    field: Field,
    about: str,
    example: tuple[str, Json],
    service: Callable[..., Any] = tournaments.change_rules,
) -> Operation:
    """The writing of the part that ``field`` names."""
    part = field.name
    return Operation(
        name=f"{part}_write",
        address=f"{part}/",
        method="put",
        summary=summary,
        right=Right.ORGANISE,
        service=service,
        takes=Input(f"{part.title()}Body", about, (EVENT_SEEN, field)),
        example=example,
    )


RULES: Final = _part(
    "Write the ruleset anew.",
    Document("rules", kind="rules"),
    "The parameters; one that is left out is as in the preset.",
    ("Sent", {"rules": {"match_mode": "target", "target": 11}, "seen": 4}),
)
FORMAT: Final = _part(
    "Write the format anew.",
    Document("format", kind="format", hint=FORMAT_HELP),
    "The choices; one that is left out has its default.",
    ("Sent", {"format": {"kind": "knockout", "third_place": True, "best_of": {"semifinal": 2, "final": 3}}}),
)
TERMS: Final = _part(
    "Write the terms anew.",
    Document("terms"),
    "The terms; one that is left out has its default.",
    ("Sent", {"terms": {"bye_vp": 12, "victim_vp_floor": 14}}),
)
SCALE: Final = _part(
    "Choose the VP scale.",
    Text("scale", "", 20, is_blank=True),
    "The name of a published scale; empty for the one of the match's length.",
    ("Sent", {"scale": "11pt"}),
)
DISCIPLINE: Final = _part(
    "Agree on another ladder, also while the event runs.",
    Document("discipline", kind="named"),
    "The name of a usual ladder, or its steps.",
    ("A usual one", {"discipline": "grace20"}),
    tournaments.set_discipline,
)

PARTS: Final = (RULES, FORMAT, TERMS, SCALE, DISCIPLINE)
