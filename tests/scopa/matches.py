"""What tests ask of a match: whether it is over, who is first, which tie-break is due."""

from collections.abc import Sequence

from gamekit.order import Setting
from scopa.match import Record, position
from scopa.rules import Rules
from scopa.state import Line


def tiebreak_due(rules: Rules, records: Sequence[Record], setting: Setting) -> int:
    """Return the number of the tie-break to play next; 0 when none is due."""
    tie = position(rules, records, setting).tie
    return tie.number if tie else 0


def is_over(rules: Rules, records: Sequence[Record], setting: Setting) -> bool:
    """Return whether the match is over."""
    return position(rules, records, setting).is_over


def ranking(rules: Rules, records: Sequence[Record], setting: Setting) -> list[list[Line]]:
    """Return groups of level lines, best first."""
    return [list(group.lines) for group in position(rules, records, setting).groups]
