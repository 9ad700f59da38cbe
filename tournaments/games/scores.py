"""The score of a deal by its sheet, kept: every deal after it judges it again, and so does a check of all records."""

from functools import lru_cache
from typing import Final, NamedTuple

from tournaments.games.contract import DealScore, Json, ScoredGame
from tournaments.games.keys import key_of, value_of

# One to two KB each.
MOST_SCORES: Final = 1_024


class Deal(NamedTuple):
    """What the score of a deal follows from, rules and sheet as keys."""

    game: ScoredGame
    rules: bytes
    sheet: bytes


def deal_scores(game: ScoredGame, rules: Json, sheets: list[Json]) -> list[DealScore]:
    """Return deals as the game scores them. Raises RefusedError for an impossible one."""
    by = key_of(rules)
    return [score(Deal(game, by, key_of(sheet))) for sheet in sheets]


@lru_cache(maxsize=MOST_SCORES)
def score(deal: Deal) -> DealScore:
    """Return what the game makes of a deal."""
    return deal.game.score_sheet(_rules(deal.rules), value_of(deal.sheet))


# A game only reads its rules.
_rules = lru_cache(maxsize=64)(value_of)
