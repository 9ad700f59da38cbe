"""Parts of the big screen: the bracket, the draw, tables with their own clock.

The bracket on the big screen: the round in play and two more, on as many panels as large letters need. A round of more
than sixteen matches is shown alone, in two columns: both sides and the points.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.competition.rooms import PlayingRoom, room_of
from tournaments.draw.reads.drawing import DrawnMeeting, drawing, seal
from tournaments.events.words import sentences as words
from tournaments.frame.round_names import is_final, match_name, round_name, round_of
from tournaments.hall.pages.hall import LINES, PLAYED, PLAYED_LETTERS, lines_of, pack_rows, part_of
from tournaments.hall.reads import DrawNow
from tournaments.models import Draw, Round, Table
from tournaments.standings.reads.brackets import with_gaps
from tournaments.tables.reads.cards import Card
from tournaments.tables.words.cards import WITH_POINTS, NumberedMatch
from tournaments.timing.reads import clock_of_table, own_time_tables
from tournaments.timing.words import until_text


def with_own_times(panels: Sequence[Sequence[NumberedMatch]], round_: Round | None) -> list[list[NumberedMatch]]:
    """Return the panels of the tables, each table with its own time where it has one; one query."""
    own = {}
    for table in own_time_tables(round_):
        clock = clock_of_table(table)
        if clock.called is not None:
            own[table.hall_number] = pgettext("a table past its time", "time")
        else:
            own[table.hall_number] = until_text(clock) or pgettext("a clock", "stopped")
    return [[replace(each, time=own.get(each.number, "")) for each in panel] for panel in panels]


MOST_REASONS = 2


def draw_picture(found: DrawNow) -> dict[str, Any]:
    """Return the screen of a draw that is not announced yet."""
    draw = found.draw
    drawn = drawing(draw) if draw.status == Draw.Status.DRAFT and draw.is_in_hall else None
    panels, state = [], ""
    if drawn is not None:
        # As many tables a panel as large letters allow.
        parts = pack_rows(drawn.meetings, PLAYED, LINES, _lines, columns=2)
        for number, part in enumerate(parts):
            tables = [
                {
                    "number": meeting.hall_number,
                    "room": meeting.room,
                    "names": [place.name for place in meeting.people],
                }
                for meeting in part
            ]
            panels.append({"part": part_of(number, len(parts)), "tables": tables})
        state = _("It counts when it is announced.")
        if swaps := len(drawn.exchanges):
            swapped = ngettext("%(n)s swap by the organiser.", "%(n)s swaps by the organiser.", swaps)
            state = f"{state} {swapped % {'n': swaps}}"
    return {
        "seal": seal(draw.commitment),
        "is_in_hall": draw.is_in_hall,
        "hall": draw.hall,
        "discarded": [_("Discarded before: %(reason)s") % {"reason": each} for each in found.reasons[-MOST_REASONS:]],
        "panels": panels,
        "many": sum(len(meeting.people) for meeting in drawn.meetings) if drawn else 0,
        "from_ms": _ms(draw.drawn_at),
        "until_ms": _ms(draw.shown_at),
        "state": state,
    }


def _ms(moment: Any) -> int:
    return int(moment.timestamp() * 1000) if moment is not None else 0


def _lines(meeting: DrawnMeeting) -> int:
    """Return the lines of a table's names; at least those of a duel, so that rows are even."""
    return max(2, sum(lines_of(place.name, PLAYED_LETTERS - 6) for place in meeting.people))


# Matches above each other, and rounds beside each other, up to this length of names.
HIGH, COLUMNS, LETTERS = 4, 3, 25
WIDE_COLUMNS, WIDE_LETTERS = 2, 36
# The same with two columns of one round side by side; in a larger round the open matches come first.
SIDE_BY_SIDE, SIDE_LETTERS, MOST_MATCHES = 2, 30, 64
AT_A_TABLE = (Table.Status.CALLED, *WITH_POINTS)


@dataclass(frozen=True, slots=True)
class ScreenMatch:
    """One match of the bracket: its name, its state, and its sides as (name, points, state)."""

    title: str
    state: str
    sides: Sequence[tuple[str, int | str, str]]


def bracket_panels(
    found: Sequence[Sequence[Card]], rounds: int, rooms: Sequence[PlayingRoom] = (), *, brackets: int = 1
) -> list[dict[str, Any]]:
    """Return the panels of a bracket of duels: each a part of its first column with the rounds it leads to.

    It is one of so many ``brackets`` that share the panels.
    """
    if not found:
        return []
    if len(found) == 1 and len(found[0]) > 1:
        # One large round alone, in the order of the bracket and without byes.
        played = [card for card in found[0] if card.status != Table.Status.BYE]
        open_first = sorted(played, key=lambda card: card.is_over)
        shown = sorted(open_first[: MOST_MATCHES // brackets], key=lambda card: card.position)
        size = SIDE_BY_SIDE * (HIGH if _longest(shown) <= SIDE_LETTERS else HIGH // 2)
        parts = [shown[at : at + size] for at in range(0, len(shown), size)]
        title = round_name(found[0][0].round, rounds)
        return [
            {
                "part": part_of(number, len(parts)),
                "is_one": True,
                "rounds": [{"title": title, "matches": [_screen_match(card, rounds, rooms) for card in part]}],
            }
            for number, part in enumerate(parts)
        ]
    longest = _longest(found[0])
    high = HIGH if longest <= WIDE_LETTERS else HIGH // 2
    beside = COLUMNS if longest <= LETTERS else WIDE_COLUMNS
    if len(found) > beside and all(card.is_over for card in found[0]):
        found = found[1:]
    columns = [[_screen_match(card, rounds, rooms) if card else None for card in column] for column in with_gaps(found)]
    count = -(-len(columns[0]) // high)
    return [
        {
            "part": part_of(number, count),
            "rounds": [
                {"title": round_name(found[at][0].round, rounds), "matches": part}
                for at, column in enumerate(columns[:beside])
                if (part := column[number * (high >> at) : (number + 1) * (high >> at)])
            ],
        }
        for number in range(count)
    ]


def _longest(column: Sequence[Card]) -> int:
    return max((len(side.name) for card in column for side in card.sides), default=0)


def _screen_match(card: Card, rounds: int, rooms: Sequence[PlayingRoom]) -> ScreenMatch:
    state = words.state(card)
    title = match_name(card.round, rounds, card.position)
    if is_final(card.round, rounds):
        title = round_of(card, card.round, rounds)
    if state == "tie":
        title = _("%(match)s, tie-break") % {"match": title}
    elif card.status in AT_A_TABLE:
        title = _("%(match)s, table %(table)s") % {"match": title, "table": card.hall_number}
        title = " · ".join(filter(None, (title, room_of(rooms, card.hall_number))))

    sides: list[tuple[str, int | str, str]] = []
    for side in card.sides:
        if side.entry is None:
            # Unknown yet: the match that it waits for.
            sides.append((words.side_name(side, rounds), "", "open"))
            continue
        points = side.points if card.status in WITH_POINTS and card.ending != "walkover" else None
        outcome = ("won" if side.place == 1 else "out") if card.is_over else ""
        sides.append((side.name, "" if points is None else points, outcome))
    return ScreenMatch(title, state, sides)
