"""The parts of an event's ruleset in the words of the pages where they are chosen, for the log."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext

from tournaments.forms.formats import FormatFields
from tournaments.games.contract import Json
from tournaments.views.public.words import phrase

# What of an event is a set of parameters: of a change to it only those that differ are told.
SETS: Final = ("rules", "format", "terms")


def apart(values: Mapping[str, Json]) -> dict[tuple[str, str], Json]:
    """Each value by its name and, where it is one of a set, by its own name there."""
    return {
        (name, part): each
        for name, value in values.items()
        for part, each in (value.items() if name in SETS and isinstance(value, Mapping) else [("", value)])
    }


def part_name(game: str, name: str, part: str) -> str:
    """A parameter as it is called where it is chosen; one that no page knows by its own name."""
    if name == "rules" and phrase(game, f"rule.{part}") != f"rule.{part}":
        return phrase(game, f"rule.{part}")
    if name == "format" and part in FormatFields.base_fields:
        return str(FormatFields.base_fields[part].label)
    return part.replace("_", " ")


def part_value(game: str, name: str, part: str, value: Json) -> Json:
    """A choice in the words that it is offered in; everything else as it is."""
    if not isinstance(value, str):
        return value
    code = f"rule.{part}.{value}"
    if name == "rules" and phrase(game, code) != code:
        return phrase(game, code)
    choices = getattr(FormatFields.base_fields.get(part), "choices", ()) if name == "format" else ()
    return gettext(str(dict(choices).get(value, value))) if value else value
