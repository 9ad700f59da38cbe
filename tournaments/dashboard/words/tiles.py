"""The figures of the dashboard, and the tables that a round waits for."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext

from tournaments.competition.rooms import PlayingRoom, room_of
from tournaments.events.words import sentences as words
from tournaments.frame.numbers import score_text
from tournaments.models import Table, Tournament
from tournaments.tables.reads.cards import Card


@dataclass(frozen=True, slots=True)
class MissingTable:
    """A table as a tile. ``number`` leads to its sheet, ``hall`` is shown; ``kind`` is the colour of the tile."""

    number: int
    hall: int
    text: str
    kind: str


def missing_tables(found: Sequence[Card], waited: Collection[int], rooms: Sequence[PlayingRoom]) -> list[MissingTable]:
    """Return the tables as tiles; ``waited`` has the keys of tables where a player is missing."""
    tiles = []
    for card in found:
        kind = ""
        if card.status == Table.Status.DISPUTED:
            text, kind = _("disputed"), "red"
        elif card.referee_called:
            text, kind = _("calls the referee"), "red"
        elif card.tiebreak_due:
            text, kind = _("tie-break %(n)s") % {"n": card.tiebreak_due}, "gold"
        elif card.pk in waited:
            text, kind = _("somebody is missing"), "gold"
        elif card.status == Table.Status.TO_CONFIRM:
            text, kind = _("to confirm"), "dashed"
        elif not card.deals_played:
            text = _("called") if card.status == Table.Status.CALLED else _("In play").lower()
        elif words.is_of_several(card):
            text = ngettext("%(n)s deal", "%(n)s deals", card.deals_played) % {"n": card.deals_played}
        else:
            text = score_text([side.points or 0 for side in card.sides])
        said = " · ".join(filter(None, (text, room_of(rooms, card.hall_number))))
        tiles.append(MissingTable(card.number, card.public_number, said, kind))
    return tiles


def entries_tile(event: Tournament, confirmed: int) -> dict[str, Any]:
    """Return the number of entries, and the limit if there is one."""
    if event.capacity:
        label = npgettext("beside its number", "of %(room)s entries", "of %(room)s entries", confirmed) % {
            "room": event.capacity
        }
    else:
        label = npgettext("beside its number", "entry", "entries", confirmed)
    return {"value": confirmed, "label": label}


def check_in_tile(here: int, confirmed: int) -> dict[str, Any]:
    """Return the number of entries that are checked in."""
    label = npgettext("beside its number", "of %(entries)s checked in", "of %(entries)s checked in", here) % {
        "entries": confirmed
    }
    return {"value": here, "label": label}
