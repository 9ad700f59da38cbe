"""Correct a finished table in three steps: change a draft of the sheet, see the effects, save with a reason.

The draft is a signed field of the form, so nothing is saved before the effects have been seen.

What a correction changes, in words: made from the difference of the two folds alone (R-STG-29).
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any, TypeAlias

from django import forms
from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from tournaments.competition.match import contents, outcomes
from tournaments.competition.match.contents import Spot
from tournaments.competition.stages.correction import WHOLE, Difference, Move, PairedRound, Placed
from tournaments.competition.stages.facts import Meeting
from tournaments.errors import MissingError, RefusedError, StaleVersionError
from tournaments.events.words.sentences import opponents
from tournaments.frame import access, phrases
from tournaments.frame.access import visitor
from tournaments.frame.format_words import group_title
from tournaments.frame.forms.declared import form_of
from tournaments.frame.numbers import score_text, whole
from tournaments.frame.operations.inputs import WHY
from tournaments.frame.pages.steps import officials, refuse, see
from tournaments.frame.policies import Actor, Right
from tournaments.frame.reads.formats import format_in, format_now, regulation_of
from tournaments.frame.round_names import round_name
from tournaments.games import registry
from tournaments.games.contract import Json
from tournaments.models import Table, Tournament
from tournaments.tables.forms import TotalForm
from tournaments.tables.pages import drafts
from tournaments.tables.pages.record import outcome_rows, shown_games
from tournaments.tables.pages.sheets import deal_form, deal_title, head, total_form, written_total
from tournaments.tables.pages.steps import show_refusal_at_table
from tournaments.tables.reads.stages import labels_of
from tournaments.tables.words import wording
from tournaments.tables.writes import corrections, scoresheets
from tournaments.tables.writes.corrections import Consequences
from tournaments.tables.writes.pairs import BETWEEN
from tournaments.tables.writes.table_sheets import Sheet, SheetGame, sheet_of, with_content

MOST_ROWS = 40
MOST_MEETINGS = 16


@dataclass(frozen=True, slots=True)
class MoveRow:
    """An entry that moves: its place before and after, its VP, and in words how far and where to."""

    name: str
    before: str
    after: str
    vp: tuple[int, int]
    words: str
    is_up: bool = False
    is_down: bool = False


@dataclass(frozen=True, slots=True)
class MovedTable:
    """The rows that move in a group or in the standings; ``others`` are too many to be shown."""

    title: str
    rows: Sequence[MoveRow]
    others: int = 0


@dataclass(frozen=True, slots=True)
class StalePairing:
    """A round that was paired on the old result: its name, what can be done, its tables that would be others."""

    title: str
    state: str
    allowed: str
    made: Sequence[str]
    wanted: Sequence[str]


@dataclass(frozen=True, slots=True)
class Changes:
    """The whole page of a preview in words."""

    headline: str
    summary: Sequence[str]
    moved: Sequence[MovedTable]
    pairings: Sequence[StalePairing]
    given: Sequence[str]


def changes_of(sheet: Sheet, found: Consequences) -> Changes:
    """Return what the correction of this sheet changes."""
    names, told = labels_of(sheet.event), found.difference
    summary = []
    moved = len({each.entry for each in told.moves})
    if told.is_nothing:
        summary.append(_("Nothing else changes: same places, same tables."))
    elif moved:
        summary.append(ngettext("%(n)s place moves.", "%(n)s places move.", moved) % {"n": moved})
    else:
        summary.append(_("All places stay as they are."))
    if told.rerouted:
        summary.append(_("Others go on to the next stage."))
    if told.pairings:
        paired = ", ".join(round_name(each.round, sheet.rounds) for each in told.pairings)
        summary.append(_("Paired on the old result: %(round)s.") % {"round": paired})
    if told.tables:
        n = len(told.tables)
        summary.append(
            ngettext("%(n)s later table has other people.", "%(n)s later tables have other people.", n) % {"n": n}
        )
    tables = Table.objects.select_related("round").in_bulk([each.table for each in told.given])
    return Changes(
        headline=_headline(sheet, found, names),
        summary=summary,
        moved=moved_tables(sheet.event, told, names),
        pairings=[stale_pairing(sheet.event, each, names, sheet.rounds) for each in told.pairings],
        # The free places that were given on the old order of this table.
        given=[
            _("The free place at %(table)s was given to %(name)s, %(before)s. of those beaten here and now %(after)s.")
            % {
                "table": wording.hall(tables[each.table]),
                "name": names[each.entry],
                "before": each.before,
                "after": each.after,
            }
            for each in told.given
        ],
    )


def _headline(sheet: Sheet, found: Consequences, names: Mapping[int, str]) -> str:
    """Return who wins, or who goes on from a table of several, and who does so no longer."""
    told = found.difference
    if sheet.chairs.through > 1:
        before, after = told.ahead
        if before == after and told.has_other_order:
            return _("The same players go through, in another order.")
        if before == after:
            return _("The same players go through.")
        gained, lost = _names_list(after - before, names), _names_list(before - after, names)
        return _("Now through: %(now)s. No longer: %(before)s.") % {"now": gained or "–", "before": lost or "–"}
    if not told.changes_winner:
        return _("The winner stays the same.")
    was = [wording.name(line) for line in sheet.lines if line.place == 1]
    now = [wording.name(line) for line in sheet.lines if found.outcome.places[line.index] == 1]
    if not now:
        return _("Nobody wins, no longer %(before)s.") % {"before": " · ".join(was)}
    if len(now) > 1:
        return _("The match is a draw, no longer a win of %(before)s.") % {"before": " · ".join(was)}
    if not was:
        return _("%(now)s wins; nobody did before.") % {"now": now[0]}
    if len(was) > 1:
        return _("%(now)s wins; it was a draw before.") % {"now": now[0]}
    return _("%(now)s wins, no longer %(before)s.") % {"now": now[0], "before": was[0]}


def _names_list(keys: Iterable[int], names: Mapping[int, str]) -> str:
    return " · ".join(sorted(names[key] for key in keys))


def moved_tables(event: Tournament, told: Difference, names: Mapping[int, str]) -> list[MovedTable]:
    """Return who moves, by stage and group; in a group by the place there, if that is another one."""
    fates = {}
    for each in told.rerouted:
        # Where the next stage was called already, it is too late for them to go on.
        if any(paired.stage == each.standings + 1 and paired.called for paired in told.pairings):
            fate = _("should have gone on") if each.goes_on else _("should not have gone on")
        else:
            fate = _("goes on now") if each.goes_on else _("goes on no longer")
        fates[each.standings, each.entry] = each, fate
    rows = sorted(
        told.moves,
        key=lambda move: (
            move.standings == WHOLE,
            _group_of(move),
            _seen_places(move.after, in_group=bool(_group_of(move))) or 0,
        ),
    )
    found = []
    for (number, group), moves in groupby(rows, lambda move: (move.standings, _group_of(move))):
        here = list(moves)
        shown = [
            _move_row(move, names, fates.get((move.standings, move.entry), (None, ""))[1]) for move in here[:MOST_ROWS]
        ]
        if group:
            title = group_title(format_in(event, number) if number else format_now(event), group)
        elif number:
            title = _("Standings of stage %(number)s") % {"number": number}
        else:
            title = _("Standings of the event")
        found.append(MovedTable(title, shown, len(here) - len(shown)))
    moved = {(each.standings, each.entry) for each in told.moves}
    still = [
        MoveRow(names[each.entry], "–", "–", (0, 0), words, is_up=each.goes_on, is_down=not each.goes_on)
        for key, (each, words) in fates.items()
        if key not in moved
    ]
    if still:
        found.append(MovedTable(_("Same place, another way"), still))
    return found


def _group_of(move: Move) -> int:
    return move.after.group if move.before.group_place != move.after.group_place else 0


def _seen_places(placed: Placed, *, in_group: bool) -> int | None:
    return placed.group_place if in_group else placed.place


def _move_row(move: Move, names: Mapping[int, str], fate: str) -> MoveRow:
    in_group = bool(_group_of(move))
    before, after = _seen_places(move.before, in_group=in_group), _seen_places(move.after, in_group=in_group)
    steps = (before or 0) - (after or 0) if before and after else 0
    n = abs(steps)
    if before is None or after is None:
        way = _("out of the event") if after is not None else _("still in the event")
    elif steps > 0:
        way = ngettext("up by %(n)s", "up by %(n)s", n) % {"n": n}
    else:
        way = ngettext("down by %(n)s", "down by %(n)s", n) % {"n": n} if n else ""
    return MoveRow(
        names[move.entry],
        _("still in") if before is None else str(before),
        _("still in") if after is None else str(after),
        (move.before.vp, move.after.vp),
        ", ".join(filter(None, [way, fate])),
        is_up=steps > 0 or (before is not None and after is None),
        is_down=steps < 0 or (before is None and after is not None),
    )


def stale_pairing(event: Tournament, paired: PairedRound, names: Mapping[int, str], rounds: int) -> StalePairing:
    """Return a pairing in words: what it is, what can be done about it, and which tables would be others."""
    made, wanted = _by_people(paired.made), _by_people(paired.wanted)
    if not paired.called:
        state = _("Paired, not called yet.")
        allowed = _(
            "After saving, “What now” offers to take this pairing back: it is made anew from the right standings."
        )
    elif not paired.played:
        state = _("Called: everybody knows where they sit.")
        allowed = _("It is played as it was announced: by the code (FIBUR, art. 19) a public pairing stays.")
    else:
        state = _("Played, or being played.")
        allowed = _("It stays as it was played: only the result and the standings are corrected.")
    return StalePairing(
        round_name(paired.round, rounds),
        state,
        allowed,
        [_meeting(made[key], names) for key in made if key not in wanted][:MOST_MEETINGS],
        [_meeting(wanted[key], names) for key in wanted if key not in made][:MOST_MEETINGS],
    )


def _by_people(meetings: Sequence[Meeting]) -> dict[frozenset[frozenset[int]], Meeting]:
    return {frozenset(map(frozenset, meeting.lines)): meeting for meeting in meetings}


def _meeting(meeting: Meeting, names: Mapping[int, str]) -> str:
    lines = [BETWEEN.join(names[key] for key in line) for line in meeting.lines]
    if len(lines) == 1:
        return _("%(name)s rests") % {"name": lines[0]}
    if len(lines) == 2:
        return _("%(one)s against %(other)s") % {"one": lines[0], "other": lines[1]}
    return " · ".join(lines)


SALT = "settebello.correction"


@never_cache
@officials(reads=Right.DIRECT, writes=Right.DIRECT)
@show_refusal_at_table
def table_correct(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    table, actor = access.table(visitor(request), slug, number, Right.DIRECT)
    sheet = sheet_of(table)
    if request.method != "POST":
        # A table that has nothing to correct says so in the service's words.
        corrections.require_correctable(tournament=sheet.event, table_id=sheet.table.pk, content=sheet.content)
        return _page(request, sheet, actor)
    # The draft of the form; what is confirmed if it is missing, altered or of another table.
    content = sheet.content
    with suppress(signing.BadSignature):
        draft = signing.loads(request.POST.get("draft", ""), salt=SALT)
        content = draft["content"] if draft["table"] == sheet.table.pk else content
    corrected = sheet = with_content(sheet, content)
    totals = _written_totals(sheet, request.POST)
    for game, form in totals:
        if not form.is_bound or not form.has_changed():
            continue
        if form.is_valid():
            try:
                corrected = with_content(corrected, _content_of(corrected, game.index, form))
                outcomes.judge(regulation_of(sheet.event), corrected.chairs, corrected.content)
            except RefusedError as refusal:
                form.refuse(refusal, partial(phrases.sentence, game=sheet.event.game))
        if form.errors:
            return _page(request, sheet, actor, totals=totals)
    try:
        return _step(request, corrected, actor)
    except StaleVersionError:
        raise
    except RefusedError as refusal:
        return _page(request, corrected, actor, refusal=refusal)


Totals: TypeAlias = Sequence[tuple[SheetGame, TotalForm]]


def _written_totals(sheet: Sheet, data: QueryDict | None = None) -> Totals:
    """Return the games of the sheet that were written as totals, each with the form of its total."""
    if not _takes_totals(sheet) or sheet.content.get("forfeit"):
        return []
    return [(game, written_total(sheet, game, data)) for game in sheet.games if game.total_only]


def _content_of(sheet: Sheet, number: int, form: TotalForm) -> Json:
    """Return the draft with the total of a form as its game with this number."""
    called = form.cleaned_data["time_called"]
    setting = outcomes.circumstances_of(sheet.chairs, number, time_called=called)
    game = registry.game(sheet.event.game)
    sheets = contents.sheets_of_total(game, sheet.event.rules, form.points(), setting, form.beside_points())
    return contents.with_total(sheet.content, number, sheets, time_called=called)


def _signature(sheet: Sheet) -> str:
    return signing.dumps({"table": sheet.table.pk, "content": sheet.content}, salt=SALT, compress=True)


def _step(request: HttpRequest, sheet: Sheet, actor: Actor) -> HttpResponse:
    """Take the step of the button that was pressed, on the draft ``sheet``."""
    step, _colon, place = request.POST.get("step", "").partition(":")
    event = sheet.event
    if step == "deal":
        # The deal named by "game.deal", or the next deal.
        game, _dot, deal = place.partition(".")
        return _deal_page(request, sheet, actor, Spot(whole(game), whole(deal)) if deal else sheet.next_spot)
    if step == "put":
        typed = drafts.posted_form(request)
        try:
            read = scoresheets.read_deal(event, typed.values)
            content = contents.with_deal(sheet.content, typed.spot, read, time_called=typed.time_called)
            return _show_draft(request, sheet, actor, content)
        except RefusedError as refusal:
            again = drafts.refused_form(typed, refusal, event.game)
            return _deal_page(request, sheet, actor, typed.spot, again, status=422)
    if step == "drop":
        return _show_draft(request, sheet, actor, contents.without_last_deal(sheet.content))
    if step == "unforfeit":
        return _show_draft(request, sheet, actor, contents.with_forfeit(sheet.content, None))
    if step == "total":
        if not _takes_totals(sheet):
            raise MissingError
        total = total_form(sheet, request.POST)
        if not total.is_valid():
            return _page(request, sheet, actor, total=total)
        try:
            return _show_draft(request, sheet, actor, _content_of(sheet, max(0, sheet.written_game), total))
        except RefusedError as refusal:
            total.refuse(refusal, partial(phrases.sentence, game=event.game))
            return _page(request, sheet, actor, total=total)
    if step == "preview":
        return _preview(request, sheet, actor, form_of(WHY)(), 200)
    if step != "save":
        return _page(request, sheet, actor)

    why = form_of(WHY)(request.POST)
    if not why.is_valid():
        return _preview(request, sheet, actor, why, 422)
    try:
        corrections.correct_score(
            actor=actor,
            tournament_id=event.pk,
            table_id=sheet.table.pk,
            content=sheet.content,
            seen=_seen_version(request, sheet),
            reason=why.cleaned_data["reason"],
            accepted=[whole(number, -1) for number in request.POST.getlist("accepted")],
        )
    except StaleVersionError:
        raise
    except RefusedError as refusal:
        return _preview(request, sheet, actor, why, refuse(why, refusal, event.game))
    messages.success(request, _("Corrected: %(table)s.") % {"table": wording.hall(sheet.table)})
    return see("table_sheet", event.slug, sheet.table.number)


def _show_draft(request: HttpRequest, sheet: Sheet, actor: Actor, content: Json) -> HttpResponse:
    """Show the draft with ``content``; refused if its deals do not follow from each other."""
    outcomes.judge(regulation_of(sheet.event), sheet.chairs, content)
    return _page(request, with_content(sheet, content), actor)


def _takes_totals(sheet: Sheet) -> bool:
    return registry.game(sheet.event.game).takes_totals


def _page(
    request: HttpRequest,
    sheet: Sheet,
    actor: Actor,
    *,
    refusal: RefusedError | None = None,
    total: TotalForm | None = None,
    totals: Totals | None = None,
) -> HttpResponse:
    """Show the draft: each total with its fields, each deal with a link to change it, and the way to the effects."""
    written = _written_totals(sheet) if totals is None else totals
    if written and totals is None:
        written[0][1].points_fields[0].field.widget.attrs["autofocus"] = True
    asks_total = _takes_totals(sheet) and not sheet.is_total_only
    context: dict[str, Any] = {
        **head(request, sheet, actor),
        "games": shown_games(sheet, sheet.games),
        "draft": _signature(sheet),
        "seen": _seen_version(request, sheet),
        "refusal": phrases.sentence(refusal, sheet.event.game) if refusal else "",
        "totals": [{"number": game.index + 1, "form": form} for game, form in written],
        "total": (total or total_form(sheet)) if asks_total else None,
        "has_forfeit": bool(sheet.content.get("forfeit")),
    }
    refused = refusal is not None or totals is not None or (total is not None and bool(total.errors))
    return render(request, "tables/table_correct.html", context, status=422 if refused else 200)


def _seen_version(request: HttpRequest, sheet: Sheet) -> int:
    return whole(request.POST.get("seen"), sheet.table.version)


def _deal_page(
    request: HttpRequest,
    sheet: Sheet,
    actor: Actor,
    spot: Spot,
    typed: drafts.Typed | None = None,
    status: int = 200,
) -> HttpResponse:
    typed = typed or drafts.fresh(sheet, spot)
    context: dict[str, Any] = {
        **head(request, sheet, actor),
        "title": deal_title(sheet, spot),
        "draft": _signature(sheet),
        "seen": _seen_version(request, sheet),
        "typed": typed,
        "has_limit": sheet.has_limit,
        **deal_form(sheet, typed, rules_on_leaving=True),
    }
    return render(request, "tables/correct_deal.html", context, status=status)


def _preview(request: HttpRequest, sheet: Sheet, actor: Actor, form: forms.Form, status: int) -> HttpResponse:
    found = corrections.preview_correction(tournament=sheet.event, table_id=sheet.table.pk, content=sheet.content)
    # The later tables that the correction changes, and what happens there.
    tables = []
    for board in found.tables:
        if board in found.replayed:
            what = _("was played by the wrong people: its result is set back and it is played again")
        elif board.table.called_at:
            what = _("has been called: other people sit down there")
        else:
            what = _("has not been called yet: other people will sit there")
        where = wording.where_of(sheet.event, board.table, sheet.rounds)
        tables.append({"where": where, "names": opponents([wording.name(line) for line in board.lines]), "what": what})
    context: dict[str, Any] = {
        **head(request, sheet, actor),
        "draft": _signature(sheet),
        "seen": _seen_version(request, sheet),
        "form": form,
        "accepted": found.numbers,
        "before": score_text([line.points for line in sheet.lines]),
        "after": outcome_rows(sheet, found.outcome),
        "tables": tables,
        "people": [entry.label for entry in found.entries],
        "changes": changes_of(sheet, found),
        "through": sheet.chairs.through,
    }
    return render(request, "tables/correct_preview.html", context, status=status)
