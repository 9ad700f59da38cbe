"""Who may do what: predicates over loaded values, no query. Everything that is not allowed here is refused."""

from dataclasses import dataclass
from enum import Enum

from tournaments.models import Membership, Table, Tournament, User

Role = Membership.Role


class Right(Enum):
    """What somebody wants to do in an event."""

    SEE = "see"
    ENTER_SCORE = "enter_score"
    CALL_REFEREE = "call_referee"
    DIRECT = "direct"
    ORGANISE = "organise"


@dataclass(frozen=True, slots=True)
class TablePass:
    """What a table code opened: one line of one table, until the code is renewed or the match is over."""

    table_id: int
    line: int
    generation: int


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody as one event knows them: an account with a role, a line at a table, or a stranger."""

    user: User | None = None
    role: str = ""
    hall_tables: tuple[int, ...] = ()
    line: int | None = None
    label: str = ""

    @property
    def is_official(self) -> bool:
        """Whether their word ends a match without the other line's."""
        return self.role in (Role.ORGANISER, Role.REFEREE, Role.SCORER)


SYSTEM = Actor(label="Settebello")

# Deny by default: a role has exactly the rights named here.
RIGHTS: dict[str, frozenset[Right]] = {
    Role.ORGANISER: frozenset(Right),
    Role.REFEREE: frozenset({Right.SEE, Right.ENTER_SCORE, Right.CALL_REFEREE, Right.DIRECT}),
    Role.SCORER: frozenset({Right.SEE}),
}
SCORER_AT_OWN_TABLES = frozenset({Right.ENTER_SCORE, Right.CALL_REFEREE})
LINE_AT_TABLE = frozenset({Right.ENTER_SCORE, Right.CALL_REFEREE})


def may(actor: Actor, right: Right, tournament: Tournament, table: Table | None = None) -> bool:
    """Whether ``actor`` may use ``right`` in ``tournament``, at ``table`` where the right is about one."""
    if right is Right.SEE and tournament.is_public:
        return True
    if right in RIGHTS.get(actor.role, frozenset()):
        return True
    if table is None:
        return False
    if actor.role == Role.SCORER and table.hall_number in actor.hall_tables:
        return right in SCORER_AT_OWN_TABLES
    return actor.line is not None and right in LINE_AT_TABLE
