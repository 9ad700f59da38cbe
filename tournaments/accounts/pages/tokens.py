"""Access tokens for programs: those of a person and those of a club."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.accounts.forms.rights import TokenForm
from tournaments.accounts.operations import of_tokens
from tournaments.accounts.reads.accounts import tokens_of
from tournaments.accounts.writes.tokens import Made
from tournaments.clubs.pages.club_frame import club_frame
from tournaments.clubs.reads.club_access import club
from tournaments.errors import RefusedError
from tournaments.frame.access import visitor
from tournaments.frame.pages.steps import SeeOther, account_of, officials, once, page_of, refuse
from tournaments.frame.policies import Actor, Right
from tournaments.models import Club, User


@dataclass(frozen=True, slots=True)
class TokenOwner:
    """The owner of the tokens, the actor, the names of the addresses, and the frame of the page."""

    owner: User | Club
    actor: Actor
    name: str
    args: tuple[int, ...]
    frame: Mapping[str, Any]

    def url(self, part: str = "", *more: int) -> str:
        return reverse(f"{self.name}{part}", args=[*self.args, *more])


def token_list(request: HttpRequest, place: TokenOwner) -> HttpResponse:
    """List the tokens; make one on POST. Its key is shown in this answer only."""
    form = TokenForm(request.POST or None)
    if request.method != "POST":
        return _page(request, place, form)
    if not form.is_valid():
        return _page(request, place, form, status=422)
    made: list[Made] = []

    def make() -> str:
        made.append(of_tokens.MAKE.do(place.actor, {"owner": place.owner}, form.cleaned_data))
        return place.url()

    try:
        where = once(request, make)
    except RefusedError as refusal:
        return _page(request, place, form, status=refuse(form, refusal))
    return _page(request, place, TokenForm(), made[0]) if made else SeeOther(where)


def _page(
    request: HttpRequest, place: TokenOwner, form: TokenForm, made: Made | None = None, status: int = 200
) -> HttpResponse:
    labels = of_tokens.LABELS
    rows = [
        {
            "token": token,
            "scopes": [labels[scope] for scope in token.scopes if scope in labels],
            "revoke_url": place.url("_revoke", token.pk),
        }
        for token in tokens_of(place.owner)
    ]
    return render(
        request, "accounts/tokens.html", {**place.frame, "rows": rows, "form": form, "made": made}, status=status
    )


def token_revoked(request: HttpRequest, place: TokenOwner, pk: int) -> HttpResponse:
    """The end of one."""
    token = of_tokens.REVOKE.do(place.actor, {"owner": place.owner, "token_id": pk}, {})
    messages.success(request, _("“%(name)s” opens nothing any more.") % {"name": token.name})
    return SeeOther(place.url())


def _own_place(request: HttpRequest) -> TokenOwner:
    account = account_of(request)
    crumbs = [{"label": _("My events"), "url": reverse("my_events")}, {"label": _("My tokens"), "url": ""}]
    frame = {"title": _("My tokens"), "crumbs": crumbs}
    return TokenOwner(account, Actor(user=account, label=str(account)), "my_tokens", (), frame)


@page_of(of_tokens.MAKE)
@never_cache
def my_tokens(request: HttpRequest) -> HttpResponse:
    return token_list(request, _own_place(request))


@page_of(of_tokens.REVOKE, is_button=True)
def my_token_revoke(request: HttpRequest, pk: int) -> HttpResponse:
    return token_revoked(request, _own_place(request), pk)


def _club_place(request: HttpRequest, pk: int) -> TokenOwner:
    found, actor = club(visitor(request), pk, Right.MANAGE_CLUB)
    return TokenOwner(found, actor, "club_tokens", (pk,), club_frame(found, "club_tokens"))


@officials(reads=Right.MANAGE_CLUB, writes=Right.MANAGE_CLUB)
@never_cache
def club_tokens(request: HttpRequest, pk: int) -> HttpResponse:
    return token_list(request, _club_place(request, pk))


@officials(writes=Right.MANAGE_CLUB)
def club_token_revoke(request: HttpRequest, pk: int, token: int) -> HttpResponse:
    return token_revoked(request, _club_place(request, pk), token)
