"""Small fixed answers: the icon, the security contact (RFC 9116), the server's time."""

import time
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.errors import MissingError
from tournaments.frame.policies import Right, door


@door(reads=Right.BROWSE)
def favicon(request: HttpRequest) -> HttpResponsePermanentRedirect:
    return HttpResponsePermanentRedirect(static("tournaments/img/favicon.svg"))


# How long the file is valid.
LIFE: Final = timedelta(days=180)


@door(reads=Right.BROWSE)
@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Serve ``/.well-known/security.txt``; 404 without a configured contact."""
    if not settings.SECURITY_CONTACT:
        raise MissingError
    until = (timezone.now() + LIFE).replace(minute=0, second=0, microsecond=0)
    lines = (
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {until:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: it, en",
        f"Canonical: {settings.SITE_URL}{request.path}",
    )
    body = "".join(f"{line}\n" for line in lines)
    return HttpResponse(
        body, content_type="text/plain; charset=utf-8", headers={"Cache-Control": "public, max-age=3600"}
    )


@door(reads=Right.BROWSE)
@require_safe
def server_time(request: HttpRequest) -> HttpResponse:
    """Return the server's time in milliseconds since the epoch, as text, without a query."""
    told = str(time.time_ns() // 1_000_000)
    return HttpResponse(told, content_type="text/plain; charset=utf-8", headers={"Cache-Control": "no-store"})
