"""The deal in progress at the time of a fault: the categories already won, written by a referee or computed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from scopa.cards import ALL_CARDS, Cards
from scopa.errors import RefusalError, brief
from scopa.napola import LEAST, napolas
from scopa.rules import Rules
from scopa.scoring import CATEGORIES, winners
from scopa.sheet_checks import most_sweeps
from scopa.state import State

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


def certain_winners(rules: Rules, taken: Sequence[Cards]) -> dict[str, Holder]:
    """Return the line that is certain to win each category, with these cards in the piles (R-SCO-40).

    No distribution of the remaining cards can change it.
    """
    found: dict[str, Holder] = {}
    for category in CATEGORIES:
        # Four piles are those of four players, partners opposite.
        ends = [{pile % 2 for pile in winners(rules, category, piles)} for piles in _ends(taken)]
        certain, possible = set.intersection(*ends), set.union(*ends)
        if certain == {0, 1}:
            found[category] = "each"
        elif certain:
            line = min(certain)
            found[category] = SHARED[line] if possible == {0, 1} else line
        else:
            found[category] = "open" if possible else "void"
    return found


def certain_napola(rules: Rules, taken: Sequence[Cards]) -> tuple[Holder | None, int]:
    """Return who has the napola with these cards in the piles, and its points so far (R-SCO-40, R-SCO-70)."""
    if not rules.longest_napola:
        return None, 0
    points = napolas(rules, taken)
    if any(points):
        return points.index(max(points)) % 2, max(points)
    may_come = any(any(napolas(rules, piles)) for piles in _ends(taken))
    return ("open" if may_come else "void"), 0


def _ends(taken: Sequence[Cards]) -> list[list[Cards]]:
    """Return the final piles, for each pile that may get all the remaining cards."""
    rest = ALL_CARDS
    for own in taken:
        rest &= ~own
    return [[own | rest if pile == taker else own for pile, own in enumerate(taken)] for taker in range(len(taken))]


def snapshot_of(state: State) -> ForfeitSnapshot:
    """Return the snapshot of a deal at a live table of two lines."""
    if len(set(state.deal.lines)) > 2:
        raise RefusalError("two_lines_only", lines=len(state.taken))
    sweeps = sum(state.sweeps[::2]), sum(state.sweeps[1::2])
    holder, points = certain_napola(state.deal.rules, state.taken)
    held = certain_winners(state.deal.rules, state.taken)
    return ForfeitSnapshot(**held, sweeps=sweeps, napola=holder, napola_points=points)


def check(rules: Rules, snapshot: ForfeitSnapshot) -> None:
    """Raise RefusalError when no deal under these rules can have this snapshot."""
    bound = most_sweeps(rules)
    for line, made in zip("ab", snapshot.sweeps, strict=True):
        if not 0 <= made <= bound:
            raise RefusalError("sweeps_bound", field=f"f_sweeps_{line}", sweeps=made, bound=bound)
    for category in CATEGORIES:
        field, holder = f"f_{category}", snapshot.holder(category)
        may_tie = category != "settebello" and getattr(rules, f"{category}_tie") == "each"
        if holder in ("each", *SHARED) and not may_tie:
            raise RefusalError("each_not_allowed", field=field)
        if holder == "void" and category == "settebello" and rules.all_taken:
            raise RefusalError("settebello_void", field=field)
    # A holder where the napola is played and only there, and points that it can have.
    own, points, longest = snapshot.napola, snapshot.napola_points, rules.longest_napola
    if (own is not None) != bool(longest):
        raise RefusalError("choice_missing" if own is None else "napola_not_played", field="f_napola")
    if own not in (0, 1):
        if points:
            raise RefusalError("napola_nobody", field="f_napola_points", points=brief(points))
    elif not LEAST <= points <= longest:
        raise RefusalError("napola_value", field="f_napola_points", value=brief(points), least=LEAST, highest=longest)
    # From 7 on the settebello is one of the napola; one of 6 coins that may be longer would have it as its seventh.
    has_settebello = snapshot.settebello == own
    if (points >= SEVEN and not has_settebello) or (points == SEVEN - 1 < longest and has_settebello):
        raise RefusalError("napola_settebello", field="f_napola_points", points=points)


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
    sweeps = data.get("sweeps")
    if not isinstance(sweeps, list) or len(sweeps) != 2 or any(type(each) is not int for each in sweeps):
        raise RefusalError("whole_number", field="f_sweeps_a", typed=brief(sweeps))
    return ForfeitSnapshot(**holders, sweeps=(sweeps[0], sweeps[1]), napola=napola, napola_points=points)


def to_json(snapshot: ForfeitSnapshot) -> dict[str, Json]:
    """Return the snapshot as JSON."""
    holders: dict[str, Json] = {category: snapshot.holder(category) for category in CATEGORIES}
    found = holders | {"sweeps": list(snapshot.sweeps)}
    napola = {"napola": snapshot.napola, "napola_points": snapshot.napola_points}
    return found if snapshot.napola is None else found | napola
