"""The tables of a round in the director's hand: swap two, pair the others anew, leave somebody out, fix a table."""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.competition.formats.contract import Format
from tournaments.competition.formats.rounds import HeatsFormat, InRounds, MitchellFormat
from tournaments.competition.phrases import PHRASES
from tournaments.competition.rooms import PlayingRoom, room_of, rooms_of
from tournaments.draw import operations as of_draws
from tournaments.draw.reads.fixed_tables import fixed_rooms, fixed_tables
from tournaments.draw.writes.hand import ChangedTable, may_be_moved, preview_swap, why_not_fixed
from tournaments.draw.writes.pairings import absent_in, most_vp_of_absent, preview_anew, why_not_paired_anew
from tournaments.draw.writes.plans import count_called_tables
from tournaments.errors import RefusedError
from tournaments.events.reads.rounds import round_in, rounds_in
from tournaments.events.words.sentences import opponents
from tournaments.frame.forms.declared import form_of
from tournaments.frame.numbers import score_text, whole
from tournaments.frame.operations.operation import of_event
from tournaments.frame.pages.steps import button, organiser_of, page_of, say_done, show, take, to
from tournaments.frame.phrases import sentence
from tournaments.frame.policies import Actor
from tournaments.frame.reads.formats import format_in, regulation_of
from tournaments.frame.round_names import round_name
from tournaments.models import Entry, Round, Table, Tournament
from tournaments.tables.reads import stages
from tournaments.tables.reads.stages import StageSeat
from tournaments.tables.writes.pairs import BETWEEN

ADDRESS = "organise_hand"
# Tables named one by one in a question, at most; the others are only counted.
MOST_TABLES = 12
# The reason of a step that is only tried; nothing of it is saved.
TRIED = "-"


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody at a table: the link of a tap, the order in which it was tapped (0: not), and why it cannot be.

    ``is_kept`` is the first one of a table that stayed when the others were paired anew; ``home`` is the room in
    which somebody always plays, and ``is_away`` says that this table stands in another one.
    """

    entry: int
    name: str
    href: str = ""
    tapped: int = 0
    why: str = ""
    is_fixed: bool = False
    is_kept: bool = False
    home: str = ""
    is_away: bool = False


@dataclass(frozen=True, slots=True)
class TableInHand:
    """A table of the round; ``hall`` is None where somebody rests or is absent, who has ``worth`` for the round.

    ``has_left``: who is absent here has left the event since, and cannot be taken back into the round.
    """

    hall: int | None
    group: int
    lines: Sequence[Sequence[Sitter]]
    is_absent: bool = False
    worth: str = ""
    has_left: bool = False
    room: str = ""


@dataclass(frozen=True, slots=True)
class ComingLine:
    """A line of a changed table: its name, and whether it comes there by the swap."""

    name: str
    comes: bool


@dataclass(frozen=True, slots=True)
class TableToBe:
    """A table as it would be: its lines, and the names of those who leave it."""

    hall: int | None
    lines: Sequence[ComingLine]
    goes: Sequence[str]


@dataclass(frozen=True, slots=True)
class SwapAsk:
    """Something that should not be, with the box that confirms it."""

    name: str
    text: str
    is_ticked: bool


@dataclass(frozen=True, slots=True)
class SwapShown:
    """What the swap of the two in hand would do; or why it cannot be done."""

    names: Sequence[str]
    tables: Sequence[TableToBe] = ()
    asks: Sequence[SwapAsk] = ()
    also: str = ""
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class InHand:
    """The two that were tapped, one, or none."""

    taps: Sequence[int] = field(default_factory=tuple)

    def href(self, entry: int) -> str:
        """Return the link of a tap on an entry: it takes it in hand, lets it go, or replaces the second one."""
        if entry in self.taps:
            others = [each for each in self.taps if each != entry]
            return f"?a={others[0]}#place-{entry}" if others else f"?#place-{entry}"
        return f"?a={self.taps[0]}&b={entry}#swap" if self.taps else f"?a={entry}#place-{entry}"


@page_of(of_draws.SWAP_SEATS)
def organise_hand(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the tables of a round, and the swap of the two that were tapped; POST swaps them."""
    event, actor = organiser_of(request, slug)
    round_ = round_in(event, number)
    form: forms.Form | None = None
    if request.method == "POST":
        ticked = " ".join(request.POST.getlist("ok"))
        form = form_of(of_draws.SWAP_SEATS.takes)({**request.POST.dict(), "accepted": ticked})

    def swap() -> str:
        assert form is not None  # noqa: S101 - only what was sent is done
        shown = {"seen": whole(request.POST.get("seen"), -1)}
        of_draws.SWAP_SEATS.do(actor, of_event(event, number=number), {**form.cleaned_data, **shown})
        say_done(request, _("The two have swapped places."))
        return reverse(ADDRESS, args=[slug, number])

    page = partial(_page, request, event, round_, form)
    return page() if form is None else take(request, form, swap, page, event.game)


def _page(
    request: HttpRequest, event: Tournament, round_: Round, form: forms.Form | None, status: int = 200
) -> HttpResponse:
    all_seats = stages.seats_of(event)
    seats = [seat for seat in all_seats if seat.round == round_.number]
    names = stages.labels_of(event)
    part = format_in(event, round_.stage)
    in_rounds = isinstance(part, InRounds)
    asked = request.POST if request.method == "POST" else request.GET
    tapped = [whole(asked.get(name), 0) for name in (("one", "other") if form is not None else ("a", "b"))]
    here = {seat.entry for seat in seats}
    hand = InHand([each for each in dict.fromkeys(tapped) if each in here])
    is_called = any(seat.is_called for seat in seats)
    why_not = why_not_paired_anew(event, all_seats, round_.number)
    may_pair = not is_called and not why_not
    absent, fixed, homes = absent_in(event, round_.number), fixed_tables(event), fixed_rooms(event)
    row = next((each for each in stages.pairings_of(event) if each.round == round_.number), None) if may_pair else None
    kept = [frozenset(each["entries"]) for each in (row.kept if row is not None else ())]
    left = set(event.entries.filter(status=Entry.Status.WITHDRAWN).values_list("pk", flat=True))
    has_vp = regulation_of(event).has_vp
    tables = _tables(event, seats, names, hand, absent, {**homes, **fixed}, kept, left, has_vp=has_vp)
    preview = None
    if len(hand.taps) == 2:
        preview = _preview(event, round_, hand, names, request.POST.getlist("ok"))
    title = round_name(round_.number, rounds_in(event))
    first = next((seat for seat in seats if hand.taps and seat.entry == hand.taps[0]), None)
    context = {
        "round": round_,
        "title": title,
        "tables": tables,
        "preview": preview,
        "hand": hand,
        "first": names[hand.taps[0]] if hand.taps else "",
        "first_entry": hand.taps[0] if hand.taps else 0,
        "first_hall": first.hall if first is not None else None,
        "may_end_skip": may_pair,
        "why_not_anew": "" if first is None or is_called else _reason_of(why_not),
        "may_pair": may_pair and first is not None and hand.taps[0] not in absent,
        "has_left": bool(hand.taps) and hand.taps[0] in left,
        "may_fix": in_rounds and first is not None and not why_not_fixed(event),
        "why_not_fixed": _reason_of(why_not_fixed(event)) if first is not None else "",
        "fixed": fixed.get(hand.taps[0]) if hand.taps else None,
        "home": homes.get(hand.taps[0], "") if hand.taps else "",
        "all_fixed": [(key, names[key], at) for key, at in sorted(fixed.items(), key=itemgetter(1)) if in_rounds],
        "all_homes": [(key, names[key], room) for key, room in sorted(homes.items(), key=itemgetter(1)) if in_rounds],
        "has_rooms": bool(event.rooms),
        "is_called": is_called,
        "form": form or form_of(of_draws.SWAP_SEATS.takes)(),
        "seats_single": part.needs_lines[1] > 2,
    }
    return show(request, "draw/hand.html", event, "organise_rounds", status=status, **context)


def _tables(
    event: Tournament,
    seats: Sequence[StageSeat],
    names: Mapping[int, str],
    hand: InHand,
    absent: Mapping[int, int],
    fixed: Mapping[int, int | str],
    kept: Container[frozenset[int]],
    left: Container[int],
    *,
    has_vp: bool,
) -> list[TableInHand]:
    """Return the tables of the round, those in the hall first and who rests behind them.

    ``fixed`` are the number of the table or the name of the room of those who always play there.
    """
    found, rooms = [], rooms_of(event.rooms)
    in_rounds = bool(seats) and isinstance(format_in(event, seats[0].stage), InRounds)
    for _number, at_table in groupby(seats, key=lambda seat: seat.table):
        here = list(at_table)
        is_free = all(may_be_moved(seat, in_rounds=in_rounds) for seat in here)
        why = "" if is_free or here[0].entry in absent else _why_not(here)
        room = room_of(rooms, here[0].hall)
        is_kept = len(here) > 1 and frozenset(seat.entry for seat in here) in kept
        lines = []
        for _index, of_line in groupby(here, key=lambda seat: seat.line):
            lines.append(
                [
                    Sitter(
                        seat.entry,
                        names[seat.entry],
                        hand.href(seat.entry) if is_free else "",
                        hand.taps.index(seat.entry) + 1 if seat.entry in hand.taps else 0,
                        why if seat is here[0] else "",
                        isinstance(at, int),
                        is_kept and seat is here[0],
                        at if isinstance(at, str) else "",
                        isinstance(at, str) and at != room and seat.hall is not None,
                    )
                    for seat in of_line
                    for at in (fixed.get(seat.entry),)
                ]
            )
        is_absent, worth = here[0].entry in absent, ""
        if is_absent and has_vp:
            worth = _("%(vp)s VP for this round.") % {"vp": absent[here[0].entry]}
        has_left = here[0].entry in left
        found.append(TableInHand(here[0].hall, here[0].group, lines, is_absent, worth, has_left, room))
    return sorted(found, key=lambda table: (table.hall is None, table.hall or 0))


def _why_not(here: Sequence[StageSeat]) -> str:
    """Return why nobody can be moved from a table."""
    points = score_text(seat.points for seat in {seat.line: seat for seat in here}.values())
    if here[0].ending in stages.AUTOMATIC or any(seat.is_absent for seat in here):
        return _("not played")
    if here[0].status == Table.Status.DONE:
        return _("played: %(points)s") % {"points": points}
    return _("in play: %(points)s") % {"points": points}


def _preview(
    event: Tournament, round_: Round, hand: InHand, names: Mapping[int, str], ticked: Sequence[str]
) -> SwapShown:
    one, other = hand.taps
    named = [names[one], names[other]]
    try:
        swap = preview_swap(tournament=event, number=round_.number, one=one, other=other)
    except RefusedError as refusal:
        return SwapShown(named, refusal=sentence(refusal, event.game))
    tables = [_as_it_would_be(each, names) for each in swap.tables if each.after.round == round_.number]
    asks = [SwapAsk(each.name, _(PHRASES[each.code]) % swap.values(each), each.name in ticked) for each in swap.doubts]
    others = [str(each.round) for each in swap.exchanges if each.round != round_.number]
    return SwapShown(named, tables, asks, _also_in(others, format_in(event, round_.stage)) if others else "")


def _also_in(rounds: Sequence[str], part: Format) -> str:
    """Return that two change sides or groups, and in which other rounds each plays for the other."""
    if isinstance(part, MitchellFormat):
        said = ngettext(
            "They change lines: also in round %(rounds)s each plays where the other would have played.",
            "They change lines: also in rounds %(rounds)s each plays where the other would have played.",
            len(rounds),
        )
    elif isinstance(part, HeatsFormat):
        said = ngettext(
            "They change heats: also in round %(rounds)s each plays where the other would have played.",
            "They change heats: also in rounds %(rounds)s each plays where the other would have played.",
            len(rounds),
        )
    else:
        said = ngettext(
            "They change groups: also in round %(rounds)s each plays where the other would have played.",
            "They change groups: also in rounds %(rounds)s each plays where the other would have played.",
            len(rounds),
        )
    return said % {"rounds": ", ".join(rounds)}


def _as_it_would_be(table: ChangedTable, names: Mapping[int, str]) -> TableToBe:
    was = {frozenset(line) for line in table.before.lines}
    lines = [ComingLine(_name(line, names), frozenset(line) not in was) for line in table.after.lines]
    now = {frozenset(line) for line in table.after.lines}
    goes = [_name(line, names) for line in table.before.lines if frozenset(line) not in now]
    return TableToBe(table.hall, lines, goes)


def _name(line: Sequence[int], names: Mapping[int, str]) -> str:
    return BETWEEN.join(names[key] for key in line)


@page_of(of_draws.PAIR_OTHERS)
def organise_pair_others(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Ask whether the table of an entry stays and all others are paired anew; POST pairs them."""
    event, actor = organiser_of(request, slug)
    round_in(event, number)
    form = form_of(of_draws.PAIR_OTHERS.takes)(request.POST if request.method == "POST" else None)
    entry = _entry_of(request)
    seats = [seat for seat in stages.seats_of(event) if seat.round == number]
    at = next((seat.table for seat in seats if seat.entry == entry), None)
    names = stages.labels_of(event)
    stay = [names[seat.entry] for seat in seats if seat.table == at]

    def do() -> str:
        of_draws.PAIR_OTHERS.do(
            actor, of_event(event, number=number), _version_of(request) | form.cleaned_data | {"entries": [entry]}
        )
        say_done(request, _("All others are paired anew."))
        return reverse(ADDRESS, args=[slug, number])

    def question() -> dict[str, Any]:
        step = partial(
            of_draws.PAIR_OTHERS.do, actor, of_event(event, number=number), {"entries": [entry], "reason": TRIED}
        )
        why_not, tables = _paired_anew(event, number, step)
        return {
            "title": _("Keep this table and pair all others anew?"),
            "why_not": why_not,
            "consequences": [
                _("It stays as it is: %(names)s.") % {"names": ", ".join(stay)},
                _("All other tables of the round are paired again by the standings, without these."),
                _("Places that were swapped in this round before count no more."),
                *tables,
            ],
            "undo": _("You can still swap places, or take the pairing back."),
            "submit": _("Pair all others anew"),
            "back_url": f"{reverse(ADDRESS, args=[slug, number])}?a={entry}",
            "hidden": [{"name": "entry", "value": entry}, {"name": "seen", "value": event.version}],
        }

    return _ask(request, event, form, do, question)


@page_of(of_draws.SKIP)
def organise_skip(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Ask whether an entry is absent for a round, and what it has for it; POST pairs the others."""
    event, actor = organiser_of(request, slug)
    round_in(event, number)
    entry = _entry_of(request)
    form = form_of(of_draws.SKIP.takes)(request.POST if request.method == "POST" else None, initial={"entry": entry})
    form.fields["entry"].widget = forms.HiddenInput()
    most = most_vp_of_absent(event)
    if not most:
        form.fields["vp"].widget = forms.HiddenInput()
    name = stages.labels_of(event).get(entry, "")

    def do() -> str:
        given = _version_of(request) | form.cleaned_data | {"vp": form.cleaned_data["vp"] or 0}
        of_draws.SKIP.do(actor, of_event(event, number=number), given)
        say_done(request, _("%(name)s is absent for this round; all others are paired.") % {"name": name})
        return reverse(ADDRESS, args=[slug, number])

    def question() -> dict[str, Any]:
        step = partial(
            of_draws.SKIP.do, actor, of_event(event, number=number), {"entry": entry, "vp": 0, "reason": TRIED}
        )
        why_not, tables = _paired_anew(event, number, step)
        worth = [_("A rest gives %(vp)s VP: who is absent has no more.") % {"vp": most}] if most else []
        return {
            "title": _("%(name)s misses this round?") % {"name": name},
            "why_not": why_not,
            "consequences": [
                _("All others of the round are paired again by the standings."),
                *worth,
                _("Tables that were kept stay; places that were swapped in this round before count no more."),
                _("In public it says “absent for a round”, and not that anybody has left."),
                _("From the next round on they are paired again by themselves."),
                *tables,
            ],
            "undo": _("Until the round is called they can be taken back into it."),
            "submit": _("Miss this round"),
            "back_url": f"{reverse(ADDRESS, args=[slug, number])}?a={entry}",
        }

    return _ask(request, event, form, do, question)


def _ask(
    request: HttpRequest,
    event: Tournament,
    form: forms.Form,
    do: Callable[[], str],
    question: Callable[[], Mapping[str, Any]],
) -> HttpResponse:
    """Ask the question before a step in a round, with the version that it was asked at; POST takes the step."""

    def page(*, status: int) -> HttpResponse:
        asked = {"form": form, "hidden": [{"name": "seen", "value": event.version}], "kind": "", "why_not": ""}
        return show(
            request,
            "frame/organiser_confirm.html",
            event,
            "organise_rounds",
            status=status,
            question={**asked, **question()},
        )

    return take(request, form, do, page, event.game)


def _paired_anew(event: Tournament, number: int, step: Callable[[], object]) -> tuple[str, Sequence[str]]:
    """Return why ``step`` cannot pair a round anew; else, in sentences, the tables that it makes and who rests."""
    why_not = _why_not_anew(event, number)
    if why_not:
        return why_not, ()
    try:
        before, after = preview_anew(tournament=event, number=number, step=step)
    except RefusedError as refusal:
        return sentence(refusal, event.game), ()
    names, rooms = stages.labels_of(event), rooms_of(event.rooms)
    known = _who_meets(before, names, rooms)
    tables = [said for said in _who_meets(after, names, rooms) if said not in known]
    if not tables:
        return "", [_("The tables of the others stay as they are.")]
    more = len(tables) - MOST_TABLES
    if more > 0:
        tables[MOST_TABLES:] = [ngettext("%(n)s more table changes.", "%(n)s more tables change.", more) % {"n": more}]
    return "", tables


def _who_meets(seats: Sequence[StageSeat], names: Mapping[int, str], rooms: Sequence[PlayingRoom]) -> list[str]:
    """Return a sentence for each table of these seats, and for each who rests."""
    halls = list({seat.table: seat.hall for seat in seats}.values())
    found = []
    for hall, meeting in sorted(
        zip(halls, stages.meetings_of(seats), strict=True), key=lambda each: (each[0] is None, each[0] or 0)
    ):
        people = opponents([_name(line, names) for line in meeting.lines])
        if hall is None:
            found.append(_("%(name)s does not play.") % {"name": people})
        else:
            table = ", ".join(filter(None, (_("Table %(n)s") % {"n": hall}, room_of(rooms, hall))))
            found.append(_("%(table)s: %(people)s.") % {"table": table, "people": people})
    return found


def _reason_of(code: str, **values: Any) -> str:
    """Return why a step is not possible; empty where it is."""
    return sentence(RefusedError(code, **values)) if code else ""


def _why_not_anew(event: Tournament, number: int) -> str:
    """Return why a round cannot be paired anew around some of its tables now; empty where it can."""
    called = count_called_tables(event, number)
    why_not = why_not_paired_anew(event, stages.seats_of(event), number)
    return _reason_of(why_not) or (_reason_of("tables_called", tables=called) if called else "")


def _entry_of(request: HttpRequest) -> int:
    """Return the entry that the question is about; 0 where none is named."""
    return whole((request.POST if request.method == "POST" else request.GET).get("entry"), 0)


def _version_of(request: HttpRequest) -> dict[str, Any]:
    """Return the version of the event that the page was made from, where it was sent along."""
    return {"seen": whole(request.POST["seen"], -1)} if "seen" in request.POST else {}


def _again(request: HttpRequest, event: Tournament, status: int) -> HttpResponse:
    address = request.resolver_match
    number = address.kwargs["number"] if address is not None else 0
    return _page(request, event, round_in(event, number), None, status)


@page_of(of_draws.END_SKIP)
def organise_end_skip(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Ask whether somebody is taken back into the round; POST pairs the others anew."""
    event, actor = organiser_of(request, slug)
    round_in(event, number)
    entry = _entry_of(request)
    data = request.POST if request.method == "POST" else None
    form = form_of(of_draws.END_SKIP.takes)(data, initial={"entry": entry})
    form.fields["entry"].widget = forms.HiddenInput()

    def do() -> str:
        of_draws.END_SKIP.do(actor, of_event(event, number=number), _version_of(request) | form.cleaned_data)
        say_done(request, _("They play after all; the round is paired anew."))
        return reverse(ADDRESS, args=[slug, number])

    def question() -> dict[str, Any]:
        step = partial(of_draws.END_SKIP.do, actor, of_event(event, number=number), {"entry": entry})
        why_not, tables = _paired_anew(event, number, step)
        return {
            "title": _("%(name)s plays in this round after all?") % {"name": stages.labels_of(event).get(entry, "")},
            "why_not": why_not,
            "consequences": [
                _("All others of the round are paired again by the standings."),
                _("Tables that were kept stay; places that were swapped in this round before count no more."),
                *tables,
            ],
            "undo": _("You can still swap places, or take the pairing back."),
            "submit": _("Let them play"),
            "back_url": reverse(ADDRESS, args=[slug, number]),
        }

    return _ask(request, event, form, do, question)


@page_of(of_draws.FIX_TABLE)
def organise_fix_table(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Ask at which table somebody always plays who cannot move; POST fixes it."""
    event, actor = organiser_of(request, slug)
    round_in(event, number)
    entry = _entry_of(request)
    seats = [seat for seat in stages.seats_of(event) if seat.round == number and seat.entry == entry]
    # Where there are rooms it is one of the two.
    begin = {"entry": entry, "table": None if event.rooms else next((seat.hall for seat in seats), None)}
    form = form_of(of_draws.FIX_TABLE.takes)(request.POST if request.method == "POST" else None, initial=begin)
    form.fields["entry"].widget = forms.HiddenInput()
    if event.rooms:
        names = [each.name for each in rooms_of(event.rooms)]
        form.fields["table"].help_text = _("Or leave it empty, and choose a room.")
        form.fields["room"].widget = forms.Select(
            choices=[("", _("no room: one table")), *zip(names, names, strict=True)]
        )
    else:
        form.fields["room"].widget = forms.HiddenInput()
    name = stages.labels_of(event).get(entry, "")

    def do() -> str:
        given = {**form.cleaned_data, "table": form.cleaned_data.get("table") or 0}
        of_draws.FIX_TABLE.do(actor, of_event(event), _version_of(request) | given)
        if given["room"]:
            say_done(request, _("%(name)s always plays in “%(room)s”.") % {"name": name, "room": given["room"]})
        else:
            said = _("%(name)s always plays at table %(table)s.")
            say_done(request, said % {"name": name, "table": given["table"]})
        return reverse(ADDRESS, args=[slug, number])

    question: dict[str, Any] = {
        "title": (
            _("%(name)s always at the same table, or in the same room?")
            if event.rooms
            else _("%(name)s always at the same table?")
        )
        % {"name": name},
        "why_not": _reason_of(why_not_fixed(event)),
        "consequences": [
            _("The pairs stay as they are: only the numbers of the tables change."),
            _("It counts for the rounds that are not called yet, and for all that follow."),
        ],
        "undo": _("You can let them play at any table again."),
        "submit": _("Fix the table"),
        "back_url": f"{reverse(ADDRESS, args=[slug, number])}?a={entry}",
    }
    return _ask(request, event, form, do, lambda: question)


@button(of_draws.UNFIX_TABLE, again=_again)
def organise_unfix_table(request: HttpRequest, event: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Let somebody play at any table again."""
    round_in(event, number)
    given = _version_of(request) | {"entry": whole(request.POST.get("entry"), 0)}
    of_draws.UNFIX_TABLE.do(actor, of_event(event), given)
    say_done(request, _("They play at any table again, also in the rounds that are not called yet."))
    return to(ADDRESS, event.slug, number)
