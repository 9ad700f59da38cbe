"""The people of a club: search, add, correct, make anonymous on their request."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.errors import MissingError
from tournaments.forms.clubs import PersonForm, PersonOfClubForm
from tournaments.forms.privacy import WordForm
from tournaments.models import Club, Person
from tournaments.policies import Right, door
from tournaments.selectors import clubs as selector
from tournaments.services.people import people
from tournaments.services.privacy import privacy
from tournaments.views.clubs.page import managed_club, show_club, take
from tournaments.views.officials import officials_only
from tournaments.views.organiser.page import done


@door(reads=Right.MANAGE_CLUB, writes=Right.MANAGE_CLUB)
@officials_only
@require_http_methods(["GET", "HEAD", "POST"])
def club_people(request: HttpRequest, pk: int) -> HttpResponse:
    club, actor = managed_club(request, pk)
    form = PersonForm(request.POST if request.method == "POST" else None)

    def make() -> str:
        person = people.add_person(actor=actor, club_id=club.pk, name=form.person_name())
        done(request, _("%(name)s is in the club.") % {"name": person})
        return request.path

    return take(request, form, make, partial(_list, request, club, form))


def _list(request: HttpRequest, club: Club, form: PersonForm, status: int = 200) -> HttpResponse:
    search = request.GET.get("q", "")[:100]
    page = selector.people(club, search, request.GET.get("page", "1"))
    return show_club(request, "people.html", club, "club_people", status=status, page=page, search=search, form=form)


@door(reads=Right.MANAGE_CLUB, writes=Right.MANAGE_CLUB)
@officials_only
@require_http_methods(["GET", "HEAD", "POST"])
def club_person(request: HttpRequest, pk: int, person_id: int) -> HttpResponse:
    """Edit a person's name and club; search for duplicates of the person."""
    club, actor = managed_club(request, pk)
    person = _person(club, person_id)
    form = PersonOfClubForm.about(person, club, request.POST if request.method == "POST" else None)

    def change() -> str:
        name, club_name = form.person_name(), form.cleaned_data["club"]
        people.change_person(actor=actor, club_id=club.pk, person_id=person.pk, name=name, club_name=club_name)
        done(request, _("Saved."))
        return reverse("club_people", args=[club.pk])

    return take(request, form, change, partial(_page, request, club, person, form))


def _page(request: HttpRequest, club: Club, person: Person, form: PersonOfClubForm, status: int = 200) -> HttpResponse:
    search = request.GET.get("q", "")[:100]
    others = selector.others_like(club, person, search)
    return show_club(
        request, "person.html", club, "club_people", status=status, person=person, form=form, search=search,
        others=others,
    )  # fmt: skip


def _person(club: Club, person_id: int) -> Person:
    person = selector.person(club, person_id)
    if person is None:
        raise MissingError
    return person


@door(reads=Right.MANAGE_CLUB, writes=Right.MANAGE_CLUB)
@officials_only
@require_http_methods(["GET", "HEAD", "POST"])
def club_person_anonymise(request: HttpRequest, pk: int, person_id: int) -> HttpResponse:
    """Make a person without an account anonymous, on their request. A word must be typed: it is final."""
    club, actor = managed_club(request, pk)
    person = _person(club, person_id)
    form = WordForm(request.POST if request.method == "POST" else None)

    def anonymise() -> str:
        privacy.anonymise_person(actor=actor, club_id=club.pk, person_id=person.pk)
        done(request, _("The names are taken out. The results stay."))
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
    show = partial(show_club, request, "confirm.html", club, "club_people", question=question)
    return take(request, form, anonymise, show)
