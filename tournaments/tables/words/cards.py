"""A table as ``_match.html`` needs it: names, points, state and note in words."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.events.words import sentences as words
from tournaments.frame.round_names import is_final
from tournaments.models import Table, Tournament
from tournaments.tables.reads.cards import Card, Side

# States of a line that are final while its table is in play, and states of a table that shows points once some are
# written.
CERTAIN = ("through", "out")
WITH_POINTS = (Table.Status.PLAYING, Table.Status.TO_CONFIRM, Table.Status.DISPUTED, Table.Status.DONE)


@dataclass(frozen=True, slots=True)
class SideView:
    """One side of a match; ``place`` if the table shows every place, ``said`` a mark's text for screen readers."""

    name: str
    points: int | str
    state: str
    seed: int | None
    place: int | None = None
    said: str = ""


@dataclass(frozen=True, slots=True)
class MatchView:
    """One match; ``head`` is the line above the names, where a table has its own name."""

    url: str
    state: str
    is_final: bool
    state_label: str
    note: str
    note_kind: str
    sides: tuple[SideView, ...]
    head: str = ""


@dataclass(frozen=True, slots=True)
class NumberedMatch:
    """A match with its table's number in the hall, and its end of time where it has its own clock."""

    number: int | None
    match: MatchView
    time: str = ""


@dataclass(frozen=True, slots=True)
class Sight:
    """The common data of all matches on a page: the event, its rounds, the address of a match, the open ties.

    ``level`` are the lines that are level at a table, by the table's key.
    """

    event: Tournament
    rounds: int
    address: str
    level: Mapping[int, Collection[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, event: Tournament, rounds: int, level: Mapping[int, Collection[int]] | None = None) -> "Sight":
        # One reverse for all matches of the page: the number is inserted by string formatting.
        return cls(event, rounds, reverse("match", args=(event.slug, 0)).replace("/0/", "/{}/"), level or {})

    def match(self, card: Card, *, with_table: bool = True) -> MatchView:
        """Return the match for a bracket or a list; a list that numbers its tables leaves the table out."""
        several = words.is_of_several(card)
        text, kind = words.note(card, self.event.game, with_table=with_table and not several)
        head = _head(card) if several and with_table else ""
        # Lines with a bye have no table: the head says it already.
        label = words.state_label(card) if card.hall_number is not None or not head else ""
        return MatchView(
            url=self.address.format(card.number) if _has_page(card) else "",
            state=words.state(card),
            is_final=self._is_final(card),
            state_label=label,
            # The head says the state already.
            note="" if head and text.lower() == label.lower() else text,
            note_kind=kind,
            sides=self._several(card) if several else tuple(self._side(card, side) for side in card.sides),
            head=head,
        )

    def _is_final(self, card: Card) -> bool:
        return card.section == Table.Section.MAIN and is_final(card.round, self.rounds)

    def numbered(self, card: Card) -> NumberedMatch:
        """Return a match with its number; beside the main bracket its note says which places it decides."""
        match = self.match(card, with_table=False)
        if card.status == Table.Status.BYE:
            return NumberedMatch(card.hall_number, match)
        decides = words.beside_main(card)
        note = " · ".join(part for part in (decides, match.note) if part)
        return NumberedMatch(card.hall_number, replace(match, note=note))

    def _side(self, card: Card, side: Side) -> SideView:
        is_scored = card.status in WITH_POINTS and card.ending != "walkover"
        shown = side.points if is_scored and side.points is not None else ""
        return SideView(words.side_name(side, self.rounds), shown, _side_state(card, side), side.seed)

    def _several(self, card: Card) -> tuple[SideView, ...]:
        """Return the lines of a table of several, each with the mark of its state."""
        level = self.level.get(card.pk, ())
        return tuple(
            self._one_of(card, side, "level" if index in level and not card.is_over else _so_far(card, index))
            for index, side in enumerate(card.sides)
        )

    def _one_of(self, card: Card, side: Side, special: str) -> SideView:
        """Return one line, with its ``special`` state: level, gone, or nothing."""
        is_final = self._is_final(card)
        certain = "won" if special == "through" and is_final else special
        state = certain or _state_of_one(card, side, is_final=is_final)
        played = card.status in WITH_POINTS and side.points is not None and side.entry is not None
        return SideView(
            name=words.side_name(side, self.rounds, from_table=True),
            points=side.points if played and side.points is not None else "",
            state=state,
            seed=side.seed,
            place=side.place if is_final and card.status == Table.Status.DONE else None,
            said=_mark_text(state),
        )


def _mark_text(state: str) -> str:
    """Return the text of a state's mark for screen readers."""
    words_of = {
        "through": _("goes on"),
        "level": _("level"),
        "won": _("winner"),
        "left": _("has left the table"),
        "absent": _("absent"),
    }
    return words_of.get(state, "")


def _so_far(card: Card, index: int) -> str:
    """Return a line's state before the result: absent, gone, out, or certain to advance."""
    if card.sides[index].is_absent:
        return "absent"
    if str(index) in card.note.get("left", {}):
        return "left"
    states = card.note.get("states", ()) if card.status == Table.Status.PLAYING else ()
    return states[index] if index < len(states) and states[index] in CERTAIN else ""


def _head(card: Card) -> str:
    """Return the table by its number in the hall; a pair with a bye has none."""
    return _("Table %(table)s") % {"table": card.hall_number} if card.hall_number is not None else _("Rest")


def _has_page(card: Card) -> bool:
    return card.status != Table.Status.BYE and any(side.entry is not None for side in card.sides)


def _side_state(card: Card, side: Side) -> str:
    if side.entry is None:
        return "open"
    if not card.is_over or card.is_drawn:
        return ""
    return "won" if side.place == 1 else "out"


def _state_of_one(card: Card, side: Side, *, is_final: bool) -> str:
    if side.entry is None:
        return "open"
    if not card.is_over:
        return ""
    if side.place is None or side.place > card.through:
        return "out"
    return "won" if is_final else "through"
