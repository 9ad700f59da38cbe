"""The server's time: cached pages count down by it and not by the phone's clock."""

import time

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.frame.policies import Right, door


@door(reads=Right.BROWSE)
@require_safe
def server_time(request: HttpRequest) -> HttpResponse:
    """Return the server's time in milliseconds since the epoch, as text, without a query."""
    told = str(time.time_ns() // 1_000_000)
    return HttpResponse(told, content_type="text/plain; charset=utf-8", headers={"Cache-Control": "no-store"})
