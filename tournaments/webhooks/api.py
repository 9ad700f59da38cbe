"""Webhooks of events and clubs, by programs."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.clubs.api import base as clubs
from tournaments.frame.api.bodies import Shape
from tournaments.frame.api.declared import Act, endpoint
from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.examples import example_answered
from tournaments.frame.api.pagination import a_page
from tournaments.frame.api.schema import describe, many_of, page_of_shape
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Actor, Door, Right
from tournaments.games.contract import Json
from tournaments.models import Club, Tournament, Webhook, WebhookDelivery
from tournaments.webhooks.operations import Steps
from tournaments.webhooks.reads import all_deliveries_of, hook_of, hooks_of
from tournaments.webhooks.writes import keeping


class WebhookShape(Shape):
    """A webhook, without its secret."""

    id = serializers.IntegerField()
    url = serializers.CharField()
    subjects = serializers.ListField(child=serializers.CharField())
    active = serializers.BooleanField(source="is_active")
    since = serializers.DateTimeField(help_text="It is told of what happens from then on")


class NewWebhookShape(WebhookShape):
    """A webhook with its secret, which is shown this once."""

    secret = serializers.CharField(allow_null=True, help_text="Null where the answer is repeated for a key")


class TryShape(Shape):
    """One try: the status of the answer, or why there was none."""

    at = serializers.DateTimeField()
    status = serializers.IntegerField(allow_null=True)
    error = serializers.CharField(allow_blank=True)
    ms = serializers.IntegerField()


class DeliveryShape(Shape):
    """One thing that a webhook was told."""

    id = serializers.IntegerField()
    payload = serializers.JSONField()
    tries = TryShape(many=True)
    created_at = serializers.DateTimeField()
    delivered_at = serializers.DateTimeField(allow_null=True)


def delivery_shape(row: WebhookDelivery) -> dict[str, Json]:
    return DeliveryShape.of(row, tries=row.tries)


WEBHOOK_EXAMPLE: Json = {
    "id": 3,
    "url": "https://hooks.example.org/settebello",
    "subjects": ["results"],
    "active": True,
    "since": "2026-04-18T14:30:00+02:00",
}
NEW_EXAMPLE: Json = {**WEBHOOK_EXAMPLE, "secret": "whsec_5e1f…"}
DELIVERY_EXAMPLE: Json = {
    "id": 41,
    "payload": {
        "event": "torneo-di-primavera",
        "subject": "results",
        "what": "score_confirmed",
        "about": "T7",
        "at": "2026-04-18T15:02:11.120000+00:00",
        "seq": 96,
        "hash": "9c3f…",
        "state": f"{settings.SITE_URL}/api/v1/events/torneo-di-primavera/state/",
    },
    "tries": [{"at": "2026-04-18T15:02:12+00:00", "status": 204, "error": "", "ms": 84}],
    "created_at": "2026-04-18T15:02:11.500000+00:00",
    "delivered_at": "2026-04-18T15:02:12+00:00",
}


NEW = [OpenApiExample("A new one", NEW_EXAMPLE, response_only=True)]
TOLD = [OpenApiExample("A result", DELIVERY_EXAMPLE, response_only=True)]
ONE = [OpenApiExample("One", WEBHOOK_EXAMPLE, response_only=True)]


class _Webhooks(Endpoint, ABC):
    group = "webhooks"
    withheld = ("secret",)

    @abstractmethod
    def owner(self) -> tuple[Tournament | Club, Actor]:
        """Return the owner of the webhooks, and the caller as an actor there."""

    def hook(self) -> tuple[Webhook, Actor]:
        """The webhook of the address, which belongs to the owner of the address."""
        owner, actor = self.owner()
        return hook_of(owner, self.kwargs["hook"]), actor


class OfEvent(_Webhooks):
    """The webhooks of an event."""

    door = Door(reads=Right.ORGANISE, writes=Right.ORGANISE)

    def owner(self) -> tuple[Tournament | Club, Actor]:
        return self.event(self.kwargs["slug"])


class WebhooksOfClub(_Webhooks, clubs.OfClub):
    """The webhooks of a club, told of all its events."""

    def owner(self) -> tuple[Tournament | Club, Actor]:
        return self.object_and_actor()


def _new(hook: Webhook) -> dict[str, Json]:
    return {**WebhookShape.of(hook), "secret": keeping.secret_of(hook)}


def _make(asked: _Webhooks, operation: Operation, **keys: object) -> Response:
    owner, actor = asked.owner()
    return Response(_new(operation.do(actor, {"owner": owner}, asked.body())), status=201)


def _answering(shape: Callable[[Any], dict[str, Json]] | None) -> Act:
    """Take a step with the webhook, or with the delivery, of the address; it answers the ``shape`` of what it made."""

    def act(asked: _Webhooks, operation: Operation, **keys: object) -> Response:
        hook, actor = asked.hook()
        told = {"delivery_id": keys["delivery"]} if "delivery" in keys else {}
        made = operation.do(actor, {"hook": hook, **told}, asked.body())
        return Response(shape(made)) if shape else Response(status=204)

    return act


def endpoints(of: str, base: type[_Webhooks], steps: Steps) -> Mapping[str, type[Endpoint]]:
    """The endpoints below the webhooks of one kind of owner, by the part of the address that leads to each."""

    class All(base):  # type: ignore[misc, valid-type]
        """List webhooks and add one."""

        @describe(
            f"{of}_webhooks_list",
            "The webhooks.",
            answers=many_of(WebhookShape),
            examples=[example_answered({"results": [WEBHOOK_EXAMPLE]})],
        )
        def get(self, request: Request, **keys: object) -> Response:
            owner, _actor = self.owner()
            return Response({"results": [WebhookShape.of(hook) for hook in hooks_of(owner)]})

    class One(base):  # type: ignore[misc, valid-type]
        """One webhook."""

        @describe(f"{of}_webhooks_read", "One webhook.", answers=WebhookShape, examples=ONE)
        def get(self, request: Request, **keys: object) -> Response:
            return Response(WebhookShape.of(self.hook()[0]))

    class Deliveries(base):  # type: ignore[misc, valid-type]
        """The deliveries of a webhook."""

        is_list = True

        @describe(
            f"{of}_deliveries_list",
            "The deliveries of a webhook.",
            answers=page_of_shape(DeliveryShape),
            examples=[a_page(DELIVERY_EXAMPLE)],
        )
        def get(self, request: Request, **keys: object) -> Response:
            found: Response = self.paginate(all_deliveries_of(self.hook()[0]), delivery_shape, order="-pk")
            return found

    changed = endpoint(steps.change, One, _answering(WebhookShape.of), answers=WebhookShape, examples=ONE)
    again = endpoint(steps.again, base, _answering(delivery_shape), answers=DeliveryShape, examples=TOLD)
    return {
        steps.make.address: endpoint(steps.make, All, _make, answers=NewWebhookShape, status=201, examples=NEW),
        steps.change.address: endpoint(steps.remove, changed, _answering(None)),
        steps.renew.address: endpoint(steps.renew, base, _answering(_new), answers=NewWebhookShape, examples=NEW),
        "webhooks/<int:hook>/deliveries/": Deliveries,
        steps.again.address: again,
    }
