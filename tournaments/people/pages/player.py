"""The public page of a player: events, places, matches."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.events.words import sentences as words
from tournaments.events.words.by_format import has_vp
from tournaments.frame import penalty_words
from tournaments.frame.policies import Right, door
from tournaments.people.reads import players
from tournaments.tables.words.cards import Sight


@door(reads=Right.BROWSE)
def player(request: HttpRequest, pk: int) -> HttpResponse:
    found = players.player(pk, year=request.GET.get("year", ""), number=request.GET.get("page", "1"))
    if found.person.pk != pk:
        return HttpResponseRedirect(reverse("player", args=[found.person.pk]))
    newest, *others = found.entries.object_list or [None]
    item = None
    if newest is not None:
        event = newest.tournament
        sight = Sight.of(event, found.rounds)
        penalties = []
        for ruling in found.penalties:
            # A penalty's effect and its table; never the reason.
            parts = [penalty_words.title(ruling.kind, ruling.value)]
            if ruling.table is not None:
                parts.append(_("table %(table)s") % {"table": ruling.table.public_number})
            penalties.append(" · ".join(parts))
        item = {
            "event": event,
            "entry": newest,
            "meta": words.when(event.starts_at),
            "has_vp": has_vp(event),
            "status": event.get_status_display(),
            "matches": [
                replace(sight.match(card), head=words.table_title(card, found.rounds)) for card in found.matches
            ],
            "penalties": penalties,
        }
    context = {
        "person": found.person,
        "item": item,
        "others": others,
        "page": found.entries,
        "years": found.years,
        "year": found.year,
        "met": found.met,
    }
    return render(request, "people/player.html", context)
