"""The log: who did what, when and why, and what it changed."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.models import AuditEntry, Table
from tournaments.selectors.log import hall_tables, log
from tournaments.views.officials import officials_only
from tournaments.views.organiser.page import organised, show
from tournaments.views.organiser.wording import KINDS, SUBJECTS, change, target, verb


@officials_only
@require_safe
def organise_audit(request: HttpRequest, slug: str) -> HttpResponse:
    event, _actor = organised(request, slug)
    subject, search = request.GET.get("cosa", ""), request.GET.get("q", "")[:100]
    verbs = SUBJECTS[subject][1] if subject in SUBJECTS else ()
    page = log(event, verbs=verbs, search=search, number=request.GET.get("page", "1"))
    halls = {number: _hall(table) for number, table in hall_tables(event, page).items()}
    context: dict[str, Any] = {
        "page": page,
        "entries": [_row(entry, halls) for entry in page],
        "subjects": [{"key": key, "label": label} for key, (label, _verbs) in SUBJECTS.items()],
        "asked": {"cosa": subject, "q": search},
    }
    return show(request, "audit.html", event, "organise_audit", **context)


def _hall(table: Table) -> str:
    """A table as the hall knows it."""
    values = {"table": table.hall_number or "–", "round": table.round.number}
    return _("table %(table)s of round %(round)s") % values


def _row(entry: AuditEntry, halls: Mapping[int, str]) -> dict[str, Any]:
    before, after = change(entry.before, entry.after)
    return {
        "at": entry.at,
        "what": f"{verb(entry.verb)}: {target(entry.target, halls)}",
        "who": entry.actor_label,
        "why": entry.reason,
        "kind": KINDS.get(entry.verb, ""),
        "before": before,
        "after": after,
        "cancelled": False,
    }
