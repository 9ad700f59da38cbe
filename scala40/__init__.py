"""Scala 40 as a library: deals, tables and rulesets as frozen values, without any framework.

    >>> import scala40
    >>> deal = scala40.Deal.start(scala40.Rules(), scala40.PACK, dealer=1)
    >>> deal.turn, deal.legal
    (0, ('draw', 'take'))

``docs/games.md`` plays a deal and a table. Everything that the rules refuse is a RefusalError.
"""

from scala40.errors import IllegalMoveError, MalformedMoveError, RefusalError
from scala40.library import PACK, Deal, Match
from scala40.moves import Move
from scala40.presets import PRESETS
from scala40.rules import Rules

__all__ = [
    "PACK",
    "PRESETS",
    "Deal",
    "IllegalMoveError",
    "MalformedMoveError",
    "Match",
    "Move",
    "RefusalError",
    "Rules",
]
