"""Table codes: typed from a slip or opened by its QR; the page shows the line before it opens."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from tournaments.accounts.forms.rights import CodeForm
from tournaments.accounts.reads import mine
from tournaments.accounts.writes.browser_passes import keep_pass
from tournaments.competition.match.outcomes import is_of_several
from tournaments.competition.rooms import room_at
from tournaments.errors import RefusedError
from tournaments.events.reads.rounds import rounds_in
from tournaments.events.words.sentences import list_of_names
from tournaments.frame import phrases
from tournaments.frame.networks import address_of
from tournaments.frame.pages.steps import see, wait
from tournaments.frame.policies import Right, door
from tournaments.frame.round_names import round_inside
from tournaments.models import Entry
from tournaments.tables.reads import records
from tournaments.tables.writes import codes


@door(reads=Right.BROWSE, writes=Right.BROWSE)
@never_cache
def enter_code(request: HttpRequest) -> HttpResponse:
    form = CodeForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return _page(request, form)
    try:
        table, line = codes.try_code(form.cleaned_data["code"], address=address_of(request))
    except RefusedError as refusal:
        return _show_refusal(request, form, refusal)
    return see("open_code", table.tournament.slug, codes.link_code_of(table, line))


@door(reads=Right.BROWSE, writes=Right.BROWSE)
@never_cache
def open_code(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show the line of the code (GET) or open it (POST), so that a preview of the link opens nothing."""
    try:
        table, seat = codes.try_code(code, slug, address=address_of(request))
        if request.method == "POST":
            table, opened = codes.open_code(code, slug)
            keep_pass(request, opened)
            return see("table_sheet", slug, table.number)
    except RefusedError as refusal:
        return _show_refusal(request, CodeForm({"code": code[:20]}), refusal)
    lines = records.seated_lines(table)
    others = [line.entry.label for line in lines if line.index != seat and line.entry is not None]
    own = lines[seat].entry
    # Two who have entered singly may sit here as the pair of one round.
    is_of_a_round = own is not None and own.status == Entry.Status.PAIR
    context = {
        "table": table,
        "round": round_inside(table, table.round.number, rounds_in(table.tournament)),
        "room": room_at(table.tournament.rooms, table.hall_number),
        "own": lines[seat],
        "others": list_of_names(others),
        "is_of_several": is_of_several(lines),
        "is_pair": table.tournament.entry_size == 2 or is_of_a_round,
        "is_team": table.tournament.entry_size > 2,
        "is_taken": bool(lines[seat].code_login),
    }
    return render(request, "accounts/open_code.html", context)


def _show_refusal(request: HttpRequest, form: CodeForm, refusal: RefusedError) -> HttpResponse:
    form.is_valid()
    form.add_error("code", phrases.sentence(refusal))
    return wait(_page(request, form), refusal)


def _page(request: HttpRequest, form: CodeForm) -> HttpResponse:
    context = {"form": form, "events": mine.events_with_passes()}
    return render(request, "accounts/enter_code.html", context, status=422 if form.is_bound else 200)
