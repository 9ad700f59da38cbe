"""Preferences in cookies: language, text size, and decks of cards.

The forms for language and text size are on pages cached for everybody, so they have no CSRF token. A forged POST could
only change a visitor's language or text size.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import check_for_language, pgettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.errors import RefusedError
from tournaments.events.words import sentences as words
from tournaments.frame.pages.context import TEXT_SIZE_COOKIE, TEXT_SIZES, deck, deck_cookie
from tournaments.frame.pages.steps import next_address
from tournaments.frame.phrases import sentence
from tournaments.frame.policies import Right, door
from tournaments.games import registry
from tournaments.games.contract import PicturedGame

A_YEAR = 60 * 60 * 24 * 365


def _back(request: HttpRequest) -> HttpResponseRedirect:
    named = next_address(request, request.POST.get("next", ""), reverse("home"))
    # A cached page has the address without the query. The browser's Referer has the whole address.
    return HttpResponseRedirect(next_address(request, request.headers.get("Referer", ""), named))


def _remember(response: HttpResponse, cookie: str, value: str) -> None:
    response.set_cookie(
        cookie, value, max_age=A_YEAR, samesite="Lax", secure=settings.LANGUAGE_COOKIE_SECURE, httponly=True
    )


@door(writes=Right.BROWSE)
@csrf_exempt
@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Save the language."""
    response = _back(request)
    language = request.POST.get("language", "")
    if check_for_language(language) and language in dict(settings.LANGUAGES):
        _remember(response, settings.LANGUAGE_COOKIE_NAME, language)
    return response


@door(writes=Right.BROWSE)
@csrf_exempt
@require_POST
def set_text_size(request: HttpRequest) -> HttpResponse:
    """Save the text size."""
    response = _back(request)
    size = request.POST.get("text_size", "")
    if size in TEXT_SIZES:
        _remember(response, TEXT_SIZE_COOKIE, size)
    return response


@door(reads=Right.BROWSE, writes=Right.BROWSE)
@require_http_methods(["GET", "HEAD", "POST"])
def decks(request: HttpRequest) -> HttpResponse:
    """Show the decks of every game that has several; save a choice on POST."""
    games = [game for game in map(registry.game, registry.keys()) if isinstance(game, PicturedGame)]
    refused = None
    if request.method == "POST":
        key, chosen = request.POST.get("game", ""), request.POST.get("deck", "")
        if any(game.key == key and chosen in game.decks for game in games):
            response = HttpResponseRedirect(next_address(request, request.POST.get("next", ""), reverse("decks")))
            _remember(response, deck_cookie(key), chosen)
            return response
        refused = sentence(RefusedError("deck_missing"))
    shown = []
    for game in games:
        if len(game.decks) == 1:
            continue
        rows = [
            {
                "title_id": f"deck-{game.key}-{word}",
                "name": words.phrase(game.key, f"deck.{word}"),
                "picture": game.decks[word],
                "is_chosen": word == deck(request, game.key),
                # A few of its cards.
                "cards": [{"name": card, "words": game.card_name(word, card, pgettext)} for card in game.deck_sample],
                "hidden": [{"name": "game", "value": game.key}, {"name": "deck", "value": word}],
            }
            for word in game.decks
        ]
        shown.append({"name": words.game_name(game.key), "decks": rows})
    return render(request, "rulebook/decks.html", {"games": shown, "refused": refused}, status=422 if refused else 200)
