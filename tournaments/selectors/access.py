"""The only door from a request to an object: the object and what the visitor is to it, or a refusal."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, prefetch_related_objects

from tournaments.errors import ForbiddenError, MissingError
from tournaments.models import Club, EntryMember, Membership, Round, Table, TableLine, Tournament, User
from tournaments.policies import Actor, Right, Role, TablePass, may
from tournaments.selectors.statements import Part, Statement

LINES = Prefetch("lines", TableLine.objects.select_related("entry", "entry__club", "source", "source__round"))
OF_EVENT = """
LEFT JOIN tournaments_club club ON club.id = event.club_id
LEFT JOIN tournaments_membership member ON member.tournament_id = event.id AND member.user_id = %s
WHERE event.slug = %s
"""
EVENT = Statement(
    [Part("event", Tournament), Part("club", Club), Part("member", Membership)],
    f"SELECT * FROM tournaments_tournament event {OF_EVENT}",  # noqa: S608 - all of it stands here
)
TABLE = Statement(
    [Part("seat", Table), Part("round", Round), *EVENT.parts],
    f"""
    SELECT * FROM tournaments_table seat
    JOIN tournaments_round round ON round.id = seat.round_id
    JOIN tournaments_tournament event ON event.id = seat.tournament_id {OF_EVENT} AND seat.number = %s
    """,  # noqa: S608 - all of it stands here
)

# What a table's number can be in the database; an address may say more.
MOST_TABLES = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks: the account, if any, and the table passes that the browser holds."""

    user: User | AnonymousUser
    passes: tuple[TablePass, ...] = ()

    @property
    def account(self) -> User | None:
        return self.user if isinstance(self.user, User) else None


def tournament(visitor: Visitor, slug: str, right: Right = Right.SEE) -> tuple[Tournament, Actor]:
    """The event and the visitor's part in it; MissingError looks the same for a foreign and a missing one."""
    for event, club, membership in EVENT.rows(_account_id(visitor), slug):
        event.club = club
        actor = _actor(visitor, membership)
        _require(actor, right, event)
        return event, actor
    raise MissingError


def table(
    visitor: Visitor, slug: str, number: int, right: Right = Right.SEE, *, lines: bool = True
) -> tuple[Table, Actor]:
    """The table with its round and event, with ``lines`` its lines in order, and the visitor's part at it."""
    if number > MOST_TABLES:
        raise MissingError
    for row, round_, event, club, membership in TABLE.rows(_account_id(visitor), slug, number):
        row.round, row.tournament, event.club = round_, event, club
        if lines:
            prefetch_related_objects([row], LINES)
        actor = _actor(visitor, membership)
        if not actor.role or not may(actor, right, event, row):
            actor = _at_table(visitor, row, actor)
        _require(actor, right, event, row)
        return row, actor
    raise MissingError


def _account_id(visitor: Visitor) -> int | None:
    return visitor.account.pk if visitor.account else None


def _actor(visitor: Visitor, membership: Membership | None) -> Actor:
    account = visitor.account
    if account is None:
        return Actor()
    if account.is_superuser:
        return Actor(user=account, role=Role.ORGANISER, label=str(account))
    if membership is None:
        return Actor(user=account, label=str(account))
    return Actor(user=account, role=membership.role, hall_tables=tuple(membership.tables), label=str(account))


def _at_table(visitor: Visitor, row: Table, actor: Actor) -> Actor:
    """Who may not do it by a role may still be a line at this table, by its code or as a player with an account."""
    line = _line_by_pass(visitor, row)
    if line is None and visitor.account is not None:
        line = _line_by_account(visitor.account, row)
    if line is None:
        return actor
    letter = "ABCDEF"[line]
    label = actor.label or f"{row.hall_number or row.number}{letter}"
    return Actor(user=actor.user, line=line, label=label)


def _line_by_pass(visitor: Visitor, row: Table) -> int | None:
    for held in visitor.passes:
        if held.table_id == row.pk and held.generation == row.code_generation:
            return held.line
    return None


def _line_by_account(user: User, row: Table) -> int | None:
    entries = {line.entry_id: line.index for line in row.lines.all() if line.entry_id}
    member = EntryMember.objects.filter(person__user=user, entry_id__in=entries).first()
    return entries[member.entry_id] if member else None


def _require(actor: Actor, right: Right, event: Tournament, row: Table | None = None) -> None:
    if may(actor, right, event, row):
        return
    if actor.role:
        raise ForbiddenError
    raise MissingError
