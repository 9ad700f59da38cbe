"""The page of a live table: for a seat, for the referee, or for spectators."""

from collections.abc import Sequence
from datetime import datetime
from secrets import token_hex
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import select_template
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.errors import MissingError
from tournaments.events.reads.online import open_matches
from tournaments.events.words import sentences as words
from tournaments.frame.access import visitor
from tournaments.frame.policies import Right, door
from tournaments.frame.reads.versions import mark_of
from tournaments.games import registry
from tournaments.games.commands import WORDS
from tournaments.games.contract import Json, TabledGame
from tournaments.models import Match
from tournaments.online.pages import board, log_words
from tournaments.online.pages.board import Face
from tournaments.online.pages.texts import Speech, deck_of
from tournaments.online.reads import live_matches, lobby
from tournaments.online.reads.lobby import Where
from tournaments.online.writes import practice
from tournaments.online.writes.courtesies import COURTESIES
from tournaments.tables.reads import seats
from tournaments.tables.reads.seats import MatchPlace
from tournaments.timing.reads import clock_of_table, ms_of
from tournaments.timing.words import clock_face, words_of_round

ID_BYTES = 16
PARTS = ("cloth", "hand", "seat", "beside", "tally")


def shown_match(request: HttpRequest, match_id: int) -> tuple[Match, MatchPlace]:
    """Return the match and the reader's place at it; a hidden one looks like a missing one."""
    match = live_matches.match(match_id)
    place = seats.place(visitor(request), match)
    if not place.may_see or not isinstance(registry.game(match.game), TabledGame):
        raise MissingError
    return match, place


def fresh_key() -> str:
    """Return an idempotency key for a form's command: posted twice it is applied once."""
    return token_hex(ID_BYTES)


@door(reads=Right.SEE)
@never_cache
def live_table(request: HttpRequest, match_id: int) -> HttpResponse:
    match, place = shown_match(request, match_id)
    if match.chairs.get("shown"):
        practice.look(match_id=match.pk)
    return table_page(request, match, place)


def table_page(
    request: HttpRequest, match: Match, place: MatchPlace, *, refusal: str = "", status: int = 200
) -> HttpResponse:
    """Return the page of a table for one reader, with a refusal, if any."""
    return render(request, "online/table.html", context(request, match, place) | {"refusal": refusal}, status=status)


def context(request: HttpRequest, match: Match, place: MatchPlace) -> dict[str, Any]:
    """Return the context of the page; the cards are in the templates of the game."""
    at = timezone.now()
    view = live_matches.view(match, place.viewer, at)
    now = state(view, place)
    where, game = lobby.where(match), registry.game_with_table(match.game)
    faces = board.faces(match, view, lobby.players(match))
    deck = deck_of(request, game, match.rules)
    seated = board.by_seat(faces)
    short = [face.short for face in seated]
    speech = Speech(match.game, deck, short)
    names, lines = board.sides_of(match, faces), board.order_of(match, faces)
    me = next(face for face in faces if face.side == "me")
    is_playing = place.seat is not None and not me.is_robot
    reasons, found = board.reasons(match, view, lines), result(match, view, faces, names, lines)
    closing = board.closing(view, speech, faces)
    return {
        "match": match,
        "view": view,
        "cards": view["cards"],
        "is_player": place.seat is not None,
        "is_referee": place.is_referee,
        "is_turn": place.seat is not None and view["clock"]["turn"] == place.seat,
        "others": [face for face in faces if face.side != "me"],
        "me": me,
        "players": [seated[seat].shown for seat in view["dealt"] or ()],
        "is_playing": is_playing,
        "is_replaced": me.is_you and me.is_robot and not view["is_over"] and me.seat not in view["replaced"],
        "troubles": troubles(match, view, faces),
        "place": board.place(match, where, view),
        "score": board.score(match, view, names, lines),
        "names": [names[line] for line in lines],
        "lines": lines,
        "deal": board.deal_now(view),
        "totals": [board.totals(match, view)[line] for line in lines],
        "reasons": reasons,
        "length": board.length(match),
        "recent": board.recent(view, speech),
        "last": board.last(view, speech),
        "plays": board.plays(view, deck, speech) if is_playing else [],
        "state": now,
        "is_between": now in ("ready", "waiting", "over"),
        "courtesies": [{"code": code, "words": _(text)} for code, text in COURTESIES.items()],
        "line": line_of_action(now, view, speech),
        "result": found,
        "low_wins": game.low_wins(match.rules),
        "time": board.time_over(match, view),
        "closing": closing,
        "told": " ".join(
            each
            for each in (board.end_sentence(reasons, found, names, lines, board.totals(match, view)), closing["out"])
            if each
        ),
        "orders": log_words.standing(
            view, log_words.log_names(match, [face.name for face in seated], speech.action_sentence), ms_of(at)
        ),
        "where": where,
        "clock": match_clock(where, at) if where is not None and not view["is_over"] else None,
        "deck": deck,
        "replay": view["deal"]["number"] - view["deal"]["is_waiting"],
        "back_url": back_url(where),
        "onward": onward(match, view),
        "key": fresh_key(),
        "templates": {part: select_template([f"{game.key}/table/_{part}.html"]) for part in PARTS},
        "scripts": {
            "cards": f"{game.key}/cards.js",
            "gestures": f"{game.key}/table.js",
            "style": f"{game.key}/table.css",
        },
        "words": {"names": [name or None for name in short], "typed": WORDS, "game": speech.words},
        "phrases": speech.for_scripts() | {f"courtesy.{code}": _(text) for code, text in COURTESIES.items()},
        "start": {
            "view": view,
            "cards": deck.names,
            "move_ms": match.move_ms,
            "socket": reverse("live_socket", args=[match.pk]),
        },
    }


def match_clock(where: Where, now: datetime) -> dict[str, Any] | None:
    """Return the clock of the round or of the table, where the event has one; ``face`` is None before its start."""
    table, event = where.table, where.table.tournament
    clock = clock_of_table(table, event.round_minutes)
    if clock.state(ms_of(now)) == "none":
        return None
    words_then = words_of_round(event, table.round.number, where.rounds)
    face = None if clock.started is None else clock_face(event, clock, "", words_then, now=now)
    lines = list(table.lines.order_by("index"))
    return {"face": face, "event": event, "table": table.number, "mark": mark_of(table, lines)}


def state(view: Json, place: MatchPlace) -> str:
    """Return the state in one word: ``over``, ``paused``, ``ready`` to be said, ``waiting``, ``turn`` or ``other``."""
    if view["is_over"]:
        return "over"
    if view["is_paused"]:
        return "paused"
    if view["deal"]["is_waiting"]:
        is_asked = place.seat in view["deal"]["seats"] and place.seat not in view["deal"]["ready"]
        return "ready" if is_asked else "waiting"
    return "turn" if place.seat is not None and view["clock"]["turn"] == place.seat else "other"


def line_of_action(now: str, view: Json, speech: Speech) -> str:
    """Return the one line that says what to do in a state, or who is waited for."""
    if now == "over":
        return _("The match is over.")
    if now == "paused":
        return _("The match is paused. The clocks stand still.")
    if now in ("ready", "waiting"):
        missing = [seat for seat in view["deal"]["seats"] if seat not in view["deal"]["ready"]]
        return _("Waiting for %(names)s.") % {"names": words.list_of_names([speech.short[seat] for seat in missing])}
    turn = view["clock"]["turn"]
    return "" if turn is None else speech.turn(turn)


def result(
    match: Match, view: Json, faces: Sequence[Face], names: list[str], lines: list[int]
) -> dict[str, str] | None:
    """Return how a finished match ended: who won, by how much, and the reason of a fault."""
    if not view["is_over"]:
        return None
    won = board.winner(match, view)
    fault = view["fault"]
    through = view["score"][-1]["through"] if view["score"] and match.chairs["through"] > 1 else []
    if through:
        title = board.advance([face for face in faces if face.line in through])
    elif won is not None:
        title = board.victory([face for face in faces if face.line == won])
    else:
        title = _("The match ended level.") if view["score"] and fault is None else _("The match is over.")
    why = "" if fault is None else fault_sentence(match, fault, names)
    is_by_time = view["time"] is not None and fault is None and not view["time"]["is_tiebreak"]
    time = _("Time was called.") if is_by_time else ""
    return {"title": title, "score": board.score(match, view, names, lines), "why": why, "time": time}


def fault_sentence(match: Match, fault: Json, names: Sequence[str]) -> str:
    """Return who was at fault and how; ``names`` by line."""
    cause = words.cause(fault["cause"], match.game)
    return _("%(name)s: %(cause)s.") % {"name": names[fault["line"]], "cause": cause}


def troubles(match: Match, view: Json, faces: Sequence[Face]) -> list[tuple[str, str]]:
    """Return what stops a table that plays on, and whose cards a robot plays: a title and what follows from it."""
    if view["is_over"]:
        return []
    found = []
    if view["fault"] is not None:
        sentence = fault_sentence(match, view["fault"], board.sides_of(match, faces))
        found.append((sentence, _("The referee decides how the match goes on.")))
    for face in faces:
        if face.seat in view["replaced"] and face.is_you:
            found.append((_("A robot plays in your place."), _("It plays this deal to its end; then you are out.")))
        elif face.seat in view["replaced"]:
            title = _("A robot plays for %(name)s.") % {"name": face.short}
            found.append((title, _("It plays this deal to its end.")))
        elif face.is_you and face.place is None:
            found.append((_("You do not play this deal."), _("The others play on.")))
    return found


def onward(match: Match, view: Json) -> int | None:
    """Return the present match at the table of a finished one; None where there is none."""
    if match.table_id is None or not view["is_over"]:
        return None
    return open_matches([match.table_id]).get(match.table_id)


def back_url(where: Where | None) -> str:
    """Return the target of the back arrow: the lobby of the event, the event, or home."""
    if where is None:
        return reverse("home")
    try:
        return reverse("event_lobby", args=[where.table.tournament.slug])
    except NoReverseMatch:
        return reverse("event", args=[where.table.tournament.slug])
