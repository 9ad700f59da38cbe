"""Check-in desk: one field finds entries and adds new ones; one tap checks in, or checks in and takes the fee."""

import json
from collections.abc import Callable, Mapping, Sequence
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
from tournaments.events.words.sentences import joined_names
from tournaments.frame.numbers import whole
from tournaments.frame.operations.operation import of_event
from tournaments.frame.pages.steps import SeeOther, made_of, officials, organised, say_done, status_of, wants_part
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


@made_of(
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
    event, actor = organised(request, slug)
    if request.method != "POST":
        typed = request.GET.get("q", "")[:MOST_TYPED].strip()
        return _page(request, event, typed=typed)
    step, chosen = request.POST.get("step", ""), request.POST.get("entry", "")
    typed = request.POST.get("who", "")[:MOST_TYPED].strip()
    if step == "find":
        return SeeOther(reverse("organise_arrivals", args=[event.slug], query={"q": typed}))
    try:
        if "entries" in request.POST:
            said = arrival_many.take_many(request.POST, event, actor)
        elif step in OF_SINGLES:
            said = OF_SINGLES[step](request, event, actor)
        else:
            said = (
                _of_entry(request, event, actor, chosen, step)
                if chosen
                else _of_typed(event, actor, typed, step, request.POST.get("table", ""))
            )
    except RefusedError as refusal:
        text = sentence(refusal, event.game)
        said = DeskAnswer(
            text,
            is_refused=True,
            typed=typed,
            status=status_of(refusal),
            is_whole=bool(chosen) or "entries" in request.POST,
        )
    if wants_part(request):
        return _parts(request, event, said)
    if said.is_refused:
        return _page(request, event, said, typed=said.typed)
    say_done(request, said.text)
    return SeeOther(request.path)


def _page(request: HttpRequest, event: Tournament, said: DeskAnswer | None = None, *, typed: str = "") -> HttpResponse:
    """Show the whole page; for a script that is typing, only the proposal of a new entry."""
    is_proposal = request.method == "GET" and "X-Part" in request.headers
    roll = Roll(event, arrivals.expected(event))
    solo = request.GET.get("solo", "")
    context = _context(event, roll, typed, said, solo=solo)
    if is_proposal:
        return render(request, "entries/_arrival_add.html", context)
    context["cash"] = roll.cash(request.user.pk)
    context["count"] = _count_form(request, context["cash"])
    context["list"] = roll.groups(only=solo, typed=typed)
    context["absent"] = roll.absent(context["list"])
    return render(request, "entries/arrivals.html", context, status=said.status if said else 200)


def _count_form(request: HttpRequest, cash: Mapping[str, Any] | None) -> CountForm | None:
    """Return the form that compares a counted drawer with what it should hold. Nothing is saved."""
    if cash is None:
        return None
    form = CountForm(request.GET if "counted" in request.GET else None)
    if form.is_bound and form.is_valid():
        wanted = cash["cents"] + form.cleaned_data["change"]
        form.said = arrival_rows.counted_sentence(form.cleaned_data["counted"], wanted)
    return form


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


def _parts(request: HttpRequest, event: Tournament, said: DeskAnswer) -> HttpResponse:
    """Return what a script replaces in the page: the row or the list, the totals, the message with its undo."""
    version = version_of(event.pk)
    roll = Roll(event, arrivals.expected(event))
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


def _of_entry(request: HttpRequest, event: Tournament, actor: Actor, chosen: str, step: str) -> DeskAnswer:
    """Take the step of a row's button, or undo the last step."""
    whose: dict[str, Any] = {"actor": actor, "tournament_id": event.pk, "entry_id": whole(chosen)}
    if step == "undo":
        return _undo(request, whose)
    if step == "out":
        return _out(whose)
    if step == "excess":
        entry, cents = of_entries.EXCESS.do(actor, of_event(event, entry_id=whose["entry_id"]), {})
        values = {"name": entry.label, "fee": euros(cents)}
        return DeskAnswer(_("%(name)s: %(fee)s given back") % values, entry)
    if step not in WANTS:
        raise RefusedError("unknown_tick", field=step[:20])
    return _mark(event, whose, WANTS[step])


def _undo(request: HttpRequest, whose: dict[str, Any]) -> DeskAnswer:
    """Undo the last step, and nothing else."""
    back = request.POST.getlist("back")
    if "added" in back:
        people = [whole(each.removeprefix(PEOPLE)) for each in back if each.startswith(PEOPLE)]
        entry = entries.take_back(**whose, people=people[0] if people else None)
        return DeskAnswer(_("Taken back: %(name)s") % {"name": entry.label}, is_whole=True)
    if "out" in back:
        event_id, entry_id = whose["tournament_id"], whose["entry_id"]
        back_in = of_entries.BRING_BACK.do(whose["actor"], {"tournament_id": event_id}, {"entries": [entry_id]})
        # One who is not out any more is refused by name.
        entry = back_in[0] if back_in else entries.accept_entry(**whose)
        state = entry.get_status_display()
        return DeskAnswer(_("%(name)s: %(status)s.") % {"name": entry.label, "status": state}, is_whole=True)
    entry = entries.tick_together(**whose, ticks={each[1:]: each[0] == "+" for each in back if each})
    return DeskAnswer(_("Taken back: %(name)s") % {"name": entry.label}, entry)


def _out(whose: dict[str, Any]) -> DeskAnswer:
    """Leave out an entry that has not come; the first of the waiting list takes the place."""
    before = arrivals.waiting_of(whose["tournament_id"])
    entry = entries.withdraw_before_draw(**whose)
    after = set(arrivals.waiting_of(entry.tournament_id))
    came = [label for key, label in before.items() if key not in after and key != entry.pk]
    values = {"name": entry.label, "others": joined_names(came)}
    text = _("%(name)s is left out, %(others)s comes in.") if came else _("%(name)s is left out.")
    return DeskAnswer(text % values, entry, ["out"], is_whole=True)


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


def _of_typed(event: Tournament, actor: Actor, typed: str, step: str, table: str) -> DeskAnswer:
    """Handle Enter in the field: one match is checked in, several are offered, an unknown name is added."""
    if not typed:
        raise RefusedError("name_missing", field="who")
    roll = Roll(event, arrivals.expected(event))
    wants = "here" if step == "here" else "paid"
    if step not in ADDS:
        found, near = roll.matching(typed), roll.near(typed)
        if len(found) == 1:
            whose = {"actor": actor, "tournament_id": event.pk, "entry_id": found[0].pk}
            return replace(_mark(event, whose, WANTS[wants]), is_whole=True)
        if len(found) > 1:
            text = ngettext("%(n)s entry matches: choose.", "%(n)s entries match: choose.", len(found))
            return DeskAnswer(text % {"n": len(found)}, is_refused=True, typed=typed, status=422)
        if near:
            text = _("%(name)s is entered already: if it is them, tap them; if not, add.") % {"name": near[0].label}
            return DeskAnswer(text, is_refused=True, typed=typed, status=422)
    return _add(event, actor, typed, ADDS.get(step, WANTS[wants]), whole(table, -1))


def _add(
    event: Tournament, actor: Actor, typed: str, ticks: Sequence[str] | Mapping[str, bool], table: int
) -> DeskAnswer:
    known = arrival_rows.known_people_like(event, typed)
    people = people_of(typed, {key: each.name for key, each in known.items()})
    problem = problem_of(people)
    if problem:
        return DeskAnswer(problem, is_refused=True, typed=typed, status=422)
    club = next((known[each.key].club for each in people if each.key in known and known[each.key].club), "")
    wanted = [field for field in ticks if field != PAID or event.fee_cents]
    where: dict[str, Any] = {"actor": actor, "tournament_id": event.pk}
    new = NewEntry(people=people, club=club)
    if event.status in TAKES_LATE:
        return _late(event, actor, new, typed, PAID in wanted, table)
    entry = entries.enter_at_desk(new=new, ticks=wanted, **where)
    text = arrival_rows.added_sentence(event, entry)
    return DeskAnswer(text, entry, ["added", f"{PEOPLE}{len(people)}"], is_whole=True)


def _late(event: Tournament, actor: Actor, new: NewEntry, typed: str, pays: bool, table: int) -> DeskAnswer:
    """Show where a late entry would sit and what changes; take it once that was seen, with the table shown."""
    where: dict[str, Any] = {"actor": actor, "tournament_id": event.pk}
    if table < 0:
        seat = participation.preview_late(new=new, **where)
        fee = usual_fee(event, people=len(new.people))
        question = {
            "title": _("Late entry: %(name)s?") % {"name": entries.label_of(new.people)},
            "consequences": late_consequences(event, seat),
            "submit": late_submit(seat),
            "who": typed,
            "table": seat.table,
            "fee": euros(fee) if fee else "",
        }
        return DeskAnswer(str(question["title"]), is_refused=True, typed=typed, question=question)
    entry = participation.enter_late(new=new, table=table, **where)
    if pays and due(event, entry):
        entry = entries.tick_together(**where, entry_id=entry.pk, ticks={PAID: True})
    return DeskAnswer(arrival_rows.added_sentence(event, entry), entry, is_whole=True)


def _pair(request: HttpRequest, event: Tournament, actor: Actor) -> DeskAnswer:
    """Make a pair of two players who look for a partner."""
    chosen = [whole(each) for each in request.POST.getlist("single")[: PAIR + 1]]
    if len(chosen) != PAIR:
        raise RefusedError("same_single")
    first, second = chosen
    entry = of_entries.PAIR.do(actor, of_event(event), {"first": first, "second": second})
    text = _("A pair: %(name)s") % {"name": entry.label}
    excess = account(event, entry, held_cents(entry)).excess
    if excess:
        text = f"{text}. " + _("%(fee)s to give back.") % {"fee": euros(excess)}
    return DeskAnswer(text, entry, is_whole=True)


def _lots(_request: HttpRequest, event: Tournament, actor: Actor) -> DeskAnswer:
    """Make random pairs of the players who look for a partner."""
    made = entries.pair_by_lot(actor=actor, tournament_id=event.pk)
    return DeskAnswer(_("By lot: %(names)s") % {"names": joined_names([entry.label for entry in made])}, is_whole=True)


OF_SINGLES: Final[Mapping[str, Callable[[HttpRequest, Tournament, Actor], DeskAnswer]]] = {"pair": _pair, "lots": _lots}
