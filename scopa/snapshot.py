"""The deal in progress at the time of a fault: the categories already won, written by a referee or computed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from scopa.cards import ALL_CARDS, Cards
from scopa.errors import RefusalError, brief
from scopa.napola import LEAST, napolas
from scopa.rules import Rules
from scopa.scoring import CATEGORIES, MOST_SWEEPS, winners
from scopa.state import Line, State

Json: TypeAlias = Any

Holder: TypeAlias = int | Literal["open", "void", "each", "a_shared", "b_shared"]
"""The line that has clinched a category; ``open`` is still to be won, ``void`` is lost to both, ``each`` is a tie.

``a_shared``: line A has its point for good, and line B may still come level and have one too.
"""

SEVEN: Final = 7
"""The settebello is the seventh coin of a napola."""
SHARED: Final[tuple[Holder, Holder]] = ("a_shared", "b_shared")


@dataclass(frozen=True, slots=True)
class ForfeitSnapshot:
    """The running deal at the moment of the fault: the holder of each category that is already won, and the sweeps."""

    cards: Holder = "open"
    coins: Holder = "open"
    settebello: Holder = "open"
    primiera: Holder = "open"
    sweeps: tuple[int, int] = (0, 0)
    napola: Holder | None = None
    """Who has ace, two and three of coins, ``open`` or ``void``; None where no napola is played (R-SCO-70)."""
    napola_points: int = 0

    def holder(self, category: str) -> Holder:
        """Return the line that has already won ``category``."""
        found: Holder = getattr(self, category)
        return found


def clinched(rules: Rules, taken: Sequence[Cards]) -> dict[str, Holder]:
    """Return the line that is certain to win each category, with these cards in the piles (R-SCO-40)."""
    return {category: _holder(rules, category, taken) for category in CATEGORIES}


def clinched_napola(rules: Rules, taken: Sequence[Cards]) -> tuple[Holder | None, int]:
    """Return who has the napola with these cards in the piles, and its points so far (R-SCO-40, R-SCO-70)."""
    if not rules.longest_napola:
        return None, 0
    points = napolas(rules, taken)
    if any(points):
        return points.index(max(points)) % 2, max(points)
    may_come = any(any(napolas(rules, piles)) for piles in _ends(taken))
    return ("open" if may_come else "void"), 0


def _holder(rules: Rules, category: str, taken: Sequence[Cards]) -> Holder:
    """Return the certain holder of a point: no distribution of the remaining cards can change it."""
    ends = [_lines(winners(rules, category, piles)) for piles in _ends(taken)]
    certain, possible = set.intersection(*ends), set.union(*ends)
    if certain == {0, 1}:
        return "each"
    if certain:
        line = min(certain)
        return SHARED[line] if possible == {0, 1} else line
    return "open" if possible else "void"


def _ends(taken: Sequence[Cards]) -> list[list[Cards]]:
    """Return the final piles, for each pile that may get all the remaining cards."""
    rest = ALL_CARDS
    for own in taken:
        rest &= ~own
    return [[own | rest if pile == taker else own for pile, own in enumerate(taken)] for taker in range(len(taken))]


def _lines(won_by: Sequence[int]) -> set[Line]:
    """Return the lines of the piles that won; four piles are those of four players, partners opposite."""
    return {pile % 2 for pile in won_by}


def snapshot_of(state: State) -> ForfeitSnapshot:
    """Return the snapshot of a deal at a live table of two lines."""
    if len(set(state.deal.lines)) > 2:
        raise RefusalError("two_lines_only", lines=len(state.taken))
    sweeps = sum(state.sweeps[::2]), sum(state.sweeps[1::2])
    holder, points = clinched_napola(state.deal.rules, state.taken)
    held = clinched(state.deal.rules, state.taken)
    return ForfeitSnapshot(**held, sweeps=sweeps, napola=holder, napola_points=points)


def check(rules: Rules, snapshot: ForfeitSnapshot) -> None:
    """Raise RefusalError when no deal under these rules can have this snapshot."""
    for line, made in zip("ab", snapshot.sweeps, strict=True):
        if not 0 <= made <= MOST_SWEEPS:
            raise RefusalError("sweeps_bound", field=f"f_sweeps_{line}", sweeps=made, bound=MOST_SWEEPS)
    for category in CATEGORIES:
        _check_holder(rules, category, snapshot.holder(category))
    _check_napola(rules, snapshot)


def _check_napola(rules: Rules, snapshot: ForfeitSnapshot) -> None:
    """Refuse a napola without a holder where it is played, with one where it is not, and points that it cannot have."""
    if (snapshot.napola is not None) != bool(rules.longest_napola):
        code = "choice_missing" if snapshot.napola is None else "napola_not_played"
        raise RefusalError(code, field="f_napola")
    if snapshot.napola not in (0, 1):
        if snapshot.napola_points:
            raise RefusalError("napola_nobody", field="f_napola_points", points=brief(snapshot.napola_points))
    elif not LEAST <= snapshot.napola_points <= rules.longest_napola:
        value, highest = brief(snapshot.napola_points), rules.longest_napola
        raise RefusalError("napola_value", field="f_napola_points", value=value, least=LEAST, highest=highest)
    if snapshot.napola_points >= LEAST and not _goes_with(rules, snapshot):
        raise RefusalError("napola_settebello", field="f_napola_points", points=snapshot.napola_points)


def _goes_with(rules: Rules, snapshot: ForfeitSnapshot) -> bool:
    """Return whether the settebello lies as a napola of so many coins says: from 7 on it is one of them."""
    own, points = snapshot.napola, snapshot.napola_points
    if points >= SEVEN:
        return snapshot.settebello == own
    # One more coin, if it were there, would lengthen it.
    return not (points == SEVEN - 1 < rules.longest_napola and snapshot.settebello == own)


def _check_holder(rules: Rules, category: str, holder: Holder) -> None:
    """Refuse a category level for each unless the rules allow it, and a lost settebello where all cards are taken."""
    field = f"f_{category}"
    may_tie = category != "settebello" and getattr(rules, f"{category}_tie") == "each"
    if holder in ("each", *SHARED) and not may_tie:
        raise RefusalError("each_not_allowed", field=field)
    if holder == "void" and category == "settebello" and rules.all_taken:
        raise RefusalError("settebello_void", field=field)


def from_json(data: Json) -> ForfeitSnapshot:
    """Return the snapshot from JSON; raises RefusalError without a snapshot or a category."""
    if not isinstance(data, Mapping):
        raise RefusalError("snapshot_missing", field="f_cards")
    holders: dict[str, Any] = {}
    for category in CATEGORIES:
        holder = data.get(category)
        if not (type(holder) is int and holder in (0, 1)) and holder not in ("open", "void", "each", *SHARED):
            raise RefusalError("holder_unknown", field=f"f_{category}", typed=brief(holder))
        holders[category] = holder
    napola, points = data.get("napola"), data.get("napola_points", 0)
    if not (type(napola) is int and napola in (0, 1)) and napola not in ("open", "void", None):
        raise RefusalError("napola_holder_unknown", field="f_napola", typed=brief(napola))
    if type(points) is not int:
        raise RefusalError("whole_number", field="f_napola_points", typed=brief(points))
    return ForfeitSnapshot(**holders, sweeps=_sweeps(data.get("sweeps")), napola=napola, napola_points=points)


def _sweeps(value: Json) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2 or any(type(each) is not int for each in value):
        raise RefusalError("whole_number", field="f_sweeps_a", typed=brief(value))
    return value[0], value[1]


def to_json(snapshot: ForfeitSnapshot) -> dict[str, Json]:
    """Return the snapshot as JSON."""
    holders: dict[str, Json] = {category: snapshot.holder(category) for category in CATEGORIES}
    found = holders | {"sweeps": list(snapshot.sweeps)}
    napola = {"napola": snapshot.napola, "napola_points": snapshot.napola_points}
    return found if snapshot.napola is None else found | napola
