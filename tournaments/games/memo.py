"""What is remembered of a deal by its sheet: its score and its form, which every deal after it asks for again.

Values of JSON are remembered by keys: bytes that never leave this process.
"""

import marshal
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from tournaments.games.contract import DealScore, Json, ScoredGame

# Later formats of marshal write equal values in different ways, by how often they are referred to.
FORMAT: Final = 2
# One to two KB each.
MOST_SCORES: Final = 1_024


def key_of(value: Json) -> bytes:
    """Return the key of a value; 1, 1.0 and true have different ones. Takes a fifth of the time of a JSON text."""
    return marshal.dumps(value, FORMAT)


def value_of(key: bytes) -> Json:
    """Return a new value equal to the one that the key was made of."""
    return marshal.loads(key)  # noqa: S302 - it was made by ``key_of``


class Deal(NamedTuple):
    """What the score or the form of a deal follows from, rules and sheet as keys; a form goes by no rules."""

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


def deal_form(game: ScoredGame, sheet: Json) -> dict[str, str]:
    """Return the values of the game's form that write a deal again."""
    return dict(_form(Deal(game, b"", key_of(sheet))))


@lru_cache(maxsize=MOST_SCORES)
def _form(deal: Deal) -> Mapping[str, str]:
    return deal.game.write_sheet(value_of(deal.sheet))


# A game only reads its rules.
_rules = lru_cache(maxsize=64)(value_of)
