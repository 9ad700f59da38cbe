"""The tree of tables on the bracket's page: whole up to 32 first tables, else a window with links to its parts."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.errors import MissingError
from tournaments.models import Tournament
from tournaments.round_names import round_name
from tournaments.selectors import brackets, trees
from tournaments.selectors.brackets import Part
from tournaments.selectors.cards import Card
from tournaments.selectors.events import Progress
from tournaments.selectors.trees import Shape
from tournaments.views.public.cards import Sight
from tournaments.views.public.frame import render_main


def tree_main(event: Tournament, progress: Progress, part: Part | None, typed: str) -> str:
    """The main part of the page, for an event that is drawn; MissingError for a part that does not exist."""
    shape = trees.shape(event)
    shown = trees.window(shape, part)
    if shown is None:
        raise MissingError
    found = trees.tree(event, shape, shown)
    sight = Sight.of(event, progress.rounds, trees.level_lines(event))
    context = {
        "tree": tree_view(sight, found.rounds, found.joins, first=shown.first_round),
        "label": _("Bracket of %(event)s") % {"event": event.name},
        "part_title": part_title(part) if part else "",
        "parts": parts(found.window.parts, found.heads),
        "address": reverse("event_bracket", args=(event.slug,)),
        "print_query": f"part={part.round}-{part.position}&" if part else "",
        "feeders": _feeders(event, shape, shown.first_round, progress.rounds),
        **_search(event, shape, typed),
    }
    return render_main(event, "event/_tree.html", "event_bracket", context, progress)


def tree_view(
    sight: Sight, rounds: Sequence[Sequence[Card]], joins: Sequence[int], *, first: int = 1
) -> dict[str, Any]:
    """The tables as the part ``_tree.html`` takes them; ``first`` is the round of the first column."""
    return {
        "rounds": [
            {
                "title": round_name(number, sight.rounds),
                "meta": "",
                "joins": join,
                "matches": [sight.match(card) for card in column],
            }
            for number, (column, join) in enumerate(zip(rounds, joins, strict=True), start=first)
        ],
        "size": len(rounds[0]) if rounds else 0,
        "most": max((len(card.sides) for column in rounds[:1] for card in column), default=0),
    }


def part_title(part: Part) -> str:
    """“Part 7”: numbered from the top among the parts that end in the same round."""
    return _("Part %(n)s") % {"n": part.position + 1}


def _feeders(event: Tournament, shape: Shape, first_shown: int, rounds: int) -> list[dict[str, str]]:
    """The rounds before the parts, where their tables lead to no known ones: lists show them."""
    if first_shown == 1 or shape.lowest == 1:
        return []
    address = reverse("event_tables", args=(event.slug,))
    return [
        {"label": round_name(number, rounds), "url": f"{address}?round={number}"} for number in range(1, shape.lowest)
    ]


def parts(shown: Sequence[Part], heads: Sequence[Card]) -> list[dict[str, str]]:
    """The parts that lead into a window, each with who came out of it; ``heads`` are their last tables."""
    last = {(card.round, card.position): card for card in heads}
    return [
        {
            "label": part_title(part),
            "query": f"?part={part.round}-{part.position}",
            "state": _part_state(last.get((part.round, part.position))),
        }
        for part in shown
    ]


def _part_state(head: Card | None) -> str:
    """Who went on from the last table of a part, or who has come as far as it."""
    if head is None:
        return ""
    gone = [side.name for side in head.sides if side.place is not None and side.place <= head.through]
    return " / ".join(gone or [side.name for side in head.sides if side.entry is not None])


def _search(event: Tournament, shape: Shape, typed: str) -> Mapping[str, Any]:
    """Each found name with the part in which it begins."""
    if shape.counts[0] <= trees.MOST_FIRST_TABLES:
        return {"has_search": False}
    if len(typed) < brackets.FEWEST_TYPED:
        return {"has_search": True, "typed": typed}
    found = [_found(shape, each.name, each.position) for each in brackets.find_entries(event, typed)]
    return {"has_search": True, "typed": typed, "found": found}


def _found(shape: Shape, name: str, position: int) -> dict[str, str]:
    leaf = trees.leaf_of(shape, position)
    if leaf is None:
        return {"name": name, "part": round_name(1, shape.rounds), "query": ""}
    return {"name": name, "part": part_title(leaf), "query": f"?part={leaf.round}-{leaf.position}"}
