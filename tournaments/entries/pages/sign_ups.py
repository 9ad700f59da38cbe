"""Public sign-up: the form, and the page with the state of the entry."""

from contextlib import suppress

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from tournaments.accounts.writes import event_passes
from tournaments.accounts.writes.browser_passes import keep_entry_pass
from tournaments.entries.forms.sign_ups import SignUpForm, TeamSignUpForm
from tournaments.entries.reads import entries as sign_ups
from tournaments.entries.writes import entries
from tournaments.errors import RefusedError
from tournaments.frame import access
from tournaments.frame.access import visitor
from tournaments.frame.networks import address_of
from tournaments.frame.pages.steps import once, refuse
from tournaments.frame.policies import Actor, Right, door
from tournaments.frame.reads.teams import is_of_teams, people_of_entry
from tournaments.frame.writes import rate_limits
from tournaments.models import Tournament, User

RECEIVED = "signed_up"
# Link and PIN of those who signed up from this browser without an account: nothing readable is kept elsewhere.
TICKETS = "signed_up_passes"


@door(reads=Right.SEE, writes=Right.SIGN_UP)
@never_cache
def sign_up(request: HttpRequest, slug: str) -> HttpResponse:
    right = Right.SIGN_UP if request.method == "POST" else Right.SEE
    event, actor = access.tournament(visitor(request), slug, right)
    initial: dict[str, str] = {}
    if isinstance(request.user, User):
        given, _space, family = request.user.name.partition(" ")
        names = {"given_name": given if family else "", "family_name": family or given}
        initial = {"contact": request.user.email, **names}
    form = (TeamSignUpForm if is_of_teams(event) else SignUpForm)(event, request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        limit = rate_limits.sign_ups(address_of(request))
        who = actor if actor.label else Actor(label=form.new_entry().people[0].family_name)

        def make() -> str:
            entry = entries.sign_up(
                actor=who, tournament_id=event.pk, new=form.new_entry(), contact=form.cleaned_data["contact"]
            )
            request.session[RECEIVED] = {**request.session.get(RECEIVED, {}), event.slug: entry.pk}
            if actor.user is None and event.mode != Tournament.Mode.HALL:
                # A pass, opened here, so that this browser sits down at the table without another step.
                issued = event_passes.give_at_sign_up(entry=entry, actor=who)
                _found, opened = event_passes.open_by_link(slug=event.slug, secret=issued.secret)
                keep_entry_pass(request, opened)
                request.session[TICKETS] = {**request.session.get(TICKETS, {}), event.slug: [issued.secret, issued.pin]}
            return reverse("signed_up", args=[event.slug])

        try:
            rate_limits.require_room(limit)
            rate_limits.count(limit)
            return HttpResponseRedirect(once(request, make), status=303)
        except RefusedError as refusal:
            refuse(form, refusal, event.game, {"people": "members", "family_name": "members"})
    context = {"event": event, "form": form, "room": sign_ups.room_left(event)}
    return render(request, "entries/sign_up.html", context, status=422 if form.is_bound else 200)


@door(reads=Right.SEE)
@never_cache
def receipt_page(request: HttpRequest, slug: str) -> HttpResponse:
    event, _actor = access.tournament(visitor(request), slug)
    entry = sign_ups.sign_up_entry(event, request.session.get(RECEIVED, {}).get(slug, 0))
    if entry is None:
        return redirect("sign_up", slug)
    members = [str(member.person) for member in entry.members.all()]
    context = {"event": event, "entry": entry, "members": members, "is_alone": len(members) < people_of_entry(event)[0]}
    # Link and PIN for the receipt; none where there are none, or the organiser has made others since.
    ticket = None
    secret, pin = request.session.get(TICKETS, {}).get(event.slug, ("", ""))
    with suppress(RefusedError):
        if event_passes.pass_of_link(slug=event.slug, secret=secret).entry_id == entry.pk:
            path = reverse("open_pass", args=[event.slug, secret])
            half = len(pin) // 2
            ticket = {"path": path, "url": f"{settings.SITE_URL}{path}", "pin": f"{pin[:half]} {pin[half:]}"}
    context |= {"is_online": event.mode != Tournament.Mode.HALL, "ticket": ticket}
    return render(request, "entries/signed_up.html", {**context, "mail_arrives": settings.MAIL_ARRIVES})
