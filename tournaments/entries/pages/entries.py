"""The organiser's list of entries: add, also late; tick, accept or reject, make pairs, take who has qualified."""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext

from tournaments.competition.phrases import PHRASES
from tournaments.dashboard.words import tiles
from tournaments.draw.words.effects import effect_sentences
from tournaments.draw.writes.effects import ShownEffects, take_or_show
from tournaments.entries import operations as of_entries
from tournaments.entries.forms.desk import DeskForm, PairForm, QualifiedForm, TeamDeskForm, desk_form
from tournaments.entries.reads import desk as selector
from tournaments.entries.reads.desk import Desk, desk
from tournaments.entries.reads.fees import OWING, account, held_cents, usual_fee
from tournaments.entries.reads.qualified import evenings
from tournaments.entries.writes import entries, participation
from tournaments.entries.writes.entries import TAKING
from tournaments.entries.writes.participation import LateSeat
from tournaments.errors import MissingError, RefusedError
from tournaments.frame import format_words
from tournaments.frame.numbers import whole
from tournaments.frame.operations.operation import of_event
from tournaments.frame.pages.steps import (
    SeeOther,
    button,
    officials,
    once,
    organiser_of,
    page_of,
    refuse,
    say_done,
    show,
    take,
    to,
    wants_part,
)
from tournaments.frame.phrases import sentence
from tournaments.frame.policies import Actor, Right
from tournaments.frame.reads.formats import format_now
from tournaments.frame.reads.teams import is_of_teams
from tournaments.frame.reads.versions import version_of
from tournaments.frame.words import euros
from tournaments.models import Entry, Tournament

TAKES_LATE = (Tournament.Status.RUNNING,)
# As many as a club usually sends on from an evening.
USUAL_OF_EACH = 4
NAMES = {"people": "family1", "family_name": "family1"}
OF_TEAMS = {"people": "members", "family_name": "members"}
PILLS = {
    Entry.Status.PENDING: "blue",
    Entry.Status.SINGLE: "gold",
    Entry.Status.CONFIRMED: "done",
    Entry.Status.WAITING: "",
    Entry.Status.REJECTED: "red",
    Entry.Status.WITHDRAWN: "red",
}


@officials(reads=Right.ORGANISE, writes=Right.ORGANISE)
def organise_entries(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = organiser_of(request, slug)
    if request.method != "POST":
        return _desk(request, event)
    form = desk_form(event, request.POST)
    if not form.is_valid():
        return _desk(request, event, form, status=422)
    new = form.new_entry()
    where: dict[str, Any] = {"actor": actor, "tournament_id": event.pk}
    entered: list[Entry] = []

    def make() -> str:
        if event.status not in TAKES_LATE:
            entered.append(entries.enter_at_desk(new=new, **where))
        else:
            entered.append(participation.enter_late(new=new, table=form.cleaned_data["table"], **where))
        return request.path

    try:
        if event.status in TAKES_LATE and form.cleaned_data["table"] is None:
            # Asked first: what a late entry changes, and the fields to send again on confirmation.
            seat = participation.preview_late(new=new, **where)
            kept = {field.html_name: field.value() or "" for field in form.visible_fields()}
            question = {
                "title": _("Late entry: %(name)s?") % {"name": entries.label_of_entry(event, new)},
                "consequences": late_consequences(event, seat),
                "action": reverse("organise_entries", args=[event.slug]),
                "submit": late_submit(seat),
                "hidden": [{"name": name, "value": value} for name, value in {**kept, "table": seat.table}.items()],
            }
            return _desk(request, event, form, question=question)
        leads_to = once(request, make)
    except RefusedError as refusal:
        return _desk(request, event, form, status=refuse(form, refusal, event.game, typed_fields(event)))
    said = {"said": _entry_sentence(entered[0]), "fresh": entered[0].pk} if entered else {}
    if wants_part(request):
        return _desk(request, event, None, status=200, **said)
    if entered:
        say_done(request, _entry_sentence(entered[0]))
    return SeeOther(leads_to)


def typed_fields(event: Tournament) -> dict[str, str]:
    """Return the fields of the forms of an entry for those that refusals name."""
    return OF_TEAMS if is_of_teams(event) else NAMES


def _desk(
    request: HttpRequest,
    event: Tournament,
    form: DeskForm | TeamDeskForm | None = None,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """Show the list, or only its region for a script."""
    is_part = wants_part(request)
    version = version_of(event.pk) if is_part else None
    asked = request.GET
    found = desk(event, search=asked.get("q", "")[:100], status=asked.get("stato", ""), number=asked.get("page", "1"))
    context = {
        "is_part": is_part,
        "desk": found,
        "rows": [row(entry, event) for entry in found.page],
        "totals": totals(event, found),
        "form": form or desk_form(event),
        "pair_form": PairForm(list(found.singles)),
        "evenings": len(evenings(event)) if event.status in TAKING else 0,
        "qualified_form": QualifiedForm(initial={"first": USUAL_OF_EACH}),
        "clubs": selector.club_names(),
        "statuses": Entry.Status.choices,
        "asked": {"q": asked.get("q", ""), "stato": asked.get("stato", "")},
        "takes": event.status in TAKING,
        "is_of_teams": is_of_teams(event),
        "takes_late": event.status in TAKES_LATE,
        "late_way": "",
    }
    # How somebody who comes after the draw gets a table.
    if event.status in TAKES_LATE and event.stage > 1:
        context["late_way"] = sentence(RefusedError("stage_takes_nobody"))
    elif event.status in TAKES_LATE:
        event_format, paired = format_now(event), event.rounds.count()
        if 1 < event_format.planned_rounds <= paired:
            context["late_way"] = sentence(RefusedError("no_late_round", rounds=event_format.planned_rounds))
        else:
            context["late_way"] = format_words.late(event_format)
    template = "entries/_desk.html" if is_part else "entries/entries.html"
    answer = show(request, template, event, "organise_entries", status=status, **(context | more))
    return _brings(answer, version, whole=True) if is_part else answer


def _brings(answer: HttpResponse, version: int | None, *, whole: bool) -> HttpResponse:
    """Set the header with the version that the answer shows, so that the page does not reload for its own step.

    A ``whole`` list shows everything up to that version, a partial answer only what the step changed.
    """
    answer["X-Shown"] = json.dumps({"version": version, "whole": whole})
    return answer


def totals(event: Tournament, found: Desk) -> list[dict[str, Any]]:
    """Return the figures above the list."""
    counts = found.counts
    shown: list[dict[str, Any]] = [
        tiles.entries_tile(event, counts.confirmed),
        tiles.check_in_tile(counts.checked_in, counts.confirmed),
        {"value": counts.waiting, "label": _("on the waiting list")},
    ]
    if event.entry_size == 2 and not is_of_teams(event):
        looking = npgettext("beside its number", "looks for a partner", "look for a partner", counts.singles)
        shown.append({"value": counts.singles, "label": looking})
    if event.fee_cents:
        due = {"due": euros(counts.due_cents)}
        shown.append({"value": euros(counts.cash_cents), "label": _("of %(due)s paid") % due})
        if counts.excess_cents:
            shown.append({"value": euros(counts.excess_cents), "label": _("to give back")})
    return shown


def row(entry: Entry, event: Tournament) -> dict[str, Any]:
    """Return an entry for its row, with the decisions that are open."""
    before_draw = event.status not in (Tournament.Status.RUNNING, Tournament.Status.FINISHED)
    status = Entry.Status(entry.status)
    return {
        "entry": entry,
        "people": " – ".join(str(member.person) for member in entry.members.all()),
        "pill": PILLS[status],
        "ticks": status in (Entry.Status.CONFIRMED, Entry.Status.SINGLE, Entry.Status.WAITING),
        "accept": before_draw and status in (Entry.Status.PENDING, Entry.Status.WAITING, Entry.Status.REJECTED),
        "reject": before_draw and status == Entry.Status.PENDING,
        "has_fee": bool(event.fee_cents) and (status in OWING or entry.fee_paid),
        "slug": event.slug,
    }


def late_consequences(event: Tournament, seat: LateSeat) -> list[str]:
    """Return what a late entry changes: its table, others, and what it has to pay."""
    fee = usual_fee(event, people=event.entry_size)
    waits = _("They are paired from round %(number)s on. The rounds before give them nothing.")
    said = [] if seat.table else [waits % {"number": seat.round}]
    said += [_(PHRASES[each.code]) % each.params for each in seat.leaves]
    return [*said, *effect_sentences(seat.effects, event), *_owes(fee)]


def late_submit(seat: LateSeat) -> str:
    return _("Enter them there") if seat.table else _("Enter them")


def _owes(cents: int) -> list[str]:
    return [_("To pay at the desk: %(fee)s.") % {"fee": euros(cents)}] if cents else []


def _entry_sentence(entry: Entry) -> str:
    sentences: Mapping[str, str] = {
        Entry.Status.WAITING: _("%(name)s is on the waiting list: the event is full."),
        Entry.Status.SINGLE: _("%(name)s looks for a partner."),
    }
    said = sentences.get(entry.status, _("%(name)s is entered.")) % {"name": entry.label}
    money = account(entry.tournament, entry, held_cents(entry))
    if money.excess:
        return " ".join([said, _("%(fee)s to give back.") % {"fee": euros(money.excess)}])
    return " ".join([said, *(_owes(money.open) if entry.is_late else [])])


def _again(request: HttpRequest, event: Tournament, status: int) -> HttpResponse:
    return _desk(request, event, status=status)


@button(*of_entries.TICKS.values(), again=_again)
def organise_tick(request: HttpRequest, event: Tournament, actor: Actor, entry_id: int) -> HttpResponse:
    """Tick or untick: the button says what it wants, so that a second tap by somebody else changes nothing."""
    field, value = request.POST.get("field", ""), request.POST.get("value") == "1"
    if field not in of_entries.TICKS:
        raise RefusedError("unknown_tick", field=field)
    of_entries.TICKS[field].do(actor, of_event(event, entry_id=entry_id), {"value": value})
    if not wants_part(request):
        return to("organise_entries", event.slug)
    entry = selector.entry_of(event, entry_id)
    if entry is None:
        raise MissingError
    version, found = version_of(event.pk), desk(event)
    context: dict[str, Any] = {"row": row(entry, event), "totals": totals(event, found)}
    return _brings(show(request, "entries/_ticked.html", event, "organise_entries", **context), version, whole=False)


@button(of_entries.ACCEPT, of_entries.REJECT, again=_again)
def organise_decide(request: HttpRequest, event: Tournament, actor: Actor, entry_id: int) -> HttpResponse:
    """Accept or refuse a sign-up, or take somebody in from the waiting list."""
    accepts = request.POST.get("decision") == "accept"
    decision = of_entries.ACCEPT if accepts else of_entries.REJECT
    entry = take_or_show(
        tournament_id=event.pk,
        seen=whole(request.POST.get("seen"), -1),
        step=lambda: decision.do(actor, of_event(event, entry_id=entry_id), {}),
        quiet=entry_id,
    )
    if isinstance(entry, ShownEffects):
        asked = selector.entry_of(event, entry_id)
        title = _("Accept %(name)s?") if accepts else _("Refuse %(name)s?")
        question = {
            "title": title % {"name": asked.label if asked is not None else ""},
            "consequences": effect_sentences(entry.effects, event, about=entry_id),
            "action": reverse("organise_decide", args=[event.slug, entry_id]),
            "submit": _("Yes, accept") if accepts else _("Yes, refuse"),
            "hidden": [
                {"name": "decision", "value": "accept" if accepts else "reject"},
                {"name": "seen", "value": entry.version},
            ],
        }
        return _desk(request, event, question=question)
    said = _("%(name)s: %(status)s.") % {"name": entry.label, "status": entry.get_status_display()}
    if wants_part(request):
        return _desk(request, event, said=said)
    say_done(request, said)
    return to("organise_entries", event.slug)


@page_of(of_entries.PAIR, is_button=True)
def organise_pair(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a pair of two players who look for a partner."""
    event, actor = organiser_of(request, slug)
    form = PairForm(selector.singles_of(event), request.POST)

    def pair() -> str:
        say_done(request, _entry_sentence(of_entries.PAIR.do(actor, of_event(event), form.cleaned_data)))
        return entries_url(event)

    return take(request, form, pair, partial(_desk, request, event, pair_form=form), event.game)


@page_of(of_entries.QUALIFIED, is_button=True)
def organise_qualified(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter who has qualified in the evenings of the circuit."""
    event, actor = organiser_of(request, slug)
    form = QualifiedForm(request.POST)

    def enter() -> str:
        entered = of_entries.QUALIFIED.do(actor, of_event(event), form.cleaned_data)
        said = ngettext("%(n)s entry has qualified.", "%(n)s entries have qualified.", len(entered))
        say_done(request, said % {"n": len(entered)})
        return entries_url(event)

    return take(request, form, enter, partial(_desk, request, event, qualified_form=form), event.game)


def entries_url(event: Tournament) -> str:
    """Return the address of the list of entries."""
    return reverse("organise_entries", args=[event.slug])
