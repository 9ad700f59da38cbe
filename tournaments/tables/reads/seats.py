"""Seats at an online table, and spectators: pages, the socket and the API all ask here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.competition.live.setup import chair_of
from tournaments.competition.live.viewing import OFFICIAL, REFEREE, Viewer
from tournaments.frame import access
from tournaments.frame.access import Visitor
from tournaments.frame.policies import Actor, Right, may
from tournaments.games.contract import Seat
from tournaments.models import Entry, EntryMember, EventPass, Match, Table, User


@dataclass(frozen=True, slots=True)
class MatchPlace:
    """A visitor's place at a match: ``seat`` is theirs to play, ``is_referee`` says that they run its table.

    A referee who also plays is both, and gives no orders there. ``sees_opened`` says that they see opened hands: they
    direct the event and play nowhere in it (R-LIV-04). ``reads_only`` is a program whose token may look and not play.
    ``actor`` is the visitor as the match's event knows them.
    """

    may_see: bool = False
    seat: Seat | None = None
    is_referee: bool = False
    sees_opened: bool = False
    reads_only: bool = False
    actor: Actor = field(default_factory=Actor, compare=False)

    @property
    def viewer(self) -> Viewer:
        """The viewer for the match's view."""
        if self.sees_opened:
            return REFEREE
        return OFFICIAL if self.seat is None and self.is_referee else self.seat


def place(visitor: Visitor, match: Match) -> MatchPlace:
    """Return the current place of a visitor at a match; refused at somebody else's practice match, and at a draft."""
    reads_only = visitor.limits is not None and Right.PLAY not in visitor.limits
    table = match.table
    if table is None:
        own = visitor.practice.get(match.pk)
        seat = own if own in range(len(match.seats)) else None
        is_shown = seat is not None or bool(match.chairs.get("shown"))
        return MatchPlace(may_see=is_shown, seat=seat, reads_only=reads_only)
    actor = access.actor(visitor, table.tournament)
    # A code or a pass names a line, an account the player of an entry.
    seat = _by_passes(visitor, match, table) if visitor.passes or visitor.entry_passes else None
    if seat is None and visitor.account is not None:
        seat = _by_account(visitor.account, match, _players(visitor.account, match.chairs["entries"]))
    return MatchPlace(
        may_see=seat is not None or may(actor, Right.SEE, table.tournament),
        seat=seat,
        is_referee=may(actor, Right.RUN_TABLE, table.tournament, table),
        sees_opened=seat is None and may(actor, Right.DIRECT, table.tournament, table) and _is_apart(visitor, table),
        reads_only=reads_only,
        actor=actor,
    )


def _is_apart(visitor: Visitor, table: Table) -> bool:
    """Return whether an account does not play in the event, and its browser has not opened a code or pass of it either.

    An expired one counts too.
    """
    event = table.tournament
    if visitor.account is None:
        return False
    playing = EntryMember.objects.filter(entry__tournament=event, entry__status=Entry.Status.CONFIRMED)
    if playing.filter(person__user=visitor.account).exists():
        return False
    tables, passes = [held.table_id for held in visitor.passes], [held.pass_id for held in visitor.entry_passes]
    if tables and Table.objects.filter(pk__in=tables, tournament=event).exists():
        return False
    return not (passes and EventPass.objects.filter(pk__in=passes, tournament=event).exists())


def seats_in(visitor: Visitor, matches: Sequence[Match]) -> dict[int, Seat]:
    """Return the visitor's seat in each of these matches of events, if any, by the match's key.

    One query for an account; codes and passes cost a few more for each match that they may open.
    """
    found: dict[int, Seat] = {}
    own = {held.entry_id for held in access.held_passes(visitor)} if visitor.entry_passes else set()
    tables = {held.table_id for held in visitor.passes}
    players = _players(visitor.account, [entry for each in matches for entry in each.chairs["entries"]])
    for each in matches:
        table = each.table
        is_opened = table is not None and (table.pk in tables or bool(own & set(each.chairs["entries"])))
        seat = _by_passes(visitor, each, table) if table is not None and is_opened else None
        seat = _by_account(visitor.account, each, players) if seat is None else seat
        if seat is not None:
            found[each.pk] = seat
    return found


def _by_passes(visitor: Visitor, match: Match, table: Table) -> Seat | None:
    line = access.line_by_passes(visitor, table)
    own = [seat for seat, each in enumerate(match.seats) if each == line]
    if line is None or len(own) != 1:
        return None
    # The entry for which the match was opened still has to be that line of the table.
    is_same = table.lines.filter(index=line, entry=match.chairs["entries"][line]).exists()
    return own[0] if is_same else None


def _players(account: User | None, entries: Sequence[int | None]) -> dict[int, list[int | None]]:
    """Return the accounts of the players of the entries in which an account plays, in their order."""
    if account is None:
        return {}
    wanted = {entry for entry in entries if entry is not None}
    own = EntryMember.objects.filter(entry__in=wanted, person__user=account)
    members = EntryMember.objects.filter(entry__in=own.values("entry")).order_by("position")
    found: dict[int, list[int | None]] = {}
    for entry, user in members.values_list("entry", "person__user"):
        found.setdefault(entry, []).append(user)
    return found


def _by_account(account: User | None, match: Match, players: Mapping[int, list[int | None]]) -> Seat | None:
    if account is None:
        return None
    for seat in range(len(match.seats)):
        line, number = chair_of(match.seats, seat)
        if players.get(match.chairs["entries"][line], [])[number : number + 1] == [account.pk]:
            return seat
    return None
