"""Certificates: a sheet of A4 for each person of a finished event, as far as a place or for everybody."""

import pytest

from tests.needs import needs
from tests.tournaments import factories as make
from tests.tournaments.views.counted import questions
from tests.tournaments.views.organiser.conftest import Desk, text
from tests.tournaments.views.organiser.printed import pdf_of, sheets_of, words_of
from tournaments.models import Club, EntryMember, Person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("press")]
A4_ACROSS = ("841.89", "595.276")


def people_of(desk: Desk, place: int) -> list[str]:
    members = EntryMember.objects.filter(entry__tournament=desk.event, entry__final_place=place)
    return [str(member.person) for member in members.select_related("person")]


@needs("pdftotext", "pango")
def test_each_person_of_the_first_places_has_a_sheet():
    desk = Desk(make.finished(entries=5, club=Club.objects.create(name="Circolo di Traves")))
    pdf = pdf_of(desk, "certificates", turno=2)
    assert sheets_of(pdf) == (4, A4_ACROSS)
    words = words_of(pdf)
    first, second = people_of(desk, 1), people_of(desk, 2)
    assert all(words.count(name) == 2 for name in [*first, *second])
    assert "First place" in words and "Second place" in words and "Third place" not in words
    assert words.count("Circolo di Traves") >= 4 and "of 5 pairs" in words
    assert (
        desk.get("print_certificates").content.count(b'class="certificate ')
        + desk.get("print_certificates").content.count(b'class="certificate"')
        == 2 * 5
    )


def test_nobody_who_is_anonymous_has_a_sheet():
    desk = Desk(make.finished(entries=3))
    gone = Person.objects.filter(memberships__entry__final_place=1).first()
    Person.objects.filter(pk=gone.pk).update(anonymised_at="2026-01-01T00:00Z")
    page = text(desk.get("print_certificates", fino=1))
    assert str(gone) not in page


def test_certificates_come_with_the_final_standings():
    assert "come with the final standings" in text(Desk(make.played_out(entries=3)).get("print_certificates"))


def test_the_sheets_take_the_same_queries_for_one_place_and_for_three():
    desk = Desk(make.finished(entries=4))
    asked = [questions(desk.client, f"{desk.url('print_certificates')}?fino={place}") for place in (1, 3)]
    assert asked[0] == asked[1]
