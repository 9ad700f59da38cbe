"""Presets of clubs: kept from an event, renamed, deleted, and made into events."""

from dataclasses import replace
from typing import Any

from django.conf import settings
from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.clubs.api.base import OfClub, club_endpoint
from tournaments.clubs.operations import of_clubs
from tournaments.clubs.reads import clubs
from tournaments.errors import MissingError, RefusedError
from tournaments.events.api.event_data import MADE_EXAMPLE, OrganisedEvent, organised_event
from tournaments.events.writes import presets
from tournaments.frame.api.bodies import Body, MomentField, NameField, Shape
from tournaments.frame.api.declared import endpoint
from tournaments.frame.api.examples import example_answered, example_sent
from tournaments.frame.api.organising import Organising
from tournaments.frame.api.pagination import a_page
from tournaments.frame.api.schema import describe, page_of_shape
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Door, Right, Role
from tournaments.models import ClubPreset

MOST_KEY = 2**31 - 1


class ClubPresetShape(Shape):
    """A preset of a club."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.IntegerField()
    game = serializers.CharField()
    rules_preset = serializers.CharField()
    entry_size = serializers.IntegerField()
    fee_cents = serializers.IntegerField()


class EventOfPreset(Body):
    """An event that is made from a preset."""

    preset = serializers.IntegerField(min_value=1, max_value=MOST_KEY)
    name = NameField("event", help_text="The name of the event.")
    starts_at = MomentField(help_text="Date and time with the offset from UTC.")


PRESET_EXAMPLE = {
    "id": 5,
    "name": "Coppie, 21 punti, un'ora",
    "club": 4,
    "game": settings.GAMES[0],
    "rules_preset": "valliadi_2022",
    "entry_size": 2,
    "fee_cents": 1000,
}
NEW_EXAMPLE = {"preset": 5, "name": "Serata 8", "starts_at": "2026-11-27T20:30:00+01:00"}


def preset_shape(preset: ClubPreset) -> dict[str, Any]:
    """A preset, with what it is about."""
    kept = preset.settings
    told = {name: kept[name] for name in ("game", "entry_size", "fee_cents")}
    return {"id": preset.pk, "name": preset.name, "club": preset.club_id, "rules_preset": kept["preset"], **told}


class Presets(OfClub):
    """The presets of the clubs that the caller runs."""

    door = Door(reads=Right.HAVE_ACCOUNT, writes=Right.CREATE_EVENT)
    is_list = True

    def require_account(self) -> None:
        """A club's token knows the presets of its club."""
        if self.visitor.club_id is None:
            super().require_account()

    @describe(
        "presets_list",
        "The presets of the clubs that the caller runs.",
        answers=page_of_shape(ClubPresetShape),
        examples=[a_page(PRESET_EXAMPLE)],
    )
    def get(self, request: Request) -> Response:
        return self.paginate(clubs.presets_for(self.visitor.account, self.visitor.club_id), preset_shape)

    @describe(
        "event_create_from_preset",
        "Make an event in preparation from a preset of a club, for that club.",
        takes=EventOfPreset,
        answers=OrganisedEvent,
        status=201,
        located=True,
        examples=[example_sent(NEW_EXAMPLE), example_answered(MADE_EXAMPLE, status=201)],
    )
    def post(self, request: Request) -> Response:
        body = self.body()
        offered = clubs.presets_for(self.visitor.account, self.visitor.club_id)
        preset = offered.filter(pk=body["preset"]).first()
        if preset is None:
            raise RefusedError("preset_missing", field="preset", value=body["preset"])
        actor = replace(self.actor, role=Role.ORGANISER)
        event = presets.create_from_preset(actor=actor, preset=preset, name=body["name"], starts_at=body["starts_at"])
        where = request.build_absolute_uri(reverse("api_event", args=[event.slug]))
        return Response(organised_event(event), status=201, headers={"Location": where})


def _save(asked: Organising, operation: Operation, slug: str) -> Response:
    source, actor = asked.event(slug)
    values = asked.body()
    if clubs.club_by_key(values["club"]) is None:
        raise RefusedError("club_unknown", field="club", value=values["club"])
    made = operation.do(replace(actor, club_id=asked.visitor.club_id), {"source": source}, values)
    return Response(preset_shape(made), status=201)


class OnePreset(OfClub):
    """A preset of a club."""

    door = Door(reads=Right.MANAGE_CLUB, writes=Right.MANAGE_CLUB)

    @describe("preset", "A preset of the club.", answers=ClubPresetShape, examples=[example_answered(PRESET_EXAMPLE)])
    def get(self, request: Request, pk: int, preset_id: int) -> Response:
        preset = clubs.one_of(self.object_and_actor()[0], preset_id)
        if preset is None:
            raise MissingError
        return Response(preset_shape(preset))


SAVE = endpoint(
    of_clubs.SAVE_PRESET,
    Organising,
    _save,
    answers=ClubPresetShape,
    status=201,
    examples=[example_answered(PRESET_EXAMPLE, status=201)],
    group="clubs",
)
_RENAMED = club_endpoint(
    of_clubs.RENAME_PRESET, preset_shape, ClubPresetShape, PRESET_EXAMPLE, base=OnePreset, there=clubs.one_of
)
PRESET = club_endpoint(of_clubs.DELETE_PRESET, preset_shape, None, base=_RENAMED, there=clubs.one_of)
