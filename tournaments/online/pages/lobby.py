"""The lobby of an online event: the reader's own table first and large, then all tables of the round."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.accounts.reads import mine as player_pass
from tournaments.events.reads.rounds import rounds_in
from tournaments.events.words import sentences as words
from tournaments.frame import access
from tournaments.frame.access import visitor
from tournaments.frame.pages.context import deck
from tournaments.frame.policies import Right, door
from tournaments.frame.round_names import round_name, round_name_inside
from tournaments.games import registry
from tournaments.games.contract import PicturedGame
from tournaments.models import Tournament
from tournaments.online.reads.lobby import LobbyTable, OwnTable, lobby
from tournaments.tables.words.cards import Sight
from tournaments.timing.words import digits

# Plays change the match and not the event's version, so the page polls: more often for a reader who plays here.
OWN_MS, OTHERS_MS = 1000, 5000
# Cards beside the reader's own table.
FAN = 3


@door(reads=Right.SEE)
@never_cache
@require_safe
def event_lobby(request: HttpRequest, slug: str) -> HttpResponse:
    asking = visitor(request)
    event, _actor = access.tournament(asking, slug)
    now = timezone.now()
    found = lobby(asking, event, now)
    context: dict[str, Any] = {"event": event, "own": None}
    if found is not None:
        mine = found.own
        context["own"] = _own(request, event, mine) if mine else None
        rounds = rounds_in(event, found.rounds)
        sight = Sight.of(event, rounds)
        tables = []
        for table in found.tables:
            if mine and table is mine.table:
                continue
            shown = sight.match(table.card, with_table=False)
            kind, note = _state(table, shown.note, shown.note_kind)
            is_watched = table.match is not None and table.until is None
            tables.append(
                {
                    "number": table.card.hall_number,
                    "kind": kind,
                    "note": note,
                    "note_kind": shown.note_kind if kind not in ("call", "pause") else "",
                    "sides": shown.sides,
                    "url": reverse("live_table", args=[table.match]) if is_watched else "",
                    "is_over": table.card.is_over,
                }
            )
        context |= {
            "title": round_name(found.round.number, rounds),
            "inside": round_name_inside(found.round.number, rounds),
            "playing": "",
            "tables": tables,
            "every": None,
            "opens": words.when(found.opens) if found.opens is not None else "",
        }
        playing = sum(table.is_open for table in found.tables)
        if playing:
            context["playing"] = ngettext("%(n)s table in play", "%(n)s tables in play", playing) % {"n": playing}
            context["every"] = OWN_MS if mine and mine.table.is_open else OTHERS_MS
    if "ora" in request.GET:
        return render(request, "online/_lobby_now.html", context)
    context |= {"eyebrow": words.eyebrow(event), "is_in_hall": event.mode == Tournament.Mode.HALL}
    context |= {"left_ms": player_pass.left_ms(asking, event)}
    return render(request, "online/lobby.html", context)


def _state(table: LobbyTable, note: str, note_kind: str) -> tuple[str, str]:
    """Return the style of a table's frame, and its sentence."""
    card = table.card
    if card.is_over:
        at = table.finished_at
        ended = _("finished at %(time)s") % {"time": _hour(at)} if at is not None else _("finished")
        return ("done", f"{note} · {ended}" if note else ended)
    if table.is_paused:
        return "pause", _("stopped: the referee is there")
    if table.until is not None:
        return "call", _waiting_sentence(table)
    if not table.is_open:
        return "call", note or _("not open yet")
    return ("tie" if note_kind == "gold" else "live"), note


def _waiting_sentence(table: LobbyTable) -> str:
    names = words.list_of_names([table.card.sides[line].name for line in table.missing])
    return _("waiting for %(names)s until %(time)s") % {"names": names, "time": _hour(table.until)}


def _hour(moment: datetime | None) -> str:
    return date_format(timezone.localtime(moment), "H:i") if moment is not None else ""


def _own(request: HttpRequest, event: Tournament, mine: OwnTable) -> dict[str, Any]:
    """Return the reader's own table, with a few cards of their deck where the game has pictures."""
    table, card, line = mine.table, mine.table.card, mine.line
    if card.is_over:
        what = _state(table, "", "")[1]
    elif table.is_paused:
        what = _("stopped: the referee is there")
    elif table.until is not None and line in table.missing:
        what = _("say that you are ready before %(time)s") % {"time": _hour(table.until)}
    elif table.until is not None:
        what = _waiting_sentence(table)
    elif not table.is_open:
        what = _("not open yet")
    elif mine.turn.line is None:
        what = _("the next deal is about to begin")
    elif mine.turn.line != line:
        what = _("%(name)s to play") % {"name": card.sides[mine.turn.line].name}
    else:
        what = _("it is your turn")
        if mine.turn.move_ms is not None:
            what += ", " + _("%(time)s for this play") % {"time": digits(mine.turn.move_ms)}
        if mine.turn.bank_ms is not None:
            what += ", " + _("%(time)s for the match") % {"time": digits(mine.turn.bank_ms)}
    others = [side.name for index, side in enumerate(card.sides) if index != line and side.entry is not None]
    sight = Sight.of(event, 0).match(card, with_table=False)
    points = [side.points for side in sight.sides]
    mine_first = [points[line], *(each for index, each in enumerate(points) if index != line)]
    is_scored = all(each != "" for each in points)
    shown: dict[str, Any] = {
        "number": card.hall_number,
        "against": words.list_of_names(others),
        "is_of_several": len(others) > 1,
        "points": " – ".join(map(str, mine_first)) if is_scored else "",
        "note": sight.note if table.is_open and table.until is None else "",
        "what": what,
        "is_open": table.is_open,
        "is_over": card.is_over,
        "url": reverse("live_table", args=[table.match]) if table.match is not None else sight.url,
        "is_begun": table.until is None,
    }
    game = registry.game(event.game)
    if isinstance(game, PicturedGame):
        shown |= {"picture": game.decks[deck(request, event.game)], "cards": game.deck_sample[:FAN]}
    return shown
