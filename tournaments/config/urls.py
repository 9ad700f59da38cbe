"""All addresses of the site, one module for each kind of visitor."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from tournaments.config.on_demand import OnDemand
from tournaments.live import stream
from tournaments.policies import Right, door
from tournaments.views import icon, offline, preferences, security_txt, server_time

API = OnDemand("api/v1/", "tournaments.api.urls")


@door(reads=Right.BROWSE)
def api_page(request: HttpRequest) -> HttpResponse:
    """Return the page that describes the API, and load all of the API with it."""
    API.load()
    from tournaments.api import reading

    return reading.page(request)


# The first match is taken, after all before it were tried: results come first.
urlpatterns = [
    path("", include("tournaments.views.referee.urls")),
    path("", include("tournaments.views.tables.urls")),
    path("favicon.ico", icon.favicon, name="favicon"),
    path(".well-known/security.txt", security_txt.security_txt, name="security_txt"),
    path("ora/", server_time.server_time, name="server_time"),
    path("worker.js", offline.worker, name="worker"),
    path("settebello.webmanifest", offline.manifest, name="manifest"),
    path("senza-rete/", offline.offline, name="offline"),
    path("lingua/", preferences.set_language, name="set_language"),
    path("testo/", preferences.set_text_size, name="text_size"),
    path("carte/", preferences.decks, name="decks"),
    # Served on the loop, by its ending: see tournaments.config.asgi.
    path("e/<slug:slug>/live/", stream.not_here, name="event_live"),
    path("tavolo/<int:match_id>/filo/", stream.not_here, name="live_socket"),
    path("api/", api_page, name="api"),
    API,
    path("", include("tournaments.views.people.urls")),
    path("", include("tournaments.views.webhooks.urls")),
    path("", include("tournaments.views.tokens.urls")),
    path("", include("tournaments.views.clubs.urls")),
    path("", include("tournaments.views.organiser.urls")),
    path("", include("tournaments.views.public.urls")),
]

handler404 = "tournaments.config.last_resort.not_found"
handler500 = "tournaments.config.last_resort.server_error"
