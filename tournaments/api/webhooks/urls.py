"""Addresses of the webhooks."""

from django.urls import URLPattern, path

from tournaments.api.webhooks.endpoints import OfClub, OfEvent, endpoints

OWNERS = {
    "event": ("events/<slug:slug>/webhooks/", endpoints("event", OfEvent)),
    "club": ("clubs/<int:pk>/webhooks/", endpoints("club", OfClub)),
}
urlpatterns: list[URLPattern] = [
    path(f"{begin}{part}", view.as_view(), name=f"api_{of}_webhooks_{view.__name__.lower()}")
    for of, (begin, views) in OWNERS.items()
    for part, view in views.items()
]
