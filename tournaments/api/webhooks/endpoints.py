"""Webhooks: those of an event for its organisers, those of a club for its administrators, by the same code."""

from abc import ABC, abstractmethod
from collections.abc import Mapping

from drf_spectacular.utils import OpenApiExample
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.clubs import base as clubs
from tournaments.api.core.events import a_page
from tournaments.api.endpoint import Endpoint
from tournaments.api.organising.examples import answered, sent
from tournaments.api.schema import documented, listed, many_of
from tournaments.api.webhooks.shapes import (
    DELIVERY_EXAMPLE,
    NEW_EXAMPLE,
    WEBHOOK_EXAMPLE,
    DeliveryShape,
    NewWebhookShape,
    WebhookBody,
    WebhookChange,
    WebhookShape,
    delivery_shape,
    webhook_shape,
)
from tournaments.models import Club, Tournament, Webhook
from tournaments.policies import Actor, Door, Right
from tournaments.selectors.webhooks import all_deliveries_of, hook_of, hooks_of
from tournaments.services.webhooks import keeping

SENT = sent({"url": WEBHOOK_EXAMPLE["url"], "subjects": WEBHOOK_EXAMPLE["subjects"]})
NEW = [OpenApiExample("A new one", NEW_EXAMPLE, response_only=True)]
ONE = [OpenApiExample("One", WEBHOOK_EXAMPLE, response_only=True)]


class _Webhooks(Endpoint, ABC):
    group = "webhooks"

    @abstractmethod
    def owner(self) -> tuple[Tournament | Club, Actor]:
        """Whose webhooks they are, and what the caller is there."""

    def hook(self) -> tuple[Webhook, Actor]:
        """The webhook of the address, which belongs to the owner of the address."""
        owner, actor = self.owner()
        return hook_of(owner, self.kwargs["hook"]), actor


class OfEvent(_Webhooks):
    """The webhooks of an event."""

    door = Door(reads=Right.ORGANISE, writes=Right.ORGANISE)

    def owner(self) -> tuple[Tournament | Club, Actor]:
        return self.event(self.kwargs["slug"])


class OfClub(_Webhooks, clubs.OfClub):
    """The webhooks of a club, told of all its events."""

    def owner(self) -> tuple[Tournament | Club, Actor]:
        return self.club(self.kwargs["pk"])


def _new(hook: Webhook, status: int) -> Response:
    return Response({**webhook_shape(hook), "secret": keeping.secret_of(hook)}, status=status)


def endpoints(of: str, base: type[_Webhooks]) -> Mapping[str, type[Endpoint]]:
    """The endpoints below the webhooks of one kind of owner, by the part of the address that leads to each."""

    class All(base):  # type: ignore[misc, valid-type]
        """All of them, and one more."""

        withheld = ("secret",)

        @documented(
            f"{of}_webhooks_list",
            "The webhooks.",
            answers=many_of(WebhookShape),
            examples=[answered({"results": [WEBHOOK_EXAMPLE]})],
        )
        def get(self, request: Request, **keys: object) -> Response:
            owner, _actor = self.owner()
            return Response({"results": [webhook_shape(hook) for hook in hooks_of(owner)]})

        @documented(
            f"{of}_webhooks_make", "Make a webhook; its secret is shown this once.",
            takes=WebhookBody, answers=NewWebhookShape, status=201, examples=[SENT, *NEW],
        )  # fmt: skip
        def post(self, request: Request, **keys: object) -> Response:
            owner, actor = self.owner()
            return _new(keeping.create_webhook(actor=actor, owner=owner, **self.taken(WebhookBody)), 201)

    class One(base):  # type: ignore[misc, valid-type]
        """One of them."""

        @documented(f"{of}_webhooks_read", "One webhook.", answers=WebhookShape, examples=ONE)
        def get(self, request: Request, **keys: object) -> Response:
            return Response(webhook_shape(self.hook()[0]))

        @documented(
            f"{of}_webhooks_change", "Another address, other subjects, pause or resume.",
            takes=WebhookChange, answers=WebhookShape, examples=[sent({"active": True}), *ONE],
        )  # fmt: skip
        def patch(self, request: Request, **keys: object) -> Response:
            hook, actor = self.hook()
            return Response(webhook_shape(keeping.change_webhook(actor=actor, hook=hook, **self.taken(WebhookChange))))

        @documented(f"{of}_webhooks_remove", "Take a webhook away, with what it was told.", answers=None)
        def delete(self, request: Request, **keys: object) -> Response:
            hook, actor = self.hook()
            self.taken()
            keeping.remove_webhook(actor=actor, hook=hook)
            return Response(status=204)

    class Secret(base):  # type: ignore[misc, valid-type]
        """Another secret."""

        withheld = ("secret",)

        @documented(
            f"{of}_webhooks_renew", "Sign with another secret from now on; it is shown this once.",
            answers=NewWebhookShape, examples=NEW,
        )  # fmt: skip
        def post(self, request: Request, **keys: object) -> Response:
            hook, actor = self.hook()
            self.taken()
            return _new(keeping.renew_secret(actor=actor, hook=hook), 200)

    class Deliveries(base):  # type: ignore[misc, valid-type]
        """What it was told."""

        is_list = True

        @documented(
            f"{of}_deliveries_list",
            "What a webhook was told.",
            answers=listed(DeliveryShape),
            examples=[a_page(DELIVERY_EXAMPLE)],
        )
        def get(self, request: Request, **keys: object) -> Response:
            found: Response = self.listed(all_deliveries_of(self.hook()[0]), delivery_shape, order="-pk")
            return found

    class Again(base):  # type: ignore[misc, valid-type]
        """One thing once more."""

        @documented(
            f"{of}_deliveries_repeat", "Tell one thing once more; the receiver knows it by its id.",
            answers=DeliveryShape, examples=[OpenApiExample("A result", DELIVERY_EXAMPLE, response_only=True)],
        )  # fmt: skip
        def post(self, request: Request, **keys: object) -> Response:
            hook, actor = self.hook()
            self.taken()
            sent = keeping.send_again(actor=actor, hook=hook, delivery_id=self.kwargs["delivery"])
            return Response(delivery_shape(sent))

    return {
        "": All,
        "<int:hook>/": One,
        "<int:hook>/secret/": Secret,
        "<int:hook>/deliveries/": Deliveries,
        "<int:hook>/deliveries/<int:delivery>/again/": Again,
    }
