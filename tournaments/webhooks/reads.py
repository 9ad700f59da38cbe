"""The webhooks of an event or a club, and their deliveries."""

from django.core.paginator import Page, Paginator
from django.db.models import Count, Max, Q, QuerySet

from tournaments.errors import MissingError
from tournaments.models import Club, Tournament, Webhook, WebhookDelivery

PAGE = 20


def hooks_of(owner: Tournament | Club) -> QuerySet[Webhook]:
    """Return the webhooks of one owner, with the number of deliveries, and when something arrived last."""
    deliveries = Count("deliveries", filter=Q(deliveries__delivered_at__isnull=False))
    return _webhooks_of(owner).annotate(arrived=deliveries, last=Max("deliveries__delivered_at")).order_by("pk")


def hook_of(owner: Tournament | Club, pk: int) -> Webhook:
    """Return a webhook of this owner; raises MissingError for another's."""
    found = _webhooks_of(owner).filter(pk=pk).first()
    if found is None:
        raise MissingError
    return found


def deliveries_of(hook: Webhook, number: str = "1") -> Page[WebhookDelivery]:
    """Return a page of the deliveries of one webhook, newest first."""
    return Paginator(all_deliveries_of(hook).order_by("-pk"), PAGE).get_page(number)


def all_deliveries_of(hook: Webhook) -> QuerySet[WebhookDelivery]:
    """Return the deliveries of one webhook."""
    return WebhookDelivery.objects.filter(webhook=hook)


def _webhooks_of(owner: Tournament | Club) -> QuerySet[Webhook]:
    by = Q(club=owner) if isinstance(owner, Club) else Q(tournament=owner)
    return Webhook.objects.select_related("tournament", "club").filter(by)
