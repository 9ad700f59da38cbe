"""The roles of an event: who has one, invite, revoke."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.accounts.forms.rights import RoleForm
from tournaments.accounts.operations import of_roles
from tournaments.accounts.operations.of_roles import of_invitation
from tournaments.accounts.reads import accounts
from tournaments.accounts.words import say_link
from tournaments.frame.pages.steps import button, organiser_of, page_of, say_done, show, take, to
from tournaments.frame.policies import Actor
from tournaments.models import Membership, Tournament


@page_of(of_roles.INVITE, of_roles.CHANGE)
def organise_roles(request: HttpRequest, slug: str) -> HttpResponse:
    """Who may do what; a role is offered by mail, with the same answer whether or not the address has an account."""
    event, actor = organiser_of(request, slug)
    form = RoleForm(request.POST if request.method == "POST" else None)

    def make() -> str:
        say_link(request, of_roles.INVITE.do(actor, {"to": event}, form.cleaned_data))
        return request.path

    return take(request, form, make, partial(_page, request, event, form=form), event.game)


def _page(request: HttpRequest, event: Tournament, status: int = 200, form: RoleForm | None = None) -> HttpResponse:
    memberships = accounts.roles(event)
    bosses = sum(1 for each in memberships if each.role == Membership.Role.ORGANISER)
    rows = [
        {
            "membership": each,
            "tables": ", ".join(map(str, each.tables)) if each.role == Membership.Role.SCORER else "",
            "stays": each.role == Membership.Role.ORGANISER and bosses == 1,
        }
        for each in memberships
    ]
    return show(
        request,
        "accounts/roles.html",
        event,
        "organise_roles",
        status=status,
        rows=rows,
        form=form or RoleForm(),
        invitations=accounts.invitations(event),
    )


@button(of_roles.REVOKE, again=_page)
def organise_role_revoke(request: HttpRequest, event: Tournament, actor: Actor, membership_id: int) -> HttpResponse:
    """Take a role away; the last organiser keeps theirs."""
    of_roles.REVOKE.do(actor, {"tournament_id": event.pk, "membership_id": membership_id}, {})
    say_done(request, _("The role has been removed."))
    return to("organise_roles", event.slug)


@button(of_roles.REVOKE_INVITATION, again=_page)
def organise_invitation_revoke(
    request: HttpRequest, event: Tournament, actor: Actor, invitation_id: int
) -> HttpResponse:
    """Take an offer back that nobody has accepted yet."""
    of_roles.REVOKE_INVITATION.do(actor, of_invitation(event, invitation_id), {})
    say_done(request, _("The invitation is revoked."))
    return to("organise_roles", event.slug)
