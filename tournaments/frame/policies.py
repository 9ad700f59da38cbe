"""Permissions: predicates over loaded values, without queries. Everything not allowed here is refused."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeVar

from tournaments.models import ClubMembership, Invitation, Membership, Table, Tournament, User

Role = Membership.Role
ClubRole = ClubMembership.Role
CIRCUIT_OWNER: Final = Invitation.Role.CIRCUIT_OWNER


class Right(Enum):
    """An action that needs permission. Every page, endpoint, command and job names one; see ``Door``."""

    # Without an object: for everybody, for everybody with an account, or for a superuser.
    BROWSE = "browse"
    HAVE_ACCOUNT = "have_account"
    KEEP_ACCOUNT = "keep_account"
    CREATE_EVENT = "create_event"
    FOUND_CLUB = "found_club"
    OPERATE = "operate"
    KEEP_COPY = "keep_copy"
    # In an event.
    SEE = "see"
    SIGN_UP = "sign_up"
    PLAY = "play"
    ENTER_SCORE = "enter_score"
    CALL_REFEREE = "call_referee"
    SEE_DESK = "see_desk"
    RUN_TABLE = "run_table"
    DIRECT = "direct"
    ORGANISE = "organise"
    # In a club, and in a circuit.
    SEE_CLUB = "see_club"
    MANAGE_CLUB = "manage_club"
    MANAGE_CIRCUIT = "manage_circuit"


@dataclass(frozen=True, slots=True)
class Door:
    """The rights that a page or endpoint requires for reading and for writing; None for a method it does not accept."""

    reads: Right | None = None
    writes: Right | None = None

    def right(self, method: str) -> Right | None:
        """Return the right that an HTTP method requires; None if the method is not accepted."""
        return self.reads if method in ("GET", "HEAD", "OPTIONS") else self.writes


# The methods that a page may accept; an endpoint of the API names its other methods itself.
PAGE_READS: Final = ("GET", "HEAD")
PAGE_WRITES: Final = ("POST",)

View = TypeVar("View", bound=Callable[..., object])


def door(reads: Right | None = None, writes: Right | None = None) -> Callable[[View], View]:
    """Mark a view with the rights that it requires; a view without a mark is refused to everybody."""

    def mark(view: View) -> View:
        view.door = Door(reads, writes)  # type: ignore[attr-defined]
        return view

    return mark


def door_of(view: object) -> Door | None:
    """Return the mark of a view, a function or a class-based one; None where it is refused to everybody."""
    for marked in (view, getattr(view, "view_class", None), getattr(view, "cls", None)):
        found = getattr(marked, "door", None)
        if isinstance(found, Door):
            return found
    return None


@dataclass(frozen=True, slots=True)
class TablePass:
    """Access by a table code: one line of one table, until the code is renewed or the match is over."""

    table_id: int
    line: int
    generation: int
    login: str = ""


@dataclass(frozen=True, slots=True)
class EntryPass:
    """Access by an event pass: its row, and its login, which a later login in another browser invalidates."""

    pass_id: int
    login: str


@dataclass(frozen=True, slots=True)
class Actor:
    """The actor in one event: an account with a role, a line at a table, or a stranger.

    ``limits`` are the rights that a program's token was given; None for people, who have all rights of their role.
    ``club_id`` is the club that owns the token, for what only a club's own administrators may do. ``token_maker`` is
    the account that made the token, and is responsible for its invitations.
    """

    user: User | None = None
    role: str = ""
    hall_tables: tuple[int, ...] = ()
    line: int | None = None
    label: str = ""
    limits: frozenset[Right] | None = None
    club_id: int | None = None
    token_maker: int | None = None

    @property
    def offered_by(self) -> int | None:
        """Return the account that makes an invitation: the actor's, or that of the maker of the club's token."""
        return self.user.pk if self.user is not None else self.token_maker

    @property
    def is_official(self) -> bool:
        """Whether the actor can end a match without the other line's confirmation."""
        return self.role in (Role.ORGANISER, Role.REFEREE, Role.SCORER)


SYSTEM = Actor(label="Settebello")

# Deny by default: a role has exactly the rights named here.
_PRESENT: Final = frozenset({Right.SEE, Right.SIGN_UP, Right.SEE_DESK})
_AT_TABLES: Final = frozenset({Right.ENTER_SCORE, Right.CALL_REFEREE, Right.RUN_TABLE})
RIGHTS: dict[str, frozenset[Right]] = {
    Role.ORGANISER: _PRESENT | _AT_TABLES | {Right.DIRECT, Right.ORGANISE},
    Role.REFEREE: _PRESENT | _AT_TABLES | {Right.DIRECT},
    Role.SCORER: _PRESENT,
}
SCORER_AT_OWN_TABLES = _AT_TABLES
LINE_AT_TABLE = frozenset({Right.ENTER_SCORE, Right.CALL_REFEREE, Right.PLAY})
# What everybody may do in an event after its preparation; for a token, only reading needs no scope.
OF_EVERYBODY: Final = frozenset({Right.SEE, Right.SIGN_UP})
# What everybody with an account may do; ``KEEP_ACCOUNT`` is for the log-in of the person and in no scope.
OF_ACCOUNTS: Final = frozenset({Right.HAVE_ACCOUNT, Right.KEEP_ACCOUNT, Right.CREATE_EVENT, Right.FOUND_CLUB})

# The scopes of a token, with the most rights that each gives; a role with fewer rights gives fewer.
_RESULTS: Final = _AT_TABLES | {Right.SIGN_UP}
SCOPES: Final[dict[str, frozenset[Right]]] = {
    "read": frozenset({Right.BROWSE, Right.HAVE_ACCOUNT, Right.SEE, Right.SEE_DESK, Right.SEE_CLUB}),
    "play": frozenset({Right.PLAY}),
    "results": _RESULTS,
    "direct": _RESULTS | {Right.DIRECT},
    "organise": _RESULTS | {Right.DIRECT, Right.ORGANISE, Right.CREATE_EVENT},
    "club": frozenset({Right.FOUND_CLUB, Right.MANAGE_CLUB, Right.MANAGE_CIRCUIT}),
}

# Actions without a page: who may start each kind of job, and who does the rest, either as ``SYSTEM`` or by a command on
# the installation itself. What is not named here is refused or fails the tests.
JOBS: Final[dict[str, Right]] = {
    **dict.fromkeys(("import", "pdf", "archive", "list"), Right.ORGANISE),
    "event_import": Right.CREATE_EVENT,
}
TASKS: Final[dict[str, Right]] = dict.fromkeys(
    ("sweep", "send_message", "drain_outbox", "drain_pushes", "drain_webhooks", "run_job", "work_jobs", "pulse"),
    Right.OPERATE,
)
DUTIES: Final[dict[str, Right]] = dict.fromkeys(
    ("deadlines", "outbox", "webhooks", "pushes", "jobs", "lists", "stalled", "tidying"), Right.OPERATE
)
COMMANDS: Final[dict[str, Right]] = dict.fromkeys(
    ("alive", "backup", "migrate", "restore", "seed_demo", "sweep", "verify", "work"), Right.OPERATE
)


def limits_of(scopes: Iterable[str]) -> frozenset[Right]:
    """Return the most rights that the scopes of a token give; every token may read."""
    return SCOPES["read"].union(*(SCOPES[scope] for scope in scopes if scope in SCOPES))


def may(actor: Actor, right: Right, tournament: Tournament, table: Table | None = None) -> bool:
    """Return whether ``actor`` may use ``right`` in ``tournament``, at ``table`` where the right is about one."""
    if actor.limits is not None and right not in actor.limits:
        return False
    if right in OF_EVERYBODY and tournament.is_public:
        return True
    if right in RIGHTS.get(actor.role, frozenset()):
        return True
    if table is None:
        return False
    if actor.role == Role.SCORER and table.hall_number in actor.hall_tables:
        return right in SCORER_AT_OWN_TABLES
    return actor.line is not None and right in LINE_AT_TABLE


# Of the whole installation, and so of everybody's events: for those who stand before the computer that serves it.
RIGHTS_AT_THE_COMPUTER: dict[str, frozenset[Right]] = {Role.ORGANISER: frozenset({Right.KEEP_COPY})}


def may_at_the_computer(actor: Actor, right: Right, *, is_there: bool) -> bool:
    """Return whether ``actor`` may use a right of the whole installation: a superuser, and a role at the computer."""
    if actor.user is not None and actor.user.is_superuser:
        return True
    return is_there and right in RIGHTS_AT_THE_COMPUTER.get(actor.role, frozenset())


# Clubs and circuits are public pages; these are the additional rights of their roles.
RIGHTS_IN_CLUB: dict[str, frozenset[Right]] = {ClubRole.ADMIN: frozenset({Right.MANAGE_CLUB})}
RIGHTS_IN_CIRCUIT: dict[str, frozenset[Right]] = {CIRCUIT_OWNER: frozenset({Right.MANAGE_CIRCUIT})}


def may_in_club(actor: Actor, right: Right) -> bool:
    """Return whether ``actor`` with this role in one club may use ``right`` there."""
    return _may_by(RIGHTS_IN_CLUB, actor, right)


def may_in_circuit(actor: Actor, right: Right) -> bool:
    """Return whether ``actor`` with this role in one circuit may use ``right`` there."""
    return _may_by(RIGHTS_IN_CIRCUIT, actor, right)


def _may_by(rights: dict[str, frozenset[Right]], actor: Actor, right: Right) -> bool:
    if right is Right.SEE_CLUB:
        return True
    if actor.limits is not None and right not in actor.limits:
        return False
    return right in rights.get(actor.role, frozenset())
