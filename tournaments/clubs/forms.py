"""Forms of a club's logo, and of a preset for a club, made of an event on that event's page."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.operations.of_clubs import PRESET_NAME
from tournaments.frame.forms.declared import field_of
from tournaments.models import Club


class LogoForm(forms.Form):
    """The picture of a club."""

    file = forms.FileField(
        label=_("Logo"),
        help_text=_("PNG or JPEG, at most 1 MB. It is printed on certificates."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg"}),
    )


class NewPresetForm(forms.Form):
    """A preset of one of the clubs that somebody runs; which one is asked where there are several."""

    name = field_of(PRESET_NAME)
    club = forms.ModelChoiceField(Club.objects.none(), label=_("Club"), empty_label=None)

    def __init__(self, clubs: QuerySet[Club], data: Any = None, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, initial=initial, auto_id="preset_%s")
        own = list(clubs[:2])
        self.only = own[0] if len(own) == 1 else None
        if self.only is not None:
            del self.fields["club"]
        else:
            choice: Any = self.fields["club"]
            choice.queryset = clubs

    @property
    def keeper(self) -> Club:
        """The club that keeps the preset."""
        chosen: Club = self.only or self.cleaned_data["club"]
        return chosen
