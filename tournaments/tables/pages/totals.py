"""Write a whole result at once, from a slip that has the total only."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from tournaments.competition.match import contents, outcomes
from tournaments.errors import MissingError, RefusedError, StaleVersionError
from tournaments.frame import access, phrases
from tournaments.frame.access import visitor
from tournaments.frame.numbers import whole, wholes
from tournaments.frame.pages.steps import key_of, new_key, see
from tournaments.frame.policies import Actor, Right, door
from tournaments.frame.reads.formats import chairs_of
from tournaments.games import registry
from tournaments.models import Scoresheet, Table
from tournaments.tables.forms import TotalForm
from tournaments.tables.pages import drafts
from tournaments.tables.pages.sheets import (
    for_this_phone,
    head,
    remember_way,
    stale,
    time_note,
    total_form,
    total_question,
    with_answer,
    written_sentence,
)
from tournaments.tables.writes import scoresheets
from tournaments.tables.writes.table_sheets import sheet_of, what_may


@door(reads=Right.ENTER_SCORE, writes=Right.ENTER_SCORE)
def table_total(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    table, actor = access.table(visitor(request), slug, number, Right.ENTER_SCORE)
    if not registry.game(table.tournament.game).takes_totals:
        raise MissingError
    sheet = sheet_of(table)
    form, ask = total_form(sheet, with_answer(request.POST) or None), None
    if request.method == "POST" and form.is_valid():
        try:
            written = write_total(request.POST, table, actor, form, time_called=form.cleaned_data["time_called"])
            remember_way(request, actor, whole=True)
            messages.success(request, written_sentence(table, written))
            return see("table_sheet", table.tournament.slug, table.number)
        except StaleVersionError as refusal:
            return stale(request, table, actor, drafts.posted_form(request), refusal)
        except RefusedError as refusal:
            ask = total_question(sheet, form, refusal)
            form.refuse(refusal, partial(phrases.sentence, game=sheet.event.game))
    game, allowed = whole(request.POST.get("game"), sheet.total_game), what_may(actor, sheet)
    if actor.is_official and not form.is_bound and form.points_fields:
        # The official copies slips one after the other: the cursor is in the field, no click is needed.
        form.points_fields[0].field.widget.attrs["autofocus"] = True
    context: dict[str, Any] = {
        **head(request, sheet, actor),
        "form": form,
        "ask": ask,
        "may": allowed,
        "for_line": not actor.is_official,
        "game": game,
        "game_number": game + 1,
        "replaces": game < len(sheet.games) and not sheet.games[game].total_only,
        "seen": whole(request.POST.get("seen"), sheet.table.version),
        "base": whole(request.POST.get("base"), sheet.base),
        "key": key_of(request.POST) or new_key(),
        "has_limit": sheet.has_limit,
        "time": time_note(sheet, allowed, editing=False),
    }
    page = render(request, "tables/table_total.html", context, status=422 if form.is_bound else 200)
    return for_this_phone(page, request, actor)


def write_total(data: QueryDict, table: Table, actor: Actor, form: TotalForm, *, time_called: bool) -> Scoresheet:
    """Write a form's total on the version of the sheet that the hidden fields of ``data`` name."""
    event = table.tournament
    base, number, seen = wholes(data, "base", "game", "seen")
    chairs = chairs_of(table, list(table.lines.all()))
    setting = outcomes.circumstances_of(chairs, number, time_called=time_called)
    game = registry.game(event.game)
    sheets = contents.sheets_of_total(game, event.rules, form.points(), setting, form.beside_points())
    return scoresheets.enter(
        actor=actor,
        tournament_id=event.pk,
        table_id=table.pk,
        change=scoresheets.TypedTotal(number, sheets, time_called, base),
        seen=seen,
        key=key_of(data),
    ).sheet
