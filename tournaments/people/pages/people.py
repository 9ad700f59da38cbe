"""The people of a club: search, add, correct, make anonymous on their request."""

from functools import partial

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.accounts.forms.rights import WordForm
from tournaments.clubs.operations.of_clubs import of_club
from tournaments.clubs.pages.club_frame import managed_club, show_club
from tournaments.errors import MissingError
from tournaments.frame.forms.declared import form_of
from tournaments.frame.pages.steps import page_of, say_done, take
from tournaments.models import Club, Person
from tournaments.people import operations as of_people
from tournaments.people.reads import people


@page_of(of_people.ADD)
def club_people(request: HttpRequest, pk: int) -> HttpResponse:
    club, actor = managed_club(request, pk)
    form = form_of(of_people.ADD.takes)(request.POST if request.method == "POST" else None)

    def make() -> str:
        person = of_people.ADD.do(actor, of_club(club), form.cleaned_data)
        say_done(request, _("%(name)s is in the club.") % {"name": person})
        return request.path

    return take(request, form, make, partial(_list, request, club, form))


def _list(request: HttpRequest, club: Club, form: forms.Form, status: int = 200) -> HttpResponse:
    search = request.GET.get("q", "")[:100]
    page = people.people(club, search, request.GET.get("page", "1"))
    return show_club(
        request, "people/people.html", club, "club_people", status=status, page=page, search=search, form=form
    )


@page_of(of_people.CHANGE)
def club_person(request: HttpRequest, pk: int, person_id: int) -> HttpResponse:
    """Edit a person's name and club; search for duplicates of the person."""
    club, actor = managed_club(request, pk)
    person = _person(club, person_id)
    shown = {"family_name": person.family_name, "given_name": person.given_name, "club": club.name}
    form = form_of(of_people.CHANGE.takes)(request.POST if request.method == "POST" else None, initial=shown)

    def change() -> str:
        of_people.CHANGE.do(actor, of_club(club, person_id=person.pk), form.cleaned_data)
        say_done(request, _("Saved."))
        return reverse("club_people", args=[club.pk])

    return take(request, form, change, partial(_page, request, club, person, form))


def _page(request: HttpRequest, club: Club, person: Person, form: forms.Form, status: int = 200) -> HttpResponse:
    search = request.GET.get("q", "")[:100]
    others = people.others_like(club, person, search)
    return show_club(
        request,
        "people/person.html",
        club,
        "club_people",
        status=status,
        person=person,
        form=form,
        search=search,
        others=others,
    )


def _person(club: Club, person_id: int) -> Person:
    person = people.person(club, person_id)
    if person is None:
        raise MissingError
    return person


@page_of(of_people.ANONYMISE)
def club_person_anonymise(request: HttpRequest, pk: int, person_id: int) -> HttpResponse:
    """Make a person without an account anonymous, on their request. A word must be typed: it is final."""
    club, actor = managed_club(request, pk)
    person = _person(club, person_id)
    form = WordForm(request.POST if request.method == "POST" else None)

    def anonymise() -> str:
        of_people.ANONYMISE.do(actor, of_club(club, person_id=person.pk), {})
        say_done(request, _("The names are taken out. The results stay."))
        return reverse("club_people", args=[club.pk])

    question = {
        "title": _("Make %(name)s anonymous?") % {"name": person},
        "consequences": [
            _("In every event and in the log a neutral name stands in the place of theirs. The results stay."),
            _("Addresses and passes of their entries are deleted."),
            _("Backups, prints and files that were made before keep the name."),
        ],
        "undo": _("Nobody can undo this."),
        "submit": _("Make anonymous"),
        "back_url": reverse("club_person", args=[club.pk, person.pk]),
        "form": form,
        "kind": "danger",
    }
    show = partial(show_club, request, "clubs/confirm.html", club, "club_people", question=question)
    return take(request, form, anonymise, show)
