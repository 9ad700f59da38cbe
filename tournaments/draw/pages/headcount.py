"""Head-count: the evenings that the number of entries allows. One of them is chosen before the draw."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.competition.formats.bracket import KnockoutFormat, TablesFormat
from tournaments.competition.formats.contract import Format
from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import InRounds
from tournaments.competition.formats.stages import StagesFormat
from tournaments.competition.pairing.table_options import tables_from_json
from tournaments.draw.forms import HeadcountForm
from tournaments.draw.words.evenings import (
    evening_in_rounds,
    evening_of_stages,
    knockout_evening,
    tables_evenings,
)
from tournaments.entries.reads.desk import entry_counts
from tournaments.events.forms.formats import PolicyForm
from tournaments.events.writes import tournaments
from tournaments.frame.pages.steps import officials, organiser_of, say_done, show, take
from tournaments.frame.policies import Right
from tournaments.games import registry
from tournaments.models import Tournament

FIXED = (Tournament.Status.RUNNING, Tournament.Status.FINISHED)


@officials(reads=Right.ORGANISE, writes=Right.ORGANISE)
def organise_headcount(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the evenings for a number of entries; choose one on POST."""
    event, actor = organiser_of(request, slug)
    if request.method != "POST":
        return _page(request, event, request.GET.get("n"), PolicyForm())
    choice = PolicyForm(request.POST)
    typed = request.POST.get("n")
    if not isinstance(format_of(event.format), TablesFormat):
        return _page(request, event, typed, choice, 422)

    def choose() -> str:
        tournaments.change_rules(
            actor=actor,
            tournament_id=event.pk,
            format={**event.format, **choice.format_json()},
        )
        say_done(request, _("The evening is chosen: the draw makes its tables."))
        return reverse("organise_headcount", args=[event.slug])

    return take(request, choice, choose, partial(_page, request, event, typed, choice), event.game)


def _page(
    request: HttpRequest, event: Tournament, typed: str | None, choice: PolicyForm, status: int = 200
) -> HttpResponse:
    counts = entry_counts(event)
    here = counts.checked_in or counts.confirmed
    label = _("How many players") if event.entry_size == 1 else _("How many entries")
    asked = typed if typed is not None else str(here) if here > 1 else None
    form = HeadcountForm({"n": asked} if asked is not None else None, label=label)
    number = form.cleaned_data["n"] if form.is_valid() else 0
    event_format: Format | InRounds = format_of(event.format)
    minutes = event.round_minutes
    if not number:
        evenings = []
    elif isinstance(event_format, StagesFormat):
        size, start = event.entry_size, event.starts_at
        evenings = [evening_of_stages(number, event_format, entry_size=size, starts_at=start, minutes=minutes)]
    elif isinstance(event_format, InRounds):
        evenings = [evening_in_rounds(number, event_format, minutes=minutes)]
    elif isinstance(event_format, KnockoutFormat):
        evenings = [knockout_evening(number, event_format.options, minutes=minutes)]
    else:
        most = registry.game(event.game).lines(event.rules)[1]
        evenings = tables_evenings(number, tables_from_json(event.format), most=most, minutes=minutes)
    context: dict[str, Any] = {
        "form": form,
        "choice": choice,
        "n": number,
        "counted": _("Entered: %(entered)s, checked in: %(here)s.")
        % {"entered": counts.confirmed, "here": counts.checked_in},
        "evenings": evenings,
        "action": "" if event.status in FIXED else reverse("organise_headcount", args=(event.slug,)),
    }
    return show(request, "draw/headcount.html", event, "organise_draw", status=status, **context)
