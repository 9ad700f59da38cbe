"""Context of every page: the site's name and address, the reader's text size and decks of cards."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from tournaments.games import registry

TEXT_SIZES = ("normal", "large")
TEXT_SIZE_COOKIE = "text_size"


def deck(request: HttpRequest, game: str) -> str:
    """Return the reader's deck for the cards of a game, from the cookie; else the game's first deck."""
    decks = registry.game_with_pictures(game).decks
    chosen = request.COOKIES.get(deck_cookie(game), "")
    return chosen if chosen in decks else next(iter(decks))


def deck_cookie(game: str) -> str:
    return f"deck_{game}"


def text_size(request: HttpRequest) -> str:
    """Return the reader's text size, from the cookie."""
    chosen = request.COOKIES.get(TEXT_SIZE_COOKIE, "")
    return chosen if chosen in TEXT_SIZES else TEXT_SIZES[0]


def site(request: HttpRequest) -> dict[str, Any]:
    """Return what every page knows; ``may_move``: whether another computer may go on at another address."""
    return {"site_url": settings.SITE_URL, "text_size": text_size(request), "may_move": settings.MAY_MOVE}
