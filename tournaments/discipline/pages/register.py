"""The penalty register of an event: everything proposed, given, dismissed or cancelled, with its author."""

from collections.abc import Sequence
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
    context: dict[str, Any] = {
        "event": event,
        "proposals": words.proposal_cards(event, timezone.now(), refused),
        "rows": [_row(event, ruling) for ruling in found if _is_asked(ruling, asked)],
        "total": len(found),
        "in_force": sum(ruling.status == Status.IN_FORCE for ruling in found),
        "entries": _entries(found),
        "statuses": Status.choices,
        "asked": asked,
        "who": competitor_word(event.entry_size),
        "may_give": event.status == Tournament.Status.RUNNING,
    }
    return render(request, "discipline/penalties.html", context, status=status)


def _is_asked(ruling: Ruling, asked: dict[str, Any]) -> bool:
    return (not asked["entry"] or ruling.entry_id == asked["entry"]) and (
        not asked["status"] or ruling.status == asked["status"]
    )


def _entries(found: Sequence[Ruling]) -> list[tuple[int, str]]:
    """Return the entries that are in the register, by name."""
    names = {ruling.entry_id: str(ruling.entry) for ruling in found if ruling.entry_id is not None}
    return sorted(names.items(), key=lambda each: fold(each[1]))


def _row(event: Tournament, ruling: Ruling) -> dict[str, Any]:
    table = ruling.table
    running = event.status == Tournament.Status.RUNNING
    return {
        "pk": ruling.pk,
        "name": str(ruling.entry or "–"),
        "what": penalty_words.title(ruling.kind, ruling.value),
        "number": table.number if table else 0,
        "hall": (table.hall_number or table.number) if table else "",
        "at": penalty_words.at(ruling.made_at),
        "by": _by(ruling),
        "reason": ruling.reason,
        "more": history_of(ruling),
        "status": ruling.get_status_display(),
        "pill": PILLS.get(Status(ruling.status), ""),
        "is_gone": ruling.status in (Status.DISMISSED, Status.CANCELLED),
        "may_cancel": ruling.status == Status.IN_FORCE and running,
    }


def _by(ruling: Ruling) -> str:
    """Return the author of a penalty; a proposal of the clock has none."""
    if penalty_words.is_for_lateness(ruling):
        return _("by the rule on lateness")
    return str(ruling.made_by or "")
