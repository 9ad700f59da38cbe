"""The pairing of a round from the standings: who would meet and why, before it is made and until it is called."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.competition import phrases
from tournaments.competition.stages.facts import Meeting, Reason
from tournaments.draw.reads.halls import halls_of, sitters_of
from tournaments.draw.writes.pairings import pairing_of
from tournaments.errors import RefusedError
from tournaments.events import operations as of_events
from tournaments.frame.numbers import whole
from tournaments.frame.operations.operation import of_event
from tournaments.frame.pages.steps import organiser_of, page_of, reason_page, say_done, show, take
from tournaments.frame.phrases import sentence
from tournaments.frame.reads.entry_places import has_rotating
from tournaments.models import Tournament
from tournaments.standings.reads.level import open_levels
from tournaments.standings.reads.pairings import Pairing
from tournaments.tables.reads.stages import labels_of, meetings_of, seats_of
from tournaments.tables.writes.pairs import BETWEEN


@dataclass(frozen=True, slots=True)
class PairedTable:
    """A table of a pairing; ``hall`` is None where somebody rests, ``why`` is empty where no reason is known."""

    hall: int | None
    names: Sequence[str]
    why: str = ""


@page_of(of_events.PAIR)
def organise_pairing(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the pairing of the next round; POST makes its tables if the event is still as it was shown."""
    event, actor = organiser_of(request, slug)

    def do() -> str:
        shown = {"seen": whole(request.POST.get("seen"), -1), "by_lot": "by_lot" in request.POST}
        round_ = of_events.PAIR.do(actor, of_event(event), shown)
        say_done(request, _("Round %(number)s is paired.") % {"number": round_.number})
        return reverse("organise", args=[slug])

    return take(request, None, do, partial(_page, request, event), event.game)


def _page(request: HttpRequest, event: Tournament, status: int = 200) -> HttpResponse:
    context: dict[str, Any]
    try:
        pairing = pairing_of(event)
        names = labels_of(event)
        made = _halls_made(event, pairing) if pairing.made else {}
        context = {
            "pairing": pairing,
            "is_level": pairing.stage != event.stage and not pairing.made and bool(open_levels(event)),
            "rotates": has_rotating(event),
            "tables": _tables(
                pairing.paired.meetings,
                pairing.paired.reasons,
                names,
                made if made and not pairing.is_other else _halls(event, pairing),
            ),
            "made": _tables(pairing.made, [None] * len(pairing.made), names, made) if pairing.is_other else [],
        }
    except RefusedError as refusal:
        context = {"refusal": sentence(refusal, event.game)}
    return show(request, "draw/pairing.html", event, "organise_rounds", status=status, **context)


def _halls_made(event: Tournament, pairing: Pairing) -> dict[tuple[int, frozenset[int]], int]:
    """Return the number in the hall of each table that has been made, by its round and who meets there."""
    seats = [seat for seat in seats_of(event) if seat.round >= pairing.number]
    halls = list({seat.table: seat.hall for seat in seats}.values())
    meetings = zip(meetings_of(seats), halls, strict=True)
    return {(meeting.round, frozenset(meeting.keys)): hall for meeting, hall in meetings if hall}


def _halls(event: Tournament, pairing: Pairing) -> dict[tuple[int, frozenset[int]], int]:
    """Return the number in the hall of each table that would be made, by who meets there."""
    halls = halls_of(event, pairing.plan, pairing.stage)
    return {
        (table.round, frozenset(sitters_of(table))): halls[table.number]
        for table in pairing.plan.tables
        if table.round == pairing.number and table.number in halls
    }


def _tables(
    meetings: Sequence[Meeting],
    reasons: Sequence[Reason | None],
    names: Mapping[int, str],
    halls: Mapping[tuple[int, frozenset[int]], int],
) -> list[PairedTable]:
    hall = count(1)
    return [
        PairedTable(
            None if meeting.is_rest else halls.get((meeting.round, frozenset(meeting.keys)), next(hall)),
            [BETWEEN.join(names[key] for key in line) for line in meeting.lines],
            _(phrases.PHRASES[reason.code]) % reason.params if reason is not None else "",
        )
        for meeting, reason in zip(meetings, reasons, strict=True)
    ]


organise_unpair = reason_page(
    of_events.UNPAIR,
    lambda: {
        "title": _("Take the pairing back?"),
        "consequences": [
            _("All tables of the round disappear, also from the public pages."),
            _("The round is paired again by the standings of that moment, when you say so."),
            _("The codes of these tables no longer work."),
            _("What was changed by hand in the round goes too: places swapped, tables kept, who misses the round."),
        ],
        "undo": _("No result is lost: nobody has played these tables."),
        "submit": _("Take the pairing back"),
    },
    gettext_noop("The pairing is taken back. Pair the round again when the results are right."),
    current="organise_rounds",
    back="organise_pairing",
    after="organise",
)
