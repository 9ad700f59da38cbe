"""A finished deal, play by play with open hands, the inputs of its shuffle, and the match as a text."""

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import select_template
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache

from tournaments.competition.match.contents import LETTERS
from tournaments.errors import MissingError, RefusedError
from tournaments.frame.policies import Right, door
from tournaments.games import registry
from tournaments.games.contract import Json, WrittenGame
from tournaments.models import Match
from tournaments.online.pages import board
from tournaments.online.pages.page import shown_match
from tournaments.online.pages.texts import Speech, deck_of
from tournaments.online.reads import live_matches, lobby

VERIFIER = "verify_shuffle.py"


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat in a replay: ``cards`` is what it saw, ``place`` its number in the deal, ``seed`` its contribution."""

    name: str
    cards: Json
    place: int
    is_turn: bool
    is_dealer: bool
    is_you: bool
    seed: str


@door(reads=Right.SEE)
@never_cache
def live_replay(request: HttpRequest, match_id: int, deal: int, plays: int) -> HttpResponse:
    match, place = shown_match(request, match_id)
    found = _replay(match, deal, plays)
    game, number, shown = registry.game_with_table(match.game), found["deal"]["number"], found["shown"]
    view = live_matches.view(match, place.seat, timezone.now())
    faces = board.by_seat(board.faces(match, view, lobby.players(match)))
    deck = deck_of(request, game, match.rules)
    speech = Speech(match.game, deck, [face.short for face in faces])
    seats, last = found["deal"]["seats"], len(found["plays"])
    chairs = [
        Chair(
            name=faces[seat].name,
            cards=found["cards"][str(seat)],
            place=at,
            is_turn=found["cards"]["all"].get("turn") == at,
            is_dealer=found["deal"]["dealer"] == seat,
            is_you=seat == place.seat,
            seed=found["reveal"]["client_seeds"][at],
        )
        for at, seat in enumerate(seats)
    ]
    own = next((chair for chair in chairs if chair.is_you), chairs[-1])
    steps = [
        {"number": each, "words": speech.action_sentence(seat, play), "url": _url(match, number, each)}
        for each, (seat, play) in enumerate(zip(found["turns"], found["plays"], strict=True), 1)
    ]
    # The key on the keyboard, the label, the play that it leads to, and whether it leads anywhere.
    ways = (
        ("Home", _("Start"), 0, shown > 0),
        ("ArrowLeft", _("Back"), shown - 1, shown > 0),
        ("ArrowRight", _("On"), shown + 1, shown < last),
        ("End", pgettext("replay", "End"), last, shown < last),
    )
    context = {
        "match": match,
        "title": board.deal_title(number, found["deal"]["tiebreak"]),
        "place": " · ".join(board.whereabouts(lobby.where(match))),
        "time": board.time_call_sentence(view) if view["time"] and view["time"]["deal"] == number else "",
        "chairs": chairs,
        "above": [chair for chair in chairs if chair != own],
        "below": [own],
        "cards": found["cards"]["all"],
        "deck": deck,
        "template": select_template([f"{game.key}/table/_replay.html"]),
        "style": f"{game.key}/table.css",
        "steps": steps,
        "shown": shown,
        "last": last,
        "said": steps[shown - 1]["words"] if shown else "",
        "ways": [
            {"key": key, "label": label, "url": _url(match, number, play) if leads else ""}
            for key, label, play, leads in ways
        ],
        "deals": [
            {"label": str(each), "url": _url(match, each, 0), "current": each == number} for each in found["deals"]
        ],
        "reveal": found["reveal"],
        "document": _document(match, number),
        "verifier": VERIFIER,
    }
    return render(request, "online/replay.html", context)


@door(reads=Right.SEE)
@never_cache
def live_reveal(request: HttpRequest, match_id: int, deal: int) -> HttpResponse:
    """Return all inputs of a deal's shuffle, for ``verify_shuffle.py``."""
    match, _place = shown_match(request, match_id)
    document = _replay(match, deal, 0)["reveal"]
    response = JsonResponse(document, json_dumps_params={"indent": 1})
    response["Content-Disposition"] = f'attachment; filename="{_document(match, deal)}"'
    return response


@door(reads=Right.BROWSE)
def shuffle_verifier(request: HttpRequest) -> HttpResponse:
    """Return the script that checks a shuffle without this program."""
    text = (settings.HOUSE / "docs" / VERIFIER).read_text(encoding="utf-8")
    return _text(text, VERIFIER, "text/x-python")


@door(reads=Right.SEE)
@never_cache
def live_text(request: HttpRequest, match_id: int) -> HttpResponse:
    """Return the finished deals in the notation of the game, with the players as remarks."""
    match, _place = shown_match(request, match_id)
    if not isinstance(registry.game(match.game), WrittenGame):
        raise MissingError
    deals = live_matches.match_texts(match.pk)
    nothing = [] if deals else [_("No deal is over yet.")]
    called = board.time_call_sentence(live_matches.view(match, None, timezone.now()))
    players = (f"{letter}: {name}" for letter, name in zip(LETTERS, board.names(match), strict=False))
    remarks = [_("Settebello, match %(n)s") % {"n": match.pk}, *players, *([called] if called else []), *nothing]
    head = "".join(f"# {line}\n" for line in remarks)
    titles = {number: _("Deal %(n)s") % {"n": number} for number in deals}
    body = "".join(f"\n# {titles[number]}\n{text}" for number, text in deals.items())
    return _text(head + body, f"settebello-{match.pk}.txt", "text/plain")


def _text(text: str, name: str, kind: str) -> HttpResponse:
    return HttpResponse(
        text, content_type=f"{kind}; charset=utf-8", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


def _document(match: Match, deal: int) -> str:
    return f"settebello-{match.pk}-{deal}.json"


def _replay(match: Match, deal: int, plays: int) -> Json:
    """Return the replay of a deal; an unfinished deal, or an unknown play, looks like a missing one."""
    try:
        return live_matches.replay(match.pk, deal, plays)
    except RefusedError as refusal:
        raise MissingError from refusal


def _url(match: Match, deal: int, plays: int) -> str:
    return reverse("live_replay", args=[match.pk, deal, plays]) + "#replay"
