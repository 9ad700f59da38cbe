"""The parameters of an event's ruleset for the audit log, in the words of the pages where they are chosen."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.stages import STAGES
from tournaments.competition.stages.ranking import name_of, ranking_from_json
from tournaments.events.forms.formats import BEST_OF, FormatFields
from tournaments.events.words.sentences import phrase
from tournaments.frame import format_words
from tournaments.frame.ranking_words import RANKING_NAMES, of_clubs, order
from tournaments.games.contract import Json
from tournaments.rulebook.words.ruleset import stage_name, value_word

# Fields of an event that are sets of parameters: the log shows only the parameters that changed.
SETS: Final = ("rules", "format")
LENGTHS: Final = "best_of"
NAMED_LENGTHS: Mapping[Json, Any] = BEST_OF
# Parameters of a format that are on no page.
OTHERS: Mapping[str, Any] = {
    "separate_rounds": _("First rounds in which clubs are kept apart"),
    "rankings": _("One ranking for each side"),
    STAGES: _("stages"),
}


def apart(values: Mapping[str, Json]) -> dict[tuple[str, str], Json]:
    """Return the values by name and, for a set, by the name of each parameter too."""
    return {
        (name, part): each
        for name, value in values.items()
        for part, each in (_parts(value) if name in SETS and isinstance(value, Mapping) else [("", value)])
    }


def _parts(values: Mapping[str, Json]) -> list[tuple[str, Json]]:
    """Return the parameters of a set; the length of matches becomes one parameter a round."""
    lengths = values.get(LENGTHS)
    if not isinstance(lengths, Mapping):
        return list(values.items())
    parts = [(name, value) for name, value in values.items() if name != LENGTHS]
    return [*parts, *((f"{LENGTHS}.{name}", value) for name, value in lengths.items())]


def part_name(game: str, name: str, part: str) -> str:
    """Return the label of a parameter, as on the page where it is chosen."""
    if name == "rules":
        return phrase(game, f"rule.{part}").removeprefix("rule.")
    if part.startswith(f"{LENGTHS}."):
        return stage_name(part.partition(".")[2])
    if part in FormatFields.base_fields:
        return str(FormatFields.base_fields[part].label)
    return str(OTHERS.get(part, part))


def part_value(game: str, name: str, part: str, value: Json) -> str:
    """Return the label of a chosen value, as on the page where it is chosen."""
    if name == "rules":
        return value_word(game, part, value)
    if part == "ranking":
        return _ranking(value)
    if part == STAGES:
        return format_words.in_full(format_of({"kind": STAGES, STAGES: value}), 2)
    if value == STAGES:
        return gettext("stages")
    if part == "rankings":
        return gettext("no") if value == "one" else gettext("yes")
    if not isinstance(value, str | int):
        return str(value)
    if part.startswith(f"{LENGTHS}."):
        return str(NAMED_LENGTHS.get(value, value))
    choices = dict(getattr(FormatFields.base_fields.get(part), "choices", ()))
    choice = (part if value else "") if isinstance(value, bool) else value
    if choice in choices:
        return gettext(str(choices[choice]))
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return str(value)


def _ranking(kept: Json) -> str:
    """Return the name of a ranking and its criteria."""
    ranking = ranking_from_json(kept)
    name = name_of(ranking)
    clubs = [of_clubs(ranking.clubs)] if ranking.clubs else []
    return " ".join([*([f"{RANKING_NAMES[name]}."] if name else []), order(ranking), *clubs])
