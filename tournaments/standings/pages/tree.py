"""The tree of tables on the bracket's page: whole up to 32 first tables, else a window with links to its parts."""

from collections.abc import Callable, Sequence
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import MissingError
from tournaments.events.pages.event_frame import render_main
from tournaments.events.reads.events import EventProgress
from tournaments.frame.round_names import round_name
from tournaments.models import Tournament
from tournaments.standings.reads import brackets, trees
from tournaments.standings.reads.brackets import BracketPart
from tournaments.tables.reads.cards import Card
from tournaments.tables.words.cards import Sight

# First tables on a sheet in letters that are readable at arm's length.
MOST_ON_PAPER = {"a4": 8, "a3": 16}


def tree_main(event: Tournament, progress: EventProgress, part: BracketPart | None, typed: str, paper: str = "") -> str:
    """Return the main part of the page, for a drawn event; MissingError for a part that does not exist."""
    shape = trees.shape(event)
    shown = trees.window(shape, part)
    if shown is None:
        raise MissingError
    found = trees.tree(event, shape, shown)
    sight = Sight.of(event, progress.rounds, trees.level_lines(event))
    # The rounds before the parts, where their tables lead to no known ones: they are shown as lists.
    feeders = range(1, shape.lowest) if shown.first_round > 1 else ()
    lists = reverse("event_tables", args=(event.slug,))
    # Each found name with the part in which it begins.
    has_search = shape.counts[0] > trees.MOST_FIRST_TABLES
    is_asked = has_search and len(typed) >= brackets.FEWEST_TYPED
    hits = []
    for hit in brackets.find_entries(event, typed) if is_asked else ():
        leaf = trees.leaf_of(shape, hit.position)
        title = part_title(leaf) if leaf else round_name(1, shape.rounds)
        hits.append({"name": hit.name, "part": title, "query": f"?part={leaf.round}-{leaf.position}" if leaf else ""})
    context = {
        "trees": sheets(tree_view(sight, found.rounds, found.joins, first=shown.first_round), paper),
        "printed_at": timezone.now() if paper else None,
        "label": _("Bracket of %(event)s") % {"event": event.name},
        "part_title": part_title(part) if part else "",
        "parts": parts(found.window.parts, found.heads),
        "address": reverse("event_bracket", args=(event.slug,)),
        "print_query": f"part={part.round}-{part.position}&" if part else "",
        "feeders": [
            {"label": round_name(number, progress.rounds), "url": f"{lists}?round={number}"} for number in feeders
        ],
        "has_search": has_search,
        "typed": typed,
        "found": hits if is_asked else None,
    }
    return render_main(event, "standings/_tree.html", "event_bracket", context, progress)


def tree_view(
    sight: Sight, rounds: Sequence[Sequence[Card]], joins: Sequence[int], *, first: int = 1
) -> dict[str, Any]:
    """Return the tables as ``_tree.html`` needs them; ``first`` is the round of the first column."""
    return _tree(
        [
            {
                "title": round_name(number, sight.rounds),
                "meta": "",
                "joins": join,
                "matches": [sight.match(card) for card in column],
            }
            for number, (column, join) in enumerate(zip(rounds, joins, strict=True), start=first)
        ]
    )


def _tree(rounds: Sequence[dict[str, Any]]) -> dict[str, Any]:
    first = rounds[0]["matches"] if rounds else []
    return {
        "rounds": rounds,
        # The style sheet has classes for the powers of two.
        "size": 1 << (len(first) - 1).bit_length() if first else 0,
        "most": max((len(match.sides) for match in first), default=0),
    }


def sheets(tree: dict[str, Any], paper: str) -> list[dict[str, Any]]:
    """Return a tree on sheets of paper: whole, or each part as far as it leads, and the last rounds on one more."""
    rounds, most = tree["rounds"], MOST_ON_PAPER.get(paper, 0)
    if not most or not rounds or len(rounds[0]["matches"]) <= most:
        return [tree]
    found = []
    for first in range(0, len(rounds[0]["matches"]), most):
        # The tables of the first column from ``first`` on, and those of the next that only they lead to.
        part, start, width = [], first, most
        for each in rounds:
            part.append({**each, "matches": each["matches"][start : start + width]})
            join = each["joins"]
            if not join or start % join or width % join:
                break
            start, width = start // join, width // join
        found.append(part)
    reach = max(map(len, found))
    last = rounds[reach - 1 :] if reach < len(rounds) else []
    return [_tree(part) for part in ([*found, last] if last else found)]


def part_title(part: BracketPart) -> str:
    """Return “Part 7”: numbered from the top among the parts that end in the same round."""
    return _("Part %(n)s") % {"n": part.position + 1}


def parts(
    shown: Sequence[BracketPart],
    heads: Sequence[Card],
    before: int = 0,
    title: Callable[[BracketPart], str] = part_title,
) -> list[dict[str, str]]:
    """Return the parts that lead into a window, each with its winners, or with those who have reached its last table.

    ``heads`` are their last tables, ``before`` the rounds of earlier stages.
    """
    last = {(card.round - before, card.position): card for card in heads}
    found = []
    for part in shown:
        names: list[str] = []
        head = last.get((part.round, part.position))
        if head is not None:
            gone = [side.name for side in head.sides if side.place is not None and side.place <= head.through]
            names = gone or [side.name for side in head.sides if side.entry is not None]
        query = f"?part={part.round}-{part.position}"
        found.append({"label": title(part), "query": query, "state": " / ".join(names)})
    return found
