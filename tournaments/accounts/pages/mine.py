"""My events: my table now, the state of my entries, the events I work at."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from tournaments.accounts.reads import mine
from tournaments.frame.pages.steps import account_of, officials
from tournaments.frame.policies import Right


@never_cache
@officials(reads=Right.HAVE_ACCOUNT)
def my_events(request: HttpRequest) -> HttpResponse:
    year, entries, roles = (request.GET.get(name, "") for name in ("year", "entries", "roles"))
    found = mine.mine(account_of(request), year=year, entries=entries, roles=roles)
    return render(request, "accounts/my_events.html", {"mine": found})
