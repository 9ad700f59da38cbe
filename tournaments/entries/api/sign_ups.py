"""A player's own sign-up, as on the public page."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.entries.api.desk_shapes import TakenEntry
from tournaments.entries.api.entry_bodies import SignUpBody, new_entry
from tournaments.entries.reads import entries as sign_ups
from tournaments.entries.writes import entries
from tournaments.frame.api.bodies import Shape
from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.examples import example_answered, example_sent
from tournaments.frame.api.schema import describe
from tournaments.frame.networks import address_of
from tournaments.frame.policies import Actor, Door, Right
from tournaments.frame.writes import rate_limits

BODY_EXAMPLE = {
    "people": [{"family_name": "Solero", "given_name": "Ada"}],
    "club": "Ceres",
    "contact": "ada@example.org",
}
TAKEN_EXAMPLE = {"id": 815, "number": 4, "label": "Ada Solero", "status": "pending"}


class Room(Shape):
    """Whether players can sign up, and how many places are left."""

    is_open = serializers.BooleanField()
    entered = serializers.IntegerField()
    left = serializers.IntegerField(allow_null=True, help_text="null: there is no limit.")


class SignUp(Endpoint):
    """GET says whether players can sign up. POST signs up anybody who sees the event; an account owns its entry."""

    door = Door(reads=Right.SEE, writes=Right.SIGN_UP)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Count the try before the transaction of the call, so that a call that fails is counted too."""
        super().initial(request, *args, **kwargs)
        if request.method == "POST":
            rate_limits.take(rate_limits.sign_ups(address_of(request._request)))

    @describe(
        "sign_up_read",
        "Whether players can sign up, and how many places are left.",
        answers=Room,
        examples=[example_answered({"is_open": True, "entered": 31, "left": 33})],
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)
        found = sign_ups.room_left(event)
        return Response({"is_open": found.is_open, "entered": found.entered, "left": found.left})

    @describe(
        "sign_up",
        "Sign up: looked at by the organiser where the event asks for it.",
        takes=SignUpBody,
        answers=TakenEntry,
        status=201,
        examples=[example_sent(BODY_EXAMPLE), example_answered(TAKEN_EXAMPLE, status=201)],
    )
    def post(self, request: Request, slug: str) -> Response:
        event, actor = self.event(slug)
        body = self.body()
        new = new_entry(body)
        who = actor if actor.label else Actor(label=new.people[0].family_name)
        entry = entries.sign_up(actor=who, tournament_id=event.pk, new=new, contact=body["contact"])
        return Response(TakenEntry.of(entry), status=201)
