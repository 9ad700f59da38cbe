"""The event's own copy of its ruleset, each part a whole document: fixed by the announced draw."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.events import operations as of_events
from tournaments.frame.api.bodies import Shape
from tournaments.frame.api.bounds import RulesField
from tournaments.frame.api.examples import example_answered, example_sent
from tournaments.frame.api.organising import Organising, event_endpoint
from tournaments.frame.api.schema import describe
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Door, Right
from tournaments.models import Tournament


class Kept(Shape):
    """What every part says beside itself."""

    is_fixed = serializers.BooleanField(help_text="This part cannot change any more.")
    version = serializers.IntegerField(help_text="To be stated as seen by the next write.")


class RulesShape(Kept):
    """Every parameter of the game's ruleset."""

    rules = RulesField()


class FormatShape(Kept):
    """How the event leads to its winner."""

    format = serializers.DictField()


class TermsShape(Kept):
    """What faults, absences and byes are worth; empty where the game has no VP."""

    terms = serializers.DictField()


class ScaleShape(Kept):
    """The VP scale with its rows; null where the game has no VP."""

    scale = serializers.CharField(allow_null=True)
    rows = serializers.ListField(child=serializers.DictField())


class DisciplineShape(Kept):
    """The ladder for who comes late."""

    discipline = serializers.DictField()


KEPT = {"is_fixed": False, "version": 5}
RULES_EXAMPLE = {
    "rules": {
        "deck_style": "player_choice",
        "first_dealer": "random",
        "match_mode": "target",
        "target": 11,
        "deals": None,
        "draws_allowed": True,
        "time_limit_min": None,
        "time_expiry": "clock_fault",
    },
    **KEPT,
}
FORMAT_EXAMPLE = {
    "format": {
        "kind": "knockout",
        "byes": "seeds",
        "separate_by_group": False,
        "separate_rounds": 2,
        "third_place": True,
        "placement": False,
        "redraw": False,
        "second_chance": "none",
        "second_chance_rounds": 1,
        "second_final": False,
        "best_of": {"semifinal": 2, "final": 3},
    },
    **KEPT,
}
TERMS_EXAMPLE = {
    "terms": {
        "offender_vp": 0,
        "victim_vp_floor": 14,
        "victim_vp_value": "table_or_floor",
        "mp_source": "row_minimum",
        "missing_row_policy": "last_row",
        "double_forfeit": "both_lose",
        "no_show": "flat",
        "bye_vp": 12,
        "bye_mp": "row_minimum",
    },
    **KEPT,
}
SCALE_EXAMPLE = {
    "scale": "11pt",
    "rows": [
        {"winner_vp": 10, "loser_vp": 10, "from_mp": 0, "to_mp": 0},
        {"winner_vp": 11, "loser_vp": 9, "from_mp": 1, "to_mp": 1},
        {"winner_vp": 20, "loser_vp": 0, "from_mp": 14, "to_mp": None},
    ],
    **KEPT,
}
DISCIPLINE_EXAMPLE = {"discipline": {"ladder": [{"after": 15, "kind": "no_show", "value": 0}]}, **KEPT}


OWN_STEPS = example_sent({"discipline": {"ladder": [{"after": 15, "kind": "no_show", "value": 0}]}}, "Own steps")
IN_ROUNDS = [
    example_sent({"format": {"kind": "groups", "size": 4, "ranking": "two_points"}}, "Groups"),
    example_sent({"format": {"kind": "swiss", "rounds": 5}}, "A Swiss"),
]
FINISHED, RUNNING = Tournament.Status.FINISHED, Tournament.Status.RUNNING


def _part_shape(event: Tournament, part: str) -> dict[str, Any]:
    """A part as it stands; the ladder of lateness may change while the event runs."""
    is_fixed = event.status == FINISHED or (event.status == RUNNING and part != "discipline")
    if part != "scale":
        found = {part: getattr(event, part)}
    elif event.vp_scale is not None:
        found = {"scale": event.vp_scale["key"], "rows": event.vp_scale["rows"]}
    else:
        found = {"scale": None, "rows": []}
    return {**found, "is_fixed": is_fixed, "version": event.version}


def part_endpoint(operation: Operation) -> type[Organising]:
    """The end point of a part of the ruleset: read by anybody who sees the event, written by its organisers."""
    about, summary, shape, example = PARTS[operation.name]
    part = operation.address.strip("/")

    class Part(Organising):
        __doc__ = about
        door = Door(reads=Right.SEE, writes=Right.ORGANISE)
        group = "rulesets"

        @describe(f"{part}_read", summary, answers=shape, examples=[example_answered(example)])
        def get(self, request: Request, slug: str) -> Response:
            return Response(_part_shape(self.event(slug)[0], part))

    more = {of_events.DISCIPLINE.name: [OWN_STEPS], of_events.FORMAT.name: IN_ROUNDS}.get(operation.name, [])
    return event_endpoint(
        operation, lambda _event, done: _part_shape(done, part), shape, example, "", base=Part, more=more
    )


# Of each part: what it is, what is read, its shape, and an example.
PARTS: dict[str, tuple[str, str, type[Shape], Any]] = {
    of_events.RULES.name: ("The parameters of the game.", "Every parameter of the ruleset.", RulesShape, RULES_EXAMPLE),
    of_events.FORMAT.name: ("The format.", "How the event leads to its winner.", FormatShape, FORMAT_EXAMPLE),
    of_events.TERMS.name: (
        "The terms of faults.",
        "What faults, absences and byes are worth.",
        TermsShape,
        TERMS_EXAMPLE,
    ),
    of_events.SCALE.name: ("The VP scale.", "The VP scale with its rows.", ScaleShape, SCALE_EXAMPLE),
    of_events.DISCIPLINE.name: (
        "The ladder of lateness: it may change while the event runs.",
        "The ladder for who comes late.",
        DisciplineShape,
        DISCIPLINE_EXAMPLE,
    ),
}
