"""Whether somebody really wants what cannot be undone."""

from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _


class WordForm(forms.Form):
    """A word to type: nobody does so by mistake."""

    word = forms.CharField(label=_("Confirmation"), max_length=40)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        self.fields["word"].help_text = gettext("Write the word “%(word)s”.") % {"word": self.wanted()}

    @staticmethod
    def wanted() -> str:
        """The word, in the reader's language."""
        return pgettext("a word to type", "anonymous")

    def clean_word(self) -> str:
        typed: str = self.cleaned_data["word"]
        if typed.strip().casefold() != self.wanted().casefold():
            raise forms.ValidationError(gettext("Something else is written there. Nothing was changed."))
        return typed
