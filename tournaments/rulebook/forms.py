"""The form of the VP calculator: a published scale, the points of both lines, the line at fault."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.competition.match.contents import MOST_POINTS
from tournaments.errors import RefusedError
from tournaments.frame.phrases import sentence
from tournaments.rulebook.scales import published_scales

NOBODY = ""


def _scales() -> list[tuple[str, str]]:
    by_length = str(_("up to %(points)s points"))
    return [
        (
            key,
            gettext(each.game.phrases[each.phrase]) if each.phrase else by_length % {"points": key.removesuffix("pt")},
        )
        for key, each in published_scales().items()
    ]


class VpForm(forms.Form):
    """A scale, the points of both lines, and which of them is at fault."""

    scale = forms.ChoiceField(label=_("VP scale"), choices=_scales, initial="21pt")
    a = forms.IntegerField(label=_("Points of line A"), min_value=-MOST_POINTS, max_value=MOST_POINTS)
    b = forms.IntegerField(label=_("Points of line B"), min_value=-MOST_POINTS, max_value=MOST_POINTS)
    fault = forms.ChoiceField(
        label=_("Line at fault"),
        required=False,
        choices=[(NOBODY, _("nobody")), ("A", _("line A")), ("B", _("line B"))],
        widget=forms.RadioSelect,
        initial=NOBODY,
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        by = published_scales().get(data.get("scale", ""))
        for name in {"a", "b"} & data.keys():
            try:
                if by is not None:
                    by.require_possible(data[name], name)
            except RefusedError as refusal:
                self.add_error(name, sentence(refusal))
        return data
