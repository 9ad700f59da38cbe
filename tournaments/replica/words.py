"""What the copy is now, in words, and what is known of an evening that was taken up from it."""

from collections.abc import Sequence
from datetime import UTC, datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.replica import reads
from tournaments.replica.keeper import Report


def passed_sentence(report: Report) -> str:
    """Return why nothing is written here any more."""
    return _(
        "The evening went on on another computer at %(at)s. Nothing more is written here: switch this computer off, or"
        " keep this one and switch the other off."
    ) % {"at": clock(report.passed, seconds=False)}


def resumed_lines() -> Sequence[str]:
    """Return what is known of an evening that was taken up: its last result, and the tables in the middle."""
    found, until = reads.last_result(), reads.known_until()
    lines = []
    if found is not None:
        lines.append(
            _("Last result: table %(table)s, %(at)s (%(event)s)")
            % {"table": found.number, "at": clock(found.at), "event": found.event.name}
        )
    else:
        lines.append(_("There is no result yet."))
    if until is not None:
        lines.append(_("The data go up to %(at)s.") % {"at": clock(until)})
    if middle := reads.being_written():
        numbers = ", ".join(str(each.number) for each in middle)
        lines.append(
            ngettext("Being written: table %(tables)s", "Being written: tables %(tables)s", len(middle))
            % {"tables": numbers}
        )
    return lines


def clock(moment: float | datetime, *, seconds: bool = True) -> str:
    """Return a moment as the clock of the hall shows it."""
    at = moment if isinstance(moment, datetime) else datetime.fromtimestamp(moment, UTC)
    return f"{timezone.localtime(at):%H:%M:%S}" if seconds else f"{timezone.localtime(at):%H:%M}"
