"""The webhooks of an event."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.policies import Right, door
from tournaments.views.officials import officials_only
from tournaments.views.organiser.page import framed, organised
from tournaments.views.webhooks import pages
from tournaments.views.webhooks.pages import Place


def _place(request: HttpRequest, slug: str) -> Place:
    event, actor = organised(request, slug)
    return Place(event, actor, "organise_webhooks", slug, framed(event, "organise_jobs"))


@door(reads=Right.ORGANISE, writes=Right.ORGANISE)
@officials_only
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def organise_webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    return pages.listed(request, _place(request, slug))


@door(reads=Right.ORGANISE, writes=Right.ORGANISE)
@officials_only
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def organise_webhook(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    return pages.one(request, _place(request, slug), pk)


@door(writes=Right.ORGANISE)
@officials_only
@require_POST
def organise_webhook_step(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    return pages.step(request, _place(request, slug), pk)
