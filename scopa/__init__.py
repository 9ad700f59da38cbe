"""Scopa as a library: deals, matches, scoring and rulesets as frozen values, without any framework.

    >>> import scopa
    >>> deal = scopa.Deal.start(scopa.Rules(), scopa.PACK, dealer=1)
    >>> deal.turn, deal.legal[0]
    (0, 'Ad')

``docs/games.md`` plays a deal and a match. Everything that the rules refuse is a RefusalError.
"""

from scopa.errors import AmbiguousPlayError, IllegalPlayError, MalformedPlayError, RefusalError
from scopa.library import PACK, Deal, Match
from scopa.plays import Play
from scopa.presets import PRESETS
from scopa.rules import Rules
from scopa.scoring import Award, Score

__all__ = [
    "PACK",
    "PRESETS",
    "AmbiguousPlayError",
    "Award",
    "Deal",
    "IllegalPlayError",
    "MalformedPlayError",
    "Match",
    "Play",
    "RefusalError",
    "Rules",
    "Score",
]
