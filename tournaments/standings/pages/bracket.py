"""The bracket of duels: whole up to 32 first tables, else a window of it with links to its parts; and a search."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import MissingError
from tournaments.events.pages.event_frame import render_main
from tournaments.events.pages.event_page import Page, answer
from tournaments.events.pages.lists import whole_number
from tournaments.events.reads.events import progress_of
from tournaments.events.reads.rounds import has_second_bracket, main_rounds
from tournaments.events.words.by_format import bracket_word, has_groups, has_tree
from tournaments.frame import access
from tournaments.frame.access import visitor
from tournaments.frame.numbers import whole
from tournaments.frame.policies import Right, door
from tournaments.frame.reads.formats import brackets_now, format_now
from tournaments.frame.round_names import bracket_name, round_name, section_title
from tournaments.models import Tournament
from tournaments.standings.pages.groups import groups_main
from tournaments.standings.pages.tree import part_title, parts, tree_main
from tournaments.standings.reads import brackets
from tournaments.standings.reads.brackets import BracketPart
from tournaments.standings.words.stages import bracket_stages, groups_over
from tournaments.tables.reads.cards import Card
from tournaments.tables.words.cards import Sight

PAPERS = {"a3": "print-a3", "a4": "print-a4"}
MOST_TYPED = 60
# The first matches on a sheet of A4 in letters of 7 pt.
MOST_ON_A4 = 16


@door(reads=Right.SEE)
def event_bracket(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.tournament(visitor(request), slug)
    over, asked_stage = groups_over(event), whole_number(request, "stage", 0)
    number = asked_stage if asked_stage in over else 0
    if not bracket_word(event) and not number:
        if not over:
            return redirect("event_tables", slug=event.slug)
        number = over[-1]
    part: BracketPart | None = None
    where = request.GET.get("part", "")
    if where:
        round_, _dash, position = where.partition("-")
        part = BracketPart(whole(round_, -1), whole(position, -1))
        if min(part.round, part.position) < 0:
            raise MissingError
        where = f"{part.round}-{part.position}"
    asked = request.GET.get("stampa", "")
    paper = asked if asked in PAPERS else ""
    typed = request.GET.get("q", "").strip()[:MOST_TYPED]
    groups_page = whole_number(request, "page", 1) if number or has_groups(event) else 0
    title = _("Groups of %(event)s") if groups_page else _("Bracket of %(event)s")
    return answer(
        request,
        event,
        actor,
        Page(
            "bracket",
            (where, paper, groups_page, number),
            title % {"event": event.name},
            lambda: _main(event, part, typed, paper, groups_page, number),
            frame=f"standings/{PAPERS[paper].replace('-', '_')}.html" if paper else "events/page.html",
            # The time of printing is shown on paper only.
            is_kept=not typed and not paper,
        ),
    )


def _main(event: Tournament, part: BracketPart | None, typed: str, paper: str, groups_page: int, number: int) -> str:
    progress = progress_of(event)
    if not progress.rounds:
        if part is not None:
            raise MissingError
        return render_main(event, "standings/_no_bracket.html", "event_bracket", {"has_groups": groups_page}, progress)
    if groups_page:
        return groups_main(event, progress, groups_page, number)
    if has_tree(event):
        return tree_main(event, progress, part, typed, paper)
    before = getattr(progress.rounds, "numbered", 0) if event.stage > 1 else 0
    rounds = main_rounds(event, progress.rounds) - before
    count = brackets_now(event)
    shown = brackets.window(rounds, part, count)
    if shown is None:
        raise MissingError
    shown = replace(shown, before=before)
    is_of_place = part is not None and part.round == rounds and count > 1
    title = partial(_title, rounds=rounds, count=count)
    redrawn, has_second = format_now(event).redraw, has_second_bracket(event) and part is None
    found = brackets.bracket(event, shown, redrawn=redrawn, last_round=rounds if has_second else 0)
    more = found.beside if part is None or is_of_place else ()
    sight = Sight.of(event, progress.rounds)
    # A bracket is named by whose it is, where there are several.
    by_number = brackets.by_bracket(found.rounds) or {0: []}
    is_named = not is_of_place and by_number.keys() != {0}
    all_sheets: list[dict[str, Any]] = []
    for of, own_rounds in by_number.items():
        is_whole = not redrawn and not has_second
        own_columns = brackets.with_gaps(own_rounds) if is_whole else own_rounds
        own = columns(sight, own_columns), beside(sight, [card for card in more if card.group == of])
        each = sheets(*own) if paper == "a4" else [{"rounds": own[0], "more": own[1]}]
        named = {"title": bracket_name(max(of, 1)) if is_named else ""}
        for at, sheet in enumerate(each, 1):
            all_sheets.append({**sheet, **named, "view": f"bracket-view-{at}-of-{of or 1}"})
    # The parts that lead into the window; of several brackets a smaller one begins later, and has not all.
    last = {BracketPart(card.round - before, card.position) for card in found.heads}
    there = [each for each in shown.parts if count == 1 or each in last]
    # The part in which each found name begins.
    has_search = brackets.leaf_of(rounds, 0, count) is not None
    is_asked = has_search and len(typed) >= brackets.FEWEST_TYPED
    hits = []
    for hit in brackets.find_entries(event, typed, before, count) if is_asked else ():
        leaf = brackets.leaf_of(rounds, hit.position, count, hit.round)
        if leaf is not None:
            hits.append({"name": hit.name, "part": title(leaf), "query": f"?part={leaf.round}-{leaf.position}"})
    context = {
        "label": _("Bracket of %(event)s") % {"event": event.name},
        "is_free": redrawn,
        "second": columns(sight, found.second),
        "sheets": all_sheets,
        "has_search": has_search,
        "typed": typed,
        "found": hits if is_asked else None,
        "printed_at": timezone.now() if paper else None,
        "part_title": title(part) if part else "",
        "parts": parts(there, found.heads, before, title),
        "address": reverse("event_bracket", args=(event.slug,)),
        "stages": bracket_stages(event, 0),
        "print_query": f"part={part.round}-{part.position}&" if part else "",
    }
    return render_main(event, "standings/_bracket.html", "event_bracket", context, progress)


def sheets(rounds: Sequence[dict[str, Any]], more: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a bracket on sheets of A4: whole, or its upper and its lower half, the final below the lower one."""
    if not rounds or len(rounds[0]["matches"]) <= MOST_ON_A4:
        return [{"rounds": rounds, "more": more}]
    halved = [each for each in rounds if len(each["matches"]) > 1]
    last = [{"title": each["title"], "match": each["matches"][0]} for each in rounds if len(each["matches"]) == 1]
    upper, lower = [], []
    for each in halved:
        middle = -(-len(each["matches"]) // 2)
        upper.append({**each, "matches": each["matches"][:middle]})
        lower.append({**each, "matches": each["matches"][middle:]})
    return [{"rounds": upper, "more": []}, {"rounds": lower, "more": [*last, *more]}]


def columns(sight: Sight, rounds: Sequence[Sequence[Card | None]]) -> list[dict[str, Any]]:
    """Return the rounds as ``_bracket.html`` needs them; no match where there is no table."""
    return [
        {
            "title": round_name(next(card.round for card in column if card), sight.rounds),
            "meta": "",
            "matches": [sight.match(card) if card else None for card in column],
        }
        for column in rounds
        if column
    ]


def beside(sight: Sight, found: Sequence[Card]) -> list[dict[str, Any]]:
    """Return third place and placement games."""
    return [{"title": section_title(card, card.round), "match": sight.match(card)} for card in found]


def _title(part: BracketPart, *, rounds: int, count: int) -> str:
    """Return the name of a part; one that is a bracket by place has the name of that."""
    return bracket_name(part.position + 1) if count > 1 and part.round == rounds else part_title(part)
