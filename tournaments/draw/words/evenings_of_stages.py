"""The evening of several stages, in words and as a row of rounds a stage."""

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.competition.formats.stages import StagesFormat
from tournaments.competition.headcount.stages import StagesEvening, stages_evening
from tournaments.draw.words.evenings import EveningView, StageView, by_round, played_by_clock
from tournaments.errors import RefusedError
from tournaments.events.words.sentences import entries_word
from tournaments.frame import format_words
from tournaments.frame.phrases import sentence


def evening_of_stages(
    entries: int, event_format: StagesFormat, *, entry_size: int, starts_at: datetime, minutes: int | None = None
) -> EveningView:
    """Return the evening of an event of several stages; ``minutes`` is the time of a round."""
    title = format_words.in_full(event_format, entry_size)
    try:
        found = stages_evening(entries, event_format)
    except RefusedError as refusal:
        return EveningView(title, "", 0, is_chosen=False, why_not=sentence(refusal))
    facts = [
        (_("Rounds"), str(found.rounds)),
        (_("Tables in each round"), by_round(found.tables)),
        (_("Matches"), str(found.matches)),
        *played_by_clock(found.rounds, minutes),
    ]
    stages = _stages(found, event_format, entry_size, starts_at, minutes)
    return EveningView(title, "", 0, is_chosen=False, facts=facts, stages=stages)


def _stages(
    found: StagesEvening, event_format: StagesFormat, entry_size: int, starts_at: datetime, minutes: int | None
) -> list[StageView]:
    views, first = [], 1
    for part, each, ends in zip(event_format.parts, found.stages, found.ends(minutes or 0), strict=True):
        end = timezone.localtime(starts_at + timedelta(minutes=ends))
        views.append(
            StageView(
                title=format_words.heading(part.format),
                entries=entries_word(entry_size, each.entrants),
                length=ngettext("%(n)s round", "%(n)s rounds", each.rounds) % {"n": each.rounds},
                rounds=range(first, first + each.rounds),
                ends=_("until %(time)s") % {"time": time_format(end, "H:i")} if minutes else "",
            )
        )
        first += each.rounds
    return views
