"""Why a code or pass of this browser stopped working: opened on another phone, renewed, or expired."""

from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.frame.reads.pass_refusal import why_shut
from tournaments.frame.visiting import ENTRY_PASSES, PASSES, visitor


def of_request(request: HttpRequest) -> str:
    """Return why the browser's pass does not open this address; "" if it has no pass."""
    asked = request.resolver_match.kwargs if request.resolver_match else {}
    slug, number = asked.get("slug"), asked.get("number")
    if not isinstance(slug, str) or not (request.session.get(PASSES) or request.session.get(ENTRY_PASSES)):
        return ""
    try:
        return why_shut(visitor(request), slug, number if isinstance(number, int) else None)
    except Error:
        return ""


def page(request: HttpRequest, why: str) -> HttpResponse:
    return render(request, "people/shut.html", {"why": why}, status=403)
