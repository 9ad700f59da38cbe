"""The seeds of an event as a whole, and who might be one."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.draw.reads import seeding
from tournaments.entries import operations as of_entries
from tournaments.errors import RefusedError
from tournaments.frame.api.bodies import Body, Shape
from tournaments.frame.api.examples import example_answered, example_sent
from tournaments.frame.api.organising import Organising, event_endpoint
from tournaments.frame.api.schema import describe
from tournaments.frame.api.stands import EXAMPLE, Stand, stand
from tournaments.frame.policies import Door, Right

SOURCES = ("event", "circuit", "list")


class SourceBody(Body):
    """Where the seeds come from."""

    by = serializers.ChoiceField(
        choices=SOURCES, help_text="The last event of the club, the circuit of the event, or a list of names."
    )
    names = serializers.CharField(
        max_length=40_000, required=False, allow_blank=True, help_text="The list: a line each, best first."
    )


class SeedShape(Shape):
    """An entry that could be a seed."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]


class SeedsProposal(Shape):
    """Who was recognised, best first, and the names that no entry has."""

    entries = SeedShape(many=True)
    unmatched = serializers.ListField(child=serializers.CharField())


SEEDS = event_endpoint(of_entries.SET_SEEDS, lambda _event, done: stand(done), Stand, EXAMPLE, "seeds")


class SeedsProposed(Organising):
    """Who could be a seed; nothing is written."""

    door = Door(writes=Right.ORGANISE)

    @describe(
        "seeds_propose",
        "Match the last event of the club, the circuit or a list of names with the entries. Nothing is written.",
        takes=SourceBody,
        answers=SeedsProposal,
        examples=[
            example_sent({"by": "list", "names": "1. Bertolotto - Airola\n2. Ferrier - Tarro"}),
            example_answered(
                {"entries": [{"id": 71, "number": 4, "label": "Bertolotto – Airola"}], "unmatched": ["Ferrier - Tarro"]}
            ),
        ],
    )
    def post(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)
        body = self.body()
        if body["by"] == "list":
            found = seeding.from_list(event, body.get("names", ""))
        elif body["by"] == "circuit" and event.circuit_id is not None:
            found = seeding.from_circuit(event)
        else:
            last = seeding.last_event(event) if body["by"] == "event" else None
            if last is None:
                raise RefusedError("seeds_no_source", field="by")
            found = seeding.from_event(event, last)
        rows = [{"id": entry.pk, "number": entry.number, "label": entry.label} for entry in found.entries]
        return Response({"entries": rows, "unmatched": list(found.unmatched)})
