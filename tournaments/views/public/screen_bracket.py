"""The bracket on the big screen: the round that is played and two more, as many panels as large letters need."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Table
from tournaments.round_names import match_name, round_name
from tournaments.selectors.cards import Card, Side
from tournaments.views.public import words
from tournaments.views.public.cards import WITH_POINTS
from tournaments.views.public.hall import part_of

# So many matches stand above each other; fewer where a name takes two lines.
HIGH, LETTERS = 4, 25
AT_A_TABLE = (Table.Status.CALLED, *WITH_POINTS)


@dataclass(frozen=True, slots=True)
class Shown:
    """One match of the bracket: its name, its state, and its sides as (name, points, state)."""

    title: str
    state: str
    sides: Sequence[tuple[str, int | str, str]]


def bracket_panels(found: Sequence[Sequence[Card]], rounds: int) -> list[dict[str, Any]]:
    """The panels of a bracket of duels: each a part of its first column with what the part leads to."""
    columns = [[_shown(card, rounds) for card in column] for column in found]
    if not columns:
        return []
    longest = max(len(name) for shown in columns[0] for name, _points, _state in shown.sides)
    high = HIGH if longest <= LETTERS else HIGH // 2
    count = -(-len(columns[0]) // high)
    return [
        {
            "part": part_of(number, count),
            "rounds": [
                {"title": round_name(found[at][0].round, rounds), "matches": part}
                for at, column in enumerate(columns)
                if (part := column[number * (high >> at) : (number + 1) * (high >> at)])
            ],
        }
        for number in range(count)
    ]


def _shown(card: Card, rounds: int) -> Shown:
    state = words.state(card)
    title = match_name(card.round, rounds, card.position)
    if state == "tie":
        title = _("%(match)s, tie-break") % {"match": title}
    elif card.status in AT_A_TABLE:
        title = _("%(match)s, table %(table)s") % {"match": title, "table": card.hall_number}
    return Shown(title, state, [_side(card, side, rounds) for side in card.sides])


def _side(card: Card, side: Side, rounds: int) -> tuple[str, int | str, str]:
    """A side with its points; one that is not known yet by the match that it waits for."""
    if side.entry is None:
        return words.side_name(side, rounds), "", "open"
    points = side.points if card.status in WITH_POINTS and card.ending != "walkover" else None
    state = ("won" if side.place == 1 else "out") if card.is_over else ""
    return side.name, "" if points is None else points, state
