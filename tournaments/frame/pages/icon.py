"""The icon at /favicon.ico, which browsers request without a link."""

from django.http import HttpRequest, HttpResponsePermanentRedirect
from django.templatetags.static import static

from tournaments.frame.policies import Right, door


@door(reads=Right.BROWSE)
def favicon(request: HttpRequest) -> HttpResponsePermanentRedirect:
    return HttpResponsePermanentRedirect(static("tournaments/img/favicon.svg"))
