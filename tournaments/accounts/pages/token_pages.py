"""Pages shared by the tokens of people and of clubs: list, make, revoke."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.accounts.forms.tokens import TokenForm
from tournaments.accounts.operations import of_tokens
from tournaments.accounts.reads.tokens import tokens_of
from tournaments.accounts.writes.tokens import Made
from tournaments.errors import RefusedError
from tournaments.frame.pages.once import once
from tournaments.frame.pages.page import SeeOther
from tournaments.frame.pages.taking import refuse
from tournaments.frame.policies import Actor
from tournaments.models import ApiToken, Club, User


@dataclass(frozen=True, slots=True)
class Place:
    """The owner of the tokens, the actor, the names of the addresses, and the frame of the page."""

    owner: User | Club
    actor: Actor
    name: str
    args: tuple[int, ...]
    frame: Mapping[str, Any]

    def url(self, part: str = "", *more: int) -> str:
        return reverse(f"{self.name}{part}", args=[*self.args, *more])


def listed(request: HttpRequest, place: Place) -> HttpResponse:
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
    request: HttpRequest, place: Place, form: TokenForm, made: Made | None = None, status: int = 200
) -> HttpResponse:
    rows = [
        {"token": token, "scopes": _scopes(token), "revoke_url": place.url("_revoke", token.pk)}
        for token in tokens_of(place.owner)
    ]
    return render(request, "tokens/list.html", {**place.frame, "rows": rows, "form": form, "made": made}, status=status)


def _scopes(token: ApiToken) -> list[Any]:
    return [of_tokens.LABELS[scope] for scope in token.scopes if scope in of_tokens.LABELS]


def revoked(request: HttpRequest, place: Place, pk: int) -> HttpResponse:
    """The end of one."""
    token = of_tokens.REVOKE.do(place.actor, {"owner": place.owner, "token_id": pk}, {})
    messages.success(request, _("“%(name)s” opens nothing any more.") % {"name": token.name})
    return SeeOther(place.url())
