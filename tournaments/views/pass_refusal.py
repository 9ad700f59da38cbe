"""What a browser is shown whose code or pass works no more: opened on another phone, renewed, or over."""

from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.selectors.pass_refusal import why_shut
from tournaments.visiting import ENTRY_PASSES, PASSES, visitor


def of_request(request: HttpRequest) -> str:
    """Why a pass that this browser holds does not open the address that it asks for; empty where it holds none."""
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
