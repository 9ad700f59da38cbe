"""Matches of two teams at several boards as a library: rulesets and matches as frozen values, without any framework.

    >>> import squadre
    >>> rules = squadre.PRESETS["scopa_briscola_21"]
    >>> sheet = squadre.Record({1: squadre.Board((21, 15)), 2: squadre.Board((60, 60)), 3: squadre.Board(lost=(1,))})
    >>> found = squadre.position(rules, [sheet], squadre.Setting())
    >>> found.totals, found.ranking
    ((5, 1), ((0,), (1,)))

Everything that the rules refuse is a RefusalError.
"""

from squadre.errors import RefusalError
from squadre.match import Board, Record, Setting, position
from squadre.match_checks import check
from squadre.presets import PRESETS
from squadre.rules import Rules

__all__ = ["PRESETS", "Board", "Record", "RefusalError", "Rules", "Setting", "check", "position"]
