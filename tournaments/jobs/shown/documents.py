"""The documents that can be made of an event, and the page from which each is printed."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, QueryDict
from django.urls import resolve, reverse
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.reads.clubs import logo_of
from tournaments.frame.reads.formats import format_now
from tournaments.jobs.writes import event_archive
from tournaments.models import Tournament

Status = Tournament.Status
PLAYED = (Status.RUNNING,)
DRAWN = (Status.RUNNING, Status.FINISHED)
# What an answer depends on beside its address and the reader: papers are always the whole page, unpacked.
OF_THE_BROWSER = ("HTTP_ACCEPT_ENCODING", "HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE")


@dataclass(frozen=True, slots=True)
class PrintedDocument:
    """A document: its name, kind and paper, the page it is printed from, and when it is available.

    ``asks``: what the number in its page's address means: a round, a stage, a receipt, or places.
    """

    label: Any
    title: Any
    paper: str
    page: str
    query: str
    statuses: Sequence[str] = tuple(Status)
    asks: str = ""

    @property
    def is_of_organisers(self) -> bool:
        """Whether its page is shown to organisers' accounts only."""
        return self.page.startswith(("organise_", "print_"))

    def query_about(self, number: int | None) -> str:
        """Return the query of its page's address, about ``number`` if given."""
        turn = {self.asks: number} if number and self.asks else {}
        return "&".join(filter(None, (self.query, urlencode(turn))))


DOCUMENTS = {
    "entries": PrintedDocument(_("Entries list"), _("Entries list"), "A4", "print_entries", ""),
    "money": PrintedDocument(_("Treasurer's list"), _("Treasurer's list"), "A4", "print_money", ""),
    "receipts": PrintedDocument(_("Receipts"), _("Receipts"), "A6", "print_receipts", "", asks="numero"),
    "round": PrintedDocument(_("Round list"), _("Round list"), "A4", "print_round", "", PLAYED, asks="turno"),
    "round-names": PrintedDocument(
        _("Round list by name"), _("Round list by name"), "A4", "print_round", "ordine=nome", PLAYED, asks="turno"
    ),
    "slips": PrintedDocument(
        _("Table slips"), _("Table slips"), "", "organise_print", "foglio=a6", PLAYED, asks="turno"
    ),
    "sheets": PrintedDocument(_("Result sheets"), _("Result sheets"), "A4", "print_sheets", "", PLAYED, asks="turno"),
    "bracket-a4": PrintedDocument(_("Bracket on A4"), _("Bracket"), "A4", "event_bracket", "stampa=a4", DRAWN),
    "bracket-a3": PrintedDocument(_("Bracket on A3"), _("Bracket"), "A3", "event_bracket", "stampa=a3", DRAWN),
    "standings": PrintedDocument(_("Standings"), _("Standings"), "A4", "print_standings", "", DRAWN, asks="fase"),
    "standings-a3": PrintedDocument(
        _("Standings on A3"), _("Standings"), "A3", "print_standings", "foglio=a3", DRAWN, asks="fase"
    ),
    "certificates": PrintedDocument(
        _("Certificates"), _("Certificates"), "A4", "print_certificates", "", (Status.FINISHED,), asks="fino"
    ),
    "poster": PrintedDocument(_("Poster"), _("Poster"), "A4", "organise_poster", ""),
}

# What belongs to a hall: nobody hangs up a poster, or lays slips on tables, that are on a screen.
OF_HALL = ("round", "round-names", "slips", "sheets", "poster")
# The archive of the event, by form.
ARCHIVES = {"archive": event_archive.ZIP, "archive-json": event_archive.JSON}


def archive_payload(form: str, language: str | None) -> dict[str, Any]:
    """Return the payload of the archive's job: the tables of a zip are in the reader's language."""
    return {"language": language or "it", "form": form}


def offered_documents(event: Tournament) -> list[dict[str, Any]]:
    """Return the documents available now, each with its paper sizes."""
    has_bracket = format_now(event).is_elimination
    there = [
        each
        for each in DOCUMENTS.items()
        if event.status in each[1].statuses
        and (has_bracket or each[1].page != "event_bracket")
        and (event.mode != Tournament.Mode.ONLINE or each[0] not in OF_HALL)
    ]
    offered = []
    for title, found in groupby(there, key=lambda each: each[1].title):
        papers = []
        for what, document in found:
            query = f"?{document.query}" if document.query else ""
            page = f"{reverse(document.page, args=[event.slug])}{query}"
            papers.append({"what": what, "paper": document.paper, "page": page})
        offered.append({"title": title, "papers": papers})
    return offered


def file_name(event: Tournament, label: Any) -> str:
    """Return the file name of the PDF of a document."""
    return f"{event.slug}-{slugify(label)}.pdf"


def paper_payload(event: Tournament, html: str) -> dict[str, Any]:
    """Return the payload of a PDF's job: its page, and the club's logo where the page shows it."""
    is_shown = event.club_id is not None and reverse("club_logo", args=[event.club_id]) in html
    return {"html": html, "logo": logo_of(event.club) if is_shown else ""}


def page_of(request: HttpRequest, event: Tournament, what: str, number: int | None = None) -> str:
    """Return the HTML page of a document as this reader sees it, about ``number`` if given; empty where there is none.

    Raises MissingError where the event has no such number.
    """
    document = DOCUMENTS.get(what)
    if document is None or event.status not in document.statuses:
        return ""
    asked = copy(request)
    asked.method = "GET"
    asked.GET = QueryDict(document.query_about(number))
    asked.META = {name: value for name, value in request.META.items() if name not in OF_THE_BROWSER}
    asked.__dict__.pop("headers", None)
    answer = resolve(reverse(document.page, args=[event.slug])).func(asked, event.slug)
    return answer.content.decode() if answer.status_code == 200 else ""
