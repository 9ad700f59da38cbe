"""The formats of events in words, as one part of a sentence: “knockout”, “Danish in 5 rounds”."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.competition.formats.contract import Format
from tournaments.competition.formats.rounds import InRounds
from tournaments.competition.formats.stages import StagesFormat


def inside(event_format: Format | InRounds) -> str:
    """Return the format inside a sentence, with its rounds where they were chosen; of stages each in its order."""
    if isinstance(event_format, StagesFormat):
        return _(", then ").join(inside(part.format) for part in event_format.parts)
    kept = event_format.to_json()
    rounds = kept.get("rounds", 0)
    words = {
        "knockout": _("knockout"),
        "tables": _("elimination tables"),
        "groups": _("groups"),
        "danish": ngettext("Danish in %(n)s round", "Danish in %(n)s rounds", rounds),
        "swiss": ngettext("Swiss in %(n)s round", "Swiss in %(n)s rounds", rounds),
        "mitchell": ngettext("Mitchell in %(n)s round", "Mitchell in %(n)s rounds", rounds),
        "king": ngettext("king of the table in %(n)s round", "king of the table in %(n)s rounds", rounds),
        "heats": ngettext("heats in %(n)s round", "heats in %(n)s rounds", rounds),
    }
    return words[kept["kind"]] % {"n": rounds}


def heading(event_format: Format | InRounds) -> str:
    """Return the same as a heading: with a capital letter."""
    words = inside(event_format)
    return words[:1].upper() + words[1:]
