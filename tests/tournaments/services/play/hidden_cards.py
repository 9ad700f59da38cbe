"""The cards that a viewer of a match may not see, worked out from the dealing alone."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from tournaments.competition.live import viewing
from tournaments.competition.live.deciding import Live
from tournaments.competition.live.position import deal_input

OPTIONS = ("carte_viste", "carte_scoperte_partners")
# After how many cards for each seat the first cards of a deal are turned up, and how many; of scopa by ``cards_each``.
FACE_UP = {"scala40": (13, 1)}
SCOPA_FACE_UP = {3: (3, 4), 9: (9, 4), 10: (10, 0)}
# The plays of a deal of Scopa head to head before its last six.
LAST_CYCLE = 30


def hands(live: Live) -> dict[int, set[str]]:
    """The cards that each seat holds, by the position itself."""
    position, seats = live.position().unseal(), live.state.deal.seats
    views = {seat: live.setup.game.view(position, number) for number, seat in enumerate(seats)}
    return {seat: set(found["hand"]) for seat, found in views.items()}


def public(live: Live) -> set[str]:
    """The cards that everybody has seen a copy of: those turned up when the deal began, and those that were played."""
    deal = live.state.deal
    deck = deal_input(live.setup, deal, live.seeds[deal.number]).deck(deal.attempt or 0)
    key, rules = live.setup.game.key, live.setup.rules
    first, number = SCOPA_FACE_UP[rules["cards_each"]] if key == "scopa" else FACE_UP.get(key, (0, 0))
    begins = first * len(deal.seats)
    ends = begins + number
    if key == "scala40" and rules["joker_first_upcard"] == "replaced":
        # Another card is turned up for each joker.
        ends = next(place for place, card in enumerate(deck) if place >= begins and card != "*") + 1
    return {*deck[begins:ends], *named(deck, " ".join(deal.plays))}


def opened(live: Live, seat: int | None) -> set[int]:
    """The seats of the deal whose hands an option opens to ``seat``."""
    rules, seats, plays = live.setup.rules, len(live.state.deal.seats), len(live.state.deal.plays)
    if seat is not None and rules.get("carte_viste") and seats == 2 and plays >= LAST_CYCLE:
        return {1 - seat}
    if seat is not None and rules.get("carte_scoperte_partners") and seats == 4:
        return {(seat + 2) % 4}
    return set()


def named(cards: tuple[str, ...], text: str) -> set[str]:
    """The cards that a text names, alone or in a row; ``*=9c`` is a joker, and no nine of clubs."""
    rows, each = _names(frozenset(cards))
    return {"*" if stands else card for row in rows.findall(text) for stands, card in each.findall(row)}


@lru_cache
def _names(cards: frozenset[str]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    names = "|".join(re.escape(card) for card in sorted(cards, key=len, reverse=True))
    return re.compile(rf"(?<![a-z0-9])(?:(?:\*=)?(?:{names}))+(?![0-9a-f])"), re.compile(rf"(\*=)?({names})")


def secrets(live: Live) -> Iterator[tuple[viewing.Viewer, set[str]]]:
    """Yield each viewer, and the cards of which they may know no copy: of the stock, and of hands they do not see."""
    seats, deck = live.state.deal.seats, set(live.cards().deck(live.state.deal.attempt or 0))
    unseen, held = deck - public(live), hands(live)
    for viewer in (None, viewing.REFEREE, *range(len(live.setup.seats))):
        seat = seats.index(viewer) if viewer in seats else None
        ordered = {seats.index(each) for each in live.state.deal.opened}
        open_hands = ordered if viewer == viewing.REFEREE else opened(live, seat)
        seen = [cards for owner, cards in held.items() if owner == viewer or seats.index(owner) in open_hands]
        yield viewer, unseen.difference(*seen)


def scanned(live: Live, tell: Callable[[viewing.Viewer], str]) -> Iterator[tuple[viewing.Viewer, set[str]]]:
    """Yield each viewer and the secret cards in what ``tell`` tells them, as viewer and as spectator."""
    everybody, deck = tell(None), live.cards().deck(live.state.deal.attempt or 0)
    for viewer, secret in secrets(live):
        yield viewer, named(deck, tell(viewer) + everybody) & secret
