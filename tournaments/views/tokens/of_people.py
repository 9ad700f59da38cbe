"""Tokens of the account that is logged in."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.models import User
from tournaments.policies import Actor, Right, door
from tournaments.views.officials import officials_only
from tournaments.views.tokens import pages
from tournaments.views.tokens.pages import Place


def _place(request: HttpRequest) -> Place:
    assert isinstance(request.user, User)  # noqa: S101 - officials_only has asked for a log-in
    crumbs = [{"label": _("My events"), "url": reverse("my_events")}, {"label": _("My tokens"), "url": ""}]
    frame = {"title": _("My tokens"), "crumbs": crumbs}
    return Place(request.user, Actor(user=request.user, label=str(request.user)), "my_tokens", (), frame)


@door(reads=Right.KEEP_ACCOUNT, writes=Right.KEEP_ACCOUNT)
@officials_only
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def my_tokens(request: HttpRequest) -> HttpResponse:
    return pages.listed(request, _place(request))


@door(writes=Right.KEEP_ACCOUNT)
@officials_only
@require_POST
def my_token_revoke(request: HttpRequest, pk: int) -> HttpResponse:
    return pages.revoked(request, _place(request), pk)
