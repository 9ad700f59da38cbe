"""The draw in three steps: seal, draw, announce. A draft can be changed, or discarded with a reason."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext

from tournaments.competition import phrases
from tournaments.dashboard.reads import progress
from tournaments.dashboard.words import next_step
from tournaments.draw import operations as of_draws
from tournaments.draw.forms import hall_form
from tournaments.draw.reads import drawing
from tournaments.draw.reads.drawing import Drawing, DrawnMeeting, PlacedEntrant, seal
from tournaments.draw.words.evenings import resting
from tournaments.draw.words.swaps import sentences
from tournaments.draw.writes import draws
from tournaments.errors import RefusedError
from tournaments.events.words.kinds import seats_several
from tournaments.frame.format_words import group_title
from tournaments.frame.forms.declared import form_of
from tournaments.frame.operations.operation import Target, of_event
from tournaments.frame.pages.steps import organised, page_of, reason_page, refuse, say_done, say_refused, show, take, to
from tournaments.frame.policies import Actor
from tournaments.frame.round_names import round_name
from tournaments.models import Draw, Tournament


@dataclass(frozen=True, slots=True)
class SwapChoice:
    """A place of the draft: the link of a tap, and whether it is chosen."""

    place: PlacedEntrant
    href: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Offered:
    """A table of the draft with its places, and the name of its group or heat."""

    meeting: DrawnMeeting
    choices: Sequence[SwapChoice]
    part: str = ""


def chosen_places(data: QueryDict, drawn: Drawing) -> list[int]:
    """Return the tapped places, two at most; a number that is not a place of the draft is ignored."""
    typed = [data.get(name, "") for name in ("a", "b")]
    numbers = [int(text) for text in typed if text.isascii() and text.isdigit() and len(text) < 6]
    return [number for number in dict.fromkeys(numbers) if drawn.at(number) is not None]


def swap_choices(drawn: Drawing, taps: Sequence[int]) -> list[Offered]:
    """Return every table, or every group, with its links: a tap chooses a place, a second tap on it undoes that."""
    event_format = drawn.event_format
    return [
        Offered(
            meeting,
            [SwapChoice(place, _href(place.position, taps), place.position in taps) for place in meeting.places],
            group_title(event_format, meeting.group),
        )
        for meeting in drawn.groups or drawn.meetings
    ]


def _href(position: int, taps: Sequence[int]) -> str:
    if position in taps:
        others = [each for each in taps if each != position]
        return f"?a={others[0]}#place-{position}" if others else f"?#place-{position}"
    if len(taps) == 1:
        return f"?a={taps[0]}&b={position}#swap"
    return f"?a={position}#place-{position}"


def names_of(drawn: Drawing, taps: Sequence[int]) -> list[str]:
    """Return the names at the tapped places."""
    found = [drawn.at(position) for position in taps]
    return [(place.name if place else "") or _("bye") for place in found]


Status = Draw.Status


def of_current_draw(event: Tournament) -> Target:
    """Return the current draw as a target; number 0, which no draw has, if there is none."""
    draw = drawing.current_draw(event)
    return of_event(event, draw_id=draw.pk if draw else 0)


@page_of(of_draws.DRAW, of_draws.SWAP)
def organise_draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the three steps. POST draws with the number of the hall, or swaps two positions of the draft."""
    event, actor = organised(request, slug)
    if request.method != "POST":
        return _page(request, event)
    return _draw(request, event, actor) if "hall" in request.POST else _swap(request, event, actor)


def _page(
    request: HttpRequest,
    event: Tournament,
    form: forms.Form | None = None,
    hall: forms.Form | None = None,
    status: int = 200,
) -> HttpResponse:
    draw = drawing.current_draw(event)
    drawn = drawing.drawing(draw) if draw is not None and draw.document else None
    may_swap = drawn is not None and drawn.draw.status == Status.DRAFT and not drawn.draw.is_being_shown
    taps = chosen_places(request.POST or request.GET, drawn) if drawn and may_swap else []
    context = {
        "draw": draw,
        "drawing": drawn,
        "seats_several": seats_several(event),
        "round_title": _round_title(draw, drawn) if draw and drawn else "",
        "moves": _sentences(drawn) if drawn else [],
        "checks": _checks(event, drawn) if drawn else [],
        "is_outdated": draw is not None and draw.status in draws.OPEN and draws.is_outdated(event, draw),
        "steps": _steps(draw),
        "now": _now(event, draw),
        "seal": seal(draw.commitment) if draw else "",
        "hall_form": hall or hall_form(),
        "tables": swap_choices(drawn, taps) if drawn else [],
        "may_swap": may_swap,
        "chosen": names_of(drawn, taps) if drawn else [],
        "form": form or form_of(of_draws.SWAP.takes)(initial=dict(zip(("a", "b"), taps, strict=False))),
        "swaps": sentences(drawn.exchanges, drawn.names) if drawn else [],
        "past": [each for each in drawing.past_draws(event) if each.status == Status.DISCARDED],
        "may_withdraw": draw is not None and draw.status == Status.ANNOUNCED and event.status == "running",
    }
    return show(request, "draw/draw.html", event, "organise_draw", status=status, **context)


def _round_title(draw: Draw, drawn: Drawing) -> str:
    """Return the name of the drawn round; the number of rounds follows from its meetings."""
    return pgettext("of an event", "Groups") if drawn.groups else round_name(draw.round_number, drawn.all_rounds)


def _steps(draw: Draw | None) -> list[dict[str, str]]:
    labels = (_("Seal"), _("Draw and check"), _("Announce"))
    order = {Status.COMMITTED: 1, Status.DRAFT: 2, Status.ANNOUNCED: 3}
    reached = order[Status(draw.status)] if draw is not None else 0
    states = ["done" if n < reached else "now" if n == reached else "next" for n in range(3)]
    return [{"label": label, "state": state, "url": ""} for label, state in zip(labels, states, strict=True)]


def _now(event: Tournament, draw: Draw | None) -> next_step.Now | None:
    """Return the next step if it belongs to the draw, else None."""
    now = next_step.what_now(event, progress(event))
    is_of_draw = now.button is not None and now.button.step in ("commit", "draw")
    # This page asks for the number of the hall in a form of its own.
    return now if is_of_draw else None


def _sentences(drawn: Drawing) -> list[str]:
    """Return one sentence for each entry that a rule moved, with the reason."""
    return [_(phrases.PHRASES[move.reason_code]) % move.params for move in drawn.moves]


def _checks(event: Tournament, drawn: Drawing) -> list[dict[str, Any]]:
    """Return what an organiser checks before announcing the draw."""
    byes = len(drawn.byes)
    return [
        _same_club(drawn),
        {
            "is_fine": True,
            "text": _rests(byes) if drawn.is_in_rounds else _byes(event, byes),
        },
        {"is_fine": True, "text": _to_play(len(drawn.meetings) - byes)},
    ]


def _rests(rests: int) -> str:
    return (
        ngettext("%(n)s rests in round 1", "%(n)s rest in round 1", rests) % {"n": rests}
        if rests
        else _("Nobody rests")
    )


def _same_club(drawn: Drawing) -> dict[str, Any]:
    """Return the check whether two of the same club meet in the round, or in a group."""
    same = len(drawn.same_club)
    if drawn.groups:
        same = sum(group.same_club for group in drawn.groups)
        text = (
            ngettext("%(n)s group with two of the same club", "%(n)s groups with two of the same club", same)
            if same
            else _("Nobody is in a group with their own club")
        )
    else:
        text = (
            ngettext(
                "%(n)s table of round 1 with two of the same club",
                "%(n)s tables of round 1 with two of the same club",
                same,
            )
            if same
            else _("Nobody meets their own club in this round")
        )
    return {"is_fine": not same, "text": text % {"n": same}}


def _byes(event: Tournament, byes: int) -> str:
    if not byes:
        return _("No byes")
    if seats_several(event):
        # Who rests at a table of several goes on in twos.
        return resting(2 * byes)
    return ngettext("%(n)s bye", "%(n)s byes", byes) % {"n": byes}


def _draw(request: HttpRequest, event: Tournament, actor: Actor) -> HttpResponse:
    form = hall_form({"pace": draws.PACE, **request.POST.dict()})
    if not form.is_valid():
        return _page(request, event, hall=form, status=422)
    try:
        of_draws.DRAW.do(actor, of_current_draw(event), form.cleaned_data)
    except RefusedError as refusal:
        status = refuse(form, refusal, event.game) if refusal.field else say_refused(request, refusal, event)
        return _page(request, event, hall=form, status=status)
    say_done(request, _("The draw is made. It counts when you announce it."))
    return to("organise_draw", event.slug)


def _swap(request: HttpRequest, event: Tournament, actor: Actor) -> HttpResponse:
    form = form_of(of_draws.SWAP.takes)(request.POST)

    def swap() -> str:
        of_draws.SWAP.do(actor, of_current_draw(event), form.cleaned_data)
        say_done(request, _("Positions %(a)s and %(b)s are swapped.") % form.cleaned_data)
        return reverse("organise_draw", args=[event.slug])

    return take(request, form, swap, partial(_page, request, event, form), event.game)


@page_of(of_draws.ANNOUNCE)
def organise_draw_announce(request: HttpRequest, slug: str) -> HttpResponse:
    """Announce the draw, after a page that names the consequences."""
    event, actor = organised(request, slug)
    draw = drawing.current_draw(event)

    def announce() -> str:
        of_draws.ANNOUNCE.do(actor, of_event(event, draw_id=draw.pk if draw else 0), {})
        say_done(request, _("The draw is announced: everybody can see it and check it."))
        return reverse("organise", args=[event.slug])

    def ask(status: int) -> HttpResponse:
        drawn = drawing.drawing(draw) if draw is not None and draw.document else None
        if drawn is None or drawn.draw.status != Status.DRAFT:
            return to("organise_draw", event.slug) if status == 200 else _page(request, event, status=status)
        return show(
            request,
            "frame/organiser_confirm.html",
            event,
            "organise_draw",
            status=status,
            question=_announcing(event, drawn),
        )

    return take(request, None, announce, ask, event.game)


def _announcing(event: Tournament, drawn: Drawing) -> dict[str, Any]:
    tables = len(drawn.meetings) - len(drawn.byes)
    return {
        "title": _("Announce this draw?"),
        "consequences": [
            _("The secret number and the whole draw become public, with every swap and its reason."),
            _("The tables of every round are made, group by group.")
            if drawn.groups
            else ngettext("%(n)s table of the round is made.", "%(n)s tables of the round are made.", tables)
            % {"n": tables},
            _("From now on entries change by withdrawal or late entry only, and the rules are fixed."),
        ],
        "undo": _("It can be taken back as long as no table has been called."),
        "submit": _("Announce the draw"),
        "back_url": reverse("organise_draw", args=[event.slug]),
        "kind": "",
    }


organise_draw_discard = reason_page(
    of_draws.DISCARD,
    lambda: {
        "title": _("Discard this draft?"),
        "consequences": [
            _("The next draw begins anew, with another sealed number."),
            _("This draft stays public with its secret number and your reason, so that nobody draws until it pleases."),
        ],
        "undo": _("It cannot be undone."),
        "submit": _("Discard the draft"),
    },
    gettext_noop("The draft has been discarded. It stays on the public record."),
    of=of_current_draw,
    current="organise_draw",
    back="organise_draw",
    after="organise_draw",
)
organise_draw_withdraw = reason_page(
    of_draws.WITHDRAW,
    lambda: {
        "title": _("Take the announced draw back?"),
        "consequences": [
            _("All tables of this draw disappear, also from the public pages."),
            _("The draw stays on the public record, with your reason."),
            _("The codes of these tables no longer work."),
        ],
        "undo": _("It cannot be undone: the next draw will be another one."),
        "submit": _("Take the draw back"),
    },
    gettext_noop("The draw is taken back. Entries can change again."),
    current="organise_draw",
    back="organise",
    after="organise",
)


def _to_play(number: int) -> str:
    return ngettext("%(n)s table to play", "%(n)s tables to play", number) % {"n": number}
