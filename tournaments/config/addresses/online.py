"""Addresses of the pages of live tables."""

from django.urls import URLPattern, URLResolver, path

from tournaments.config.on_demand import Pages

commands = Pages("tournaments.online.pages.commands")
page = Pages("tournaments.online.pages.page")
practice = Pages("tournaments.online.pages.practice")
referee = Pages("tournaments.online.pages.referee")
replay = Pages("tournaments.online.pages.replay")

urlpatterns: list[URLPattern | URLResolver] = [
    path("tavolo/<int:match_id>/", page.live_table, name="live_table"),
    path("tavolo/<int:match_id>/gioca/", commands.live_command, name="live_command"),
    path("tavolo/<int:match_id>/arbitro/", referee.live_referee, name="live_referee"),
    path("tavolo/<int:match_id>/registro/", referee.live_log, name="live_log"),
    path("tavolo/<int:match_id>/abbandona/", commands.live_abandon, name="live_abandon"),
    path("tavolo/<int:match_id>/smazzate/<int:deal>/<int:plays>/", replay.live_replay, name="live_replay"),
    path("tavolo/<int:match_id>/smazzate/<int:deal>.json", replay.live_reveal, name="live_reveal"),
    path("tavolo/<int:match_id>/testo/", replay.live_text, name="live_text"),
    path("tavolo/verify_shuffle.py", replay.shuffle_verifier, name="shuffle_verifier"),
    path("prova/", practice.practice, name="practice"),
]
