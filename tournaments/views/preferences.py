"""A reader's preferences, kept in cookies: language and size of text.

The forms that post here stand on pages that are cached for everybody, so they carry no token; what a forged post could
do is change a stranger's language.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from tournaments.policies import Right, door
from tournaments.views.context import TEXT_SIZE_COOKIE, TEXT_SIZES

A_YEAR = 60 * 60 * 24 * 365


def _back(request: HttpRequest) -> HttpResponseRedirect:
    # A kept page names itself without its query, which is one reader's; the browser knows the whole address.
    asked = request.headers.get("Referer") or request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(asked, {request.get_host()}, require_https=request.is_secure())
    return HttpResponseRedirect(asked if safe else reverse("home"))


@door(writes=Right.BROWSE)
@csrf_exempt
@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Remember the language that the reader asks for."""
    response = _back(request)
    language = request.POST.get("language", "")
    if check_for_language(language) and language in dict(settings.LANGUAGES):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=A_YEAR,
            samesite="Lax",
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=True,
        )
    return response


@door(writes=Right.BROWSE)
@csrf_exempt
@require_POST
def set_text_size(request: HttpRequest) -> HttpResponse:
    """Remember the size of text that the reader asks for."""
    response = _back(request)
    size = request.POST.get("text_size", "")
    if size in TEXT_SIZES:
        response.set_cookie(
            TEXT_SIZE_COOKIE,
            size,
            max_age=A_YEAR,
            samesite="Lax",
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=True,
        )
    return response
