"""The tables that a round waits for, each with its state in a word or two."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.words import sentences as words
from tournaments.models import Table
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
