"""Forms around a table's sheet that are not the game's own: the total, and who takes a free place."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.errors import RefusedError
from tournaments.frame.forms.declared import field_of
from tournaments.frame.forms.widgets import number_input, signed_input
from tournaments.frame.operations.inputs import REASON
from tournaments.games.contract import Json, MatchLength

LETTERS = "abcdef"
WHOLE: Final = re.compile(r"-?[0-9]{1,40}")


class PointsField(forms.IntegerField):
    """The points of a line, read as the games read them: digits, with a minus of any kind; a refusal has the value."""

    def __init__(self, least: int, most: int, **options: Any) -> None:
        super().__init__(**options)
        self.least, self.most = least, most

    def to_python(self, value: Any) -> int | None:
        typed = str(value).strip().replace("−", "-").replace("–", "-") if value is not None else ""
        if not typed:
            return None
        if not WHOLE.fullmatch(typed):
            raise forms.ValidationError(gettext("“%(typed)s” is not a whole number.") % {"typed": typed[:40]})
        points = int(typed)
        if not self.least <= points <= self.most:
            said = {"points": points, "least": self.least, "most": self.most}
            raise forms.ValidationError(gettext("%(points)s is not between %(least)s and %(most)s.") % said)
        return points


class TotalForm(forms.Form):
    """The points of each line at the end of a match; ``more`` are the fields that the game has beside them."""

    time_called = forms.BooleanField(label=_("The hall clock ended the match"), required=False)

    def __init__(
        self,
        names: Sequence[str],
        length: MatchLength,
        *args: Any,
        absent: Collection[int] = (),
        more: Sequence[Mapping[str, Json]] = (),
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        least, most = length.least, length.most
        for line, (letter, name) in enumerate(zip(LETTERS, names, strict=False)):
            if line in absent:
                continue
            widget = signed_input(least, most, **{"class": "count"})
            self.fields[f"points_{letter}"] = PointsField(least, most, label=name, widget=widget)
        self.more = [one["name"] for one in more if LETTERS.find(one["name"][-1]) not in absent]
        for one in more:
            if one["name"] in self.more:
                bounds, label = {"min_value": one["least"], "max_value": one["most"]}, gettext(one["label"])
                widget = number_input(min=one["least"], max=one["most"], **{"class": "count"})
                self.fields[one["name"]] = forms.IntegerField(label=label, required=False, widget=widget, **bounds)
        self.order_fields([*(f"points_{letter}" for letter in LETTERS[: len(names)]), "time_called", *self.more])
        self.lines = len(names)

    @property
    def points_fields(self) -> list[BoundField]:
        """The points, line by line."""
        return [self[name] for name in self.fields if name.startswith("points_")]

    @property
    def more_fields(self) -> list[BoundField]:
        """Return the fields beside the points."""
        return [self[name] for name in self.more]

    @property
    def is_more_asked(self) -> bool:
        """Whether any of that was said, or is asked for."""
        return any(field.errors or field.value() for field in self.more_fields)

    def points(self) -> tuple[int, ...]:
        """The points, in the order of the lines; nothing for an empty chair."""
        return tuple(self.cleaned_data.get(f"points_{letter}", 0) for letter in LETTERS[: self.lines])

    def beside_points(self) -> dict[str, str]:
        """Return the values of the fields beside the points that were filled in."""
        values = {name: self.cleaned_data.get(name) for name in self.more}
        return {name: str(value) for name, value in values.items() if value is not None}

    def refuse(self, refusal: RefusedError, sentence: Callable[[RefusedError], str]) -> None:
        """Put everything that the rules say against it on the form."""
        for each in (refusal, *refusal.also):
            self.add_error(each.field if each.field in self.fields else None, sentence(each))


class PlaceForm(forms.Form):
    """Who takes the free place of a line, and why; one form for each place of the page."""

    entry = forms.TypedChoiceField(label=_("Who takes the place"), coerce=int, widget=forms.RadioSelect)
    reason = field_of(REASON)

    def __init__(self, line: int, candidates: Sequence[tuple[int, str]], *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.line, self.auto_id = line, f"id_{line}_%s"
        self.fields["entry"].choices = list(candidates)  # type: ignore[attr-defined]
        if candidates:
            self.fields["entry"].initial = candidates[0][0]
