"""What the copy is now, in words: for the pages of the copy, the refusal after a take-over, and ``settebello``."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.words.sentences import list_of_names
from tournaments.models import Table, Tournament
from tournaments.replica import reads
from tournaments.replica.keeper import Report
from tournaments.replica.watching import State

MB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Shown:
    """One state in words. ``tone``: green, gold or red; ``step`` is what its button does: other, try, take or none."""

    kind: str
    tone: str
    short: str
    figure: str
    title: str
    text: str
    step: str = ""

    @property
    def is_alarm(self) -> bool:
        return self.tone == "red"


def words_of(state: State) -> Shown | None:
    """Return the words for a state; None where no stick was chosen."""
    report, kind = state.report, state.kind
    ago = age(state.age)
    match kind:
        case "none":
            return None
        case "starting":
            title = _("The copy on the stick begins")
            return Shown(kind, "green", title, "", title, _("In a moment everything is on it."))
        case "fresh" | "back":
            if kind == "back":
                title = _("The stick is back: a new copy, %(ago)s") % {"ago": ago}
                text = _("The one before stays as it was, up to %(at)s.") % {"at": clock(report.before)}
            else:
                title, text = _("Copy on the stick: %(ago)s") % {"ago": ago}, _room_and_check(report)
            if report.engine == "whole":
                text += " " + _("On this computer it is made every ten seconds.")
            if report.is_beside:
                title = _("The copy is on the disk of this computer: %(ago)s") % {"ago": ago}
                text = _(
                    "If this computer dies, the copy dies with it: choose a stick. Leave it so only where something"
                    " else takes this folder to another place."
                )
                return Shown(kind, "gold", _("Copy on this computer's disk:"), ago, title, text, "other")
            return Shown(kind, "gold" if report.is_here else "green", _("Copy on the stick:"), ago, title, text)
        case "slow":
            title = _("The stick is slow: the copy is from %(ago)s") % {"ago": ago}
            text = _("Results are saved all the same, and as fast. If it goes on, put in another one.")
            return Shown(kind, "gold", _("Slow copy:"), ago, title, text, "other")
        case "still":
            title = _("The copy has stood still for %(time)s") % {"time": duration(state.age)}
            text = _("The stick cannot be written to.")
            return Shown(kind, "red", _("The copy stands still:"), ago, title, f"{text} {loss(report)}", "try")
        case "out":
            gone = duration(int(time.time() - report.since))
            title = _("The stick has been out for %(time)s") % {"time": gone}
            text = _("The evening goes on. Put it back whenever you like: a new copy begins by itself.")
            return Shown(
                kind,
                "red",
                _("The stick is out:"),
                ago if last(report) else "",
                title,
                f"{text} {loss(report)}",
                "other",
            )
        case "full" if report.is_here:
            title = _("The disk of this computer is full")
            text = _("%(n)s MB are missing. Remove something: results may soon not be saved, and nothing is copied.")
            text %= {"n": _megabytes(report.short)}
            return Shown(kind, "red", title, "", title, f"{text} {loss(report)}", "try")
        case "full":
            title = _("The stick is full")
            text = _("%(n)s MB are missing. Remove something, or put in another one: the copy goes on by itself.")
            text %= {"n": _megabytes(report.short)}
            return Shown(kind, "red", title, "", title, f"{text} {loss(report)}", "other")
        case "foreign":
            title = _("This stick belongs to another computer")
            text = _("It carries the copy of other data, and nothing is written on it.")
            return Shown(kind, "red", title, "", title, text, "other")
        case "passed":
            title = _("This stick has gone on on another computer")
            return Shown(kind, "red", _("Gone on on another computer"), "", title, passed_sentence(report), "take")
    title = _("The stick cannot be written to")
    text = _("The evening goes on, without a copy. Put in another one.")
    return Shown("failed", "red", title, "", title, f"{text} {loss(report)}", "other")


def passed_sentence(report: Report) -> str:
    """Return why nothing is written here any more."""
    return _(
        "The evening went on on another computer at %(at)s. Nothing more is written here: switch this computer off, or"
        " keep this one and switch the other off."
    ) % {"at": clock(report.passed, seconds=False)}


def _room_and_check(report: Report) -> str:
    free = _("%(n)s GB free.") % {"n": report.free // (1024 * MB)}
    if report.free < 1024 * MB:
        free = _("%(n)s MB free.") % {"n": report.free // MB}
    if report.is_here:
        cramped = _("It cannot be checked: %(n)s MB are missing on the disk of this computer.")
        return free + " " + cramped % {"n": _megabytes(report.short)}
    if not report.checked:
        return free
    return free + " " + _("Checked at %(at)s: it can be opened again.") % {"at": clock(report.checked, seconds=False)}


def _megabytes(size: int) -> int:
    return max(-(-size // MB), 1)


def last(report: Report) -> float:
    """Return the moment up to which something is on the stick, 0 where nothing is."""
    return report.covered or report.before


def loss(report: Report) -> str:
    """Return what would be lost if the computer stopped now, named by the last result on the stick."""
    until = last(report)
    if not until:
        return _("Nothing is on it yet.")
    moment = datetime.fromtimestamp(until, UTC)
    missing, found = reads.count_after(moment), reads.last_result(moment)
    if not missing:
        return _("No result is missing on it.")
    text = ngettext(
        "If the computer stops now, %(n)s result is lost",
        "If the computer stops now, the last %(n)s results are lost",
        missing,
    ) % {"n": missing}
    if found is None:
        return f"{text}."
    copied = _("the last one copied is table %(table)s, %(at)s") % {"table": found.number, "at": clock(found.at)}
    return f"{text}: {copied}."


def resumed_lines(evening: Sequence[Tournament]) -> Sequence[str]:
    """Return what is known of an evening that was taken up: the last result of each event, the tables in the middle."""
    lines = []
    for event in evening:
        found, newest = reads.last_result(event=event), reads.last_sheet(event)
        if found is not None:
            lines.append(
                _("Last result: table %(table)s, %(at)s (%(event)s)")
                % {"table": found.number, "at": clock(found.at), "event": event.name}
            )
        else:
            lines.append(_("There is no result yet (%(event)s).") % {"event": event.name})
        for middle in in_the_middle(newest) if newest is not None else ():
            numbers = ", ".join(str(each.number) for each in middle.tables)
            lines.append(f"{middle.short} {numbers}")
    until = reads.last_known_moment()
    if until is not None:
        lines.append(_("The data go up to %(at)s.") % {"at": clock(until)})
    return lines


@dataclass(frozen=True, slots=True)
class Middle:
    """Tables at one stage when the data end, in words; ``step`` is what the button to the first one says."""

    tables: Sequence[reads.LastResult]
    short: str
    title: str
    text: str
    step: str


def in_the_middle(newest: reads.LastResult) -> Sequence[Middle]:
    """Return the tables that were being written, those that wait for their second line, and those that are disputed."""
    status = Table.Status
    begun, waiting, disputed = (
        reads.in_the_middle(newest, each) for each in (status.PLAYING, status.TO_CONFIRM, status.DISPUTED)
    )
    found = [
        Middle(
            begun,
            ngettext("Being written: table", "Being written: tables", len(begun)),
            ngettext("Table %(tables)s was being written", "Tables %(tables)s were being written", len(begun)),
            ngettext(
                "It is not finished here: look at the slip and write it now.",
                "They are not finished here: look at the slips and write them now.",
                len(begun),
            ),
            ngettext("Write it", "Write them", len(begun)),
        ),
        Middle(
            waiting,
            ngettext("To be confirmed: table", "To be confirmed: tables", len(waiting)),
            ngettext(
                "Table %(tables)s waits for the second confirmation",
                "Tables %(tables)s wait for the second confirmation",
                len(waiting),
            ),
            ngettext(
                "Its result is here. The other side confirms it, or you do.",
                "Their results are here. The other side confirms each, or you do.",
                len(waiting),
            ),
            ngettext("Look at it", "Look at them", len(waiting)),
        ),
        Middle(
            disputed,
            ngettext("Disputed: table", "Disputed: tables", len(disputed)),
            ngettext("Table %(tables)s is disputed", "Tables %(tables)s are disputed", len(disputed)),
            ngettext(
                "Its result is here, and somebody says that it is wrong.",
                "Their results are here, and somebody says that they are wrong.",
                len(disputed),
            ),
            ngettext("Look at it", "Look at them", len(disputed)),
        ),
    ]
    return [
        replace(
            each, title=each.title % {"tables": list_of_names([str(one.table.public_number) for one in each.tables])}
        )
        for each in found
        if each.tables
    ]


def age(seconds: int) -> str:
    """Return “1 s ago”, and in minutes from two on."""
    if seconds < 120:
        return _("%(n)s s ago") % {"n": seconds}
    return _("%(n)s min ago") % {"n": seconds // 60}


def duration(seconds: int) -> str:
    """Return how long something has lasted; what has just begun has lasted a second."""
    if seconds < 120:
        return ngettext("%(n)s second", "%(n)s seconds", max(seconds, 1)) % {"n": max(seconds, 1)}
    return ngettext("%(n)s minute", "%(n)s minutes", seconds // 60) % {"n": seconds // 60}


def clock(moment: float | datetime, *, seconds: bool = True) -> str:
    """Return a moment as the clock of the hall shows it."""
    at = moment if isinstance(moment, datetime) else datetime.fromtimestamp(moment, UTC)
    return f"{timezone.localtime(at):%H:%M:%S}" if seconds else f"{timezone.localtime(at):%H:%M}"
