"""The form of an order by hand: who goes first among those who are level."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from tournaments.competition.stages.level import Level
from tournaments.frame.forms.declared import field_of
from tournaments.standings.operations import BY


class LevelForm(forms.Form):
    """A choice of the name for each place but the last, and of the criterion where there are two."""

    def __init__(self, level: Level, names: Mapping[int, str], *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"auto_id": f"level-{level.keys[0]}-%s", **options})
        self.level = level
        self.key = level.keys[0]
        for place in range(1, len(level.keys)):
            field = forms.TypedChoiceField(
                label=_("Goes first") if place == 1 else _("Number %(number)s among them") % {"number": place},
                choices=[("", _("Choose …")), *((key, names[key]) for key in level.keys)],
                coerce=int,
            )
            self.fields[f"place_{place}"] = field
        if len(level.by) > 1:
            self.fields["by"] = field_of(BY)

    @property
    def arguments(self) -> dict[str, Any]:
        """Return the arguments of the operation; call it on a valid form."""
        order = self._order()
        [last] = set(self.level.keys).difference(order)
        return {"by": self.cleaned_data.get("by", self.level.by[0]), "entries": [*order, last]}

    def clean(self) -> None:
        order = self._order()
        if len(set(order)) < len(order):
            raise forms.ValidationError(_("Choose each of them once."))

    def _order(self) -> list[int]:
        return [value for name, value in self.cleaned_data.items() if name.startswith("place_")]
