"""Public pages of clubs and circuits."""

import re
from base64 import b64decode
from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from tournaments.clubs.reads import club_access
from tournaments.clubs.reads import clubs as selector
from tournaments.errors import MissingError
from tournaments.events.pages.home import card
from tournaments.frame.access import visitor
from tournaments.frame.policies import Right, door, may_in_circuit, may_in_club
from tournaments.jobs.reads import spreadsheets
from tournaments.jobs.shown.tables import file_answer
from tournaments.seasons import reads as circuit_selector
from tournaments.seasons.reads import season_table
from tournaments.seasons.words import csv_rows, lines


@door(reads=Right.BROWSE)
def clubs(request: HttpRequest) -> HttpResponse:
    search = request.GET.get("q", "")[:100]
    account = visitor(request).account
    context = {
        "page": selector.clubs(search, request.GET.get("page", "1")),
        "search": search,
        # Clubs without an administrator: only the operator of the installation can appoint one.
        "unrun": selector.unrun(search) if account is not None and account.is_superuser else (),
    }
    return render(request, "clubs/list.html", context)


@door(reads=Right.SEE_CLUB)
def club(request: HttpRequest, pk: int) -> HttpResponse:
    found, actor = club_access.club(visitor(request), pk)
    view = selector.club_view(found, year=request.GET.get("year", ""), number=request.GET.get("page", "1"))
    context = {
        "club": found,
        "view": view,
        "cards": [card(event) for event in view.events],
        "may_manage": may_in_club(actor, Right.MANAGE_CLUB),
    }
    return render(request, "clubs/page.html", context)


@door(reads=Right.SEE_CLUB)
@require_safe
def club_logo(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the logo as PNG. Browsers check its ETag each time."""
    found, _actor = club_access.club(visitor(request), pk)
    png = selector.logo_of(found)
    if not png:
        raise MissingError
    etag = f'"{sha256(png.encode()).hexdigest()[:32]}"'
    headers = {"Cache-Control": "private, no-cache", "ETag": etag}
    answer = HttpResponse(b64decode(png), content_type="image/png", headers=headers)
    shown: HttpResponse = get_conditional_response(request, etag=etag, response=answer) or answer
    return shown


@door(reads=Right.BROWSE)
def circuits(request: HttpRequest) -> HttpResponse:
    """Show the circuits: those of one club where the address names it, else all."""
    asked = request.GET.get("circolo", "")
    club = club_access.club(visitor(request), int(asked))[0] if re.fullmatch(r"[0-9]{1,18}", asked) else None
    page = circuit_selector.circuits(request.GET.get("page", "1"), club)
    return render(request, "seasons/list.html", {"page": page, "club": club})


@door(reads=Right.SEE_CLUB)
def circuit(request: HttpRequest, slug: str) -> HttpResponse:
    found, actor = club_access.circuit(visitor(request), slug)
    table = season_table(found)
    events = circuit_selector.season(found, request.GET.get("events", "1"))
    context = {
        "circuit": found,
        "table": lines(table, request.GET.get("page", "1")) if table else None,
        "season": table.options if table else None,
        "events": events,
        "first_number": events.paginator.count - events.end_index() + 1,
        "may_manage": may_in_circuit(actor, Right.MANAGE_CIRCUIT),
    }
    return render(request, "seasons/page.html", context)


@door(reads=Right.SEE_CLUB)
@require_safe
def circuit_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the table of the circuit as CSV."""
    found, _actor = club_access.circuit(visitor(request), slug)
    table = season_table(found)
    if table is None:
        raise MissingError
    return file_answer(spreadsheets.to_csv(csv_rows(table)), spreadsheets.CSV, f"{found.slug}.csv")
