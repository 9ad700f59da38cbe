"""Addresses of the webhook pages."""

from django.urls import URLPattern, URLResolver, path

from tournaments.config.on_demand import Pages

EVENT = "organizza/<slug:slug>/webhook/"
CLUB = "circoli/<int:pk>/webhook/"
owners = Pages("tournaments.webhooks.pages")

urlpatterns: list[URLPattern | URLResolver] = [
    path(EVENT, owners.organise_webhooks, name="organise_webhooks"),
    path(f"{EVENT}<int:pk>/", owners.organise_webhook, name="organise_webhooks_one"),
    path(f"{EVENT}<int:pk>/passo/", owners.organise_webhook_step, name="organise_webhooks_step"),
    path(CLUB, owners.club_webhooks, name="club_webhooks"),
    path(f"{CLUB}<int:hook>/", owners.club_webhook, name="club_webhooks_one"),
    path(f"{CLUB}<int:hook>/passo/", owners.club_webhook_step, name="club_webhooks_step"),
]
