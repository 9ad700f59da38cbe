"""The rounds: call tables, start the clock, see which results are missing."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournaments.competition.formats.registry import format_of
from tournaments.competition.match.outcomes import is_of_several
from tournaments.competition.rooms import room_at
from tournaments.competition.stages.alone import alone
from tournaments.errors import MissingError, RefusedError
from tournaments.events import operations as of_events
from tournaments.events.forms.online import PlanForm
from tournaments.events.reads.online import is_online, opens_at
from tournaments.events.reads.rounds import round_in, rounds_in
from tournaments.events.words.by_format import number_in, part_of
from tournaments.frame import access
from tournaments.frame.access import visitor
from tournaments.frame.alone_words import alone_title
from tournaments.frame.operations.operation import Operation, at_table, of_event
from tournaments.frame.pages.steps import SeeOther, officials, organiser_of, page_of, say_done, say_refused, show, to
from tournaments.frame.policies import Actor, Right
from tournaments.frame.round_names import round_name
from tournaments.hall.reads import HallTable, hall
from tournaments.models import Round, Table, TableLine, Tournament
from tournaments.tables.operations import at_tables
from tournaments.timing.pages import round_face, round_steps
from tournaments.timing.reads import clock_of_table
from tournaments.timing.words import own_time_text, seats

PILLS = {
    Table.Status.PLANNED: "",
    Table.Status.CALLED: "blue",
    Table.Status.PLAYING: "live",
    Table.Status.TO_CONFIRM: "gold",
    Table.Status.DISPUTED: "red",
    Table.Status.DONE: "done",
    Table.Status.BYE: "",
}
WITHOUT_SCORE = (Table.Status.PLANNED, Table.Status.CALLED, Table.Status.BYE)


@officials(reads=Right.ORGANISE)
def organise_rounds(request: HttpRequest, slug: str) -> HttpResponse:
    event, _actor = organiser_of(request, slug)
    return _page(request, event, number_in(request.GET.get("turno", "")))


def _page(
    request: HttpRequest, event: Tournament, number: int | None, status: int = 200, plan: PlanForm | None = None
) -> HttpResponse:
    found = hall(event, number)
    if found is None and number is not None:
        raise MissingError
    context: dict[str, Any] = {"hall": found}
    if found is not None:
        round_, is_elimination = found.now.round, format_of(event.format).is_elimination
        planned, now = rounds_in(event, len(found.rounds)), timezone.now()
        url = reverse("organise_rounds", args=[event.slug])
        # The clock is of rounds in the hall, once tables are called; the form of online ones is for when they open.
        keeps_time = event.status == Tournament.Status.RUNNING and round_.status == Round.Status.ANNOUNCED
        has_clock = keeps_time and not is_online(event, round_)
        is_partly_online = event.mode != Tournament.Mode.HALL
        if plan is None and is_partly_online and round_.status == Round.Status.PLANNED:
            plan = PlanForm(event, round_)
        context |= {
            "missing_lines": [
                {"number": each.table.number, "hall": each.table.public_number, "seat": seat}
                for each in found.tables
                for seat in seats(event, each.table, each.lines, Actor(), now)
                if seat.is_missing
            ],
            "rows": [_row(event, each, everybody_plays=not is_elimination) for each in found.tables],
            "title": round_name(found.now.number, planned),
            "round_tabs": [
                {
                    "label": round_name(one.number, planned),
                    "url": f"{url}?turno={one.number}",
                    "current": one.number == found.now.number,
                    "count": f"{one.played}/{one.to_play}",
                }
                for one in found.rounds
            ],
            "clock": round_face(event, round_, planned, now, found.extra),
            "clock_steps": round_steps(event, round_, back="rounds") if has_clock else None,
            "is_online": is_online(event, round_),
            # Somebody can still be moved where nothing is written at a table.
            "may_change": event.status == Tournament.Status.RUNNING
            and any(each.table.status in (Table.Status.PLANNED, Table.Status.CALLED) for each in found.tables),
            # Two tables that were played may have had each other's people.
            "may_have_sat": event.status == Tournament.Status.RUNNING
            and not is_elimination
            and sum(each.table.status == Table.Status.DONE for each in found.tables) > 1,
            "plan": plan,
            "opens_at": opens_at(event).get(round_.number) if is_partly_online else None,
            "played": {"value": found.now.played, "max": found.now.to_play},
        }
    return show(request, "hall/rounds.html", event, "organise_rounds", status=status, **context)


def _row(event: Tournament, each: HallTable, *, everybody_plays: bool) -> dict[str, Any]:
    """Return a table for its row; where ``everybody_plays`` in each round, who meets nobody rests."""
    table = each.table
    rests = everybody_plays and table.status == Table.Status.BYE
    is_draw = not is_of_several(each.lines) and all(line.place == 1 for line in each.lines)
    is_level = bool(table.tiebreak_due) and table.status == Table.Status.PLAYING
    has_points = table.status not in WITHOUT_SCORE and table.ending != "walkover"
    return {
        "table": table,
        "lines": [
            {
                "name": line_name(line),
                "points": line.points if has_points and line.points is not None else "",
                "won": line.place is not None and line.place <= table.through and table.is_over,
            }
            for line in each.lines
            if not (rests and line.is_nobody)
        ],
        "status": _("In tie-break") if is_level else rest_word(each) if rests else table.get_status_display(),
        "pill": "gold" if is_level else PILLS[Table.Status(table.status)],
        "is_ready": each.is_ready,
        "is_called": table.status == Table.Status.CALLED,
        "is_open": each.is_open,
        "has_sheet": table.has_sheet,
        "is_over": each.table.is_over,
        "is_late": each.is_late,
        "time": "" if each.table.is_over else own_time_text(table, clock_of_table(table), each.extra),
        "calls": table.referee_called,
        "has_steps": each.is_ready or each.is_open or table.referee_called,
        "is_several": is_of_several(each.lines),
        "section": part_of(event, table),
        "room": room_at(event.rooms, table.hall_number),
        "is_draw": is_draw,
    }


def rest_word(each: HallTable) -> str:
    """Return what somebody does who sits alone in a round: rest, be absent for it, or have left before."""
    seated = [line for line in each.lines if line.entry is not None]
    has_left = bool(seated) and all(line.is_absent for line in seated)
    return alone_title(alone(each.table.note, has_left=has_left), _("Rest"))


def line_name(line: TableLine) -> str:
    """Return the name of the line, or what decides which entry will sit there."""
    if line.entry is not None:
        return line.entry.label
    if line.is_nobody:
        return _("nobody (bye)")
    if line.source is None:
        return "–" if line.from_round is None else _("one of the best who were out")
    place = {"table": line.source.public_number}
    if line.source.through > 1:
        return _("from table %(table)s") % place
    return _("winner of table %(table)s") % place if line.source_place == 1 else _("loser of table %(table)s") % place


def _back(event: Tournament, number: int) -> HttpResponseRedirect:
    return SeeOther(f"{reverse('organise_rounds', args=[event.slug])}?turno={number}")


@page_of(of_events.ANNOUNCE, of_events.RENEW_CODES, of_events.PLAN, is_button=True)
def organise_round_step(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Call the tables that are ready, renew all codes, or set the time at which the round opens."""
    event, actor = organiser_of(request, slug)
    try:
        if request.POST.get("step") == "renew":
            renewed = of_events.RENEW_CODES.do(actor, of_event(event, number=number), {})
            said = ngettext(
                "%(n)s table has new codes: print its slip again.",
                "%(n)s tables have new codes: print their slips again.",
                renewed,
            )
            say_done(request, said % {"n": renewed})
            return to("organise_print", event.slug, number)
        if request.POST.get("step") == "plan":
            form = PlanForm(event, round_in(event, number), request.POST)
            if not form.is_valid():
                return _page(request, event, number, 422, form)
            of_events.PLAN.do(actor, of_event(event, number=number), form.plan())
            say_done(request, _("The plan of the round is saved."))
            return _back(event, number)
        called = of_events.ANNOUNCE.do(actor, of_event(event, number=number), {})
    except RefusedError as refusal:
        return _page(request, event, number, status=say_refused(request, refusal, event))
    say_done(request, _("Tables called: %(n)s.") % {"n": len(called)})
    return _back(event, number)


# The operation of each step of a table, and the message after it.
TABLE_STEPS: dict[str, tuple[Operation, str]] = {
    "call": (at_tables.CALL, gettext_noop("Table %(table)s is called.")),
    "take_back": (at_tables.TAKE_CALL_BACK, gettext_noop("The call of table %(table)s is taken back.")),
    "seen": (at_tables.REFEREE_SEEN, gettext_noop("The referee has been at table %(table)s.")),
    "renew": (at_tables.RENEW_CODES, gettext_noop("Table %(table)s has new codes: print its slip again.")),
}


@page_of(*(operation for operation, _said in TABLE_STEPS.values()), is_button=True)
def organise_table_step(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Call a table, take the call back, note the referee's visit, or renew its codes."""
    table, actor = access.table(visitor(request), slug, number, Right.ORGANISE)
    event = table.tournament
    name = request.POST.get("step", "")
    if name not in TABLE_STEPS:
        return _page(request, event, table.round.number, status=422)
    operation, said = TABLE_STEPS[name]
    try:
        operation.do(actor, at_table(table), {})
    except RefusedError as refusal:
        return _page(request, event, table.round.number, status=say_refused(request, refusal, event))
    say_done(request, _(said) % {"table": table.hall_number})
    return _back(event, table.round.number)
