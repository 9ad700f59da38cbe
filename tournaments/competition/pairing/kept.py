"""Stored options of an event: named values, each of the type of its name."""

from collections.abc import Mapping

from tournaments.games.contract import Json, RefusedError


def check_kept(data: Json, kinds: Mapping[str, type]) -> None:
    """Refuse stored options that are no object, or have an unknown name or a wrong type, naming the field."""
    if type(data) is not dict:
        raise RefusedError("not_an_object", field="options")
    for name, value in data.items():
        if name not in kinds:
            raise RefusedError("unknown_field", field=str(name), name=str(name))
        if type(value) is not kinds[name]:
            raise RefusedError("bad_value", field=name, name=name)
