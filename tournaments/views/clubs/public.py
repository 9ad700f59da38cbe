"""Clubs and circuits as everybody sees them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.policies import Right, door, may_in_circuit, may_in_club
from tournaments.selectors import circuits as circuit_selector
from tournaments.selectors import club_access
from tournaments.selectors import clubs as selector
from tournaments.views.public.home import card
from tournaments.visiting import visitor


@door(reads=Right.BROWSE)
def clubs(request: HttpRequest) -> HttpResponse:
    search = request.GET.get("q", "")[:100]
    return render(
        request, "clubs/list.html", {"page": selector.clubs(search, request.GET.get("page", "1")), "search": search}
    )


@door(reads=Right.SEE_CLUB)
def club(request: HttpRequest, pk: int) -> HttpResponse:
    found, actor = club_access.club(visitor(request), pk)
    view = selector.club_view(found)
    context = {
        "club": found,
        "view": view,
        "cards": [card(event) for event in view.events],
        "may_manage": may_in_club(actor, Right.MANAGE_CLUB),
    }
    return render(request, "clubs/page.html", context)


@door(reads=Right.BROWSE)
def circuits(request: HttpRequest) -> HttpResponse:
    return render(request, "circuits/list.html", {"page": circuit_selector.circuits(request.GET.get("page", "1"))})


@door(reads=Right.SEE_CLUB)
def circuit(request: HttpRequest, slug: str) -> HttpResponse:
    found, actor = club_access.circuit(visitor(request), slug)
    context = {
        "circuit": found,
        "events": circuit_selector.season(found).events,
        "may_manage": may_in_circuit(actor, Right.MANAGE_CIRCUIT),
    }
    return render(request, "circuits/page.html", context)
