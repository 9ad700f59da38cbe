"""Access to clubs and circuits: returns the object and the visitor's part in it, or refuses."""

from collections.abc import Callable

from tournaments.clubs.reads.clubs import is_public
from tournaments.errors import ForbiddenError, MissingError
from tournaments.frame.access import Visitor
from tournaments.frame.policies import CIRCUIT_OWNER, Actor, ClubRole, Right, may_in_circuit, may_in_club
from tournaments.frame.reads.statements import Part, Statement
from tournaments.models import Circuit, CircuitOwner, Club, ClubMembership

CLUB = Statement(
    [Part("club", Club), Part("admin", ClubMembership)],
    """
    SELECT * FROM tournaments_club club
    LEFT JOIN tournaments_clubmembership admin ON admin.club_id = club.id AND admin.user_id = %s
    WHERE club.id = %s
    """,
)
CIRCUIT = Statement(
    [
        Part("circuit", Circuit),
        Part("club", Club, of="circuit.club"),
        Part("owner", CircuitOwner),
        Part("admin", ClubMembership),
    ],
    """
    SELECT * FROM tournaments_circuit circuit
    LEFT JOIN tournaments_club club ON club.id = circuit.club_id
    LEFT JOIN tournaments_circuitowner owner ON owner.circuit_id = circuit.id AND owner.user_id = %s
    LEFT JOIN tournaments_clubmembership admin ON admin.club_id = circuit.club_id AND admin.user_id = %s
    WHERE circuit.slug = %s
    """,
)

# The largest key of a club in the database; an address may say more.
MOST_KEY = 2**63 - 1


def club(visitor: Visitor, pk: int, right: Right = Right.SEE_CLUB) -> tuple[Club, Actor]:
    """Return the club and the visitor's part in it; MissingError is the same for a foreign and a missing club.

    A club that is not public (``clubs.is_public``) is missing for everybody who does not run it.
    """
    account = visitor.account
    if pk > MOST_KEY:
        raise MissingError
    for row, admin in CLUB.rows(account.pk if account else None, pk):
        runs_it = admin is not None or visitor.club_id == row.pk
        actor = _actor(visitor, ClubRole.ADMIN, runs_it=runs_it)
        _require(may_in_club, actor, right)
        if not actor.role and not is_public(row):
            raise MissingError
        return row, actor
    raise MissingError


def circuit(visitor: Visitor, slug: str, right: Right = Right.SEE_CLUB) -> tuple[Circuit, Actor]:
    """Return the circuit and the visitor's part in it: its owners and the administrators of its club run it."""
    account = visitor.account.pk if visitor.account else None
    for row, its_club, owner, admin in CIRCUIT.rows(account, account, slug):
        of_club = its_club is not None and (admin is not None or visitor.club_id == its_club.pk)
        actor = _actor(visitor, CIRCUIT_OWNER, runs_it=owner is not None or of_club)
        _require(may_in_circuit, actor, right)
        return row, actor
    raise MissingError


def _actor(visitor: Visitor, role: str, *, runs_it: bool) -> Actor:
    account = visitor.account
    label = visitor.label or (str(account) if account else "")
    if runs_it or (account is not None and account.is_superuser):
        return Actor(
            user=account,
            role=role,
            label=label,
            limits=visitor.limits,
            club_id=visitor.club_id,
            token_maker=visitor.token_maker,
        )
    return Actor(user=account, label=label, limits=visitor.limits, club_id=visitor.club_id)


def _require(may: Callable[[Actor, Right], bool], actor: Actor, right: Right) -> None:
    if may(actor, right):
        return
    if actor.role:
        raise ForbiddenError
    raise MissingError
