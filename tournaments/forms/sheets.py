"""Forms around a table's sheet that are not the game's own: the total, and who takes a free place."""

from collections.abc import Collection, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.widgets import number_input

LETTERS = "abcdef"


class TotalForm(forms.Form):
    """The points of each line at the end of a match."""

    time_called = forms.BooleanField(label=_("The hall clock ended the match"), required=False)

    def __init__(self, names: Sequence[str], *args: Any, absent: Collection[int] = (), **options: Any) -> None:
        super().__init__(*args, **options)
        for line, (letter, name) in enumerate(zip(LETTERS, names, strict=False)):
            if line in absent:
                continue
            widget = number_input(min=0, max=999, **{"class": "count"})
            field = forms.IntegerField(label=name, min_value=0, max_value=999, widget=widget)
            self.fields[f"points_{letter}"] = field
        self.order_fields([*(f"points_{letter}" for letter in LETTERS[: len(names)]), "time_called"])
        self.lines = len(names)

    def points(self) -> tuple[int, ...]:
        """The points, in the order of the lines; nothing for an empty chair."""
        return tuple(self.cleaned_data.get(f"points_{letter}", 0) for letter in LETTERS[: self.lines])

    def refuse(self, field: str, sentence: str) -> None:
        """Put what the rules say against it on the form."""
        self.add_error(field if field in self.fields else None, sentence)


class PlaceForm(forms.Form):
    """Who takes the free place of a line, and why; one form for each place of the page."""

    entry = forms.TypedChoiceField(label=_("Who takes the place"), coerce=int, widget=forms.RadioSelect)
    reason = forms.CharField(label=_("Reason"), max_length=400, help_text=_("It stays on record."))

    def __init__(self, line: int, candidates: Sequence[tuple[int, str]], *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.line, self.auto_id = line, f"id_{line}_%s"
        self.fields["entry"].choices = list(candidates)  # type: ignore[attr-defined]
        if candidates:
            self.fields["entry"].initial = candidates[0][0]
