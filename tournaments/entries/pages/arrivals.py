"""Check-in desk: one field finds entries and adds new ones; one tap checks in, or checks in and takes the fee."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from tournaments.entries import operations as of_entries
from tournaments.entries.forms.desk import MOST_TYPED, CountForm, people_of, problem_of
from tournaments.entries.pages import arrival_many, arrival_rows
from tournaments.entries.pages.arrival_rows import MISSING, DeskAnswer, Roll
from tournaments.entries.pages.entries import TAKES_LATE, late_consequences, late_submit
from tournaments.entries.reads import arrivals
from tournaments.entries.reads.desk import entry_of
from tournaments.entries.reads.fees import OWING, account, due, held_cents, usual_fee
from tournaments.entries.writes import entries, participation
from tournaments.entries.writes.entries import TAKING, NewEntry
from tournaments.errors import RefusedError
from tournaments.events.words.sentences import list_of_names
from tournaments.frame.numbers import whole
from tournaments.frame.operations.operation import of_event
from tournaments.frame.pages.steps import SeeOther, officials, organiser_of, say_done, status_of, steps_of, wants_part
from tournaments.frame.phrases import sentence
from tournaments.frame.policies import Actor, Right
from tournaments.frame.reads.versions import version_of
from tournaments.frame.words import euros
from tournaments.models import Tournament

HERE, PAID = "checked_in", "fee_paid"
# How many people an entry had when it was added: what undoes the step takes back no pair that was made since.
PEOPLE: Final = "people="
PAIR = 2
# The ticks that each button of a row sets.
WANTS: Final[Mapping[str, Mapping[str, bool]]] = {
    "here": {HERE: True},
    "paid": {HERE: True, PAID: True},
    "pay": {PAID: True},
    "gone": {HERE: False},
    "refund": {PAID: False},
}
ADDS: Final[Mapping[str, Sequence[str]]] = {"add": (), "add_here": (HERE,), "add_paid": (HERE, PAID)}


@steps_of(
    *of_entries.TICKS.values(),
    of_entries.WITHDRAW,
    of_entries.EXCESS,
    of_entries.CHECK_IN_MANY,
    of_entries.LEAVE_OUT,
    of_entries.BRING_BACK,
    of_entries.PAIR,
)
@never_cache
@officials(reads=Right.ORGANISE, writes=Right.ORGANISE)
def organise_arrivals(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = organiser_of(request, slug)
    if request.method != "POST":
        typed = request.GET.get("q", "")[:MOST_TYPED].strip()
        return _page(request, event, typed=typed)
    typed = request.POST.get("who", "")[:MOST_TYPED].strip()
    if request.POST.get("step", "") == "find":
        return SeeOther(reverse("organise_arrivals", args=[event.slug], query={"q": typed}))
    try:
        said = _answer(request, event, actor, typed)
    except RefusedError as refusal:
        text = sentence(refusal, event.game)
        said = DeskAnswer(
            text,
            is_refused=True,
            typed=typed,
            status=status_of(refusal),
            is_whole=bool(request.POST.get("entry", "")) or "entries" in request.POST,
        )
    if wants_part(request):
        # What a script replaces in the page: the row or the list, the totals, the message with its undo.
        version = version_of(event.pk)
        roll = Roll(event, arrivals.expected_entries(event))
        # After a refusal the typed text is shown again, with the proposal for it.
        context = _context(event, roll, said.typed if said.is_refused else "", said, solo=request.POST.get("solo", ""))
        context["cash"] = roll.cash(request.user.pk)
        if said.is_whole:
            groups = roll.groups(only=context["solo"])
            context |= {"list": groups, "absent": roll.absent(groups), "brings_list": True}
        elif said.entry is not None:
            context["row"] = roll.row(said.entry.pk, only=context["solo"])
        answer = render(request, "entries/_arrival_parts.html", context, status=said.status)
        answer["X-Shown"] = json.dumps({"version": version, "whole": said.is_whole})
        return answer
    if said.is_refused:
        return _page(request, event, said, typed=said.typed)
    say_done(request, said.text)
    return SeeOther(request.path)


def _page(request: HttpRequest, event: Tournament, said: DeskAnswer | None = None, *, typed: str = "") -> HttpResponse:
    """Show the whole page; for a script that is typing, only the proposal of a new entry."""
    is_proposal = request.method == "GET" and "X-Part" in request.headers
    roll = Roll(event, arrivals.expected_entries(event))
    solo = request.GET.get("solo", "")
    context = _context(event, roll, typed, said, solo=solo)
    if is_proposal:
        return render(request, "entries/_arrival_add.html", context)
    cash, count = roll.cash(request.user.pk), None
    if cash is not None:
        # Compares a counted drawer with what it should hold. Nothing is saved.
        count = CountForm(request.GET if "counted" in request.GET else None)
        if count.is_bound and count.is_valid():
            wanted = cash["cents"] + count.cleaned_data["change"]
            count.said = arrival_rows.counted_sentence(count.cleaned_data["counted"], wanted)
    context |= {"cash": cash, "count": count}
    context["list"] = roll.groups(only=solo, typed=typed)
    context["absent"] = roll.absent(context["list"])
    return render(request, "entries/arrivals.html", context, status=said.status if said else 200)


def _context(event: Tournament, roll: Roll, typed: str, said: DeskAnswer | None, *, solo: str) -> dict[str, Any]:
    return {
        "event": event,
        "totals": roll.totals(),
        "filters": roll.filters(),
        "pending": roll.counts.pending,
        "takes": event.status in (*TAKING, *TAKES_LATE),
        "is_running": event.status == Tournament.Status.RUNNING,
        "has_fee": roll.has_fee,
        "in_teams": event.entry_size > 1,
        "singles": roll.singles(),
        "is_before_draw": roll.is_before_draw,
        "solo": solo,
        "out": roll.to_leave_out() if solo == MISSING and roll.is_before_draw and not typed else [],
        "typed": typed,
        "proposal": arrival_rows.proposal(event, roll, typed) if typed else None,
        "said": said,
    }


def _answer(request: HttpRequest, event: Tournament, actor: Actor, typed: str) -> DeskAnswer:
    """Take the step that was sent: of many entries, of two players without a partner, of a row, or of the field."""
    step, chosen = request.POST.get("step", ""), request.POST.get("entry", "")
    if "entries" in request.POST:
        return arrival_many.take_many(request.POST, event, actor)
    if step == "pair":
        singles = [whole(each) for each in request.POST.getlist("single")[: PAIR + 1]]
        if len(singles) != PAIR:
            raise RefusedError("same_single")
        first, second = singles
        entry = of_entries.PAIR.do(actor, of_event(event), {"first": first, "second": second})
        text = _("A pair: %(name)s") % {"name": entry.label}
        excess = account(event, entry, held_cents(entry)).excess
        if excess:
            text = f"{text}. " + _("%(fee)s to give back.") % {"fee": euros(excess)}
        return DeskAnswer(text, entry, is_whole=True)
    if step == "lots":
        made = entries.pair_by_lot(actor=actor, tournament_id=event.pk)
        return DeskAnswer(
            _("By lot: %(names)s") % {"names": list_of_names([each.label for each in made])}, is_whole=True
        )
    if not chosen:
        return _of_typed(event, actor, typed, step, whole(request.POST.get("table", ""), -1))
    whose: dict[str, Any] = {"actor": actor, "tournament_id": event.pk, "entry_id": whole(chosen)}
    back = request.POST.getlist("back") if step == "undo" else []
    if "added" in back:
        people = [whole(each.removeprefix(PEOPLE)) for each in back if each.startswith(PEOPLE)]
        entry = entries.take_back(**whose, people=people[0] if people else None)
        return DeskAnswer(_("Taken back: %(name)s") % {"name": entry.label}, is_whole=True)
    if "out" in back:
        back_in = of_entries.BRING_BACK.do(actor, {"tournament_id": event.pk}, {"entries": [whose["entry_id"]]})
        # One who is not out any more is refused by name.
        entry = back_in[0] if back_in else entries.accept_entry(**whose)
        values = {"name": entry.label, "status": entry.get_status_display()}
        return DeskAnswer(_("%(name)s: %(status)s.") % values, is_whole=True)
    if step == "undo":
        entry = entries.tick_together(**whose, ticks={each[1:]: each[0] == "+" for each in back if each})
        return DeskAnswer(_("Taken back: %(name)s") % {"name": entry.label}, entry)
    if step == "out":
        # Who has not come is left out; the first of the waiting list takes the place.
        before = arrivals.waiting_of(event.pk)
        entry = entries.withdraw_before_draw(**whose)
        after = set(arrivals.waiting_of(event.pk))
        came = [label for key, label in before.items() if key not in after and key != entry.pk]
        values = {"name": entry.label, "others": list_of_names(came)}
        text = _("%(name)s is left out, %(others)s comes in.") if came else _("%(name)s is left out.")
        return DeskAnswer(text % values, entry, ["out"], is_whole=True)
    if step == "excess":
        entry, cents = of_entries.EXCESS.do(actor, of_event(event, entry_id=whose["entry_id"]), {})
        values = {"name": entry.label, "fee": euros(cents)}
        return DeskAnswer(_("%(name)s: %(fee)s given back") % values, entry)
    if step not in WANTS:
        raise RefusedError("unknown_tick", field=step[:20])
    return _mark(event, whose, WANTS[step])


def _mark(event: Tournament, whose: dict[str, Any], wanted: Mapping[str, bool]) -> DeskAnswer:
    """Set the ticks that are not set yet; refused if all of them are."""
    entry = entry_of(event, whose["entry_id"])
    if entry is None:
        raise RefusedError("entry_missing")
    may_pay = due(event, entry) > 0 and entry.status in OWING
    new = {
        field: value
        for field, value in wanted.items()
        if getattr(entry, field) != value and (field != PAID or may_pay or not value)
    }
    if not new:
        raise RefusedError("arrival_done", name=entry.label)
    before = held_cents(entry)
    entry = entries.tick_together(**whose, ticks=new)
    cents = abs(held_cents(entry) - before) if PAID in new else 0
    # Undo would take the whole fee. It is offered only if that is the sum that was just paid or given back.
    is_undone = PAID not in new or cents == due(event, entry)
    back = [f"{'-' if value else '+'}{field}" for field, value in new.items()] if is_undone else []
    return DeskAnswer(arrival_rows.done_sentence(entry, new, cents), entry, back)


def _of_typed(event: Tournament, actor: Actor, typed: str, step: str, table: int) -> DeskAnswer:
    """Handle Enter in the field: one match is checked in, several are offered, an unknown name is added.

    Of a late entry it is shown where it would sit and what changes; it is taken once that ``table`` was seen.
    """
    if not typed:
        raise RefusedError("name_missing", field="who")
    where: dict[str, Any] = {"actor": actor, "tournament_id": event.pk}
    roll = Roll(event, arrivals.expected_entries(event))
    wants = "here" if step == "here" else "paid"
    if step not in ADDS:
        found, near = roll.matching(typed), roll.near(typed)
        if len(found) == 1:
            return replace(_mark(event, {**where, "entry_id": found[0].pk}, WANTS[wants]), is_whole=True)
        if len(found) > 1:
            text = ngettext("%(n)s entry matches: choose.", "%(n)s entries match: choose.", len(found))
            return DeskAnswer(text % {"n": len(found)}, is_refused=True, typed=typed, status=422)
        if near:
            text = _("%(name)s is entered already: if it is them, tap them; if not, add.") % {"name": near[0].label}
            return DeskAnswer(text, is_refused=True, typed=typed, status=422)
    known = arrival_rows.known_people_like(event, typed)
    people = people_of(typed, {key: each.name for key, each in known.items()})
    problem = problem_of(people)
    if problem:
        return DeskAnswer(problem, is_refused=True, typed=typed, status=422)
    club = next((known[each.key].club for each in people if each.key in known and known[each.key].club), "")
    ticks = [field for field in ADDS.get(step, WANTS[wants]) if field != PAID or event.fee_cents]
    new = NewEntry(people=people, club=club)
    if event.status not in TAKES_LATE:
        entry = entries.enter_at_desk(new=new, ticks=ticks, **where)
        text = arrival_rows.added_sentence(event, entry)
        return DeskAnswer(text, entry, ["added", f"{PEOPLE}{len(people)}"], is_whole=True)
    if table < 0:
        seat = participation.preview_late(new=new, **where)
        fee = usual_fee(event, people=len(people))
        question = {
            "title": _("Late entry: %(name)s?") % {"name": entries.label_of(people)},
            "consequences": late_consequences(event, seat),
            "submit": late_submit(seat),
            "who": typed,
            "table": seat.table,
            "fee": euros(fee) if fee else "",
        }
        return DeskAnswer(str(question["title"]), is_refused=True, typed=typed, question=question)
    entry = participation.enter_late(new=new, table=table, **where)
    if PAID in ticks and due(event, entry):
        entry = entries.tick_together(**where, entry_id=entry.pk, ticks={PAID: True})
    return DeskAnswer(arrival_rows.added_sentence(event, entry), entry, is_whole=True)
