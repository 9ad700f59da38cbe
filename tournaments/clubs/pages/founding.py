"""Found a club, and edit its description."""

from functools import partial

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.clubs.forms import LogoForm
from tournaments.clubs.operations import of_clubs
from tournaments.clubs.operations.of_clubs import of_club
from tournaments.clubs.pages.club_frame import managed_club, show_club
from tournaments.clubs.reads.clubs import has_logo
from tournaments.clubs.writes import logos
from tournaments.errors import RefusedError
from tournaments.frame.forms.declared import form_of
from tournaments.frame.pages.steps import account_of, page_of, refuse, say_done, take, to
from tournaments.frame.policies import Actor
from tournaments.frame.serving.bodies import reads_upload
from tournaments.models import Club

ClubForm = form_of(of_clubs.CLUB)


@page_of(of_clubs.FOUND)
def club_found(request: HttpRequest) -> HttpResponse:
    """Found a club; its founder becomes the administrator."""
    form, account = ClubForm(request.POST if request.method == "POST" else None), account_of(request)

    def make() -> str:
        club = of_clubs.FOUND.do(Actor(user=account, label=str(account)), {}, form.cleaned_data)
        say_done(request, _("%(name)s has been created, and you run it.") % {"name": club.name})
        return reverse("club_manage", args=[club.pk])

    return take(request, form, make, partial(render, request, "clubs/found.html", {"form": form}))


@reads_upload
@page_of(of_clubs.CHANGE, of_clubs.REMOVE_LOGO)
def club_manage(request: HttpRequest, pk: int) -> HttpResponse:
    club, actor = managed_club(request, pk)
    what = request.POST.get("what", "")
    shown: dict[str, forms.Form] = {
        "form": ClubForm(initial={"name": club.name, "circle": club.circle}),
        "logo_form": LogoForm(),
    }
    if request.method != "POST":
        return _manage(request, club, shown)
    try:
        if what == "no_logo":
            of_clubs.REMOVE_LOGO.do(actor, of_club(club), {})
        elif what == "logo":
            shown["logo_form"] = logo = LogoForm(request.POST, request.FILES)
            if not logo.is_valid():
                return _manage(request, club, shown, 422)
            data = logo.cleaned_data["file"].read(logos.MOST_BYTES + 1)
            logos.set_logo(actor=actor, club_id=club.pk, data=data)
        else:
            shown["form"] = form = ClubForm(request.POST)
            if not form.is_valid():
                return _manage(request, club, shown, 422)
            of_clubs.CHANGE.do(actor, of_club(club), form.cleaned_data)
    except RefusedError as refusal:
        return _manage(request, club, shown, refuse(shown["logo_form" if what == "logo" else "form"], refusal))
    say_done(request, _("Saved."))
    return to("club_manage", club.pk)


def _manage(request: HttpRequest, club: Club, shown: dict[str, forms.Form], status: int = 200) -> HttpResponse:
    shown["logo_form"].auto_id = "logo-%s"
    return show_club(request, "clubs/manage.html", club, "club_manage", status=status, has_logo=has_logo(club), **shown)
