"""The log of an event: who did what, when and why."""

from django.core.paginator import Page, Paginator
from django.db.models import Q

from tournaments.models import AuditEntry, Tournament

PAGE = 30


def log(
    tournament: Tournament, *, verbs: tuple[str, ...] = (), search: str = "", number: str = "1"
) -> Page[AuditEntry]:
    """A page of the log, the newest first, in two queries."""
    rows = AuditEntry.objects.filter(tournament=tournament)
    if verbs:
        rows = rows.filter(verb__in=verbs)
    for word in search.split()[:5]:
        rows = rows.filter(Q(actor_label__icontains=word) | Q(target__icontains=word) | Q(reason__icontains=word))
    page = Paginator(rows.order_by("-id"), PAGE).get_page(number)
    page.object_list = list(page.object_list)
    return page
