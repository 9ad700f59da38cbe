"""Tokens of the account that is logged in."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.accounts.operations import of_tokens
from tournaments.accounts.pages import token_pages as pages
from tournaments.accounts.pages.token_pages import Place
from tournaments.frame.pages.made import page_of
from tournaments.frame.policies import Actor
from tournaments.models import User


def _place(request: HttpRequest) -> Place:
    assert isinstance(request.user, User)  # noqa: S101 - officials() has asked for a log-in
    crumbs = [{"label": _("My events"), "url": reverse("my_events")}, {"label": _("My tokens"), "url": ""}]
    frame = {"title": _("My tokens"), "crumbs": crumbs}
    return Place(request.user, Actor(user=request.user, label=str(request.user)), "my_tokens", (), frame)


@page_of(of_tokens.MAKE)
@never_cache
def my_tokens(request: HttpRequest) -> HttpResponse:
    return pages.listed(request, _place(request))


@page_of(of_tokens.REVOKE, is_button=True)
def my_token_revoke(request: HttpRequest, pk: int) -> HttpResponse:
    return pages.revoked(request, _place(request), pk)
