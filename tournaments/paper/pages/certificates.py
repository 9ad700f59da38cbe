"""Certificates of a finished event: a sheet for each person, of the first places or of all."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.clubs.reads.clubs import has_logo
from tournaments.entries.reads.entries import placed_people
from tournaments.events.reads.events import progress_of
from tournaments.events.words.called_rounds import number_in
from tournaments.events.words.sentences import entries_word, joined
from tournaments.models import Entry, EntryMember, Tournament
from tournaments.paper.pages.printed import list_page, on_paper
from tournaments.standings.words.rows import PRIZED

# Sheets in one document, at most.
MOST: Final = 600


@on_paper
def print_certificates(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Print a certificate for everybody, or up to the place in the address."""
    until = number_in(request.GET.get("fino", ""))
    is_final = event.status == Tournament.Status.FINISHED
    people = placed_people(event, until, MOST) if is_final else []
    entered = entries_word(event.entry_size, progress_of(event).entered) if is_final else ""
    context: dict[str, Any] = {
        "sheets": [_sheet(member, entered) for member in people],
        "has_logo": bool(people) and has_logo(event.club),
        "number": until,
        "first": PRIZED,
        "most": MOST if len(people) == MOST else 0,
    }
    title = _("Certificates")
    return list_page(request, event, "print_certificates.html", what="certificates", title=title, **context)


def _sheet(member: EntryMember, entered: str) -> dict[str, Any]:
    entry = member.entry
    place = entry.final_place or 0
    return {
        "name": str(member.person),
        "partners": joined(_partners(entry, member)),
        "club": str(entry.club or ""),
        "place": _place(place),
        "of": _("of %(entries)s") % {"entries": entered},
        "is_prize": place <= PRIZED,
    }


def _partners(entry: Entry, member: EntryMember) -> list[str]:
    """Return the other people of an entry, without those made anonymous."""
    others = [each.person for each in entry.members.all() if each.pk != member.pk]
    return [str(person) for person in others if person.anonymised_at is None]


def _place(place: int) -> str:
    words = {1: _("First place"), 2: _("Second place"), 3: _("Third place")}
    return words.get(place) or _("Place %(place)s") % {"place": place}
