"""Table codes: typed from a slip or opened by its QR, each shown first to whom it belongs."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from tournaments import phrases
from tournaments.errors import RefusedError
from tournaments.forms.accounts import address_of
from tournaments.forms.sign_ups import CodeForm
from tournaments.models import Table
from tournaments.policies import TablePass
from tournaments.round_names import round_name_inside
from tournaments.selectors import sheets
from tournaments.services import codes, throttle
from tournaments.views.answers import see
from tournaments.views.public.words import joined
from tournaments.views.visitor import keep_pass

DUEL = 2


@never_cache
def enter_code(request: HttpRequest) -> HttpResponse:
    form = CodeForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return render(request, "people/enter_code.html", {"form": form}, status=422 if form.is_bound else 200)
    try:
        table, opened = _opened(request, form.cleaned_data["code"])
    except RefusedError as refusal:
        return _refused(request, form, refusal)
    return see("open_code", table.tournament.slug, codes.code_of(table, opened.line))


@never_cache
def open_code(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """GET says whose code it is; POST opens it, so that a preview of the link opens nothing."""
    try:
        table, opened = _opened(request, code, slug)
    except RefusedError as refusal:
        return _refused(request, CodeForm({"code": code[:20]}), refusal)
    if request.method == "POST":
        request.session.cycle_key()
        keep_pass(request, opened)
        return see("table_sheet", slug, table.number)
    lines = sheets.seated(table)
    others = [line.entry.label for line in lines if line.index != opened.line and line.entry is not None]
    context = {
        "table": table,
        "round": round_name_inside(table.round.number, sheets.rounds_in(table.tournament)),
        "own": lines[opened.line],
        "others": joined(others),
        "is_many": len(lines) > DUEL,
    }
    return render(request, "people/open_code.html", context)


def _opened(request: HttpRequest, code: str, slug: str = "") -> tuple[Table, TablePass]:
    """What the code opens; a wrong one counts against the address it comes from."""
    limit = throttle.wrong_codes(address_of(request))
    throttle.require_room(limit)
    try:
        return codes.open_code(code, slug)
    except RefusedError:
        throttle.count(limit)
        raise


def _refused(request: HttpRequest, form: CodeForm, refusal: RefusedError) -> HttpResponse:
    form.is_valid()
    form.add_error("code", phrases.sentence(refusal))
    status = 429 if refusal.code == "too_many_tries" else 422
    return render(request, "people/enter_code.html", {"form": form}, status=status)
