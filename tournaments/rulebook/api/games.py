"""The games of the installation, their presets, and the fields of a deal."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.errors import MissingError
from tournaments.frame.api.bodies import Shape
from tournaments.frame.api.bounds import RulesField
from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.schema import describe, many_of
from tournaments.frame.policies import Door, Right
from tournaments.games import registry
from tournaments.games.contract import Json

GROUP = "games"


class PresetShape(Shape):
    """A whole ruleset by name; an event copies one and may change it."""

    key = serializers.CharField()
    name = serializers.CharField(help_text="In the language of the reader")
    rules = RulesField(help_text="In the game's own words")
    lines = serializers.ListField(child=serializers.IntegerField(), help_text="Fewest and most lines at a table")
    line_sizes = serializers.ListField(
        child=serializers.IntegerField(), help_text="People in an entry, the usual first"
    )
    minutes = serializers.IntegerField(allow_null=True)
    target = serializers.IntegerField(allow_null=True)
    uses_vp = serializers.BooleanField(help_text="Matches of two lines earn VP and MP")
    low_wins = serializers.BooleanField(help_text="Fewer points are better")


class GameShape(Shape):
    """A game with its presets."""

    key = serializers.CharField()
    name = serializers.CharField(help_text="In the language of the reader")
    uses_vp = serializers.BooleanField(help_text="Matches by one of its presets earn VP")
    low_wins = serializers.BooleanField(help_text="By all of its presets fewer points are better")
    presets = PresetShape(many=True)


EXAMPLE: dict[str, Any] = {
    "key": settings.GAMES[0],
    "name": settings.GAMES[0].title(),
    "uses_vp": True,
    "low_wins": False,
    "presets": [
        {
            "key": "valliadi_2022",
            "name": "Valliadi 2022",
            "rules": {"target": 21},
            "lines": [2, 2],
            "line_sizes": [2, 1],
            "minutes": 60,
            "target": 21,
            "uses_vp": True,
            "low_wins": False,
        }
    ],
}
GAMES = many_of(GameShape)


def game_shape(key: str) -> dict[str, Json]:
    """A game by its own words."""
    game = registry.game(key)
    presets: list[dict[str, Json]] = []
    for name, rules in game.presets.items():
        length = game.match_length(rules)
        presets.append(
            {
                "key": name,
                "name": _phrase_or(game.phrases, name, name),
                "rules": rules,
                "lines": list(game.lines(rules)),
                "line_sizes": list(game.line_sizes(rules)),
                "minutes": length.minutes,
                "target": length.target,
                "uses_vp": game.uses_vp(rules),
                "low_wins": game.low_wins(rules),
            }
        )
    return {
        "key": key,
        "name": _phrase_or(game.phrases, "game", key),
        "uses_vp": any(game.uses_vp(rules) for rules in game.presets.values()),
        "low_wins": all(game.low_wins(rules) for rules in game.presets.values()),
        "presets": presets,
    }


def _phrase_or(phrases: Any, code: str, otherwise: str) -> str:
    return gettext(phrases[code]) if code in phrases else otherwise


class GameList(Endpoint):
    """The games of the installation."""

    door = Door(reads=Right.BROWSE)
    group = GROUP

    @describe(
        "games_list",
        "The games that events are made of, each with its presets.",
        answers=GAMES,
        examples=[OpenApiExample("Games", {"results": [EXAMPLE]}, response_only=True)],
    )
    def get(self, request: Request) -> Response:
        return Response({"results": list(map(game_shape, registry.keys()))})


class GameEndpoint(Endpoint):
    """One game."""

    door = Door(reads=Right.BROWSE)
    group = GROUP

    @describe(
        "game_read",
        "A game with its presets.",
        answers=GameShape,
        examples=[OpenApiExample("A game", EXAMPLE, response_only=True)],
    )
    def get(self, request: Request, key: str) -> Response:
        known = registry.keys()
        if key not in known:
            raise MissingError
        return Response(game_shape(key))
