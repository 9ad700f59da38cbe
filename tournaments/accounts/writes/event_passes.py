"""Event passes: a player's access to one event, made by the organiser, shown once, opened by QR or by PIN.

The link holds 128 random bits, which nobody can guess, so links have no rate limit. The PIN has eight digits and can be
guessed: ``rate_limits.pins`` lets an address try 480 times a day for one pass and 2,400 for all, out of 100,000,000.
While many addresses guess at a pass or an event, each has one try an hour for a pass, or five for all: this slows the
guessing and still lets the owner use the PIN. Link and PIN are stored as keyed digests; only the
session of somebody who signed up without an account keeps them readable, for the receipt, as long as it lasts. The
phone that opened a pass last holds it; the browser before is told so.
"""

import hmac
import secrets
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.errors import MissingError, RefusedError
from tournaments.frame.access import working_passes
from tournaments.frame.policies import Actor, EntryPass
from tournaments.frame.writes import rate_limits
from tournaments.frame.writes.rate_limits import Limit
from tournaments.frame.writes.seals import digest
from tournaments.frame.writes.transaction import alone, record, writing
from tournaments.models import Entry, EventPass, Tournament

PIN_DIGITS: Final = 8
SECRET_BYTES: Final = 16
LOGIN_BYTES: Final = 16
# Days that a pass works, after the start of its event or after it was made, whichever is later.
DAYS: Final = 2
MOST_DAYS: Final = 60
OUT: Final = (Entry.Status.REJECTED, Entry.Status.WITHDRAWN)
# Above this number of entries the log keeps only their number.
MOST_IN_LOG: Final = 200


@dataclass(frozen=True, slots=True)
class Issued:
    """A pass with its link and PIN, which are shown this once."""

    event_pass: EventPass
    secret: str
    pin: str


def issue_passes(
    *, actor: Actor, tournament_id: int, entry_ids: Sequence[int] | None = None, days: int = DAYS
) -> list[Issued]:
    """Issue a pass to each of these entries, or to all who take part, that has no working pass."""
    with writing(tournament_id) as tournament:
        expires = _expiry(tournament, days)
        have = working_passes(EventPass.objects.filter(tournament=tournament)).values("entry_id")
        entries = list(_entries(tournament, entry_ids).exclude(pk__in=have))
        issued = _make(tournament, entries, actor, expires)
        if issued:
            record(
                by=actor,
                verb="passes_issued",
                target=_target(entries),
                tournament=tournament,
                after=_log_of(entries) | {"until": expires.isoformat()},
            )
        return issued


def give_at_sign_up(*, entry: Entry, actor: Actor) -> Issued:
    """Issue the pass of a player who signed up to an online event without an account: the way to sit down there."""
    with writing(entry.tournament_id) as tournament:
        expires = _expiry(tournament, DAYS)
        (issued,) = _make(tournament, [entry], actor, expires)
        record(
            by=actor,
            verb="passes_issued",
            target=_target([entry]),
            tournament=tournament,
            after=_log_of([entry]) | {"until": expires.isoformat()},
        )
        return issued


def renew_pass(*, actor: Actor, tournament_id: int, entry_id: int, days: int = DAYS) -> Issued:
    """Issue a new pass for an entry; its old one stops working."""
    with writing(tournament_id) as tournament:
        expires = _expiry(tournament, days)
        entries = list(_entries(tournament, [entry_id]))
        (issued,) = _make(tournament, entries, actor, expires)
        record(
            by=actor,
            verb="pass_renewed",
            target=entries[0].label,
            tournament=tournament,
            after=_log_of(entries) | {"until": expires.isoformat()},
        )
        return issued


def revoke_passes(*, actor: Actor, tournament_id: int, entry_ids: Sequence[int] | None = None) -> int:
    """Revoke the passes of these entries, or of all, at once; return their number."""
    with writing(tournament_id) as tournament:
        passes = EventPass.objects.filter(tournament=tournament, revoked_at__isnull=True)
        if entry_ids is not None:
            passes = passes.filter(entry_id__in=entry_ids)
        entries = [row.entry for row in passes.select_related("entry")]
        if not entries:
            raise RefusedError("pass_missing")
        passes.update(revoked_at=timezone.now())
        record(by=actor, verb="passes_revoked", target=_target(entries), tournament=tournament, after=_log_of(entries))
        return len(entries)


def _expiry(tournament: Tournament, days: int) -> datetime:
    if tournament.status not in (Tournament.Status.OPEN, Tournament.Status.CLOSED, Tournament.Status.RUNNING):
        raise RefusedError("wrong_status", status=str(tournament.get_status_display()))
    if not 1 <= days <= MOST_DAYS:
        raise RefusedError("pass_days", field="days", value=days, most=MOST_DAYS)
    return max(tournament.starts_at, timezone.now()) + timedelta(days=days)


def _entries(tournament: Tournament, entry_ids: Sequence[int] | None) -> QuerySet[Entry]:
    """Return the named entries, refused if one is missing; without names, all who take part."""
    rows = Entry.objects.filter(tournament=tournament)
    if entry_ids is None:
        return rows.filter(status=Entry.Status.CONFIRMED)
    named = rows.filter(pk__in=entry_ids).exclude(status__in=(*OUT, Entry.Status.PAIR))
    if named.count() != len(set(entry_ids)):
        raise RefusedError("entry_missing")
    return named


def _make(tournament: Tournament, entries: Sequence[Entry], actor: Actor, expires: datetime) -> list[Issued]:
    old = EventPass.objects.filter(entry__in=entries, revoked_at__isnull=True)
    old.update(revoked_at=timezone.now())
    issued = []
    for entry in entries:
        secret = secrets.token_urlsafe(SECRET_BYTES)
        pin = f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"
        kept = _secret_hash(secret)
        row = EventPass(
            tournament=tournament,
            entry=entry,
            secret_hash=kept,
            pin_hash=_pin_hash(kept, pin),
            made_by=actor.user,
            expires_at=expires,
        )
        issued.append(Issued(row, secret, pin))
    EventPass.objects.bulk_create([one.event_pass for one in issued], batch_size=1000)
    return issued


def _secret_hash(secret: str) -> str:
    return digest("event-pass-link", secret).hex()


def _pin_hash(kept: str, pin: str) -> str:
    """Return the digest of a PIN; different for every pass."""
    return digest("event-pass-pin", kept, pin).hex()


def _target(entries: Sequence[Entry]) -> str:
    return entries[0].label if len(entries) == 1 else str(len(entries))


def _log_of(entries: Sequence[Entry]) -> dict[str, object]:
    return {"entries": [[entry.number, entry.label] for entry in entries[:MOST_IN_LOG]]}


def pass_of_link(*, slug: str, secret: str) -> EventPass:
    """Return the pass of a link, without opening it."""
    found = _working(slug).filter(secret_hash=_secret_hash(secret)).first()
    if found is None:
        raise RefusedError("pass_unknown")
    return found


def open_by_link(*, slug: str, secret: str) -> tuple[EventPass, EntryPass]:
    """Open a pass by its link, in this browser only."""
    return _open(pass_of_link(slug=slug, secret=secret), "link")


def take_try(*, slug: str, number: int, address: str) -> tuple[Limit, ...]:
    """Count a try at a PIN before it is checked; call it before any transaction that can be rolled back.

    Return the counters, which ``open_by_pin`` gives back when the PIN is right.
    """
    everywhere = rate_limits.pins_from_everywhere(slug, number)
    slower = zip(everywhere, rate_limits.slower_pins(slug, number, address), strict=True)
    own = (*rate_limits.pins(slug, number, address), *(limit for wide, limit in slower if rate_limits.is_used_up(wide)))
    rate_limits.take(*own)
    rate_limits.count(*everywhere)
    return (*own, *everywhere)


def open_by_pin(*, slug: str, number: int, pin: str, taken: tuple[Limit, ...]) -> tuple[EventPass, EntryPass]:
    """Open a pass by the entry's number and the PIN, after ``take_try``, whose counters are ``taken``.

    The refusal and the work are the same for a wrong PIN and for an entry without a pass, so that nobody learns which.
    """
    typed = "".join(character for character in pin if character.isdecimal())
    found = _working(slug).filter(entry__number=number).first()
    kept, expected = (found.secret_hash, found.pin_hash) if found else ("", "0" * 64)
    is_right = hmac.compare_digest(_pin_hash(kept, typed), expected)
    if found is None or not is_right:
        raise RefusedError("pin_unknown", field="pin", number=number)
    opened = _open(found, "pin")
    rate_limits.give_back(*taken)
    return opened


def _working(slug: str) -> QuerySet[EventPass]:
    rows = EventPass.objects.filter(tournament__slug=slug).exclude(tournament__status=Tournament.Status.DRAFT)
    return working_passes(rows).select_related("entry", "tournament")


def _open(found: EventPass, way: str) -> tuple[EventPass, EntryPass]:
    """Give the pass to this browser; the page of the browser that had it is told at once."""
    lock: AbstractContextManager[object] = writing(found.tournament_id) if found.login else alone()
    with lock:
        row = working_passes(EventPass.objects.filter(pk=found.pk)).select_for_update(of=("self",)).first()
        if row is None:
            raise MissingError
        row.entry, row.tournament = found.entry, found.tournament
        return found, _give(row, way)


def open_again(pass_id: int, tournament_id: int, is_of: Callable[[str], bool]) -> EntryPass | None:
    """Give a pass to another browser of the same person; None where another one opened it since, or it is over.

    ``is_of`` tells the login that the person had.
    """
    with writing(tournament_id):
        rows = working_passes(EventPass.objects.filter(pk=pass_id, tournament_id=tournament_id))
        row = rows.select_related("entry", "tournament").select_for_update(of=("self",)).first()
        return _give(row, "address") if row is not None and is_of(row.login) else None


def _give(row: EventPass, way: str) -> EntryPass:
    """Begin a new login of a locked pass, which ends the one before."""
    row.login, row.last_login_at = secrets.token_hex(LOGIN_BYTES), timezone.now()
    row.save(update_fields=["login", "last_login_at"])
    record(
        by=Actor(label=row.entry.label),
        verb="pass_opened",
        target=row.entry.label,
        tournament=row.tournament,
        after={"by": way},
    )
    return EntryPass(row.pk, row.login)
