"""Text pages: the rulesets of every game, and about this site."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.events.words import sentences as words
from tournaments.frame.policies import Right, door
from tournaments.games import registry
from tournaments.rulebook.scales import published_scales
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
    scales = [
        {
            "name": _(each.game.phrases[each.phrase]) if each.phrase else "",
            "points": key.removesuffix("pt"),
            "rows": scale_rows(each.scale),
        }
        for key, each in published_scales().items()
    ]
    return render(request, "rulebook/rules.html", {"games": games, "scales": scales})


@door(reads=Right.BROWSE)
def about(request: HttpRequest) -> HttpResponse:
    return render(request, "rulebook/about.html")
