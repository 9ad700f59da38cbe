"""Who may do what: predicates over loaded values, no query. Everything that is not allowed here is refused."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeVar

from tournaments.models import ClubMembership, Invitation, Membership, Table, Tournament, User

Role = Membership.Role
ClubRole = ClubMembership.Role
CIRCUIT_OWNER: Final = Invitation.Role.CIRCUIT_OWNER


class Right(Enum):
    """What somebody wants to do. Every page, endpoint, command and job names one; see ``Door``."""

    # About no one thing: everybody may, or everybody with an account, or the person who runs the installation.
    BROWSE = "browse"
    HAVE_ACCOUNT = "have_account"
    KEEP_ACCOUNT = "keep_account"
    CREATE_EVENT = "create_event"
    FOUND_CLUB = "found_club"
    OPERATE = "operate"
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
    """What a page or an endpoint asks of its visitor: to be read, and to write; None where it does not take that."""

    reads: Right | None = None
    writes: Right | None = None

    def right(self, method: str) -> Right | None:
        """The right that a method of HTTP asks for."""
        return self.reads if method in ("GET", "HEAD", "OPTIONS") else self.writes


# The methods that a page takes at most; an endpoint of the API says itself which of the others it takes.
PAGE_READS: Final = ("GET", "HEAD")
PAGE_WRITES: Final = ("POST",)

View = TypeVar("View", bound=Callable[..., object])


def door(reads: Right | None = None, writes: Right | None = None) -> Callable[[View], View]:
    """Mark a view with what it asks of its visitor; one without a mark is opened to nobody."""

    def mark(view: View) -> View:
        view.door = Door(reads, writes)  # type: ignore[attr-defined]
        return view

    return mark


def door_of(view: object) -> Door | None:
    """The mark of a view, whether it is a function or made of a class; None for one that opens to nobody."""
    for marked in (view, getattr(view, "view_class", None), getattr(view, "cls", None)):
        found = getattr(marked, "door", None)
        if isinstance(found, Door):
            return found
    return None


@dataclass(frozen=True, slots=True)
class TablePass:
    """What a table code opened: one line of one table, until the code is renewed or the match is over."""

    table_id: int
    line: int
    generation: int
    login: str = ""


@dataclass(frozen=True, slots=True)
class EntryPass:
    """What an event pass opened: its row, and the login that a later one on another browser makes worthless."""

    pass_id: int
    login: str


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody as one event knows them: an account with a role, a line at a table, or a stranger.

    ``limits`` are the rights that a program's token was given; None for people, who have all that their role has.
    ``club_id`` is the club whose token it is, for what only a club's own administrators may do; ``token_maker`` the
    account that made that token, which answers for what it offers.
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
        """Whose the offers are that are made: the account's, or of the person who made the club's token."""
        return self.user.pk if self.user is not None else self.token_maker

    @property
    def is_official(self) -> bool:
        """Whether their word ends a match without the other line's."""
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
# What an event that is not in preparation lets everybody do; of a token, reading only needs no scope.
OF_EVERYBODY: Final = frozenset({Right.SEE, Right.SIGN_UP})
# What everybody with an account may do; ``KEEP_ACCOUNT`` is nothing for programs, whatever their scopes.
OF_ACCOUNTS: Final = frozenset({Right.HAVE_ACCOUNT, Right.KEEP_ACCOUNT, Right.CREATE_EVENT, Right.FOUND_CLUB})

# What a token may be made for, and the rights that it then has at most; a role that has less gives less.
_RESULTS: Final = _AT_TABLES | {Right.SIGN_UP}
SCOPES: Final[dict[str, frozenset[Right]]] = {
    "read": frozenset({Right.BROWSE, Right.HAVE_ACCOUNT, Right.SEE, Right.SEE_DESK, Right.SEE_CLUB}),
    "play": frozenset({Right.PLAY}),
    "results": _RESULTS,
    "direct": _RESULTS | {Right.DIRECT},
    "organise": _RESULTS | {Right.DIRECT, Right.ORGANISE, Right.CREATE_EVENT},
    "club": frozenset({Right.FOUND_CLUB, Right.MANAGE_CLUB, Right.MANAGE_CIRCUIT}),
}

# What nobody asks for on a page: who may begin each kind of long work, and whose business the rest is, which acts as
# ``SYSTEM`` or is typed on the installation itself. What is not named here is refused or does not pass the tests.
JOBS: Final[dict[str, Right]] = {
    **dict.fromkeys(("import", "pdf", "archive", "list"), Right.ORGANISE),
    "event_import": Right.CREATE_EVENT,
}
TASKS: Final[dict[str, Right]] = dict.fromkeys(
    ("sweep", "send_message", "drain_outbox", "drain_pushes", "drain_webhooks", "run_job", "work_jobs", "pulse"),
    Right.OPERATE,
)
DUTIES: Final[dict[str, Right]] = dict.fromkeys(
    ("deadlines", "outbox", "webhooks", "pushes", "jobs", "lists", "tidying"), Right.OPERATE
)
COMMANDS: Final[dict[str, Right]] = dict.fromkeys(
    ("alive", "backup", "restore", "seed_demo", "sweep", "verify", "work"), Right.OPERATE
)


def limits_of(scopes: Iterable[str]) -> frozenset[Right]:
    """The rights that the scopes of a token give at most; reading is in every token."""
    return SCOPES["read"].union(*(SCOPES[scope] for scope in scopes if scope in SCOPES))


def may(actor: Actor, right: Right, tournament: Tournament, table: Table | None = None) -> bool:
    """Whether ``actor`` may use ``right`` in ``tournament``, at ``table`` where the right is about one."""
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


# A club and a circuit are public pages; what their roles may do besides.
RIGHTS_IN_CLUB: dict[str, frozenset[Right]] = {ClubRole.ADMIN: frozenset({Right.MANAGE_CLUB})}
RIGHTS_IN_CIRCUIT: dict[str, frozenset[Right]] = {CIRCUIT_OWNER: frozenset({Right.MANAGE_CIRCUIT})}


def may_in_club(actor: Actor, right: Right) -> bool:
    """Whether ``actor``, who is what their role says in one club, may use ``right`` there."""
    return _may_by(RIGHTS_IN_CLUB, actor, right)


def may_in_circuit(actor: Actor, right: Right) -> bool:
    """Whether ``actor``, who is what their role says in one circuit, may use ``right`` there."""
    return _may_by(RIGHTS_IN_CIRCUIT, actor, right)


def _may_by(rights: dict[str, frozenset[Right]], actor: Actor, right: Right) -> bool:
    if right is Right.SEE_CLUB:
        return True
    if actor.limits is not None and right not in actor.limits:
        return False
    return right in rights.get(actor.role, frozenset())
