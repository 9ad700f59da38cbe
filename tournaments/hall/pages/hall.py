"""A large hall on the big screen: called tables beside those in play, all players by name, all tables by number.

Letters must be readable from the last row of the hall; what does not fit goes on another panel.
"""

import textwrap
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, TypeVar

from django.utils.translation import gettext as _

from tournaments.folding import key_of
from tournaments.hall.reads import HallSeat
from tournaments.models import Table
from tournaments.tables.reads.cards import Card
from tournaments.tables.words.cards import NumberedMatch

One = TypeVar("One")

# Tables on a panel; each has two lines, and more where a name is too long for one.
CALLED, PLAYED, LINES = 3, 5, 12
CALLED_LETTERS, PLAYED_LETTERS, BESIDE_A_PLATE = 25, 32, 13
SEATS, SEAT_LETTERS = 27, 19
MOST_CHIPS = 24
SIGNS: Final = {"done": "✓", "called": "→", "tie": "=", "referee": "!"}


@dataclass(frozen=True, slots=True)
class Chip:
    """One table of the hall, by its number: its state, its sign, and the word for screen readers."""

    number: int | None
    state: str
    sign: str
    label: str


@dataclass(frozen=True, slots=True)
class SeatedEntry:
    """One table of a panel: its match, its state, its plate, and the names of absent players."""

    table: NumberedMatch
    state: str
    plate: str
    missing: Collection[str]

    @property
    def lines(self) -> int:
        """Return how many lines it needs."""
        return self._above + 1 if self.is_plate_below else self._beside

    @property
    def is_plate_below(self) -> bool:
        """Whether its names are so long that the plate has its own line below them."""
        return self._beside > self._above + 1

    @property
    def _above(self) -> int:
        """Return the lines of its names where the plate leaves them the whole width."""
        return self._lines(0)

    @property
    def _beside(self) -> int:
        return self._lines(BESIDE_A_PLATE * bool(self.plate or self.table.time))

    def _lines(self, plate: int) -> int:
        room = (CALLED_LETTERS if self.state == "called" else PLAYED_LETTERS) - plate
        names = [side.name for side in self.table.match.sides]
        return sum(lines_of(name, room - BESIDE_A_PLATE * (name in self.missing)) for name in names)


@dataclass(frozen=True, slots=True)
class Panel:
    """The content of the screen at a time; ``called_part`` and ``part`` say which part of the tables it is."""

    called: Sequence[SeatedEntry]
    played: Sequence[SeatedEntry]
    called_part: str
    part: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class HallNames:
    """A panel of people with their tables, from A to Z."""

    title: str
    part: str
    seats: Sequence[HallSeat]


def panels(
    cards: Sequence[Card], tables: Sequence[NumberedMatch], waited: Mapping[int, Collection[str]]
) -> list[Panel]:
    """Return the panels for the open tables: calls, and beside them play; tables that wait for somebody come first."""
    is_begun = any(card.status != Table.Status.PLANNED for card in cards)
    # The special states, each in one word. Before the first call the title says of all that they are not called.
    plates = {
        "planned": _("to be called") if is_begun else "",
        "tie": _("tie-break"),
        "referee": _("referee"),
    }
    seated = [
        SeatedEntry(table, state_of(card), plates.get(state_of(card), ""), waited.get(card.pk, ()))
        for card, table in zip(cards, tables, strict=True)
        if not card.is_over
    ]
    called = sorted((each for each in seated if each.state == "called"), key=lambda each: not each.missing)
    played = sorted((each for each in seated if each.state != "called"), key=lambda each: not each.plate)
    calls = pack_rows(called, CALLED, LINES, _lines, columns=1 if played else 2)
    plays = pack_rows(played, PLAYED, LINES, _lines, columns=1 if called else 2)
    return [
        Panel(
            called=calls[number % len(calls)] if calls else (),
            played=plays[number % len(plays)] if plays else (),
            called_part=part_of(number % max(1, len(calls)), len(calls)),
            part=part_of(number % max(1, len(plays)), len(plays)),
            title=_("In play") if any(each.state != "planned" for each in played) else _("Not called yet"),
        )
        for number in range(max(len(calls), len(plays)))
    ]


def names(seats: Iterable[HallSeat]) -> list[HallNames]:
    """Return all people with a table, from A to Z."""
    ordered = sorted(seats, key=lambda seat: key_of(seat.family, seat.given))
    parts = pack_rows(ordered, SEATS, SEATS, lambda seat: lines_of(f"{seat.family} {seat.given}", SEAT_LETTERS))
    return [
        HallNames(
            title=_("From %(first)s to %(last)s") % {"first": part[0].family, "last": part[-1].family},
            part=part_of(number, len(parts)),
            seats=part,
        )
        for number, part in enumerate(parts)
    ]


def chips(cards: Sequence[Card]) -> list[Chip]:
    """Return every table of the hall by number; in a larger hall only the open ones, if they are few."""
    shown = cards if len(cards) <= MOST_CHIPS else [card for card in cards if not card.is_over]
    if len(shown) > MOST_CHIPS:
        return []
    words = {
        "done": _("finished"),
        "referee": _("referee called"),
        "tie": _("In tie-break"),
        "called": _("called"),
        "planned": _("Not called yet"),
    }
    return [
        Chip(card.hall_number, state, SIGNS.get(state, ""), words.get(state, _("In play")))
        for card in sorted(shown, key=lambda card: card.hall_number or 0)
        for state in (state_of(card),)
    ]


def state_of(card: Card) -> str:
    """Return the state of a table for the hall."""
    if card.is_over:
        return "done"
    if card.referee_called or card.status == Table.Status.DISPUTED:
        return "referee"
    if card.tiebreak_due:
        return "tie"
    return {Table.Status.CALLED: "called", Table.Status.PLANNED: "planned"}.get(Table.Status(card.status), "live")


def lines_of(text: str, letters: int) -> int:
    """Return how many lines a name needs at this many letters a line; words are not split."""
    return len(textwrap.wrap(text, letters)) or 1


def pack_rows(
    all_: Sequence[One], most: int, lines: int, lines_of_one: Callable[[One], int], columns: int = 1
) -> list[list[One]]:
    """Split rows in order into parts of at most ``most`` rows and ``lines`` lines; a row is as high as its highest."""
    parts: list[list[Sequence[One]]] = []
    left = 0
    for row in (all_[at : at + columns] for at in range(0, len(all_), columns)):
        needed = max(map(lines_of_one, row))
        if not parts or len(parts[-1]) == most or needed > left:
            parts.append([])
            left = lines
        parts[-1].append(row)
        left -= needed
    return [list(chain.from_iterable(part)) for part in parts]


def part_of(number: int, count: int) -> str:
    """Return which of several panels this is; empty where there is one."""
    return _("%(n)s of %(all)s") % {"n": number + 1, "all": count} if count > 1 else ""


def _lines(seated: SeatedEntry) -> int:
    return seated.lines
