"""Django's checks of a new password: too short, hardly more than words of the site, or made of the account's name."""

import re
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.password_validation import MinimumLengthValidator, UserAttributeSimilarityValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

# What a guesser tries first here; what is left must be more than a few letters.
WORDS: Final = (
    *settings.GAMES,
    "settebello",
    "scala",
    "quaranta",
    "scopone",
    "scope",
    "primiera",
    "briscola",
    "tressette",
    "torneo",
    "tornei",
    "circolo",
    "valliadi",
    "arbitro",
    "organizzatore",
    "carte",
    "password",
    "passwort",
)
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


class LongEnoughValidator(MinimumLengthValidator):
    """Refuses a short password, in every language of the site: Django has the sentence in English only."""

    def get_error_message(self) -> str:
        text = ngettext(
            "The password is too short: use at least %(n)s character.",
            "The password is too short: use at least %(n)s characters.",
            self.min_length,
        )
        return text % {"n": self.min_length}


class UnlikeTheAccountValidator(UserAttributeSimilarityValidator):
    """Refuses a password made of the account's name or address."""

    def get_error_message(self) -> str:
        return _("This password is too much like your name or your address.")
