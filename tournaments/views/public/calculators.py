"""Calculators for everybody: a deal from its counts by the game's own rules, and VP and MP of a result."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments import phrases
from tournaments.competition.scoring.results import LineResult, forfeited, played
from tournaments.competition.scoring.scales import PUBLISHED, Scale, loser_row, row_for, winner_row
from tournaments.competition.scoring.terms import ForfeitTerms
from tournaments.errors import RefusedError
from tournaments.forms.calculators import VpForm
from tournaments.games import registry
from tournaments.templatetags.evening import signed
from tournaments.views.public import words
from tournaments.views.public.match import explained_deal
from tournaments.views.public.ruleset import scale_rows


def calculators(request: HttpRequest) -> HttpResponse:
    return render(request, "calculators/page.html", {"scales": sorted(PUBLISHED)})


def calculator_primiera(request: HttpRequest) -> HttpResponse:
    """The points of one deal by a game's own sheet and rules, the primiera among them."""
    keys = registry.keys()
    game = request.GET.get("game", "")
    game = game if game in keys else keys[0]
    presets = registry.game(game).presets
    preset = request.GET.get("preset", "")
    preset = preset if preset in presets else next(iter(presets))
    typed = {key: value for key, value in request.GET.items() if isinstance(value, str)}
    context: dict[str, Any] = {
        "sheet_template": f"{game}/_sheet.html",
        "names": [_("line A"), _("line B")],
        "values": typed,
        "errors": {},
        "game": game,
        "games": [(key, words.game_name(key)) for key in keys],
        "presets": [(key, words.phrase(game, key)) for key in presets],
        "preset": preset,
        "rules": presets[preset],
    }
    return _calculated(request, context) if "depth" in typed else render(request, "calculators/deal.html", context)


def _calculated(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """The page with the deal explained, or with the refusal beside its field."""
    game = registry.game(context["game"])
    try:
        score = game.score_sheet(context["rules"], game.read_sheet(context["rules"], context["values"]))
    except RefusedError as refusal:
        sentence = phrases.sentence(refusal, game.key)
        context |= {"refusal": sentence, "errors": {refusal.field: sentence} if refusal.field else {}}
        return render(request, "calculators/deal.html", context, status=422)
    return render(request, "calculators/deal.html", context | {"deal": explained_deal(game.key, score, 1)})


def calculator_vp(request: HttpRequest) -> HttpResponse:
    """VP and MP of both lines from their points and the scale, with or without a fault."""
    asked = bool(request.GET.get("scale"))
    form = VpForm(request.GET if asked else None)
    context: dict[str, Any] = {"form": form}
    status = 200
    if asked and form.is_valid():
        context |= _vp(form.cleaned_data)
    elif asked:
        status = 422
    return render(request, "calculators/vp.html", context, status=status)


def _vp(asked: dict[str, Any]) -> dict[str, Any]:
    scale, points = PUBLISHED[asked["scale"]], (asked["a"], asked["b"])
    at_fault = asked["fault"]
    if at_fault:
        loser = words.LETTERS.index(at_fault)
        difference = max(0, points[1 - loser] - points[loser])
        results = forfeited(scale, ForfeitTerms(), difference, (loser,), "abandon")
    else:
        results = played(scale, points)
    return {
        "lines": [_line(index, result) for index, result in enumerate(results)],
        "why": _why(scale, points, at_fault, results),
        "rows": scale_rows(scale),
    }


def _line(index: int, result: LineResult) -> dict[str, Any]:
    return {"letter": words.LETTERS[index], "vp": result.vp, "mp": signed(result.mp)}


def _why(scale: Scale, points: tuple[int, int], at_fault: str, results: tuple[LineResult, LineResult]) -> list[str]:
    """The rows of the table that gave the result."""
    if not at_fault:
        difference = abs(points[0] - points[1])
        row = row_for(scale, difference)
        values = {"difference": difference, "winner": row.winner_vp, "loser": row.loser_vp}
        return [_("A difference of %(difference)s is the row %(winner)s – %(loser)s.") % values]
    loser = words.LETTERS.index(at_fault)
    won, lost = winner_row(scale, results[1 - loser].vp), loser_row(scale, results[loser].vp)
    sentences = []
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
