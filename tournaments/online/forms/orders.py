"""What a referee orders at an online table: the line or seat it is about, and the reason that both sides read."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.frame.forms.widgets import NumberChoice
from tournaments.online.writes.refereeing import LONGEST_NOTE

SECONDS = {30: _("30 seconds"), 60: _("1 minute"), 120: _("2 minutes"), 300: _("5 minutes"), 600: _("10 minutes")}


class NoteForm(forms.Form):
    """An order about the whole match."""

    note = forms.CharField(
        label=_("Reason"), max_length=LONGEST_NOTE, help_text=_("Both sides read it, and everybody who watches.")
    )


class ResumeForm(NoteForm):
    """The match goes on, also without a word."""

    def __init__(self, data: Any = None, **options: Any) -> None:
        super().__init__(data, **options)
        self.fields["note"].required = False


class AboutForm(NoteForm):
    """An order about one player or one line; ``choices`` are their numbers and names."""

    to = forms.TypedChoiceField(coerce=int, widget=forms.RadioSelect)

    field_order = ("to", "seconds", "note")

    def __init__(self, label: Any, choices: Sequence[tuple[int, str]], data: Any = None, **options: Any) -> None:
        super().__init__(data, **options)
        self.fields["to"].label = label
        field: Any = self.fields["to"]
        field.choices = choices


class TimeForm(AboutForm):
    """Time for one player."""

    seconds = NumberChoice(SECONDS, otherwise=60, required=True, label=_("How much"))
