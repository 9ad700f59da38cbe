"""Addresses of what programs read: themselves, games, calculators; an event with its tables, standings, draws, log.

Lists that are written to as well have their address among those who write (``config.api_addresses.organising``).
"""

from django.urls import path

from tournaments.accounts.api import me
from tournaments.draw.api import published
from tournaments.events.api import events, state
from tournaments.frame.api import description
from tournaments.log import api as records
from tournaments.rulebook.api import calculators, codes, games
from tournaments.tables.api import public_tables as tables

EVENT = "events/<slug:slug>/"
urlpatterns = [
    path("schema.json", description.Schema.as_view(), name="api_schema"),
    path("problems/", codes.CodeList.as_view(), name="api_problems"),
    path("problems/<slug:code>/", codes.Code.as_view(), name="api_problem"),
    path("me/", me.Me.as_view(), name="api_me"),
    path("me/tokens/", me.MAKE.as_view(), name="api_my_tokens"),
    path("me/tokens/<int:pk>/", me.REVOKE.as_view(), name="api_my_token"),
    path("games/", games.GameList.as_view(), name="api_games"),
    path("games/<slug:key>/", games.GameEndpoint.as_view(), name="api_game"),
    path("calculators/evening/", calculators.EveningCalculator.as_view(), name="api_calculator_evening"),
    path("calculators/vp/", calculators.VpCalculator.as_view(), name="api_calculator_vp"),
    path("calculators/deal/", calculators.DealCalculator.as_view(), name="api_calculator_deal"),
    path(f"{EVENT}state/", state.StateEndpoint.as_view(), name="api_state"),
    path(f"{EVENT}rounds/", events.RoundList.as_view(), name="api_rounds"),
    path(f"{EVENT}tables/", tables.TableList.as_view(), name="api_tables"),
    path(f"{EVENT}tables/<int:number>/", tables.TableEndpoint.as_view(), name="api_table"),
    path(f"{EVENT}standings/", events.StandingsEndpoint.as_view(), name="api_standings"),
    path(f"{EVENT}bracket/", tables.BracketEndpoint.as_view(), name="api_bracket"),
    path(f"{EVENT}draws/<int:draw_id>/", published.DrawDocument.as_view(), name="api_draw"),
    path(f"{EVENT}audit/", records.Log.as_view(), name="api_log"),
]
