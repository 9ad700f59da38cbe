"""Who runs a club and who keeps a circuit: by invitation, never without anybody."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.errors import RefusedError
from tournaments.forms.clubs import InviteForm
from tournaments.models import Circuit, Club, Invitation
from tournaments.policies import Actor, Right, door
from tournaments.selectors import circuits as circuit_selector
from tournaments.selectors import clubs as club_selector
from tournaments.selectors import invitations as offered
from tournaments.services import circuits, clubs, invitations
from tournaments.views.clubs.page import managed_circuit, managed_club, show_circuit, show_club
from tournaments.views.invited import say_link
from tournaments.views.officials import officials_only
from tournaments.views.once import once
from tournaments.views.organiser.page import done, refuse, refused_here, to

Role = Invitation.Role


def _club_page(request: HttpRequest, club: Club, form: forms.Form, status: int = 200) -> HttpResponse:
    held = club_selector.admins(club)
    context = {"held": held, "invitations": offered.invitations(club), "form": form, "is_last": len(held) == 1}
    return show_club(request, "admins.html", club, "club_admins", status=status, **context)


def _circuit_page(request: HttpRequest, circuit: Circuit, form: forms.Form, status: int = 200) -> HttpResponse:
    held = circuit_selector.owners(circuit)
    context = {"held": held, "invitations": offered.invitations(circuit), "form": form, "is_last": len(held) == 1}
    return show_circuit(request, "owners.html", circuit, "circuit_owners", status=status, **context)


def _invite(request: HttpRequest, actor: Actor, to_: Club | Circuit, role: str, form: InviteForm) -> int:
    """Send an invitation; 0 when it is on its way, else the status of the page that says why not."""
    if not form.is_valid():
        return 422

    def make() -> str:
        say_link(request, invitations.invite(actor=actor, to=to_, email=form.cleaned_data["email"], role=role))
        return request.path

    try:
        once(request, make)
    except RefusedError as refusal:
        return refuse(form, refusal, "")
    return 0


@door(reads=Right.MANAGE_CLUB, writes=Right.MANAGE_CLUB)
@officials_only
@require_http_methods(["GET", "HEAD", "POST"])
def club_admins(request: HttpRequest, pk: int) -> HttpResponse:
    club, actor = managed_club(request, pk)
    if request.method != "POST":
        return _club_page(request, club, InviteForm())
    form = InviteForm(request.POST)
    status = _invite(request, actor, club, Role.CLUB_ADMIN, form)
    return _club_page(request, club, form, status) if status else to("club_admins", club.pk)


@door(writes=Right.MANAGE_CLUB)
@officials_only
@require_POST
def club_admin_remove(request: HttpRequest, pk: int, membership_id: int) -> HttpResponse:
    club, actor = managed_club(request, pk)
    try:
        clubs.remove_admin(actor=actor, club_id=club.pk, membership_id=membership_id)
    except RefusedError as refusal:
        return _club_page(request, club, InviteForm(), refused_here(request, refusal))
    done(request, _("The role is taken away."))
    return to("club_admins", club.pk)


@door(writes=Right.MANAGE_CLUB)
@officials_only
@require_POST
def club_invitation_revoke(request: HttpRequest, pk: int, invitation_id: int) -> HttpResponse:
    club, actor = managed_club(request, pk)
    try:
        invitations.revoke(actor=actor, to=club, invitation_id=invitation_id)
    except RefusedError as refusal:
        return _club_page(request, club, InviteForm(), refused_here(request, refusal))
    done(request, _("The invitation is revoked."))
    return to("club_admins", club.pk)


@door(reads=Right.MANAGE_CIRCUIT, writes=Right.MANAGE_CIRCUIT)
@officials_only
@require_http_methods(["GET", "HEAD", "POST"])
def circuit_owners(request: HttpRequest, slug: str) -> HttpResponse:
    circuit, actor = managed_circuit(request, slug)
    if request.method != "POST":
        return _circuit_page(request, circuit, InviteForm())
    form = InviteForm(request.POST)
    status = _invite(request, actor, circuit, Role.CIRCUIT_OWNER, form)
    return _circuit_page(request, circuit, form, status) if status else to("circuit_owners", circuit.slug)


@door(writes=Right.MANAGE_CIRCUIT)
@officials_only
@require_POST
def circuit_owner_remove(request: HttpRequest, slug: str, owner_id: int) -> HttpResponse:
    circuit, actor = managed_circuit(request, slug)
    try:
        circuits.remove_owner(actor=actor, circuit_id=circuit.pk, owner_id=owner_id)
    except RefusedError as refusal:
        return _circuit_page(request, circuit, InviteForm(), refused_here(request, refusal))
    done(request, _("The role is taken away."))
    return to("circuit_owners", circuit.slug)


@door(writes=Right.MANAGE_CIRCUIT)
@officials_only
@require_POST
def circuit_invitation_revoke(request: HttpRequest, slug: str, invitation_id: int) -> HttpResponse:
    circuit, actor = managed_circuit(request, slug)
    try:
        invitations.revoke(actor=actor, to=circuit, invitation_id=invitation_id)
    except RefusedError as refusal:
        return _circuit_page(request, circuit, InviteForm(), refused_here(request, refusal))
    done(request, _("The invitation is revoked."))
    return to("circuit_owners", circuit.slug)
