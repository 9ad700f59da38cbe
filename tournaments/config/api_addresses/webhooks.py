"""Addresses of the webhooks."""

from django.urls import URLPattern, path

from tournaments.webhooks import operations as of_webhooks
from tournaments.webhooks.api import OfEvent, WebhooksOfClub, endpoints

OWNERS = {
    "event": ("events/<slug:slug>/", endpoints("event", OfEvent, of_webhooks.EVENT)),
    "club": ("clubs/<int:pk>/", endpoints("club", WebhooksOfClub, of_webhooks.CLUB)),
}
urlpatterns: list[URLPattern] = [
    path(f"{begin}{part}", view.as_view(), name=f"api_{of}_{view.__name__.lower()}")
    for of, (begin, views) in OWNERS.items()
    for part, view in views.items()
]
