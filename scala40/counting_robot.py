"""The robot of level three: it counts the cards, and weighs closing against being caught with them (R-S40-55)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

from scala40.cards import (
    CARD_OF_NAME,
    JOKER,
    JOKERS,
    JOKERS_AT,
    KINDS,
    NO_CARDS,
    ONE_JOKER,
    Card,
    Hand,
    Kinds,
    card_points,
    cards_of,
    hand_of,
    hand_points,
    members,
    size,
    with_card,
    without_card,
    without_kinds,
)
from scala40.layoff import attaching, layoffs, swaps
from scala40.melds import Meld, catalogue, lay_off, melds_in
from scala40.moves import DROPS, Move, read_meld, write_move
from scala40.opening import best_points, hand_after_laying, leaves_one
from scala40.owing import Turn, turn_after
from scala40.robots import OF_JOKER, kept_worth
from scala40.robots import choose as choose_plainly
from scala40.rules import Rules
from scala40.state import NOTHING_TAKEN

Json: TypeAlias = Any
Dice: TypeAlias = Callable[[int], int]
Melds: TypeAlias = tuple[Meld, ...]

# The work of one decision, counted and not timed: ends of the turn and ways to them, and ways to close.
POSITIONS: Final = 100
WAYS: Final = 200
# Larger hands close so seldom in one turn that only what they lack is counted, and of still larger ones not even that.
MOST_COUNTED: Final = 7
MOST_GROUPED: Final = 8
# How many discards before the opening are held against each other by the cards that would open after them, and how many
# hands are looked at for that.
DISCARDS: Final = 4
OPENINGS: Final = 80

# The chance that somebody who is open closes in a turn, by the cards held before it, and that somebody does who is not:
# from deals of level two.
CLOSES: Final = (0.0, 0.31, 0.15, 0.2, 0.06, 0.05, 0.04)
CLOSES_UNOPENED: Final = 0.005
POINTS_OF_A_CARD: Final = 6.5
"""The points of a card on average."""
# What else is weighed, from deals against level two: the chance that the discard before closes, beside that of a drawn
# card; the chance to close of a hand that lacks two cards and more; in points what a kept card and the places of the
# table are worth.
OF_DISCARDS: Final = 0.7
LACKS_ONE: Final = 0.1
OF_LACKING: Final = 0.15
OF_KEPT: Final = 0.001
OF_PLACES: Final = 5
# Before the opening: what a combination is worth, the cards that make one, and all cards that open.
OF_COMBINATION: Final = 100
OF_THIRDS: Final = 350
OF_OPENING: Final = 300
OF_POINTS: Final = 4

LIMIT: Final = 14
"""Runs of the table grow to so many cards by most rules, and by the others nearly."""
WHOLE_PACK: Final = (2,) * JOKER + (JOKERS,)
ALL: Final[Kinds] = (1 << JOKER + 1) - 1
A_JOKER: Final[Kinds] = 1 << JOKER


def choose(rules: Rules, view: Mapping[str, Json], actions: Sequence[str], dice: Dice) -> str:
    """Choose one of the ``actions`` of the seat that has this view.

    ``view["memory"]`` are the discards that lie under the top one. What it does not weigh it does as level two.
    """
    if len(actions) > 1:
        found = Chooser(rules, view).action(actions)
        if found in actions:
            return found
    return choose_plainly(rules, view, actions, dice)


class End(NamedTuple):
    """How a turn may end: its value, the first move that leads there, and the hand and the table after it."""

    value: float
    first: Move
    hand: Hand
    melds: Melds


class Chooser:
    """A position as a seat knows it, and what its moves are worth."""

    def __init__(self, rules: Rules, view: Mapping[str, Json]) -> None:
        self.rules, seat, doing = rules, view["seat"], view["doing"]
        self.hand = hand_of(CARD_OF_NAME[name] for name in view["hand"])
        self.melds = tuple(read_meld("".join(meld["cards"])) for meld in view["melds"])
        self.is_first = not view["turns"]
        self.is_open: bool = view["opened"][seat]
        self.needed = 0 if self.is_open else rules.opening_points - doing["laid"]
        self.top: Card = NOTHING_TAKEN if view["top_discard"] is None else CARD_OF_NAME[view["top_discard"]]
        taken = NOTHING_TAKEN if doing["taken"] is None else CARD_OF_NAME[doing["taken"]]
        self.turn = Turn(self.hand, self.melds, taken, doing["must_use_taken"], doing["jokers_to_use"])
        # Places on the table are good for those who are open; the others may not even discard what fits there.
        others = (opened for other, opened in enumerate(view["opened"]) if other != seat)
        self.of_places = -OF_PLACES if any(others) else OF_PLACES
        self.unseen = list(WHOLE_PACK)
        for card in (*cards_of(self.hand), *(CARD_OF_NAME[name] for name in view["memory"])):
            self.unseen[card] -= 1
        if self.top != NOTHING_TAKEN:
            self.unseen[self.top] -= 1
        for meld in self.melds:
            for at, card in enumerate(meld.cards):
                self.unseen[JOKER if at == meld.joker_at else card] -= 1
        self.hidden = max(1, sum(self.unseen))
        nobody, held = 1.0, 0
        for other, number in enumerate(view["held"]):
            if other != seat:
                held += number
                nobody *= 1 - (CLOSES[min(number, len(CLOSES) - 1)] if view["opened"][other] else CLOSES_UNOPENED)
        self.danger, self.gain = 1 - nobody, POINTS_OF_A_CARD * held / (len(view["held"]) - 1)
        """The chance that another closes before the next turn of the seat, and the points of the others on average."""
        self.is_duel = len(view["held"]) == 2
        """Two players: the first to close wins the deal. At a table of several a robot weighs being caught, too."""
        self.seen = 0
        """The positions that were looked at."""
        self._chances: dict[tuple[Hand, Melds], float] = {}

    def action(self, actions: Sequence[str]) -> str:
        """Return the action that is worth most, nothing where level two decides."""
        if "draw" in actions:
            return "draw" if self.is_open and not self.is_first and self.draws() else ""
        way = self._way_out(self.turn, set()) if self.is_open else self.way_to_close_in_hand()
        if way is not None:
            return write_move(way)
        if self.needed <= 0 or any(action.startswith("lay") for action in actions):
            best = self.best_end(self.turn, self.needed)
            return write_move(best.first) if best else ""
        return write_move(self.discard_before_opening(actions))

    def draws(self) -> bool:
        """Return whether a card of the stock is worth more than the discard that may be taken."""
        if size(self.hand) > MOST_COUNTED:
            return False
        turn = Turn(with_card(self.hand, self.top), self.melds, self.top, self.rules.pickup_must_be_melded, 0)
        if self._way_out(turn, set()) is not None:
            return False
        best = self.best_end(turn, 0)
        at_once = self._share(outs(self.hand, self.melds))
        drawn = at_once * self.gain + (1 - at_once) * self.worth(self.hand, self.melds)
        return best is None or drawn > self.worth(best.hand, best.melds)

    def way_to_close_in_hand(self) -> Move | None:
        """Return the first move of a close in hand (R-S40-13)."""
        longest = self.rules.max_run_when_laid
        if not leaves_one(self.hand, longest):
            return None
        laid = melds_in(self.hand, longest)
        return next(
            (Move("lay", None, meld) for meld in laid if leaves_one(hand_after_laying(self.hand, meld), longest)), None
        )

    def _way_out(self, turn: Turn, seen: set[Turn]) -> Move | None:
        """Return the first move of those that leave one card, which then closes."""
        if turn in seen or len(seen) >= WAYS:
            return None
        seen.add(turn)
        is_helped = turn.hand >= ONE_JOKER or any(swaps(turn.hand, turn.melds))
        if not is_helped and not any(
            uses_all(without_card(turn.hand, card), turn.melds) for card in members(turn.hand & KINDS)
        ):
            return None
        for move, after in self._moves(turn):
            is_closed = size(after.hand) == 1 and after.is_settled and after.taken == NOTHING_TAKEN
            if is_closed or self._way_out(after, seen) is not None:
                return move
        return None

    def _moves(self, turn: Turn, needed: int = 0) -> Iterator[tuple[Move, Turn]]:
        """Yield the moves that lay something and leave a card; while points are needed to open, combinations only."""
        longest = self.rules.max_run_when_laid
        found = [Move("lay", None, meld) for meld in melds_in(turn.hand, longest) if meld.size < size(turn.hand)]
        if needed <= 0 and size(turn.hand) > 1:
            found += [*layoffs(turn.hand, turn.melds, self.rules.max_run_on_table), *swaps(turn.hand, turn.melds)]
        for move in found:
            yield move, turn_after(self.rules, turn, move)

    def best_end(self, turn: Turn, needed: int) -> End | None:
        """Return the end of the turn that is worth most, when ``needed`` points must be laid first."""
        best: End | None = None
        waiting: list[tuple[Turn, int, Move | None]] = [(turn, needed, None)]
        seen = set()
        for at, left, first in waiting:
            if self.seen >= POSITIONS:
                break
            if (at, left) in seen:
                continue
            seen.add((at, left))
            self.seen += 1
            if left <= 0 and at.is_settled and size(at.hand) > 1:
                for end in self.discards(at, first):
                    self.seen += 1
                    if best is None or end.value > best.value:
                        best = end
            for move, after in self._moves(at, left):
                points = left - (move.meld.points if move.meld else 0)
                if points <= 0 or best_points(after.hand, 1, self.rules.max_run_when_laid) >= points:
                    waiting.append((after, points if left > 0 else 0, first or move))
        return best

    def discards(self, turn: Turn, first: Move | None) -> Iterator[End]:
        """Yield the ends of a turn by its discards."""
        places = attaching(turn.melds, LIMIT)
        cards = [card for card in dict.fromkeys(cards_of(turn.hand)) if card != turn.taken]
        by_places = self.of_places * self._share(places & KINDS)
        for card in [card for card in cards if not places >> card & 1] or cards:
            hand = without_card(turn.hand, card)
            value = by_places - OF_KEPT * kept_worth(self.rules, turn.hand, card) + self.worth(hand, turn.melds)
            yield End(value, first or DROPS[card], hand, turn.melds)

    def discard_before_opening(self, actions: Sequence[str]) -> Move:
        """Return the discard after which most cards open, of those that help least; between two dear cards help to."""
        longest = self.rules.max_run_when_laid
        cards = [card for card in dict.fromkeys(cards_of(self.hand)) if write_move(DROPS[card]) in actions]
        best, found = -1_000_000.0, cards[0]
        for rate, _points, card in sorted(map(self.help_of, cards))[:DISCARDS]:
            hand, near, opens = without_card(self.hand, card), NO_CARDS, 0
            for other in members(hand & KINDS):
                near |= _near(other)
            for other in members(near):
                if self.unseen[other] > 0 and self.seen < OPENINGS:
                    self.seen += 1
                    if best_points(with_card(hand, other), 1, longest) >= self.needed:
                        opens += self.unseen[other]
            if (worth := OF_OPENING * opens / self.hidden - rate) > best:
                best, found = worth, card
        return DROPS[found]

    def help_of(self, card: Card) -> tuple[float, int, Card]:
        """Return how much a card helps to open, its points from the dearest, and the card."""
        points = card_points(card)
        if self.is_duel:
            return kept_worth(self.rules, self.hand, card) + OF_POINTS * points, -points, card
        return self.help_to_open(card), -points, card

    def help_to_open(self, card: Card) -> float:
        """Return how much a card helps to open: in a combination, or by the unseen cards that would make one."""
        if card == JOKER:
            return OF_JOKER
        rest = without_card(self.hand, card)
        if rest >> card & 1:
            return 0.0
        naturals = (rest & (ONE_JOKER - 1)) | 1 << card
        if any(meld.naturals >> card & 1 for meld in melds_in(naturals, self.rules.max_run_when_laid)):
            return OF_COMBINATION
        beside = members(_near(card) & rest & KINDS)
        return OF_THIRDS * sum(self._share(thirds_of(*sorted((card, other)))) for other in beside)

    def worth(self, hand: Hand, melds: Melds) -> float:
        """Return the points that a hand is expected to win from the others, or to lose: it closes, or another does.

        Each round is taken to be as this one, until somebody closes.
        """
        closes = self._chance(hand, melds) or LACKS_ONE * OF_LACKING ** (self.cards_short(hand, melds) - 1)
        closes *= 1 - self.danger
        caught = 0 if self.is_duel else hand_points(hand)
        return (closes * self.gain - self.danger * caught) / (closes + self.danger)

    def _chance(self, hand: Hand, melds: Melds) -> float:
        """Return the chance that the next card closes, drawn or discarded by the seat before."""
        if size(hand) > MOST_COUNTED:
            return 0.0
        found = self._chances.get((hand, melds))
        if found is None:
            kinds = outs(hand, melds)
            # What attaches is not discarded, nor are jokers.
            from_others = OF_DISCARDS * self._share(kinds & KINDS & ~attaching(melds, LIMIT))
            drawn = self._share(kinds)
            found = self._chances[hand, melds] = drawn + (1 - drawn) * from_others if kinds != ALL else 1.0
        return found

    def _share(self, kinds: Kinds) -> float:
        """Return the part of the unseen cards that is of these kinds."""
        return sum(self.unseen[card] for card in members(kinds)) / self.hidden

    def cards_short(self, hand: Hand, melds: Melds) -> int:
        """Return how many cards the hand has to exchange before it can close."""
        held = size(hand)
        if held > MOST_GROUPED:
            return held
        rest, _table = _after_laying_off(hand, melds)
        kinds = rest & (ONE_JOKER - 1)
        lacking = size(kinds)
        return lacking - self._groups(kinds, lacking)

    def _groups(self, hand: Hand, room: int) -> int:
        """Return the most cards that combinations and pairs can hold, each of three cards of ``room``."""
        if room < 3 or not hand:
            return 0
        first = (hand & -hand).bit_length() - 1
        rest = without_card(hand, first)
        best = self._groups(rest, room)
        for second in members(_near(first) & rest & KINDS):
            thirds = thirds_of(first, second)
            others = without_card(rest, second)
            if self._share(thirds):
                best = max(best, 2 + self._groups(others, room - 3))
            for third in members(thirds & others & KINDS):
                best = max(best, 3 + self._groups(without_card(others, third), room - 3))
        return best


@cache
def _near(card: Card) -> Kinds:
    """Return the cards that stand beside ``card`` in combinations of three."""
    found = NO_CARDS
    for meld in catalogue(3):
        if meld.size == 3 and not meld.has_joker and meld.naturals >> card & 1:
            found |= meld.naturals & ~(1 << card)
    return found


@cache
def thirds_of(first: Card, second: Card) -> Kinds:
    """Return the cards that make a combination of three of two."""
    pair, found = 1 << first | 1 << second, NO_CARDS
    for meld in catalogue(3):
        if meld.size == 3 and not meld.has_joker and meld.naturals & pair == pair:
            found |= meld.naturals & ~pair
    return found


@lru_cache(maxsize=1 << 14)
def _after_laying_off(hand: Hand, melds: Melds) -> tuple[Hand, Melds]:
    """Return the hand and the table when all cards but jokers that attach were laid off."""
    while fits := attaching(melds, LIMIT) & hand & KINDS:
        card = (fits & -fits).bit_length() - 1
        hand, melds = without_card(hand, card), _with_card_on(melds, card)
    return hand, melds


def _with_card_on(melds: Melds, card: Card) -> Melds:
    at = next(at for at, meld in enumerate(melds) if meld.attaches[1] >> card & 1)
    return (*melds[:at], lay_off(melds[at], card, by_joker=False), *melds[at + 1 :])


@lru_cache(maxsize=1 << 15)
def uses_all(hand: Hand, melds: Melds) -> bool:
    """Return whether all cards of a hand can be laid and laid off; two jokers find a place, as good as always."""
    rest, table = _after_laying_off(hand, melds)
    if not rest & KINDS:
        return rest >> JOKERS_AT <= (2 if attaching(table, LIMIT) & A_JOKER else 0)
    return any(
        uses_all(hand_after_laying(held, meld), (*laid, meld))
        for held, laid in dict.fromkeys(((rest, table), (hand, melds)))
        for meld in melds_in(held, 3)
    )


@lru_cache(maxsize=1 << 15)
def _completions(hand: Hand, melds: Melds) -> Kinds:
    """Return the cards with which all cards of a hand can be laid; bit 52 is a joker."""
    rest, table = _after_laying_off(hand, melds)
    places = attaching(table, LIMIT)
    if rest >= ONE_JOKER:
        less = rest - ONE_JOKER
        found = _completions(less, table)
        if uses_all(less, table):
            found |= places
        return found | _near(less.bit_length() - 1) if less and size(less) == 1 else found
    if not rest:
        return places
    found = NO_CARDS
    if size(rest) <= 2:
        # A card between the hand and the end of a run.
        near = NO_CARDS
        for card in members(rest & KINDS):
            near |= _near(card)
        for card in members(near & places):
            if not _after_laying_off(rest, _with_card_on(table, card))[0]:
                found |= 1 << card | (places & A_JOKER)
    for held, laid in dict.fromkeys(((rest, table), (hand, melds))):
        for meld in melds_in((held & KINDS) | ONE_JOKER, 3):
            left = without_kinds(held, meld.naturals)
            if not meld.has_joker:
                found |= _completions(left, (*laid, meld))
            elif not found >> meld.joker & 1 and uses_all(left, laid):
                found |= 1 << meld.joker | A_JOKER
    return found


@lru_cache(maxsize=1 << 15)
def outs(hand: Hand, melds: Melds) -> Kinds:
    """Return the cards with which a hand closes: all others are laid, and one is discarded."""
    if uses_all(hand, melds):
        return ALL
    found = NO_CARDS
    for card in dict.fromkeys(cards_of(hand)):
        found |= _completions(without_card(hand, card), melds)
    return found
