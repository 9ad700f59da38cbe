"""What makes a password of this site easy to guess, besides what makes any."""

import re
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

# What a guesser tries first here; what is left must be more than a few letters.
WORDS: Final = (
    *settings.GAMES, "settebello", "scala", "quaranta", "scopone", "scope", "primiera", "briscola", "tressette",
    "torneo", "tornei", "circolo", "valliadi", "arbitro", "organizzatore", "carte", "password", "passwort",
)  # fmt: skip
LEAST_OTHERS: Final = 5


class WordsOfTheSiteValidator:
    """Refuses a password of hardly more than the words of the site."""

    def validate(self, password: str, user: Any = None) -> None:
        rest = password.lower()
        for word in WORDS:
            rest = rest.replace(word, " ")
        if rest != password.lower() and len(re.findall(r"[^\W\d_]", rest)) < LEAST_OTHERS:
            raise ValidationError(self.get_help_text(), code="password_of_the_site")

    def get_help_text(self) -> str:
        return _("This password is hardly more than words that everybody tries here first.")
