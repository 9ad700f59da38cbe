"""The formats of events in words, as one part of a sentence: “knockout”, “Danish in 5 rounds”."""

from itertools import groupby, pairwise

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from tournaments.competition.formats.contract import Format, Late
from tournaments.competition.formats.rounds import InRounds, MitchellFormat
from tournaments.competition.formats.stages import Part, StagesFormat
from tournaments.competition.stages.crossing import pairs_of
from tournaments.competition.stages.facts import NO_GROUP
from tournaments.competition.stages.standing_options import STANDING_KINDS


def inside(event_format: Format | InRounds) -> str:
    """Return the format inside a sentence, with its rounds where they were chosen; of stages each in its order.

    Stages that are the same and follow each other are named once, and counted.
    """
    if isinstance(event_format, StagesFormat):
        runs = [(words, len(list(run))) for words, run in groupby(inside(part.format) for part in event_format.parts)]
        again = [_("%(format)s, %(n)s times") % {"format": words, "n": n} if n > 1 else words for words, n in runs]
        return _(", then ").join(again)
    kept = event_format.to_json()
    rounds, size, groups = kept.get("rounds", 0), kept.get("size", kept.get("heat", 0)), kept.get("groups", 1)
    match kept["kind"]:
        case "knockout":
            words = _("knockout")
        case "tables":
            words = _("elimination tables")
        case "groups":
            words = _("groups of %(size)s")
        case "danish":
            words = ngettext("Danish in %(n)s round", "Danish in %(n)s rounds", rounds)
        case "swiss":
            words = ngettext("Swiss in %(n)s round", "Swiss in %(n)s rounds", rounds)
        case "mitchell":
            words = ngettext("Mitchell in %(n)s round", "Mitchell in %(n)s rounds", rounds)
        case "king":
            words = ngettext("king of the table in %(n)s round", "king of the table in %(n)s rounds", rounds)
        case "partners":
            words = ngettext("rotating partners in %(n)s round", "rotating partners in %(n)s rounds", rounds)
        case "heats" if size:
            words = ngettext("heats of %(size)s in %(n)s round", "heats of %(size)s in %(n)s rounds", rounds)
        case "heats":
            words = ngettext("heats in %(n)s round", "heats in %(n)s rounds", rounds)
    said = words % {"n": rounds, "size": size}
    return said if groups == 1 else _("%(format)s, by groups") % {"format": said}


def heading(event_format: Format | InRounds) -> str:
    """Return the same as a heading: with a capital letter."""
    words = inside(event_format)
    return words[:1].upper() + words[1:]


def group_title(event_format: Format | InRounds, number: int) -> str:
    """Return the name of a group, as its format calls it; empty where there are no groups."""
    if number == NO_GROUP:
        return ""
    if isinstance(event_format, MitchellFormat):
        return _("Who stays at the tables") if number == 1 else _("Who moves on")
    return (_("Heat %(number)s") if has_heats(event_format) else _("Group %(number)s")) % {"number": number}


def has_heats(event_format: Format | InRounds) -> bool:
    """Return whether the groups of a format are called heats."""
    return isinstance(event_format, InRounds) and event_format.group_word == "heat"


def in_full(event_format: Format | InRounds, entry_size: int) -> str:
    """Return the same with who goes on: “Groups of 4, then knockout: the first 2 of each group go on”."""
    return ": ".join(filter(None, [heading(event_format), going_on(event_format, entry_size)]))


def going_on(event_format: Format | InRounds, entry_size: int) -> str:
    """Return who goes on from each stage to the next, said once where it is always the same; empty for one stage."""
    parts = pairwise(event_format.parts) if isinstance(event_format, StagesFormat) else ()
    said = []
    for before, part in parts:
        who = _who_goes_on(part, entry_size, heats=has_heats(before.format))
        if part.carries:
            said.append(_("everybody goes on, and the results count on"))
        elif part.apart:
            text = _("%(who)s go on, with a bracket for the firsts, one for the seconds and so on")
            said.append(text % {"who": who})
        elif part.is_crossed:
            pairs = ", ".join(f"{one}–{other}" for one, other in pairs_of(part.crossing, part.first))
            said.append(_("%(who)s go on, and these places meet: %(pairs)s") % {"who": who, "pairs": pairs})
        elif who and part.format.kind in STANDING_KINDS:
            said.append(_("%(who)s go on, and begin anew") % {"who": who})
        else:
            said.append(_("%(who)s go on") % {"who": who} if who else _("everybody goes on"))
    return "; ".join(said if len(set(said)) > 1 else said[:1])


def _who_goes_on(part: Part, entry_size: int, *, heats: bool) -> str:
    """Return the words for the first of each group or heat and for the best of the others; Italian inflects them."""
    if entry_size == 1:
        of_others = npgettext("players", "the best of the others", "the best %(n)s of the others", part.best)
        if not part.first:
            of_others = pgettext("players", "the best %(n)s")
        of_groups = npgettext("players", "the first of each group", "the first %(n)s of each group", part.first)
        if heats:
            of_groups = npgettext("players", "the first of each heat", "the first %(n)s of each heat", part.first)
    else:
        of_others = npgettext("pairs", "the best of the others", "the best %(n)s of the others", part.best)
        if not part.first:
            of_others = pgettext("pairs", "the best %(n)s")
        of_groups = npgettext("pairs", "the first of each group", "the first %(n)s of each group", part.first)
        if heats:
            of_groups = npgettext("pairs", "the first of each heat", "the first %(n)s of each heat", part.first)
    both = {"first": of_groups % {"n": part.first}, "best": of_others % {"n": part.best}}
    if part.first and part.best:
        return _("%(first)s and %(best)s") % both
    return both["first"] if part.first else both["best"] if part.best else ""


def late(event_format: Format | InRounds) -> str:
    """Return how somebody who comes after the draw gets a table."""
    ways = {
        Late.BYE: _(
            "The draw is out: a late entry takes the place of a bye, as long as no table of the next round has been "
            "called."
        ),
        Late.CHAIR: _(
            "The draw is out: a late entry makes a pair that rests a table of three, or takes a free chair at a table "
            "that has not been called, as long as no table of the next round has been."
        ),
        Late.RESTS_OF_GROUP: _(
            "The draw is out: a late entry takes the rests of an uneven group, as long as no table of the second "
            "round has been called."
        ),
        Late.RESTS: _(
            "The draw is out: where the number is odd, a late entry takes the rests, as long as no table of the "
            "second round has been called."
        ),
        Late.REST_OR_NEXT: _(
            "The draw is out: a late entry plays against who rests in the first round, or is paired from the next "
            "round on."
        ),
        Late.NEXT: _("The draw is out: a late entry is paired from the next round on."),
        Late.NO_WAY: _("After the draw nobody can enter any more: the tables of all rounds are known."),
    }
    return ways[event_format.late]
