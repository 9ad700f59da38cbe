"""“Alert me”: a browser subscribes to the calls of one entry, where the site is served over https."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from tournaments.alerts.writes import followers, sending
from tournaments.alerts.writes.followers import Subscription
from tournaments.entries.reads import finding
from tournaments.errors import MissingError, RefusedError
from tournaments.frame import access
from tournaments.frame.access import visitor
from tournaments.frame.networks import address_of
from tournaments.frame.phrases import sentence
from tournaments.frame.policies import Right, door


# The page is the same for everybody and carries no CSRF token. A forged post needs the keys of a browser's
# subscription, and even with them does nothing that is not public.
@door(reads=Right.SEE, writes=Right.SEE)
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def event_follow(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """Return the subscription key (GET); follow, or with ``stop`` unfollow (POST)."""
    event, _actor = access.tournament(visitor(request), slug)
    if not settings.ALERTS or not finding.is_entry(event, entry_id):
        raise MissingError
    if request.method != "POST":
        return _key()
    told = _subscription(request)
    try:
        if "stop" in request.POST:
            followers.unfollow(tournament=event, entry_id=entry_id, endpoint=told.endpoint)
        else:
            followers.follow(tournament=event, entry_id=entry_id, by=told, address=address_of(request))
    except RefusedError as refusal:
        return _refusal_answer(refusal)
    return HttpResponse(status=204)


# Sent by the service worker, which has no CSRF token. A forged post needs an address that only the browser and its push
# service know.
@door(reads=Right.BROWSE, writes=Right.BROWSE)
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def push_moved(request: HttpRequest) -> HttpResponse:
    """Return the subscription key (GET); move what the ``old`` address followed to a new subscription (POST)."""
    if not settings.ALERTS:
        raise MissingError
    if request.method != "POST":
        return _key()
    old, address = request.POST.get("old", ""), address_of(request)
    try:
        followers.move(endpoint=old, to=_subscription(request), address=address)
    except RefusedError as refusal:
        return _refusal_answer(refusal)
    return HttpResponse(status=204)


def _key() -> HttpResponse:
    return JsonResponse({"key": sending.public_key()}, headers={"Cache-Control": "no-store"})


def _refusal_answer(refusal: RefusedError) -> HttpResponse:
    """Return the refusal with its code, by which the script drops what can never succeed and retries the rest."""
    return JsonResponse({"code": refusal.code, "sentence": sentence(refusal)}, status=422)


def _subscription(request: HttpRequest) -> Subscription:
    return Subscription(*(request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth")))
