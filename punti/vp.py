"""The VP tables of card games besides Scopa: by which difference in points a win is worth how much (R-PTI-24)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, TypeAlias

Json: TypeAlias = Any
Steps: TypeAlias = tuple[int, ...]

LEVEL: Final = 10
"""What a level match gives to each line; each step gives the winner one more, and the loser one less."""


@dataclass(frozen=True, slots=True)
class Published:
    """A table that clubs print: where 11-9, 12-8 and so on begin, in matches of so many deals."""

    deals: int
    steps: Steps


# Differences in burraco are multiples of five: 0 to 50 is level, 55 to 150 is 11-9.
# R-PTI-25; three deals: eburraco.com/victory-points-burraco and puntiburraco.it say the same.
BURRACO_3: Final = Published(3, (55, 155, 255, 355, 505, 655, 805, 1005, 1255, 1505))
# R-PTI-25; four deals: puntiburraco.it, "Partite e Punti Vittoria nei Tornei di Burraco".
BURRACO_4: Final = Published(4, (105, 305, 505, 705, 905, 1105, 1305, 1505, 1705, 2005))

PUBLISHED: Final[Mapping[str, Published]] = {"burraco_3": BURRACO_3, "burraco_4": BURRACO_4}


def table(key: str, steps: Sequence[int]) -> dict[str, Json]:
    """Return the table with these steps: a row for each, from a level match upwards, the last one open."""
    starts = [0, *steps]
    ends = [*(after - 1 for _start, after in pairwise(starts)), None]
    rows = [
        {"winner_vp": LEVEL + step, "loser_vp": LEVEL - step, "from_mp": start, "to_mp": end}
        for step, (start, end) in enumerate(zip(starts, ends, strict=True))
    ]
    return {"key": key, "rows": rows}
