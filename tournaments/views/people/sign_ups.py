"""Public sign-up: the form, and the page with the state of the entry."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from tournaments.errors import RefusedError
from tournaments.forms.accounts import address_of
from tournaments.forms.sign_ups import SignUpForm
from tournaments.models import Tournament, User
from tournaments.policies import Actor, Right, door
from tournaments.selectors import access, sign_ups
from tournaments.services.entries import entries
from tournaments.services.transactions import rate_limits
from tournaments.views.once import once
from tournaments.views.taking import refuse
from tournaments.visiting import visitor

RECEIVED = "signed_up"


@door(reads=Right.SEE, writes=Right.SIGN_UP)
@never_cache
def sign_up(request: HttpRequest, slug: str) -> HttpResponse:
    right = Right.SIGN_UP if request.method == "POST" else Right.SEE
    event, actor = access.tournament(visitor(request), slug, right)
    form = SignUpForm(event, request.POST or None, initial=_initial(request.user))
    if request.method == "POST" and form.is_valid():
        taken = _taken(request, event, actor, form)
        if taken is not None:
            return taken
    context = {"event": event, "form": form, "room": sign_ups.room(event)}
    return render(request, "people/sign_up.html", context, status=422 if form.is_bound else 200)


def _initial(user: object) -> dict[str, str]:
    """Return the account's data about its person."""
    if not isinstance(user, User):
        return {}
    given, _space, family = user.name.partition(" ")
    return {"contact": user.email, "given_name": given if family else "", "family_name": family or given}


def _taken(request: HttpRequest, event: Tournament, actor: Actor, form: SignUpForm) -> HttpResponseRedirect | None:
    """Create the entry; None when it was refused, with the message on the form."""
    limit = rate_limits.sign_ups(address_of(request))
    who = actor if actor.label else Actor(label=form.new_entry().people[0].family_name)

    def make() -> str:
        entry = entries.sign_up(
            actor=who, tournament_id=event.pk, new=form.new_entry(), contact=form.cleaned_data["contact"]
        )
        request.session[RECEIVED] = {**request.session.get(RECEIVED, {}), event.slug: entry.pk}
        return reverse("signed_up", args=[event.slug])

    try:
        rate_limits.require_room(limit)
        rate_limits.count(limit)
        return HttpResponseRedirect(once(request, make), status=303)
    except RefusedError as refusal:
        refuse(form, refusal, event.game)
        return None


@door(reads=Right.SEE)
@never_cache
def received(request: HttpRequest, slug: str) -> HttpResponse:
    event, _actor = access.tournament(visitor(request), slug)
    entry = sign_ups.entry(event, request.session.get(RECEIVED, {}).get(slug, 0))
    if entry is None:
        return redirect("sign_up", slug)
    members = [str(member.person) for member in entry.members.all()]
    context = {"event": event, "entry": entry, "members": members, "is_alone": len(members) < event.entry_size}
    return render(request, "people/signed_up.html", {**context, "mail_arrives": settings.MAIL_ARRIVES})
