"""A penalty that a referee gives, and who did not come to a table."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.competition.discipline import LOSS, MP, NO_SHOW, VP
from tournaments.discipline.operations import PENALTY
from tournaments.frame.forms.declared import field_of, form_of, offer
from tournaments.frame.operations.inputs import OFFICIAL_REASON, PUBLIC_REASON
from tournaments.games.contract import Json
from tournaments.models import Ruling

Choices = Sequence[tuple[int, str]]


def penalty_form(
    entries: Choices, tables: Choices, *, has_vp: bool, data: QueryDict | None = None, initial: Any = None
) -> forms.Form:
    """Return the form of a penalty, with the event's entries and tables to choose from; VP and MP only if it has VP."""
    form = form_of(PENALTY)(data, initial=initial)
    kind: Any = form.fields["kind"]
    kind.widget = forms.RadioSelect()
    kind.choices = [(key, label) for key, label in kind.choices if has_vp or key not in (VP, MP)]
    offer(form, "entry", [("", _("choose")), *entries])
    offer(form, "table", [("", _("no table")), *tables])
    return form


class AbsenceForm(forms.Form):
    """Who did not come to a table, or loses the match there by a ruling: one line, or all of them."""

    lines = forms.TypedMultipleChoiceField(label=_("Who"), coerce=int, widget=forms.CheckboxSelectMultiple)
    kind = forms.ChoiceField(
        label=_("What"),
        widget=forms.RadioSelect,
        initial=NO_SHOW,
        choices=[(kind, Ruling.Kind(kind).label) for kind in (NO_SHOW, LOSS)],
    )
    reason = field_of(OFFICIAL_REASON)
    public_reason = field_of(PUBLIC_REASON)

    def __init__(self, lines: Choices, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        field: Any = self.fields["lines"]
        field.choices = list(lines)

    def penalty_arguments(self, table_id: int) -> list[dict[str, Json]]:
        """Return the arguments of ``give_penalty`` for each line."""
        data = self.cleaned_data
        same = {"kind": data["kind"], "table_id": table_id, "reason": data["reason"]} | {
            "public_reason": data["public_reason"]
        }
        return [{**same, "entry_id": entry} for entry in data["lines"]]
