"""The penalty register of an event: everything proposed, given, dismissed or cancelled, with its author."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.discipline import reads as penalties
from tournaments.discipline import words
from tournaments.discipline.words import PILLS, RefusedProposal, history_of
from tournaments.events.words.sentences import competitor_word
from tournaments.folding import fold
from tournaments.frame import access, penalty_words
from tournaments.frame.access import visitor
from tournaments.frame.numbers import whole
from tournaments.frame.pages.steps import officials
from tournaments.frame.policies import Right
from tournaments.models import Ruling, Tournament

Status = Ruling.Status


@never_cache
@officials(reads=Right.DIRECT)
def penalty_register(request: HttpRequest, slug: str) -> HttpResponse:
    event, _actor = access.tournament(visitor(request), slug, Right.DIRECT)
    return page(request, event)


def page(
    request: HttpRequest, event: Tournament, *, refused: RefusedProposal | None = None, status: int = 200
) -> HttpResponse:
    """Show the register, filtered by the query in the address."""
    found = penalties.register(event)
    asked = {"entry": whole(request.GET.get("chi")), "status": request.GET.get("stato", "")[:12]}
    proposals = words.proposal_cards(event, timezone.now(), refused)
    is_running = event.status == Tournament.Status.RUNNING
    rows: list[dict[str, Any]] = []
    for ruling in found:
        is_of_entry = not asked["entry"] or ruling.entry_id == asked["entry"]
        if not is_of_entry or (asked["status"] and ruling.status != asked["status"]):
            continue
        table = ruling.table
        # A proposal of the clock has no author.
        by_clock = penalty_words.is_for_lateness(ruling)
        rows.append(
            {
                "pk": ruling.pk,
                "name": str(ruling.entry or "–"),
                "what": penalty_words.title(ruling.kind, ruling.value),
                "number": table.number if table else 0,
                "hall": table.public_number if table else "",
                "at": penalty_words.at(ruling.made_at),
                "by": _("by the rule on lateness") if by_clock else str(ruling.made_by or ""),
                "reason": ruling.reason,
                "more": history_of(ruling),
                "status": ruling.get_status_display(),
                "pill": PILLS.get(Status(ruling.status), ""),
                "is_gone": ruling.status in (Status.DISMISSED, Status.CANCELLED),
                "may_cancel": ruling.status == Status.IN_FORCE and is_running,
            }
        )
    names = {ruling.entry_id: str(ruling.entry) for ruling in found if ruling.entry_id is not None}
    context: dict[str, Any] = {
        "event": event,
        "proposals": proposals,
        "rows": rows,
        "total": len(found),
        "in_force": sum(ruling.status == Status.IN_FORCE for ruling in found),
        "entries": sorted(names.items(), key=lambda each: fold(each[1])),
        "statuses": Status.choices,
        "asked": asked,
        "who": competitor_word(event.entry_size),
        "may_give": is_running,
    }
    return render(request, "discipline/penalties.html", context, status=status)
