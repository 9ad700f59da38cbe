"""Money taken for entries and given back, in cents; the amount that an entry has to pay; receipts by number."""

from django.db.models import Sum

from tournaments.entries.reads.entries import require_entry
from tournaments.entries.reads.fees import OWING, account, due, held_cents, usual_fee
from tournaments.errors import RefusedError
from tournaments.frame.policies import Actor
from tournaments.frame.writes.transaction import record, writing
from tournaments.games.contract import Json
from tournaments.models import Entry, Payment, Person, Receipt, Tournament
from tournaments.online.reads import live_matches


def settle(tournament: Tournament, entry: Entry, *, is_paid: bool, actor: Actor) -> dict[str, Json]:
    """Take what the entry still owes, or give back all that it paid; called inside a write of the event.

    Return the cents that moved, for the audit log; empty if none did.
    """
    paid = held_cents(entry)
    cents = max(0, due(tournament, entry) - paid) if is_paid else -paid
    _move(tournament, entry, cents, actor)
    if not cents:
        return {}
    return {"paid_cents": cents} if cents > 0 else {"given_back_cents": -cents}


def require_asked(entry: Entry) -> None:
    """Refuse money for an entry that owes none: on the waiting list, under review, rejected or withdrawn."""
    if entry.status not in OWING:
        raise RefusedError("arrival_done", name=entry.label)


def _move(tournament: Tournament, entry: Entry, cents: int, actor: Actor) -> None:
    """Record a payment, or a refund if less than 0; a refund of money with a receipt gets a note of refund."""
    if cents:
        Payment.objects.create(entry=entry, cents=cents, taken_by=actor.user)
    without = _without_receipt(entry)
    if cents < 0 and without < 0:
        _issue(tournament, entry, without, actor, verb="refund_noted")


def set_fee(*, actor: Actor, tournament_id: int, entry_id: int, cents: int | None, reason: str = "") -> Entry:
    """Set another amount than the fee for an entry, with a reason; None restores the fee of the event.

    No money moves. ``give_back_excess`` gives back what was paid too much.
    """
    with writing(tournament_id) as tournament:
        entry = require_entry(tournament, entry_id)
        reason = " ".join(reason.split()) if cents is not None else ""
        most = Entry._meta.get_field("fee_reason").max_length or 0
        if cents is not None and not reason:
            raise RefusedError("reason_missing", field="reason")
        if len(reason) > most:
            raise RefusedError("reason_too_long", field="reason", most=most)
        if cents and (tournament.mode != Tournament.Mode.HALL or live_matches.of_event(tournament).exists()):
            raise RefusedError("fee_not_online", field="cents")
        before = due(tournament, entry)
        entry.fee_cents, entry.fee_reason = cents, reason
        after = due(tournament, entry)
        if before or after:
            entry.fee_paid = held_cents(entry) >= after
        entry.save(update_fields=["fee_cents", "fee_reason", "fee_paid"])
        record(
            by=actor,
            verb="entry_fee_set",
            target=entry,
            tournament=tournament,
            reason=reason,
            before={"due_cents": before},
            after={"due_cents": after},
        )
        return entry


def give_back_excess(*, actor: Actor, tournament_id: int, entry_id: int) -> tuple[Entry, int]:
    """Give back what was paid too much after the fee was lowered; return the entry and the cents."""
    with writing(tournament_id) as tournament:
        entry = require_entry(tournament, entry_id)
        excess = held_cents(entry) - due(tournament, entry)
        if excess <= 0:
            raise RefusedError("arrival_done", name=entry.label)
        _move(tournament, entry, -excess, actor)
        record(
            by=actor,
            verb="fee_given_back",
            target=entry,
            tournament=tournament,
            after={"given_back_cents": excess},
        )
        return entry, excess


def give_receipt(*, actor: Actor, tournament_id: int, entry_id: int) -> Receipt:
    """Issue the receipt for the money taken for an entry; a second call returns the same one.

    Money taken since the last receipt gets a receipt of its own.
    """
    with writing(tournament_id) as tournament:
        entry = require_entry(tournament, entry_id)
        cents = _without_receipt(entry)
        if cents > 0:
            return _issue(tournament, entry, cents, actor, verb="receipt_given")
        last = Receipt.objects.filter(entry=entry, cents__gt=0).last()
        if last is None:
            raise RefusedError("receipt_nothing", name=entry.label)
        return last


def _without_receipt(entry: Entry) -> int:
    """Return the cents held without a receipt; negative if money with a receipt was given back."""
    given = Receipt.objects.filter(entry=entry).aggregate(cents=Sum("cents", default=0))
    return held_cents(entry) - int(given["cents"])


def _issue(tournament: Tournament, entry: Entry, cents: int, actor: Actor, *, verb: str) -> Receipt:
    """Write the next receipt or note of refund, with everything that is printed on it."""
    before = Receipt.objects.filter(tournament=tournament).last()
    people = [member.person for member in entry.members.select_related("person")]
    made = Receipt.objects.create(
        tournament=tournament,
        entry=entry,
        number=before.number + 1 if before else 1,
        cents=cents,
        made_by=actor.user,
        payers=payers_of(people),
        event_name=tournament.name,
        event_starts_at=tournament.starts_at,
    )
    record(
        by=actor,
        verb=verb,
        target=entry,
        tournament=tournament,
        after={"receipt": made.number, "receipt_cents": abs(cents)},
    )
    return made


def hand_on(tournament: Tournament, joining: Entry, staying: Entry) -> None:
    """Move the money, receipts and reduction of a single to the pair that it joins, before its people move.

    With a fee per person each still pays its own part; with a fee per entry each brings half of what it had to pay
    alone. A single that has paid brings what was asked then, even if the fee was raised since.
    """
    parts = [account(tournament, each, held_cents(each)).due for each in (staying, joining)]
    for model in (Payment, Receipt):
        model._default_manager.filter(entry=joining).update(entry=staying)
    whole = sum(parts) if tournament.fee_kind == Tournament.FeeKind.PERSON else sum(parts) // 2
    reduced = [each for each in (staying, joining) if each.fee_cents is not None]
    if not reduced and whole == usual_fee(tournament, people=len(parts)):
        return
    staying.fee_cents = whole
    most = Entry._meta.get_field("fee_reason").max_length
    staying.fee_reason = "; ".join(dict.fromkeys(each.fee_reason for each in reduced if each.fee_reason))[:most]


def is_settled(tournament: Tournament, staying: Entry, joining: Entry) -> bool:
    """Return whether a pair owes nothing once its people and money are together; without a fee, whether both paid."""
    whole = due(tournament, staying)
    if whole or staying.fee_cents is not None:
        return held_cents(staying) >= whole
    return staying.fee_paid and joining.fee_paid


def payers_of(people: list[Person]) -> list[dict[str, Json]]:
    """Return the payers as a receipt stores them."""
    return [{"person": person.pk, "name": str(person)} for person in people]
