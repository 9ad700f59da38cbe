"""The tree of tables on the bracket's page: whole up to 32 first tables, else a window with links to its parts."""

from collections.abc import Callable, Mapping, Sequence
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
from tournaments.standings.reads.trees import TreeShape
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
    context = {
        "trees": sheets(tree_view(sight, found.rounds, found.joins, first=shown.first_round), paper),
        "printed_at": timezone.now() if paper else None,
        "label": _("Bracket of %(event)s") % {"event": event.name},
        "part_title": part_title(part) if part else "",
        "parts": parts(found.window.parts, found.heads),
        "address": reverse("event_bracket", args=(event.slug,)),
        "print_query": f"part={part.round}-{part.position}&" if part else "",
        "feeders": _feeders(event, shape, shown.first_round, progress.rounds),
        **_search(event, shape, typed),
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
    starts = range(0, len(rounds[0]["matches"]), most)
    found = [_part_of_tree(rounds, start, most) for start in starts]
    reach = max(map(len, found))
    last = rounds[reach - 1 :] if reach < len(rounds) else []
    return [_tree(part) for part in ([*found, last] if last else found)]


def _part_of_tree(rounds: Sequence[dict[str, Any]], start: int, width: int) -> list[dict[str, Any]]:
    """Return the tables of the first column from ``start`` on, and those of the next that only they lead to."""
    part = []
    for each in rounds:
        part.append({**each, "matches": each["matches"][start : start + width]})
        join = each["joins"]
        if not join or start % join or width % join:
            break
        start, width = start // join, width // join
    return part


def part_title(part: BracketPart) -> str:
    """Return “Part 7”: numbered from the top among the parts that end in the same round."""
    return _("Part %(n)s") % {"n": part.position + 1}


def _feeders(event: Tournament, shape: TreeShape, first_shown: int, rounds: int) -> list[dict[str, str]]:
    """Return the rounds before the parts, where their tables lead to no known ones: they are shown as lists."""
    if first_shown == 1 or shape.lowest == 1:
        return []
    address = reverse("event_tables", args=(event.slug,))
    return [
        {"label": round_name(number, rounds), "url": f"{address}?round={number}"} for number in range(1, shape.lowest)
    ]


def parts(
    shown: Sequence[BracketPart],
    heads: Sequence[Card],
    before: int = 0,
    title: Callable[[BracketPart], str] = part_title,
) -> list[dict[str, str]]:
    """Return the parts that lead into a window, each with its winners; ``heads`` are their last tables.

    ``before`` are the rounds of earlier stages.
    """
    last = {(card.round - before, card.position): card for card in heads}
    return [
        {
            "label": title(part),
            "query": f"?part={part.round}-{part.position}",
            "state": _part_state(last.get((part.round, part.position))),
        }
        for part in shown
    ]


def _part_state(head: Card | None) -> str:
    """Return who advanced from the last table of a part, or who has reached it."""
    if head is None:
        return ""
    gone = [side.name for side in head.sides if side.place is not None and side.place <= head.through]
    return " / ".join(gone or [side.name for side in head.sides if side.entry is not None])


def _search(event: Tournament, shape: TreeShape, typed: str) -> Mapping[str, Any]:
    """Return each found name with the part in which it begins."""
    if shape.counts[0] <= trees.MOST_FIRST_TABLES:
        return {"has_search": False}
    if len(typed) < brackets.FEWEST_TYPED:
        return {"has_search": True, "typed": typed}
    found = [_find_players(shape, each.name, each.position) for each in brackets.find_entries(event, typed)]
    return {"has_search": True, "typed": typed, "found": found}


def _find_players(shape: TreeShape, name: str, position: int) -> dict[str, str]:
    leaf = trees.leaf_of(shape, position)
    if leaf is None:
        return {"name": name, "part": round_name(1, shape.rounds), "query": ""}
    return {"name": name, "part": part_title(leaf), "query": f"?part={leaf.round}-{leaf.position}"}
