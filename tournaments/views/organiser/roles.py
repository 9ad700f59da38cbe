"""The roles of an event: who has one, invite, revoke."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.errors import RefusedError
from tournaments.forms.roles import RoleForm
from tournaments.models import Membership, Tournament
from tournaments.policies import Actor, Right, door
from tournaments.selectors import invitations as offered
from tournaments.selectors import roles as selector
from tournaments.services.accounts import invitations
from tournaments.services.events import tournaments
from tournaments.views.invited import say_link
from tournaments.views.officials import officials_only
from tournaments.views.once import once
from tournaments.views.organiser.page import SeeOther, done, organised, refuse, refused, show, to


@door(reads=Right.ORGANISE, writes=Right.ORGANISE)
@officials_only
@require_http_methods(["GET", "HEAD", "POST"])
def organise_roles(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = organised(request, slug)
    if request.method == "POST":
        return _invite(request, event, actor)
    return _page(request, event, RoleForm())


def _page(request: HttpRequest, event: Tournament, form: RoleForm, status: int = 200) -> HttpResponse:
    memberships = selector.roles(event)
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
        request, "roles.html", event, "organise_roles", status=status, rows=rows, form=form,
        invitations=offered.invitations(event),
    )  # fmt: skip


def _invite(request: HttpRequest, event: Tournament, actor: Actor) -> HttpResponse:
    """Invite by mail to a role; the answer does not reveal whether the address has an account."""
    form = RoleForm(request.POST)
    if not form.is_valid():
        return _page(request, event, form, 422)
    data = form.cleaned_data
    tables = data["tables"] if data["role"] == Membership.Role.SCORER else ()

    def make() -> str:
        offer = invitations.invite(actor=actor, to=event, email=data["email"], role=data["role"], tables=tables)
        say_link(request, offer)
        return request.path

    try:
        return SeeOther(once(request, make))
    except RefusedError as refusal:
        return _page(request, event, form, refuse(form, refusal, event.game))


@door(writes=Right.ORGANISE)
@officials_only
@require_POST
def organise_role_revoke(request: HttpRequest, slug: str, membership_id: int) -> HttpResponse:
    """Revoke a role; the last organiser cannot be revoked."""
    event, actor = organised(request, slug)
    try:
        tournaments.revoke_role(actor=actor, tournament_id=event.pk, membership_id=membership_id)
    except RefusedError as refusal:
        return _page(request, event, RoleForm(), refused(request, refusal, event))
    done(request, _("The role has been removed."))
    return to("organise_roles", event.slug)


@door(writes=Right.ORGANISE)
@officials_only
@require_POST
def organise_invitation_revoke(request: HttpRequest, slug: str, invitation_id: int) -> HttpResponse:
    """Revoke an invitation that was not accepted yet."""
    event, actor = organised(request, slug)
    try:
        invitations.revoke(actor=actor, to=event, invitation_id=invitation_id)
    except RefusedError as refusal:
        return _page(request, event, RoleForm(), refused(request, refusal, event))
    done(request, _("The invitation is revoked."))
    return to("organise_roles", event.slug)
