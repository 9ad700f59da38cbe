"""Who should not meet: the sets that the organiser writes, with a box for each entry."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import (
    GroupsFormat,
    HeatsFormat,
    KingFormat,
    MitchellFormat,
    PartnersFormat,
    StandingFormat,
)
from tournaments.competition.formats.stages import StagesFormat
from tournaments.draw import operations as of_draws
from tournaments.draw.reads.apart import apart_sets, choosable
from tournaments.draw.writes.apart import MOST_IN_A_SET, MOST_SETS
from tournaments.frame.forms.declared import form_of
from tournaments.frame.numbers import whole
from tournaments.frame.operations.operation import of_event
from tournaments.frame.pages.steps import button, organiser_of, page_of, say_done, show, take, to
from tournaments.frame.policies import Actor
from tournaments.frame.reads.formats import format_in
from tournaments.models import Tournament
from tournaments.tables.reads import stages

ADDRESS = "organise_apart"
MOST_SEARCH = 100


@dataclass(frozen=True, slots=True)
class ShownSet:
    """A set, with the names of its entries."""

    number: int
    name: str
    until: int
    names: Sequence[str]


@dataclass(frozen=True, slots=True)
class Box:
    """An entry that can be ticked."""

    entry: int
    number: int
    name: str
    club: str
    is_ticked: bool


@page_of(of_draws.KEEP_APART)
def organise_apart(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who should not meet, and a form for a set: a new one, or the one that ``set`` names."""
    event, actor = organiser_of(request, slug)
    sent = request.POST if request.method == "POST" else None
    number = whole((sent or request.GET).get("number" if sent else "set"), 0)
    changed = next((each for each in apart_sets(event) if each.number == number), None)
    begin = {"name": changed.name, "until": changed.until} if changed is not None else None
    form = form_of(of_draws.KEEP_APART.takes)(sent, initial=begin)
    form.fields["number"].widget = forms.HiddenInput()
    # No more than a set holds: the service says that they are too many.
    ticked = [whole(each, 0) for each in (sent.getlist("entries") if sent is not None else ())][: MOST_IN_A_SET + 1]

    done = (
        _("“%(name)s”: kept apart from the next pairing on.")
        if keeps_apart(event)
        else _("“%(name)s” is written down.")
    )

    def do() -> str:
        given = {**form.cleaned_data, "until": form.cleaned_data["until"] or 0, "number": number, "entries": ticked}
        of_draws.KEEP_APART.do(actor, of_event(event), given)
        say_done(request, done % {"name": form.cleaned_data["name"]})
        return reverse(ADDRESS, args=[slug])

    chosen = ticked if sent is not None else changed.entries if changed is not None else ()
    page = partial(_page, request, event, form, chosen, number if changed is not None else 0)
    return take(request, form, do, page, event.game)


def keeps_apart(event: Tournament) -> bool:
    """Return whether a draw or a pairing to come keeps sets apart; a swap by hand names them in any case (R-HND-02)."""
    found = format_of(event.format)
    coming = [each.format for each in found.parts[event.stage - 1 :]] if isinstance(found, StagesFormat) else [found]
    is_drawn = isinstance(coming[0], KingFormat | PartnersFormat) or event.rounds.exists()
    return not is_drawn or any(isinstance(each, StandingFormat) or each.redraw for each in coming)


def reach_of_draw(event: Tournament) -> str:
    """Return where the draw to come keeps apart for longer or shorter than a set says, and why; else nothing."""
    if event.rounds.exists():
        return ""
    part = format_in(event, 1)
    if isinstance(part, GroupsFormat):
        return _(
            "The draw of the groups keeps them apart to the end of the stage, also with a last round: who is in one "
            "group meets all of it, and who is in different groups meets nobody of the other."
        )
    if isinstance(part, HeatsFormat) and part.options.heat:
        return _(
            "The draw of the heats keeps them apart to the end of the stage, also with a last round: nobody changes "
            "heat."
        )
    if isinstance(part, MitchellFormat):
        return _(
            "The draw of a Mitchell keeps them apart to the end of the stage, also with a last round: all of them are "
            "on one side, and those of one side never meet."
        )
    return ""


def _page(
    request: HttpRequest,
    event: Tournament,
    form: forms.Form,
    chosen: Sequence[int] = (),
    number: int = 0,
    status: int = 200,
) -> HttpResponse:
    search = request.GET.get("q", "")[:MOST_SEARCH]
    found, sets = choosable(event, search, set(chosen)), apart_sets(event)
    names = stages.labels_of(event) if sets else {}
    context = {
        "form": form,
        "number": number,
        "sets": [ShownSet(each.number, each.name, each.until, [names[key] for key in each.entries]) for each in sets],
        "boxes": [
            Box(entry.pk, entry.number, entry.label, entry.club.name if entry.club else "", entry.pk in chosen)
            for entry in found.entries
        ],
        "more": found.more,
        "search": search,
        "most": MOST_IN_A_SET,
        "is_full": len(sets) >= MOST_SETS and not number,
        "keeps_apart": keeps_apart(event),
        "reach": reach_of_draw(event),
        "is_over": event.status == Tournament.Status.FINISHED,
    }
    return show(request, "draw/apart.html", event, "organise_draw", status=status, **context)


def _again(request: HttpRequest, event: Tournament, status: int) -> HttpResponse:
    return _page(request, event, form_of(of_draws.KEEP_APART.takes)(), status=status)


@button(of_draws.LET_MEET, again=_again)
def organise_let_meet(request: HttpRequest, event: Tournament, actor: Actor) -> HttpResponse:
    """Let the entries of a set meet again."""
    of_draws.LET_MEET.do(actor, of_event(event), {"number": whole(request.POST.get("number"), 0)})
    say_done(request, _("They may meet again, from the next pairing on."))
    return to(ADDRESS, event.slug)
