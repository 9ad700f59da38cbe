"""Everything that is kept about one account, as one document to download."""

from collections.abc import Collection, Iterable
from datetime import UTC, datetime
from typing import Any, Final

from django.utils import timezone

from tournaments.accounts.reads import passkeys, sessions
from tournaments.accounts.reads.mine import entries_of
from tournaments.entries.reads.treasury import paid_by
from tournaments.frame.reads.places import seated_as
from tournaments.games.contract import Json
from tournaments.models import (
    ApiToken,
    AuditEntry,
    CircuitOwner,
    ClubMembership,
    Entry,
    Membership,
    Person,
    Ruling,
    TableLine,
    User,
)
from tournaments.people.reads.players import with_duplicates
from tournaments.people.reads.renames import of_entry, renames

SAID: Final = (Ruling.Status.IN_FORCE, Ruling.Status.CANCELLED)


def my_data(account: User) -> dict[str, Json]:
    """Return the account with its browsers and keys, the person, entries, receipts, roles, tokens, and what it did."""
    entries = list(entries_of(account).prefetch_related("payments", "members", "rulings"))
    people = {person.pk for person in with_duplicates(Person.objects.filter(user=account).first())}
    results, receipts = _results(entries), _receipts(people)
    replaced = _replaced(entries)
    elsewhere = receipts.keys() - {entry.pk for entry in entries}
    return {
        "format": "settebello-my-data-1",
        "made_at": _moment(timezone.now()),
        "account": {"email": account.email, "name": account.name, "created_at": _moment(account.created_at)},
        "browsers": [
            {
                "browser": held.browser,
                "system": held.system,
                "address": held.address,
                "since": _moment(held.since),
            }
            for held in sessions.own(account, "")
        ],
        "passkeys": [
            {"name": key.name, "since": _moment(key.since), "last_used": _moment(key.last_used)}
            for key in passkeys.own(account)
        ],
        "person": _person(account),
        "entries": [
            _entry(
                entry,
                account,
                people,
                replaced.get(entry.pk),
                results.get(entry.pk, []),
                receipts.get(entry.pk, []),
            )
            for entry in entries
        ],
        # Of entries in which somebody else plays by now.
        "receipts": [each for entry in sorted(elsewhere) for each in receipts[entry]],
        "roles": _roles(account),
        "tokens": [
            {
                "name": token.name,
                "prefix": token.prefix,
                "scopes": token.scopes,
                "created_at": _moment(token.created_at),
            }
            for token in ApiToken.objects.filter(user=account)
        ],
        "done": _steps_of(account),
    }


def _moment(at: datetime | None) -> str | None:
    return at.astimezone(UTC).isoformat() if at else None


def _person(account: User) -> Json:
    person = Person.objects.filter(user=account).select_related("club").first()
    if person is None:
        return None
    return {
        "number": person.pk,
        "family_name": person.family_name,
        "given_name": person.given_name,
        "club": person.club.name if person.club else None,
    }


def _results(entries: Iterable[Entry]) -> dict[int, list[Json]]:
    """Return the tables and scores of each entry, by entry, in one query."""
    entries = list(entries)
    seated = seated_as([entry.pk for entry in entries], *[entry.tournament for entry in entries])
    lines = TableLine.objects.filter(entry__in=seated).select_related("table", "table__round")
    found: dict[int, list[Json]] = {}
    for line in lines.order_by("table__round__number", "table__number"):
        told = {
            "round": line.table.round.number,
            "table": line.table.number,
            "status": line.table.status,
            "line": "ABCDEF"[line.index],
            "points": line.points,
            "place": line.place,
            "vp": line.vp,
            "mp": line.mp,
        }
        for entry in seated[line.entry_id or 0]:
            found.setdefault(entry, []).append(told)
    return found


def _receipts(people: Collection[int]) -> dict[int, list[Json]]:
    """Return the receipts that one of these people paid, by entry."""
    found: dict[int, list[Json]] = {}
    for given in paid_by(people):
        told = {
            "number": given.number,
            "cents": given.cents,
            "at": _moment(given.made_at),
            "payers": [payer["name"] for payer in given.payers],
            "event": given.event_name,
            "event_starts_at": _moment(given.event_starts_at),
        }
        found.setdefault(given.entry_id, []).append(told)
    return found


def _replaced(entries: Iterable[Entry]) -> dict[int, datetime]:
    """Return when somebody in these entries was replaced last, by entry: penalties before may be theirs."""
    entries = list(entries)
    known = renames(entry.tournament_id for entry in entries)
    found: dict[int, datetime] = {}
    for entry in entries:
        for row in of_entry(known.get(entry.tournament_id, ()), entry.label, entry.number):
            if any(row.replaced):
                found[entry.pk] = row.at
                break
    return found


def _entry(
    entry: Entry,
    account: User,
    people: Collection[int],
    since: datetime | None,
    results: list[Json],
    receipts: list[Json],
) -> Json:
    """Return an entry; of a pair, without what may be about the partner alone."""
    is_alone = len(entry.members.all()) < 2
    plays = any(member.person_id in people for member in entry.members.all())
    is_own = (is_alone and entry.entered_by_id == account.pk) or entry.contact.casefold() == account.email.casefold()
    return {
        "event": entry.tournament.name,
        "event_slug": entry.tournament.slug,
        "starts_at": _moment(entry.tournament.starts_at),
        "number": entry.number,
        "label": entry.label,
        "status": entry.status,
        "contact": entry.contact if is_own else "",
        "phone": entry.phone if is_own or (is_alone and plays) else "",
        "checked_in": entry.checked_in,
        "fee_paid": entry.fee_paid,
        "fee_cents": entry.fee_cents,
        "fee_reason": entry.fee_reason if is_alone else "",
        "receipts": receipts,
        "penalties": [
            {
                "kind": ruling.kind,
                "value": ruling.value,
                "status": ruling.status,
                "reason": ruling.reason,
                "at": _moment(ruling.made_at),
            }
            for ruling in entry.rulings.all()
            if plays and ruling.status in SAID and (since is None or ruling.made_at > since)
        ],
        "payments": [{"cents": paid.cents, "at": _moment(paid.taken_at)} for paid in entry.payments.all()],
        "final_place": entry.final_place,
        "entered_at": _moment(entry.created_at),
        "tables": results,
    }


def _roles(account: User) -> list[Json]:
    events = Membership.objects.filter(user=account).select_related("tournament")
    clubs = ClubMembership.objects.filter(user=account).select_related("club")
    circuits = CircuitOwner.objects.filter(user=account).select_related("circuit")
    return [
        *({"event": held.tournament.slug, "role": held.role, "tables": held.tables} for held in events),
        *({"club": held.club.name, "role": held.role} for held in clubs),
        *({"circuit": held.circuit.slug, "role": "owner"} for held in circuits),
    ]


def _steps_of(account: User) -> list[dict[str, Any]]:
    """Return the steps of the account in the log, oldest first."""
    rows = AuditEntry.objects.filter(actor=account).select_related("tournament").order_by("pk")
    return [
        {
            "at": _moment(row.at),
            "event": row.tournament.slug if row.tournament else None,
            "what": row.verb,
            "about": row.target,
            "reason": row.reason,
        }
        for row in rows.iterator(chunk_size=500)
    ]
