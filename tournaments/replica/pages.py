"""The page of the copy, its line on the organiser's first page; the page of an evening that was taken up from a stick.

And the refusal where another computer has gone on.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.backups.verifying.violations import SENTENCES, Violation
from tournaments.competition.match.contents import readable_outcome
from tournaments.errors import MissingError
from tournaments.events.reads.rounds import event_rounds
from tournaments.events.words.sentences import entries_word, list_of_names
from tournaments.frame.access import with_lines
from tournaments.frame.pages.addresses import leads_here_only, qr, short_address
from tournaments.frame.pages.steps import officials, organiser_of, say_done, show, to
from tournaments.frame.policies import Right
from tournaments.installation import address_before
from tournaments.models import Scoresheet, Tournament
from tournaments.replica import home, places, reads
from tournaments.replica.watching import WATCH
from tournaments.replica.words import clock, duration, passed_sentence, words_of
from tournaments.tables.words.wording import name, score_text
from tournaments.timing.reads import clock_of_round, ms_of
from tournaments.timing.words import SOON, digits

SAFE: Final = ("GET", "HEAD", "OPTIONS", "TRACE")
PAGE: Final = "organise_stick"
# Seconds.
A_DAY: Final = 24 * 60 * 60


def shown_copy(event: Tournament) -> dict[str, Any]:
    """Return what the first page shows of the copy, from memory: the words, and whether a stick could be chosen."""
    words = words_of(WATCH.state)
    return {
        "slug": event.slug,
        "words": words,
        "is_offered": words is None and settings.EMBEDDED and places.stick_folders(),
    }


def _evening_here(event: Tournament) -> tuple[home.Home, reads.LastResult, Scoresheet | None] | None:
    """Return what is remembered of taking this event's evening up here, the last sheet known then, and the last result.

    None for another event, and where another computer has gone on since.
    """
    found = home.read(Path(settings.DATA_DIR)) if settings.EMBEDDED else None
    if found is None or not found.resumed or not found.sheet or found.passed:
        return None
    known = reads.last_known(event, found.sheet)
    return None if known is None else (found, *known)


def hour_of_resume(event: Tournament) -> str:
    """Return when the evening of an event was taken up here; "" if it was not, is closed, or a day has gone by."""
    found = _evening_here(event) if event.status != Tournament.Status.FINISHED else None
    if not found or timezone.now().timestamp() - found[0].resumed > A_DAY:
        return ""
    return clock(found[0].resumed, seconds=False)


@officials(reads=Right.ORGANISE)
def organise_resumed(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what was known when the evening was taken up here, and how the phones find this computer."""
    event, _actor = organiser_of(request, slug)
    remembered = _evening_here(event)
    if remembered is None:
        raise MissingError
    found, newest, sheet = remembered
    middle, now = reads.being_written(newest), timezone.now()
    # With no address of its own, so that the one from before is answered whatever it is.
    before = address_before(Path(settings.DATA_DIR), "", now)
    wrong = [str(Violation(code, params)) for code, params in found.wrong if code in SENTENCES]
    context: dict[str, Any] = {
        "at": clock(found.resumed, seconds=False),
        "took": duration(max(round(found.took), 1)) if found.took else "",
        "clock": _clock_left(event),
        "last": None if sheet is None else _result(sheet),
        "entries": entries_word(event.entry_size, found.entries),
        "results": found.results,
        "wrong": wrong,
        "wrongs": max(found.wrongs, len(wrong)),
        "middle": middle,
        "middle_numbers": list_of_names([str(each.table.public_number) for each in middle]),
        "copy": shown_copy(event),
        "url": short_address(settings.SITE_URL),
        "qr": qr(settings.SITE_URL),
        "only_here": leads_here_only(settings.SITE_URL),
        "before": short_address(before),
        "has_moved": bool(before) and before != settings.SITE_URL,
    }
    return show(request, "replica/resumed.html", event, "organise", **context)


def _result(sheet: Scoresheet) -> dict[str, Any]:
    """Return the last result that was known: its table, its moment, who played, the score and the writer."""
    lines = list(with_lines(sheet.table).lines.all())
    names, points = [name(line) for line in lines], readable_outcome(sheet.outcome, len(lines))["points"]
    return {
        "table": sheet.table.public_number,
        "at": clock(sheet.created_at),
        "names": names,
        # Of several lines each name stands beside its points.
        "score": score_text(points) if len(names) == 2 else "",
        "each": [f"{one} {many}" for one, many in zip(names, points, strict=False)] or names,
        "by": next((name(line) for line in lines if line.index == sheet.entered_by_line), sheet.entered_by),
    }


def _clock_left(event: Tournament) -> dict[str, Any] | None:
    """Return what is left on the clock of the last round that has one; None where none runs or is paused."""
    rounds = [each for each in event_rounds(event) if each.clock_started_at is not None]
    if not rounds:
        return None
    now, running = ms_of(timezone.now()), clock_of_round(rounds[-1], event.round_minutes)
    state = running.state(now)
    if state not in ("running", "paused"):
        return None
    return {"state": state, "left": digits(running.time_left(now)), "ends_at_ms": running.due, "soon_ms": SOON}


@officials(reads=Right.ORGANISE)
def organise_stick_line(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the line and the alarm alone, for a page that is open."""
    event, _actor = organiser_of(request, slug)
    return render(request, "replica/parts.html", {"copy": shown_copy(event)})


@officials(reads=Right.ORGANISE, writes=Right.ORGANISE)
def organise_stick(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the copy and the folders that were found; choose one, try again, or keep the evening on this computer."""
    event, _actor = organiser_of(request, slug)
    folders = places.stick_folders() if settings.EMBEDDED else []
    if request.method == "POST":
        match request.POST.get("step"):
            case "try":
                WATCH.order(do="try")
                say_done(request, _("It is tried again."))
            case "take" if WATCH.is_passed:
                WATCH.order(do="take")
                say_done(request, _("The evening is kept on this computer. Switch the other one off."))
            case "use":
                # A folder that was found, and no other: nobody names a path of this computer.
                for folder in folders:
                    if str(folder) == request.POST.get("folder"):
                        WATCH.use(Path(folder))
                        say_done(request, _("The copy begins on this stick."))
        return to(PAGE, slug)
    state = WATCH.state
    context: dict[str, Any] = {
        "words": words_of(state),
        "folder": state.report.folder,
        "folders": [str(folder) for folder in folders if str(folder) != state.report.folder],
        "is_embedded": settings.EMBEDDED,
    }
    return show(request, "replica/stick.html", event, "organise", **context)


class PassedMiddleware:
    """503 with a sentence for everything that would write; reading goes on. The database is shut beneath it too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not WATCH.is_passed or request.method in SAFE:
            return self.get_response(request)
        # The page on which the evening can be kept here all the same, of any event.
        if request.path_info.endswith(reverse(PAGE, args=["-"]).rpartition("-")[2]):
            return self.get_response(request)
        text = passed_sentence(WATCH.state.report)
        if request.path_info.startswith("/api/"):
            problem = {"type": "about:blank", "status": 503, "code": "gone_on", "title": text}
            return JsonResponse(problem, status=503, content_type="application/problem+json")
        return render(request, "503.html", {"text": text}, status=503)
