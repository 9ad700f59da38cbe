"""What a line does in a round in which it meets nobody (R-HND-30): for every page, paper and file that says it."""

from collections.abc import Mapping
from typing import Any, Final

ABSENT: Final = "absent"
"""The note of a table at which somebody sits alone who is absent for a round, and comes back by itself (R-HND-09)."""
RESTS: Final = "rests"
WITHDRAWN: Final = "withdrawn"
ALONE: Final = (RESTS, ABSENT, WITHDRAWN)


def alone(note: Mapping[str, Any], *, has_left: bool) -> str:
    """Return what a line does in a round in which it meets nobody, by the ``note`` of its table (R-HND-30).

    ``has_left`` is the line whose chair stays empty because it had left before. Who is absent for the round is so,
    whether or not the line leaves later.
    """
    if note.get(ABSENT):
        return ABSENT
    return WITHDRAWN if has_left else RESTS
