"""Many entries at the check-in desk in one step: check in, leave out, bring back.

Each step is about the entries that the reader saw. An entry that was changed meanwhile is left as it is.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from tournaments.entries.reads.arrivals import EXPECTED, PLACED
from tournaments.entries.writes.entries import leave, require_before_draw, take_in, tick
from tournaments.errors import RefusedError
from tournaments.events.writes import waiting_list
from tournaments.frame.policies import Actor
from tournaments.frame.writes.transaction import writing
from tournaments.models import AuditEntry, Entry, Tournament

Status = Entry.Status
MOST_AT_ONCE: Final = 5_000


class LeftOut(NamedTuple):
    """The entries left out, and those that came in from the waiting list."""

    left: Sequence[Entry]
    came_in: Sequence[Entry]


def check_in(*, actor: Actor, tournament_id: int, entry_ids: Sequence[int], value: bool = True) -> list[Entry]:
    """Set or clear the check-in of these entries; return those that changed."""
    _check_bound(entry_ids)
    with writing(tournament_id) as tournament:
        found = _those(tournament, entry_ids)
        changed = [entry for entry in found if entry.status in EXPECTED and entry.checked_in != value]
        for entry in changed:
            tick(tournament, entry, {"checked_in": value}, actor)
        return changed


def leave_out(*, actor: Actor, tournament_id: int, entry_ids: Sequence[int], reason: str = "") -> LeftOut:
    """Withdraw before the draw those of these entries that are not checked in; the waiting list moves up."""
    _check_bound(entry_ids)
    with writing(tournament_id) as tournament:
        require_before_draw(tournament)
        found = _those(tournament, entry_ids)
        left = [entry for entry in found if entry.status in PLACED and not entry.checked_in]
        freed = any(entry.status == Status.CONFIRMED for entry in left)
        for entry in left:
            leave(tournament, entry, actor, reason)
        if not freed:
            return LeftOut(left, [])
        waited = list(Entry.objects.filter(tournament=tournament, status=Status.WAITING).values_list("pk", flat=True))
        waiting_list.fill_again(tournament, actor)
        came = Entry.objects.filter(pk__in=waited, status=Status.CONFIRMED).order_by("number")
        return LeftOut(left, list(came))


def bring_back(*, actor: Actor, tournament_id: int, entry_ids: Sequence[int]) -> list[Entry]:
    """Reinstate those of these entries that were left out: while there is room, else on the waiting list.

    Each gets its seed back unless another entry has it now. No mail is sent: none was sent when they were left out.
    """
    _check_bound(entry_ids)
    with writing(tournament_id) as tournament:
        require_before_draw(tournament)
        out = [entry for entry in _those(tournament, entry_ids) if entry.status == Status.WITHDRAWN]
        # Each entry had its seed when it was withdrawn.
        had: dict[int, int | None] = {}
        rows = AuditEntry.objects.filter(tournament=tournament, verb="entry_withdrawn").order_by("seq")
        for before in rows.values_list("before", flat=True).iterator():
            if before and "seed" in before:
                had[before["number"]] = before["seed"]
        taken = set(Entry.objects.filter(tournament=tournament, seed__isnull=False).values_list("seed", flat=True))
        for entry in out:
            seed = had.get(entry.number)
            if seed in taken:
                # Another entry has it now.
                seed = None
            elif seed is not None:
                taken.add(seed)
            take_in(tournament, entry, actor, seed=seed)
        return out


def _check_bound(entry_ids: Sequence[int]) -> None:
    if len(entry_ids) > MOST_AT_ONCE:
        raise RefusedError("entries_at_once", field="entries", found=len(entry_ids), most=MOST_AT_ONCE)


def _those(tournament: Tournament, entry_ids: Sequence[int]) -> list[Entry]:
    """Return these entries by number; refused if one does not belong to the event."""
    found = list(Entry.objects.filter(tournament=tournament, pk__in=set(entry_ids)).order_by("number"))
    if not found or len(found) != len(set(entry_ids)):
        raise RefusedError("entry_missing", field="entries")
    return found
