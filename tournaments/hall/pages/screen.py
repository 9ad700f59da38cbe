"""The big screen of the hall: called tables and tables in play, the clock, absent players, bracket and standings."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.competition.rooms import rooms_of
from tournaments.discipline import reads as penalties
from tournaments.events.pages.event_frame import clock
from tournaments.events.pages.event_page import Page, answer
from tournaments.events.reads.events import progress_of
from tournaments.events.words import sentences as words
from tournaments.events.words.by_format import has_tree, has_vp, stage_of
from tournaments.frame import access
from tournaments.frame.access import visitor
from tournaments.frame.format_words import group_title
from tournaments.frame.numbers import minus, score_text
from tournaments.frame.pages.addresses import qr
from tournaments.frame.policies import Right, door
from tournaments.frame.reads.formats import format_now
from tournaments.frame.round_names import bracket_name, is_final, round_name
from tournaments.hall.pages import hall
from tournaments.hall.pages.screen_parts import bracket_panels, draw_picture, with_own_times
from tournaments.hall.reads import Screen, draw_now, screen
from tournaments.installation import address_before
from tournaments.models import Round, Table, Tournament
from tournaments.standings.reads.brackets import by_bracket
from tournaments.standings.reads.player_standings import player_standings
from tournaments.standings.reads.standings import StandingRow
from tournaments.standings.words.rows import PRIZED, standing_columns
from tournaments.standings.words.stage_columns import points_word, total
from tournaments.standings.words.stage_tables import by_group, provisional
from tournaments.tables.reads.cards import Card
from tournaments.tables.reads.records import open_ties
from tournaments.tables.words.cards import MatchView, NumberedMatch, Sight
from tournaments.templatetags.evening import with_sign

# Tables of a panel: of duels, of duels with a name that takes two lines, of several.
PER_PANEL, FEWER, LETTERS = 6, 4, 27
MANY_PER_PANEL = 4
# While somebody is called: who is on no panel of these finds the own name after them, from A to Z.
MOST_CALLS = 3
MOST_TIES = 2
STANDINGS_SHOWN = 12
SECONDS = 12
PODIUM = 4
# Groups of so many stand side by side on one panel; further groups are found on a phone.
SMALL_GROUP, GROUPS_BESIDE, MOST_GROUPS = 6, 2, 24


@door(reads=Right.SEE)
def screen_page(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.tournament(visitor(request), slug)
    return answer(request, event, actor, Page("screen", (), event.name, lambda: _main(event), frame="hall/screen.html"))


def _main(event: Tournament) -> SafeString:
    progress = progress_of(event)
    drawn = draw_now(event)
    if drawn is not None:
        # The whole screen during a draw: seats are not known yet, or are being drawn.
        address = _address(event, "event_draw")
        return render_to_string(
            "hall/_screen_draw.html",
            {
                "event": event,
                "shown": draw_picture(drawn),
                "where": address.partition("://")[2].rstrip("/"),
                "qr": qr(address),
                "seconds": SECONDS,
                "is_live": event.is_public,
            },
        )
    # The names that are called again, by table.
    waited: dict[int, list[str]] = {}
    for line in penalties.missing(event):
        if line.entry is not None:
            waited.setdefault(line.table_id, []).append(line.entry.label)

    # A called table whose clock runs is in play, unless it waits for somebody: on paper nobody writes anything before
    # the end, so that the clock alone says that they play.
    found = screen(event, progress)
    tables = [
        card._replace(status=Table.Status.PLAYING)
        if card.status == Table.Status.CALLED and card.pk in found.running and card.pk not in waited
        else card
        for card in found.tables
    ]
    found = replace(found, tables=tables)

    ties = open_ties(event)
    sight = Sight.of(event, progress.rounds, {each.table.pk: tuple(each.tie.lines) for each in ties})
    has_many = any(map(words.is_of_several, found.tables))
    is_over = event.status == Tournament.Status.FINISHED
    address = _address(event, "event_standings" if is_over else "event_find")
    has_moved = bool(address_before(settings.DATA_DIR, settings.SITE_URL, timezone.now()))
    # One sentence for all while there are no tables to show.
    say = None
    if not progress.rounds:
        title = _("Entries are open") if event.status == Tournament.Status.OPEN else _("The draw comes next")
        say = title, words.entries_word(event.entry_size, progress.entered)
    if is_over:
        state = _("The event is over: thank you all")
    elif progress.current is None:
        state = words.when(event.starts_at)
    elif not found.missing:
        state = _("All tables of this round are finished.")
    else:
        state = ngettext("%(n)s table missing", "%(n)s tables missing", found.missing) % {"n": found.missing}
    return render_to_string(
        "hall/_screen_main.html",
        {
            "event": event,
            "round": round_name(progress.current.number, progress.rounds) if progress.current else "",
            # Once every table is over nobody plays against it.
            "clock": clock(event, progress) if found.missing else None,
            "say": say,
            "has_many": has_many,
            # The plate of a duel says it already.
            "ties": [words.tie_sentence(each) for each in ties[:MOST_TIES] if has_many],
            **_tables(sight, found, waited, progress.current),
            **_when_nobody_is_called(sight, found),
            "label": _("Bracket of %(event)s") % {"event": event.name},
            "has_vp": "VP" in standing_columns(event),
            "provisional": provisional(progress) if stage_of(event) and not is_over else "",
            "state": state,
            "where_title": _("The computer of the hall has changed")
            if has_moved
            else _("The standings")
            if is_over
            else _("Where do I play?"),
            "has_moved": has_moved,
            # A phone that brings something along types the address alone.
            "where": (settings.SITE_URL if has_moved else address).partition("://")[2].rstrip("/"),
            "qr": qr(address),
            "seconds": SECONDS,
            "is_live": event.is_public,
        },
    )


def _when_nobody_is_called(sight: Sight, found: Screen) -> dict[str, Any]:
    """Return the winners, the panels of the bracket and of the standings, and the first players of teams.

    None of them while tables are called.
    """
    if any(card.status == Table.Status.CALLED for card in found.tables):
        return {"winners": [], "brackets": [], "standings": [], "players": []}
    event, stage, rows = sight.event, stage_of(sight.event), found.standings.rows

    # The first places, each labelled, with the points of the match that decided them: the winner's first.
    winners = []
    if event.status == Tournament.Status.FINISHED:
        labels = {1: _("First place"), 2: _("Second place"), 3: _("Third place"), 4: _("Fourth place")}
        finals = {1: Table.Section.MAIN, 3: Table.Section.THIRD}
        points = {}
        for card in found.tables:
            if is_final(card.round, sight.rounds) and not card.group:
                is_duel = not words.is_of_several(card) and card.ending != "walkover"
                shown = sorted(card.sides, key=lambda side: side.place or 0)
                pair = [side.points for side in shown if side.points is not None]
                points[card.section] = score_text(pair) if is_duel else ""
        columns = stage.columns if stage else ()
        winners = [
            {
                "label": labels[row.place],
                "name": row.name,
                "points": total(row.stage.tally, columns) if row.stage else points.get(finals.get(row.place, ""), ""),
            }
            for row in rows
            if row.place is not None and row.place <= PODIUM
        ]

    brackets = []
    if stage is None and not has_tree(event) and not format_now(event).redraw:
        parts = by_bracket(found.bracket)
        brackets = [
            {**panel, "title": bracket_name(max(number, 1)) if len(parts) > 1 else ""}
            for number, part in parts.items()
            for panel in bracket_panels(part, sight.rounds, rooms_of(event.rooms), brackets=len(parts))
        ]

    # The first places on one panel, or small groups side by side.
    groups = by_group(rows) if event.status != Tournament.Status.FINISHED else []
    if groups and groups[0][0]:
        format_ = format_now(event)
        lists = [
            {"title": group_title(format_, number), "rows": [_row(sight, row) for row in group]}
            for number, group in groups
        ]
        beside = GROUPS_BESIDE if max(len(group) for _number, group in groups) <= SMALL_GROUP else 1
        standings = [lists[at : at + beside] for at in range(0, min(len(lists), MOST_GROUPS), beside)]
    else:
        standings = [[{"title": "", "rows": [_row(sight, row) for row in rows[:STANDINGS_SHOWN]]}]] if rows else []
    players = [
        {
            "place": row.place,
            "name": row.name,
            "mark": row.team,
            "value": points_word(row.points),
            "is_prize": row.place <= PRIZED,
        }
        for row in (player_standings(event) or ())[:STANDINGS_SHOWN]
    ]
    return {"winners": winners, "brackets": brackets, "standings": standings, "players": players}


def _address(event: Tournament, name: str) -> str:
    site: str = settings.SITE_URL
    return site.rstrip("/") + reverse(name, args=(event.slug,))


def _tables(sight: Sight, found: Screen, waited: Mapping[int, list[str]], round_: Round | None) -> dict[str, Any]:
    """Return the tables as panels of a grid, or those of a large hall with its names and numbers.

    On several panels of a grid the called tables stay on each, beside some of the others, as long as there is room;
    otherwise only the called tables are shown.
    """
    cards, has_many = list(found.tables), any(map(words.is_of_several, found.tables))
    if found.missing and len(cards) > PER_PANEL and not has_many:
        shown = with_own_times(
            [
                [
                    NumberedMatch(card.hall_number, sight.match(card, with_table=False), sight.room(card))
                    for card in cards
                ]
            ],
            round_,
        )[0]
        halls = hall.panels(cards, shown, waited)
        # A few called tables stand beside all tables in play; many are listed by name.
        is_found = not halls[0].called or halls[0].called_part
        names = hall.names(found.seats) if is_found else []
        most = MOST_CALLS if halls[0].called and names else len(halls)
        return {"halls": halls[:most], "chips": hall.chips(cards), "names": names, "tables": []}

    longest = max((len(side.name) for card in cards for side in card.sides), default=0)
    size = MANY_PER_PANEL if has_many else PER_PANEL if longest <= LETTERS else FEWER
    called = [card for card in cards if card.status == Table.Status.CALLED]
    others = sorted((card for card in cards if card.status != Table.Status.CALLED), key=lambda card: card.is_over)
    room = size - len(called)
    if len(cards) <= size:
        parts = [cards]
    elif room > 0:
        parts = [[*called, *others[at : at + room]] for at in range(0, len(others), room)]
    else:
        parts = [called[at : at + size] for at in range(0, len(called), size)]
    plates = [
        [
            NumberedMatch(card.hall_number, _with_plate(sight.match(card), card, waited), sight.room(card))
            for card in part
        ]
        for part in parts
    ]
    panels = with_own_times(plates, round_)
    has_more = len(panels) > MOST_CALLS and bool(called)
    names = hall.names(found.seats) if has_more else []
    return {"halls": [], "chips": [], "names": names, "tables": panels[:MOST_CALLS] if names else panels}


def _with_plate(match: MatchView, card: Card, waited: Mapping[int, list[str]]) -> MatchView:
    """Show a note as a plate only where somebody must act, or for a tie-break.

    Absent players are called by name; their lateness is private. A table beside the main bracket says what it decides.
    """
    note = ""
    if card.status == Table.Status.CALLED and card.pk in waited:
        names = words.list_of_names(waited[card.pk])
        note = _("%(names)s: to table %(n)s, please") % {"names": names, "n": card.hall_number}
        if len(names) > LETTERS:
            # Beside two long names there is no room for one of them again: it is marked where it stands.
            note = _("to table %(n)s, please") % {"n": card.hall_number}
            sides = [replace(side, state="waited") if side.name in waited[card.pk] else side for side in match.sides]
            match = replace(match, sides=tuple(sides))
    elif card.status == Table.Status.CALLED:
        note = _("to table %(n)s, please") % {"n": card.hall_number}
    elif card.is_drawn or (match.note_kind and match.state != "done"):
        note = match.note
    else:
        note = words.beside_main(card)
    return replace(match, url="", note=note)


def _row(sight: Sight, row: StandingRow) -> dict[str, Any]:
    """Return a row of the standings: the points earned, or without VP the stage reached."""
    stage = stage_of(sight.event)
    has_mp = has_vp(sight.event) if stage is None else stage.uses_vp
    if has_mp:
        earned = f"{minus(row.vp)} VP {with_sign(row.mp)} MP"
    elif stage is None or row.stage is None:
        earned = round_name(row.round, sight.rounds)
    else:
        earned = total(row.stage.tally, stage.columns)
    return {
        "place": ((row.is_certain or row.stage) and row.place) or "·",
        "name": row.name,
        "mark": _("withdrawn") if row.is_withdrawn else "",
        "value": "" if row.is_withdrawn else earned,
        "is_prize": row.place is not None and row.place <= PRIZED and (row.stage is None or row.is_certain),
    }
