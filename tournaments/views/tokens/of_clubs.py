"""Tokens of a club: a program with one acts as an administrator of the club."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from tournaments.policies import Right
from tournaments.selectors.club_access import club
from tournaments.views.clubs.page import club_frame
from tournaments.views.officials import officials
from tournaments.views.tokens import pages
from tournaments.views.tokens.pages import Place
from tournaments.visiting import visitor


def _place(request: HttpRequest, pk: int) -> Place:
    found, actor = club(visitor(request), pk, Right.MANAGE_CLUB)
    return Place(found, actor, "club_tokens", (pk,), club_frame(found, "club_tokens"))


@officials(reads=Right.MANAGE_CLUB, writes=Right.MANAGE_CLUB)
@never_cache
def club_tokens(request: HttpRequest, pk: int) -> HttpResponse:
    return pages.listed(request, _place(request, pk))


@officials(writes=Right.MANAGE_CLUB)
def club_token_revoke(request: HttpRequest, pk: int, token: int) -> HttpResponse:
    return pages.revoked(request, _place(request, pk), token)
