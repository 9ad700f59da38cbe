"""Violations in an installation, as codes with values, and their sentences."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from django.db import DatabaseError
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.games.contract import Json

SENTENCES: Final = MappingProxyType(
    {
        "chair_differs": _(
            "%(event)s, table %(table)s, line %(line)s: %(found)s sits there; "
            "of those beaten (%(round)s) %(wanted)s comes back."
        ),
        "closing_differs": _("%(event)s: the event was closed with other data than there are now (%(part)s)."),
        "closing_missing": _("%(event)s: the event is finished, but the log does not say that it was closed."),
        "closing_unsealed": _(
            "%(event)s, row %(seq)s of the log: the closing does not have the digest and the seal of this installation."
        ),
        "closing_without_digest": _("%(event)s, row %(seq)s of the log: the closing has no digest."),
        "dangling": _("There are rows that point at nothing: %(detail)s"),
        "deadline_early": _(
            "%(event)s: the deadline %(key)s was due at %(due)s and took effect at %(fired)s, too early."
        ),
        "deadline_without_effect": _(
            "%(event)s: the deadline %(key)s has fired, but the time it is for was not called."
        ),
        "ended_with_both": _(
            "%(event)s, table %(table)s: it ended as a bye, but %(entry)s sits there and has not left the event."
        ),
        "entry_empty": _("%(event)s: entry %(entry)s has nobody in it."),
        "foreign_row": _("%(event)s: %(what)s %(key)s belongs to another event."),
        "log_empty": _("%(event)s: the log has no row."),
        "log_facts": _(
            "%(event)s, row %(seq)s of the log: it says something else of a result or a penalty than when it was "
            "written; taking names out cannot change that."
        ),
        "log_gap": _("%(event)s, row %(seq)s of the log: row %(wanted)s should stand here; rows are missing or moved."),
        "log_hash": _(
            "%(event)s, row %(seq)s of the log: it does not make its hash; its time, verb, place or digest was changed."
        ),
        "log_length": _("%(event)s: rows of the log: %(found)s; rows that were written: %(wanted)s."),
        "log_previous": _("%(event)s, row %(seq)s of the log: it does not follow from the row before."),
        "log_without_event": _("Event no. %(event)s is gone (rows of its log: %(length)s)."),
        "log_words": _("%(event)s, row %(seq)s of the log: what it says was changed after it was written."),
        "number_ahead": _("%(event)s: an entry has number %(found)s, but numbers were given out to %(last)s only."),
        "penalty_differs": _(
            "%(event)s: penalty “%(kind)s”, value %(value)s, table %(table)s: in the register: %(found)s; "
            "given by the log: %(wanted)s."
        ),
        "place_differs": _("%(event)s: %(entry)s has final place %(found)s; its results give place %(wanted)s."),
        "places_refused": _("%(event)s: the event is finished, but its final standings cannot be made (%(reason)s)."),
        "result_differs": _("%(event)s, table %(table)s: %(what)s is %(found)s; the confirmed sheet gives %(wanted)s."),
        "result_lost": _(
            "%(event)s, table %(table)s: by the log version %(version)s of its sheet is the result, "
            "but that version is not confirmed."
        ),
        "result_not_logged": _(
            "%(event)s, table %(table)s: %(what)s of the confirmed sheet is %(found)s; the log says %(wanted)s."
        ),
        "result_not_over": _("%(event)s, table %(table)s: the confirmed sheet is of a match that is not over."),
        "result_open": _("%(event)s, table %(table)s: it has a confirmed sheet and is not finished."),
        "result_refused": _("%(event)s, table %(table)s: the rules refuse the confirmed sheet (%(reason)s)."),
        "result_taken_back": _(
            "%(event)s, table %(table)s: by the log its result was taken back, but version %(version)s is confirmed."
        ),
        "result_unlogged": _(
            "%(event)s, table %(table)s: the log says nothing of version %(version)s of its sheet, which is confirmed."
        ),
        "result_unruled": _("%(event)s, table %(table)s: its result is a penalty that is not in force."),
        "rules_differ": _("%(event)s: %(what)s is not what the log says since the draw was announced."),
        "seat_differs": _(
            "%(event)s, table %(table)s, line %(line)s: %(found)s sits there; %(wanted)s comes from table %(source)s."
        ),
        "sheet_missing": _("%(event)s, table %(table)s: it is finished and has no confirmed sheet."),
        "sheet_outcome": _(
            "%(event)s, table %(table)s: version %(version)s of its sheet keeps another outcome than its deals give."
        ),
        "sheet_refused": _(
            "%(event)s, table %(table)s: the rules refuse version %(version)s of its sheet (%(reason)s)."
        ),
        "unreadable": _("%(event)s: what is kept of the %(what)s cannot be read (%(why)s), so it was not checked."),
        "versions_gap": _(
            "%(event)s, table %(table)s: versions of its sheet: %(count)s; the last one is number %(last)s."
        ),
        "walkover_of_nobody": _(
            "%(event)s, table %(table)s: it ended as a walkover against %(entry)s, "
            "who has neither left nor been ruled out."
        ),
    }
)


# The name of what is of no event, where an event has its slug.
NO_EVENT: Final = "-"


@dataclass(frozen=True, slots=True)
class Violation:
    """A violation: a code of SENTENCES, and its values."""

    code: str
    params: Mapping[str, Json] = field(default_factory=dict)

    def __str__(self) -> str:
        return gettext(SENTENCES[self.code]) % self.params


def mapping(value: Json) -> Mapping[str, Json]:
    """Return a value of the log, or an empty mapping where a forged row has something else."""
    return value if isinstance(value, Mapping) else {}


def read_or_report(event: str, what: str, check: Iterable[Violation]) -> Iterator[Violation]:
    """Yield what a check finds or, where a forged row breaks it, that; a database that is away is another matter."""
    try:
        yield from check
    except DatabaseError:
        raise
    except Exception as error:  # noqa: BLE001 - a row that was changed by hand can break any line of a check
        yield Violation("unreadable", {"event": event, "what": what, "why": f"{type(error).__name__}: {error}"[:200]})
