"""What is said to somebody who plays in each round: while they rest, and while their next table is not known."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.competition.formats.rounds import InRounds
from tournaments.competition.scoring import terms_from_json
from tournaments.competition.stages.alone import ABSENT, RESTS, WITHDRAWN
from tournaments.competition.stages.outlook import OPEN, OUT, THROUGH, Outlook
from tournaments.events.reads.events import EventProgress
from tournaments.events.words.by_format import is_paired
from tournaments.frame.reads.formats import has_more_stages
from tournaments.frame.round_names import bracket_name
from tournaments.models import Tournament
from tournaments.standings.words.stage_columns import points_word


def rest_words(stage: InRounds, vp: int | None, alone: str = RESTS) -> str:
    """Return that an entry rests in the round in play, or is absent for it, and what it has for that.

    Empty for one that had left: that is said by its state. ``alone`` is what ``stages.alone`` says.
    """
    if alone == WITHDRAWN:
        return ""
    if alone == ABSENT:
        return _("You miss this round: %(worth)s") % {"worth": f"{vp or 0} VP"} if vp else _("You miss this round")
    worth = _worth(stage, vp or 0)
    return _("You rest in this round: %(worth)s") % {"worth": worth} if worth else _("You rest in this round")


def line_rests(stage: InRounds, vp: int | None, alone: str = RESTS) -> str:
    """Return the same for officials, at the table of the rest."""
    if alone == WITHDRAWN:
        return _("Nobody plays here: the line had left before this round.")
    if alone == ABSENT:
        return _("Nobody plays here: the line is absent for this round, and comes back by itself.")
    worth = _worth(stage, vp or 0)
    if not worth:
        return _("Nobody plays here: the line rests in this round.")
    return _("Nobody plays here: the line rests in this round, which counts %(worth)s.") % {"worth": worth}


def rest_worth(event: Tournament, stage: InRounds) -> str:
    """Return what a rest, or a win by walkover, gives in this event; empty where nothing of it counts."""
    return _worth(stage, terms_from_json(event.terms).bye_vp if stage.uses_vp else 0)


def _worth(stage: InRounds, vp: int) -> str:
    points = stage.ranking.points
    return f"{vp} VP" if stage.uses_vp else points_word(points.rest) if points else ""


def later_words(event: Tournament, progress: EventProgress, coming: tuple[int, str] | None = None) -> str:
    """Return what comes for an entry without another table; ``coming`` is a later round in which it meets nobody.

    It is the number of the round and what ``stages.alone`` says.
    """
    if coming is not None and coming[1] != WITHDRAWN:
        values = {"number": coming[0]}
        is_absent = coming[1] == ABSENT
        return _("You miss round %(number)s.") % values if is_absent else _("You rest in round %(number)s.") % values
    number = progress.current.number if progress.current else 0
    if is_paired(event) and number < progress.rounds:
        return _("The next round is paired when this one is over.")
    if has_more_stages(event):
        return _("You have played all your matches of this stage. The next one begins when it is over.")
    return _("You have played all your matches: your place is certain when the last round is over.")


def fate_word(fate: str) -> str:
    """Return the mark in the standings of an entry that is through to the next stage, or cannot reach it."""
    return pgettext("standings", "through") if fate == THROUGH else pgettext("standings", "out of reach")


def outlook_words(outlook: Outlook, *, heats: bool = False) -> str:
    """Return what is still open for an entry: whether it goes on, else its places; empty where everything is.

    Where its bracket by place is sure, that is said instead.
    """
    if outlook.bracket:
        return _("Your bracket in the next stage is sure already: %(bracket)s.") % {
            "bracket": bracket_name(outlook.bracket)
        }
    if outlook.fate == THROUGH:
        return _("You are through to the next stage whatever happens.")
    fates = {OPEN: _("You can still reach the next stage."), OUT: _("You cannot reach the next stage any more.")}
    fate = fates.get(outlook.fate, "")
    # In a stage from which some go on, only the places of a group say anything.
    if outlook.is_of_all or (outlook.fate and not outlook.is_in_group):
        return fate
    if not outlook.is_in_group:
        sure = _("Your place is sure already: %(place)s.")
        between = _("You can still finish between place %(best)s and %(worst)s.")
    elif heats:
        sure = _("Your place in the heat is sure already: %(place)s.")
        between = _("In the heat you can still finish between place %(best)s and %(worst)s.")
    else:
        sure = _("Your place in the group is sure already: %(place)s.")
        between = _("In the group you can still finish between place %(best)s and %(worst)s.")
    if outlook.best == outlook.worst:
        place = sure % {"place": outlook.best}
    else:
        place = between % {"best": outlook.best, "worst": outlook.worst}
    return f"{fate} {place}" if fate else place
