"""Places left in an event, who comes in from the waiting list, and the step that gives an entry another status."""

from tournaments.competition.formats.registry import format_of
from tournaments.frame.policies import Actor
from tournaments.frame.writes import rate_limits
from tournaments.frame.writes.transaction import record
from tournaments.games.contract import Json
from tournaments.models import Entry, Tournament
from tournaments.outbox import messages

Status = Entry.Status


def room(tournament: Tournament) -> int | None:
    """Return the places left, below 0 where the capacity was lowered; None without a capacity."""
    if tournament.capacity is None:
        return None
    taken = Entry.objects.filter(tournament=tournament, status=Status.CONFIRMED).count()
    return tournament.capacity - taken


def move(
    entry: Entry, status: str, *, actor: Actor, tournament: Tournament, verb: str, reason: str = "", **more: int | None
) -> None:
    """Give an entry another status, with the fields that depend on it and an audit row."""
    new: dict[str, Json] = {"status": status, **more}
    before = {field: getattr(entry, field) for field in new}
    for field, value in new.items():
        setattr(entry, field, value)
    entry.save(update_fields=list(new))
    which = {"number": entry.number}
    record(
        by=actor,
        verb=verb,
        target=entry,
        tournament=tournament,
        before={**which, **before},
        after={**which, **new},
        reason=reason,
    )


def promote(tournament: Tournament, actor: Actor) -> None:
    """Promote entries from the waiting list, in order, while there is room; each is told.

    Once the entries are closed, promote only as many as the format can play (R-TAB-11, R-STG-32).
    """
    waiting = list(Entry.objects.filter(tournament=tournament, status=Status.WAITING).order_by("number"))
    left = room(tournament)
    coming = waiting if left is None else waiting[: max(left, 0)]
    if tournament.status == Tournament.Status.CLOSED:
        here = Entry.objects.filter(tournament=tournament, status=Status.CONFIRMED).count()
        coming = coming[: max(format_of(tournament.format).accept(here + len(coming)) - here, 0)]
    for entry in coming:
        move(entry, Status.CONFIRMED, actor=actor, tournament=tournament, verb="entry_promoted")
    messages.entries_promoted(filter(rate_limits.may_be_told_again, coming), tournament)


def fill_again(tournament: Tournament, actor: Actor) -> None:
    """Promote after somebody has left; where an odd number is not played, the last one waits instead (R-STG-32)."""
    promote(tournament, actor)
    if tournament.status == Tournament.Status.CLOSED and not format_of(tournament.format).is_elimination:
        put_back_last(tournament, actor)


def put_back_last(tournament: Tournament, actor: Actor) -> None:
    """Move the last entries, beyond those that the format can play, to the waiting list; each is told.

    They are promoted again when somebody withdraws, or when the entries are reopened (R-TAB-11, R-STG-32).
    """
    here = Entry.objects.filter(tournament=tournament, status=Status.CONFIRMED).order_by("number")
    for entry in here[format_of(tournament.format).accept(here.count()) :]:
        move(entry, Status.WAITING, actor=actor, tournament=tournament, verb="entry_put_back")
        if rate_limits.may_be_told_again(entry):
            messages.entry_decided(entry, tournament)
