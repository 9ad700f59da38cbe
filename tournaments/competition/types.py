"""The values of pairing, brackets and draws: entrants go in, planned tables come out."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entrant: a stable ``key``, the seed (1 is best; None is unseeded), and the groups to keep apart.

    ``groups`` are the club and its circle of clubs (a valley, a league); an empty string is no group. ``apart`` are the
    sets of those who should not meet: the number of each, and in how many rounds from this one on (0: in all).
    """

    key: int
    seed: int | None = None
    groups: tuple[str, ...] = ()
    apart: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class FromEntrant:
    """A place taken by an entrant, or by two who have entered singly: ``key`` and its ``partner``."""

    key: int
    partner: int | None = None


@dataclass(frozen=True, slots=True)
class FromTable:
    """A place taken by the entrant who finishes in ``place`` (1 is the winner) at table ``number`` of the same plan."""

    number: int
    place: int


@dataclass(frozen=True, slots=True)
class FromBest:
    """A place taken by one of the best of those who finish in ``place`` at any table of ``round``.

    There are as many such places as are re-admitted; ``rank`` counts them from 1 in the order in which they are filled.
    """

    round: int
    place: int
    rank: int


@dataclass(frozen=True, slots=True)
class Nobody:
    """An empty place: the opponent has a bye."""


Slot: TypeAlias = FromEntrant | FromTable | FromBest | Nobody


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """One table of a plan.

    ``number`` counts from 1 through the whole plan, ``round`` from 1, ``position`` from 0 inside its round and section.
    The table decides places ``best_place`` to ``worst_place`` of the event (1 to N for the first round of a bracket).
    ``section`` is ``main``, ``third``, ``placement`` or ``second``; ``through`` is how many of its lines go on. If it
    ``may_draw`` the match can end level. Of the ``best_of`` matches its first line has won ``lead`` before it begins.
    ``group`` counts the groups of a stage from 1, or from 2 the brackets of a knockout by place; 0 elsewhere.
    """

    number: int
    round: int
    position: int
    slots: tuple[Slot, ...]
    section: str = "main"
    best_place: int = 1
    worst_place: int = 2
    best_of: int = 1
    lead: int = 0
    through: int = 1
    may_draw: bool = False
    group: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """The tables of an event that are known, in playing order; sources always come before the tables they lead to."""

    tables: tuple[PlannedTable, ...]
    rounds: int
