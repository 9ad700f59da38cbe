"""Tokens of a club: a program with one acts as an administrator of the club."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from tournaments.accounts.pages import token_pages as pages
from tournaments.accounts.pages.token_pages import Place
from tournaments.clubs.pages.club_frame import club_frame
from tournaments.clubs.reads.club_access import club
from tournaments.frame.pages.officials import officials
from tournaments.frame.policies import Right
from tournaments.frame.visiting import visitor


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
