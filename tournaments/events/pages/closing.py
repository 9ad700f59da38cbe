"""Close the event: preview the final standings, then close; reopen with a reason."""

from functools import partial
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournaments.entries.reads.fees import uneven
from tournaments.errors import RefusedError
from tournaments.events import operations as of_events
from tournaments.events.writes import closing
from tournaments.frame.operations.operation import of_event
from tournaments.frame.pages.steps import organiser_of, page_of, reason_page, say_done, show, take
from tournaments.frame.phrases import sentence
from tournaments.frame.reads.entry_places import entries_by_place
from tournaments.frame.words import euros
from tournaments.models import Tournament
from tournaments.standings.words.prizes import prize_rows

MOST_SHOWN = 64


@page_of(of_events.FINISH)
def organise_closing(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the places as they would be; close the event on POST."""
    event, actor = organiser_of(request, slug)

    def finish() -> str:
        of_events.FINISH.do(actor, of_event(event), {})
        say_done(request, _("The event is finished. The final standings are public."))
        return request.path

    return take(request, None, finish, partial(_page, request, event), event.game)


def _page(request: HttpRequest, event: Tournament, status: int) -> HttpResponse:
    found = uneven(event)
    # The final places, or the sentence that says what is missing.
    places, refusal = dict[int, int](), ""
    if event.status in (Tournament.Status.RUNNING, Tournament.Status.FINISHED):
        try:
            places = closing.final_places(event)
        except RefusedError as refused:
            refusal = sentence(refused, event.game)
    else:
        refusal = _("The final standings come when everything is played.")
    rows = entries_by_place(event, places) if places else []
    unpaid = []
    owing, overpaid = sum(each.money.open > 0 for each in found), sum(each.money.excess > 0 for each in found)
    if owing:
        text = ngettext("%(n)s entry has not paid: %(due)s.", "%(n)s entries have not paid: %(due)s.", owing)
        unpaid.append(text % {"n": owing, "due": euros(sum(each.money.open for each in found))})
    if overpaid:
        text = ngettext(
            "%(n)s entry has paid too much: %(fee)s to give back.",
            "%(n)s entries have paid too much: %(fee)s to give back.",
            overpaid,
        )
        unpaid.append(text % {"n": overpaid, "fee": euros(sum(each.money.excess for each in found))})
    context: dict[str, Any] = {
        "rows": rows[:MOST_SHOWN],
        "prizes": prize_rows(event, [(row.place, row.entry.label) for row in rows]),
        "hidden": max(0, len(rows) - MOST_SHOWN),
        "refusal": refusal,
        "unpaid": " ".join(unpaid),
        "uneven": [
            {
                "entry": each.entry,
                "open": euros(each.money.open) if each.money.open else "",
                "excess": euros(each.money.excess) if each.money.excess else "",
            }
            for each in found
        ],
        "has_money": bool(event.fee_cents),
        "key": uuid4().hex,
        "may_finish": event.status == Tournament.Status.RUNNING and bool(rows),
        "is_finished": event.status == Tournament.Status.FINISHED,
    }
    return show(request, "events/closing.html", event, "organise_closing", status=status, **context)


organise_reopen = reason_page(
    of_events.REOPEN,
    lambda: {
        "title": _("Reopen the event?"),
        "consequences": [
            _("The final standings disappear from the public pages until you close again."),
            _("Referees can correct results again."),
        ],
        "undo": _("Close the event again to bring the standings back."),
        "submit": _("Reopen the event"),
    },
    gettext_noop("The event is open again: results can be corrected."),
    current="organise_closing",
    back="organise_closing",
    after="organise",
)
