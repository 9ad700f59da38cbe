"""The setup of an online match, which never changes: rules, chairs, seats and time limits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.games.contract import Circumstances, Json, Line, PlayableGame, Seat


@dataclass(frozen=True, slots=True)
class Setup:
    """``seats`` has the line of every seat in playing order, ``dealer`` is the seat that deals first;
    None: the seeds of the first deal draw it (R-SHF-07).

    ``move_ms`` limits each play, ``bank_ms`` all the plays of a seat; None is no limit. ``number`` names the match.
    ``lead`` is how many games its first line has won before it. ``robots`` has the level of each seat that a robot
    plays. ``has_referee``: a referee can decide about a fault.
    """

    game: PlayableGame
    rules: Json
    circumstances: Circumstances
    best_of: int
    seats: tuple[Line, ...]
    dealer: Seat | None
    move_ms: int | None = None
    bank_ms: int | None = None
    number: int = 0
    lead: int = 0
    robots: Mapping[Seat, int] = field(default_factory=dict)
    has_referee: bool = True

    @property
    def is_duel(self) -> bool:
        """Whether two lines play, so that the fault of one is the win of the other."""
        return self.circumstances.lines == 2

    def next_seat(self, seat: Seat, among: tuple[Seat, ...]) -> Seat:
        """Return the next of the seats in ``among`` after ``seat``, in playing order."""
        order = [(seat + step) % len(self.seats) for step in range(1, len(self.seats) + 1)]
        return next(each for each in order if each in among)


def chair_of(seats: Sequence[Line], seat: Seat) -> tuple[Line, int]:
    """Return the line of a seat and the player of its entry there: the nth seat of a line is its nth player's."""
    return seats[seat], list(seats[:seat]).count(seats[seat])


def robots_from_json(chairs: Mapping[str, Json]) -> dict[Seat, int]:
    """Return the level of each seat that a robot plays, from the stored chairs."""
    return {int(seat): level for seat, level in chairs.get("robots", {}).items()}


def circumstances_from_json(chairs: Mapping[str, Json]) -> Circumstances:
    """Return the circumstances of a match, from the stored chairs."""
    return Circumstances(
        must_decide=chairs["must_decide"],
        lines=chairs["lines"],
        through=chairs["through"],
        absent=frozenset(chairs["absent"]),
    )
