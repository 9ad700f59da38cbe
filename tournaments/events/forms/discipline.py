"""Fields for the ladder of lateness, a part of the forms in ``setup``: a usual one, or steps of one's own."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.competition.discipline import (
    DEFAULT,
    MOST,
    MOST_MINUTES,
    MOST_STEPS,
    MP,
    OF_STANDINGS,
    STEP_FIELDS,
    STEP_KINDS,
    VP,
    check_ladder,
    ladder_from_json,
    name_of,
    presets,
)
from tournaments.errors import RefusedError
from tournaments.frame import penalty_words, phrases
from tournaments.frame.forms.widgets import number_input
from tournaments.games.contract import Json
from tournaments.models import Ruling

OWN = "own"
# What the names of all its fields begin with.
LADDER = ("ladder", "late")
# So many steps are asked for; an event that has more shows them all.
STEPS_ASKED = 4


def field_name(step: int, part: str) -> str:
    """The name of a part of a step, counted from 0."""
    return f"late{step + 1}_{part}"


def ladder_choices(*, uses_vp: bool, may_use_vp: bool = False) -> list[tuple[str, str]]:
    """The usual ladders in words, and the choice to write one's own; ``may_use_vp`` where the rules decide on VP."""
    usual = []
    for name, ladder in presets(uses_vp=uses_vp).items():
        words = "; ".join(penalty_words.rule(step) for step in ladder.steps)
        words = words or gettext("Nothing by itself: the referee sees to it")
        others = [step for step in presets(uses_vp=True)[name].steps if step not in ladder.steps] if may_use_vp else []
        if others:
            values = {"usual": words, "other": "; ".join(penalty_words.rule(step) for step in others)}
            words = gettext("%(usual)s (in an event with VP: %(other)s)") % values
        usual.append((name, words[:1].upper() + words[1:]))
    return [*usual, (OWN, gettext("Other steps, as follows"))]


class LadderFields(forms.Form):
    """What is proposed to the referee about a line that is late; ``uses_vp`` where every such event has VP and MP."""

    ladder = forms.ChoiceField(
        label=_("Who is not at the table when it is called"),
        widget=forms.RadioSelect,
        required=False,
        initial=DEFAULT,
        help_text=_(
            "The minutes count from the call of the table, or from the start of the clock where that is later. "
            "Each step is proposed to the referee, who decides."
        ),
    )
    uses_vp = True

    def ask_ladder(self, *, uses_vp: bool, may_use_vp: bool = False) -> None:
        """Make the fields of an event of this kind; before anything is validated.

        ``may_use_vp`` where it depends on the chosen rules: then steps of one's own take points only.
        """
        self.uses_vp = uses_vp
        usual: Any = self.fields["ladder"]
        usual.choices = ladder_choices(uses_vp=uses_vp, may_use_vp=may_use_vp)
        kinds = [kind for kind in STEP_KINDS if uses_vp or kind not in (VP, MP)]
        for step in range(self._step_count()):
            number = {"n": step + 1}
            self.fields[field_name(step, "after")] = forms.IntegerField(
                label=gettext("Step %(n)s: after minutes") % number,
                required=False,
                min_value=0,
                max_value=MOST_MINUTES,
                widget=number_input(min=0, max=MOST_MINUTES),
            )
            self.fields[field_name(step, "kind")] = forms.ChoiceField(
                label=gettext("Step %(n)s: what is proposed") % number,
                required=False,
                choices=[("", _("no step")), *((kind, Ruling.Kind(kind).label) for kind in kinds)],
            )
            self.fields[field_name(step, "value")] = forms.IntegerField(
                label=gettext("Step %(n)s: how much it takes") % number,
                required=False,
                min_value=1,
                max_value=MOST,
                widget=number_input(min=1, max=MOST),
            )

    def _step_count(self) -> int:
        """Return how many steps the page shows: those of the event or posted form, at least ``STEPS_ASKED``."""
        known = {*self.data, *self.initial}
        return max([STEPS_ASKED, *(step + 1 for step in range(MOST_STEPS) if field_name(step, "kind") in known)])

    def ladder_steps(self) -> list[list[forms.BoundField]]:
        """The fields of each step, for the page."""
        return [[self[field_name(step, part)] for part in STEP_FIELDS] for step in range(self._step_count())]

    @property
    def is_own_ladder(self) -> bool:
        """Whether the steps are to be seen at once."""
        return bool(self["ladder"].value() == OWN)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("ladder") != OWN:
            return data
        # Steps that are written whole make a ladder, or the refusal is shown at the field that it is about.
        written = self._filled_steps(data)
        if not written:
            self.add_error(field_name(0, "after"), gettext("Step 1: write it, or choose one of the usual ladders."))
        for step in written:
            needed = {
                "after": gettext("Step %(n)s: say after how many minutes it is proposed."),
                "kind": gettext("Step %(n)s: say what is proposed, or leave the whole step empty."),
            }
            if data.get(field_name(step, "kind")) in OF_STANDINGS:
                needed["value"] = gettext("Step %(n)s: say how much the penalty takes.")
            for part, sentence in needed.items():
                name = field_name(step, part)
                if data.get(name) in (None, "") and name not in self.errors:
                    self.add_error(name, sentence % {"n": step + 1})
        if not self.errors:
            try:
                check_ladder(ladder_from_json(self.discipline_json()), uses_vp=self.uses_vp)
            except RefusedError as refusal:
                self.add_error(self.wrong_field(refusal.field), phrases.sentence(refusal))
        return data

    def _filled_steps(self, data: Mapping[str, Any]) -> list[int]:
        """The steps that somebody wrote something for."""
        given = [[data.get(field_name(step, part)) for part in STEP_FIELDS] for step in range(self._step_count())]
        return [step for step, parts in enumerate(given) if any(each not in (None, "") for each in parts)]

    def discipline_json(self) -> Json:
        """Return the ladder as ``create_tournament`` and ``set_discipline`` take it: a usual one's name, or steps."""
        data = self.cleaned_data
        if data.get("ladder") != OWN:
            return data.get("ladder") or DEFAULT
        steps = []
        for step in self._filled_steps(data):
            parts = {part: data[field_name(step, part)] for part in STEP_FIELDS}
            steps.append({**parts, "value": parts["value"] or 0})
        return {"ladder": steps}

    def wrong_field(self, path: str) -> str:
        """The field that a refusal at ``ladder.1.after`` is about: steps are counted among those that are written."""
        start, _dot, rest = path.partition(".")
        number, _dot, part = rest.partition(".")
        written = self._filled_steps(self.cleaned_data)
        if start != "ladder" or not number.isdigit() or int(number) >= len(written) or part not in STEP_FIELDS:
            return "ladder"
        return field_name(written[int(number)], part)


def initial_ladder(discipline: Json, *, uses_vp: bool) -> dict[str, Any]:
    """An event's ladder as the form shows it."""
    found = ladder_from_json(discipline)
    usual = name_of(found, uses_vp=uses_vp)
    if usual:
        return {"ladder": usual}
    shown: dict[str, Any] = {"ladder": OWN}
    for number, step in enumerate(found.steps):
        values = (step.after_minutes, step.kind, step.value or None)
        shown |= {field_name(number, part): value for part, value in zip(STEP_FIELDS, values, strict=True)}
    return shown
