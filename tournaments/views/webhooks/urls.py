"""Addresses of the webhooks."""

from django.urls import URLPattern, URLResolver, path

from tournaments.views.webhooks import of_clubs, of_events

EVENT = "organizza/<slug:slug>/webhook/"
CLUB = "circoli/<int:pk>/webhook/"
urlpatterns: list[URLPattern | URLResolver] = [
    path(EVENT, of_events.organise_webhooks, name="organise_webhooks"),
    path(f"{EVENT}<int:pk>/", of_events.organise_webhook, name="organise_webhooks_one"),
    path(f"{EVENT}<int:pk>/passo/", of_events.organise_webhook_step, name="organise_webhooks_step"),
    path(CLUB, of_clubs.club_webhooks, name="club_webhooks"),
    path(f"{CLUB}<int:hook>/", of_clubs.club_webhook, name="club_webhooks_one"),
    path(f"{CLUB}<int:hook>/passo/", of_clubs.club_webhook_step, name="club_webhooks_step"),
]
