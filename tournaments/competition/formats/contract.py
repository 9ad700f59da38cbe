"""The contract of a format: from the number of entrants to the tables of an event."""

from collections.abc import Sequence
from enum import Enum
from typing import Protocol

from tournaments.competition.pairing.positions import Drawn, Positions, Swap
from tournaments.competition.types import Entrant, Plan
from tournaments.games.contract import Json


class Late(Enum):
    """How somebody who comes after the draw gets a table."""

    BYE = "the place of a bye"
    CHAIR = "a rest, or a free chair at a table"
    RESTS_OF_GROUP = "the rests of an uneven group"
    RESTS = "the rests of an odd number"
    REST_OR_NEXT = "opposite who rests in the first round, or by the next pairing"
    NEXT = "by the next pairing"
    NO_WAY = "not at all"


class Format(Protocol):
    """How an event leads from its entrants to a winner. Values are frozen and were validated when they were made."""

    @property
    def kind(self) -> str:
        """The name under which an event stores it: ``knockout``, ``tables``."""

    @property
    def redraw(self) -> bool:
        """Whether rounds are drawn one by one; the plan then holds only the first."""

    @property
    def is_elimination(self) -> bool:
        """Whether those who lose leave; else everybody plays in every round, and the standings decide."""

    @property
    def planned_rounds(self) -> int:
        """The number of rounds, where each after the first is paired from the standings; else 0."""

    @property
    def late(self) -> Late:
        """How a late entry gets a table."""

    @property
    def readmits(self) -> bool:
        """Whether chairs of the second round are kept for the best beaten in the first (R-TAB-10)."""

    @property
    def takes_again(self) -> bool:
        """Whether somebody who is out may enter again, as a late entry (R-TAB-12)."""

    @property
    def gives_places(self) -> bool:
        """Whether a place that fell free may be given to somebody who was beaten (R-TAB-23)."""

    @property
    def through(self) -> int:
        """How many go on from a table before the final; 1 where nobody does."""

    @property
    def needs_lines(self) -> tuple[int, int]:
        """The fewest and the most lines at its tables: a game must support all of them."""

    @property
    def uses_vp(self) -> bool:
        """Whether its matches give VP and MP, which are of matches between two (R-VP-14), where the game has them."""

    @property
    def verifier(self) -> str:
        """The script in ``docs`` that repeats the draw of the first round without this code (R-DRW-05)."""

    @property
    def fewest_entrants(self) -> int:
        """The fewest entrants that can be drawn."""

    def check(self) -> None:
        """Raise RefusedError naming the field of an impossible option."""

    def check_entrants(self, count: int) -> None:
        """Raise RefusedError naming the number of entrants, when so many cannot be played."""

    def accept(self, count: int) -> int:
        """Return how many of so many entrants may play: the first ones entered; the others are refused."""

    def draw(self, entrants_in_order: Sequence[Entrant]) -> Drawn:
        """Place entrants, given in the order of their lots; raises RefusedError as ``check_entrants`` does."""

    def swap(self, positions: Positions, swap: Swap) -> Positions:
        """Exchange two positions of a draw; raises RefusedError if that is impossible or has no reason."""

    def meetings(self, positions: Positions) -> Sequence[Sequence[int]]:
        """Return the tables of the first round, each as the indices of its positions, from the top."""

    def plan(self, positions: Positions) -> Plan:
        """Return the tables of the event, from final positions."""

    def to_json(self) -> Json:
        """Return the format as JSON for an event, with its ``kind``; the registry reads it back."""

    def document_options(self) -> Json:
        """Return the options that the draw depends on, for its public document; the registry reads them."""
