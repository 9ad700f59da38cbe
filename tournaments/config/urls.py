"""Every address of the site, one file of addresses for each kind of visitor."""

from django.urls import include, path

from tournaments.api import reading
from tournaments.live import stream
from tournaments.views import icon, preferences, server_time

urlpatterns = [
    path("favicon.ico", icon.favicon, name="favicon"),
    path("ora/", server_time.server_time, name="server_time"),
    path("lingua/", preferences.set_language, name="set_language"),
    path("testo/", preferences.set_text_size, name="text_size"),
    # Served on the loop, by its ending: see tournaments.config.asgi.
    path("e/<slug:slug>/live/", stream.not_here, name="event_live"),
    path("api/", reading.page, name="api"),
    path("api/v1/", include("tournaments.api.urls")),
    path("", include("tournaments.views.people.urls")),
    path("", include("tournaments.views.referee.urls")),
    path("", include("tournaments.views.webhooks.urls")),
    path("", include("tournaments.views.tokens.urls")),
    path("", include("tournaments.views.clubs.urls")),
    path("", include("tournaments.views.organiser.urls")),
    path("", include("tournaments.views.public.urls")),
]

handler404 = "tournaments.api.nowhere.not_found"
handler500 = "tournaments.config.last_resort.server_error"
