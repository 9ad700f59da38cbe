"""What people type into a form of a game: the text of a field, and whole numbers; ``error`` is what the game raises."""

import re
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from gamekit.refusals import RefusalError

Form: TypeAlias = Mapping[str, str]

MOST_SAID: Final = 40
FEW: Final = 6
"""Digits of a number that is far from every bound of a game."""
ANY: Final = 40
"""Digits where a number of any size is a whole one: its bound refuses it."""
_WHOLE: Final = re.compile(r"-?[0-9]+")


def field_text(form: Form, name: str) -> str:
    """Return the text of a field without outer blanks; empty when the form has no such field."""
    return form.get(name, "").strip()


def is_whole(text: str, digits: int = FEW) -> bool:
    """Return whether a text is a whole number of at most so many digits."""
    return len(text.removeprefix("-")) <= digits and _WHOLE.fullmatch(text) is not None


def whole(form: Form, name: str, error: type[RefusalError], missing: int | None = None, *, digits: int = FEW) -> int:
    """Return the whole number in a field, ``missing`` when it is empty; people write a minus in several ways.

    Raises ``number_missing`` for an empty field that has to be filled in, ``whole_number`` for anything else.
    """
    text = field_text(form, name).replace("−", "-").replace("–", "-")
    if not text and missing is not None:
        return missing
    if not text:
        raise error("number_missing", field=name)
    if not is_whole(text, digits):
        raise error("whole_number", field=name, typed=text[:MOST_SAID])
    return int(text)


def whole_numbers(form: Form, names: Iterable[str], error: type[RefusalError]) -> list[int]:
    """Return the whole numbers of several fields; all of them that are missing or unreadable are refused together."""
    found: list[int] = []
    refusals: list[RefusalError] = []
    for name in names:
        try:
            found.append(whole(form, name, error))
        except RefusalError as refusal:
            refusals.append(refusal)
    if refusals:
        first, *first.also = refusals
        raise first
    return found
