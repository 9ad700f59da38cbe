"""A table's sheet: the deals so far, the form of the next one, and what it would give while it is typed."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments import phrases
from tournaments.errors import RefusedError, StaleVersionError
from tournaments.games import registry
from tournaments.games.contract import Json
from tournaments.models import Scoresheet, Table
from tournaments.policies import Actor, Right
from tournaments.selectors import access
from tournaments.services import outcomes, scoresheets
from tournaments.services.contents import Spot
from tournaments.views.answers import see
from tournaments.views.clocks import clock_face
from tournaments.views.referee import drafts, wording
from tournaments.views.referee.drafts import Typed
from tournaments.views.referee.state import Sheet, games, sheet_of, what_may
from tournaments.views.visitor import PASSES, visitor


@never_cache
def table_sheet(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    if request.method != "POST" and _is_nobody(request):
        # A slip without its code, or a log-in that ran out: ask, before anything is looked for.
        return see_code(request)
    is_post = request.method == "POST"
    table, actor = access.table(visitor(request), slug, number, Right.ENTER_SCORE, lines=not is_post)
    if is_post:
        return _record(request, table, actor)
    sheet = sheet_of(table)
    return page(request, sheet, actor, typed=_asked(request, sheet))


def _is_nobody(request: HttpRequest) -> bool:
    return not request.user.is_authenticated and not request.session.get(PASSES)


def see_code(request: HttpRequest) -> HttpResponse:
    answer = see("enter_code")
    answer["Location"] += f"?next={request.path}"
    return answer


def _asked(request: HttpRequest, sheet: Sheet) -> Typed:
    """The form that the address asks for: a deal to change, or the next one."""
    if "deal" in request.GET:
        spot = Spot(drafts.whole(request.GET.get("game")), drafts.whole(request.GET.get("deal")))
        if sheet.deal_at(spot) is not None:
            return drafts.fresh(sheet, spot)
    return drafts.fresh(sheet, sheet.next_spot)


def _record(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    typed = drafts.posted(request)
    try:
        content = drafts.content_of(table, typed)
        written = scoresheets.enter_score(
            actor=actor,
            tournament_id=table.tournament_id,
            table_id=table.pk,
            content=content,
            seen=typed.seen,
            key=typed.key,
        )
    except StaleVersionError as refusal:
        return stale(request, table, actor, typed, refusal)
    except RefusedError as refusal:
        table, actor = access.table(visitor(request), table.tournament.slug, table.number, Right.ENTER_SCORE)
        sheet = sheet_of(table)
        return page(request, sheet, actor, typed=drafts.refused(typed, refusal, sheet.event.game), status=422)
    messages.success(request, said(table, written))
    return see("table_sheet", table.tournament.slug, table.number)


def stale(request: HttpRequest, table: Table, actor: Actor, typed: Typed, refusal: StaleVersionError) -> HttpResponse:
    """Somebody else was first: the table as it is now, beside what was typed."""
    table, actor = access.table(visitor(request), table.tournament.slug, table.number, Right.ENTER_SCORE)
    sheet = sheet_of(table)
    conflict = {"sentence": phrases.sentence(refusal, sheet.event.game), "typed": _typed_points(sheet, typed)}
    return page(request, sheet, actor, typed=drafts.again(typed, sheet), conflict=conflict, status=409)


def _typed_points(sheet: Sheet, typed: Typed) -> str:
    """The points of the deal that was typed, where they can be counted."""
    game = registry.game(sheet.event.game)
    try:
        score = game.score_sheet(sheet.event.rules, game.read_sheet(sheet.event.rules, typed.values))
    except RefusedError:
        return ""
    return wording.score_text(score.points)


def said(table: Table, written: Scoresheet) -> str:
    """What was done, for the message above the page."""
    score = wording.score_text(written.outcome["points"])
    if written.status == Scoresheet.Status.CONFIRMED:
        return _("Result recorded: %(score)s. The match is over.") % {"score": score}
    if written.status == Scoresheet.Status.SUBMITTED:
        return _("Result sent: %(score)s. The other line confirms it now.") % {"score": score}
    if written.status == Scoresheet.Status.DISPUTED:
        return _("The two lines sent different results: the referee has been called.")
    return _("Recorded: %(score)s.") % {"score": score}


def page(
    request: HttpRequest,
    sheet: Sheet,
    actor: Actor,
    *,
    typed: Typed,
    conflict: Json = None,
    status: int = 200,
) -> HttpResponse:
    """The page of a table for one reader."""
    allowed = what_may(actor, sheet)
    editing = sheet.deal_at(typed.spot) is not None
    shows_form = allowed.enter and (editing or not sheet.is_over or bool(typed.sentence))
    context: dict[str, Any] = {
        **head(request, sheet, actor),
        "title": _title(sheet, typed, shows_form=shows_form),
        "may": allowed,
        "actor": actor,
        "typed": typed,
        "editing": editing,
        "shows_form": shows_form,
        "conflict": conflict,
        "has_limit": sheet.table.round.clock_minutes is not None,
        **deal_form(sheet, typed),
        **record(sheet),
    }
    return render(request, "referee/table_sheet.html", context, status=status)


def _title(sheet: Sheet, typed: Typed, *, shows_form: bool) -> str:
    if shows_form:
        return wording.deal_name(typed.spot.deal + 1, sheet.tiebreak_at(typed.spot))
    return str(sheet.table.get_status_display())


def head(request: HttpRequest, sheet: Sheet, actor: Actor) -> dict[str, Any]:
    """What every page of a table has above: the way back, where we are, the clock, the points."""
    table = sheet.table
    points = sheet.outcome.points if sheet.outcome else (0,) * len(sheet.lines)
    return {
        "sheet": sheet,
        "table": table,
        "event": sheet.event,
        "back_url": _back(request, sheet, actor),
        "eyebrow": wording.where(sheet),
        "clock": clock_face(table.round, wording.where(sheet), timezone.now()) if not table.is_over else None,
        "lines": [
            {"letter": wording.letter(line.index), "name": wording.name(line), "points": points[line.index]}
            for line in sheet.lines
        ],
    }


def _back(request: HttpRequest, sheet: Sheet, actor: Actor) -> str:
    if actor.is_official:
        return reverse("referee_desk", args=[sheet.event.slug])
    try:
        return reverse("match", args=[sheet.event.slug, sheet.table.number])
    except NoReverseMatch:
        return reverse("enter_code")


def deal_form(sheet: Sheet, typed: Typed) -> dict[str, Any]:
    """The game's own form of a deal."""
    return {
        "sheet_template": f"{sheet.event.game}/_sheet.html",
        "values": typed.values,
        "errors": typed.errors,
        "names": [wording.name(line) for line in sheet.lines],
        "tiebreak": sheet.tiebreak_at(typed.spot),
        "rules": sheet.event.rules,
        "totals": [{"letter": wording.letter(line.index), "points": "–", "why": ""} for line in sheet.lines],
    }


def record(sheet: Sheet) -> dict[str, Any]:
    """The deals so far, with their reasons, and how the match stands."""
    return {
        "games": shown_games(sheet, sheet.games),
        "ending": wording.ending(sheet.table, sheet.table.note),
        "results": [
            {"letter": wording.letter(line.index), "name": wording.name(line), "line": line} for line in sheet.lines
        ],
        "contradicted": wording.score_text(sheet.replaced.outcome["points"]) if sheet.replaced else "",
        "score": wording.score_text(sheet.outcome.points) if sheet.outcome else "",
        "entered_by": _entered_by(sheet),
    }


def shown_games(sheet: Sheet, found: Any) -> list[dict[str, Any]]:
    """Games as the page lists them."""
    return [
        {
            "game": game,
            "totals": wording.score_text(game.totals),
            "deals": [
                {
                    "spot": deal.spot,
                    "name": wording.deal_name(deal.number, deal.score.tiebreak),
                    "points": wording.score_text(deal.score.points),
                    "tiebreak": deal.score.tiebreak,
                    "why": [
                        {"letter": wording.letter(line.index), "why": wording.why(sheet.event, deal.score, line.index)}
                        for line in sheet.lines
                    ],
                }
                for deal in game.deals
            ],
        }
        for game in found
    ]


def _entered_by(sheet: Sheet) -> str:
    """Who wrote the version in force."""
    latest = sheet.latest
    if latest is None:
        return ""
    if latest.entered_by_line is not None:
        line = next(line for line in sheet.lines if line.index == latest.entered_by_line)
        return f"{wording.letter(line.index)} {wording.name(line)}"
    return str(latest.entered_by or "")


@never_cache
@require_POST
def table_preview(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What the deal as typed would give: points and reasons, or the sentence of what is wrong with it."""
    table, _actor = access.table(visitor(request), slug, number, Right.ENTER_SCORE)
    typed = drafts.posted(request)
    sheet = sheet_of(table)
    try:
        content = drafts.content_of(table, typed)
        outcomes.judge(table.tournament, table.best_of, len(sheet.lines), content)
        deal = games(sheet.event, content)[typed.spot.game].deals[typed.spot.deal]
        total = games(sheet.event, content)[typed.spot.game].totals
    except RefusedError as refusal:
        context = {"lines": [], "refusal": phrases.sentence(refusal, sheet.event.game)}
        return render(request, "components/_sheet_totals.html", context, status=422)
    lines = [
        {
            "letter": wording.letter(line.index),
            "points": deal.score.points[line.index],
            "why": _why(sheet, deal.score, line.index, total[line.index]),
        }
        for line in sheet.lines
    ]
    return render(request, "components/_sheet_totals.html", {"lines": lines, "refusal": ""})


def _why(sheet: Sheet, score: Any, line: int, total: int) -> str:
    reasons = wording.why(sheet.event, score, line)
    whole = _("in all %(total)s") % {"total": total}
    return whole if not reasons or score.tiebreak else f"{reasons} · {whole}"
