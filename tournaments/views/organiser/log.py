"""The log: who did what, when and why, and what it changed."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.models import AuditEntry
from tournaments.selectors.log import log
from tournaments.views.officials import officials_only
from tournaments.views.organiser.page import organised, show
from tournaments.views.organiser.wording import KINDS, SUBJECTS, change, verb


@officials_only
@require_safe
def organise_audit(request: HttpRequest, slug: str) -> HttpResponse:
    event, _actor = organised(request, slug)
    subject, search = request.GET.get("cosa", ""), request.GET.get("q", "")[:100]
    verbs = SUBJECTS[subject][1] if subject in SUBJECTS else ()
    page = log(event, verbs=verbs, search=search, number=request.GET.get("page", "1"))
    context: dict[str, Any] = {
        "page": page,
        "entries": [_row(entry) for entry in page],
        "subjects": [{"key": key, "label": label} for key, (label, _verbs) in SUBJECTS.items()],
        "asked": {"cosa": subject, "q": search},
    }
    return show(request, "audit.html", event, "organise_audit", **context)


def _row(entry: AuditEntry) -> dict[str, Any]:
    before, after = change(entry.before, entry.after)
    return {
        "at": entry.at,
        "what": f"{verb(entry.verb)}: {entry.target}",
        "who": entry.actor_label,
        "why": entry.reason,
        "kind": KINDS.get(entry.verb, ""),
        "before": before,
        "after": after,
        "cancelled": False,
    }
