"""A table's sheet: how the match stands, the form to write or change a deal; and the head of a table's other pages."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.accounts.reads.hand_over import seal_of
from tournaments.accounts.reads.mine import left_ms
from tournaments.competition.match import contents, outcomes
from tournaments.competition.match.contents import Spot
from tournaments.competition.stages.alone import alone
from tournaments.errors import RefusedError, StaleVersionError
from tournaments.events.words.by_format import stage_of
from tournaments.events.words.sentences import competitor_word, opponents
from tournaments.frame import access, phrases
from tournaments.frame.access import ENTRY_PASSES, PASSES, visitor
from tournaments.frame.alone_words import alone_title
from tournaments.frame.numbers import minus, score_text, whole, wholes
from tournaments.frame.pages.steps import see
from tournaments.frame.policies import Actor, Right, door
from tournaments.frame.reads.formats import at_stage
from tournaments.frame.reads.teams import is_of_teams
from tournaments.frame.reads.versions import mark_of
from tournaments.games import registry
from tournaments.games.contract import Json, MatchLength
from tournaments.guessing.names import unbroken
from tournaments.models import Scoresheet, Table, Tournament
from tournaments.standings.words.stage_words import line_rests
from tournaments.tables.forms import LETTERS, TotalForm
from tournaments.tables.pages import drafts
from tournaments.tables.pages.drafts import Typed
from tournaments.tables.pages.record import record
from tournaments.tables.reads.line_ups import members_of
from tournaments.tables.reads.records import next_to_write
from tournaments.tables.words import wording
from tournaments.tables.writes import scoresheets
from tournaments.tables.writes.table_sheets import May, Sheet, SheetGame, causes, sheet_of, what_may
from tournaments.timing.reads import clock_of_table, extra_time
from tournaments.timing.words import clock_face, own_time_text, seats, time_call_text, words_of_rule

OK = 200
# In the address: write a deal that was finished before time was called.
LATE = "prima"
# In the session of an official: the last result was written as a total.
WHOLE = "whole_result"
MOST_ANSWER = 200


@door(reads=Right.ENTER_SCORE, writes=Right.ENTER_SCORE)
def table_sheet(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    is_post, session = request.method == "POST", request.session
    if not is_post and not request.user.is_authenticated and not (session.get(PASSES) or session.get(ENTRY_PASSES)):
        # No table code, or an expired log-in: ask for the code before any query.
        return see_code(request)
    table, actor = access.table(visitor(request), slug, number, Right.ENTER_SCORE, lines=not is_post)
    if is_post:
        typed = drafts.posted_form(request)
        try:
            written = scoresheets.enter(
                actor=actor,
                tournament_id=table.tournament_id,
                table_id=table.pk,
                change=typed,
                seen=typed.seen,
                key=typed.key,
            )
        except StaleVersionError as refusal:
            return stale(request, table, actor, typed, refusal)
        except RefusedError as refusal:
            table, actor = access.table(visitor(request), slug, table.number, Right.ENTER_SCORE)
            sheet = sheet_of(table)
            return page(request, sheet, actor, typed=drafts.refused_form(typed, refusal, sheet.event.game), status=422)
        if not whole(typed.values.get("tiebreak")):
            remember_way(request, actor, whole=False)
        messages.success(request, written_sentence(table, written.sheet))
        return see("table_sheet", table.tournament.slug, table.number)

    sheet = sheet_of(table)
    is_fresh = not request.GET and sheet.latest is None
    # An official who wrote the last table as a total opens the next one so too.
    if is_fresh and actor.is_official and session.get(WHOLE) and what_may(actor, sheet).total:
        return see("table_total", slug, number)
    spot = sheet.next_spot
    if "deal" in request.GET:
        asked = Spot(*wholes(request.GET, "game", "deal"))
        spot = spot if sheet.deal_at(asked) is None else asked
    return page(request, sheet, actor, typed=drafts.fresh(sheet, spot))


def remember_way(request: HttpRequest, actor: Actor, *, whole: bool) -> None:
    """Remember in the session whether an official writes totals or deals; lines always write deals."""
    if bool(request.session.get(WHOLE)) != whole and actor.is_official:
        request.session[WHOLE] = whole


def see_code(request: HttpRequest) -> HttpResponse:
    answer = see("enter_code")
    answer["Location"] += f"?next={request.path}"
    return answer


def stale(request: HttpRequest, table: Table, actor: Actor, typed: Typed, refusal: StaleVersionError) -> HttpResponse:
    """Show the table as it is now beside what was typed, because another writer was first."""
    table, actor = access.table(visitor(request), table.tournament.slug, table.number, Right.ENTER_SCORE)
    sheet = sheet_of(table)
    game, rules = registry.game(sheet.event.game), sheet.event.rules
    try:
        deal = game.score_sheet(rules, scoresheets.read_deal(sheet.event, typed.values))
        points = score_text(deal.points)
    except RefusedError:
        points = ""
    conflict = {"sentence": phrases.sentence(refusal, sheet.event.game), "typed": points}
    return page(request, sheet, actor, typed=drafts.retype(typed, sheet), conflict=conflict, status=409)


def written_sentence(table: Table, written: Scoresheet) -> str:
    """Return the message that says what was written."""
    score = score_text(written.outcome["points"])
    if written.status == Scoresheet.Status.CONFIRMED:
        return _("Result recorded: %(score)s. The match is over.") % {"score": score}
    if written.status == Scoresheet.Status.SUBMITTED and table.through > 1:
        return _("Result sent: %(score)s. Somebody else at the table confirms it now.") % {"score": score}
    if written.status == Scoresheet.Status.SUBMITTED and is_of_teams(table.tournament):
        return _("Result sent: %(score)s. The other team confirms it now.") % {"score": score}
    if written.status == Scoresheet.Status.SUBMITTED:
        return _("Result sent: %(score)s. The other line confirms it now.") % {"score": score}
    if written.status == Scoresheet.Status.DISPUTED:
        return _("There are two different results: the referee has been called.")
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
    """Show the page of a table for one reader."""
    allowed = what_may(actor, sheet)
    editing = sheet.deal_at(typed.spot) is not None
    time = time_note(sheet, allowed, editing=editing)
    writes = not sheet.is_over and (time is None or time["counts"] or LATE in request.GET)
    shows_form = allowed.enter and (editing or writes or bool(typed.faults))
    own = reverse("table_sheet", args=[sheet.event.slug, sheet.table.number])
    stage = stage_of(at_stage(sheet.event, sheet.table.round.stage))
    rests = what = ""
    if stage is not None and sheet.table.status == Table.Status.BYE:
        line = next((line for line in sheet.lines if line.entry_id is not None), None)
        what = alone(sheet.table.note, has_left=line is not None and line.is_absent)
        rests = line_rests(stage, None if line is None else line.vp, what)
    is_played = sheet.table.status in (Table.Status.CALLED, Table.Status.PLAYING)
    # A team that is asked whether the result is right may say who of its own sat where, which confirms it (R-SQU-18).
    # At the last sheet of boards of a game people of every board can be named.
    names: Spot | None = None
    at: list[Spot | None] = []
    if allowed.confirm and not actor.is_official and is_of_teams(sheet.event) and sheet.latest is not None:
        content = contents.readable_content(sheet.latest.content)
        at = [scoresheets.last_sheet(sheet.event, content, number) for number in range(len(content["games"]))]
        names = next((spot for spot in reversed(at) if spot is not None), None)
    context: dict[str, Any] = {
        **head(request, sheet, actor),
        "address": own if request.path != own else "",
        "title": deal_title(sheet, typed.spot)
        if shows_form
        else alone_title(what, str(sheet.table.get_status_display())),
        "may": allowed,
        "actor": actor,
        "typed": typed,
        "editing": editing,
        "shows_form": shows_form,
        "of_teams": is_of_teams(sheet.event),
        "names_url": "" if names is None else f"{own}?game={names.game}&deal={names.deal}#table-form",
        "is_naming": editing and typed.spot == names,
        "named_before": _games_to_name(sheet, typed, actor, at) if editing and typed.spot == names else [],
        "names_template": f"{sheet.event.game}/_names.html",
        "conflict": conflict,
        "has_limit": sheet.has_limit,
        "rests": rests,
        "rests_title": alone_title(what, _("A rest")),
        "time": time,
        "has_line_clocks": actor.is_official and is_played and sheet.time_rule.costs_the_match,
        "has_causes": bool(causes(sheet.event)),
        "tie": tie_card(sheet),
        "seats_waited_for": seats(sheet.event, sheet.table, sheet.lines, actor, timezone.now()),
        "for_line": not actor.is_official,
        "following": next_to_write(sheet.table) if actor.is_official and sheet.is_over and not editing else None,
        "standing": [wording.certain(sheet.now)] if sheet.is_of_several and wording.certain(sheet.now) else [],
        "total": total_form(sheet) if allowed.total and sheet.is_over and not editing else None,
        **deal_form(sheet, typed, rules_on_leaving=allowed.rule, own=None if actor.is_official else actor.line),
        **record(sheet),
    }
    return for_this_phone(render(request, "tables/table_sheet.html", context, status=status), request, actor)


def _games_to_name(sheet: Sheet, typed: Typed, actor: Actor, at: Sequence[Spot | None]) -> list[dict[str, Any]]:
    """Return the games before the one that is named, each with its boards and the own chairs at them."""
    found, game = [], registry.game(sheet.event.game)
    for spot in at:
        written = sheet.deal_at(spot) if spot is not None and spot.game < typed.spot.game else None
        if spot is None or written is None:
            continue
        prefix = f"g{spot.game}-"
        kept = {f"{prefix}{name}": value for name, value in game.write_sheet(written.sheet).items()}
        form = deal_form(sheet, replace(typed, spot=spot), rules_on_leaving=False, own=actor.line)
        title = _("Game %(n)s") % {"n": spot.game + 1}
        values = {**kept, **{name: value for name, value in typed.values.items() if name.startswith(prefix)}}
        found.append({"title": title, "prefix": prefix, "values": values, "seats": form["seats"]})
    return found


def for_this_phone(response: HttpResponse, request: HttpRequest, actor: Actor) -> HttpResponse:
    """Let the phone of a line keep its own page for use without a network; no shared cache may."""
    if request.method == "GET" and response.status_code == OK and not actor.is_official:
        response["Cache-Control"] = "private, no-cache"
    return response


def time_note(sheet: Sheet, allowed: May, *, editing: bool) -> dict[str, Any] | None:
    """Return the note on time called: what applies now, and whether the next deal counts. None if not needed."""
    ended = bool(sheet.games) and sheet.games[-1].state.time_called
    if not sheet.is_time_over or not allowed.enter or sheet.is_over or ended or editing or sheet.tie:
        return None
    words = words_of_rule(sheet.event, sheet.time_rule)
    return {
        "called": time_call_text(clock_of_table(sheet.table)),
        "over": words.over,
        "counts": words.rule.counts_last_deal,
        "write_url": f"{reverse('table_sheet', args=[sheet.event.slug, sheet.table.number])}?{LATE}=1",
    }


def with_answer(data: QueryDict) -> QueryDict:
    """Return a posted total with the fields that the button of an answer sets."""
    answer = data.get("answer", "")
    if not answer:
        return data
    said = data.copy()
    for name, value in parse_qsl(answer[:MOST_ANSWER], keep_blank_values=True):
        said[name] = value
    return said


def total_question(sheet: Sheet, form: TotalForm, refusal: RefusedError) -> dict[str, Any] | None:
    """Return the question of the game beside a total, with names to press; None where something else is refused."""
    asked = [each for each in (refusal, *refusal.also) if each.field in form.more]
    if not asked or len(asked) <= len(refusal.also) or not form.cleaned_data:
        return None
    # The game knows which other fields keep its answers so far.
    more = {str(name): str(value) for name, value in form.data.items() if name not in form.fields or name in form.more}
    setting = outcomes.circumstances_of(
        sheet.chairs, whole(form.data.get("game")), time_called=form.cleaned_data.get("time_called", False)
    )
    game = registry.game(sheet.event.game)
    found = contents.total_question(game, sheet.event.rules, form.points(), setting, more)
    if found is None:
        return None
    names = {line.index: unbroken(wording.name(line)) for line in sheet.lines}
    answers = [
        {"letter": urlencode(each.said), "name": _(game.phrases[each.code]) if each.line is None else names[each.line]}
        for each in found.choices
    ]
    named = sum(each.line is not None for each in found.choices)
    return {
        "legend": _(game.phrases[found.code]),
        "why": _(game.phrases[found.why]),
        "kept": found.kept,
        "seats": answers[:named],
        "others": answers[named:],
    }


def total_form(sheet: Sheet, data: QueryDict | None = None) -> TotalForm:
    """Return the form of a total, filled in when a written total is changed."""
    is_changed = sheet.is_total_only and sheet.total_game < len(sheet.games)
    ended_by_time = sheet.is_time_over or any(game.state.time_called for game in sheet.games)
    written = _written_total(sheet, sheet.games[-1]) if is_changed else {}
    return _total_form(sheet, {**written, "time_called": ended_by_time}, data)


def written_total(sheet: Sheet, game: SheetGame, data: QueryDict | None = None) -> TotalForm:
    """Return the form of a total that was written, with all that it says; its fields have the game before their names.

    ``data`` counts where it has these fields.
    """
    prefix = f"g{game.index}"
    has_fields = data is not None and any(name.startswith(f"{prefix}-") for name in data)
    return _total_form(sheet, _written_total(sheet, game), data if has_fields else None, prefix=prefix)


def _written_total(sheet: Sheet, game: SheetGame) -> dict[str, Any]:
    """Return what a game that was written as a total says: the points, the end by time, and what stands beside them."""
    regular = [deal for deal in game.deals if not deal.score.tiebreak]
    if not regular:
        return {}
    points = {
        f"points_{LETTERS[line.index]}": sum(deal.score.points[line.index] for deal in regular) for line in sheet.lines
    }
    values = registry.game(sheet.event.game).write_sheet(regular[-1].sheet)
    beside = {one["name"]: values[one["name"]] for one in _beside(sheet) if values.get(one["name"])}
    return {**beside, **points, "time_called": game.state.time_called}


def length_of(event: Tournament) -> MatchLength:
    """Return the length of a match of the event, with the bounds of its totals."""
    return registry.game(event.game).match_length(event.rules)


def _beside(sheet: Sheet) -> Sequence[Mapping[str, Json]]:
    return contents.total_fields(registry.game(sheet.event.game), sheet.event.rules, len(sheet.lines))


def _total_form(
    sheet: Sheet, initial: Mapping[str, Any], data: QueryDict | None, *, prefix: str | None = None
) -> TotalForm:
    names = [f"{wording.letter(line.index)} {wording.name(line)}" for line in sheet.lines]
    return TotalForm(
        names,
        length_of(sheet.event),
        data,
        absent=sheet.chairs.absent,
        more=_beside(sheet),
        initial=dict(initial),
        prefix=prefix,
    )


def deal_title(sheet: Sheet, spot: Spot) -> str:
    """Return the name of a deal, with the kind of the tie that it breaks."""
    tiebreak = sheet.tiebreak_at(spot)
    tie = sheet.before(spot).state.tie if tiebreak else None
    return wording.deal_name(sheet.event.game, spot.deal + 1, tiebreak, tie.kind if tie else "deal")


def tie_card(sheet: Sheet) -> dict[str, Any] | None:
    """Return the open tie: which lines are level, what is at stake, and what breaks it."""
    tie = sheet.tie
    if tie is None:
        return None
    return {
        "title": wording.tie_title(sheet.event.game, sheet.names, tie, wording.hall(sheet.table)),
        "stakes": wording.stakes(tie.places, sheet.chairs.through),
        "is_deal": tie.kind == "deal",
        "is_of_several": sheet.is_of_several,
    }


def head(request: HttpRequest, sheet: Sheet, actor: Actor) -> dict[str, Any]:
    """Return the top of every page of a table: the way back, the place, the clock, the points."""
    table, event = sheet.table, sheet.event
    if actor.is_official:
        back = reverse("referee_desk", args=[event.slug])
    else:
        try:
            back = reverse("match", args=[event.slug, table.number])
        except NoReverseMatch:
            back = reverse("enter_code")
    where, face = wording.where(sheet), None
    if not table.is_over:
        clock, note = clock_of_table(table, event.round_minutes), ""
        if table.has_own_time:
            extra = extra_time(event, table.round, [table])
            note = own_time_text(table, clock, extra.get(table.number), beside_clock=True)
        rule = words_of_rule(event, sheet.time_rule)
        face = clock_face(event, clock, where, rule, now=timezone.now(), note=note)
    lines: list[dict[str, Any]]
    # The points so far; with more than two lines also the state of each. Nobody scores where nobody plays.
    if table.status == Table.Status.BYE:
        here = [line for line in sheet.lines if line.entry_id is not None]
        lines = [{"letter": "", "name": wording.name(line), "points": None} for line in here]
    elif sheet.is_of_several:
        shown = ("name", "state", "label")
        lines = [
            {"letter": seat["letter"].upper(), "points": seat["total"], **{name: seat[name] for name in shown}}
            for seat in wording.seats(sheet.now)
        ]
    else:
        points = sheet.outcome.points if sheet.outcome else (0,) * len(sheet.lines)
        lines = [
            {"letter": letter, "name": name, "points": each}
            for letter, name, each in zip(contents.LETTERS, sheet.names, points, strict=False)
        ]
    return {
        "sheet": sheet,
        "table": table,
        "event": event,
        "mark": mark_of(table, sheet.lines),
        "moving": {
            "table": table.public_number,
            "names": opponents(sheet.names),
            "seal": seal_of(visitor(request), actor, table),
        }
        if settings.MAY_MOVE
        else None,
        "left_ms": None if actor.is_official else left_ms(visitor(request), event),
        "back_url": back,
        "eyebrow": where,
        "clock": face,
        "lines": lines,
        "many": len(sheet.lines) if sheet.is_of_several else 0,
        "who": competitor_word(event.entry_size),
        "has_vp": event.vp_scale is not None,
    }


def deal_form(sheet: Sheet, typed: Typed, *, rules_on_leaving: bool, own: int | None = None) -> dict[str, Any]:
    """Return the game's own form of a deal, with the chairs as they were when the deal began.

    ``own`` is the line that fills it in, None for an official: a team says only of itself who sits where.
    """
    tiebreak = sheet.tiebreak_at(typed.spot)
    before = sheet.before(typed.spot)
    seats = wording.seats(before, before.playing)
    if is_of_teams(sheet.event):
        members = members_of(line.entry_id for line in sheet.lines if line.entry_id is not None)
        teams = [
            members.get(line.entry_id or 0, {}).values() if own in (None, line.index) else () for line in sheet.lines
        ]
        listed = [[{"number": str(one.number), "name": one.name} for one in team] for team in teams]
        seats = [{**seat, "members": people} for seat, people in zip(seats, listed, strict=True)]
    # A deal that is opened to be changed begins with what it gives.
    written = None if typed.faults else sheet.deal_at(typed.spot)
    points = ["–"] * len(sheet.lines) if written is None else [minus(each or 0) for each in written.score.points]
    return {
        "sheet_template": f"{sheet.event.game}/_sheet.html",
        "own_words": {
            "record": registry.game(sheet.event.game).phrases.get("deal.record", ""),
            "change": registry.game(sheet.event.game).phrases.get("deal.change", ""),
        },
        "done": [name for deal in before.state.deals for name in deal.facts.get("done", ())],
        "values": typed.values,
        "errors": typed.errors,
        "names": sheet.names,
        "seats": wording.with_typed(seats, typed.values, typed.errors),
        "rules_on_leaving": rules_on_leaving,
        "tiebreak": tiebreak,
        "tie_kind": before.state.tie.kind if tiebreak and before.state.tie else "",
        "rules": sheet.event.rules,
        "size": sheet.event.entry_size,
        "totals": [
            {"letter": seat["letter"].upper(), "points": worth, "why": ""}
            for seat, worth in zip(seats, points, strict=True)
            if seat["is_in"]
        ],
    }
