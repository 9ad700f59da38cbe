"""Lines ruled out of a match while the others play on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tournaments.games.contract import Circumstances, DealScore, Json, Line, ScoredGame

IN_PLAY: Final = ("playing", "level", "through")
"""The states of lines that may still advance from a table of several."""


@dataclass(frozen=True, slots=True)
class RuledOut:
    """A ruling that takes a line out of the match after so many ``deals``, with its ``cause``."""

    deals: int
    cause: str


def with_leaving(
    game: ScoredGame,
    rules: Json,
    deals: Sequence[DealScore],
    ruled: Mapping[Line, RuledOut],
    circumstances: Circumstances,
) -> list[DealScore]:
    """Let each ruled-out line leave in the first deal that was played without it (R-PEN-12).

    A line that was already out before that deal is left alone. Raises RefusedError if the deals cannot follow each
    other.
    """
    scores = list(deals)
    for line, out in sorted(ruled.items(), key=lambda each: (each[1].deals, each[0])):
        if out.deals >= len(scores):
            continue
        deal = scores[out.deals]
        then = replace(circumstances, time_called=circumstances.time_called and deal.tiebreak > 0)
        if game.match(rules, scores[: out.deals], then).lines[line].state in IN_PLAY:
            scores[out.deals] = replace(deal, left={**deal.left, line: out.cause})
    return scores
