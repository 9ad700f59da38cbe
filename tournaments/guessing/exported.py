"""The columns of the site's own list of entries, declared once: the export writes them and a list is read by them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tournaments.guessing.headings import (
    CIRCLE,
    CLUB,
    FAMILY1,
    FAMILY2,
    FAMILY3,
    GIVEN1,
    GIVEN2,
    GIVEN3,
    NUMBER,
    OTHER,
    PAID,
    SEED,
    STATE,
)

# Heading, in English, by what the column holds; each OTHER one has a name of its own.
ENTRIES: Final[Mapping[str, str]] = MappingProxyType(
    {
        NUMBER: "Number",
        "label": "Name",
        FAMILY1: "Family name 1",
        GIVEN1: "Given name 1",
        FAMILY2: "Family name 2",
        GIVEN2: "Given name 2",
        FAMILY3: "Family name 3",
        GIVEN3: "Given name 3",
        CLUB: "Club",
        CIRCLE: "Valley or league",
        SEED: "Seed",
        STATE: "Status",
        PAID: "Paid",
        "present": "Present",
        "place": "Final place",
    }
)
# The fewest people of an entry with which it has the column.
FROM: Final[Mapping[str, int]] = MappingProxyType({FAMILY2: 2, GIVEN2: 2, FAMILY3: 3, GIVEN3: 3})
SIZES: Final = (1, 2, 3)
"""A size for every heading that an export may have."""


def columns_for(size: int) -> list[str]:
    """Return what the columns of the export hold for entries of ``size``, in their order."""
    return [held for held in ENTRIES if size >= FROM.get(held, 1)]


def role_of(held: str) -> str:
    """Return the role that a column has when the list is read back."""
    return OTHER if held in ("label", "present", "place") else held
