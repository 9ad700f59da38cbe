"""The options of groups (girone all'italiana), checked when they are chosen (R-GRP-01 to R-GRP-05)."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from tournaments.competition.pairing.options import check_kept
from tournaments.games.contract import Json, RefusedError

GROUPS: Final = "groups"
FILLS: Final = ("snake", "lots")
SMALLEST_GROUP: Final = 3
LARGEST_GROUP: Final = 16


@dataclass(frozen=True, slots=True)
class GroupOptions:
    """The choices of an event that is played in groups.

    ``size`` is the most that a group holds, as long as no group has fewer than three. ``fill``: ``snake`` deals the
    seeds and then the lots to and fro, ``lots`` deals the lots alone. ``separate_by_group`` keeps clubs, and then
    circles, in different groups. ``double`` plays home and away: two legs, with the lines exchanged. ``even``: those of
    the smaller groups play an extra match, so that everybody has as many (R-GRP-22).
    """

    size: int = 4
    fill: str = "snake"
    separate_by_group: bool = False
    double: bool = False
    even: bool = False

    def __post_init__(self) -> None:
        if self.size not in range(SMALLEST_GROUP, LARGEST_GROUP + 1):
            raise RefusedError(
                "bad_group_size", field="size", given=str(self.size), least=SMALLEST_GROUP, most=LARGEST_GROUP
            )
        if self.fill not in FILLS:
            raise RefusedError("unknown_fill", field="fill", given=str(self.fill))

    @property
    def legs(self) -> int:
        """How often two of a group meet."""
        return 2 if self.double else 1


KINDS: Mapping[str, type] = MappingProxyType(
    {"size": int, "fill": str, "separate_by_group": bool, "double": bool, "even": bool}
)


def groups_to_json(options: GroupOptions) -> Json:
    """The options as JSON for an event; ``groups_from_json`` reads them back."""
    found = {"kind": GROUPS} | {name: getattr(options, name) for name in KINDS}
    # Groups that were drawn before there was this choice have published their options without it.
    if not options.even:
        del found["even"]
    return found


def groups_from_json(data: Json) -> GroupOptions:
    """Read stored options; missing ones have their default. Raises RefusedError naming the field."""
    check_kept(data, {"kind": str, **KINDS})
    return GroupOptions(**{name: value for name, value in data.items() if name != "kind"})
