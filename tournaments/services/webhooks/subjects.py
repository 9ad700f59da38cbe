"""What a webhook may be told of: the verbs of the log, by subject."""

from collections.abc import Mapping
from typing import Final

# The first subject whose beginnings a verb has; whatever is none of these is about the event itself.
BEGINNINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "results": ("score", "referee", "time_called", "place_"),
    "penalties": ("penalty", "line_missing", "line_arrived", "warning"),
    "clocks": ("clock", "table_clock", "line_clocks", "time_added"),
    "rounds": ("round", "table_called", "call_taken_back", "codes"),
    "draw": ("draw",),
    "entries": ("entry", "entries", "singles"),
    "event": ("",),
}
SUBJECTS: Final = tuple(BEGINNINGS)


def subject_of(verb: str) -> str:
    """The subject that a verb of the log belongs to."""
    return next(subject for subject, beginnings in BEGINNINGS.items() if verb.startswith(beginnings))
