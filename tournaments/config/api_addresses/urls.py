"""The addresses of the API, one file of addresses for each part of it."""

from django.urls import include, path

urlpatterns = [
    path("", include("tournaments.config.api_addresses.directing")),
    path("", include("tournaments.config.api_addresses.organising")),
    path("", include("tournaments.config.api_addresses.core")),
    path("", include("tournaments.config.api_addresses.clubs")),
    path("", include("tournaments.config.api_addresses.webhooks")),
    path("", include("tournaments.config.api_addresses.documents")),
    path("", include("tournaments.config.api_addresses.passes")),
    path("", include("tournaments.config.api_addresses.online")),
]
