"""Combinations: sets and runs, of which one card may be a joker, as they are laid and as they grow.

Every combination exists once (``run`` and ``set_of`` cache them), so equal ones are the same object.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, TypeAlias

from scala40.cards import BIT, JOKER, KINDS, NAMES, Card, Hand, Kinds

Place: TypeAlias = int
"""A place in a run: 0 is the ace before the two, 1 to 12 are two to king, 13 is the ace after the king."""

NO_JOKER: Final = -1
HIGH_ACE: Final[Place] = 13

# R-S40-12; by place of a run, and by rank in a set. Checked by test_points_of_combinations.
RUN_POINTS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11)
SET_POINTS: Final = (11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


@dataclass(frozen=True, slots=True, eq=False)
class Meld:
    """A set or a run, and the values computed from its cards."""

    is_run: bool
    base: int
    """The suit of a run, the rank of a set."""
    low: int
    """The first place of a run; of a set, its suits as four bits."""
    high: int
    """The last place of a run; of a set, its suits as four bits."""
    joker: Card
    """The card that its joker stands for, or ``NO_JOKER``."""
    joker_at: int
    """Which of ``cards`` is the joker, or ``NO_JOKER``: a run of fourteen has its ace twice."""
    cards: tuple[Card, ...]
    """In order, the joker as the card that it stands for."""
    naturals: Kinds
    points: int
    """What it is worth in an opening (R-S40-12)."""
    attaches: tuple[Kinds, Kinds]
    """What may be laid off on it, where a run may grow to 13 and where it may grow to 14; bit 52 is a joker."""
    stands: tuple[tuple[Card, ...], tuple[Card, ...]]
    """The cards that a joker laid off on it may stand for, for 13 and for 14."""

    @property
    def size(self) -> int:
        return len(self.cards)

    @property
    def has_joker(self) -> bool:
        return self.joker != NO_JOKER

    @property
    def may_swap(self) -> bool:
        """Whether its joker may be replaced: as the second ace of a run it stays (R-S40-08)."""
        return self.joker != NO_JOKER and self.size < 14

    def __str__(self) -> str:
        return "".join(("*=" if at == self.joker_at else "") + NAMES[card] for at, card in enumerate(self.cards))


def card_at(suit: int, place: Place) -> Card:
    """Return the card of a suit at a place of a run."""
    return 13 * suit + place % 13


@cache
def run(suit: int, low: Place, high: Place, joker: Place) -> Meld:
    """Return the run of a suit from a place to another, with the joker at ``joker`` (R-S40-07)."""
    places = range(low, high + 1)
    attached = tuple(_run_attachments(suit, low, high, joker, limit) for limit in (13, 14))
    return Meld(
        is_run=True,
        base=suit,
        low=low,
        high=high,
        joker=NO_JOKER if joker == NO_JOKER else card_at(suit, joker),
        joker_at=NO_JOKER if joker == NO_JOKER else joker - low,
        cards=tuple(card_at(suit, place) for place in places),
        naturals=sum({BIT[card_at(suit, place)] for place in places if place != joker}),
        points=sum(RUN_POINTS[place] for place in places),
        attaches=(attached[0][0], attached[1][0]),
        stands=(attached[0][1], attached[1][1]),
    )


def _run_attachments(suit: int, low: Place, high: Place, joker: Place, limit: int) -> tuple[Kinds, tuple[Card, ...]]:
    """Return what may be laid off on a run, and the cards for which a joker may stand there.

    The ace stands at one end; where a run may grow to 14, one of two aces is its joker (R-S40-08).
    """
    natural, stands = 0, []
    for place, other, is_open in ((low - 1, high, low > 0), (high + 1, low, high < HIGH_ACE)):
        both = {place, other} == {0, HIGH_ACE}
        if is_open and (not both or (limit == 14 and joker == other)):
            natural |= BIT[card_at(suit, place)]
        if is_open and joker == NO_JOKER and (not both or limit == 14):
            stands.append(card_at(suit, place))
    return natural | (1 << JOKER if stands else 0), tuple(dict.fromkeys(stands))


@cache
def set_of(rank: int, suits: int, joker: int) -> Meld:
    """Return the set of a rank in the suits of four bits, with the joker in the suit ``joker`` (R-S40-06)."""
    cards = [13 * suit + rank for suit in range(4) if suits >> suit & 1]
    missing = tuple(13 * suit + rank for suit in range(4) if not suits >> suit & 1)
    stands = missing if joker == NO_JOKER else ()
    attached = sum(BIT[card] for card in missing) | (1 << JOKER if stands else 0)
    return Meld(
        is_run=False,
        base=rank,
        low=suits,
        high=suits,
        joker=NO_JOKER if joker == NO_JOKER else 13 * joker + rank,
        joker_at=NO_JOKER if joker == NO_JOKER else cards.index(13 * joker + rank),
        cards=tuple(cards),
        naturals=sum(BIT[card] for card in cards if card != 13 * joker + rank),
        points=SET_POINTS[rank] * len(cards),
        attaches=(attached, attached),
        stands=(stands, stands),
    )


@lru_cache(maxsize=1 << 14)
def lay_off(meld: Meld, card: Card, *, by_joker: bool) -> Meld:
    """Return the combination with ``card`` laid off on it, by a joker that stands for it or by itself.

    An ace that fits both ends of a run from two to king goes before the two.
    """
    if not meld.is_run:
        joker = meld.joker // 13 if meld.has_joker else NO_JOKER
        return set_of(meld.base, meld.low | 1 << card // 13, card // 13 if by_joker else joker)
    joker = meld.low + meld.joker_at if meld.has_joker else NO_JOKER
    is_before = meld.low > 0 and card_at(meld.base, meld.low - 1) == card
    place = meld.low - 1 if is_before else meld.high + 1
    return run(meld.base, min(meld.low, place), max(meld.high, place), place if by_joker else joker)


def swap_joker(meld: Meld) -> Meld:
    """Return the combination with its joker replaced by the card itself (R-S40-19)."""
    if meld.is_run:
        return run(meld.base, meld.low, meld.high, NO_JOKER)
    return set_of(meld.base, meld.low, NO_JOKER)


@cache
def _runs(suit: int, longest: int) -> tuple[Meld, ...]:
    """Return every run of a suit that may be laid (R-S40-08), without and with a joker (R-S40-09).

    Those that begin alike follow each other, each shorter by a card than the one before: the list is sent to players,
    and packs to three fifths of what it does by length.
    """
    return tuple(
        run(suit, low, high, joker)
        for low in range(HIGH_ACE - 2, -1, -1)
        for joker in (*range(min(low + longest - 1, HIGH_ACE), low - 1, -1), NO_JOKER)
        for high in range(min(low + longest - 1, HIGH_ACE), low + 1, -1)
        if joker <= high
    )


def _sets(rank: int) -> tuple[Meld, ...]:
    """Return every set of a rank, without and with a joker."""
    return tuple(
        set_of(rank, suits, joker)
        for suits in range(16)
        if suits.bit_count() >= 3
        for joker in (NO_JOKER, *range(4))
        if joker == NO_JOKER or suits >> joker & 1
    )


@cache
def catalogue(longest: int) -> tuple[Meld, ...]:
    """Return every combination that may be laid with runs of at most ``longest`` cards: 925 for five."""
    runs = tuple(meld for suit in range(4) for meld in _runs(suit, longest))
    return runs + tuple(meld for rank in range(13) for meld in _sets(rank))


@lru_cache(maxsize=1 << 15)
def _runs_in(suit: int, kinds: Kinds, longest: int, has_joker: bool) -> tuple[Meld, ...]:
    """Return the runs that some cards of one suit can lay, with a joker or without."""
    found = _runs(suit, longest)
    return tuple(m for m in found if m.naturals & kinds == m.naturals and (has_joker or not m.has_joker))


@lru_cache(maxsize=1 << 10)
def _sets_in(rank: int, suits: int, has_joker: bool) -> tuple[Meld, ...]:
    """Return the sets that the cards of one rank can lay, with a joker or without."""
    kinds = sum(BIT[13 * suit + rank] for suit in range(4) if suits >> suit & 1)
    return tuple(m for m in _sets(rank) if m.naturals & kinds == m.naturals and (has_joker or not m.has_joker))


_SUIT: Final[Kinds] = (1 << 13) - 1


def melds_in(hand: Hand, longest: int) -> list[Meld]:
    """Return every combination that a hand can lay, runs first; a joker once for each card that it may stand for."""
    has_joker = hand > KINDS | KINDS << 52
    fewest = 2 if has_joker else 3
    hearts, diamonds, clubs, spades = hand & _SUIT, hand >> 13 & _SUIT, hand >> 26 & _SUIT, hand >> 39 & _SUIT
    found: list[Meld] = []
    for suit, ranks in enumerate((hearts, diamonds, clubs, spades)):
        if ranks.bit_count() >= fewest:
            found += _runs_in(suit, ranks << 13 * suit, longest, has_joker)
    red, black = hearts & diamonds, clubs & spades
    one_red, one_black = hearts | diamonds, clubs | spades
    several = red & one_black | black & one_red
    if has_joker:
        several |= red | black | one_red & one_black
    while several:
        rank = (several & -several).bit_length() - 1
        several &= several - 1
        suits = hearts >> rank & 1 | (diamonds >> rank & 1) << 1 | (clubs >> rank & 1) << 2 | (spades >> rank & 1) << 3
        found += _sets_in(rank, suits, has_joker)
    return found
