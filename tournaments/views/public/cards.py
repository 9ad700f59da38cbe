"""A table as the part ``_match.html`` takes it: its names, points, state and note in words."""

from dataclasses import dataclass

from django.urls import reverse

from tournaments.models import Table, Tournament
from tournaments.selectors.cards import Card, Side
from tournaments.views.public import words

# Points stand beside the names from the moment when somebody has written some.
WITH_POINTS = (Table.Status.PLAYING, Table.Status.TO_CONFIRM, Table.Status.DISPUTED, Table.Status.DONE)


@dataclass(frozen=True, slots=True)
class SideView:
    """One side of a match."""

    name: str
    points: int | str
    state: str
    seed: int | None


@dataclass(frozen=True, slots=True)
class MatchView:
    """One match."""

    url: str
    state: str
    is_final: bool
    state_label: str
    note: str
    note_kind: str
    sides: tuple[SideView, ...]


@dataclass(frozen=True, slots=True)
class NumberedMatch:
    """A match with the number of its table in the hall."""

    number: int | None
    match: MatchView


@dataclass(frozen=True, slots=True)
class Sight:
    """What all matches of one page have in common: the event, its rounds, and the address of a match."""

    event: Tournament
    rounds: int
    address: str

    @classmethod
    def of(cls, event: Tournament, rounds: int) -> "Sight":
        # One reverse for all matches of the page: the number is put into the address by hand.
        return cls(event, rounds, reverse("match", args=(event.slug, 0)).replace("/0/", "/{}/"))

    def match(self, card: Card, *, with_table: bool = True) -> MatchView:
        """The match as a bracket or a list shows it; a list that numbers its tables leaves the table out."""
        text, kind = words.note(card, self.event.game, with_table=with_table)
        return MatchView(
            url=self.address.format(card.number) if _has_page(card) else "",
            state=words.state(card),
            is_final=card.section == Table.Section.MAIN and card.round == self.rounds,
            state_label=words.state_label(card),
            note=text,
            note_kind=kind,
            sides=tuple(self._side(card, side) for side in card.sides),
        )

    def numbered(self, card: Card) -> NumberedMatch:
        return NumberedMatch(card.hall_number, self.match(card, with_table=False))

    def _side(self, card: Card, side: Side) -> SideView:
        shown = side.points if card.status in WITH_POINTS and side.points is not None else ""
        return SideView(words.side_name(side, self.rounds), shown, _side_state(card, side), side.seed)


def _has_page(card: Card) -> bool:
    return card.status != Table.Status.BYE and any(side.entry is not None for side in card.sides)


def _side_state(card: Card, side: Side) -> str:
    if side.entry is None:
        return "open"
    if not card.is_over:
        return ""
    return "won" if side.place == 1 else "out"
