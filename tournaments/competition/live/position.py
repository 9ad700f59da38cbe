"""The cards of a deal: the deck from its seeds, and the position after its plays; sealed, for the rules alone."""

import json
from dataclasses import dataclass
from functools import lru_cache

from tournaments.competition.live.log import Deal
from tournaments.competition.live.setup import Setup
from tournaments.competition.shuffling import first_dealer, shuffle
from tournaments.games.commands import Sealed
from tournaments.games.contract import Json, PlayableGame, RefusedError, Seat

MOST_KEPT = 1_024
"""Positions that are kept in memory: each can be found again from the log."""
MOST_ATTEMPTS = 100


@dataclass(frozen=True, slots=True)
class Dealt:
    """The complete input of a deal: equal values give equal cards."""

    game: PlayableGame
    rules: str
    seed: Sealed[str]
    seeds: tuple[str, ...]
    number: int
    attempt: int
    dealer: Seat

    def deck(self, attempt: int) -> tuple[str, ...]:
        """Return the deck of an attempt, top first."""
        pack = self.game.pack(json.loads(self.rules))
        seeds = [bytes.fromhex(each) for each in self.seeds]
        return shuffle(pack, bytes.fromhex(self.seed.unseal()), seeds, self.number, attempt)

    def start(self, attempt: int) -> Json:
        """Return the first position of an attempt; raises RefusedError ``redeal`` if it has to be dealt again."""
        return self.game.start(json.loads(self.rules), self.deck(attempt), self.dealer, len(self.seeds))


def deal_input(setup: Setup, deal: Deal, seed: Sealed[str]) -> Dealt:
    """Return the input of ``deal``; the game counts the seats that play it from 0."""
    seeds = tuple(deal.seeds.get(seat, "") for seat in deal.seats)
    if deal.dealer is None:
        dealer = first_dealer(bytes.fromhex(seed.unseal()), [bytes.fromhex(each) for each in seeds], deal.number)
    else:
        dealer = deal.seats.index(deal.dealer)
    return Dealt(
        game=setup.game,
        rules=json.dumps(setup.rules, sort_keys=True),
        seed=seed,
        seeds=seeds,
        number=deal.number,
        attempt=deal.attempt or 0,
        dealer=dealer,
    )


def first_attempt(cards: Dealt) -> int:
    """Return the first attempt that the rules do not reject."""
    attempt = 0
    while True:
        try:
            cards.start(attempt)
        except RefusedError as refusal:
            if refusal.code != "redeal" or attempt == MOST_ATTEMPTS:
                raise
            attempt += 1
        else:
            return attempt


def position(cards: Dealt, plays: tuple[str, ...]) -> Sealed[Json]:
    """Return the position after ``plays``; computed from the last cached one where these plays continue it."""
    kept = _position_cache(cards)
    done, state = kept[0]
    if plays[: len(done)] != done:
        done, state = (), cards.start(cards.attempt)
    for play in plays[len(done) :]:
        seat = cards.game.turn(state)
        if seat is None:
            raise ValueError("a play after the end of the deal")
        state = cards.game.apply(state, seat, play).state
    kept[0] = plays, state
    return Sealed(state)


@lru_cache(maxsize=MOST_KEPT)
def _position_cache(cards: Dealt) -> list[tuple[tuple[str, ...], Json]]:
    """Return the cache for the newest position of a deal, with its first position."""
    return [((), cards.start(cards.attempt))]
