"""Who runs a club and who keeps a circuit: by invitation, never without anybody."""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.errors import RefusedError
from tournaments.forms.clubs import InviteForm
from tournaments.models import Circuit, Club, Invitation
from tournaments.policies import Actor, Right, door
from tournaments.selectors import circuits as circuit_selector
from tournaments.selectors import clubs as club_selector
from tournaments.selectors import invitations as offered
from tournaments.services.accounts import invitations
from tournaments.services.clubs import clubs
from tournaments.services.events import circuits
from tournaments.views.clubs.page import managed_circuit, managed_club, show_circuit, show_club
from tournaments.views.invited import say_link
from tournaments.views.officials import officials_only
from tournaments.views.once import once
from tournaments.views.organiser.page import SeeOther, done, refuse, refused_here

Role = Invitation.Role


def _club_page(request: HttpRequest, club: Club, form: forms.Form, status: int = 200) -> HttpResponse:
    held = club_selector.admins(club)
    context = {"held": held, "invitations": offered.invitations(club), "form": form, "is_last": len(held) == 1}
    return show_club(request, "admins.html", club, "club_admins", status=status, **context)


def _circuit_page(request: HttpRequest, circuit: Circuit, form: forms.Form, status: int = 200) -> HttpResponse:
    held = circuit_selector.owners(circuit)
    context = {"held": held, "invitations": offered.invitations(circuit), "form": form, "is_last": len(held) == 1}
    return show_circuit(request, "owners.html", circuit, "circuit_owners", status=status, **context)


Show: TypeAlias = Callable[[InviteForm, int], HttpResponse]
"""Shows the page again, with what was typed and a status."""


def _invited(request: HttpRequest, actor: Actor, to_: Club | Circuit, role: str, show: Show) -> HttpResponse:
    """The page of those who hold the role; or an invitation, and the way back to the page."""
    if request.method != "POST":
        return show(InviteForm(), 200)
    form = InviteForm(request.POST)
    if not form.is_valid():
        return show(form, 422)

    def make() -> str:
        say_link(request, invitations.invite(actor=actor, to=to_, email=form.cleaned_data["email"], role=role))
        return request.path

    try:
        once(request, make)
    except RefusedError as refusal:
        return show(form, refuse(form, refusal, ""))
    return SeeOther(request.path)


def _taken_away(request: HttpRequest, take: Callable[[], object], said: str, show: Show, home: str) -> HttpResponse:
    """Take a role or an offer away, and go to ``home``; a refusal is shown on the page."""
    try:
        take()
    except RefusedError as refusal:
        return show(InviteForm(), refused_here(request, refusal))
    done(request, said)
    return SeeOther(home)


@door(reads=Right.MANAGE_CLUB, writes=Right.MANAGE_CLUB)
@officials_only
@require_http_methods(["GET", "HEAD", "POST"])
def club_admins(request: HttpRequest, pk: int) -> HttpResponse:
    club, actor = managed_club(request, pk)
    return _invited(request, actor, club, Role.CLUB_ADMIN, partial(_club_page, request, club))


@door(writes=Right.MANAGE_CLUB)
@officials_only
@require_POST
def club_admin_remove(request: HttpRequest, pk: int, membership_id: int) -> HttpResponse:
    club, actor = managed_club(request, pk)
    take = partial(clubs.remove_admin, actor=actor, club_id=club.pk, membership_id=membership_id)
    show, home = partial(_club_page, request, club), reverse("club_admins", args=[club.pk])
    return _taken_away(request, take, _("The role has been removed."), show, home)


@door(writes=Right.MANAGE_CLUB)
@officials_only
@require_POST
def club_invitation_revoke(request: HttpRequest, pk: int, invitation_id: int) -> HttpResponse:
    club, actor = managed_club(request, pk)
    take = partial(invitations.revoke, actor=actor, to=club, invitation_id=invitation_id)
    show, home = partial(_club_page, request, club), reverse("club_admins", args=[club.pk])
    return _taken_away(request, take, _("The invitation is revoked."), show, home)


@door(reads=Right.MANAGE_CIRCUIT, writes=Right.MANAGE_CIRCUIT)
@officials_only
@require_http_methods(["GET", "HEAD", "POST"])
def circuit_owners(request: HttpRequest, slug: str) -> HttpResponse:
    circuit, actor = managed_circuit(request, slug)
    return _invited(request, actor, circuit, Role.CIRCUIT_OWNER, partial(_circuit_page, request, circuit))


@door(writes=Right.MANAGE_CIRCUIT)
@officials_only
@require_POST
def circuit_owner_remove(request: HttpRequest, slug: str, owner_id: int) -> HttpResponse:
    circuit, actor = managed_circuit(request, slug)
    take = partial(circuits.remove_owner, actor=actor, circuit_id=circuit.pk, owner_id=owner_id)
    show, home = partial(_circuit_page, request, circuit), reverse("circuit_owners", args=[circuit.slug])
    return _taken_away(request, take, _("The role has been removed."), show, home)


@door(writes=Right.MANAGE_CIRCUIT)
@officials_only
@require_POST
def circuit_invitation_revoke(request: HttpRequest, slug: str, invitation_id: int) -> HttpResponse:
    circuit, actor = managed_circuit(request, slug)
    take = partial(invitations.revoke, actor=actor, to=circuit, invitation_id=invitation_id)
    show, home = partial(_circuit_page, request, circuit), reverse("circuit_owners", args=[circuit.slug])
    return _taken_away(request, take, _("The invitation is revoked."), show, home)
