"""Everything that is kept about one account, as one document to download."""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from django.utils import timezone

from tournaments.accounts.reads import passkeys, sessions
from tournaments.accounts.reads.mine import entries_of
from tournaments.competition.match.contents import LETTERS
from tournaments.entries.reads.treasury import receipts_of
from tournaments.frame.reads.entry_places import entries_at_table
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
from tournaments.people.reads.duplicates import with_duplicates
from tournaments.people.reads.renames import of_entry, renames

SAID: Final = (Ruling.Status.IN_FORCE, Ruling.Status.CANCELLED)


def my_data(account: User) -> dict[str, Json]:
    """Return the account with its browsers and keys, the person, entries, receipts, roles, tokens, and what it did."""
    entries = list(entries_of(account).prefetch_related("payments", "members", "rulings"))
    people = {person.pk for person in with_duplicates(Person.objects.filter(user=account).first())}
    # The receipts that one of these people paid, by entry.
    receipts: dict[int, list[Json]] = {}
    for given in receipts_of(people):
        receipt = {
            "number": given.number,
            "cents": given.cents,
            "at": _moment(given.made_at),
            "payers": [payer["name"] for payer in given.payers],
            "event": given.event_name,
            "event_starts_at": _moment(given.event_starts_at),
        }
        receipts.setdefault(given.entry_id, []).append(receipt)
    elsewhere = receipts.keys() - {entry.pk for entry in entries}
    person = Person.objects.filter(user=account).select_related("club").first()
    events = Membership.objects.filter(user=account).select_related("tournament")
    clubs = ClubMembership.objects.filter(user=account).select_related("club")
    circuits = CircuitOwner.objects.filter(user=account).select_related("circuit")
    done = AuditEntry.objects.filter(actor=account).select_related("tournament").order_by("pk")
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
        "person": {
            "number": person.pk,
            "family_name": person.family_name,
            "given_name": person.given_name,
            "club": person.club.name if person.club else None,
        }
        if person
        else None,
        "entries": _entries(entries, account, people, receipts),
        # Of entries in which somebody else plays by now.
        "receipts": [each for key in sorted(elsewhere) for each in receipts[key]],
        "roles": [
            *({"event": held.tournament.slug, "role": held.role, "tables": held.tables} for held in events),
            *({"club": held.club.name, "role": held.role} for held in clubs),
            *({"circuit": held.circuit.slug, "role": "owner"} for held in circuits),
        ],
        "tokens": [
            {
                "name": token.name,
                "prefix": token.prefix,
                "scopes": token.scopes,
                "created_at": _moment(token.created_at),
            }
            for token in ApiToken.objects.filter(user=account)
        ],
        # The steps of the account in the log, oldest first.
        "done": [
            {
                "at": _moment(step.at),
                "event": step.tournament.slug if step.tournament else None,
                "what": step.verb,
                "about": step.target,
                "reason": step.reason,
            }
            for step in done.iterator(chunk_size=500)
        ],
    }


def _entries(
    entries: Sequence[Entry], account: User, people: Collection[int], receipts: Mapping[int, list[Json]]
) -> list[Json]:
    """Return entries with their tables and scores; of a pair, without what may be about the partner alone."""
    seated = entries_at_table([entry.pk for entry in entries], *[entry.tournament for entry in entries])
    lines = TableLine.objects.filter(entry__in=seated).select_related("table", "table__round")
    tables: dict[int, list[Json]] = {}
    for line in lines.order_by("table__round__number", "table__number"):
        told = {
            "round": line.table.round.number,
            "table": line.table.number,
            "status": line.table.status,
            "line": LETTERS[line.index],
            "points": line.points,
            "place": line.place,
            "vp": line.vp,
            "mp": line.mp,
        }
        for key in seated[line.entry_id or 0]:
            tables.setdefault(key, []).append(told)
    renamed = renames(entry.tournament_id for entry in entries)
    found = []
    for entry in entries:
        rows = of_entry(renamed.get(entry.tournament_id, ()), entry.label, entry.number)
        # When somebody was replaced last: penalties before may be theirs.
        since = next((row.at for row in rows if any(row.replaced)), None)
        is_alone = len(entry.members.all()) < 2
        plays = any(member.person_id in people for member in entry.members.all())
        is_own = (is_alone and entry.entered_by_id == account.pk) or (
            entry.contact.casefold() == account.email.casefold()
        )
        found.append(
            {
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
                "receipts": receipts.get(entry.pk, []),
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
                "tables": tables.get(entry.pk, []),
            }
        )
    return found


def _moment(at: datetime | None) -> str | None:
    return at.astimezone(UTC).isoformat() if at else None
