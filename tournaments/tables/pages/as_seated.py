"""Tables that were played by other people than were written there: what is recorded, before it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.competition.match.outcomes import DUEL
from tournaments.competition.rooms import room_at
from tournaments.competition.stages.correction import Difference
from tournaments.draw import operations as of_draws
from tournaments.draw.writes.hand import SeatSwap, has_been_played, preview_as_seated
from tournaments.errors import RefusedError
from tournaments.events.reads.rounds import round_in, rounds_in
from tournaments.frame.forms.declared import form_of
from tournaments.frame.numbers import minus, score_text, whole
from tournaments.frame.operations.operation import of_event
from tournaments.frame.pages.steps import organiser_of, page_of, say_done, show, take
from tournaments.frame.phrases import sentence
from tournaments.frame.reads.teams import is_of_teams
from tournaments.frame.round_names import round_name
from tournaments.models import Round, Tournament
from tournaments.tables.pages.corrections import MovedTable, StalePairing, moved_tables, stale_pairing
from tournaments.tables.reads import stages
from tournaments.tables.reads.stages import StageSeat
from tournaments.tables.writes.pairs import BETWEEN


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """Somebody at a played table: the points of the line, the link of a tap, and whether it was tapped."""

    entry: int
    name: str
    points: int
    href: str
    is_tapped: bool


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table of the round that was played to its end."""

    hall: int
    room: str
    seats: Sequence[PlayedSeat]


@dataclass(frozen=True, slots=True)
class Recorded:
    """A result as it would be written, and as it is."""

    text: str
    was: str


@dataclass(frozen=True, slots=True)
class AsSeated:
    """What would be written: the results, who moves in the standings, the rounds that were paired on it."""

    names: Sequence[str]
    results: Sequence[Recorded] = ()
    moved: Sequence[MovedTable] = ()
    pairings: Sequence[StalePairing] = ()
    refusal: str = ""


@page_of(of_draws.AS_SEATED)
def organise_as_seated(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the played tables of a round, and what changes where two had sat in each other's places; POST records it."""
    event, actor = organiser_of(request, slug)
    round_ = round_in(event, number)
    form = form_of(of_draws.AS_SEATED.takes)(request.POST) if request.method == "POST" else None

    def record() -> str:
        assert form is not None  # noqa: S101 - only what was sent is done
        shown = {"seen": whole(request.POST.get("seen"), -1)}
        of_draws.AS_SEATED.do(actor, of_event(event, number=number), {**form.cleaned_data, **shown})
        say_done(request, _("It is recorded as it was played."))
        return reverse("organise_as_seated", args=[slug, number])

    page = partial(_page, request, event, round_, form)
    return page() if form is None else take(request, form, record, page, event.game)


def _page(
    request: HttpRequest, event: Tournament, round_: Round, form: forms.Form | None, status: int = 200
) -> HttpResponse:
    seats = [seat for seat in stages.seats_of(event) if seat.round == round_.number and has_been_played(seat)]
    names = stages.labels_of(event)
    asked = request.POST if request.method == "POST" else request.GET
    tapped = [whole(asked.get(name), 0) for name in (("one", "other") if form is not None else ("a", "b"))]
    here = {seat.entry for seat in seats}
    taps = [each for each in dict.fromkeys(tapped) if each in here]
    tables = []
    for _number, at_table in groupby(seats, key=lambda seat: seat.table):
        shown = [
            PlayedSeat(seat.entry, names[seat.entry], seat.points, _href(taps, seat.entry), seat.entry in taps)
            for seat in at_table
            if seat.hall is not None
        ]
        hall = next((seat.hall for seat in seats if seat.table == _number), None)
        tables.append(PlayedTable(hall or 0, room_at(event.rooms, hall), shown))
    found = None
    if len(taps) == 2:
        named = [names[key] for key in taps]
        try:
            swap, told = preview_as_seated(tournament=event, number=round_.number, one=taps[0], other=taps[1])
            found = _as_seated(event, swap, told, seats, named)
        except RefusedError as refusal:
            found = AsSeated(named, refusal=sentence(refusal, event.game))
    context = {
        "round": round_,
        "title": round_name(round_.number, rounds_in(event)),
        "tables": tables,
        "found": found,
        "taps": taps,
        "first": names[taps[0]] if taps else "",
        "form": form or form_of(of_draws.AS_SEATED.takes)(),
        "who": _("Entry"),
        "has_vp": bool(event.vp_scale),
        "of_teams": is_of_teams(event),
    }
    return show(request, "tables/as_seated.html", event, "organise_rounds", status=status, **context)


def _href(taps: Sequence[int], entry: int) -> str:
    if entry in taps:
        others = [each for each in taps if each != entry]
        return f"?a={others[0]}#place-{entry}" if others else f"?#place-{entry}"
    return f"?a={taps[0]}&b={entry}#swap" if taps else f"?a={entry}#place-{entry}"


def _as_seated(
    event: Tournament, swap: SeatSwap, told: Difference, seats: Sequence[StageSeat], named: Sequence[str]
) -> AsSeated:
    """Return in words what would be written."""
    rounds = rounds_in(event)
    points: dict[int, list[int]] = {}
    for seat in {(seat.table, seat.line): seat for seat in seats}.values():
        points.setdefault(seat.table, []).append(seat.points)
    results = []
    for each in swap.tables:
        here = points[each.number]
        if len(here) > DUEL:
            with_points = zip(each.after.lines, here, strict=True)
            people = " · ".join(f"{_name(line, swap.names)} {minus(worth)}" for line, worth in with_points)
            text = _("Table %(table)s: %(people)s") % {"table": each.hall, "people": people}
        else:
            values = {"table": each.hall, "people": _against(each.after.lines, swap.names), "points": score_text(here)}
            text = _("Table %(table)s: %(people)s, %(points)s") % values
        results.append(Recorded(text, _against(each.before.lines, swap.names)))
    return AsSeated(
        named,
        results,
        moved_tables(event, told, swap.names),
        [stale_pairing(event, each, swap.names, rounds) for each in told.pairings],
    )


def _name(line: Sequence[int], names: Mapping[int, str]) -> str:
    return BETWEEN.join(names[key] for key in line)


def _against(lines: Sequence[Sequence[int]], names: Mapping[int, str]) -> str:
    people = [_name(line, names) for line in lines]
    if len(people) == 2:
        return _("%(one)s against %(other)s") % {"one": people[0], "other": people[1]}
    return " · ".join(people)
