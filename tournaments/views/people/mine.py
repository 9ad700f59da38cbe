"""My events: my table now, the state of my entries, the events I work at."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from tournaments.models import User
from tournaments.policies import Right, door
from tournaments.selectors import mine
from tournaments.views.officials import officials_only


@door(reads=Right.HAVE_ACCOUNT)
@never_cache
@officials_only
def my_events(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)  # noqa: S101 - officials_only has asked for a log-in
    return render(request, "people/my_events.html", {"mine": mine.mine(request.user)})
