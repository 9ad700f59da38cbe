"""A player's access to an event: by the QR of a pass, or by number and PIN."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.accounts.forms.rights import PinForm
from tournaments.accounts.writes import event_passes
from tournaments.accounts.writes.browser_passes import keep_entry_pass
from tournaments.errors import RefusedError
from tournaments.frame import access, phrases
from tournaments.frame.access import visitor
from tournaments.frame.networks import address_of
from tournaments.frame.pages.steps import refuse, see, wait
from tournaments.frame.policies import EntryPass, Right, door
from tournaments.models import Tournament


@door(reads=Right.SEE, writes=Right.SEE)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def open_pass(request: HttpRequest, slug: str, secret: str) -> HttpResponse:
    """Show the player of the pass (GET) or open it (POST), so that a preview of the link opens nothing."""
    event, _actor = access.tournament(visitor(request), slug)
    try:
        if request.method == "POST":
            _found, opened = event_passes.open_by_link(slug=slug, secret=secret)
            return _follow_pass(request, slug, opened)
        found = event_passes.pass_of_link(slug=slug, secret=secret)
    except RefusedError as refusal:
        return _page(request, event, PinForm(), said=phrases.sentence(refusal), status=422)
    return render(request, "accounts/open_pass.html", {"event": event, "entry": found.entry})


@door(reads=Right.SEE, writes=Right.SEE)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter_pin(request: HttpRequest, slug: str) -> HttpResponse:
    event, _actor = access.tournament(visitor(request), slug)
    form = PinForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return _page(request, event, form, status=422 if request.method == "POST" else 200)
    typed = {"slug": slug, "number": form.cleaned_data["number"]}
    try:
        taken = event_passes.take_try(**typed, address=address_of(request))
        _found, opened = event_passes.open_by_pin(**typed, pin=form.cleaned_data["pin"], taken=taken)
    except RefusedError as refusal:
        return wait(_page(request, event, form, status=refuse(form, refusal)), refusal)
    return _follow_pass(request, slug, opened)


def _follow_pass(request: HttpRequest, slug: str, opened: EntryPass) -> HttpResponse:
    keep_entry_pass(request, opened)
    return see("event_mine", slug)


def _page(request: HttpRequest, event: Tournament, form: PinForm, *, said: str = "", status: int = 200) -> HttpResponse:
    return render(request, "accounts/enter_pin.html", {"event": event, "form": form, "said": said}, status=status)
