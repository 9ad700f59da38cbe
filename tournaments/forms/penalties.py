"""A penalty that a referee gives, and which of the register to show."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.competition.discipline.penalties import KINDS, LOSS, MOST, MP, NO_SHOW, VP, WARNING
from tournaments.forms.widgets import number_input
from tournaments.games.contract import Json
from tournaments.models import Ruling
from tournaments.operations.inputs import MOST_REASON

Choices = Sequence[tuple[int, str]]


def kind_choices(*, has_vp: bool) -> list[tuple[str, Any]]:
    """The penalties that an event knows."""
    return [(kind, Ruling.Kind(kind).label) for kind in KINDS if has_vp or kind not in (VP, MP)]


class PenaltyForm(forms.Form):
    """Who, what, how much, at which table, and why."""

    entry = forms.TypedChoiceField(label=_("Who"), coerce=int)
    kind = forms.ChoiceField(label=_("What"), widget=forms.RadioSelect, initial=WARNING)
    value = forms.IntegerField(
        label=_("How many points, VP or MP"), required=False, min_value=1, max_value=MOST,
        widget=number_input(min=1, max=MOST),
        help_text=_("For a penalty in points, VP or MP: what it takes away in the standings."),
    )  # fmt: skip
    table = forms.TypedChoiceField(
        label=_("At which table"), coerce=int, required=False, empty_value=None,
        help_text=_("A match is lost at a table; everything else may be given without one."),
    )  # fmt: skip
    reason = forms.CharField(
        label=_("Reason"),
        max_length=MOST_REASON,
        help_text=_("It stays on record. The public is told what, and not why."),
    )  # fmt: skip

    def __init__(self, entries: Choices, tables: Choices, *args: Any, has_vp: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        self._offer("entry", [("", _("choose")), *entries])
        self._offer("kind", kind_choices(has_vp=has_vp))
        self._offer("table", [("", _("no table")), *tables])

    def _offer(self, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
        field: Any = self.fields[name]
        field.choices = list(choices)

    def wanted(self) -> dict[str, Json]:
        """What ``give_penalty`` takes."""
        data = self.cleaned_data
        return {
            "kind": data["kind"],
            "entry_id": data["entry"],
            "value": data["value"],
            "table_id": data["table"],
            "reason": data["reason"],
        }


class AbsenceForm(forms.Form):
    """Who did not come to a table, or loses the match there by a ruling: one line, or all of them."""

    lines = forms.TypedMultipleChoiceField(label=_("Who"), coerce=int, widget=forms.CheckboxSelectMultiple)
    kind = forms.ChoiceField(
        label=_("What"), widget=forms.RadioSelect, initial=NO_SHOW,
        choices=[(kind, Ruling.Kind(kind).label) for kind in (NO_SHOW, LOSS)],
    )  # fmt: skip
    reason = forms.CharField(label=_("Reason"), max_length=MOST_REASON, help_text=_("It stays on record."))

    def __init__(self, lines: Choices, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        field: Any = self.fields["lines"]
        field.choices = list(lines)

    def wanted(self, table_id: int) -> list[dict[str, Json]]:
        """What ``give_penalty`` takes, once for each line."""
        data = self.cleaned_data
        same = {"kind": data["kind"], "table_id": table_id, "reason": data["reason"]}
        return [{**same, "entry_id": entry} for entry in data["lines"]]
