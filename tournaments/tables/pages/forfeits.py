"""End a match by a fault: the game's own form, a preview for both lines, then the ruling with its reason."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.competition.match import contents, outcomes
from tournaments.competition.match.outcomes import Outcome
from tournaments.errors import RefusedError, StaleVersionError
from tournaments.frame import access
from tournaments.frame.access import visitor
from tournaments.frame.operations.inputs import MOST_REASON
from tournaments.frame.pages.steps import officials, see
from tournaments.frame.policies import Actor, Right
from tournaments.frame.reads.formats import regulation_of
from tournaments.games import registry
from tournaments.tables.pages import absences, drafts
from tournaments.tables.pages.drafts import Typed
from tournaments.tables.pages.record import outcome_rows
from tournaments.tables.pages.sheets import head, length_of
from tournaments.tables.pages.steps import refused_page
from tournaments.tables.words import wording
from tournaments.tables.writes import scoresheets
from tournaments.tables.writes.table_sheets import Sheet, causes, sheet_of, what_may


@never_cache
@officials(reads=Right.DIRECT, writes=Right.DIRECT)
def table_forfeit(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    table, actor = access.table(visitor(request), slug, number, Right.DIRECT)
    sheet = sheet_of(table)
    if not causes(sheet.event):
        return absences.answer(request, sheet, actor)
    if request.method != "POST":
        # With the score so far that the page of results leads here with.
        empty = drafts.fresh(sheet, sheet.next_spot)
        return _page(request, sheet, actor, replace(empty, values={**empty.values, **drafts.what_is_asked(request)}))
    typed = drafts.posted_form(request)
    reason = typed.values.get("reason", "").strip()
    try:
        forfeit = registry.game(sheet.event.game).read_forfeit(sheet.event.rules, typed.values)
        content = drafts.with_it(scoresheets.content_in(sheet.versions, typed.base), sheet, typed.values)
        content = contents.with_forfeit(content, forfeit)
        outcome = outcomes.judge(regulation_of(sheet.event), sheet.chairs, content)
        if not reason:
            raise RefusedError("reason_missing", field="reason")
        if request.POST.get("step") != "save":
            return _page(request, sheet, actor, typed, outcome=outcome)
        scoresheets.enter_score(
            actor=actor,
            tournament_id=sheet.event.pk,
            table_id=table.pk,
            content=content,
            seen=typed.seen,
            key=typed.key,
            reason=reason[:MOST_REASON],
        )
    except StaleVersionError as refusal:
        return refused_page(request, slug, number, refusal)
    except RefusedError as refusal:
        return _page(request, sheet, actor, drafts.refused_form(typed, refusal, sheet.event.game), status=422)
    messages.success(request, _("Forfeit recorded: the match is over."))
    return see("table_sheet", sheet.event.slug, table.number)


def _page(
    request: HttpRequest,
    sheet: Sheet,
    actor: Actor,
    typed: Typed,
    *,
    outcome: Outcome | None = None,
    status: int = 200,
) -> HttpResponse:
    phrases = registry.game(sheet.event.game).phrases
    context: dict[str, Any] = {
        **head(request, sheet, actor),
        "may": what_may(actor, sheet),
        "causes": [{"value": each, "label": _(phrases.get(f"cause.{each}", each))} for each in causes(sheet.event)],
        "forfeit_template": f"{sheet.event.game}/_forfeit.html",
        "values": typed.values,
        "errors": typed.errors,
        "names": [wording.name(line) for line in sheet.lines],
        "typed": typed,
        "tiebreak": sheet.tiebreak_at(sheet.next_spot),
        "takes_so_far": drafts.takes_draft(sheet),
        "counts_deals": bool(sheet.event.rules.get("deals")),
        "length": length_of(sheet.event),
        "has_deals": any(game.deals for game in sheet.games),
        "preview": outcome_rows(sheet, outcome) if outcome else None,
    }
    return render(request, "tables/table_forfeit.html", context, status=status)
