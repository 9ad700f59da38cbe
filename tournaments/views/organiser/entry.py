"""One entry: its names, its seed, and whether it takes part."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.errors import MissingError, RefusedError
from tournaments.forms.desk import RenameForm, SeedForm
from tournaments.forms.widgets import ReasonForm
from tournaments.models import Entry, Tournament
from tournaments.policies import Actor, Right, door
from tournaments.selectors import desk as selector
from tournaments.services import entries, participation
from tournaments.views.officials import officials_only
from tournaments.views.organiser.entries import NAMES
from tournaments.views.organiser.page import done, organised, refuse, show, to

AFTER_DRAW = (Tournament.Status.RUNNING, Tournament.Status.FINISHED)
OUT = (Entry.Status.WITHDRAWN, Entry.Status.REJECTED)


@door(reads=Right.ORGANISE, writes=Right.ORGANISE)
@officials_only
@require_http_methods(["GET", "HEAD", "POST"])
def organise_entry(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    event, actor = organised(request, slug)
    entry = selector.entry_of(event, entry_id)
    if entry is None:
        raise MissingError
    if request.method == "POST":
        return _change(request, event, actor, entry)
    return _page(request, event, entry, {})


def _forms(entry: Entry, asked: str, data: Any) -> dict[str, forms.Form]:
    """The three forms of the page; the one that was posted is bound."""
    people = max(1, len(entry.members.all()))
    return {
        "rename": RenameForm(people, data if asked == "rename" else None, initial=RenameForm.initial_of(entry)),
        "seed": SeedForm(data if asked == "seed" else None, initial={"seed": entry.seed}),
        "leave": ReasonForm(data if asked in ("withdraw", "reinstate") else None),
    }


def _page(
    request: HttpRequest, event: Tournament, entry: Entry, shown: dict[str, forms.Form], status: int = 200
) -> HttpResponse:
    all_forms = {**_forms(entry, "", None), **shown}
    for prefix, form in all_forms.items():
        form.auto_id = f"{prefix}-%s"
    context = {
        "entry": entry,
        "people": " – ".join(str(member.person) for member in entry.members.all()),
        "forms": all_forms,
        "is_out": entry.status in OUT,
        "after_draw": event.status in AFTER_DRAW,
        "clubs": selector.club_names(),
    }
    return show(request, "entry.html", event, "organise_entries", status=status, **context)


Change = Callable[[Tournament, Actor, Entry, Any], str]


def _rename(event: Tournament, actor: Actor, entry: Entry, form: RenameForm) -> str:
    entries.rename_entry(actor=actor, tournament_id=event.pk, entry_id=entry.pk, new=form.new_entry())
    return _("The names are corrected on every page.")


def _seed(event: Tournament, actor: Actor, entry: Entry, form: SeedForm) -> str:
    seed = form.cleaned_data["seed"]
    entries.seed_entry(actor=actor, tournament_id=event.pk, entry_id=entry.pk, seed=seed)
    return _("Seed %(seed)s.") % {"seed": seed} if seed else _("No seed any more.")


def _withdraw(event: Tournament, actor: Actor, entry: Entry, form: ReasonForm) -> str:
    leave = participation.withdraw_entry if event.status in AFTER_DRAW else entries.withdraw_before_draw
    leave(actor=actor, tournament_id=event.pk, entry_id=entry.pk, reason=form.cleaned_data["reason"])
    return _("%(name)s has withdrawn.") % {"name": entry.label}


def _reinstate(event: Tournament, actor: Actor, entry: Entry, form: ReasonForm) -> str:
    if event.status in AFTER_DRAW:
        reason = form.cleaned_data["reason"]
        participation.reinstate_entry(actor=actor, tournament_id=event.pk, entry_id=entry.pk, reason=reason)
    else:
        entries.accept_entry(actor=actor, tournament_id=event.pk, entry_id=entry.pk)
    return _("%(name)s takes part again.") % {"name": entry.label}


CHANGES: dict[str, tuple[str, Change]] = {
    "rename": ("rename", _rename),
    "seed": ("seed", _seed),
    "withdraw": ("leave", _withdraw),
    "reinstate": ("leave", _reinstate),
}


def _change(request: HttpRequest, event: Tournament, actor: Actor, entry: Entry) -> HttpResponse:
    asked = request.POST.get("change", "")
    if asked not in CHANGES:
        return _page(request, event, entry, {}, 422)
    name, change = CHANGES[asked]
    form = _forms(entry, asked, request.POST)[name]
    if not form.is_valid():
        return _page(request, event, entry, {name: form}, 422)
    try:
        said = change(event, actor, entry, form)
    except RefusedError as refusal:
        return _page(request, event, entry, {name: form}, refuse(form, refusal, event.game, NAMES))
    done(request, said)
    return to("organise_entries", event.slug)
