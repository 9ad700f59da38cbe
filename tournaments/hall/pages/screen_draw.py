"""The draw on the big screen: its commitment, then one position after the other, then the whole."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.draw.reads.drawing import Drawing, Exchange, Meeting, drawing, seal
from tournaments.hall.pages.hall import LINES, PLAYED, PLAYED_LETTERS, lines_of, packed, part_of
from tournaments.hall.reads.screens import DrawNow
from tournaments.models import Draw

MOST_REASONS = 2


def draw_picture(found: DrawNow) -> dict[str, Any]:
    """Return the screen of a draw that is not announced yet."""
    draw = found.draw
    drawn = drawing(draw) if draw.status == Draw.Status.DRAFT and draw.is_in_hall else None
    return {
        "seal": seal(draw.commitment),
        "is_in_hall": draw.is_in_hall,
        "hall": draw.hall,
        "discarded": [_("Discarded before: %(reason)s") % {"reason": each} for each in found.reasons[-MOST_REASONS:]],
        "panels": _panels(drawn) if drawn else [],
        "many": sum(len(meeting.people) for meeting in drawn.meetings) if drawn else 0,
        "from_ms": _ms(draw.drawn_at),
        "until_ms": _ms(draw.shown_at),
        "state": _state(drawn.exchanges) if drawn else "",
    }


def _ms(moment: Any) -> int:
    return int(moment.timestamp() * 1000) if moment is not None else 0


def _panels(drawn: Drawing) -> list[dict[str, Any]]:
    """Return every table of the draft, as many a panel as large letters allow."""
    parts = packed(drawn.meetings, PLAYED, LINES, _lines, columns=2)
    return [
        {"part": part_of(number, len(parts)), "tables": [_table(meeting) for meeting in part]}
        for number, part in enumerate(parts)
    ]


def _table(meeting: Meeting) -> dict[str, Any]:
    return {"number": meeting.hall_number, "names": [place.name for place in meeting.people]}


def _lines(meeting: Meeting) -> int:
    """Return the lines of a table's names; at least those of a duel, so that rows are even."""
    return max(2, sum(lines_of(place.name, PLAYED_LETTERS - 6) for place in meeting.people))


def _state(exchanges: Sequence[Exchange]) -> str:
    """Return the text below the draw: it is not official yet, and how many positions were swapped."""
    said = _("It counts when it is announced.")
    if not exchanges:
        return said
    swapped = ngettext("%(n)s swap by the organiser.", "%(n)s swaps by the organiser.", len(exchanges))
    return f"{said} {swapped % {'n': len(exchanges)}}"
