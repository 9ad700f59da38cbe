"""Calculators for everybody: a deal from its counts by the game's own rules, and VP and MP of a result."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils.translation import gettext as _

from tournaments import phrases
from tournaments.competition.scoring.results import LineResult, forfeited, played
from tournaments.competition.scoring.scales import PUBLISHED, Scale, loser_row, row_for, winner_row
from tournaments.competition.scoring.terms import ForfeitTerms
from tournaments.errors import MissingError, RefusedError
from tournaments.forms.calculators import VpForm
from tournaments.games import registry
from tournaments.views.public import words
from tournaments.views.public.match import explained_deal
from tournaments.views.public.rows import signed
from tournaments.views.public.ruleset import scale_rows


def calculators(request: HttpRequest) -> HttpResponse:
    return render(request, "calculators/page.html", {"scales": sorted(PUBLISHED)})


def calculator_of_a_game(request: HttpRequest, name: str) -> HttpResponse:
    """A calculator whose form is the game's own template ``<game>/calculators/<name>.html``."""
    game, template = _owner(name)
    offered = [(key, words.phrase(game, key)) for key in registry.game(game).presets]
    preset = request.GET.get("preset", "")
    preset = preset if preset in registry.game(game).presets else offered[0][0]
    typed = {key: value for key, value in request.GET.items() if isinstance(value, str)}
    context: dict[str, Any] = {
        "form_template": template,
        "values": typed,
        "presets": offered,
        "preset": preset,
        "name": name,
    }
    status = 200
    if "depth" in typed:
        answer, refusal = _deal(game, preset, typed)
        context |= {"deal": answer, "refusal": refusal}
        status = 422 if refusal else 200
    return render(request, "calculators/deal.html", context, status=status)


def _owner(name: str) -> tuple[str, str]:
    """The first game that has a calculator of that name."""
    for key in registry.keys():  # noqa: SIM118
        template = f"{key}/calculators/{name}.html"
        try:
            get_template(template)
        except TemplateDoesNotExist:
            continue
        return key, template
    raise MissingError


def _deal(game: str, preset: str, typed: dict[str, str]) -> tuple[dict[str, Any] | None, str]:
    rules = registry.game(game).presets[preset]
    try:
        sheet = registry.game(game).read_sheet(rules, typed)
        score = registry.game(game).score_sheet(rules, sheet)
    except RefusedError as refusal:
        return None, phrases.sentence(refusal, game)
    return explained_deal(game, score, 1), ""


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
