"""What a deal would give while it is typed. Nothing is written."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.competition.match import contents, outcomes
from tournaments.errors import RefusedError
from tournaments.frame import access, phrases
from tournaments.frame.access import visitor
from tournaments.frame.policies import Right, door
from tournaments.frame.reads.formats import regulation_of
from tournaments.tables.pages import drafts
from tournaments.tables.words import wording
from tournaments.tables.writes.scoresheets import content_in, read_deal
from tournaments.tables.writes.table_sheets import games, sheet_of


@door(writes=Right.ENTER_SCORE)
@never_cache
@require_POST
def table_preview(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return the points of each line with their reasons, or the refusal."""
    table, _actor = access.table(visitor(request), slug, number, Right.ENTER_SCORE)
    typed = drafts.posted_form(request)
    sheet = sheet_of(table)
    try:
        read, base = read_deal(sheet.event, typed.values), content_in(sheet.versions, typed.base)
        content = contents.with_deal(base, typed.spot, read, time_called=typed.time_called)
        outcomes.judge(regulation_of(sheet.event), sheet.chairs, content)
        game = games(sheet.event, sheet.chairs, content, sheet.lines)[typed.spot.game]
    except RefusedError as refusal:
        is_open = bool(refusal.field) and not typed.values.get(refusal.field)
        said = {"lines": [], "refusal": phrases.sentence(refusal, sheet.event.game), "is_open": is_open}
        return render(request, "components/_sheet_totals.html", said, status=422)
    deal, lines = typed.spot.deal, []
    score = game.deals[deal].score
    if sheet.is_of_several:
        # The lines that took part in the deal, each with its new total.
        cells = zip(wording.rows(game.told)[deal]["cells"], game.state.course.rows[deal], strict=True)
        for shown, cell in cells:
            if shown["is_empty"]:
                continue
            points = "–" if cell.points is None else cell.points
            why = "" if cell.total is None else _("in all %(total)s") % {"total": cell.total}
            lines.append({"letter": shown["letter"], "points": points, "why": why, "marks": shown["marks"]})
    else:
        for line in sheet.lines:
            reasons = wording.why(sheet.event, score, line.index)
            why = _("in all %(total)s") % {"total": game.state.totals[line.index]}
            if reasons and not score.tiebreak:
                why = f"{reasons} · {why}"
            lines.append({"letter": wording.letter(line.index), "points": score.points[line.index], "why": why})
    context: dict[str, Any] = {
        "lines": lines,
        "many": sheet.is_of_several,
        "standing": wording.standing(game.told) if sheet.is_of_several else [],
        "refusal": "",
    }
    return render(request, "components/_sheet_totals.html", context)
