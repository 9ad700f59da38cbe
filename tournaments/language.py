"""The language of the system, and sentences of the catalogue in it for a command, before Django is there."""

import gettext
import locale
import os
from functools import cache
from pathlib import Path

LOCALE = Path(__file__).resolve().parent / "locale"


def system_language() -> str:
    """Return the language of the person at this computer: ``it`` or ``en``."""
    # The variables first: where the system lacks the locale that they name, Python takes another one.
    named = (os.environ.get(each) for each in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    name = (next(filter(None, named), None) or locale.getlocale()[0] or "").lower()
    return "it" if name.startswith("it") else "en"


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("django", LOCALE, [language], fallback=True)


def translate(sentence: str) -> str:
    """Return a sentence of the catalogue in the language of the system."""
    return _catalogue(system_language()).gettext(sentence)
