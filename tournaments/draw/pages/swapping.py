"""Swap two places of a draft by tapping them: each tap is a link, the second one asks for the reason."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

from tournaments.draw.reads.drawing import Drawing, Meeting, Placed
from tournaments.frame.format_words import group_title


@dataclass(frozen=True, slots=True)
class Choice:
    """A place of the draft: the link of a tap, and whether it is chosen."""

    place: Placed
    href: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Offered:
    """A table of the draft with its places, and the name of its group or heat."""

    meeting: Meeting
    choices: Sequence[Choice]
    part: str = ""


def chosen(data: QueryDict, drawn: Drawing) -> list[int]:
    """Return the tapped places, two at most; a number that is not a place of the draft is ignored."""
    typed = [data.get(name, "") for name in ("a", "b")]
    numbers = [int(text) for text in typed if text.isascii() and text.isdigit() and len(text) < 6]
    return [number for number in dict.fromkeys(numbers) if drawn.at(number) is not None]


def offered(drawn: Drawing, taps: Sequence[int]) -> list[Offered]:
    """Return every table, or every group, with its links: a tap chooses a place, a second tap on it undoes that."""
    event_format = drawn.event_format
    return [
        Offered(
            meeting,
            [Choice(place, _href(place.position, taps), place.position in taps) for place in meeting.places],
            group_title(event_format, meeting.group),
        )
        for meeting in drawn.groups or drawn.meetings
    ]


def _href(position: int, taps: Sequence[int]) -> str:
    if position in taps:
        others = [each for each in taps if each != position]
        return f"?a={others[0]}#place-{position}" if others else f"?#place-{position}"
    if len(taps) == 1:
        return f"?a={taps[0]}&b={position}#swap"
    return f"?a={position}#place-{position}"


def names_of(drawn: Drawing, taps: Sequence[int]) -> list[str]:
    """Return the names at the tapped places."""
    found = [drawn.at(position) for position in taps]
    return [(place.name if place else "") or _("bye") for place in found]
