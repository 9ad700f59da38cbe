"""What the platform asks of a format: from how many entrants to the tables of an event."""

from collections.abc import Sequence
from typing import Protocol

from tournaments.competition.pairing.positions import Drawn, Positions, Swap
from tournaments.competition.types import Entrant, Plan
from tournaments.games.contract import Json


class Format(Protocol):
    """How an event leads from its entrants to a winner. Values are frozen and were checked when they were made."""

    @property
    def kind(self) -> str:
        """The name under which an event keeps it: ``knockout``, ``tables``."""

    @property
    def redraw(self) -> bool:
        """Rounds are drawn one by one, and the plan holds the first of them only."""

    @property
    def readmits(self) -> bool:
        """Chairs of the second round are kept for the best of those beaten in the first (R-TAB-10)."""

    @property
    def takes_again(self) -> bool:
        """Anybody who is out may come in once more, as a late entry (R-TAB-12)."""

    @property
    def needs_lines(self) -> tuple[int, int]:
        """The fewest and the most lines that play at its tables: a game must offer them all."""

    @property
    def verifier(self) -> str:
        """The script in ``docs`` that draws the first round again without this code (R-DRW-05)."""

    @property
    def fewest_entrants(self) -> int:
        """Below this nothing can be drawn."""

    def check(self) -> None:
        """Raise RefusedError naming the field of an impossible choice."""

    def check_entrants(self, count: int) -> None:
        """Raise RefusedError, naming the number, when this many entrants cannot be played."""

    def accepted(self, count: int) -> int:
        """How many of this many entrants may play: the first ones entered; the others are refused."""

    def draw(self, entrants_in_order: Sequence[Entrant]) -> Drawn:
        """Place entrants, given in the order of their lots; raises RefusedError as ``check_entrants`` does."""

    def swap(self, positions: Positions, swap: Swap) -> Positions:
        """Exchange two positions of a draw; raises RefusedError where that is impossible or has no reason."""

    def meetings(self, positions: Positions) -> Sequence[Sequence[int]]:
        """The tables of the first round, each as the indices of its positions, from the top."""

    def plan(self, positions: Positions) -> Plan:
        """The tables of the event, from positions that are settled."""

    def to_json(self) -> Json:
        """As an event keeps it, with its ``kind``; the registry gives it back."""

    def document_options(self) -> Json:
        """The choices that the draw depends on, as its public document names them; the registry reads them, too."""
