"""The page of an invitation's link: what is offered; accepted by a button, so that no preview accepts it."""

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.accounts.reads.accounts import is_invited
from tournaments.accounts.writes import invitations
from tournaments.errors import RefusedError
from tournaments.frame import phrases
from tournaments.frame.pages.steps import say_done, to
from tournaments.frame.policies import Right, door
from tournaments.models import Circuit, Club, Invitation, User


@door(reads=Right.BROWSE, writes=Right.HAVE_ACCOUNT)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    offer = invitations.open_invitation(secret)
    if request.method != "POST":
        return _page(request, offer)
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    try:
        taken = invitations.accept(account=request.user, secret=secret)
    except RefusedError as refusal:
        return _page(request, offer, phrases.sentence(refusal), 422)
    say_done(request, _("Accepted: %(role)s.") % {"role": taken.get_role_display()})
    # The page that the new role opens.
    found = invitations.thing(taken)
    if isinstance(found, Club):
        return to("club_manage", found.pk)
    if isinstance(found, Circuit):
        return to("circuit_manage", found.slug)
    pages = {Invitation.Role.ORGANISER: "organise", Invitation.Role.REFEREE: "referee_desk"}
    return to(pages.get(Invitation.Role(taken.role), "event"), found.slug)


def _page(request: HttpRequest, offer: Invitation, refusal: str = "", status: int = 200) -> HttpResponse:
    may_accept = not isinstance(request.user, User) or is_invited(request.user, offer)
    if not may_accept:
        refusal = phrases.sentence(RefusedError("invitation_of_other", email=offer.email))
    context = {
        "may_accept": may_accept,
        "mail_arrives": settings.MAIL_ARRIVES,
        "invitation": offer,
        "thing": invitations.thing(offer),
        "refusal": refusal,
        "next": request.path,
    }
    answer = render(request, "accounts/invitation.html", context, status=status)
    # The address is a secret: Referer must not reveal it to linked pages.
    answer["Referrer-Policy"] = "same-origin"
    return answer
