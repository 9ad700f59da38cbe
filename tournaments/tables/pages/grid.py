"""Type the results of a whole round quickly: one row a table, and each row a form of its own."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache

from tournaments.competition.match.contents import LETTERS
from tournaments.errors import RefusedError, StaleVersionError
from tournaments.events.reads.rounds import current_round
from tournaments.events.words.by_format import number_in, round_links
from tournaments.events.words.sentences import list_of_names
from tournaments.frame import access, phrases
from tournaments.frame.access import visitor
from tournaments.frame.numbers import score_text, whole
from tournaments.frame.pages.steps import key_of, new_key, officials
from tournaments.frame.policies import Actor, Right
from tournaments.frame.reads.versions import version_of
from tournaments.frame.round_names import round_name
from tournaments.frame.serving import typing_hints
from tournaments.frame.writes.transaction import alone
from tournaments.games.contract import Json
from tournaments.guessing.names import unbroken
from tournaments.models import Table, Tournament
from tournaments.tables.forms import TotalForm
from tournaments.tables.pages import drafts
from tournaments.tables.pages.sheets import length_of, total_form, total_question, with_answer
from tournaments.tables.pages.totals import write_total
from tournaments.tables.words import wording
from tournaments.tables.words.desk import desk_of
from tournaments.tables.writes import scoresheets
from tournaments.tables.writes.progress import Board
from tournaments.tables.writes.table_sheets import (
    Sheet,
    may_overrule,
    require_undo,
    sheet_of,
    sheets_of,
    what_may,
)
from tournaments.timing.pages import round_face

Status = Table.Status


@dataclass(frozen=True, slots=True)
class RowAnswer:
    """The outcome of the last step in a row: saved, refused, or a conflict with another writer.

    ``form`` holds the typed total, ``tie`` the typed tie-break, ``sentences`` the reasons of a refusal. ``offers_time``
    says that the same points would be accepted if time had been called; ``asks`` is the field of a tie-break whose
    answer is missing, ``question`` what the game asks beside a total.
    """

    kind: str
    sentences: Sequence[str] = ()
    form: TotalForm | None = None
    tie: Json = None
    offers_time: bool = False
    instead: str = ""
    asks: str = ""
    question: dict[str, Any] | None = None


def row(sheet: Sheet, actor: Actor, said: RowAnswer | None = None) -> dict[str, Any]:
    """Return everything that a row shows; ``state`` selects its look."""
    allowed, table = what_may(actor, sheet), sheet.table
    if said is not None and said.kind not in ("undone", "typed"):
        state = "tie" if said.kind == "saved" and sheet.tie is not None else said.kind
    elif table.is_over:
        state = "done"
    elif sheet.tie is not None:
        state = "tie"
    elif table.status == Status.DISPUTED:
        state = "disputed"
    else:
        state = "phone" if table.status == Status.TO_CONFIRM else "open"
    takes_total = allowed.total or may_overrule(actor, sheet, allowed)
    is_open = allowed.enter and (not sheet.is_over or table.status != Status.DONE)
    form = said.form if said is not None else None
    more = []
    if said is not None and form is not None and said.question is None:
        more = [field for field in form.more_fields if field.errors or field.value()]
    gives_up = ""
    if (
        allowed.forfeit
        and said is not None
        and said.kind == "refused"
        and form is not None
        and drafts.takes_draft(sheet)
    ):
        # The ruling that ends a match given up at a refused total starts from the score so far.
        names = zip(drafts.FIELDS, form.points_fields, strict=True)
        gives_up = urlencode({name: field.value() or "" for name, field in names})
    versions = []
    if state == "disputed" and allowed.confirm:
        # The two contradicting results, each with its writer.
        for version in filter(None, (sheet.replaced, sheet.latest)):
            line = version.entered_by_line
            who = str(version.entered_by or "") if line is None else wording.name(sheet.lines[line])
            score = score_text(version.outcome["points"])
            versions.append({"number": version.version, "who": who, "score": score})
    return {
        "table": table,
        "hall": table.public_number,
        "state": state,
        "said": said,
        "words": _words(sheet, state),
        "fields": _fields(sheet, said, takes_total=takes_total),
        "keys": keys_of(sheet),
        "more": more,
        "gives_up": gives_up,
        "ask": said.question if said is not None else None,
        "many": sheet.is_of_several,
        "is_open": is_open,
        "takes_total": takes_total,
        "may": allowed,
        "versions": versions,
        "tie": _tie(sheet, said) if allowed.enter and sheet.tie is not None else None,
        "game": sheet.written_game,
        "seen": table.version,
        "base": sheet.base,
        "key": new_key(),
    }


def keys_of(sheet: Sheet) -> dict[str, Any]:
    """Return how totals are typed: the letters at most, whether they go below nothing, and the pattern."""
    length = length_of(sheet.event)
    digits, sign = max(len(str(abs(bound))) for bound in (length.least, length.most)), "-?" * (length.least < 0)
    return {"signed": bool(sign), "most": digits + len(sign[:1]), "pattern": f"{sign}[0-9]{{1,{digits}}}"}


def _fields(sheet: Sheet, said: RowAnswer | None, *, takes_total: bool) -> list[dict[str, Any]]:
    """Return a field for each line: its value, and whether the line advances, is out or is level.

    The values are the typed ones, else the result; empty while deals are still written.
    """
    values: Sequence[Any]
    if said is not None and said.form is not None:
        values = [said.form.data.get(f"points_{LETTERS[line.index].lower()}", "") for line in sheet.lines]
    elif sheet.table.status == Status.DISPUTED:
        values = [""] * len(sheet.lines)
    elif sheet.is_over and takes_total and len(sheet.games) > 1:
        # The fields are those of the last game, not of the match.
        values = sheet.games[-1].state.totals
    elif sheet.table.is_over or sheet.is_over:
        values = ["" if line.points is None else line.points for line in sheet.lines]
    else:
        values = sheet.games[-1].state.totals if sheet.tie is not None else [""] * len(sheet.lines)

    # In rounds nobody goes on from a table of several.
    leads_on = sheet.is_of_several and not sheet.chairs.may_draw
    is_drawn = sheet.chairs.may_draw and len({line.place for line in sheet.lines}) == 1
    fields = []
    for line in sheet.lines:
        if sheet.tie is not None:
            mark = {"kind": "level", "text": _("level")} if line.index in sheet.tie.lines else None
        elif not sheet.table.is_over or line.place is None:
            mark = None
        elif is_drawn:
            mark = {"kind": "level", "text": pgettext("of a match", "drawn")}
        elif line.place <= sheet.chairs.through:
            mark = {"kind": "through", "text": _("through") if leads_on else _("won")}
        else:
            mark = {"kind": "out", "text": _("out")} if leads_on else None
        fields.append(
            {
                "name": f"points_{LETTERS[line.index].lower()}",
                "who": unbroken(wording.name(line)),
                "value": values[line.index],
                "is_input": takes_total and line.index not in sheet.chairs.absent,
                "mark": mark,
            }
        )
    return fields


def _words(sheet: Sheet, state: str) -> str:
    """Return the text of the row when no step was just taken in it."""
    latest = sheet.latest
    if sheet.is_unreadable:
        return _("What is stored of this match cannot be read.")
    if state == "tie":
        return _("Level: the tie-break is written below.")
    if state == "done":
        ending = wording.ending(sheet.table, sheet.event.game, several=sheet.is_of_several)
        if ending or latest is None:
            return ending or str(sheet.table.get_status_display())
        if latest.entered_by_line is not None:
            return _("Signed by the phones at the table")
        hour = localtime(latest.created_at).strftime("%H:%M")
        return _("%(hour)s, %(who)s") % {"hour": hour, "who": str(latest.entered_by or _("from the desk"))}
    if state == "disputed":
        return _("Disputed. What holds?")
    if state == "phone":
        missing = [wording.name(li) for li in sheet.lines if latest is None or li.index != latest.entered_by_line]
        return _("From the table. Not signed yet: %(names)s.") % {"names": list_of_names(missing)}
    if latest is not None and sheet.outcome is not None and state == "open":
        deal = wording.deal_name(sheet.event.game, sheet.table.deals_played + 1, 0)
        return _("In play: %(score)s. %(deal)s") % {"score": score_text(sheet.outcome.points), "deal": deal}
    return ""


def _tie(sheet: Sheet, said: RowAnswer | None) -> dict[str, Any] | None:
    """Return the next tie-break for the game's own fields, or None."""
    tie = sheet.tie
    if tie is None:
        return None
    spot, typed = sheet.next_spot, said.tie if said is not None and said.tie else {}
    seats = [
        {"letter": letter, "name": unbroken(sheet.names[line]), "value": typed.get(f"points_{letter}", "")}
        for line, letter in ((line, LETTERS[line].lower()) for line in tie.lines)
    ]
    now = sheet.games[-1]
    played = []
    for deal in now.deals:
        if deal.score.tiebreak:
            points = deal.score.points
            level = " · ".join(f"{wording.letter(line)} {points[line]}" for line in tie.lines)
            score = level if sheet.is_of_several else score_text(points)
            played.append({"name": wording.row_name(now.told, deal.spot.deal), "score": score})
    return {
        "game": spot.game,
        "deal": spot.deal,
        "number": tie.number,
        "kind": tie.kind,
        "name": wording.deal_name(sheet.event.game, 0, tie.number, tie.kind),
        "lines": len(sheet.lines),
        "level": "".join(LETTERS[line].lower() for line in tie.lines),
        "seats": seats,
        "unnamed": [seat for seat in seats if seat["letter"] not in typed.values()],
        "asks": said.asks if said is not None else "",
        "played": played,
        "template": f"{sheet.event.game}/_tie_row.html",
        "values": typed,
        "time_called": now.state.time_called,
        "rules": sheet.event.rules,
        "stakes": wording.stakes(tie.places, sheet.chairs.through),
    }


HIGHEST = 65_536


@never_cache
@officials(writes=Right.SEE_DESK)
def results_typing(request: HttpRequest, slug: str) -> HttpResponse:
    """Note the row in which this account types, if any; return who types in the other rows."""
    event, actor = access.tournament(visitor(request), slug, Right.SEE_DESK)
    number = whole(request.POST.get("row"), 0)
    row = number if 0 < number <= HIGHEST else None
    account = actor.user.pk if actor.user is not None else 0
    return JsonResponse({"rows": typing_hints.exchange(event.pk, account, actor.label, row)})


ONLY_MISSING = "mancano"


@never_cache
@officials(reads=Right.SEE_DESK)
def results_grid(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.tournament(visitor(request), slug, Right.SEE_DESK)
    return page(request, event, actor)


def page(
    request: HttpRequest,
    event: Tournament,
    actor: Actor,
    said: dict[int, RowAnswer] | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    """Show the tables of the round in order. ``said`` has the outcome of the last step, by number of the table."""
    now, number = timezone.now(), number_in(request.GET.get("turno", ""))
    desk = desk_of(event, actor, now, number)
    found = [one for rows in desk.groups.values() for one in rows]
    sheets = sheets_of(event, [Board(one.table, list(one.lines)) for one in found])
    saved = whole(request.GET.get("salvato"), -1)
    told = {}
    if any(sheet.table.number == saved and sheet.latest for sheet in sheets):
        told[saved] = RowAnswer("saved")
    # ``?t=9 21 17`` fills in the row: the field on top sends it without JavaScript. If two rounds use the number in the
    # hall, it is the table that is not over.
    first, *points = request.GET.get("t", "")[:60].split() or [""]
    hall = whole(first, -1)
    typed = min(
        (sheet for sheet in sheets if hall in (sheet.table.hall_number, sheet.table.number)),
        key=lambda sheet: (sheet.table.is_over, sheet.table.hall_number != hall),
        default=None,
    )
    if typed is not None and points:
        data = request.GET.copy()
        for letter, value in zip("abcdef"[: len(typed.lines)], points, strict=False):
            data[f"points_{letter}"] = value[:3]
        told[typed.table.number] = RowAnswer("typed", form=total_form(typed, data))
    told |= said or {}
    sheets.sort(key=lambda sheet: (sheet.table.round.number, sheet.table.public_number))
    rows = [row(sheet, actor, told.get(sheet.table.number)) for sheet in sheets]
    example = ""
    opened = next((each for each in rows if each["takes_total"]), None)
    if opened is not None:
        # For the field on top: the table, then the points of each line.
        most = ["64", "112", "88", "105", "130", "101"] if opened["many"] else ["21", "17"]
        example = " ".join([str(opened["hall"]), *most[: len(opened["fields"])]])
    is_filtered = request.GET.get("solo") == ONLY_MISSING
    context: dict[str, Any] = {
        "event": event,
        "round_title": round_name(desk.round.number, desk.rounds) if desk.round else "",
        "rows": [each for each in rows if each["is_open"] or not is_filtered],
        "missing": sum(each["is_open"] for each in rows),
        "widest": max((len(each["fields"]) for each in rows), default=0),
        "total": len(rows),
        "done": sum(not each["is_open"] for each in rows),
        "is_filtered": is_filtered,
        "turno": number,
        "rounds": round_links(event, desk.called, desk.rounds, desk.round.number if desk.round else None),
        "only_url": _address(event, turno=number, solo=None if is_filtered else ONLY_MISSING),
        "clock": round_face(event, desk.round, desk.rounds, now) if desk.round else None,
        "back_url": reverse("referee_desk", args=[event.slug]),
        "example": example,
    }
    return render(request, "tables/grid.html", context, status=status)


def _address(event: Tournament, **query: object) -> str:
    asked = {name: value for name, value in query.items() if value is not None}
    return reverse("results_grid", args=[event.slug]) + (f"?{urlencode(asked)}" if asked else "")


@never_cache
@officials(reads=Right.RUN_TABLE, writes=Right.RUN_TABLE)
def results_row(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take a step in a row: the total, a tie-break deal, the choice of a version, or undo."""
    table, actor = access.table(visitor(request), slug, number, Right.RUN_TABLE)
    if request.method != "POST":
        return _to_row(table)
    name, _dot, value = request.POST.get("step", "total").partition(":")
    try:
        said = STEPS.get(name, _total)(request, table, actor, value)
    except StaleVersionError as refusal:
        return _answer(request, table, partial(_meanwhile, request, refusal), status=409)
    except RefusedError as refusal:
        return _answer(request, table, partial(_refused_row, request, refusal), status=422)
    return _answer(request, table, lambda _sheet: said, status=422 if said.kind == "refused" else 200)


def _to_row(table: Table, saved: int | None = None) -> HttpResponseRedirect:
    """Lead to the row, among those of its own round where the results of another round are shown first."""
    current = current_round(table.tournament)
    number = None if current is not None and current.pk == table.round_id else table.round.number
    address = _address(table.tournament, turno=number, salvato=saved)
    return HttpResponseRedirect(f"{address}#row-{table.number}", status=303)


def _answer(request: HttpRequest, table: Table, tell: Callable[[Sheet], RowAnswer], *, status: int) -> HttpResponse:
    """Return the row as it is now, with what ``tell`` says: alone for a script, else within its page."""
    is_part = "X-Part" in request.headers
    if not is_part and status == 200:
        messages.success(request, _("Saved: table %(number)s.") % {"number": table.public_number})
        return _to_row(table, table.number)
    version = version_of(table.tournament_id) if is_part else None
    table, actor = access.table(visitor(request), table.tournament.slug, table.number, Right.RUN_TABLE)
    sheet = sheet_of(table)
    said = tell(sheet)
    if not is_part:
        return page(request, table.tournament, actor, {table.number: said}, status=status)
    context = {"row": row(sheet, actor, said), "event": table.tournament}
    answer = render(request, "tables/_grid_row.html", context, status=status)
    answer["X-Shown"] = json.dumps({"version": version, "whole": False})
    return answer


def _refused_row(request: HttpRequest, refusal: RefusedError, sheet: Sheet) -> RowAnswer:
    """Return why the row was not saved, with everything that was typed."""
    if request.POST.get("step") == "tie":
        # What the row has no field for is asked for by a question.
        asks = refusal.field if refusal.field and refusal.field not in request.POST else ""
        kind = "asked" if asks else "refused"
        sentences = [phrases.sentence(each, sheet.event.game) for each in (refusal, *refusal.also)]
        return RowAnswer(kind, sentences, tie=drafts.plain(request.POST), asks=asks)
    form = total_form(sheet, with_answer(request.POST))
    if form.is_valid():
        question = total_question(sheet, form, refusal)
        if question is not None:
            return RowAnswer("asked", [question["why"]], form, question=question)
        form.refuse(refusal, partial(phrases.sentence, game=sheet.event.game))
    asked = [each for each in (refusal, *refusal.also) if each.field not in form.more]
    said = [phrases.sentence(each, sheet.event.game) for each in asked]
    offers = sheet.has_limit and not form.data.get("time_called") and not form.is_more_asked
    kind = "refused" if said else "asked"
    return RowAnswer(
        kind, said or [_("The places depend on it: in which deal did they go out?")], form, offers_time=offers
    )


def _meanwhile(request: HttpRequest, refusal: StaleVersionError, sheet: Sheet) -> RowAnswer:
    """Return the answer when somebody else saved the row first.

    The same result counts as saved. A different one is shown beside the typed one.
    """
    if request.POST.get("step") == "tie":
        return RowAnswer("refused", [phrases.sentence(refusal, sheet.event.game)], tie=drafts.plain(request.POST))
    form = total_form(sheet, request.POST)
    if not form.is_valid() or sheet.outcome is None or not sheet.is_over:
        return RowAnswer("refused", [phrases.sentence(refusal, sheet.event.game)], form)
    typed = score_text(form.points())
    is_longer = len(sheet.games) > 1
    written = score_text(sheet.games[-1].state.totals if is_longer else sheet.outcome.points)
    who = str(sheet.latest.entered_by or "") if sheet.latest is not None else ""
    if typed == written:
        return RowAnswer("saved", [_("The same as what %(who)s wrote.") % {"who": who}] if who else [])
    values = {"who": who or _("somebody else"), "written": written, "typed": typed}
    said = _("%(who)s wrote %(written)s, you wrote %(typed)s. What holds?") % values
    return RowAnswer("conflict", [said], form, instead=typed)


def _total(request: HttpRequest, table: Table, actor: Actor, _value: str) -> RowAnswer:
    sheet = sheet_of(table)
    form = total_form(sheet, with_answer(request.POST))
    if not form.is_valid():
        return RowAnswer("refused", _wrong(form), form)
    _write(request.POST, sheet, actor, form)
    return RowAnswer("saved")


def _write(data: QueryDict, sheet: Sheet, actor: Actor, form: TotalForm) -> None:
    """Write the total as typed. After time was called, a refused total is tried again as ended by time."""
    called = form.cleaned_data["time_called"]
    try:
        # A refusal may come from within a write that is part of another: the second try needs that one whole.
        with transaction.atomic():
            write_total(data, sheet.table, actor, form, time_called=called)
    except StaleVersionError:
        raise
    except RefusedError:
        if called or not sheet.is_time_over:
            raise
        write_total(data, sheet.table, actor, form, time_called=True)


def _wrong(form: TotalForm) -> list[str]:
    return [f"{form[name].label}: {errors[0]}" for name, errors in form.errors.items()]


def _deal(request: HttpRequest, table: Table, actor: Actor, _value: str) -> RowAnswer:
    """Write the next tie-break deal, from the game's own fields."""
    typed = drafts.posted_form(request)
    tie = sheet_of(table).tie
    if tie is not None and tie.kind == "card":
        level = {wording.letter(line).lower() for line in tie.lines}
        named = level & set(typed.values.values())
        if named and len(level - named) > 1:
            # While more than one of those who drew is not named, the next card is asked for.
            return RowAnswer("asked", tie=typed.values, asks=f"order_{len(named) + 1}")
    scoresheets.enter(
        actor=actor,
        tournament_id=table.tournament_id,
        table_id=table.pk,
        change=typed,
        seen=typed.seen,
        key=typed.key or None,
    )
    return RowAnswer("saved")


def _confirm(request: HttpRequest, table: Table, actor: Actor, _value: str) -> RowAnswer:
    scoresheets.confirm_score(
        actor=actor,
        tournament_id=table.tournament_id,
        table_id=table.pk,
        seen=whole(request.POST.get("seen")),
        key=key_of(request.POST),
    )
    return RowAnswer("saved")


def _version(request: HttpRequest, table: Table, actor: Actor, value: str) -> RowAnswer:
    """Confirm one of two contradicting results as it was written."""
    scoresheets.enter(
        actor=actor,
        tournament_id=table.tournament_id,
        table_id=table.pk,
        change=scoresheets.SameAs(whole(value)),
        seen=whole(request.POST.get("seen")),
        key=key_of(request.POST),
    )
    return RowAnswer("saved")


def _undo(request: HttpRequest, table: Table, actor: Actor, _value: str) -> RowAnswer:
    require_undo(actor, sheet_of(table))
    scoresheets.undo_result(
        actor=actor, tournament_id=table.tournament_id, table_id=table.pk, seen=whole(request.POST.get("seen"))
    )
    return RowAnswer("undone")


def _instead(request: HttpRequest, table: Table, actor: Actor, _value: str) -> RowAnswer:
    """Replace what somebody else saved meanwhile by what was typed, in one transaction: undo, then write."""
    form = total_form(sheet_of(table), request.POST)
    if not form.is_valid():
        return RowAnswer("refused", _wrong(form), form)
    with alone():
        _undo(request, table, actor, "")
        table, actor = access.table(visitor(request), table.tournament.slug, table.number, Right.RUN_TABLE)
        sheet = sheet_of(table)
        data = request.POST.copy()
        data["seen"], data["base"], data["game"] = str(table.version), str(sheet.base), str(sheet.total_game)
        data["key"] = new_key()
        _write(data, sheet, actor, form)
    return RowAnswer("saved")


Step = Callable[[HttpRequest, Table, Actor, str], RowAnswer]
STEPS: dict[str, Step] = {
    "total": _total,
    "tie": _deal,
    "confirm": _confirm,
    "version": _version,
    "undo": _undo,
    "instead": _instead,
}
