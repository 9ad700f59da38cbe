"""Addresses of online matches."""

from django.urls import path

from tournaments.online.api import commands, reading

MATCH = "matches/<int:match_id>/"
urlpatterns = [
    path("events/<slug:slug>/matches/", reading.LobbyEndpoint.as_view(), name="api_lobby"),
    path(MATCH, reading.LiveMatch.as_view(), name="api_match"),
    path(f"{MATCH}events/", reading.LiveEvents.as_view(), name="api_match_events"),
    path(f"{MATCH}replay/<int:deal>/<int:plays>/", reading.Replay.as_view(), name="api_match_replay"),
    path(f"{MATCH}commands/", commands.Commands.as_view(), name="api_match_commands"),
    path(f"{MATCH}courtesies/", commands.Courtesies.as_view(), name="api_match_courtesies"),
    path(f"{MATCH}orders/", commands.Orders.as_view(), name="api_match_orders"),
]
