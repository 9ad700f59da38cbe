"""What every page knows: the site's name and address, and the size of text that the reader chose."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

TEXT_SIZES = ("normal", "large")
TEXT_SIZE_COOKIE = "text_size"


def text_size(request: HttpRequest) -> str:
    """The reader's size of text, from the cookie."""
    chosen = request.COOKIES.get(TEXT_SIZE_COOKIE, "")
    return chosen if chosen in TEXT_SIZES else TEXT_SIZES[0]


def site(request: HttpRequest) -> dict[str, Any]:
    return {"site_url": settings.SITE_URL, "text_size": text_size(request)}
