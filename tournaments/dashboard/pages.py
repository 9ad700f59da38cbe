"""The organiser's first page: the next step, the alarms, the figures; and the steps behind its buttons."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext

from tournaments.dashboard.reads import Progress, progress
from tournaments.dashboard.words import next_step, tiles
from tournaments.discipline import reads as penalties
from tournaments.draw import operations as of_draws
from tournaments.draw.pages.drawing import of_current_draw
from tournaments.entries.pages.arrival_rows import TO_GIVE_BACK
from tournaments.entries.reads.arrivals import waiting_of
from tournaments.errors import RefusedError
from tournaments.events import operations as of_events
from tournaments.events.reads.online import not_opened
from tournaments.events.reads.rounds import round_exists, rounds_in
from tournaments.events.words.by_format import Counted, round_links, seats_several
from tournaments.events.words.sentences import list_of_names
from tournaments.frame.operations.operation import of_event
from tournaments.frame.pages.steps import button, officials, organiser_of, say_done, show, to
from tournaments.frame.phrases import sentence
from tournaments.frame.policies import Actor, Right
from tournaments.frame.words import euros
from tournaments.models import Tournament
from tournaments.replica.pages import hour_of_resume, shown_copy
from tournaments.standings.reads.pairings import corrected_pairings
from tournaments.tables.reads.records import open_ties
from tournaments.tables.writes import replacing
from tournaments.timing.pages import round_face, round_steps

# Vacant places named on this page, at most. The page where they are filled lists all.
MOST_FREE = 4
MOST_NAMED = 4


@officials(reads=Right.ORGANISE)
def organise(request: HttpRequest, slug: str) -> HttpResponse:
    event, _actor = organiser_of(request, slug)
    return _dashboard(request, event)


def _dashboard(request: HttpRequest, event: Tournament, status: int = 200) -> HttpResponse:
    now = progress(event)
    rounds = rounds_in(event, len(now.rounds))
    stale = corrected_pairings(event) if event.status == Tournament.Status.RUNNING else ()
    step = next_step.what_now(event, now, {line.table_id for line in penalties.missing(event)})
    if any(not each.called for each in stale):
        step = next_step.look_before_calling(event, step)
    alarms = [
        *next_step.of_corrections(event, stale, rounds),
        *next_step.of_openings(event, not_opened(event), rounds),
        *next_step.of_proposals(event, penalties.proposals(event)),
        *next_step.alarms(event, now, open_ties(event), replacing.vacancies(event)[:MOST_FREE]),
    ]
    clock, clock_steps = None, None
    if step.playing is not None and step.playing.round.clock_started_at is not None:
        clock = round_face(event, step.playing.round, rounds, timezone.now())
        clock_steps = {**round_steps(event, step.playing.round, back="organise"), "stop_url": ""}
    context = {
        "now": step,
        "clock": clock,
        "clock_steps": clock_steps,
        "alarms": alarms,
        "alarm_keys": " ".join(key for alarm in alarms for key in alarm.keys),
        "tiles": _tiles(event, now),
        "copy": shown_copy(request, event),
        "resumed_at": hour_of_resume(event),
        "written": round_links(event, [Counted(n.number, n.played, n.to_play) for n in now.rounds if n.played], rounds),
        "seats_several": seats_several(event),
        "may_reopen": event.status == Tournament.Status.FINISHED,
        "may_withdraw_draw": event.status == Tournament.Status.RUNNING,
        "may_hide": event.status == Tournament.Status.OPEN,
    }
    return show(request, "dashboard/dashboard.html", event, "organise", status=status, **context)


def _tiles(event: Tournament, now: Progress) -> list[dict[str, Any]]:
    entries, hall = reverse("organise_entries", args=[event.slug]), reverse("referee_desk", args=[event.slug])
    counts = now.entries
    common = (tiles.entries_tile(event, counts.confirmed), tiles.check_in_tile(counts.checked_in, counts.confirmed))
    shown: list[dict[str, Any]] = [{**tile, "url": entries} for tile in common]
    if event.fee_cents:
        label = _("of %(due)s in the cash box") % {"due": euros(counts.due_cents)}
        shown.append({"value": euros(counts.cash_cents), "label": label, "url": entries})
        desk = reverse("organise_arrivals", args=[event.slug])
        if counts.excess_cents:
            excess = euros(counts.excess_cents)
            shown.append({"value": excess, "label": _("to give back"), "url": f"{desk}?solo={TO_GIVE_BACK}"})
    if counts.waiting:
        shown.append({"value": counts.waiting, "label": _("on the waiting list"), "url": f"{entries}?stato=waiting"})
    if now.rounds:
        waited_for = (
            (
                now.missing_count,
                npgettext("beside its number", "table missing", "tables missing", now.missing_count),
                "",
            ),
            (
                now.to_confirm,
                npgettext("beside its number", "result to confirm", "results to confirm", now.to_confirm),
                "",
            ),
            (now.disputed, npgettext("beside its number", "disputed", "disputed", now.disputed), "alarm"),
            (
                len(now.calling),
                npgettext("beside its number", "calls the referee", "call the referee", len(now.calling)),
                "alarm",
            ),
        )
        shown += [
            {"value": value, "label": label, "url": hall, "kind": kind if value else ""}
            for value, label, kind in waited_for
        ]
    return shown


SHOWN_AFTER = dict.fromkeys(("commit", "draw", "whole"), "organise_draw")


def _again(request: HttpRequest, event: Tournament, status: int) -> HttpResponse:
    event.refresh_from_db()
    return _dashboard(request, event, status)


@button(*of_events.STEPS, of_draws.SEAL, of_draws.DRAW, of_draws.SHOW, of_events.PAIR, again=_again)
def organise_step(request: HttpRequest, event: Tournament, actor: Actor) -> HttpResponse:
    """Take the step that a button of the first page names."""
    name = request.POST.get("step", "")
    typed = request.POST.get("round", "")
    # The number of the round; for the seal, how many draws the page knew.
    number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 5 else 0
    match name:
        case "open":
            of_events.OPEN_ENTRIES.do(actor, of_event(event), {})
            said = _("Entries are open, and the event is public.")
        case "close":
            before = waiting_of(event.pk)
            of_events.CLOSE_ENTRIES.do(actor, of_event(event), {})
            said = _("Entries are closed.")
            if back := [name for key, name in waiting_of(event.pk).items() if key not in before]:
                # Where only full tables play, many may wait.
                names = list_of_names(back) if len(back) <= MOST_NAMED else f"{', '.join(back[:MOST_NAMED])}, …"
                text = _(
                    "Entries are closed. So many cannot play, so the last ones are on the waiting list: %(names)s."
                )
                said = text % {"names": names}
        case "hide":
            of_events.HIDE.do(actor, of_event(event), {})
            said = _("The event is in preparation again: only officials see it.")
        case "commit":
            said = _("The draw is sealed.")
            try:
                of_draws.SEAL.do(actor, of_event(event), {"seen": number})
            except RefusedError as refusal:
                # A second tap, or a second organiser: both see the existing seal.
                if refusal.code != "draw_exists":
                    raise
                said = sentence(refusal, event.game)
        case "draw":
            of_draws.DRAW.do(actor, of_current_draw(event), {})
            said = _("The draw is made: check it, then announce it.")
        case "whole":
            of_draws.SHOW.do(actor, of_current_draw(event), {})
            said = _("The whole draw is shown.")
        case "pair" | "pair_by_lot":
            # On a second tap, or after a second organiser, the pairing is there already.
            if not round_exists(event, number):
                of_events.PAIR.do(actor, of_event(event), {"by_lot": name == "pair_by_lot"})
            said = _("Round %(number)s is paired.") % {"number": number}
        case "call":
            called = of_events.ANNOUNCE.do(actor, of_event(event, number=number), {})
            said = _("Tables called: %(n)s.") % {"n": len(called)}
        case "clock":
            minutes = of_events.START.do(actor, of_event(event, number=number), {}).clock_minutes or 0
            said = ngettext("The clock runs: %(n)s minute.", "The clock runs: %(n)s minutes.", minutes) % {"n": minutes}
        case "resume":
            of_events.RESUME.do(actor, of_event(event, number=number), {})
            said = _("The clock is resumed.")
        case _:
            return _dashboard(request, event, 422)
    say_done(request, said)
    return to(SHOWN_AFTER.get(name, "organise"), event.slug)
