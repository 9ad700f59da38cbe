"""Administrators of a club and owners of a circuit: invite, revoke. The last one cannot leave."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.accounts.reads.accounts import invitations
from tournaments.accounts.words import say_link
from tournaments.clubs.operations import of_keepers
from tournaments.clubs.operations.of_keepers import ADDRESS, Keeping
from tournaments.clubs.pages.club_frame import managed_circuit, managed_club, show_circuit, show_club
from tournaments.frame.forms.declared import form_of
from tournaments.frame.operations.operation import Operation
from tournaments.frame.pages.steps import Page, page_of, say_done, take
from tournaments.frame.policies import Actor
from tournaments.models import Circuit, Club

InviteForm = form_of(ADDRESS)


@dataclass(frozen=True, slots=True)
class RoleOwner:
    """The kind of role that is managed: its operations, the name of its key in the address, its frame and template."""

    keeping: Keeping
    managed: Callable[..., tuple[Any, Actor]]
    key: str
    frame: Callable[..., HttpResponse]
    template: str
    name: str

    def show(self, request: HttpRequest, of: Club | Circuit, form: forms.Form, status: int = 200) -> HttpResponse:
        held = self.keeping.holders(of)
        context = {"held": held, "invitations": invitations(of), "form": form, "is_last": len(held) == 1}
        return self.frame(request, self.template, of, self.name, status=status, **context)


def _role_list(place: RoleOwner) -> Page:
    """Return the view that lists the holders of the role; POST invites one more."""
    invite = place.keeping.invite

    @page_of(invite)
    def page(request: HttpRequest, **address: Any) -> HttpResponse:
        of, actor = place.managed(request, **address)
        form = InviteForm(request.POST if request.method == "POST" else None)

        def make() -> str:
            say_link(request, invite.do(actor, {"to": of}, form.cleaned_data))
            return request.path

        return take(request, form, make, partial(place.show, request, of, form))

    return page


def _revocation(place: RoleOwner, step: Operation, said: str) -> Page:
    """Return the view that revokes a role or an invitation; a refusal is shown on the page."""

    @page_of(step, is_button=True)
    def page(request: HttpRequest, **address: Any) -> HttpResponse:
        key = address.pop(place.key)
        of, actor = place.managed(request, key)

        def do() -> str:
            step.do(actor, {"to": of, **address}, {})
            say_done(request, _(said))
            return reverse(place.name, args=[key])

        return take(request, None, do, partial(place.show, request, of, InviteForm()))

    return page


REMOVED, REVOKED = gettext_noop("The role has been removed."), gettext_noop("The invitation is revoked.")
_CLUB = RoleOwner(of_keepers.CLUB, managed_club, "pk", show_club, "clubs/admins.html", "club_admins")
club_admins = _role_list(_CLUB)
club_admin_remove = _revocation(_CLUB, of_keepers.CLUB.remove, REMOVED)
club_invitation_revoke = _revocation(_CLUB, of_keepers.CLUB.revoke, REVOKED)
_CIRCUIT = RoleOwner(of_keepers.CIRCUIT, managed_circuit, "slug", show_circuit, "seasons/owners.html", "circuit_owners")
circuit_owners = _role_list(_CIRCUIT)
circuit_owner_remove = _revocation(_CIRCUIT, of_keepers.CIRCUIT.remove, REMOVED)
circuit_invitation_revoke = _revocation(_CIRCUIT, of_keepers.CIRCUIT.revoke, REVOKED)
