"""The long lists of an event, a page at a time: entries, tables, standings."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.clubs.words import club_rows
from tournaments.competition.discipline import NOTHING
from tournaments.competition.stages.alone import ABSENT, ALONE, RESTS, WITHDRAWN, alone
from tournaments.competition.stages.outlook import OUT, THROUGH
from tournaments.discipline import reads as penalties
from tournaments.entries.reads.entries import entry_lists
from tournaments.errors import MissingError
from tournaments.events.pages.event_frame import render_main
from tournaments.events.pages.event_page import Page, answer
from tournaments.events.reads.events import progress_of
from tournaments.events.words import sentences as words
from tournaments.events.words.by_format import seats_several, stage_of
from tournaments.frame import access, penalty_words
from tournaments.frame.access import visitor
from tournaments.frame.numbers import whole
from tournaments.frame.policies import Right, door
from tournaments.frame.reads.formats import at_stage, stages_over
from tournaments.frame.round_names import round_name
from tournaments.frame.writes.seals import closing_digest
from tournaments.models import Tournament
from tournaments.standings.reads.player_standings import player_standings
from tournaments.standings.reads.standings import stage_standings, standings, standings_page
from tournaments.standings.reads.trees import level_lines
from tournaments.standings.words.prizes import prize_rows
from tournaments.standings.words.rows import column_name, entry_rows, grouped_rows, spare_columns, standing_columns
from tournaments.standings.words.stage_columns import columns_legend
from tournaments.standings.words.stage_tables import StandingsTable, provisional, stage_tables
from tournaments.standings.words.stages import stage_over, standings_stages
from tournaments.tables.reads.cards import Side, round_tables
from tournaments.tables.words.cards import Sight

MOST_PAGES = 1000


@dataclass(frozen=True, slots=True)
class ListPages:
    """The position of a list among its pages, for its links."""

    number: int
    total: int
    query: str = ""

    @property
    def previous(self) -> str:
        return f"?{self.query}page={self.number - 1}" if self.number > 1 else ""

    @property
    def next(self) -> str:
        return f"?{self.query}page={self.number + 1}" if self.number < self.total else ""


def whole_number(request: HttpRequest, name: str, default: int, most: int = MOST_PAGES) -> int:
    """Parse a number of the address, so that a cached page never has a stranger's text as its key."""
    typed = whole(request.GET.get(name), -1)
    return default if typed < 0 else max(1, min(most, typed))


def _require_page(page: int, pages: int) -> None:
    if page > pages:
        raise MissingError


@door(reads=Right.SEE)
def event_entries(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.tournament(visitor(request), slug)
    page = whole_number(request, "page", 1)
    title = _("Entries of %(event)s") % {"event": event.name}
    return answer(request, event, actor, Page("entries", (page,), title, lambda: _entries(event, page)))


def _entries(event: Tournament, page: int) -> str:
    lists = entry_lists(event, page)
    _require_page(page, lists.pages)
    context = {
        "rows": entry_rows(event, lists.taking_part),
        "waiting": lists.waiting,
        "total": lists.total,
        "column": column_name(event),
        "has_people": event.entry_size > 1,
        "pages": ListPages(page, lists.pages),
        "may_sign_up": event.status == Tournament.Status.OPEN and event.public_sign_up,
    }
    return render_main(event, "events/_entries.html", "event_entries", context)


@door(reads=Right.SEE)
def event_standings(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.tournament(visitor(request), slug)
    page, asked = whole_number(request, "page", 1), whole_number(request, "stage", 0)
    number = asked if asked in stages_over(event) else 0
    title = _("Standings of %(event)s") % {"event": event.name}
    made = Page("standings", (page, number), title, lambda: _standings(event, page, number))
    return answer(request, event, actor, made)


def _standings(event: Tournament, page: int, number: int) -> str:
    """Return the standings of the event, or of stage ``number``, which is over."""
    shown = at_stage(event, number) if number else event
    stage, is_final = stage_of(shown), shown.status == Tournament.Status.FINISHED
    found = (
        standings_page(stage_standings(event, number), page)
        if number
        else standings(event, page, by_group=bool(stage and stage.largest_group and not is_final))
    )
    _require_page(page, found.pages)
    progress = progress_of(event, found.playing or None if not number else None)
    columns = standing_columns(shown)
    if stage is None:
        left = max(0, min(found.still_in - (page - 1) * len(found.rows), len(found.rows)))
        rows = grouped_rows(event, found.rows, progress.rounds, left, is_played=not found.still_in)
        tables = [StandingsTable("", rows)]
    else:
        tables = stage_tables(shown, stage, found.rows, links=True)
    # The penalties by kind; the referee's own reason is not public.
    punished = [row.entry for row in found.rows if row.deduction != NOTHING]
    rulings = penalties.deductions_from(event, punished) if punished else []
    if number:
        caption = stage_over()
    elif event.status == Tournament.Status.FINISHED:
        caption = _("Final standings")
    elif stage is None:
        caption = words.still_in(event.entry_size, found.still_in)
    else:
        caption = provisional(progress)
    context = {
        "tables": tables,
        "column": column_name(event),
        "columns": columns,
        "kind": f"standings--stage {spare_columns(shown)}" if stage else spare_columns(shown),
        "has_vp": "VP" in columns,
        "legend": columns_legend(shown, stage),
        "has_fates": any(row.outlook and row.outlook.fate in (THROUGH, OUT) for row in found.rows),
        "penalties": [f"{ruling.entry}: {penalty_words.public(ruling)}" for ruling in rulings],
        "caption": caption,
        "stages": standings_stages(event, number),
        "is_final": is_final,
        "clubs": club_rows(event) if page == 1 and not number else None,
        "players": player_standings(event) if page == 1 and not number else None,
        "prizes": prize_rows(event) if is_final else [],
        "digest": "" if number else closing_digest(event),
        "pages": ListPages(page, found.pages, f"stage={number}&" if number else ""),
    }
    return render_main(event, "standings/_standings.html", "event_standings", context, progress)


@door(reads=Right.SEE)
def event_tables(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.tournament(visitor(request), slug)
    chosen = whole_number(request, "round", 0, 99)
    page = whole_number(request, "page", 1)
    title = _("Tables of %(event)s") % {"event": event.name}
    return answer(request, event, actor, Page("tables", (chosen, page), title, lambda: _tables(event, chosen, page)))


def _tables(event: Tournament, chosen: int, page: int) -> str:
    progress = progress_of(event)
    now = progress.current.number if progress.current else 1
    number = chosen if 1 <= chosen <= progress.rounds else now
    found = round_tables(event, number, page)
    _require_page(page, found.pages)
    sight = Sight.of(event, progress.rounds, level_lines(event) if seats_several(event) else None)
    # An entry that rests, with the VP that its rest is worth in a stage in rounds.
    stage = stage_of(event)
    uses_vp = stage is not None and stage.uses_vp
    by_what: dict[str, list[Side]] = {what: [] for what in ALONE}
    for card in found.byes:
        for side in card.sides:
            if side.entry is not None:
                by_what[alone(card.note, has_left=side.is_absent)].append(side)
    context = {
        "rounds": [
            {"label": round_name(each, progress.rounds), "url": f"?round={each}", "current": each == number}
            for each in found.rounds
        ],
        "tables": [sight.numbered_match(card) for card in found.cards],
        "byes": [f"{side.name} · {side.vp} VP" if uses_vp and side.vp else side.name for side in by_what[RESTS]],
        "away": [side.name for side in by_what[ABSENT]],
        "left": [side.name for side in by_what[WITHDRAWN]],
        "is_planned": number > (progress.current.number if progress.current else 0),
        "pages": ListPages(page, found.pages, f"round={number}&"),
        "title": round_name(number, progress.rounds) if progress.rounds else "",
    }
    return render_main(event, "events/_tables.html", "event_tables", context, progress)
