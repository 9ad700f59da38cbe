"""What the VP calculator is asked."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.competition.scoring import PUBLISHED

NOBODY = ""
MOST_POINTS = 999


def _scales() -> list[tuple[str, str]]:
    return [(key, str(_("up to %(points)s points")) % {"points": key.removesuffix("pt")}) for key in PUBLISHED]


class VpForm(forms.Form):
    """A scale, the points of both lines, and which of them is at fault."""

    scale = forms.ChoiceField(label=_("VP scale"), choices=_scales, initial="21pt")
    a = forms.IntegerField(label=_("Points of line A"), min_value=0, max_value=MOST_POINTS)
    b = forms.IntegerField(label=_("Points of line B"), min_value=0, max_value=MOST_POINTS)
    fault = forms.ChoiceField(
        label=_("Line at fault"),
        required=False,
        choices=[(NOBODY, _("nobody")), ("A", _("line A")), ("B", _("line B"))],
        widget=forms.RadioSelect,
        initial=NOBODY,
    )
