"""Subjects of a webhook: the verbs of the log, grouped."""

from collections.abc import Mapping
from typing import Final

# The first subject with a matching prefix of the verb; all other verbs are about the event itself.
BEGINNINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "results": ("score", "referee", "time_called", "place_", "order_"),
    "penalties": ("penalty", "line_missing", "line_arrived", "warning"),
    "clocks": ("clock", "table_clock", "line_clocks", "time_added"),
    "rounds": ("round", "table_called", "call_taken_back", "codes"),
    "draw": ("draw",),
    "entries": ("entry", "entries", "singles"),
    "event": ("",),
}
SUBJECTS: Final = tuple(BEGINNINGS)


def subject_of(verb: str) -> str:
    """Return the subject of a verb of the log."""
    return next(subject for subject, beginnings in BEGINNINGS.items() if verb.startswith(beginnings))
