"""Event passes: issue for all or for one entry, print once, renew, revoke."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.errors import RefusedError
from tournaments.forms.passes import IssueForm
from tournaments.models import Tournament
from tournaments.policies import Right, door
from tournaments.selectors.player_pass import passes_of
from tournaments.services.accounts import event_passes
from tournaments.services.accounts.event_passes import Issued
from tournaments.views.officials import officials_only
from tournaments.views.organiser.page import done, organised, refuse, refused, show, to
from tournaments.views.organiser.paper import leads_here_only, qr, spoken

ROWS = 60


@door(reads=Right.ORGANISE)
@officials_only
@never_cache
@require_safe
def organise_passes(request: HttpRequest, slug: str) -> HttpResponse:
    event, _actor = organised(request, slug)
    return _page(request, event, IssueForm())


def _page(request: HttpRequest, event: Tournament, form: IssueForm, status: int = 200) -> HttpResponse:
    rows = passes_of(event)
    asked = request.GET.get("q", "").strip().casefold()
    found = [row for row in rows if asked in row[0].label.casefold() or asked == str(row[0].number)] if asked else rows
    context = {
        "form": form,
        "page": Paginator(found, ROWS).get_page(request.GET.get("page")),
        "asked": request.GET.get("q", "")[:100],
        "working": sum(1 for _entry, held in rows if held is not None),
        "missing": sum(1 for _entry, held in rows if held is None),
    }
    return show(request, "passes.html", event, "organise_entries", status=status, **context)


@door(writes=Right.ORGANISE)
@officials_only
@never_cache
@require_POST
def organise_passes_issue(request: HttpRequest, slug: str) -> HttpResponse:
    """Issue a pass to all who have none; links and PINs are shown only this once."""
    event, actor = organised(request, slug)
    form = IssueForm(request.POST)
    if not form.is_valid():
        return _page(request, event, form, 422)
    try:
        issued = event_passes.issue_passes(actor=actor, tournament_id=event.pk, days=form.cleaned_data["days"])
    except RefusedError as refusal:
        return _page(request, event, form, refuse(form, refusal, event.game))
    if not issued:
        done(request, _("Everybody has a pass already: renew the one that was lost."))
        return to("organise_passes", slug)
    return _sheet(request, event, issued)


@door(writes=Right.ORGANISE)
@officials_only
@never_cache
@require_POST
def organise_pass_renew(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """Issue a new pass to one entry; the old one stops working."""
    event, actor = organised(request, slug)
    try:
        issued = event_passes.renew_pass(actor=actor, tournament_id=event.pk, entry_id=entry_id)
    except RefusedError as refusal:
        return _page(request, event, IssueForm(), refused(request, refusal, event))
    return _sheet(request, event, [issued])


@door(writes=Right.ORGANISE)
@officials_only
@require_POST
def organise_pass_revoke(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    return _revoke(request, slug, [entry_id])


@door(writes=Right.ORGANISE)
@officials_only
@require_POST
def organise_passes_revoke(request: HttpRequest, slug: str) -> HttpResponse:
    return _revoke(request, slug, None)


def _revoke(request: HttpRequest, slug: str, entry_ids: Sequence[int] | None) -> HttpResponse:
    event, actor = organised(request, slug)
    try:
        revoked = event_passes.revoke_passes(actor=actor, tournament_id=event.pk, entry_ids=entry_ids)
    except RefusedError as refusal:
        return _page(request, event, IssueForm(), refused(request, refusal, event))
    said = ngettext("%(n)s pass no longer works.", "%(n)s passes no longer work.", revoked)
    done(request, said % {"n": revoked})
    return to("organise_passes", slug)


def _sheet(request: HttpRequest, event: Tournament, issued: Sequence[Issued]) -> HttpResponse:
    """Print the slips with the passes, to be cut."""
    context: dict[str, Any] = {
        "slips": [_slip(event, one) for one in issued],
        "address": spoken(f"{settings.SITE_URL}{reverse('enter_pin', args=[event.slug])}"),
        "only_here": leads_here_only(settings.SITE_URL),
    }
    return show(request, "passes_print.html", event, "organise_entries", **context)


def _slip(event: Tournament, one: Issued) -> dict[str, Any]:
    path = reverse("open_pass", args=[event.slug, one.secret])
    half = len(one.pin) // 2
    return {
        "number": one.event_pass.entry.number,
        "name": one.event_pass.entry.label,
        "pin": f"{one.pin[:half]} {one.pin[half:]}",
        "qr": qr(f"{settings.SITE_URL}{path}"),
    }
