"""Every address of the site, one file of addresses for each kind of visitor."""

from django.urls import include, path

from tournaments.live import stream
from tournaments.views import icon, preferences, server_time

urlpatterns = [
    path("favicon.ico", icon.favicon, name="favicon"),
    path("ora/", server_time.server_time, name="server_time"),
    path("lingua/", preferences.set_language, name="set_language"),
    path("testo/", preferences.set_text_size, name="text_size"),
    # Served on the loop, by its ending: see tournaments.config.asgi.
    path("e/<slug:slug>/live/", stream.not_here, name="event_live"),
    path("", include("tournaments.views.people.urls")),
    path("", include("tournaments.views.referee.urls")),
    path("", include("tournaments.views.organiser.urls")),
    path("", include("tournaments.views.public.urls")),
]

handler500 = "tournaments.views.outages.server_error"
