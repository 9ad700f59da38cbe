"""What time it is here: pages that are kept for all their readers count by this, not by the clock of a phone."""

import time

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.policies import Right, door


@door(reads=Right.BROWSE)
@require_safe
def server_time(request: HttpRequest) -> HttpResponse:
    """Milliseconds of the server's epoch, as text; nothing is looked up."""
    told = str(time.time_ns() // 1_000_000)
    return HttpResponse(told, content_type="text/plain; charset=utf-8", headers={"Cache-Control": "no-store"})
