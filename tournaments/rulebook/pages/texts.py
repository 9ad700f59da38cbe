"""Text pages: the rulesets of every game, and about this site."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.competition.scoring import PUBLISHED
from tournaments.events.words import sentences as words
from tournaments.frame.policies import Right, door
from tournaments.games import registry
from tournaments.rulebook.words import parameters, scale_rows


@door(reads=Right.BROWSE)
def rules(request: HttpRequest) -> HttpResponse:
    games = [
        {
            "name": words.game_name(key),
            "presets": [
                {"key": name, "name": words.phrase(key, name), "parameters": parameters(key, preset)}
                for name, preset in registry.game(key).presets.items()
            ],
        }
        for key in registry.keys()  # noqa: SIM118
    ]
    # The scales are on the page if a game of this site has VP.
    games_here = [registry.game(key) for key in registry.keys()]  # noqa: SIM118
    with_vp = any(game.uses_vp(rules) for game in games_here for rules in game.presets.values())
    scales = (
        []
        if not with_vp
        else [{"points": key.removesuffix("pt"), "rows": scale_rows(scale)} for key, scale in PUBLISHED.items()]
    )
    return render(request, "rulebook/rules.html", {"games": games, "scales": scales})


@door(reads=Right.BROWSE)
def about(request: HttpRequest) -> HttpResponse:
    return render(request, "rulebook/about.html")
