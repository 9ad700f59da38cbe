"""Public calculators: a deal from its counts by the game's own rules, and VP and MP of a result."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.competition.match.contents import LETTERS
from tournaments.competition.scoring import loser_row, row_for, winner_row
from tournaments.errors import RefusedError
from tournaments.events.words import sentences as words
from tournaments.frame import phrases
from tournaments.frame.policies import Right, door
from tournaments.games import registry
from tournaments.games.contract import TeamGame
from tournaments.rulebook.forms import VpForm
from tournaments.rulebook.scales import points_by_scale, published_scales
from tournaments.rulebook.words import scale_rows
from tournaments.tables.pages.match import explained_deal
from tournaments.tables.words import wording
from tournaments.templatetags.evening import with_sign

# The chairs of a table without names, where the game allows this number.
USUAL_LINES = 4


@door(reads=Right.BROWSE)
def calculators(request: HttpRequest) -> HttpResponse:
    games = registry.keys()
    return render(request, "rulebook/calculators.html", {"games": [_offer(key) for key in games]})


def _offer(game: str) -> dict[str, str]:
    """Return title and purpose of a game's calculator, in the game's words where it has some."""
    known = registry.game(game).phrases
    name = words.phrase(game, "calculator") if "calculator" in known else _("Points of a deal")
    about = words.phrase(game, "calculator.about") if "calculator.about" in known else _("Who gets what, and why.")
    return {"key": game, "game": words.game_name(game), "name": name, "about": about}


@door(reads=Right.BROWSE)
def calculator_deal(request: HttpRequest) -> HttpResponse:
    """Calculate the points of one deal by a game's own sheet and rules."""
    keys = registry.keys()
    game = _chosen_option(request, "game", keys)
    presets = registry.game(game).presets
    preset = _chosen_option(request, "preset", list(presets))
    fewest, most = registry.game(game).lines(presets[preset])
    sizes = [str(number) for number in range(fewest, most + 1)]
    of_one = registry.game(game).line_sizes(presets[preset])[0] == 1
    of_teams = isinstance(registry.game(game), TeamGame)
    players = int(_chosen_option(request, "players", sizes, str(min(most, USUAL_LINES))))
    called = _("team %(letter)s") if of_teams else _("player %(letter)s") if of_one else _("line %(letter)s")
    # Chairs without names, for a sheet without a table.
    seats = [
        {
            "letter": letter.lower(),
            "name": called % {"letter": letter},
            "state": "playing",
            "label": "",
            "total": 0,
            "deals": 0,
            "is_in": True,
        }
        for letter in LETTERS[:players]
    ]
    typed = {key: value for key, value in request.GET.items() if isinstance(value, str)}
    context: dict[str, Any] = {
        "title": _offer(game)["name"],
        "sheet_template": f"{game}/_sheet.html",
        "names": [seat["name"] for seat in seats],
        "seats": wording.with_typed(seats, typed, {}),
        "values": typed,
        "errors": {},
        "game": game,
        "games": [{"label": words.game_name(key), "url": f"?game={key}", "current": key == game} for key in keys],
        "presets": [(key, words.phrase(game, key)) for key in presets],
        "preset": preset,
        "sizes": sizes if len(sizes) > 1 else [],
        "players": str(len(seats)),
        "rules": presets[preset],
    }
    status = 200
    if "depth" in typed:
        rules, of_game = presets[preset], registry.game(game)
        try:
            score = of_game.score_sheet(rules, of_game.read_sheet(rules, typed))
        except RefusedError as refusal:
            every = (refusal, *refusal.also)
            errors = {each.field: phrases.sentence(each, game) for each in reversed(every) if each.field}
            seats = wording.with_typed(context["seats"], typed, errors)
            context |= {"refusals": [phrases.sentence(each, game) for each in every], "errors": errors, "seats": seats}
            status = 422
        else:
            context["deal"] = explained_deal(game, score, 1)
    return render(request, "rulebook/calculator_deal.html", context, status=status)


def _chosen_option(request: HttpRequest, name: str, possible: Sequence[str], otherwise: str = "") -> str:
    """Return the options chosen in the address."""
    asked = request.GET.get(name, "")
    return asked if asked in possible else otherwise or possible[0]


@door(reads=Right.BROWSE)
def calculator_vp(request: HttpRequest) -> HttpResponse:
    """Calculate VP and MP of both lines from their points and the scale, with or without a fault."""
    if not request.GET.get("scale"):
        return render(request, "rulebook/calculator_vp.html", {"form": VpForm()})
    form = VpForm(request.GET)
    if not form.is_valid():
        return render(request, "rulebook/calculator_vp.html", {"form": form}, status=422)
    asked = form.cleaned_data
    by = published_scales()[asked["scale"]]
    scale = by.scale
    loser = LETTERS.index(asked["fault"]) if asked["fault"] else None
    found = points_by_scale(by, (asked["a"], asked["b"]), loser)
    # The rows of the table that gave the result.
    if loser is None:
        difference = abs(found.points[0] - found.points[1])
        row = row_for(scale, difference)
        values = {"difference": difference, "winner": row.winner_vp, "loser": row.loser_vp}
        why = [_("A difference of %(difference)s is the row %(winner)s – %(loser)s.") % values]
    else:
        won = winner_row(scale, found.results[1 - loser].vp)
        lost = loser_row(scale, found.results[loser].vp)
        after = {"a": found.points[0], "b": found.points[1]}
        why = [_("The open points of a deal that has just begun go to the line without fault: %(a)s to %(b)s.") % after]
        if won is not None:
            values = {"vp": won.winner_vp, "least": won.from_mp}
            why.append(_("The line without fault: %(vp)s VP, and the smallest MP of that row, %(least)s.") % values)
        if lost is not None:
            values = {"vp": lost.loser_vp, "least": lost.from_mp}
            why.append(_("The line at fault: %(vp)s VP, and the smallest MP of that row, −%(least)s.") % values)
        else:
            why.append(_("The line at fault: no row of this table leaves it so few VP, so the last row gives the MP."))
    context: dict[str, Any] = {
        "form": form,
        "lines": [
            {"letter": LETTERS[index], "vp": result.vp, "mp": with_sign(result.mp)}
            for index, result in enumerate(found.results)
        ],
        "why": why,
        "rows": scale_rows(scale),
    }
    return render(request, "rulebook/calculator_vp.html", context)
