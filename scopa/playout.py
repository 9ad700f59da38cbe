"""A whole deal played at once with legal plays: to check the rules on many deals and to measure them."""

from collections.abc import Sequence
from dataclasses import dataclass

from scopa.capture import house_plays, may_sweep, plain_plays
from scopa.cards import BIT, Card, Cards, mask
from scopa.dealing import cards_for_seats, on_table, piles, sweeps_until
from scopa.plays import Play
from scopa.rules import Rules
from scopa.state import Line


@dataclass(frozen=True, slots=True)
class Playout:
    """The end of a deal: the piles, their sweeps, the last capture, the cards left, and every play."""

    taken: tuple[Cards, ...]
    sweeps: tuple[int, ...]
    last_capture: Line
    left: Cards
    log: tuple[Play, ...]


def playout(rules: Rules, pack: Sequence[Card], seats: int, lots: Sequence[int]) -> Playout:
    """Play a shuffled pack to the end, with the last seat as dealer; ``lots`` choose among captures.

    Hands are played in the order in which they were dealt: of a shuffled pack that is a random order. Kings on the
    table cause no redeal here.
    """
    cards = tuple(pack)
    table = mask(on_table(rules, cards, seats))
    lines, own, until, plain = (
        3 if seats == 3 else 2,
        piles(rules, seats),
        sweeps_until(rules, seats),
        rules.plain_capture,
    )
    taken, sweeps, last, log = [0] * (max(own) + 1), [0] * (max(own) + 1), 0, []
    for number, card in enumerate(cards_for_seats(rules, cards, seats)):
        found = plain_plays((card,), table) if plain else house_plays(rules, (card,), table)
        chosen = found[0] if len(found) == 1 else found[lots[number] % len(found)]
        captured = chosen[1]
        log.append(chosen)
        if captured:
            table &= ~captured
            last = number % seats
            taken[own[last]] |= captured | BIT[card]
            if not table and number < until and (plain or may_sweep(rules, card, captured)):
                sweeps[own[last]] += 1
        else:
            table |= BIT[card]
    if rules.all_taken:
        taken[own[last]] |= table
        table = 0
    return Playout(tuple(taken), tuple(sweeps), last % lines, table, tuple(log))
