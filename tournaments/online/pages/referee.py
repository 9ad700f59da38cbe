"""The referee at an online table: the orders, each with a reason, and the log of the match in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from tournaments.errors import ForbiddenError, MissingError, RefusedError
from tournaments.events.words.sentences import opponents
from tournaments.frame import phrases
from tournaments.frame.numbers import whole
from tournaments.frame.pages.steps import officials, refuse, see
from tournaments.frame.policies import Right, may
from tournaments.games import registry
from tournaments.models import Match
from tournaments.online.forms import AboutForm, NoteForm, ResumeForm, TimeForm
from tournaments.online.pages import board
from tournaments.online.pages.log_words import LogNames, lines, log_names
from tournaments.online.pages.page import fault_sentence, fresh_key, shown_match
from tournaments.online.pages.texts import Speech, deck_of
from tournaments.online.reads import live_matches, lobby
from tournaments.online.reads.lobby import Where
from tournaments.online.writes import commands, refereeing
from tournaments.online.writes.commands import MatchCommand
from tournaments.tables.reads.seats import MatchPlace
from tournaments.timing.reads import moment_of


@dataclass(frozen=True, slots=True)
class Tool:
    """An order on the page; ``warning`` is the question before it is given, empty for a harmless order."""

    title: Any
    about: Any
    done: Any
    warning: Any = ""


TOOLS: Final[Mapping[str, Tool]] = {
    commands.PAUSE: Tool(
        gettext_lazy("Pause the match"),
        gettext_lazy("No clock runs until you resume it."),
        gettext_lazy("The match is paused."),
    ),
    commands.RESUME: Tool(
        gettext_lazy("Resume the match"),
        gettext_lazy("A fault that was asked about is forgiven, once for each cause and line."),
        gettext_lazy("The match is resumed."),
    ),
    commands.TIME: Tool(
        gettext_lazy("Give time"),
        gettext_lazy("To the player whose turn it is for this play, to the others for the whole match."),
        gettext_lazy("The time is given."),
    ),
    commands.HAND: Tool(
        gettext_lazy("Open a hand"),
        gettext_lazy("You alone see it, until the deal is over. Both sides see that it is open, and why."),
        gettext_lazy("The hand is open to you."),
    ),
    commands.VOID: Tool(
        gettext_lazy("Make the deal void"),
        gettext_lazy("It counts for nothing, and the same player deals again."),
        gettext_lazy("The deal is void: it is dealt again."),
        gettext_lazy("The plays of this deal count for nothing. All see its cards, as after every deal."),
    ),
    commands.LOSS: Tool(
        gettext_lazy("Rule the loss of the match"),
        gettext_lazy("The player or pair loses the match; if more than one side is left, they play on."),
        gettext_lazy("The loss is ruled."),
        gettext_lazy("The loss is written in the register of penalties, and the result follows from it."),
    ),
}


@officials(reads=Right.RUN_TABLE, writes=Right.RUN_TABLE)
@never_cache
def live_referee(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show the referee's tools at a table; ask before an order that costs somebody something."""
    match, place, where = _run_table(request, match_id)
    if request.method != "POST":
        return _page(request, match, place, where)
    kind = request.POST.get("kind", "")
    form = _form(kind, match, request.POST)
    if form is None:
        return _page(request, match, place, where, refusal=RefusedError("command_unknown"), status=422)
    if not form.is_valid():
        return _page(request, match, place, where, (kind, form), 422)
    tool, data = TOOLS[kind], form.cleaned_data
    if tool.warning and "sure" not in request.POST:
        shown = [_("Reason: %(note)s") % {"note": data["note"]}]
        if kind == commands.LOSS:
            loser = lines(match, board.names(match))[data["to"]]
            shown.insert(0, _("%(name)s loses the match.") % {"name": loser})
        names = ("kind", "client_id", "expected", "note", "to")
        here = reverse("live_referee", args=[match.pk])
        confirm = {
            "title": f"{tool.title}?",
            "consequences": [*shown, tool.warning],
            "undo": _("It stays in the log of the match and cannot be taken back there."),
            "action": here,
            "submit": tool.title,
            "back_url": here,
            "hidden": [
                *({"name": name, "value": request.POST[name]} for name in names if name in request.POST),
                {"name": "sure", "value": "1"},
            ],
            "kind": "danger",
        }
        return render(request, "frame/referee_confirm.html", {"confirm": confirm})
    command = MatchCommand(
        client_id=request.POST.get("client_id", ""),
        kind=kind,
        expected=whole(request.POST.get("expected")),
        text=data["note"],
        to=data.get("to"),
        ms=1000 * data.get("seconds", 0),
    )
    try:
        refereeing.give_order(place=place, table=where.table, match_id=match.pk, command=command)
    except RefusedError as refusal:
        status = refuse(form, refusal, match.game)
        return _page(request, live_matches.match(match.pk), place, where, (kind, form), status)
    messages.success(request, tool.done)
    return see("live_referee", match.pk)


def _run_table(request: HttpRequest, match_id: int) -> tuple[Match, MatchPlace, Where]:
    """Return the match and its table for an official who may run it; refused for everybody else."""
    match, place = shown_match(request, match_id)
    where = lobby.where(match)
    if not place.is_referee or where is None:
        if place.actor.role:
            raise ForbiddenError
        raise MissingError
    return match, place, where


def _form(kind: str, match: Match, data: Any = None) -> forms.Form | None:
    """Return the form of an order; None where there is no such order."""
    options: dict[str, Any] = {"auto_id": f"{kind}-%s"}
    if kind in (commands.TIME, commands.HAND):
        seats = list(enumerate(board.names(match)))
        make = TimeForm if kind == commands.TIME else AboutForm
        return make(_("Player"), seats, data, **options)
    if kind == commands.LOSS:
        return AboutForm(_("Who loses"), list(enumerate(lines(match, board.names(match)))), data, **options)
    if kind == commands.RESUME:
        return ResumeForm(data, **options)
    return NoteForm(data, **options) if kind in TOOLS else None


def _page(
    request: HttpRequest,
    match: Match,
    place: MatchPlace,
    where: Where,
    tried: tuple[str, forms.Form] | None = None,
    status: int = 200,
    refusal: RefusedError | None = None,
) -> HttpResponse:
    sentence = phrases.sentence(refusal, match.game) if refusal else ""
    context = {
        "refusal": sentence,
        **tools(request, match, place, where, tried),
        "where": where,
        "match": match,
        "now": timezone.now(),
    }
    return render(request, "online/referee.html", context, status=status)


def tools(
    request: HttpRequest, match: Match, place: MatchPlace, where: Where, tried: tuple[str, forms.Form] | None = None
) -> dict[str, Any]:
    """Return what the referee sees and may order at a table: the orders that make sense now and are this official's."""
    view = live_matches.view(match, place.viewer, timezone.now())
    faces = board.faces(match, view, lobby.players(match))
    sides, order = board.sides_of(match, faces), board.order_of(match, faces)
    said = reader_log_names(request, match)
    deal = view["deal"]
    if view["is_over"]:
        state = _("The match is over.")
    elif view["is_paused"]:
        state = _("The match is paused. The clocks stand still.")
    elif deal["is_waiting"]:
        state = _("The next deal waits for the players.")
    else:
        state = _("%(name)s has to play.") % {"name": said.seats[view["clock"]["turn"]]}
    if view["fault"] is not None and not view["is_over"]:
        state = f"{fault_sentence(match, view['fault'], sides)} {state}"
    time = board.time_over(match, view)
    sensible: Mapping[str, bool] = {
        commands.PAUSE: not view["is_paused"],
        commands.RESUME: view["is_paused"],
        commands.TIME: True,
        commands.HAND: not deal["is_waiting"],
        commands.VOID: not deal["is_waiting"],
        commands.LOSS: True,
    }
    offered = []
    for kind, now in sensible.items():
        if view["is_over"] or place.seat is not None or not now:
            continue
        if not may(place.actor, refereeing.RIGHTS[kind], where.table.tournament, where.table):
            continue
        is_tried = tried is not None and tried[0] == kind
        offered.append(
            {
                "kind": kind,
                "title": TOOLS[kind].title,
                "about": TOOLS[kind].about,
                "form": tried[1] if tried is not None and is_tried else _form(kind, match),
                "is_open": is_tried,
                "style": "danger" if TOOLS[kind].warning else "",
            }
        )
    return {
        "view": view,
        "place": board.place(match, where, view),
        "score": board.score(match, view, sides, order),
        "state": f"{time['title']} {state}" if time else state,
        "tools": offered,
        "tried": tried[1] if tried else None,
        "sits_here": "" if place.seat is None else phrases.sentence(RefusedError(refereeing.SITS_HERE)),
        "hands": [{"name": said.seats[int(seat)], "cards": cards} for seat, cards in view.get("hands", {}).items()],
        "orders": [{"words": said.sentence(event), "note": said.note(event)} for event in reversed(view["orders"])],
        "deck": deck_of(request, registry.game_with_table(match.game), match.rules),
        "key": fresh_key(),
        "called": where.table.referee_called,
    }


def reader_log_names(request: HttpRequest, match: Match) -> LogNames:
    """Return the names of the match for a reader who does not play in it."""
    game, names = registry.game_with_table(match.game), board.names(match)
    speech = Speech(match.game, deck_of(request, game, match.rules), names)
    return log_names(match, names, speech.action_sentence)


@officials(reads=Right.RUN_TABLE)
@never_cache
def live_log(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show the log of a match in words, deal by deal, newest deal first."""
    match, _place, where = _run_table(request, match_id)
    said = reader_log_names(request, match)
    deals: list[dict[str, Any]] = []
    for row in live_matches.rows(match):
        event = row.event
        if event["kind"] == "prepared" or not deals:
            deals.insert(0, {"number": len(deals) + 1, "rows": []})
        shown = {"at": moment_of(event["at"]), "words": said.sentence(event), "note": said.note(event), "by": row.by}
        deals[0]["rows"].append({**shown, "number": event["sequence"], "is_order": bool("note" in event)})
    context = {"match": match, "where": where, "deals": deals, "who": opponents(said.lines)}
    return render(request, "online/log.html", context)
