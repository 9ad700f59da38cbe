"""The addresses of the API, one file of addresses for each part of it."""

from django.urls import include, path

urlpatterns = [
    path("", include("tournaments.api.directing.urls")),
    path("", include("tournaments.api.organising.urls")),
    path("", include("tournaments.api.core.urls")),
    path("", include("tournaments.api.clubs.urls")),
    path("", include("tournaments.api.webhooks.urls")),
    path("", include("tournaments.api.documents.urls")),
    path("", include("tournaments.api.passes.urls")),
    path("", include("tournaments.api.matches.urls")),
]
