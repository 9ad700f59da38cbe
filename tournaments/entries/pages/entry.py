"""One entry: its names, its seed, its fee, and whether it takes part."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.draw.words.effects import effect_sentences
from tournaments.draw.writes.effects import ShownEffects, take_or_show
from tournaments.entries import operations as of_entries
from tournaments.entries.forms.desk import FeeForm, RenameForm, TeamRenameForm
from tournaments.entries.pages.entries import typed_fields
from tournaments.entries.reads import desk
from tournaments.entries.reads.fees import account, due, held_cents, usual_fee
from tournaments.entries.writes import entries
from tournaments.entries.writes.participation import AFTER_DRAW
from tournaments.errors import MissingError, RefusedError
from tournaments.frame.forms.declared import form_of
from tournaments.frame.numbers import whole
from tournaments.frame.operations.operation import of_event
from tournaments.frame.pages.steps import organiser_of, page_of, refuse, say_done, show, to
from tournaments.frame.policies import Actor
from tournaments.frame.reads.teams import is_of_teams
from tournaments.frame.words import euros
from tournaments.models import Entry, Tournament

OUT = (Entry.Status.WITHDRAWN, Entry.Status.REJECTED)
# What can be asked of an entry, each with its form.
CHANGES = {
    "rename": "rename",
    "seed": "seed",
    "fee": "fee",
    "refund": "refund",
    "excess": "refund",
    "withdraw": "leave",
    "reinstate": "leave",
}


@page_of(of_entries.SEED, of_entries.FEE, of_entries.PAY, of_entries.EXCESS, of_entries.WITHDRAW, of_entries.REINSTATE)
def organise_entry(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    event, actor = organiser_of(request, slug)
    entry = desk.entry_of(event, entry_id)
    if entry is None:
        raise MissingError
    if request.method != "POST":
        return _page(request, event, entry, {})
    asked = request.POST.get("change", "")
    if asked not in CHANGES:
        return _page(request, event, entry, {}, 422)
    name = CHANGES[asked]
    form = _forms(event, entry, asked, request.POST)[name]
    if not form.is_valid():
        return _page(request, event, entry, {name: form}, 422)

    def step() -> str:
        return _change_entry(event, actor, entry, asked, form)

    try:
        # Apply only what was shown. If the event has changed since, the effects are shown again.
        seen = whole(request.POST.get("seen"), -1)
        said = take_or_show(tournament_id=event.pk, seen=seen, step=step) if name == "leave" else step()
    except RefusedError as refusal:
        fields = {**typed_fields(event), "cents": "amount"}
        return _page(request, event, entry, {name: form}, refuse(form, refusal, event.game, fields))
    if isinstance(said, ShownEffects):
        leaves = entry.status not in OUT
        undo = _("It can be taken back as long as nothing that follows from it has been called.") if leaves else ""
        title = _("%(name)s withdraws?") if leaves else _("%(name)s takes part again?")
        question = {
            "title": title % {"name": entry.label},
            "consequences": effect_sentences(said.effects, event, about=entry.pk),
            "undo": undo,
            "submit": _("Yes, withdraw") if leaves else _("Yes, take part again"),
            "back_url": reverse("organise_entry", args=[event.slug, entry.pk]),
            "form": form,
            "hidden": [
                {"name": "change", "value": "withdraw" if leaves else "reinstate"},
                {"name": "seen", "value": said.version},
            ],
            "kind": "danger" if leaves else "",
        }
        return show(request, "frame/organiser_confirm.html", event, "organise_entries", question=question)
    say_done(request, said)
    if asked == "excess" and request.POST.get("from") == "closing":
        return to("organise_closing", event.slug)
    return to("organise_arrivals" if asked in ("fee", "excess") else "organise_entries", event.slug)


def _forms(event: Tournament, entry: Entry, asked: str, data: Any) -> dict[str, forms.Form]:
    """Return the forms of the page; the posted one is bound."""
    people = max(1, len(entry.members.all()))
    usual = usual_fee(event, people=people)
    # Only a withdrawal after the draw is a ruling, beside which the public may read something.
    is_ruling = event.status in AFTER_DRAW and asked != "reinstate" and (bool(asked) or entry.status not in OUT)
    leave = form_of((of_entries.WITHDRAW if is_ruling else of_entries.REINSTATE).takes)
    return {
        "rename": TeamRenameForm(entry, data if asked == "rename" else None)
        if is_of_teams(event)
        else RenameForm(people, data if asked == "rename" else None, initial=RenameForm.initial_of(entry)),
        "seed": form_of(of_entries.SEED.takes)(data if asked == "seed" else None, initial={"seed": entry.seed}),
        "fee": FeeForm(usual, entry, data if asked == "fee" else None, say=euros),
        "refund": forms.Form(data if asked in ("refund", "excess") else None),
        "leave": leave(data if asked in ("withdraw", "reinstate") else None),
    }


def _page(
    request: HttpRequest, event: Tournament, entry: Entry, shown: dict[str, forms.Form], status: int = 200
) -> HttpResponse:
    all_forms = {**_forms(event, entry, "", None), **shown}
    for prefix, form in all_forms.items():
        form.auto_id = f"{prefix}-%s"
    money = account(event, entry, held_cents(entry))
    # What the entry has to pay, has paid and still owes; nothing if there is no fee and no payment.
    sums = {"due": euros(money.due), "held": euros(money.held), "open": euros(money.open)}
    if not money.held and not money.due:
        told = ""
    elif money.excess:
        told = _("To pay %(due)s, paid %(held)s, to give back %(excess)s.") % {**sums, "excess": euros(money.excess)}
    else:
        told = _("To pay %(due)s, paid %(held)s, still open %(open)s.") % sums
    context = {
        "entry": entry,
        "people": " – ".join(str(member.person) for member in entry.members.all()),
        "forms": all_forms,
        "money": told,
        "refund": euros(money.held) if entry.status in OUT and money.held > 0 else "",
        "excess": euros(money.excess) if entry.status not in OUT and money.excess else "",
        "is_out": entry.status in OUT,
        "after_draw": event.status in AFTER_DRAW,
        "clubs": desk.club_names(),
    }
    return show(request, "entries/entry.html", event, "organise_entries", status=status, **context)


def _change_entry(event: Tournament, actor: Actor, entry: Entry, asked: str, form: Any) -> str:
    """Do what was asked, with its form; return the sentence that says so."""
    where = of_event(event, entry_id=entry.pk)
    if asked == "rename":
        entries.rename_entry(actor=actor, tournament_id=event.pk, entry_id=entry.pk, new=form.new_entry())
        return _("The names are corrected on every page.")
    if asked == "seed":
        of_entries.SEED.do(actor, where, form.cleaned_data)
        seed = form.cleaned_data["seed"]
        return _("Seed %(seed)s.") % {"seed": seed} if seed else _("No seed any more.")
    if asked == "fee":
        found = of_entries.FEE.do(actor, where, {"cents": form.cents(), "reason": form.cleaned_data["reason"]})
        return _("%(name)s has to pay %(fee)s.") % {"name": entry.label, "fee": euros(due(event, found))}
    if asked == "refund":
        # All that the entry has paid: one that is out is no longer at the desk.
        given = euros(held_cents(entry))
        of_entries.PAY.do(actor, where, {"value": False})
        return _("%(name)s: %(fee)s given back") % {"fee": given, "name": entry.label}
    if asked == "excess":
        # What the entry has paid too much.
        found, cents = of_entries.EXCESS.do(actor, where, {})
        return _("%(name)s: %(fee)s given back") % {"fee": euros(cents), "name": found.label}
    if asked == "withdraw":
        of_entries.WITHDRAW.do(actor, where, form.cleaned_data)
        return _("%(name)s has withdrawn.") % {"name": entry.label}
    of_entries.REINSTATE.do(actor, where, form.cleaned_data)
    return _("%(name)s takes part again.") % {"name": entry.label}
