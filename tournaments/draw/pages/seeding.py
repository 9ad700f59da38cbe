"""Seeds before the draw: propose them from an event, the circuit or a pasted list, check, then set all at once."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.draw.forms import RankingForm, SeedsForm
from tournaments.draw.reads import seeding as selector
from tournaments.draw.reads.seeding import Proposal
from tournaments.entries.operations import SET_SEEDS
from tournaments.entries.writes import seeding
from tournaments.errors import RefusedError
from tournaments.frame.operations.operation import of_event
from tournaments.frame.pages.steps import organiser_of, page_of, say_done, say_refused, show, to
from tournaments.models import Circuit, Tournament

SOURCE = "da"
LAST_EVENT, CIRCUIT = "torneo", "circuito"


@page_of(SET_SEEDS)
def organise_seeds(request: HttpRequest, slug: str) -> HttpResponse:
    """Propose seeds (``da`` in the address, or ``step=list``), set them (``step=set``), or clear all."""
    event, actor = organiser_of(request, slug)
    step = request.POST.get("step", "")
    if step == "list":
        ranking = RankingForm(request.POST)
        if not ranking.is_valid():
            return _page(request, event, ranking, 422)
        return _page(request, event, ranking, proposal=selector.from_list(event, ranking.cleaned_data["names"]))
    if request.method != "POST" or step not in ("set", "clear"):
        source = _source(request, event)
        proposal: Proposal | None = None
        if isinstance(source, Tournament):
            proposal = selector.from_event(event, source)
        elif source is not None:
            proposal = selector.from_circuit(event)
        return _page(request, event, RankingForm(), 422 if request.method == "POST" else 200, proposal=proposal)
    form = SeedsForm(request.POST)
    if step == "set" and not form.is_valid():
        return _page(request, event, RankingForm(), 422)
    chosen = form.seeds() if step == "set" else []
    try:
        SET_SEEDS.do(actor, of_event(event), {"entries": chosen})
    except RefusedError as refusal:
        return _page(request, event, RankingForm(), say_refused(request, refusal, event))
    # Who was seeded, and from what.
    source, number = _source(request, event), len(chosen)
    if not chosen:
        text = _("There are no seeds any more.")
    elif isinstance(source, Tournament):
        text = ngettext(
            "Seeds from “%(name)s”: the best placed of those who play.",
            "Seeds from “%(name)s”: the %(n)s best placed of those who play.",
            number,
        )
    elif source is not None:
        text = ngettext(
            "Seeds from the circuit “%(name)s”: the best placed of those who play.",
            "Seeds from the circuit “%(name)s”: the %(n)s best placed of those who play.",
            number,
        )
    else:
        text = ngettext(
            "Seeds from the list: the first of those who play.",
            "Seeds from the list: the first %(n)s of those who play.",
            number,
        )
    say_done(request, text % {"name": source or "", "n": number})
    return to("organise_seeds", event.slug)


def _source(request: HttpRequest, event: Tournament) -> Tournament | Circuit | None:
    """Return the circuit or event named in the address; None for a list, or if there is none."""
    asked = request.GET.get(SOURCE, "")
    if asked == CIRCUIT:
        return event.circuit
    return selector.last_event(event) if asked == LAST_EVENT else None


def _page(
    request: HttpRequest, event: Tournament, form: RankingForm, status: int = 200, proposal: Proposal | None = None
) -> HttpResponse:
    playing = selector.playing(event)
    context: dict[str, Any] = {
        "ranking": form,
        "last": selector.last_event(event),
        "circuit": event.circuit,
        "proposal": proposal,
        "source": _source(request, event) if proposal else None,
        "seeds": sorted((entry for entry in playing if entry.seed is not None), key=lambda entry: entry.seed or 0),
        "is_open": event.status not in (Tournament.Status.RUNNING, Tournament.Status.FINISHED),
    }
    if proposal is not None and proposal.entries:
        number = min(len(proposal.entries), selector.usual_number(len(playing)))
        order = ",".join(str(entry.pk) for entry in proposal.entries[: seeding.MOST_SEEDS])
        context["setting"] = SeedsForm(initial={"number": number, "order": order})
    return show(request, "draw/seeds.html", event, "organise_draw", status=status, **context)
