"""What a deal would give while it is typed. Nothing is written."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.competition.match import judging
from tournaments.errors import RefusedError
from tournaments.frame import access, phrases
from tournaments.frame.access import visitor
from tournaments.frame.policies import Right, door
from tournaments.frame.reads.formats import regulation_of
from tournaments.games.contract import Cell
from tournaments.tables.pages import drafts
from tournaments.tables.pages.drafts import Typed
from tournaments.tables.words import wording
from tournaments.tables.writes.table_sheets import Sheet, SheetGame, games, sheet_of


@door(writes=Right.ENTER_SCORE)
@never_cache
@require_POST
def table_preview(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return the points of each line with their reasons, or the refusal."""
    table, _actor = access.table(visitor(request), slug, number, Right.ENTER_SCORE)
    typed = drafts.posted_form(request)
    sheet = sheet_of(table)
    try:
        game = _game_as_typed(sheet, typed)
    except RefusedError as refusal:
        is_open = bool(refusal.field) and not typed.values.get(refusal.field)
        said = {"lines": [], "refusal": phrases.sentence(refusal, sheet.event.game), "is_open": is_open}
        return render(request, "components/_sheet_totals.html", said, status=422)
    context: dict[str, Any] = {
        "lines": _lines_of_many(sheet, game, typed) if sheet.is_of_several else _two_lines(sheet, game, typed),
        "many": sheet.is_of_several,
        "standing": wording.standing(game.told) if sheet.is_of_several else [],
        "refusal": "",
    }
    return render(request, "components/_sheet_totals.html", context)


def _game_as_typed(sheet: Sheet, typed: Typed) -> SheetGame:
    content = drafts.content_of(sheet.event, sheet.versions, typed)
    judging.judge(regulation_of(sheet.event), sheet.chairs, content)
    return games(sheet.event, sheet.chairs, content, sheet.lines)[typed.spot.game]


def _two_lines(sheet: Sheet, game: SheetGame, typed: Typed) -> list[dict[str, Any]]:
    score = game.deals[typed.spot.deal].score
    shown = []
    for line in sheet.lines:
        reasons = wording.why(sheet.event, score, line.index)
        whole = _("in all %(total)s") % {"total": game.state.totals[line.index]}
        shown.append(
            {
                "letter": wording.letter(line.index),
                "points": score.points[line.index],
                "why": whole if not reasons or score.tiebreak else f"{reasons} · {whole}",
            }
        )
    return shown


def _lines_of_many(sheet: Sheet, game: SheetGame, typed: Typed) -> list[dict[str, Any]]:
    """Return the lines that took part in the deal, each with its new total."""
    row = wording.rows(game.told)[typed.spot.deal]
    cells = zip(row["cells"], game.state.course.rows[typed.spot.deal], strict=True)
    return [
        {
            "letter": shown["letter"],
            "points": "–" if cell.points is None else cell.points,
            "why": _after(cell),
            "marks": shown["marks"],
        }
        for shown, cell in cells
        if not shown["is_empty"]
    ]


def _after(cell: Cell) -> str:
    return "" if cell.total is None else _("in all %(total)s") % {"total": cell.total}
