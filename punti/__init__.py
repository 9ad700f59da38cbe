"""Any card game on paper as a library: rulesets and matches as frozen values, without any framework.

    >>> import punti
    >>> rules = punti.PRESETS["briscola"]
    >>> deals = [punti.Record(points) for points in ((1, 0), (0, 1), (1, 0), (1, 0))]
    >>> punti.position(rules, deals, punti.Setting()).groups[0].lines
    (0,)

Everything that the rules refuse is a RefusalError.
"""

from gamekit.order import Setting
from punti.errors import RefusalError
from punti.match import Record, position
from punti.match_checks import check
from punti.presets import PRESETS
from punti.rules import Rules

__all__ = ["PRESETS", "Record", "RefusalError", "Rules", "Setting", "check", "position"]
