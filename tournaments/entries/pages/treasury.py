"""The money of an event on paper: the treasurer's list, and receipts."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.entries import operations as of_entries
from tournaments.entries.reads.treasury import Ledger, TreasuryLine, ledger, receipts
from tournaments.errors import MissingError
from tournaments.events.words.by_format import number_in
from tournaments.events.words.sentences import list_of_names
from tournaments.frame.numbers import whole
from tournaments.frame.operations.operation import of_event
from tournaments.frame.pages.steps import SeeOther, button, to
from tournaments.frame.policies import Actor
from tournaments.frame.words import euros
from tournaments.jobs.reads.event_records import hand_word
from tournaments.models import Tournament
from tournaments.paper.pages import list_page, on_paper
from tournaments.standings.words.rows import column_name


@on_paper
def print_money(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Print each entry with what was due, paid, given back and open, and the totals."""
    found = ledger(event)
    lines = []
    for line in found.lines:
        entry = line.entry
        # The people's names, where they say more than the label of their entry.
        has_more = line.people != entry.label and any(member.person.given_name for member in entry.members.all())
        hands = [
            {"at": hand.at, "who": hand_word(hand.who, is_imported=hand.is_imported), "is_back": hand.cents < 0}
            for hand in line.hands
        ]
        lines.append(
            {
                "entry": entry,
                "people": line.people if has_more else "",
                "amounts": _amounts(line, entry.fee_reason),
                "hands": hands,
                "is_out": entry.status == entry.Status.WITHDRAWN,
            }
        )
    # The last row of the list, and the cash by the account that took it.
    totals = {
        "amounts": _amounts(found, is_total=True),
        "cash": euros(found.cash),
        "hands": [
            {"name": hand_word(who, is_imported=is_imported) or _("otherwise"), "cents": euros(cents)}
            for who, is_imported, cents in found.by_hand
        ],
    }
    context = {"lines": lines, "totals": totals, "column": column_name(event), "columns": _columns()}
    return list_page(request, event, "paper/print_money.html", what="money", title=_("Treasurer's list"), **context)


def _columns() -> Sequence[str]:
    return _("To pay"), _("Paid"), _("Given back"), _("Open"), _("To give back")


def _amounts(sums: TreasuryLine | Ledger, reason: str = "", *, is_total: bool = False) -> list[tuple[str, str, str]]:
    """Return the amounts of a row by column, blank where 0; ``reason`` explains a fee set by hand."""
    cents = (sums.due, sums.paid, sums.given_back, sums.open, sums.excess)
    shown = [euros(each) if each or is_total or not at else "" for at, each in enumerate(cents)]
    return list(zip(_columns(), shown, (reason, "", "", "", ""), strict=True))


@button(of_entries.RECEIPT, again=lambda _request, event, _status: to("organise_arrivals", event.slug))
def organise_receipt(request: HttpRequest, event: Tournament, actor: Actor) -> HttpResponse:
    """Give a receipt for what an entry has paid; a second tap shows the same one."""
    made = of_entries.RECEIPT.do(actor, of_event(event, entry_id=whole(request.POST.get("entry", ""))), {})
    return SeeOther(reverse("print_receipts", args=[event.slug], query={"numero": made.number}))


@on_paper
def print_receipts(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Print one receipt or all of them, each on its own sheet."""
    number = number_in(request.GET.get("numero", ""))
    found = receipts(event, number)
    if number is not None and not found:
        raise MissingError
    # Each as it was issued, with the later refunds.
    rows = [
        {
            "receipt": given.receipt,
            "is_note": given.receipt.cents < 0,
            "people": list_of_names([payer["name"] for payer in given.receipt.payers]) or given.receipt.entry.label,
            "sum": euros(abs(given.receipt.cents)),
            "notes": [{"number": note.number, "at": note.made_at, "sum": euros(cents)} for note, cents in given.back],
        }
        for given in found
    ]
    context = {"receipts": rows, "number": number}
    return list_page(request, event, "paper/print_receipts.html", what="receipts", title=_("Receipts"), **context)
