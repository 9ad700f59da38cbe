"""The head-count: which evenings a number of entries allows; one of them is chosen before the draw."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.competition.formats.bracket import KnockoutFormat
from tournaments.competition.formats.contract import Format
from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import InRounds
from tournaments.competition.formats.stages import StagesFormat
from tournaments.competition.headcount import Unplayable, evening, evenings, rounds_evening, stages_evening
from tournaments.competition.pairing.table_options import (
    LARGEST_TABLES,
    POLICIES,
    tables_from_json,
)
from tournaments.draw.forms import MOST_ASKED
from tournaments.entries.reads.desk import entry_counts
from tournaments.errors import RefusedError
from tournaments.events.forms.formats import PolicyForm
from tournaments.events.writes import tournaments
from tournaments.frame import phrases
from tournaments.frame.api.bodies import Body, SeenBody, Shape
from tournaments.frame.api.examples import example_answered, example_sent
from tournaments.frame.api.organising import Organising
from tournaments.frame.api.schema import describe
from tournaments.frame.api.stands import EXAMPLE, Stand, stand
from tournaments.games import registry
from tournaments.models import Tournament


class CountQuery(Body):
    """How many come; without a number those who are checked in, else those who are entered."""

    n = serializers.IntegerField(min_value=2, max_value=MOST_ASKED, required=False)


class PolicyBody(SeenBody):
    """An evening of tables."""

    policy = serializers.ChoiceField(choices=POLICIES)
    max_table = serializers.ChoiceField(choices=LARGEST_TABLES, required=False, help_text="Players at a table at most.")


class Size(Shape):
    """How many tables of the first round have a size."""

    size = serializers.IntegerField()
    tables = serializers.IntegerField()


class GroupSize(Shape):
    """How many groups have a size."""

    size = serializers.IntegerField()
    groups = serializers.IntegerField()


class EveningStage(Shape):
    """A stage of an evening, and how long the evening is when it ends."""

    kind = serializers.CharField()
    entries = serializers.IntegerField(help_text="Those who play it, while nobody leaves.")
    rounds = serializers.IntegerField()
    matches = serializers.IntegerField()
    ends_after = serializers.IntegerField(
        allow_null=True, help_text="Minutes from the beginning of the event, without breaks."
    )


class EveningShape(Shape):
    """An evening that a number of entries allows, or why it does not."""

    policy = serializers.CharField(allow_blank=True, help_text="Of elimination tables; empty for any other format.")
    max_table = serializers.IntegerField(allow_null=True)
    is_chosen = serializers.BooleanField()
    refusal = serializers.CharField(allow_blank=True, help_text="Why so many cannot be played so.")
    rounds = serializers.IntegerField()
    tables = serializers.ListField(child=serializers.IntegerField(), help_text="Tables in play, by round.")
    sizes = Size(many=True)
    byes = serializers.IntegerField(help_text="Those who rest in the first round.")
    rests = serializers.ListField(
        child=serializers.IntegerField(), help_text="Who rests, by round, where everybody plays in each."
    )
    groups = GroupSize(many=True)
    readmitted = serializers.IntegerField()
    stages = EveningStage(many=True, help_text="Where several follow each other; else none.")
    matches = serializers.IntegerField()
    most_matches = serializers.IntegerField()


class HeadcountShape(Shape):
    """Who is here, and the evenings that so many allow."""

    entered = serializers.IntegerField()
    checked_in = serializers.IntegerField()
    n = serializers.IntegerField(allow_null=True)
    evenings = EveningShape(many=True)


GROUPS_EXAMPLE = {
    "entered": 10,
    "checked_in": 10,
    "n": 10,
    "evenings": [
        {
            "policy": "",
            "max_table": None,
            "is_chosen": True,
            "refusal": "",
            "rounds": 3,
            "tables": [4, 4, 4],
            "sizes": [{"size": 2, "tables": 4}],
            "byes": 2,
            "rests": [2, 2, 2],
            "groups": [{"size": 4, "groups": 1}, {"size": 3, "groups": 2}],
            "readmitted": 0,
            "stages": [],
            "matches": 12,
            "most_matches": 12,
        }
    ],
}
STAGES_EXAMPLE = {
    "entered": 12,
    "checked_in": 12,
    "n": 12,
    "evenings": [
        {
            "policy": "",
            "max_table": None,
            "is_chosen": True,
            "refusal": "",
            "rounds": 6,
            "tables": [6, 6, 6, 2, 2, 2],
            "sizes": [{"size": 2, "tables": 6}],
            "byes": 0,
            "rests": [0, 0, 0],
            "groups": [{"size": 4, "groups": 3}],
            "readmitted": 0,
            "stages": [
                {"kind": "groups", "entries": 12, "rounds": 3, "matches": 18, "ends_after": 180},
                {"kind": "knockout", "entries": 6, "rounds": 3, "matches": 6, "ends_after": 360},
            ],
            "matches": 24,
            "most_matches": 24,
        }
    ],
}
COUNT_EXAMPLE = {
    "entered": 64,
    "checked_in": 61,
    "n": 64,
    "evenings": [
        {
            "policy": "",
            "max_table": None,
            "is_chosen": True,
            "refusal": "",
            "rounds": 6,
            "tables": [32, 16, 8, 4, 2, 2],
            "sizes": [{"size": 2, "tables": 32}],
            "byes": 0,
            "rests": [],
            "groups": [],
            "readmitted": 0,
            "stages": [],
            "matches": 64,
            "most_matches": 64,
        }
    ],
}


def evenings_of(event: Tournament, number: int) -> list[dict[str, Any]]:
    """Return every way to play the event with ``number`` entries: several for tables, one for each other format."""
    event_format: Format | InRounds = format_of(event.format)
    if isinstance(event_format, StagesFormat):
        # The first stage as the evening of its kind, with the rounds and matches of all stages.
        opening = _in_rounds(event_format.opening, number)
        try:
            whole = stages_evening(number, event_format)
        except RefusedError as refusal:
            return [_evening("", None, is_chosen=True) | {"refusal": phrases.sentence(refusal)}]
        ends = whole.ends(event.round_minutes or 0)
        stages = [
            {"kind": part.format.kind, "entries": each.entrants, "rounds": each.rounds, "matches": each.matches}
            | {"ends_after": end or None}
            for part, each, end in zip(event_format.parts, whole.stages, ends, strict=True)
        ]
        counted = {"rounds": whole.rounds, "tables": list(whole.tables), "matches": whole.matches}
        return [opening | counted | {"most_matches": whole.most_matches, "stages": stages}]
    if isinstance(event_format, InRounds):
        return [_in_rounds(event_format, number)]
    if isinstance(event_format, KnockoutFormat):
        bracket = evening(number, event_format.options)
        counted = {
            "rounds": bracket.rounds,
            "tables": list(bracket.tables),
            "sizes": [{"size": 2, "tables": bracket.tables[0]}] if bracket.tables and bracket.tables[0] else [],
            "byes": bracket.byes,
            "matches": bracket.matches,
            "most_matches": bracket.most_matches,
        }
        return [_evening("", None, is_chosen=True) | counted]
    chosen, most = tables_from_json(event.format), registry.game(event.game).lines(event.rules)[1]
    told = []
    for found in evenings(number):
        options = found.options
        if options.largest > most:
            continue
        is_chosen = (options.policy, options.largest) == (chosen.policy, chosen.largest)
        if isinstance(found, Unplayable):
            counted = {"refusal": phrases.sentence(RefusedError(found.code, **found.params))}
        else:
            counted = {
                "rounds": found.rounds,
                "tables": list(found.tables),
                "sizes": [{"size": size, "tables": tables} for size, tables in found.sizes.items()],
                "byes": found.byes,
                "readmitted": found.readmitted,
                "matches": found.matches,
                "most_matches": found.matches,
            }
        told.append(_evening(options.policy, options.max_table, is_chosen=is_chosen) | counted)
    return told


def _in_rounds(event_format: InRounds, number: int) -> dict[str, Any]:
    try:
        found = rounds_evening(number, event_format)
    except RefusedError as refusal:
        return _evening("", None, is_chosen=True) | {"refusal": phrases.sentence(refusal)}
    return _evening("", None, is_chosen=True) | {
        "rounds": found.rounds,
        "tables": list(found.tables),
        "sizes": [{"size": size, "tables": tables} for size, tables in found.sizes.items()],
        "byes": found.rests[0],
        "rests": list(found.rests),
        "groups": [{"size": size, "groups": groups} for size, groups in found.groups.items()],
        "matches": found.matches,
        "most_matches": found.matches,
    }


def _evening(policy: str, max_table: int | None, *, is_chosen: bool) -> dict[str, Any]:
    nothing: dict[str, Any] = {"rounds": 0, "tables": [], "sizes": [], "byes": 0, "readmitted": 0}
    nothing |= {"rests": [], "groups": [], "stages": []}
    named = {"policy": policy, "max_table": max_table, "is_chosen": is_chosen, "refusal": ""}
    return named | nothing | {"matches": 0, "most_matches": 0}


class Headcount(Organising):
    """How many come, and the evenings that are possible with so many."""

    parameters = CountQuery

    @describe(
        "headcount_read",
        "The evenings that a number of entries allows.",
        answers=HeadcountShape,
        examples=[
            example_answered(COUNT_EXAMPLE, "A knockout"),
            example_answered(GROUPS_EXAMPLE, "Groups"),
            example_answered(STAGES_EXAMPLE, "Stages"),
        ],
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)
        counts = entry_counts(event)
        here = counts.checked_in or counts.confirmed
        number = self.query.get("n") or (here if here > 1 else None)
        return Response(
            {
                "entered": counts.confirmed,
                "checked_in": counts.checked_in,
                "n": number,
                "evenings": evenings_of(event, number) if number else [],
            }
        )

    @describe(
        "headcount_choose",
        "Choose one of the evenings of tables before the draw.",
        takes=PolicyBody,
        answers=Stand,
        examples=[
            example_sent({"policy": "balanced", "max_table": 5}),
            example_answered({**EXAMPLE, "status": "closed"}),
        ],
    )
    def put(self, request: Request, slug: str) -> Response:
        event, actor, body = self.begin_write(slug)
        choice = PolicyForm({name: value for name, value in body.items() if name != "seen"})
        choice.is_valid()
        chosen = {**event.format, **choice.format_json()}
        return Response(stand(tournaments.change_rules(actor=actor, tournament_id=event.pk, format=chosen)))
