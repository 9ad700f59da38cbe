"""Entries are opened and closed, and an event goes back to preparation."""

from collections.abc import Callable
from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.organising.base import Organising
from tournaments.api.organising.examples import AS_READ, answered
from tournaments.api.organising.fields import SeenBody
from tournaments.api.organising.stands import EXAMPLE, Stand, stand
from tournaments.api.schema import documented
from tournaments.models import Tournament
from tournaments.services import tournaments


class Step(Organising):
    """A step of an event that needs no words."""

    service: ClassVar[Callable[..., Tournament]]

    def step(self, slug: str) -> Response:
        event, actor, _body = self.begun(slug)
        return Response(stand(type(self).service(actor=actor, tournament_id=event.pk)))


class OpenEntries(Step):
    """Entries are opened."""

    service = staticmethod(tournaments.open_entries)

    @documented(
        "event_open",
        "Show the event to everybody and take entries, again if they were closed.",
        takes=SeenBody,
        answers=Stand,
        examples=[AS_READ, answered(EXAMPLE)],
    )
    def post(self, request: Request, slug: str) -> Response:
        return self.step(slug)


class CloseEntries(Step):
    """Entries are closed."""

    service = staticmethod(tournaments.close_entries)

    @documented(
        "event_close_entries",
        "Take no more entries: the draw comes next.",
        takes=SeenBody,
        answers=Stand,
        examples=[AS_READ, answered({**EXAMPLE, "status": "closed"})],
    )
    def post(self, request: Request, slug: str) -> Response:
        return self.step(slug)


class Hide(Step):
    """The event is hidden again."""

    service = staticmethod(tournaments.hide_tournament)

    @documented(
        "event_hide",
        "Back to preparation: only its officials see the event.",
        takes=SeenBody,
        answers=Stand,
        examples=[AS_READ, answered({**EXAMPLE, "status": "draft"})],
    )
    def post(self, request: Request, slug: str) -> Response:
        return self.step(slug)
