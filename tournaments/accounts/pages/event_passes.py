"""Event passes: issue for all or for one entry, print once, renew, revoke."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from tournaments import folding
from tournaments.accounts.operations import of_passes
from tournaments.accounts.reads.mine import passes_of
from tournaments.accounts.writes.event_passes import Issued
from tournaments.errors import RefusedError
from tournaments.frame.forms.declared import form_of
from tournaments.frame.operations.operation import of_event
from tournaments.frame.pages.addresses import command_for_phones, qr, short_address
from tournaments.frame.pages.steps import button, officials, organiser_of, page_of, refuse, say_done, show, to
from tournaments.frame.policies import Actor, Right
from tournaments.models import Tournament

ROWS = 60
DaysForm = form_of(of_passes.RENEW.takes)


@officials(reads=Right.ORGANISE)
@never_cache
def organise_passes(request: HttpRequest, slug: str) -> HttpResponse:
    event, _actor = organiser_of(request, slug)
    return _page(request, event)


def _page(request: HttpRequest, event: Tournament, status: int = 200, form: forms.Form | None = None) -> HttpResponse:
    rows = passes_of(event)
    asked = request.GET.get("q", "").strip()
    found = [row for row in rows if folding.has(row[0].label, asked) or asked == str(row[0].number)] if asked else rows
    context = {
        "form": form or DaysForm(),
        "page": Paginator(found, ROWS).get_page(request.GET.get("page")),
        "asked": request.GET.get("q", "")[:100],
        "working": sum(1 for _entry, held in rows if held is not None),
        "missing": sum(1 for _entry, held in rows if held is None),
    }
    return show(request, "accounts/passes.html", event, "organise_entries", status=status, **context)


@page_of(of_passes.ISSUE, is_button=True)
@never_cache
def organise_passes_issue(request: HttpRequest, slug: str) -> HttpResponse:
    """Issue a pass to all who have none; links and PINs are shown only this once."""
    event, actor = organiser_of(request, slug)
    form = DaysForm(request.POST)
    if not form.is_valid():
        return _page(request, event, 422, form)
    try:
        issued = of_passes.ISSUE.do(actor, of_event(event), form.cleaned_data)
    except RefusedError as refusal:
        return _page(request, event, refuse(form, refusal, event.game), form)
    if not issued:
        say_done(request, _("Everybody has a pass already: renew the one that was lost."))
        return to("organise_passes", slug)
    return _sheet(request, event, issued)


@button(of_passes.RENEW, again=_page)
@never_cache
def organise_pass_renew(request: HttpRequest, event: Tournament, actor: Actor, entry_id: int) -> HttpResponse:
    """A new pass for one entry; the old one opens nothing any more."""
    return _sheet(request, event, [of_passes.RENEW.do(actor, of_event(event, entry_id=entry_id), {})])


@button(of_passes.REVOKE, again=_page)
def organise_pass_revoke(request: HttpRequest, event: Tournament, actor: Actor, entry_id: int) -> HttpResponse:
    return _revoke(request, event, actor, {"entries": [entry_id]})


@button(of_passes.REVOKE, again=_page)
def organise_passes_revoke(request: HttpRequest, event: Tournament, actor: Actor) -> HttpResponse:
    return _revoke(request, event, actor, {})


def _revoke(request: HttpRequest, event: Tournament, actor: Actor, whose: dict[str, Any]) -> HttpResponse:
    revoked = of_passes.REVOKE.do(actor, of_event(event), whose)
    said = ngettext("%(n)s pass no longer works.", "%(n)s passes no longer work.", revoked)
    say_done(request, said % {"n": revoked})
    return to("organise_passes", event.slug)


def _sheet(request: HttpRequest, event: Tournament, issued: Sequence[Issued]) -> HttpResponse:
    """Print the slips with the passes, to be cut."""
    slips = []
    for one in issued:
        url = f"{settings.SITE_URL}{reverse('open_pass', args=[event.slug, one.secret])}"
        half = len(one.pin) // 2
        slips.append(
            {
                "number": one.event_pass.entry.number,
                "name": one.event_pass.entry.label,
                "pin": f"{one.pin[:half]} {one.pin[half:]}",
                "qr": qr(url, "m"),
                "url": url if event.mode != Tournament.Mode.HALL else "",
            }
        )
    context: dict[str, Any] = {
        "slips": slips,
        "address": short_address(f"{settings.SITE_URL}{reverse('enter_pin', args=[event.slug])}"),
        "only_here": command_for_phones(),
    }
    return show(request, "accounts/passes_print.html", event, "organise_entries", **context)
