"""The figures of the dashboard, and the tables that a round waits for."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext

from tournaments.events.words import sentences as words
from tournaments.models import Table, Tournament
from tournaments.tables.reads.cards import Card


@dataclass(frozen=True, slots=True)
class MissingTable:
    """A table as a tile. ``number`` leads to its sheet, ``hall`` is shown; ``kind`` is the colour of the tile."""

    number: int
    hall: int
    text: str
    kind: str


def missing_tables(found: Sequence[Card], waited: Collection[int]) -> list[MissingTable]:
    """Return the tables as tiles; ``waited`` has the keys of tables where a player is missing."""
    return [MissingTable(card.number, card.hall_number or card.number, *_now(card, waited)) for card in found]


def _now(card: Card, waited: Collection[int]) -> tuple[str, str]:
    if card.status == Table.Status.DISPUTED:
        return _("disputed"), "red"
    if card.referee_called:
        return _("calls the referee"), "red"
    if card.tiebreak_due:
        return _("tie-break %(n)s") % {"n": card.tiebreak_due}, "gold"
    if card.pk in waited:
        return _("somebody is missing"), "gold"
    if card.status == Table.Status.TO_CONFIRM:
        return _("to confirm"), "dashed"
    return _score(card), ""


def _score(card: Card) -> str:
    if not card.deals_played:
        return _("called") if card.status == Table.Status.CALLED else _("In play").lower()
    if words.is_of_several(card):
        return ngettext("%(n)s deal", "%(n)s deals", card.deals_played) % {"n": card.deals_played}
    return words.pair([side.points or 0 for side in card.sides])


def entered_tile(event: Tournament, confirmed: int) -> dict[str, Any]:
    """Return the number of entries, and the limit if there is one."""
    if event.capacity:
        label = npgettext("beside its number", "of %(room)s entries", "of %(room)s entries", confirmed) % {
            "room": event.capacity
        }
    else:
        label = npgettext("beside its number", "entry", "entries", confirmed)
    return {"value": confirmed, "label": label}


def checked_in_tile(here: int, confirmed: int) -> dict[str, Any]:
    """Return the number of entries that are checked in."""
    label = npgettext("beside its number", "of %(entries)s checked in", "of %(entries)s checked in", here) % {
        "entries": confirmed
    }
    return {"value": here, "label": label}
