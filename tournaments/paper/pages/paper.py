"""Printed pages: the slips of a round with their codes, and the poster of the event."""

from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import InRounds
from tournaments.competition.formats.stages import StagesFormat
from tournaments.competition.match.outcomes import is_of_several
from tournaments.errors import MissingError
from tournaments.events.reads.rounds import rounds_in
from tournaments.events.words.called_rounds import number_in
from tournaments.events.words.parts import part_of
from tournaments.events.words.sentences import eyebrow, games, going_on
from tournaments.frame import ranking_words
from tournaments.frame.pages.officials import officials
from tournaments.frame.pages.page import organised, show
from tournaments.frame.policies import Right
from tournaments.frame.round_names import round_name
from tournaments.frame.words import fee_words
from tournaments.hall.reads.hall import HallTable, hall, is_there, printable
from tournaments.models import Tournament
from tournaments.paper.pages.printed import on_paper
from tournaments.tables.writes.codes import code_of, link_code_of

LAYOUTS = ("a6", "a4")
# Rows for deals on the slip of a table of more than two.
DEALS = range(1, 13)


def qr(url: str) -> SafeString:
    """Return the address as a QR code: an <svg> without style."""
    # Imported here because only printed pages need it.
    import segno

    drawn: str = segno.make(url, error="m").svg_inline(omitsize=True, border=2)
    return mark_safe(drawn)  # noqa: S308 - made by segno from an address, which it encodes in squares


@officials(reads=Right.ORGANISE)
def organise_print(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """Print the slips of a round; of the current one if none is named."""
    event, _actor = organised(request, slug)
    chosen = number or number_in(request.GET.get("turno", "")) or _current(event)
    round_, tables = printable(event, chosen)
    if round_ is None and number is not None:
        raise MissingError
    only = number_in(request.GET.get("tavolo", ""))
    layout = request.GET.get("foglio", "a6")
    name = round_name(round_.number, rounds_in(event)) if round_ else ""
    slips = [_slip(event, name, each) for each in tables if only in (None, each.table.number)]
    context: dict[str, Any] = {
        "round": name,
        "number": chosen,
        "code_address": spoken(f"{settings.SITE_URL}{reverse('enter_code')}"),
        "slips": slips,
        "many": any(is_of_several(slip["halves"]) for slip in slips),
        "key": uuid4().hex,
        "printed": timezone.now(),
        "layout": layout if layout in LAYOUTS else "a6",
        "only_here": leads_here_only(settings.SITE_URL),
    }
    return show(request, "print.html", event, "organise_rounds", **context)


def leads_here_only(url: str) -> bool:
    """Return whether an address is local to this computer and useless on another device."""
    host = urlsplit(url).hostname or ""
    return host == "localhost" or host.startswith("127.") or host == "::1"


def spoken(url: str) -> str:
    """Return an address as people type it, without the scheme."""
    return url.removeprefix("https://").removeprefix("http://").rstrip("/")


def _current(event: Tournament) -> int:
    found = hall(event)
    return found.now.number if found else 1


def _slip(event: Tournament, name: str, each: HallTable) -> dict[str, Any]:
    return {
        "event": event.name,
        "round": name,
        "section": part_of(event, each.table),
        "games": games(each.table),
        "table": each.table.hall_number or each.table.number,
        "halves": [_half(event, each, line.index, str(line.entry)) for line in each.lines if is_there(line)],
        "deals": DEALS,
    }


def _half(event: Tournament, each: HallTable, index: int, name: str) -> dict[str, Any]:
    """Return one line's half of the slip: it is cut in two, and each line has its own code."""
    code = code_of(each.table, index)
    path = reverse("open_code", args=[event.slug, link_code_of(each.table, index)])
    return {"letter": "ABCDEF"[index], "name": name, "code": code, "qr": qr(f"{settings.SITE_URL}{path}")}


@on_paper
def organise_poster(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Print the poster with a QR code of the event's page, or of the search for one's table after sign-up."""
    takes_entries = event.public_sign_up and event.status in (Tournament.Status.DRAFT, Tournament.Status.OPEN)
    event_format = format_of(event.format)
    opening = event_format.opening if isinstance(event_format, StagesFormat) else event_format
    url = f"{settings.SITE_URL}{reverse('event' if takes_entries else 'event_find', args=[event.slug])}"
    context: dict[str, Any] = {
        "key": uuid4().hex,
        "printed": timezone.now(),
        "takes_entries": takes_entries,
        "url": spoken(url),
        "qr": qr(url),
        "kind": eyebrow(event),
        "going_on": going_on(event),
        "ranking": ranking_words.order(opening.ranking) if isinstance(opening, InRounds) else "",
        "fee": fee_words(event),
        "only_here": leads_here_only(settings.SITE_URL),
    }
    return show(request, "poster.html", event, "organise", **context)
