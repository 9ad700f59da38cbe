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
from tournaments.events.words.by_format import seats_several
from tournaments.frame.format_words import group_title
from tournaments.frame.forms.declared import form_of
from tournaments.frame.operations.operation import Target, of_event
from tournaments.frame.pages.steps import (
    organiser_of,
    page_of,
    reason_page,
    refuse,
    say_done,
    say_refused,
    show,
    take,
    to,
)
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
    offered = []
    for meeting in drawn.groups or drawn.meetings:
        choices = []
        for place in meeting.places:
            position = place.position
            others = [each for each in taps if each != position]
            if position in taps:
                href = f"?a={others[0]}#place-{position}" if others else f"?#place-{position}"
            elif len(taps) == 1:
                href = f"?a={taps[0]}&b={position}#swap"
            else:
                href = f"?a={position}#place-{position}"
            choices.append(SwapChoice(place, href, position in taps))
        offered.append(Offered(meeting, choices, group_title(drawn.event_format, meeting.group)))
    return offered


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
    event, actor = organiser_of(request, slug)
    if request.method != "POST":
        return _page(request, event)
    if "hall" in request.POST:
        hall = hall_form({"pace": draws.PACE, **request.POST.dict()})
        if not hall.is_valid():
            return _page(request, event, hall=hall, status=422)
        try:
            of_draws.DRAW.do(actor, of_current_draw(event), hall.cleaned_data)
        except RefusedError as refusal:
            status = refuse(hall, refusal, event.game) if refusal.field else say_refused(request, refusal, event)
            return _page(request, event, hall=hall, status=status)
        say_done(request, _("The draw is made. It counts when you announce it."))
        return to("organise_draw", event.slug)
    form = form_of(of_draws.SWAP.takes)(request.POST)

    def swap() -> str:
        of_draws.SWAP.do(actor, of_current_draw(event), form.cleaned_data)
        say_done(request, _("Positions %(a)s and %(b)s are swapped.") % form.cleaned_data)
        return reverse("organise_draw", args=[event.slug])

    return take(request, form, swap, partial(_page, request, event, form), event.game)


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
    round_title = ""
    if drawn is not None and drawn.groups:
        round_title = pgettext("of an event", "Groups")
    elif drawn is not None:
        round_title = round_name(drawn.draw.round_number, drawn.all_rounds)
    is_outdated = draw is not None and draw.status in draws.OPEN and draws.is_outdated(event, draw)
    reached = 0 if draw is None else {Status.COMMITTED: 1, Status.DRAFT: 2, Status.ANNOUNCED: 3}[Status(draw.status)]
    steps = [
        {"label": label, "state": "done" if n < reached else "now" if n == reached else "next", "url": ""}
        for n, label in enumerate((_("Seal"), _("Draw and check"), _("Announce")))
    ]
    now = next_step.what_now(event, progress(event))
    # The next step if it belongs to the draw. This page asks for the number of the hall in a form of its own.
    is_of_draw = now.button is not None and now.button.step in ("commit", "draw")
    context = {
        "draw": draw,
        "drawing": drawn,
        "seats_several": seats_several(event),
        "round_title": round_title,
        "moves": [_(phrases.PHRASES[move.reason_code]) % move.params for move in drawn.moves] if drawn else [],
        "checks": _checks(event, drawn) if drawn else [],
        "is_outdated": is_outdated,
        "steps": steps,
        "now": now if is_of_draw else None,
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


def _checks(event: Tournament, drawn: Drawing) -> list[dict[str, Any]]:
    """Return what an organiser checks before announcing the draw."""
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
    byes = len(drawn.byes)
    if drawn.is_in_rounds:
        resters = ngettext("%(n)s rests in round 1", "%(n)s rest in round 1", byes) if byes else _("Nobody rests")
    elif not byes:
        resters = _("No byes")
    elif seats_several(event):
        # Who rests at a table of several goes on in twos.
        resters = resting(2 * byes)
    else:
        resters = ngettext("%(n)s bye", "%(n)s byes", byes)
    tables = len(drawn.meetings) - byes
    to_play = ngettext("%(n)s table to play", "%(n)s tables to play", tables)
    apart = len(drawn.should_not_meet)
    text_apart = (
        ngettext("%(n)s table of two who should not meet", "%(n)s tables of two who should not meet", apart)
        if apart
        else _("Nobody meets who should not")
    )
    return [
        {"is_fine": not same, "text": text % {"n": same}},
        *([{"is_fine": not apart, "text": text_apart % {"n": apart}}] if drawn.has_sets else []),
        {"is_fine": True, "text": resters % {"n": byes}},
        {"is_fine": True, "text": to_play % {"n": tables}},
    ]


@page_of(of_draws.ANNOUNCE)
def organise_draw_announce(request: HttpRequest, slug: str) -> HttpResponse:
    """Announce the draw, after a page that names the consequences."""
    event, actor = organiser_of(request, slug)
    draw = drawing.current_draw(event)

    def announce() -> str:
        of_draws.ANNOUNCE.do(actor, of_event(event, draw_id=draw.pk if draw else 0), {})
        say_done(request, _("The draw is announced: everybody can see it and check it."))
        return reverse("organise", args=[event.slug])

    def ask(status: int) -> HttpResponse:
        drawn = drawing.drawing(draw) if draw is not None and draw.document else None
        if drawn is None or drawn.draw.status != Status.DRAFT:
            return to("organise_draw", event.slug) if status == 200 else _page(request, event, status=status)
        tables = len(drawn.meetings) - len(drawn.byes)
        made = ngettext("%(n)s table of the round is made.", "%(n)s tables of the round are made.", tables)
        question = {
            "title": _("Announce this draw?"),
            "consequences": [
                _("The secret number and the whole draw become public, with every swap and its reason."),
                _("The tables of every round are made, group by group.") if drawn.groups else made % {"n": tables},
                _("From now on entries change by withdrawal or late entry only, and the rules are fixed."),
            ],
            "undo": _("It can be taken back as long as no table has been called."),
            "submit": _("Announce the draw"),
            "back_url": reverse("organise_draw", args=[event.slug]),
            "kind": "",
        }
        return show(request, "frame/organiser_confirm.html", event, "organise_draw", status=status, question=question)

    return take(request, None, announce, ask, event.game)


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
