"""Public calculators: a deal from its counts by the game's own rules, and VP and MP of a result."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.competition.scoring import PUBLISHED, LineResult, Scale, loser_row, row_for, winner_row
from tournaments.discipline.writes.penalty_effects import worked_out
from tournaments.errors import RefusedError
from tournaments.events.words import sentences as words
from tournaments.frame import phrases
from tournaments.frame.policies import Right, door
from tournaments.games import registry
from tournaments.rulebook.forms import VpForm
from tournaments.rulebook.words import scale_rows
from tournaments.tables.pages.match import explained_deal
from tournaments.tables.words import wording
from tournaments.templatetags.evening import signed

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
    seats = _seats(int(_chosen_option(request, "players", sizes, str(min(most, USUAL_LINES)))), of_one=of_one)
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
    return (
        _calculated(request, context) if "depth" in typed else render(request, "rulebook/calculator_deal.html", context)
    )


def _chosen_option(request: HttpRequest, name: str, possible: Sequence[str], otherwise: str = "") -> str:
    """Return the options chosen in the address."""
    asked = request.GET.get(name, "")
    return asked if asked in possible else otherwise or possible[0]


def _seats(number: int, *, of_one: bool) -> list[dict[str, Any]]:
    """Return chairs without names, for a sheet without a table."""
    called = _("player %(letter)s") if of_one else _("line %(letter)s")
    return [
        {
            "letter": letter.lower(),
            "name": called % {"letter": letter},
            "state": "playing",
            "label": "",
            "total": 0,
            "deals": 0,
            "is_in": True,
        }
        for letter in words.LETTERS[:number]
    ]


def _calculated(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Return the page with the deal explained, or with the refusal beside its field."""
    game = registry.game(context["game"])
    try:
        score = game.score_sheet(context["rules"], game.read_sheet(context["rules"], context["values"]))
    except RefusedError as refusal:
        sentence = phrases.sentence(refusal, game.key)
        errors = {refusal.field: sentence} if refusal.field else {}
        seats = wording.with_typed(context["seats"], context["values"], errors)
        context |= {"refusal": sentence, "errors": errors, "seats": seats}
        return render(request, "rulebook/calculator_deal.html", context, status=422)
    return render(request, "rulebook/calculator_deal.html", context | {"deal": explained_deal(game.key, score, 1)})


@door(reads=Right.BROWSE)
def calculator_vp(request: HttpRequest) -> HttpResponse:
    """Calculate VP and MP of both lines from their points and the scale, with or without a fault."""
    asked = bool(request.GET.get("scale"))
    form = VpForm(request.GET if asked else None)
    context: dict[str, Any] = {"form": form}
    status = 200
    if asked and form.is_valid():
        context |= _vp(form.cleaned_data)
    elif asked:
        status = 422
    return render(request, "rulebook/calculator_vp.html", context, status=status)


def _vp(asked: dict[str, Any]) -> dict[str, Any]:
    scale, points = PUBLISHED[asked["scale"]], (asked["a"], asked["b"])
    at_fault = asked["fault"]
    found = worked_out(scale, points, words.LETTERS.index(at_fault) if at_fault else None)
    return {
        "lines": [_line(index, result) for index, result in enumerate(found.results)],
        "why": _why(scale, found.points, at_fault, found.results),
        "rows": scale_rows(scale),
    }


def _line(index: int, result: LineResult) -> dict[str, Any]:
    return {"letter": words.LETTERS[index], "vp": result.vp, "mp": signed(result.mp)}


def _why(scale: Scale, points: tuple[int, int], at_fault: str, results: tuple[LineResult, LineResult]) -> list[str]:
    """Return the rows of the table that gave the result."""
    if not at_fault:
        difference = abs(points[0] - points[1])
        row = row_for(scale, difference)
        values = {"difference": difference, "winner": row.winner_vp, "loser": row.loser_vp}
        return [_("A difference of %(difference)s is the row %(winner)s – %(loser)s.") % values]
    loser = words.LETTERS.index(at_fault)
    won, lost = winner_row(scale, results[1 - loser].vp), loser_row(scale, results[loser].vp)
    after = {"a": points[0], "b": points[1]}
    sentences = [
        _("The open points of a deal that has just begun go to the line without fault: %(a)s to %(b)s.") % after
    ]
    if won is not None:
        values = {"vp": won.winner_vp, "least": won.from_mp}
        sentences.append(_("The line without fault: %(vp)s VP, and the smallest MP of that row, %(least)s.") % values)
    if lost is not None:
        values = {"vp": lost.loser_vp, "least": lost.from_mp}
        sentences.append(_("The line at fault: %(vp)s VP, and the smallest MP of that row, −%(least)s.") % values)
    else:
        sentences.append(
            _("The line at fault: no row of this table leaves it so few VP, so the last row gives the MP.")
        )
    return sentences
