"""What somebody chooses for a table to try a game at."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.games import registry
from tournaments.games.robots import levels

LEVEL = "level"
LEVELS = {1: _("Easy"), 2: _("Hard")}


class PracticeForm(forms.Form):
    """The level of the robots, and each choice of a game; all are made already."""

    def __init__(self, game: str, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        practised = registry.practised(game)
        known = levels(practised)
        self.fields[LEVEL] = forms.TypedChoiceField(
            label=_("Opponent"),
            choices=[(level, _level(level)) for level in known],
            coerce=int,
            initial=known[-1],
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
    def chosen(self) -> dict[str, str]:
        """The option of each choice of the game."""
        return {choice: self.cleaned_data[choice] for choice in self.choices}


def _level(level: int) -> str:
    return str(LEVELS[level]) if level in LEVELS else gettext("Level %(level)s") % {"level": level}
