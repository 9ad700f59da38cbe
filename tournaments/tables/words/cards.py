"""A table as ``match_card`` shows it: names, points, state and note in words."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.competition.rooms import room_at
from tournaments.events.words import sentences as words
from tournaments.frame.reads.formats import format_now
from tournaments.frame.round_names import is_final
from tournaments.models import Table, Tournament
from tournaments.tables.reads.cards import Card

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
    """A match with its table's number in the hall, its room, and its end of time where it has its own clock."""

    number: int | None
    match: MatchView
    room: str = ""
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
    leads_on: bool = True
    """Whether somebody goes on from a table; in rounds a table only has a winner."""

    @classmethod
    def of(cls, event: Tournament, rounds: int, level: Mapping[int, Collection[int]] | None = None) -> "Sight":
        # One reverse for all matches of the page: the number is inserted by string formatting.
        address = reverse("match", args=(event.slug, 0)).replace("/0/", "/{}/")
        return cls(event, rounds, address, level or {}, format_now(event).is_elimination)

    def match(self, card: Card, *, with_table: bool = True) -> MatchView:
        """Return the match for a bracket or a list; a list that numbers its tables leaves the table out."""
        several = words.is_of_several(card)
        room = self.room(card) if with_table else ""
        text, kind = words.note(card, self.event.game, with_table=with_table and not several, room=room)
        head = ""
        if several and with_table:
            # By its number in the hall; a pair with a bye has none.
            head = _("Rest")
            if card.hall_number is not None:
                head = " · ".join(filter(None, [_("Table %(table)s") % {"table": card.hall_number}, room]))
        # Lines with a bye have no table: the head says it already.
        label = words.state_label(card) if card.hall_number is not None or not head else ""
        if several:
            sides = self._of_several(card)
        else:
            sides, is_scored = [], card.status in WITH_POINTS and card.ending != "walkover"
            for side in card.sides:
                if side.entry is None:
                    state = "open"
                elif not card.is_over or card.is_drawn:
                    state = ""
                else:
                    state = "won" if side.place == 1 else "out"
                points = side.points if is_scored and side.points is not None else ""
                sides.append(SideView(words.side_name(side, self.rounds), points, state, side.seed))
        has_page = card.status != Table.Status.BYE and any(side.entry is not None for side in card.sides)
        return MatchView(
            url=self.address.format(card.number) if has_page else "",
            state=words.state(card),
            is_final=self._is_final(card),
            state_label=label,
            # The head says the state already.
            note="" if head and text.lower() == label.lower() else text,
            note_kind=kind,
            sides=tuple(sides),
            head=head,
        )

    def _is_final(self, card: Card) -> bool:
        return card.section == Table.Section.MAIN and is_final(card.round, self.rounds)

    def numbered_match(self, card: Card) -> NumberedMatch:
        """Return a match with its number; beside the main bracket its note says which places it decides."""
        match = self.match(card, with_table=False)
        if card.status == Table.Status.BYE:
            return NumberedMatch(card.hall_number, match, self.room(card))
        decides = words.beside_main(card)
        note = " · ".join(part for part in (decides, match.note) if part)
        return NumberedMatch(card.hall_number, replace(match, note=note), self.room(card))

    def room(self, card: Card) -> str:
        """Return the name of the room in which the table stands; empty where the event has one room."""
        return room_at(self.event.rooms, card.hall_number)

    def _of_several(self, card: Card) -> list[SideView]:
        """Return the lines of a table of several, each with the mark of its state and the mark's text."""
        level, is_final = self.level.get(card.pk, ()), self._is_final(card)
        certain = card.note.get("states", ()) if card.status == Table.Status.PLAYING else ()
        said = {
            "through": _("goes on") if self.leads_on and not card.may_draw else _("winner"),
            "level": _("level"),
            "won": _("winner"),
            "left": _("has left the table"),
            "absent": _("absent"),
        }
        sides = []
        for index, side in enumerate(card.sides):
            if index in level and not card.is_over:
                state = "level"
            elif side.is_absent:
                state = "absent"
            elif str(index) in card.note.get("left", {}):
                state = "left"
            elif index < len(certain) and certain[index] in CERTAIN:
                # Before the result: out, or certain to advance.
                state = certain[index]
            elif side.entry is None:
                state = "open"
            elif not card.is_over:
                state = ""
            else:
                state = "through" if side.place is not None and side.place <= card.through else "out"
            if state == "through" and is_final:
                state = "won"
            played = card.status in WITH_POINTS and side.points is not None and side.entry is not None
            sides.append(
                SideView(
                    name=words.side_name(side, self.rounds, from_table=True),
                    points=side.points if played and side.points is not None else "",
                    state=state,
                    seed=side.seed,
                    place=side.place if is_final and card.status == Table.Status.DONE else None,
                    said=said.get(state, ""),
                )
            )
        return sides
