"""A player's own page in the hall: the next table in huge type, the opponents, the clock, and past matches."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.accounts.reads import mine
from tournaments.accounts.reads.mine import SeatNow
from tournaments.competition.match.contents import LETTERS
from tournaments.competition.rooms import room_at
from tournaments.errors import MissingError
from tournaments.events.reads.events import progress_of
from tournaments.events.reads.online import open_matches
from tournaments.events.words.by_format import stage_of
from tournaments.events.words.sentences import drawn_word, list_of_names
from tournaments.frame import access
from tournaments.frame.access import PLAYED, visitor
from tournaments.frame.alone_words import alone_word
from tournaments.frame.numbers import score_text
from tournaments.frame.pages.steps import see
from tournaments.frame.policies import Right, door
from tournaments.frame.reads.pass_refusal import why_shut
from tournaments.frame.round_names import round_name, round_of
from tournaments.models import Entry, Table, Tournament
from tournaments.standings.words.prizes import outlook_of
from tournaments.standings.words.stage_words import later_words, rest_words
from tournaments.timing.reads import clock_of_table
from tournaments.timing.words import clock_face, words_of_round

SAID = {True: gettext_noop("won"), False: gettext_noop("lost")}


@door(reads=Right.SEE)
@never_cache
@require_safe
def event_mine(request: HttpRequest, slug: str) -> HttpResponse:
    asking = visitor(request)
    event, _actor = access.tournament(asking, slug)
    found = mine.own_evening(asking, event)
    if found is None:
        if why_shut(asking, slug):
            raise MissingError
        return see("enter_pin", slug)
    progress = progress_of(event, entered=0)
    rounds, now = progress.rounds, progress.current
    # In groups the rests are known before their rounds are called.
    called = now.number if now else 1
    played = []
    for seat in found.played:
        table, place = seat.table, seat.own.place
        is_rest = table.status == Table.Status.BYE
        if is_rest and table.round.number > called:
            continue
        places = [place, *(line.place for line in seat.others)]
        is_drawn = table.through == 1 and places.count(1) > 1
        won = place is not None and place <= table.through and not is_drawn
        played.append(
            {
                "round": round_of(table, table.round.number, rounds),
                "url": "" if is_rest else reverse("match", args=[event.slug, table.number]),
                "others": list_of_names([line.entry.label for line in seat.others if line.entry is not None]),
                "points": _points(seat),
                "said": alone_word(seat.alone, _("rest")) if is_rest else drawn_word() if is_drawn else _(SAID[won]),
                "won": won,
                "goes_on": won and table.through > 1,
            }
        )
    context: dict[str, Any] = {
        "event": event,
        "entry": found.entry,
        "left_ms": mine.left_ms(asking, event),
        "now": _now(event, found, found.seat, rounds) if found.seat else None,
        "stage": {},
        "played": played,
        "is_online": event.mode != Tournament.Mode.HALL,
        "is_over": event.status == Tournament.Status.FINISHED,
    }
    stage = stage_of(event)
    if stage is not None and now is not None and event.status == Tournament.Status.RUNNING:
        # What only somebody who plays in each round reads: that they rest now, and what comes then.
        rests = [seat for seat in found.played if seat.table.status == Table.Status.BYE]
        here = [seat for seat in rests if seat.table.round.number == now.number]
        to_come = [(seat.table.round.number, seat.alone) for seat in rests if seat.table.round.number > now.number]
        context["stage"] = {
            "rest": rest_words(stage, here[0].own.vp, here[0].alone) if here else "",
            "later": "" if found.seat else later_words(event, progress, min(to_come, default=None)),
            "ahead": outlook_of(event, found.entry.pk) if found.entry.status == Entry.Status.CONFIRMED else "",
        }
    return render(request, "accounts/own.html", context)


def _now(event: Tournament, found: mine.OwnEvening, seat: SeatNow, rounds: int) -> dict[str, Any]:
    """Return the table in play, or the next one."""
    table, number = seat.table, seat.table.round.number
    is_called = table.status in PLAYED
    clock = None
    if is_called:
        running, name = clock_of_table(table, event.round_minutes), round_name(number, rounds)
        clock = clock_face(event, running, name, words_of_round(event, number, rounds), now=timezone.now())
    return {
        "round": round_of(table, number, rounds),
        "table": table.public_number if is_called else None,
        "room": room_at(event.rooms, table.hall_number),
        "letter": LETTERS[seat.own.index],
        "pair": str(seat.own.entry) if seat.own.entry_id != found.entry.pk else "",
        "others": list_of_names([line.entry.label for line in seat.others if line.entry is not None]),
        "is_of_several": len(seat.others) > 1,
        "status": table.get_status_display(),
        "points": _points(seat),
        "clock": clock,
        "online": open_matches([table]).get(table.pk) if is_called else None,
        "sheet_url": reverse("table_sheet", args=[event.slug, table.number]) if is_called else "",
        "confirms": table.status == Table.Status.TO_CONFIRM,
        "referee_called": table.referee_called,
    }


def _points(seat: SeatNow) -> str:
    """Return “11–7”, the player's own points first; at a table of several only those."""
    if seat.own.points is None:
        return ""
    others = [line.points for line in seat.others if line.points is not None]
    return score_text((seat.own.points, *others) if len(others) == 1 else (seat.own.points,))
