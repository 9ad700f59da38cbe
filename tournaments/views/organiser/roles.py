"""Who may do what in the event."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.errors import RefusedError
from tournaments.forms.roles import RoleForm
from tournaments.models import Membership, Tournament
from tournaments.policies import Actor
from tournaments.selectors import roles as selector
from tournaments.services import tournaments
from tournaments.views.officials import officials_only
from tournaments.views.organiser.page import done, organised, refuse, refused, show, to


@officials_only
@require_http_methods(["GET", "HEAD", "POST"])
def organise_roles(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = organised(request, slug)
    if request.method == "POST":
        return _grant(request, event, actor)
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
    return show(request, "roles.html", event, "organise_roles", status=status, rows=rows, form=form)


def _grant(request: HttpRequest, event: Tournament, actor: Actor) -> HttpResponse:
    form = RoleForm(request.POST)
    if not form.is_valid():
        return _page(request, event, form, 422)
    data = form.cleaned_data
    account = selector.account_with(data["email"])
    if account is None:
        sentence = _("There is no account for %(email)s. The person makes one first, then you give the role.")
        form.add_error("email", sentence % data)
        return _page(request, event, form, 422)
    tables = data["tables"] if data["role"] == Membership.Role.SCORER else ()
    try:
        held = tournaments.grant_role(
            actor=actor, tournament_id=event.pk, user=account, role=data["role"], tables=tables
        )
    except RefusedError as refusal:
        return _page(request, event, form, refuse(form, refusal, event.game))
    done(request, _("%(name)s: %(role)s.") % {"name": account, "role": held.get_role_display()})
    return to("organise_roles", event.slug)


@officials_only
@require_POST
def organise_role_revoke(request: HttpRequest, slug: str, membership_id: int) -> HttpResponse:
    """Take a role away; the last organiser keeps theirs."""
    event, actor = organised(request, slug)
    try:
        tournaments.revoke_role(actor=actor, tournament_id=event.pk, membership_id=membership_id)
    except RefusedError as refusal:
        return _page(request, event, RoleForm(), refused(request, refusal, event))
    done(request, _("The role is taken away."))
    return to("organise_roles", event.slug)
