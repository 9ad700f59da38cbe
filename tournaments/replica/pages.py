"""The page of the copy, its line on the organiser's first page; the page of an evening taken up from a stick."""

from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.backups.verifying.violations import SENTENCES, Violation
from tournaments.competition.match.contents import readable_outcome
from tournaments.errors import ForbiddenError, MissingError
from tournaments.events.reads.rounds import event_rounds
from tournaments.events.words.sentences import entries_word
from tournaments.frame.access import actor, visitor, with_lines
from tournaments.frame.networks import LISTENERS
from tournaments.frame.numbers import score_text
from tournaments.frame.pages.addresses import command_for_phones, qr, short_address
from tournaments.frame.pages.steps import officials, organiser_of, say_done, show, to
from tournaments.frame.policies import Actor, Right, may, may_at_the_computer
from tournaments.installation import address_before
from tournaments.log.words.log_sentences import sentence, with_context
from tournaments.models import Scoresheet, Tournament
from tournaments.replica import folders, home, reads
from tournaments.replica.watching import WATCH
from tournaments.replica.words import clock, duration, in_the_middle, words_of
from tournaments.tables.words.wording import name
from tournaments.timing.reads import clock_of_round, ms_of
from tournaments.timing.words import SOON, digits

PAGE: Final = "organise_stick"
# Seconds.
A_DAY: Final = 24 * 60 * 60


def shown_copy(request: HttpRequest, event: Tournament) -> dict[str, Any]:
    """Return what the first page shows of the copy, from memory: the words, and what this organiser can do about it."""
    words = words_of(WATCH.state)
    could_begin = words is None and settings.EMBEDDED and bool(folders.stick_folders())
    # Asked for only where there is something to choose.
    is_asked = could_begin or (words is not None and words.tone != "green")
    may_choose = is_asked and _may_choose(request, actor(visitor(request), event))
    return {"slug": event.slug, "words": words, "may_choose": may_choose, "is_offered": could_begin and may_choose}


def _may_choose(request: HttpRequest, who: Actor) -> bool:
    """Return whether this organiser chooses the stick of all events: at the computer itself, or as a superuser."""
    return may_at_the_computer(who, Right.KEEP_COPY, is_there=_is_at_the_computer(request))


def _evening_here(event: Tournament) -> tuple[home.Home, int, int] | None:
    """Return what is remembered of taking this event's evening up here, with its entries and results of that moment.

    None for another event, and where another computer has gone on since.
    """
    found = home.read(Path(settings.DATA_DIR)) if settings.EMBEDDED else None
    if found is None or not found.resumed or found.passed:
        return None
    return next(((found, entries, results) for key, entries, results in found.events if key == event.pk), None)


def hour_of_resume(event: Tournament) -> str:
    """Return when the evening of an event was taken up here; "" if it was not, is closed, or a day has gone by."""
    here = _evening_here(event) if event.status != Tournament.Status.FINISHED else None
    if here is None or timezone.now().timestamp() - here[0].resumed > A_DAY:
        return ""
    return clock(here[0].resumed, seconds=False)


@officials(reads=Right.ORGANISE)
def organise_resumed(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what was known when the evening was taken up here, and how the phones find this computer."""
    event, _actor = organiser_of(request, slug)
    here = _evening_here(event)
    if here is None:
        raise MissingError
    found, entries, results = here
    newest, sheet = reads.last_known(event, found.sheet)
    # With no address of its own, so that the one from before is answered whatever it is.
    before = address_before(Path(settings.DATA_DIR), "", timezone.now())
    wrong = [
        str(Violation(code, params))
        for code, params in found.wrong
        if code in SENTENCES and params.get("event", "-") in ("-", event.slug)
    ]
    context: dict[str, Any] = {
        "at": clock(found.resumed, seconds=False),
        "took": duration(max(round(found.took), 1)) if found.took else "",
        "is_own": found.is_own,
        "clock": _clock_left(event),
        "last": None if sheet is None else _result(sheet),
        "row": None if sheet is not None else _last_row(event, found.row),
        "entries": entries_word(event.entry_size, entries),
        "results": results,
        "wrong": wrong[: home.MOST_WRONG],
        "wrongs": max(found.wrongs, len(wrong)),
        "middle": [] if newest is None else in_the_middle(newest),
        "others": _others(request, event, found),
        "copy": shown_copy(request, event),
        "url": short_address(settings.SITE_URL),
        "qr": qr(settings.SITE_URL),
        "only_here": command_for_phones(),
        "before": short_address(before),
        "has_moved": bool(before) and before != settings.SITE_URL,
        "devices": LISTENERS.devices(event.pk, urlsplit(settings.SITE_URL).hostname or ""),
    }
    return show(request, "replica/resumed.html", event, "organise", **context)


def _others(request: HttpRequest, event: Tournament, found: home.Home) -> list[dict[str, Any]]:
    """Return the other events of the evening that this person runs, each with the last result that was known."""
    keys = [key for key, _entries, _results in found.events if key != event.pk]
    rows = Tournament.objects.in_bulk(keys)
    mine = [
        rows[key] for key in keys if key in rows and may(actor(visitor(request), rows[key]), Right.ORGANISE, rows[key])
    ]
    return [
        {"name": each.name, "slug": each.slug, "last": None if sheet is None else _where(sheet)}
        for each in mine
        for _newest, sheet in [reads.last_known(each, found.sheet)]
    ]


def _where(sheet: Scoresheet) -> dict[str, str]:
    return {"table": str(sheet.table.public_number), "at": clock(sheet.created_at)}


def _last_row(event: Tournament, key: int) -> dict[str, str] | None:
    """Return the last thing that the log of an event knew, as a sentence with its moment."""
    row = reads.last_row(event, key)
    if row is None:
        return None
    ((_same, told),) = with_context(event, [row])
    return {"what": sentence(row, told), "at": clock(row.at)}


def _result(sheet: Scoresheet) -> dict[str, Any]:
    """Return the last result that was known: its table, its moment, who played, the score and the writer."""
    lines = list(with_lines(sheet.table).lines.all())
    names, points = [name(line) for line in lines], readable_outcome(sheet.outcome, len(lines))["points"]
    return {
        **_where(sheet),
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
    return render(request, "replica/parts.html", {"copy": shown_copy(request, event)})


@officials(reads=Right.ORGANISE, writes=Right.ORGANISE)
def organise_stick(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the copy and the folders that were found; choose one, try again, or keep the evening on this computer."""
    event, who = organiser_of(request, slug)
    may_choose = _may_choose(request, who)
    found = folders.stick_folders() if settings.EMBEDDED and may_choose else []
    if request.method == "POST":
        step = request.POST.get("step")
        if step in ("take", "use") and not may_choose:
            raise ForbiddenError
        words = words_of(WATCH.state)
        match step:
            # A copy that goes on would begin anew.
            case "try" if words is not None and words.step == "try":
                WATCH.order(do="try")
                say_done(request, _("It is tried again."))
            case "take" if WATCH.is_passed:
                WATCH.order(do="take")
                say_done(request, _("The evening is kept on this computer. Switch the other one off."))
            case "use":
                # A folder that was found, and no other: nobody names a path of this computer.
                for folder in found:
                    if str(folder) == request.POST.get("folder"):
                        WATCH.use(Path(folder))
                        say_done(request, _("The copy begins on this stick."))
        return to(PAGE, slug)
    state = WATCH.state
    context: dict[str, Any] = {
        "words": words_of(state),
        "folder": state.report.folder if may_choose else "",
        "folders": [str(folder) for folder in found if str(folder) != state.report.folder],
        "is_embedded": settings.EMBEDDED,
        "may_choose": may_choose,
    }
    return show(request, "replica/stick.html", event, "organise", **context)


def _is_at_the_computer(request: HttpRequest) -> bool:
    """Return whether the browser runs on the computer that serves: behind a proxy everybody would seem to."""
    if settings.BEHIND_PROXY:
        return False
    address = str(request.META.get("REMOTE_ADDR", ""))
    return address == "::1" or address.startswith("127.") or address == urlsplit(settings.SITE_URL).hostname
