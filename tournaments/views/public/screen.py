"""The big screen of the hall: tables called and in play, the clock, who is missing, bracket and standings in turn."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Round, Table, Tournament
from tournaments.policies import Right, door
from tournaments.round_names import round_name
from tournaments.selectors import access, penalties
from tournaments.selectors.cards import Card
from tournaments.selectors.events import Progress, progress_of
from tournaments.selectors.screens import Screen, screen
from tournaments.selectors.standings import Row
from tournaments.selectors.ties import open_ties
from tournaments.selectors.trees import Shape
from tournaments.templatetags.evening import minus, signed
from tournaments.views.kinds import has_vp, is_tables
from tournaments.views.public import hall, words
from tournaments.views.public.bracket import columns
from tournaments.views.public.cards import MatchView, NumberedMatch, Sight
from tournaments.views.public.event_page import Page, answer
from tournaments.views.public.frame import clock
from tournaments.views.public.rows import PRIZED
from tournaments.views.public.screen_times import timed
from tournaments.views.public.tree import tree_view
from tournaments.visiting import visitor

PER_PANEL, MANY_PER_PANEL = 18, 9
# More open tables than these are shown as a hall: calls, play, and all numbers.
GRID = 8
TREE_ROUNDS = 3
MOST_TIES = 3
STANDINGS_SHOWN = 16
SECONDS = 15


@door(reads=Right.SEE)
def screen_page(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.tournament(visitor(request), slug)
    return answer(request, event, actor, Page("screen", (), event.name, lambda: _main(event), frame="screen/page.html"))


def _main(event: Tournament) -> SafeString:
    progress = progress_of(event)
    found = screen(event, progress)
    ties = open_ties(event)
    sight = Sight.of(event, progress.rounds, {each.table.pk: tuple(each.tie.lines) for each in ties})
    return render_to_string(
        "screen/_main.html",
        {
            "event": event,
            "round": round_name(progress.current.number, progress.rounds) if progress.current else "",
            "clock": clock(event, progress),
            "say": _say(event, progress),
            **_tables(sight, found, _waited_for(event), progress.current),
            "has_many": any(map(words.is_of_several, found.tables)),
            "ties": [words.tie_sentence(each) for each in ties[:MOST_TIES]],
            **_bracket(sight, found),
            "label": _("Bracket of %(event)s") % {"event": event.name},
            "has_vp": has_vp(event),
            "rows": [_row(sight, row) for row in found.standings.rows[:STANDINGS_SHOWN]],
            "state": _state(event, progress, found),
            "where": _address(event).partition("://")[2],
            "qr": qr(_address(event)),
            "seconds": SECONDS,
            "is_live": event.is_public,
        },
    )


def _bracket(sight: Sight, found: Screen) -> dict[str, Any]:
    """The end of the bracket: of duels the last four rounds, of tables as many as stand in the picture."""
    if not is_tables(sight.event):
        return {"rounds": columns(sight, found.bracket), "tree": None}
    last = found.bracket[-TREE_ROUNDS:]
    joins = Shape(tuple(map(len, last))).joins if last else ()
    return {"rounds": [], "tree": tree_view(sight, last, joins, first=sight.rounds - len(last) + 1) if last else None}


def _address(event: Tournament) -> str:
    site: str = settings.SITE_URL
    return site.rstrip("/") + reverse("event", args=(event.slug,))


def qr(address: str) -> SafeString:
    """The address as a QR code: an image of its own, without style."""
    # Loaded with the first screen.
    import segno

    drawn: str = segno.make(address, micro=False).svg_inline(omitsize=True, border=2)
    return mark_safe(drawn)  # noqa: S308 - paths only


def _waited_for(event: Tournament) -> dict[int, list[str]]:
    """The names that are called once more, by table."""
    waited: dict[int, list[str]] = {}
    for line in penalties.missing(event):
        if line.entry is not None:
            waited.setdefault(line.table_id, []).append(line.entry.label)
    return waited


def _tables(sight: Sight, found: Screen, waited: Mapping[int, list[str]], round_: Round | None) -> dict[str, Any]:
    """The tables as panels of a grid, or those of a large hall with its numbers."""
    cards = list(found.tables)
    if found.missing and len(cards) > GRID and not any(map(words.is_of_several, cards)):
        shown = timed([[NumberedMatch(card.hall_number, _in_hall(sight, card)) for card in cards]], round_)[0]
        return {"halls": hall.panels(cards, shown, waited), "chips": hall.chips(cards), "tables": []}
    return {"halls": [], "chips": [], "tables": timed(_panels(sight, found, waited), round_)}


def _in_hall(sight: Sight, card: Card) -> MatchView:
    """Among many, the plate says in few words what a table waits for."""
    match = sight.match(card, with_table=False)
    return replace(match, url="", note=match.note if match.note_kind else "")


def _panels(sight: Sight, found: Screen, waited: Mapping[int, list[str]]) -> list[list[NumberedMatch]]:
    """The tables, as many panels as they need; those still open come first when there is more than one panel."""
    tables = list(found.tables)
    size = MANY_PER_PANEL if any(map(words.is_of_several, tables)) else PER_PANEL
    if len(tables) > size:
        tables.sort(key=lambda card: (card.is_over, card.hall_number or 0))
    shown = [NumberedMatch(card.hall_number, _plated(sight.match(card), card, waited)) for card in tables]
    return [shown[first : first + size] for first in range(0, len(shown), size)]


def _plated(match: MatchView, card: Card, waited: Mapping[int, list[str]]) -> MatchView:
    """On the screen a note is a plate: it stands only where somebody has to do something, or a tie-break is played.

    Who is waited for is called by name; how late they are is nobody else's business. A table beside the main bracket
    says what it decides.
    """
    note = ""
    if card.status == Table.Status.CALLED and card.pk in waited:
        names = words.joined(waited[card.pk])
        note = _("%(names)s: to table %(n)s, please") % {"names": names, "n": card.hall_number}
    elif card.status == Table.Status.CALLED:
        note = _("to table %(n)s, please") % {"n": card.hall_number}
    elif match.note_kind and match.state != "done":
        note = match.note
    elif card.section != Table.Section.MAIN:
        note = words.section_title(card)
    return replace(match, url="", note=note)


def _row(sight: Sight, row: Row) -> dict[str, Any]:
    """A row of the standings: what it has earned, or where there are no VP how far it has come."""
    earned = f"{minus(row.vp)} VP {signed(row.mp)} MP" if has_vp(sight.event) else round_name(row.round, sight.rounds)
    return {
        "place": row.place or "·",
        "name": row.name,
        "mark": _("withdrawn") if row.is_withdrawn else "",
        "value": earned,
        "is_prize": row.place is not None and row.place <= PRIZED,
    }


def _say(event: Tournament, progress: Progress) -> tuple[str, str] | None:
    """One sentence for all while there are no tables to show."""
    if progress.rounds:
        return None
    if event.status == Tournament.Status.OPEN:
        return _("Entries are open"), words.entries_word(event.entry_size, progress.entered)
    return _("The draw comes next"), words.entries_word(event.entry_size, progress.entered)


def _state(event: Tournament, progress: Progress, found: Screen) -> str:
    if event.status == Tournament.Status.FINISHED:
        return _("The event is over: thank you all")
    if progress.current is None:
        return words.when(event.starts_at)
    if not found.missing:
        return _("All tables of this round are finished.")
    return ngettext("%(n)s table missing", "%(n)s tables missing", found.missing) % {"n": found.missing}
