"""An event is made from a preset, and what it says of itself is changed."""

from dataclasses import replace
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.clubs.reads import clubs
from tournaments.errors import RefusedError
from tournaments.events.api.event_bodies import EventChange, EventCopy, NewEvent
from tournaments.events.api.event_shapes import EVENT_EXAMPLE, EventShape, event_shape
from tournaments.events.api.events import GROUP, EventList
from tournaments.events.writes import copying, tournaments
from tournaments.frame.api.examples import example_answered, example_sent
from tournaments.frame.api.organising import Organising
from tournaments.frame.api.schema import describe
from tournaments.frame.policies import Door, Right, Role, may
from tournaments.models import Club, Tournament

NEW_EXAMPLE = {
    "name": "Gara di Natale",
    "game": settings.GAMES[0],
    "preset": "valliadi_2022",
    "starts_at": "2026-12-20T20:30:00+01:00",
    "venue": "Salone",
    "capacity": 64,
    "fee_cents": 1000,
    "format": {"third_place": True},
}
GROUPS_EXAMPLE = {
    **NEW_EXAMPLE,
    "name": "Gironi di Natale",
    "rules": {"target": 15},
    "format": {"kind": "groups", "size": 4, "fill": "snake", "double": False, "ranking": "valliadi"},
}
DANISH_EXAMPLE = {
    **NEW_EXAMPLE,
    "name": "Danese di Natale",
    "format": {"kind": "danish", "rounds": 5, "rematches": "not_in_a_row", "ranking": "vp"},
}
MADE_EXAMPLE = {**EVENT_EXAMPLE, "review_sign_ups": True}


class OrganisedEvent(EventShape):
    """An event for those who organise it."""

    review_sign_ups = serializers.BooleanField()


class ReadEvent(EventShape):
    """An event for anybody who reads it, with what only its organisers ask about where it is one of them."""

    review_sign_ups = serializers.BooleanField(required=False, help_text="Told to those who organise the event.")


def organised_event(event: Tournament) -> dict[str, Any]:
    """An event with what only its organisers ask about."""
    return {**event_shape(event), "review_sign_ups": event.review_sign_ups}


class Events(EventList):
    """The events, which are made by anybody who has an account, and by clubs."""

    door = Door(reads=Right.BROWSE, writes=Right.CREATE_EVENT)

    def require_account(self) -> None:
        """A club's token makes events of its club."""
        if self.visitor.club_id is None:
            super().require_account()

    @describe(
        "event_create",
        "Make an event in preparation from a preset; anybody who makes it organises it.",
        takes=NewEvent,
        answers=OrganisedEvent,
        status=201,
        located=True,
        examples=[
            example_sent(NEW_EXAMPLE, "A knockout"),
            example_sent(GROUPS_EXAMPLE, "Groups"),
            example_sent(DANISH_EXAMPLE, "A Danish"),
            example_answered(MADE_EXAMPLE, status=201),
        ],
    )
    def post(self, request: Request) -> Response:
        body = self.body()
        self.game = body["game"]
        club = self._club(body.pop("club", None))
        actor = replace(self.actor, role=Role.ORGANISER, club_id=self.visitor.club_id)
        event = tournaments.create_tournament(actor=actor, club=club, **body)
        where = request.build_absolute_uri(f"{event.slug}/")
        return Response(organised_event(event), status=201, headers={"Location": where})

    def _club(self, wanted: int | None) -> Club | None:
        """The club that holds the event: without a word the one whose token it is."""
        pk = self.visitor.club_id if wanted is None else wanted
        if pk is None:
            return None
        club = clubs.club_by_key(pk)
        if club is None:
            raise RefusedError("club_unknown", field="club", value=pk)
        return club


class EventCopies(Organising):
    """Copies of an event: its settings for another evening."""

    door = Door(writes=Right.ORGANISE)
    group = GROUP

    @describe(
        "event_copy",
        "Make an event in preparation with the settings of this one; people and results are not copied.",
        takes=EventCopy,
        answers=OrganisedEvent,
        status=201,
        located=True,
        examples=[
            example_sent({"name": "Gara di Natale 2027"}),
            example_answered({**MADE_EXAMPLE, "status": "draft"}, status=201),
        ],
    )
    def post(self, request: Request, slug: str) -> Response:
        source, actor, body = self.begin_write(slug)
        name, starts_at = copying.proposal(source, timezone.now())
        event = copying.copy_tournament(
            actor=replace(actor, club_id=self.visitor.club_id),
            source=source,
            name=body.get("name") or name,
            starts_at=body.get("starts_at") or starts_at,
        )
        where = request.build_absolute_uri(reverse("api_event", args=[event.slug]))
        return Response(organised_event(event), status=201, headers={"Location": where})


class EventData(Organising):
    """What an event says of itself."""

    door = Door(reads=Right.SEE, writes=Right.ORGANISE)
    group = GROUP

    @describe(
        "event_read",
        "An event: its name, place and time, and what it is played by.",
        answers=ReadEvent,
        examples=[example_answered(EVENT_EXAMPLE, "An event")],
    )
    def get(self, request: Request, slug: str) -> Response:
        event, actor = self.event(slug)
        shape = organised_event if may(actor, Right.ORGANISE, event) else event_shape
        return Response(shape(event))

    @describe(
        "event_update",
        "Change what the event says of itself; what is left out stays.",
        takes=EventChange,
        answers=OrganisedEvent,
        examples=[example_sent({"venue": "Salone grande", "seen": 4}), example_answered(MADE_EXAMPLE)],
    )
    def patch(self, request: Request, slug: str) -> Response:
        event, actor, body = self.begin_write(slug)
        body.pop("seen", None)
        if body:
            club = event.club
            if "club" in body:
                body["club"] = club = self._club(event, body["club"])
            event = tournaments.update_tournament(actor=actor, tournament_id=event.pk, **body)
            event.club = club
        return Response(organised_event(event))

    def _club(self, event: Tournament, wanted: int | None) -> Club | None:
        """The club as the page offers it: one that the caller runs, or the one that the event has."""
        if wanted is None:
            return None
        if wanted == event.club_id:
            return event.club
        account = self.visitor.account
        found = clubs.may_choose(account).filter(pk=wanted).first() if account else None
        if found is None:
            raise RefusedError("club_unknown", field="club", value=wanted)
        return found
