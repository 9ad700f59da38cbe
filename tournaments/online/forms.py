"""What is chosen for a practice table, and what a referee orders at an online one."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.frame.forms.widgets import NumberChoice
from tournaments.games import registry
from tournaments.games.commands import levels
from tournaments.online.writes.refereeing import LONGEST_NOTE

LEVEL = "level"
LEVELS = {1: _("Easy"), 2: _("Hard"), 3: _("Master")}
# What somebody meets who chooses nothing.
USUAL_LEVEL = 2


class PracticeForm(forms.Form):
    """The level of the robots, and each choice of a game; all are made already."""

    def __init__(self, game: str, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        practised = registry.game_for_practice(game)
        known = levels(practised)
        self.fields[LEVEL] = forms.TypedChoiceField(
            label=_("Opponent"),
            choices=[
                (level, str(LEVELS[level]) if level in LEVELS else gettext("Level %(level)s") % {"level": level})
                for level in known
            ],
            coerce=int,
            initial=min(USUAL_LEVEL, known[-1]),
            widget=forms.RadioSelect,
        )
        self.choices = tuple(practised.practice)
        for choice, options in practised.practice.items():
            explained = f"practice.{choice}.help"
            words = [gettext(practised.phrases[f"practice.{choice}.{option}"]) for option in options]
            self.fields[choice] = forms.ChoiceField(
                label=gettext(practised.phrases[f"practice.{choice}"]),
                choices=list(zip(options, words, strict=True)),
                initial=options[0],
                widget=forms.RadioSelect,
                help_text=gettext(practised.phrases[explained]) if explained in practised.phrases else "",
            )

    @property
    def chosen_options(self) -> dict[str, str]:
        """The option of each choice of the game."""
        return {choice: self.cleaned_data[choice] for choice in self.choices}


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
