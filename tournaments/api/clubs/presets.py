"""Presets of clubs: kept from an event, renamed, deleted, and made into events."""

from dataclasses import replace
from typing import Any

from django.conf import settings
from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.bodies import Body, Shape
from tournaments.api.clubs.base import OfClub
from tournaments.api.core.events import a_page
from tournaments.api.declared import body_of, endpoint
from tournaments.api.names import NameField
from tournaments.api.organising.base import Organising
from tournaments.api.organising.event_data import MADE_EXAMPLE, OrganisedEvent, organised_event
from tournaments.api.organising.examples import answered, sent
from tournaments.api.organising.fields import MomentField
from tournaments.api.schema import documented, listed
from tournaments.errors import MissingError, RefusedError
from tournaments.models import Club, ClubPreset
from tournaments.operations import of_clubs
from tournaments.operations.of_clubs import of_club
from tournaments.operations.operation import Operation
from tournaments.policies import Door, Right, Role
from tournaments.selectors import clubs
from tournaments.selectors import presets as reading
from tournaments.services.events import presets

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


class PresetBody(body_of(of_clubs.RENAME_PRESET.takes)):  # type: ignore[misc]
    """The club that keeps it, which the caller runs."""

    club = serializers.IntegerField(min_value=1, max_value=MOST_KEY)


class EventOfPreset(Body):
    """An event that is made from a preset."""

    preset = serializers.IntegerField(min_value=1, max_value=MOST_KEY)
    name = NameField("event", help_text="The name of the event.")
    starts_at = MomentField(help_text="Date and time with the offset from UTC.")


PRESET_EXAMPLE = {
    "id": 5, "name": "Coppie, 21 punti, un'ora", "club": 4, "game": settings.GAMES[0], "rules_preset": "valliadi_2022",
    "entry_size": 2, "fee_cents": 1000,
}  # fmt: skip
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

    @documented(
        "presets_list",
        "The presets of the clubs that the caller runs.",
        answers=listed(ClubPresetShape),
        examples=[a_page(PRESET_EXAMPLE)],
    )
    def get(self, request: Request) -> Response:
        return self.listed(reading.offered_to(self.visitor.account, self.visitor.club_id), preset_shape)

    @documented(
        "event_create_from_preset",
        "Make an event in preparation from a preset of a club, for that club.",
        takes=EventOfPreset,
        answers=OrganisedEvent,
        status=201,
        located=True,
        examples=[sent(NEW_EXAMPLE), answered(MADE_EXAMPLE, status=201)],
    )
    def post(self, request: Request) -> Response:
        body = self.taken(EventOfPreset)
        offered = reading.offered_to(self.visitor.account, self.visitor.club_id)
        preset = offered.filter(pk=body["preset"]).first()
        if preset is None:
            raise RefusedError("preset_missing", field="preset", value=body["preset"])
        actor = replace(self.actor, role=Role.ORGANISER)
        event = presets.create_from_preset(actor=actor, preset=preset, name=body["name"], starts_at=body["starts_at"])
        where = request.build_absolute_uri(reverse("api_event", args=[event.slug]))
        return Response(organised_event(event), status=201, headers={"Location": where})


class EventPresets(Organising):
    """The settings of an event, kept as a preset."""

    door = Door(writes=Right.ORGANISE)
    group = "clubs"

    @documented(
        "preset_save",
        "Keep the settings of the event as a preset of a club that the caller runs.",
        takes=PresetBody,
        answers=ClubPresetShape,
        status=201,
        examples=[
            sent({"name": PRESET_EXAMPLE["name"], "club": PRESET_EXAMPLE["club"]}),
            answered(PRESET_EXAMPLE, status=201),
        ],
    )
    def post(self, request: Request, slug: str) -> Response:
        source, actor = self.event(slug)
        body = self.taken(PresetBody)
        if clubs.club_by_key(body["club"]) is None:
            raise RefusedError("club_unknown", field="club", value=body["club"])
        made = presets.save_preset(
            actor=replace(actor, club_id=self.visitor.club_id), club_id=body["club"], source=source, name=body["name"]
        )
        return Response(preset_shape(made), status=201)


def preset_in(club: Club, preset_id: int) -> ClubPreset:
    """A preset of the club."""
    preset = reading.one_of(club, preset_id)
    if preset is None:
        raise MissingError
    return preset


class OnePreset(OfClub):
    """A preset of a club."""

    door = Door(reads=Right.MANAGE_CLUB, writes=Right.MANAGE_CLUB)

    @documented("preset", "A preset of the club.", answers=ClubPresetShape, examples=[answered(PRESET_EXAMPLE)])
    def get(self, request: Request, pk: int, preset_id: int) -> Response:
        return Response(preset_shape(preset_in(self.managed()[0], preset_id)))


def _act(asked: OnePreset, operation: Operation, pk: int, preset_id: int) -> Response:
    club, actor = asked.managed()
    preset_in(club, preset_id)
    left = operation.do(actor, of_club(club, preset_id=preset_id), asked.taken(body_of(operation.takes)))
    return Response(preset_shape(left)) if left else Response(status=204)


_RENAMED = endpoint(
    of_clubs.RENAME_PRESET, OnePreset, _act, answers=ClubPresetShape, examples=[answered(PRESET_EXAMPLE)]
)
PRESET = endpoint(of_clubs.DELETE_PRESET, _RENAMED, _act)
