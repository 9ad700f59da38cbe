"""Access: the only way from a request to an object. Returns the object and the visitor's part in it, or refuses.

Raises UnreadableError for an event whose rules cannot be read, to those who see it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import lru_cache
from itertools import starmap
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from tournaments.competition.discipline import ladder_from_json
from tournaments.competition.formats.registry import format_of
from tournaments.competition.live.options import online_from_json
from tournaments.competition.match.contents import LETTERS
from tournaments.competition.scoring import scale_from_json, terms_from_json
from tournaments.errors import ForbiddenError, MissingError, RefusedError, UnreadableError
from tournaments.frame.policies import Actor, EntryPass, Right, Role, TablePass, may
from tournaments.frame.reads.entry_places import has_rotating, members_of
from tournaments.frame.reads.statements import Part, Statement, set_prefetched
from tournaments.games import registry
from tournaments.games.memo import key_of, value_of
from tournaments.models import (
    Club,
    ClubMembership,
    Entry,
    EntryMember,
    EventPass,
    Membership,
    Round,
    Table,
    TableLine,
    Tournament,
    User,
)


def is_readable(event: Tournament) -> bool:
    """Whether the game, its rules, the format, the VP, the terms, the ladder and the online options can be read."""
    try:
        kind = type(registry.game(event.game))
    except KeyError:
        return False
    online = event.online if event.mode != Tournament.Mode.HALL else None
    values = (event.rules, event.format, event.discipline, event.vp_scale, event.terms, online)
    return _are_readable(event.game, kind, key_of(values))


@lru_cache(maxsize=128)
def _are_readable(key: str, _kind: type, values: bytes) -> bool:
    """Read them once: every page of an event asks, some of them four times. ``_kind`` is the game of that name now."""
    rules, event_format, discipline, vp_scale, terms, online = value_of(values)
    try:
        registry.game(key).check_rules(rules)
        format_of(event_format)
        ladder_from_json(discipline)
        if vp_scale is not None:
            scale_from_json(vp_scale)
            terms_from_json(terms)
        if online is not None:
            online_from_json(online)
    except RefusedError:
        return False
    return True


def require_readable(event: Tournament) -> None:
    """Raise UnreadableError for an event whose rules cannot be read."""
    if not is_readable(event):
        raise UnreadableError(event.slug)


OF_EVENT = """
LEFT JOIN tournaments_club club ON club.id = event.club_id
LEFT JOIN tournaments_membership member ON member.tournament_id = event.id AND member.user_id = %s
LEFT JOIN tournaments_clubmembership admin ON admin.club_id = event.club_id AND admin.user_id = %s
WHERE event.slug = %s
"""
EVENT = Statement(
    [
        Part("event", Tournament),
        Part("club", Club, of="event.club"),
        Part("member", Membership),
        Part("admin", ClubMembership),
    ],
    f"SELECT * FROM tournaments_tournament event {OF_EVENT}",  # noqa: S608 - all of it stands here
)
TABLE = Statement(
    [
        Part("seat", Table),
        Part("round", Round, of="seat.round"),
        Part("event", Tournament, of="seat.tournament"),
        *EVENT.parts[1:],
    ],
    f"""
    SELECT * FROM tournaments_table seat
    JOIN tournaments_round round ON round.id = seat.round_id
    JOIN tournaments_tournament event ON event.id = seat.tournament_id {OF_EVENT} AND seat.number = %s
    """,  # noqa: S608 - all of it stands here
)
LINES = Statement(
    [
        Part("line", TableLine),
        Part("entry", Entry, of="line.entry"),
        Part("club", Club, of="entry.club"),
        Part("source", Table, of="line.source"),
        Part("round", Round, of="source.round"),
    ],
    """
    SELECT * FROM tournaments_tableline line
    LEFT JOIN tournaments_entry entry ON entry.id = line.entry_id
    LEFT JOIN tournaments_club club ON club.id = entry.club_id
    LEFT JOIN tournaments_table source ON source.id = line.source_id
    LEFT JOIN tournaments_round round ON round.id = source.round_id
    WHERE line.table_id = %s ORDER BY line."index"
    """,
)

PLAYED: Final = (Table.Status.CALLED, Table.Status.PLAYING, Table.Status.TO_CONFIRM, Table.Status.DISPUTED)
# How long after a result a table's code still shows its sheet, and after an event's end a pass the player's page.
AFTERWARDS: Final = timedelta(hours=2)
# The largest number of a table in the database; an address may say more.
MOST_TABLES = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Visitor:
    """The visitor: an account if any, the passes that the browser holds, and the limits of a program's token.

    ``entry_passes`` are keys and logins of event passes; ``club_id`` is the club that owns the token, which acts as the
    club's administrator without an account; ``token_maker`` is the account that made it. ``practice`` has this
    browser's seat in each of its practice matches, by the match's key.
    """

    user: User | AnonymousUser
    passes: tuple[TablePass, ...] = ()
    entry_passes: tuple[EntryPass, ...] = ()
    limits: frozenset[Right] | None = None
    club_id: int | None = None
    token_maker: int | None = None
    label: str = ""
    practice: Mapping[int, int] = field(default_factory=dict)

    @property
    def account(self) -> User | None:
        return self.user if isinstance(self.user, User) else None


def tournament(visitor: Visitor, slug: str, right: Right = Right.SEE) -> tuple[Tournament, Actor]:
    """Return the event and the visitor's part in it; MissingError is the same for a foreign and a missing event."""
    account = visitor.user.pk
    for event, _club, membership, admin in EVENT.rows(account, account, slug):
        actor = _actor(visitor, event, membership, admin)
        _require(actor, right, event)
        require_readable(event)
        return event, actor
    raise MissingError


def table(
    visitor: Visitor, slug: str, number: int, right: Right = Right.SEE, *, lines: bool = True
) -> tuple[Table, Actor]:
    """Return the table with its round and event, with ``lines`` its lines in order, and the visitor's part at it."""
    if number > MOST_TABLES:
        raise MissingError
    account = visitor.user.pk
    for row, _round, event, _club, membership, admin in TABLE.rows(account, account, slug, number):
        if lines:
            with_lines(row)
        actor = _actor(visitor, event, membership, admin)
        if not actor.role or not may(actor, right, event, row):
            # The role is not enough: a line has rights at its table, by its code or by account.
            line = line_by_passes(visitor, row)
            if line is None and visitor.account is not None:
                entries = {each.entry_id: each.index for each in row.lines.all() if each.entry_id}
                member = EntryMember.objects.filter(person__user=visitor.account, entry_id__in=entries).first()
                line = entries[member.entry_id] if member else None
            if line is not None:
                label = actor.label or f"{row.public_number}{LETTERS[line]}"
                actor = Actor(user=actor.user, line=line, label=label, limits=actor.limits)
            _require(actor, right, event, row)
        require_readable(event)
        return row, actor
    raise MissingError


def with_lines(row: Table) -> Table:
    """Load the lines of a table, each with its entry and the table that it comes from; one query."""
    set_prefetched(row, "lines", [line for line, *_others in LINES.rows(row.pk)])
    return row


def actor(visitor: Visitor, event: Tournament) -> Actor:
    """Return the visitor's part in a loaded event; the policies decide what they may see of it."""
    account = visitor.user.pk
    if account is None:
        return _actor(visitor, event, None, None)
    ((_event, _club, membership, admin),) = EVENT.rows(account, account, event.slug)
    return _actor(visitor, event, membership, admin)


def _actor(visitor: Visitor, event: Tournament, membership: Membership | None, admin: ClubMembership | None) -> Actor:
    account = visitor.account
    label = visitor.label or (str(account) if account else "")
    runs_it = (account is not None and (account.is_superuser or admin is not None)) or (
        visitor.club_id is not None and visitor.club_id == event.club_id
    )
    if runs_it:
        return Actor(
            user=account, role=Role.ORGANISER, label=label, limits=visitor.limits, token_maker=visitor.token_maker
        )
    if membership is None:
        return Actor(user=account, label=label, limits=visitor.limits)
    return Actor(
        user=account, role=membership.role, hall_tables=tuple(membership.tables), label=label, limits=visitor.limits
    )


def line_by_passes(visitor: Visitor, row: Table) -> int | None:
    """Return the line of a table that this browser was the last to open, by the table's code or by an event pass."""
    for held in visitor.passes:
        if held.table_id == row.pk and held.generation == row.code_generation and has_code(row):
            logins = {line.index: line.code_login for line in row.lines.all()}
            if logins.get(held.line) == held.login:
                return held.line
    found = event_pass_at(visitor, row)
    return None if found is None else found[1]


def event_pass_at(visitor: Visitor, row: Table) -> tuple[EventPass, int] | None:
    """Return the event pass of this browser that has a line of a table, and the line."""
    if not visitor.entry_passes:
        return None
    entries = {line.entry_id: line.index for line in row.lines.all() if line.entry_id}
    if has_rotating(row.tournament):
        entries |= {own: entries[pair] for pair, both in members_of(entries).items() for own in both}
    for event_pass in held_passes(visitor).filter(entry_id__in=entries):
        return event_pass, entries[event_pass.entry_id]
    return None


def has_code(row: Table) -> bool:
    """Return whether the codes of a table work: from its call until some hours after its result."""
    if row.status in PLAYED:
        return True
    return row.status == Table.Status.DONE and bool(row.finished_at and row.finished_at > timezone.now() - AFTERWARDS)


def held_passes(visitor: Visitor) -> QuerySet[EventPass]:
    """Return the event passes that this browser was the last to open, and that still work."""
    mine = Q()
    for held in visitor.entry_passes:
        mine |= Q(pk=held.pass_id, login=held.login)
    rows = EventPass.objects.filter(mine) if visitor.entry_passes else EventPass.objects.none()
    return working_passes(rows).exclude(login="")


def working_passes(passes: QuerySet[EventPass]) -> QuerySet[EventPass]:
    """Return passes that work: not revoked, not expired, and not of an event that ended some hours ago."""
    now = timezone.now()
    is_on = Q(tournament__finished_at__isnull=True) | Q(tournament__finished_at__gt=now - AFTERWARDS)
    return passes.filter(is_on, revoked_at__isnull=True, expires_at__gt=now)


def _require(actor: Actor, right: Right, event: Tournament, row: Table | None = None) -> None:
    if may(actor, right, event, row):
        return
    if actor.role:
        raise ForbiddenError
    raise MissingError


PASSES = "table_passes"
ENTRY_PASSES = "entry_passes"
PRACTICE = "practice"


def visitor(request: HttpRequest) -> Visitor:
    """Return the visitor of a browser; a program's token names its own (``accounts.api.authentication``)."""
    held = request.session.get(PASSES, [])
    own = request.session.get(ENTRY_PASSES, [])
    return Visitor(
        user=request.user,
        passes=tuple(starmap(TablePass, held)),
        entry_passes=tuple(starmap(EntryPass, own)),
        practice=dict(request.session.get(PRACTICE, [])),
    )
