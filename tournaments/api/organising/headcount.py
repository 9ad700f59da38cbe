"""The head-count: which evenings a number of entries allows; one of them is chosen before the draw."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import phrases
from tournaments.api.bodies import Body, Shape
from tournaments.api.organising.base import Organising
from tournaments.api.organising.examples import answered, sent
from tournaments.api.organising.fields import SeenBody
from tournaments.api.organising.stands import EXAMPLE, Stand, stand
from tournaments.api.schema import documented
from tournaments.competition.headcount.evening import evening
from tournaments.competition.headcount.tables import Prospect, Unplayable, evenings
from tournaments.competition.pairing.options import options_from_json
from tournaments.competition.pairing.table_options import (
    LARGEST_TABLES,
    POLICIES,
    TABLES,
    TablesOptions,
    tables_from_json,
)
from tournaments.errors import RefusedError
from tournaments.forms.formats import PolicyForm
from tournaments.forms.headcount import MOST_ASKED
from tournaments.games import registry
from tournaments.models import Tournament
from tournaments.selectors.organising import EntryCounts, entry_counts
from tournaments.services.events import tournaments


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


class EveningShape(Shape):
    """An evening that a number of entries allows, or why it does not."""

    policy = serializers.CharField(allow_blank=True, help_text="Empty for a knockout.")
    max_table = serializers.IntegerField(allow_null=True)
    is_chosen = serializers.BooleanField()
    refusal = serializers.CharField(allow_blank=True, help_text="Why so many cannot be played so.")
    rounds = serializers.IntegerField()
    tables = serializers.ListField(child=serializers.IntegerField(), help_text="Tables in play, by round.")
    sizes = Size(many=True)
    byes = serializers.IntegerField()
    readmitted = serializers.IntegerField()
    matches = serializers.IntegerField()
    most_matches = serializers.IntegerField()


class HeadcountShape(Shape):
    """Who is here, and the evenings that so many allow."""

    entered = serializers.IntegerField()
    checked_in = serializers.IntegerField()
    n = serializers.IntegerField(allow_null=True)
    evenings = EveningShape(many=True)


COUNT_EXAMPLE = {
    "entered": 64, "checked_in": 61, "n": 64,
    "evenings": [
        {
            "policy": "", "max_table": None, "is_chosen": True, "refusal": "", "rounds": 6,
            "tables": [32, 16, 8, 4, 2, 2], "sizes": [{"size": 2, "tables": 32}], "byes": 0, "readmitted": 0,
            "matches": 64, "most_matches": 64,
        }
    ],
}  # fmt: skip


def evenings_of(event: Tournament, number: int) -> list[dict[str, Any]]:
    """Every evening with so many entries: one of a knockout, several of tables."""
    if event.format.get("kind") != TABLES:
        return [_knockout(event, number)]
    chosen, most = tables_from_json(event.format), registry.game(event.game).lines(event.rules)[1]
    return [_of_tables(each, chosen) for each in evenings(number) if each.options.largest <= most]


def _knockout(event: Tournament, number: int) -> dict[str, Any]:
    found = evening(number, options_from_json(event.format))
    first = [{"size": 2, "tables": found.tables[0]}] if found.tables and found.tables[0] else []
    return _evening("", None, is_chosen=True) | {
        "rounds": found.rounds,
        "tables": list(found.tables),
        "sizes": first,
        "byes": found.byes,
        "matches": found.matches,
        "most_matches": found.most_matches,
    }


def _of_tables(found: Prospect, chosen: TablesOptions) -> dict[str, Any]:
    options = found.options
    is_chosen = (options.policy, options.largest) == (chosen.policy, chosen.largest)
    told = _evening(options.policy, options.max_table, is_chosen=is_chosen)
    if isinstance(found, Unplayable):
        return told | {"refusal": phrases.sentence(RefusedError(found.code, **found.params))}
    return told | {
        "rounds": found.rounds,
        "tables": list(found.tables),
        "sizes": [{"size": size, "tables": tables} for size, tables in found.sizes.items()],
        "byes": found.byes,
        "readmitted": found.readmitted,
        "matches": found.matches,
        "most_matches": found.matches,
    }


def _evening(policy: str, max_table: int | None, *, is_chosen: bool) -> dict[str, Any]:
    nothing: dict[str, Any] = {"rounds": 0, "tables": [], "sizes": [], "byes": 0, "readmitted": 0}
    named = {"policy": policy, "max_table": max_table, "is_chosen": is_chosen, "refusal": ""}
    return named | nothing | {"matches": 0, "most_matches": 0}


def _here(counts: EntryCounts) -> int | None:
    here = counts.checked_in or counts.confirmed
    return here if here > 1 else None


class Headcount(Organising):
    """How many come, and what evening that makes."""

    parameters = CountQuery

    @documented(
        "headcount_read",
        "The evenings that a number of entries allows.",
        answers=HeadcountShape,
        examples=[answered(COUNT_EXAMPLE)],
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)
        counts = entry_counts(event)
        number = self.asked.get("n") or _here(counts)
        return Response(
            {
                "entered": counts.confirmed,
                "checked_in": counts.checked_in,
                "n": number,
                "evenings": evenings_of(event, number) if number else [],
            }
        )

    @documented(
        "headcount_choose",
        "Choose one of the evenings of tables before the draw.",
        takes=PolicyBody,
        answers=Stand,
        examples=[sent({"policy": "balanced", "max_table": 5}), answered({**EXAMPLE, "status": "closed"})],
    )
    def put(self, request: Request, slug: str) -> Response:
        event, actor, body = self.begun(slug, PolicyBody)
        choice = PolicyForm({name: value for name, value in body.items() if name != "seen"})
        choice.is_valid()
        chosen = {**event.format, **choice.format_json()}
        return Response(stand(tournaments.change_rules(actor=actor, tournament_id=event.pk, format=chosen)))
