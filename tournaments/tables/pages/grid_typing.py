"""Two people type results at the same time: each sees in which row the other types."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache

from tournaments.frame import access
from tournaments.frame.numbers import whole
from tournaments.frame.pages.officials import officials
from tournaments.frame.policies import Right
from tournaments.frame.serving import typing_hints
from tournaments.frame.visiting import visitor

HIGHEST = 65_536


@never_cache
@officials(writes=Right.SEE_DESK)
def results_typing(request: HttpRequest, slug: str) -> HttpResponse:
    """Note the row in which this account types, if any; return who types in the other rows."""
    event, actor = access.tournament(visitor(request), slug, Right.SEE_DESK)
    number = whole(request.POST.get("row"), 0)
    row = number if 0 < number <= HIGHEST else None
    account = actor.user.pk if actor.user is not None else 0
    return JsonResponse({"rows": typing_hints.exchange(event.pk, account, actor.label, row)})
