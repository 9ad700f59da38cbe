"""Correct a finished table in three steps: change a draft of the sheet, see the effects, save with a reason.

The draft is a signed field of the form, so nothing is saved before the effects have been seen.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, TypeAlias

from django import forms
from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.competition.match import contents, judging, outcomes
from tournaments.competition.match.contents import Spot
from tournaments.errors import MissingError, RefusedError, StaleVersionError
from tournaments.events.words.sentences import opposed
from tournaments.frame import access, phrases
from tournaments.frame.forms.declared import form_of
from tournaments.frame.numbers import whole
from tournaments.frame.operations.inputs import WHY
from tournaments.frame.pages.answers import see
from tournaments.frame.pages.officials import officials
from tournaments.frame.pages.taking import refuse
from tournaments.frame.policies import Actor, Right
from tournaments.frame.reads.judging import regulation_of
from tournaments.frame.visiting import visitor
from tournaments.games import registry
from tournaments.games.contract import Json
from tournaments.tables.forms import TotalForm
from tournaments.tables.pages import drafts
from tournaments.tables.pages.changes import changes_of
from tournaments.tables.pages.record import outcome_rows, shown_games
from tournaments.tables.pages.sheets import deal_form, deal_title, head, total_form, written_total
from tournaments.tables.pages.steps import refused_at_table
from tournaments.tables.words import wording
from tournaments.tables.writes import corrections
from tournaments.tables.writes.corrections import Consequences
from tournaments.tables.writes.table_sheets import Game, Sheet, drafted, sheet_of

SALT = "settebello.correction"


@never_cache
@officials(reads=Right.DIRECT, writes=Right.DIRECT)
@refused_at_table
def table_correct(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    table, actor = access.table(visitor(request), slug, number, Right.DIRECT)
    sheet = sheet_of(table)
    if request.method != "POST":
        return _open(request, sheet, actor)
    sheet = drafted(sheet, _draft(request, sheet))
    totals = _written_totals(sheet, request.POST)
    corrected = _with_totals(sheet, totals)
    if corrected is None:
        return _page(request, sheet, actor, totals=totals)
    try:
        return _step(request, corrected, actor)
    except StaleVersionError:
        raise
    except RefusedError as refusal:
        return _page(request, corrected, actor, refusal=refusal)


Totals: TypeAlias = Sequence[tuple[Game, TotalForm]]


def _written_totals(sheet: Sheet, data: QueryDict | None = None) -> Totals:
    """Return the games of the sheet that were written as totals, each with the form of its total."""
    if not _takes_totals(sheet) or sheet.content.get("forfeit"):
        return []
    return [(game, written_total(sheet, game, data)) for game in sheet.games if game.total_only]


def _with_totals(sheet: Sheet, totals: Totals) -> Sheet | None:
    """Return the draft with the totals that were changed on its page; None where one of them is refused."""
    changed = [(game, form) for game, form in totals if form.is_bound and form.has_changed()]
    for game, form in changed:
        if not form.is_valid():
            return None
        try:
            sheet = drafted(sheet, _content_of(sheet, game.index, form))
            judging.judge(regulation_of(sheet.event), sheet.chairs, sheet.content)
        except RefusedError as refusal:
            form.refuse(refusal, partial(phrases.sentence, game=sheet.event.game))
            return None
    return sheet


def _content_of(sheet: Sheet, number: int, form: TotalForm) -> Json:
    """Return the draft with the total of a form as its game with this number."""
    called = form.cleaned_data["time_called"]
    setting = outcomes.circumstances_of(sheet.chairs.of_game(number), time_called=called)
    game = registry.game(sheet.event.game)
    sheets = contents.sheets_of_total(game, sheet.event.rules, form.points(), setting, form.said())
    return contents.with_total(sheet.content, number, sheets, time_called=called)


def _open(request: HttpRequest, sheet: Sheet, actor: Actor) -> HttpResponse:
    """Start from what is confirmed; a table that has nothing to correct says so in the service's words."""
    corrections.require_correctable(tournament=sheet.event, table_id=sheet.table.pk, content=sheet.content)
    return _page(request, sheet, actor)


def _draft(request: HttpRequest, sheet: Sheet) -> Json:
    """Return the draft of the form; the confirmed content if it is missing, altered or of another table."""
    try:
        found = signing.loads(request.POST.get("draft", ""), salt=SALT)
    except signing.BadSignature:
        return sheet.content
    return found["content"] if found["table"] == sheet.table.pk else sheet.content


def _signed(sheet: Sheet) -> str:
    return signing.dumps({"table": sheet.table.pk, "content": sheet.content}, salt=SALT, compress=True)


def _step(request: HttpRequest, sheet: Sheet, actor: Actor) -> HttpResponse:
    step, _colon, place = request.POST.get("step", "").partition(":")
    if step == "deal":
        return _deal_page(request, sheet, actor, _spot(sheet, place))
    if step == "put":
        return _put(request, sheet, actor)
    if step == "drop":
        return _changed(request, sheet, actor, contents.without_last_deal(sheet.content))
    if step == "unforfeit":
        return _changed(request, sheet, actor, contents.with_forfeit(sheet.content, None))
    if step == "total":
        return _total(request, sheet, actor)
    if step == "preview":
        return _preview(request, sheet, actor, form_of(WHY)(), 200)
    if step == "save":
        return _save(request, sheet, actor)
    return _page(request, sheet, actor)


def _spot(sheet: Sheet, place: str) -> Spot:
    """Return the deal named by "game.deal", or the next deal."""
    game, _dot, deal = place.partition(".")
    return Spot(whole(game), whole(deal)) if deal else sheet.next_spot


def _put(request: HttpRequest, sheet: Sheet, actor: Actor) -> HttpResponse:
    typed = drafts.posted(request)
    game = registry.game(sheet.event.game)
    try:
        read = game.read_sheet(sheet.event.rules, drafts.with_size(typed.values, sheet.event))
        content = contents.with_deal(sheet.content, typed.spot, read, time_called=typed.time_called)
        return _changed(request, sheet, actor, content)
    except RefusedError as refusal:
        return _deal_page(
            request, sheet, actor, typed.spot, drafts.refused(typed, refusal, sheet.event.game), status=422
        )


def _changed(request: HttpRequest, sheet: Sheet, actor: Actor, content: Json) -> HttpResponse:
    """Show the draft with ``content``; refused if its deals do not follow from each other."""
    judging.judge(regulation_of(sheet.event), sheet.chairs, content)
    return _page(request, drafted(sheet, content), actor)


def _total(request: HttpRequest, sheet: Sheet, actor: Actor) -> HttpResponse:
    if not _takes_totals(sheet):
        raise MissingError
    form = total_form(sheet, request.POST)
    if not form.is_valid():
        return _page(request, sheet, actor, total=form)
    try:
        return _changed(request, sheet, actor, _content_of(sheet, max(0, sheet.written_game), form))
    except RefusedError as refusal:
        form.refuse(refusal, partial(phrases.sentence, game=sheet.event.game))
        return _page(request, sheet, actor, total=form)


def _takes_totals(sheet: Sheet) -> bool:
    return registry.game(sheet.event.game).takes_totals


def _page(
    request: HttpRequest,
    sheet: Sheet,
    actor: Actor,
    *,
    refusal: RefusedError | None = None,
    total: TotalForm | None = None,
    totals: Totals | None = None,
) -> HttpResponse:
    """Show the draft: each total with its fields, each deal with a link to change it, and the way to the effects."""
    written = _written_totals(sheet) if totals is None else totals
    if written and totals is None:
        written[0][1].points_fields[0].field.widget.attrs["autofocus"] = True
    asks_total = _takes_totals(sheet) and not sheet.is_total_only
    context: dict[str, Any] = {
        **head(request, sheet, actor),
        "games": shown_games(sheet, sheet.games),
        "draft": _signed(sheet),
        "seen": _seen(request, sheet),
        "refusal": phrases.sentence(refusal, sheet.event.game) if refusal else "",
        "totals": [{"number": game.index + 1, "form": form} for game, form in written],
        "total": (total or total_form(sheet)) if asks_total else None,
        "has_forfeit": bool(sheet.content.get("forfeit")),
    }
    refused = refusal is not None or totals is not None or (total is not None and bool(total.errors))
    return render(request, "referee/table_correct.html", context, status=422 if refused else 200)


def _seen(request: HttpRequest, sheet: Sheet) -> int:
    return whole(request.POST.get("seen"), sheet.table.version)


def _deal_page(
    request: HttpRequest,
    sheet: Sheet,
    actor: Actor,
    spot: Spot,
    typed: drafts.Typed | None = None,
    status: int = 200,
) -> HttpResponse:
    typed = typed or drafts.fresh(sheet, spot)
    context: dict[str, Any] = {
        **head(request, sheet, actor),
        "title": deal_title(sheet, spot),
        "draft": _signed(sheet),
        "seen": _seen(request, sheet),
        "typed": typed,
        "has_limit": sheet.has_limit,
        **deal_form(sheet, typed, rules_on_leaving=True),
    }
    return render(request, "referee/correct_deal.html", context, status=status)


def _preview(request: HttpRequest, sheet: Sheet, actor: Actor, form: forms.Form, status: int) -> HttpResponse:
    found = corrections.preview_correction(tournament=sheet.event, table_id=sheet.table.pk, content=sheet.content)
    context: dict[str, Any] = {
        **head(request, sheet, actor),
        "draft": _signed(sheet),
        "seen": _seen(request, sheet),
        "form": form,
        "accepted": found.numbers,
        "before": wording.score_text([line.points for line in sheet.lines]),
        "after": outcome_rows(sheet, found.outcome),
        "tables": [_touched(sheet, found, board) for board in found.tables],
        "people": [entry.label for entry in found.entries],
        "changes": changes_of(sheet, found),
        "through": sheet.chairs.through,
    }
    return render(request, "referee/correct_preview.html", context, status=status)


def _touched(sheet: Sheet, found: Consequences, board: Any) -> dict[str, Any]:
    """Return a row for a later table that the correction changes, and what happens there."""
    names = opposed([wording.name(line) for line in board.lines])
    if board in found.replayed:
        what = _("was played by the wrong people: its result is set back and it is played again")
    elif board.table.called_at:
        what = _("has been called: other people sit down there")
    else:
        what = _("has not been called yet: other people will sit there")
    return {"where": wording.where_of(sheet.event, board.table, sheet.rounds), "names": names, "what": what}


def _save(request: HttpRequest, sheet: Sheet, actor: Actor) -> HttpResponse:
    form = form_of(WHY)(request.POST)
    if not form.is_valid():
        return _preview(request, sheet, actor, form, 422)
    accepted = [whole(number, -1) for number in request.POST.getlist("accepted")]
    try:
        corrections.correct_score(
            actor=actor,
            tournament_id=sheet.event.pk,
            table_id=sheet.table.pk,
            content=sheet.content,
            seen=_seen(request, sheet),
            reason=form.cleaned_data["reason"],
            accepted=accepted,
        )
    except StaleVersionError:
        raise
    except RefusedError as refusal:
        return _preview(request, sheet, actor, form, refuse(form, refusal, sheet.event.game))
    messages.success(request, _("Corrected: %(table)s.") % {"table": wording.hall(sheet.table)})
    return see("table_sheet", sheet.event.slug, sheet.table.number)
