"""All addresses of the site, one module for each kind of visitor."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from tournaments.config.on_demand import OnDemand, Pages
from tournaments.frame.policies import Right, door

preferences = Pages("tournaments.accounts.pages.preferences")
offline = Pages("tournaments.frame.pages.offline")
well_known = Pages("tournaments.frame.pages.well_known")
stream = Pages("tournaments.live.stream")
API = OnDemand("api/v1/", "tournaments.config.api_addresses.urls")


@door(reads=Right.BROWSE)
def api_page(request: HttpRequest) -> HttpResponse:
    """Return the page that describes the API, and load all of the API with it."""
    API.load()
    from tournaments.frame.api import description

    return description.page(request)


# The first match is taken, after all before it were tried: results come first, then what everybody reads.
urlpatterns = [
    path("", include("tournaments.config.addresses.referee")),
    path("", include("tournaments.config.addresses.online")),
    path("", include("tournaments.config.addresses.public")),
    path("favicon.ico", well_known.favicon, name="favicon"),
    path(".well-known/security.txt", well_known.security_txt, name="security_txt"),
    path("ora/", well_known.server_time, name="server_time"),
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
    path("", include("tournaments.config.addresses.people")),
    path("", include("tournaments.config.addresses.webhooks")),
    path("", include("tournaments.config.addresses.tokens")),
    path("", include("tournaments.config.addresses.clubs")),
    path("", include("tournaments.config.addresses.organiser")),
]

handler404 = "tournaments.config.last_resort.not_found"
handler500 = "tournaments.config.last_resort.server_error"
