"""Forms of players at a live table: a play, ready, leave."""

from typing import Final, cast

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.errors import ForbiddenError, MissingError, RefusedError, StaleVersionError
from tournaments.frame import phrases
from tournaments.frame.numbers import whole
from tournaments.frame.pages.steps import see
from tournaments.frame.policies import Right, door
from tournaments.games.contract import Seat
from tournaments.models import Match
from tournaments.online.pages import board
from tournaments.online.pages.page import fresh_key, shown_match, table_page
from tournaments.online.reads import live_matches, lobby
from tournaments.online.writes.commands import ABANDON, MatchCommand, submit
from tournaments.tables.reads.seats import MatchPlace

CONFLICT: Final = 409
REFUSED: Final = 422


@door(writes=Right.PLAY)
def live_command(request: HttpRequest, match_id: int) -> HttpResponse:
    received = timezone.now()
    match, place = _own_match(request, match_id)
    asked = request.POST
    command = MatchCommand(
        client_id=asked.get("client_id", ""),
        kind=asked.get("kind", ""),
        expected=whole(asked.get("expected")),
        seat=place.seat,
        text=asked.get("text", ""),
    )
    try:
        receipt = submit(match_id=match.pk, command=command, received=received)
    except RefusedError as refusal:
        return _show_refusal(request, match, place, refusal)
    if is_program(request):
        return JsonResponse({"sequence": receipt.sequence, "repeated": receipt.repeated})
    return see("live_table", match.pk)


def is_program(request: HttpRequest) -> bool:
    """Return whether the request is from a script, which reads JSON."""
    return not request.accepts("text/html")


def _own_match(request: HttpRequest, match_id: int) -> tuple[Match, MatchPlace]:
    """Return the match of a player; nobody else may write here."""
    match, place = shown_match(request, match_id)
    if place.seat is None:
        if place.actor.role:
            raise ForbiddenError
        raise MissingError
    return match, place


def _show_refusal(request: HttpRequest, match: Match, place: MatchPlace, refusal: RefusedError) -> HttpResponse:
    sentence = phrases.sentence(refusal, match.game)
    is_stale = isinstance(refusal, StaleVersionError)
    status = CONFLICT if is_stale else REFUSED
    if is_program(request):
        current = live_matches.match(match.pk).sequence
        return JsonResponse({"code": refusal.code, "sentence": sentence, "current": current}, status=status)
    return table_page(request, live_matches.match(match.pk), place, refusal=sentence, status=status)


@door(reads=Right.PLAY)
@never_cache
def live_abandon(request: HttpRequest, match_id: int) -> HttpResponse:
    """Ask before a player leaves, with the score that would follow, or the referee's decision."""
    match, place = _own_match(request, match_id)
    seat = cast(Seat, place.seat)
    try:
        points = live_matches.if_abandoned(match, seat)
    except RefusedError as refusal:
        return _show_refusal(request, match, place, refusal)
    consequences = [] if match.table_id is None else [_("The match is lost.")]
    if points is None and match.table_id is None:
        consequences.append(_("It ends for everybody at the table."))
    elif points is None:
        consequences.append(
            {
                "robot": _("A robot plays your cards to the end of this deal, and then you are out."),
                "void": _("This deal is void, and the others play on without you."),
            }.get(live_matches.way_if_abandoned(match), _("The referee decides about the points."))
        )
    else:
        faces = board.faces(match, live_matches.view(match, seat, timezone.now()), lobby.players(match))
        names, lines = board.sides_of(match, faces), board.order_of(match, faces)
        consequences.append(_("It would end: %(score)s.") % {"score": board.score_line(points, names, lines)})
    if match.table_id is None:
        consequences.append(_("It is only practice: nothing counts."))
    if match.move_ms is not None or match.bank_ms is not None:
        consequences.append(_("Your time goes on running while you read this."))
    given = {
        "consequences": consequences,
        "action": reverse("live_command", args=[match.pk]),
        "back_url": reverse("live_table", args=[match.pk]),
        "hidden": [
            {"name": "kind", "value": ABANDON},
            {"name": "client_id", "value": fresh_key()},
            {"name": "expected", "value": match.sequence},
        ],
    }
    return render(request, "online/abandon.html", given)
