"""Forms of table codes, passes, roles and tokens, and the word that confirms what cannot be undone."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.operations.of_roles import HIGHEST_TABLE, INVITE, MOST_TABLES, ROLE, Role, without_tables
from tournaments.accounts.operations.of_tokens import TOKEN
from tournaments.frame.forms.declared import form_of

MOST_NUMBER = 99_999
LONGEST_PIN = 20


class CodeForm(forms.Form):
    """The code of a table, as it stands on the slip."""

    code = forms.CharField(
        label=_("Code of the table"),
        max_length=20,
        help_text=_("It is on the slip of your table, for example 5A-7K2M9Q."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )


class PinForm(forms.Form):
    """What stands on a player's slip."""

    number = forms.IntegerField(
        label=_("Your number"),
        min_value=1,
        max_value=MOST_NUMBER,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": "5"}),
    )
    pin = forms.CharField(
        label=_("PIN"),
        max_length=LONGEST_PIN,
        help_text=_("Eight digits, for example 4071 2236. The blank in the middle does not matter."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "spellcheck": "false"}),
    )


class RoleForm(form_of(INVITE.takes)):  # type: ignore[misc]
    """A role for anybody who reads the mail of this address; a scorer has tables."""

    role = forms.ChoiceField(label=ROLE[0].label, choices=Role.choices, widget=forms.RadioSelect, initial=Role.REFEREE)
    tables = forms.CharField(
        label=_("Tables of a scorer"), required=False, max_length=400, help_text=_("For instance: 1-8, 12")
    )

    def clean_tables(self) -> tuple[int, ...]:
        """The hall numbers that ``1-8, 12`` means."""
        numbers: set[int] = set()
        for part in filter(None, re.split(r"[,;\s]+", self.cleaned_data["tables"])):
            match = re.fullmatch(r"(\d{1,4})(?:-(\d{1,4}))?", part, re.ASCII)
            first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
            if not 1 <= first <= last <= HIGHEST_TABLE:
                raise forms.ValidationError(gettext("“%(value)s” is no table: write 1-8, 12.") % {"value": part[:20]})
            numbers |= set(range(first, last + 1))
        if len(numbers) > MOST_TABLES:
            raise forms.ValidationError(gettext("At most %(most)s tables.") % {"most": MOST_TABLES})
        return tuple(sorted(numbers))

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        wrong = without_tables(data) if "tables" in data else None
        if wrong:
            self.add_error(wrong[0], wrong[2])
        return data


DAYS = ((30, _("30 days")), (365, _("1 year")), ("", _("until it is revoked")))


class TokenForm(form_of(TOKEN)):  # type: ignore[misc]
    """What a program that has the token may do, and for how long."""

    days = forms.TypedChoiceField(
        label=_("How long"),
        choices=DAYS,
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
        initial=365,
    )


class WordForm(forms.Form):
    """A word to type: nobody does so by mistake."""

    word = forms.CharField(label=_("Confirmation"), max_length=40)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        self.fields["word"].help_text = gettext("Write the word “%(word)s”.") % {"word": self.word_to_type()}

    @staticmethod
    def word_to_type() -> str:
        """The word, in the reader's language."""
        return pgettext("a word to type", "anonymous")

    def clean_word(self) -> str:
        typed: str = self.cleaned_data["word"]
        if typed.strip().casefold() != self.word_to_type().casefold():
            raise forms.ValidationError(gettext("Something else is written there. Nothing was changed."))
        return typed
