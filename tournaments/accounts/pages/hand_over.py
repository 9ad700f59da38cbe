"""Where phones arrive from the address before, with the results that they had not sent (docs/adr/0040).

What they bring stands in the fragment of the address, which no server sees; the script of the page shows it and asks
here, result by result, what may be done with it.
"""

from functools import partial

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from tournaments.accounts.reads.hand_over import read_seal
from tournaments.accounts.writes import hand_over as writes
from tournaments.accounts.writes.browser_passes import keep_entry_pass, keep_pass
from tournaments.errors import MissingError, RefusedError
from tournaments.events.words.sentences import opponents
from tournaments.frame.access import visitor, with_lines
from tournaments.frame.numbers import whole
from tournaments.frame.pages.addresses import qr
from tournaments.frame.pages.steps import once
from tournaments.frame.policies import Right, TablePass, door
from tournaments.frame.writes import rate_limits
from tournaments.models import Table
from tournaments.tables.words.wording import name


@door(reads=Right.BROWSE, writes=Right.BROWSE)
@never_cache
def hand_over(request: HttpRequest) -> HttpResponse:
    if not settings.MAY_MOVE:
        raise MissingError
    if request.method != "POST":
        context = {"near": qr(settings.SITE_URL + reverse("home")), "own": settings.SITE_URL.partition("://")[2]}
        return render(request, "accounts/hand_over.html", context)

    seal = read_seal(request.POST.get("seal", ""))
    row = None
    if seal is not None:
        rows = Table.objects.select_related("tournament").filter(
            pk=seal.table_id, number=whole(request.POST.get("number"))
        )
        row = rows.filter(tournament__slug=request.POST.get("slug", "")[:80]).first()
    if seal is None or row is None:
        return JsonResponse({"answer": writes.Answer.OTHER})
    what = request.POST.get("what")
    if what == "leave":
        try:
            rate_limits.take(rate_limits.left_results(f"{row.pk}|{seal.user_id}|{seal.line}"))
        except RefusedError as refusal:
            again = {"Retry-After": str(refusal.params["seconds"])}
            return JsonResponse({"answer": refusal.code}, status=429, headers=again)
        once(request, partial(writes.leave_out, visitor(request), seal, row))
        return JsonResponse({"answer": writes.Answer.SEND})
    if what != "send":
        # Before anybody confirms anything: who plays there, by these data and not by what the phone brings.
        names = opponents([name(line) for line in with_lines(row).lines.all()])
        return JsonResponse({"table": row.public_number, "names": names})
    answer, opened = writes.take_over(visitor(request), seal, row)
    if isinstance(opened, TablePass):
        keep_pass(request, opened)
    elif opened is not None:
        keep_entry_pass(request, opened)
    return JsonResponse({"answer": answer})
