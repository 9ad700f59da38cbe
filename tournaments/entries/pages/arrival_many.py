"""Check-in desk, many at once: check in all shown entries, leave out all missing ones, undo."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.entries import operations as of_entries
from tournaments.entries.pages.arrival_rows import DeskAnswer
from tournaments.entries.writes.check_in import MOST_AT_ONCE
from tournaments.errors import RefusedError
from tournaments.events.words.sentences import list_of_names
from tournaments.frame.numbers import MOST_DIGITS, whole
from tournaments.frame.operations.operation import of_event
from tournaments.frame.policies import Actor
from tournaments.models import Entry, Tournament

# Length of the most numbers that are accepted, each with a blank after it.
LONGEST: Final = MOST_AT_ONCE * (MOST_DIGITS + 1)
STEPS: Final = ("all_here", "not_here", "all_out", "all_back")


def take_many(sent: QueryDict, event: Tournament, actor: Actor) -> DeskAnswer:
    """Take a step for many entries; the field ``entries`` has their keys, separated by blanks."""
    step, typed = sent.get("step", ""), sent.get("entries", "")
    if step not in STEPS:
        raise RefusedError("unknown_tick", field=step[:20])
    if len(typed) > LONGEST:
        raise RefusedError("entries_at_once", field="entries", found=typed.count(" ") + 1, most=MOST_AT_ONCE)
    where, named = of_event(event), {"entries": [whole(each) for each in typed.split()]}
    if step == "all_here":
        changed = of_entries.CHECK_IN_MANY.do(actor, where, {**named, "value": True})
        if not changed:
            return DeskAnswer(_("They are all here already."), is_whole=True)
        text = ngettext("%(n)s entry is here now.", "%(n)s entries are here now.", len(changed))
        return _many_answer(text, changed, "not_here")
    if step == "not_here":
        changed = of_entries.CHECK_IN_MANY.do(actor, where, {**named, "value": False})
        count = ngettext("%(n)s entry", "%(n)s entries", len(changed)) % {"n": len(changed)}
        return DeskAnswer(_("Taken back: %(name)s") % {"name": count}, is_whole=True)
    if step == "all_out":
        left, came_in = of_entries.LEAVE_OUT.do(actor, where, named)
        if not left:
            return DeskAnswer(_("Nobody of them is missing any more: nobody was left out."), is_whole=True)
        said = _many_answer(
            ngettext("%(n)s entry is left out.", "%(n)s entries are left out.", len(left)), left, "all_back"
        )
        if not came_in:
            return said
        names = list_of_names([entry.label for entry in came_in])
        came = _("From the waiting list: %(names)s.") % {"names": names}
        return replace(said, text=f"{said.text} {came}")
    back = of_entries.BRING_BACK.do(actor, where, named)
    waiting = sum(entry.status == Entry.Status.WAITING for entry in back)
    placed = len(back) - waiting
    told = []
    if placed:
        told.append(ngettext("%(n)s entry is in again.", "%(n)s entries are in again.", placed) % {"n": placed})
    if waiting:
        text = ngettext(
            "The event is full: %(n)s entry is on the waiting list now.",
            "The event is full: %(n)s entries are on the waiting list now.",
            waiting,
        )
        told.append(text % {"n": waiting})
    return DeskAnswer(" ".join(told) or _("Nobody of them is out any more: nobody was taken back."), is_whole=True)


def _many_answer(text: str, changed: Sequence[Entry], undo: str) -> DeskAnswer:
    return DeskAnswer(text % {"n": len(changed)}, back=[undo], many=[entry.pk for entry in changed], is_whole=True)
